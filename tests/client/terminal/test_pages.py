"""Menus and pages in front of a place."""

from __future__ import annotations

from levata_client.terminal.screens.settings import SettingsScreen
from levata_client.terminal.table.live import LiveTable
from tests.support.app import at_table, running


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
