"""A line that fails, at every moment of a session and in every way: the match goes on.

By default some of the cases, so that every phase meets every fault at some seat; all of them with
``LEVATA_CHAOS=all``.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Generator
from itertools import product

import pytest

from levata.games import GAMES
from tests.chaos.stage import Phase, Trouble, play_through, play_through_a_storm
from tests.support.proxy import Fault, Way

IS_WHOLE = os.environ.get("LEVATA_CHAOS") == "all"
pytestmark = pytest.mark.slow

Case = tuple[Trouble, int]


def cases() -> list[Case]:
    """Return the cases to run: of every phase and fault all ways and seats, or one of them."""
    chosen: list[Case] = []
    for number, (phase, fault) in enumerate(product(Phase, Fault)):
        of_both = list(product(Way, range(4)))
        picked = of_both if IS_WHOLE else [of_both[(3 * number + number // 8) % 8]]
        chosen += [(Trouble(phase, fault, way), seat) for way, seat in picked]
    return chosen


def name_of(case: object) -> str:
    """Return the part of a test's name that stands for a value."""
    return "-".join(case) if isinstance(case, Trouble) else str(case)


@pytest.fixture(autouse=True)
def quiet_server(caplog: pytest.LogCaptureFixture) -> Generator[None]:
    """Fail where the server met a mistake of its own."""
    caplog.set_level(logging.ERROR, "levata_server")
    yield
    assert not caplog.get_records("call")


@pytest.mark.parametrize(("trouble", "seat"), cases(), ids=name_of)
async def test_match_goes_on_whatever_happens_to_a_line(trouble: Trouble, seat: int) -> None:
    await play_through(trouble, seat)


@pytest.mark.parametrize("game", [game.info.key for game in GAMES])
@pytest.mark.parametrize("phase", [Phase.FIRST_DECISION, Phase.MID_TRICK, Phase.DEAL_END])
async def test_match_of_any_game_goes_on(game: str, phase: Phase) -> None:  # B6, B7
    way = Way.UP if phase is Phase.FIRST_DECISION else Way.DOWN
    await play_through(Trouble(phase, Fault.CUT, way), 2, game, options={})


@pytest.mark.parametrize("seed", range(30 if IS_WHOLE else 3))
async def test_match_goes_on_in_a_storm(seed: int) -> None:
    assert await play_through_a_storm(seed) > 4
