"""The displays of all games: whatever the rules allow can be seen and done."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest

from levata.game import AnyGame
from levata.games import GAMES
from levata.options import Options
from levata_client.shown.games import GAME_DISPLAYS, AnyGameDisplay, find_display
from levata_client.shown.games.any_game import AnyDisplay
from levata_client.shown.table.scene import Board, Player, Scene, TableInfo
from levata_client.shown.text.words import plain
from tests.support.rules import Table, walk

STEPS = 150


def options_of(game: AnyGame) -> Options:
    return game.info.options_type()


def offered(scene: Scene) -> set[str]:
    """Return the actions that a scene lets its viewer do."""
    actions = {held.action for held in scene.hand.cards if held.action and held.is_legal}
    if not scene.hand.is_choosing:
        actions.clear()
    for choice in scene.choices.choices if scene.choices is not None else ():
        if choice.is_enabled:
            actions.add(choice.action)
    if isinstance(scene.middle, Board):
        actions.update(cell.action for row in scene.middle.rows for cell in row if cell.action)
    return actions


def check(table_view: AnyGameDisplay, game: AnyGame, seats: int, seed: int) -> None:
    """Play at random; every scene must offer exactly the legal actions of its viewer."""
    match = Table(game, seats, options_of(game), f"{game.info.key}-{seats}")
    table = TableInfo(options_of(game), tuple(Player(f"P{seat}") for seat in range(seats)))
    state: Any = None
    for moment in islice(walk(match, str(seed)), STEPS):
        state = moment.step.state
        for viewer in (*range(seats), None):
            view = game.view(state, viewer)
            scene = table_view.scene(view, table)
            assert len(scene.plates) == seats
            assert plain(scene.status)
            assert scene.is_turn is bool(view.legal)
            assert offered(scene) >= set(view.legal)
            if not scene.is_turn:
                assert offered(scene) == set()
            assert len(table_view.sheet(view, table).names) >= 2
            for event in moment.step.events:
                narration = table_view.narrate(event, view, table)
                assert narration is None or plain(narration.text)
    assert table_view.summary(game.view(state, 0), table).standings


CASES = [
    pytest.param(game, seats, id=f"{game.info.key}-{seats}")
    for game in GAMES
    for seats in sorted({game.info.seats[0], game.info.seats[-1]})
]


@pytest.mark.parametrize(("game", "seats"), CASES)
def test_every_legal_action_can_be_done_with_the_view_of_the_game(
    game: AnyGame, seats: int
) -> None:
    check(find_display(game.info.key), game, seats, seed=1)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.info.key)
def test_any_game_can_be_played_with_the_plain_view(game: AnyGame) -> None:
    check(AnyDisplay(game.info.title), game, game.info.default_seats, seed=2)


def test_registry_finds_views_by_the_key_of_the_game() -> None:
    assert find_display("whist") in GAME_DISPLAYS
    assert [view.key for view in GAME_DISPLAYS if view.key not in {g.info.key for g in GAMES}] == []
    unknown = find_display("tysiacha")
    assert unknown.title == "tysiacha"
