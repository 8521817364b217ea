"""The home screen, and what is asked for from it."""

from __future__ import annotations

from pathlib import Path

import pytest

from levata.protocol.messages import Bye
from levata_client.net import saved_seats
from levata_client.net.saved_seats import SavedSeat, TargetKind
from levata_client.state.new_table import NewTable
from levata_client.terminal.screens.dialogs import MenuDialog, PageDialog, TextDialog
from levata_client.terminal.screens.home import HomeScreen
from levata_client.terminal.screens.lobby import LobbyScreen
from levata_client.terminal.screens.settings import SettingsScreen
from levata_client.terminal.widgets.rows import RowList
from tests.support.app import running


def written(home: Path) -> list[Path]:
    return sorted(home.rglob("*"))


async def test_play_is_first_and_starts_with_enter(monkeypatch: pytest.MonkeyPatch) -> None:
    async with running() as play:
        played: list[NewTable] = []
        monkeypatch.setattr(play.app.sessions, "play", played.append)
        assert "▸ 1 Play now" in play.text
        await play.press("enter")
        await play.press("right", "1")
    assert [(table.game, table.pace) for table in played] == [("whist", "none"), ("rentz", "none")]
    assert played[0].options == {"sequence": "1-4-1"}


async def test_nothing_is_written_before_something_is_changed(untouched_home: Path) -> None:
    async with running() as play:
        await play.press("down", "down", "question_mark", "escape")
    assert written(untouched_home) == []


async def test_a_seat_to_go_back_to_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    folder = saved_seats.take(TargetKind.PLAY)
    folder.remember(SavedSeat(token="secret", table=1, title="Whist · Hand 3/16"))
    folder.release()
    async with running() as play:
        resumed: list[Path] = []

        def resume(kind: str, folder: Path) -> None:
            resumed.append(folder)

        monkeypatch.setattr(play.app.sessions, "resume", resume)
        await play.until_shows("▸ 1 Resume my seat", "Whist · Hand 3/16 · on this computer")
        await play.press("enter")
        assert resumed == [folder.path]


async def test_the_name_is_changed_in_place() -> None:
    async with running() as play:
        await play.press("n")
        assert isinstance(play.screen, TextDialog)
        await play.press(*["backspace"] * 3)
        await play.press("enter")
        await play.until_shows("Type a name.")
        await play.type("Ion [b]")
        await play.press("enter")
        await play.until_screen(HomeScreen)
        await play.until_shows("Ion [b] · English")
        assert play.settings.name == "Ion [b]"


async def test_joining_says_under_the_line_what_is_wrong_and_then_works() -> None:
    async with running() as play:
        await play.press("3")
        await play.type("a b")
        await play.press("enter")
        await play.until_shows("“a b” is no address.")
        await play.press(*["backspace"] * 3)
        port = play.server.port
        await play.server.stop()
        await play.type(f"127.0.0.1:{port}")
        await play.press("enter")
        await play.until_shows("No game is hosted at")
        await play.server.restart()
        await play.press("enter")
        await play.until_screen(LobbyScreen)


async def test_a_server_with_a_password_is_asked_for_it() -> None:
    async with running() as play:
        play.server.bye = Bye("password")
        await play.press("3")
        await play.type(f"127.0.0.1:{play.server.port}")
        await play.press("enter")
        await play.until_shows("Password of the server")
        await play.press("x", "enter")
        await play.until_shows("This server wants a password")
        play.server.bye = None
        await play.press("y", "enter")
        await play.until_screen(LobbyScreen)
        assert play.server.hellos[-1].password == "xy"


async def test_a_server_of_another_version_says_so() -> None:
    async with running() as play:
        play.server.bye = Bye("version", ("2", "9.0", "client"))
        await play.press("3")
        await play.type(f"127.0.0.1:{play.server.port}")
        await play.press("enter")
        await play.until_shows("the server runs 9.0", "pip install")


async def test_rules_settings_and_help_open_and_close() -> None:
    async with running() as play:
        await play.press("5")
        assert isinstance(play.screen, MenuDialog)
        await play.press("1")
        await play.until_screen(PageDialog)
        await play.until_shows("Follow suit")
        await play.press("escape", "4")
        await play.until_screen(SettingsScreen)
        await play.press("escape", "question_mark")
        await play.until_screen(PageDialog)
        await play.until_shows("Keys here", "Keys everywhere")
        await play.press("q")
        await play.until_screen(HomeScreen)


async def test_quitting_at_home_asks_nothing() -> None:
    async with running() as play:
        await play.press("6")
        await play.until(lambda: not play.app.is_running)
        assert play.app.return_code == 0


async def test_a_small_terminal_says_what_is_missing() -> None:
    async with running(size=(50, 18)) as play:
        await play.until_shows("This window is too small", "50x18 now, 60x20 needed")
        await play.pilot.resize_terminal(80, 24)
        await play.until(lambda: "too small" not in play.text)
        await play.until_shows("Play now")


async def test_a_click_opens_a_row() -> None:
    async with running() as play:
        rows = play.screen.query_one(RowList)
        keys = [row.key for row in rows.items]
        place = rows.region.offset
        await play.pilot.click(offset=(place.x + 10, place.y + keys.index("settings")))
        await play.until_screen(SettingsScreen)
