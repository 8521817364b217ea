"""The levels of computer players: every game has each of them, and luck that can be repeated."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from levata.bots.bot import Question
from levata.bots.games.belot import BelotBot
from levata.bots.games.hearts import HeartsBot
from levata.bots.games.rentz import RentzBot
from levata.bots.games.septica import SepticaBot
from levata.bots.games.whist import WhistBot
from levata.bots.levels import DEFAULT_LEVEL, EASY, LEVELS, RANDOM, RandomBot, bot_rng, find_bot
from levata.errors import OptionError
from levata.game import AnyGame
from levata.games import GAMES
from levata.match import Match
from levata.options import parse_options

GAME_KEYS = [game.info.key for game in GAMES]
EASY_BOTS = {
    "whist": WhistBot,
    "rentz": RentzBot,
    "septica": SepticaBot,
    "belot": BelotBot,
    "hearts": HeartsBot,
}


def first_question(game: AnyGame) -> Question[Any]:
    """Return the first decision of a match."""
    seats = game.info.default_seats
    match = Match(game, parse_options(game.info.options_type, {}, seats), seats, seed="1")
    match.deal(match.draw())
    return match.question(match.to_act()[0])


def test_levels_go_from_the_weakest_to_the_best() -> None:
    assert LEVELS == (RANDOM, EASY)
    assert DEFAULT_LEVEL in LEVELS


@pytest.mark.parametrize("game", GAME_KEYS)
def test_every_game_has_a_player_of_each_level(game: str) -> None:
    assert isinstance(find_bot(game, RANDOM), RandomBot)
    assert isinstance(find_bot(game, EASY), EASY_BOTS[game])


def test_a_game_without_a_player_of_its_own_is_played_at_random() -> None:
    assert isinstance(find_bot("tysiacha", EASY), RandomBot)


@pytest.mark.parametrize("game", GAME_KEYS)
def test_an_unknown_level_is_refused_with_those_there_are(game: str) -> None:
    with pytest.raises(OptionError) as refused:
        find_bot(game, "x" * 100)
    assert refused.value.code == "unknown_level"
    assert refused.value.facts == ("x" * 40, "random, easy")


@pytest.mark.parametrize("game", GAMES, ids=GAME_KEYS)
def test_a_random_player_takes_every_legal_action_as_often(game: AnyGame) -> None:
    question = first_question(game)
    rng = random.Random(1)
    taken = Counter(RandomBot().choose(question, rng).action for _ in range(2000))
    assert set(taken) == set(question.view.legal)
    assert min(taken.values()) > 0.6 * max(taken.values())


def test_luck_depends_on_the_match_the_seat_the_decision_and_the_level() -> None:
    decisions = [("7", 0, 1, EASY), ("8", 0, 1, EASY), ("7", 1, 1, EASY), ("7", 0, 2, EASY)]
    decisions.append(("7", 0, 1, RANDOM))
    drawn = [bot_rng(*decision).random() for decision in decisions]
    assert len(set(drawn)) == len(decisions)
    assert drawn == [bot_rng(*decision).random() for decision in decisions]
