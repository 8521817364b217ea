from __future__ import annotations

import pytest

from levata.events import BidMade, CardPlayed, Dealt
from levata.game import AnyGame
from levata.games import GAMES
from levata.options import parse_options
from levata_client.shown.table.hints import find_hint, this_deal
from levata_client.state.model import Model
from tests.client.state.test_model import seated
from tests.support.rules import Table, walk


def test_the_events_of_a_deal_begin_with_it() -> None:
    history = (Dealt(1, 0), BidMade(0, 1), Dealt(2, 1), BidMade(1, 0), CardPlayed(1, 5))
    assert this_deal(history) == history[2:]
    assert this_deal(history[3:]) == history[3:]


def test_without_a_decision_there_is_no_hint() -> None:
    assert find_hint(Model()) is None
    assert find_hint(seated()) is None


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.info.key)
def test_every_game_has_hints_that_are_legal(game: AnyGame) -> None:
    seats = game.info.default_seats
    table = Table(game, seats, parse_options(game.info.options_type, {}, seats), "hint")
    model = Model()
    model.game, model.options = game, table.options
    for number, moment in enumerate(walk(table, "1")):
        if number > 12 and moment.seat >= 0:
            model.view = game.view(moment.before, moment.seat)
            break
        model.history = (*model.history, *moment.step.events)
    assert model.view is not None
    assert find_hint(model) in model.view.legal
