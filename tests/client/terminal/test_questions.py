"""What is asked before somebody goes."""

from __future__ import annotations

import pytest

from levata.protocol.documents import SeatKind, SeatRow, TablePhase
from levata.protocol.messages import Departed, Leave, Rename
from levata_client.terminal.screens.home import HomeScreen
from levata_client.terminal.screens.lobby import LobbyScreen
from levata_client.terminal.session_controller import SessionController
from levata_client.terminal.table.live import LiveTable
from tests.support.app import at_table, in_lobby, running
from tests.support.documents import table_view


@pytest.fixture
def guests(monkeypatch: pytest.MonkeyPatch) -> None:
    """Others are on the user's own server."""
    monkeypatch.setattr(SessionController, "has_guests", True)


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


async def test_a_match_against_the_computer_that_is_left_is_lost(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(SessionController, "is_alone", True)
    async with running() as play:
        await at_table(play)
        await play.until_screen(LiveTable)
        play.app.questions.ask_leave_table()
        await play.until_shows("The match is not over and will be lost.")


async def test_who_only_watches_leaves_at_once() -> None:
    seats = (SeatRow(SeatKind.PERSON, "Dan", 9), *table_view(TablePhase.PLAYING).seats[1:])
    async with running() as play:
        await at_table(play, seats=seats)
        await play.until_screen(LiveTable)
        play.app.questions.ask_leave_table()
        await play.until_asked(Leave)


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


@pytest.mark.usefixtures("guests")
async def test_guests_are_thought_of_before_a_server_is_closed() -> None:
    async with running() as play:
        await in_lobby(play)
        await play.press("ctrl+q")
        await play.until_shows("Quit Levata?", "Others are on your server.")
        await play.press("1")
        await play.until_screen(LobbyScreen)
        await play.press("escape")
        await play.until_shows("Close the server?", "Others are on your server.")
        await play.press("1")
        await play.until_screen(LobbyScreen)
        await play.press("escape", "2")
        await play.until_screen(HomeScreen)


async def test_a_server_hears_of_another_name() -> None:
    async with running() as play:
        await in_lobby(play)
        play.app.questions.ask_name()
        await play.until_shows("Your name")
        await play.press(*["backspace"] * 3)
        await play.type("Ion")
        await play.press("enter")
        rename = await play.until_asked(Rename)
        assert rename == Rename(rename.ref, "Ion")
        await play.until(lambda: play.settings.name == "Ion")
