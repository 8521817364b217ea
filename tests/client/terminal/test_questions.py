"""What is asked before somebody goes."""

from __future__ import annotations

from levata.protocol.messages import (
    Departed,
    Leave,
)
from levata_client.terminal.screens.lobby import LobbyScreen
from levata_client.terminal.table.live import LiveTable
from tests.support.app import at_table, running


async def test_leaving_a_running_match_is_asked_about() -> None:
    async with running() as play:
        await at_table(play)
        await play.until_screen(LiveTable)
        await play.press("f10")
        await play.press("6")
        await play.until_shows("Leave the table?", "A bot plays on for you.")
        await play.press("escape")
        await play.until_screen(LiveTable)
        await play.press("f10", "6", "2")
        await play.until_asked(Leave)
        await play.server.send(Departed(3, "left"))
        await play.until_screen(LobbyScreen)


async def test_quitting_a_match_is_asked_about() -> None:
    async with running() as play:
        await at_table(play)
        await play.until_screen(LiveTable)
        await play.press("ctrl+q")
        await play.until_shows("Quit Levata?", "Your seat is kept")
        await play.press("1")
        await play.until_screen(LiveTable)
        await play.press("ctrl+q", "2")
        await play.until(lambda: not play.app.is_running)
