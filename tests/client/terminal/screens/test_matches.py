"""The list of finished matches."""

from __future__ import annotations

import pytest

from levata_client.state.saved_matches import list_matches
from levata_client.terminal.screens.matches import MatchesScreen
from tests.support.app import Play, running


async def opened(play: Play) -> None:
    await play.until_shows("Replays")
    await play.press("4")
    await play.until_screen(MatchesScreen)
    await play.until_shows("1 match")


@pytest.mark.usefixtures("kept_match")
async def test_a_match_is_deleted_after_a_question() -> None:
    async with running() as play:
        await opened(play)
        await play.press("d", "1")
        await play.until_screen(MatchesScreen)
        assert len(list_matches()) == 1
        await play.press("d", "2")
        await play.until_shows("No match has been finished on this computer yet.")
        assert list_matches() == []
