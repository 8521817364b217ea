"""A finished match wound forwards and backwards on the table where it was played."""

from __future__ import annotations

import pytest

from levata_client.terminal.screens.home import HomeScreen
from levata_client.terminal.screens.matches import MatchesScreen
from levata_client.terminal.screens.replay import ReplayScreen
from tests.support.app import Play, running

pytestmark = pytest.mark.usefixtures("kept_match")


async def opened(play: Play) -> ReplayScreen:
    await play.until_shows("Replays")
    await play.press("4")
    await play.until_screen(MatchesScreen)
    await play.until_shows("Whist", "1 match")
    await play.press("enter")
    await play.until_screen(ReplayScreen)
    assert isinstance(play.screen, ReplayScreen)
    return play.screen


async def test_a_match_is_watched_by_keys() -> None:
    async with running() as play:
        position = (await opened(play)).position
        await play.until_shows("Replay: hand 1 of 16", "speed 1")
        await play.press("right", "right")
        assert position.index == 2
        await play.press("left")
        assert position.index == 1
        await play.press("pagedown")
        await play.until_shows("Replay: hand 2 of 16")
        await play.press("2")
        assert position.seat == 1
        await play.press("end")
        await play.until_shows("Final — Whist")
        await play.press("home")
        await play.until_shows("Replay: hand 1 of 16")
        await play.press("escape")
        await play.until_screen(MatchesScreen)
        await play.press("escape")
        await play.until_screen(HomeScreen)


async def test_a_match_goes_on_by_itself_until_it_is_stopped() -> None:
    async with running() as play:
        screen = await opened(play)
        await play.press("plus", "plus", "plus")
        assert screen.position.speed == 4
        await play.press("space")
        await play.until(lambda: screen.position.index >= 2)
        assert screen.is_going_on
        await play.press("space")
        assert not screen.is_going_on
