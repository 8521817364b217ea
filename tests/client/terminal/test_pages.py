"""Menus and pages in front of a place."""

from __future__ import annotations

from pathlib import Path

import pytest

from levata.protocol.documents import Channel, TablePhase
from levata_client import paths
from levata_client.net.saved_seats import TargetKind
from levata_client.net.server_target import ServerTarget
from levata_client.state.new_table import table_to_play
from levata_client.terminal.screens.dialogs import MenuDialog, PageDialog
from levata_client.terminal.screens.home import HomeScreen
from levata_client.terminal.screens.replay import ReplayScreen
from levata_client.terminal.screens.settings import SettingsScreen
from levata_client.terminal.table.live import LiveTable
from tests.support import demo
from tests.support.app import Play, at_table, running
from tests.support.documents import table_view
from tests.support.records import record_text


async def test_settings_open_over_the_table_and_change_it() -> None:
    async with running() as play:
        await at_table(play)
        await play.until_screen(LiveTable)
        await play.press("f10", "1")
        await play.until_screen(SettingsScreen)
        await play.press(*["down"] * 4, "right", "escape")
        await play.until_screen(LiveTable)
        await play.until_shows("H")
        assert play.app.glyphs.value == "letters"


async def test_help_at_the_table_has_its_rules() -> None:
    async with running() as play:
        await at_table(play)
        await play.until_screen(LiveTable)
        await play.press("question_mark")
        await play.until_shows("At the table", "The rules of this table", "hook")


async def test_the_menu_leads_where_it_says_and_opens_once() -> None:
    async with running() as play:
        await play.press("f10")
        await play.until_screen(MenuDialog)
        play.app.pages.show_menu()
        assert len(play.app.screen_stack) == 3
        await play.press("2")
        await play.until_screen(PageDialog)
        await play.until_shows("Keys here", "Keys everywhere")
        await play.press("escape", "f10", "1")
        await play.until_screen(SettingsScreen)
        await play.press("f10")
        assert isinstance(play.screen, SettingsScreen)
        await play.press("escape", "f10", "3")
        await play.until(lambda: not play.app.is_running)


async def test_a_file_that_cannot_be_shown_says_why(kept_match: Path) -> None:
    async with running() as play:
        play.app.pages.show_match(kept_match.parent / "20261115-100000-whist-1-1.json")
        await play.until_shows("This match cannot be shown")
        assert isinstance(play.screen, HomeScreen)


class OwnTarget(ServerTarget):
    """A server of the user's own."""

    @property
    def is_own(self) -> bool:
        return True


async def at_end(play: Play) -> None:
    """Bring the application to the end of a match on a server of the user's own."""
    target = OwnTarget(TargetKind.HOST, None, address=play.server.address)
    play.server.table = 3
    play.app.sessions.begin(target, table_to_play("whist"))
    await play.until(lambda: play.model is not None and play.model.welcome is not None)
    await play.server.publish(Channel.TABLE, table_view(TablePhase.OVER))
    await play.server.publish(Channel.GAME, demo.view_of(demo.last_hand(3)))
    await play.until_screen(LiveTable)
    await play.until_shows("Final — Whist")


async def test_a_match_on_a_server_of_ones_own_can_be_watched_again_at_once() -> None:
    async with running() as play:
        await at_end(play)
        assert "Watch replay" not in play.text
        await play.press("w")
        assert isinstance(play.screen, LiveTable)
        folder = paths.records_dir()
        folder.mkdir(parents=True)
        record = record_text("whist", 3, (("sequence", "1-4-1"),))
        (folder / "29991231-000000-whist-3-1.json").write_text(record)
        play.app.navigator.redraw_place()
        await play.until_shows("w Watch replay")
        await play.press("w")
        await play.until_screen(ReplayScreen)


def block(folder: Path) -> None:
    """Put a file where a folder should be."""
    folder.parent.mkdir(exist_ok=True)
    folder.write_text("in the way")


@pytest.mark.parametrize("is_blocked", [False, True])
async def test_the_score_sheet_goes_to_a_file_or_it_is_said_why_not(
    untouched_home: Path, is_blocked: bool
) -> None:
    async with running() as play:
        await at_end(play)
        if is_blocked:
            block(untouched_home / "sheets")
        await play.press("e")
        if is_blocked:
            await play.until_shows("The file cannot be written")
        else:
            await play.until(lambda: any(untouched_home.glob("sheets/levata-whist-*.csv")))
