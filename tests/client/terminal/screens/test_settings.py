"""The settings screen: in force at once, kept, and undone row by row."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from levata_client.config import Settings
from levata_client.glyph_modes import GlyphMode
from levata_client.shown.text.language import current_language, speaking
from levata_client.terminal.preferences import Overrides
from levata_client.terminal.screens.home import HomeScreen
from levata_client.terminal.screens.settings import SettingsScreen
from levata_client.terminal.themes import Deck
from tests.support.app import Play, running


async def opened(play: Play) -> SettingsScreen:
    await play.press("4")
    await play.until_screen(SettingsScreen)
    assert isinstance(play.screen, SettingsScreen)
    return play.screen


async def select(play: Play, key: str) -> None:
    """Move the cursor to a setting."""
    screen = play.screen
    assert isinstance(screen, SettingsScreen)
    keys = [field.key for field in screen.fields()]
    while screen.field is not None and screen.field.key != key:
        assert key in keys
        await play.press("down")


@pytest.fixture
def blocked_home(untouched_home: Path) -> None:
    """A home in which nothing can be written."""
    untouched_home.write_text("in the way")


async def test_a_change_is_in_force_and_on_disk_at_once(untouched_home: Path) -> None:
    async with running() as play:
        await opened(play)
        await select(play, "deck")
        await play.press("right")
        assert play.app.deck is Deck.CLASSIC
        await select(play, "theme")
        await play.press("right")
        assert play.app.theme == "felt"
        kept = json.loads((untouched_home / "settings.json").read_text())
    assert (kept["deck"], kept["theme"]) == ("classic", "felt")


async def test_the_language_changes_everywhere_at_once() -> None:
    async with running() as play:
        await opened(play)
        await select(play, "language")
        while play.settings.language != "ro":
            await play.press("right")
        assert current_language() == "ro"
        await play.until_shows("Setări")
        await play.press("escape")
        await play.until_screen(HomeScreen)
        await play.until_shows("Română")


async def test_an_application_with_a_speaker_of_its_own_changes_no_other_language() -> None:
    with speaking("en"):
        async with running() as play:
            await opened(play)
            await select(play, "language")
            while play.settings.language != "ro":
                await play.press("right")
            # It is heard in every task of the application, such as those that draw.
            await play.until_shows("Setări")
            assert current_language() == "ro"
    assert current_language() == "en"


async def test_r_gives_a_row_its_default_again() -> None:
    async with running(settings=Settings(name="Ana", animation="slow")) as play:
        await opened(play)
        await select(play, "animation")
        await play.press("r")
        assert play.settings.animation == "normal"


async def test_the_command_line_counts_until_a_setting_is_changed() -> None:
    overrides = Overrides(theme="wine", is_ascii=True, name="Dan", animation="none")
    async with running(overrides=overrides) as play:
        assert (play.app.theme, play.app.glyphs) == ("wine", GlyphMode.ASCII)
        assert play.app.preferences.user_name == "Dan"
        await opened(play)
        await select(play, "theme")
        await play.press("right")
        assert play.app.theme == "felt"
        assert play.app.preferences.overrides.theme is None
        assert play.app.glyphs is GlyphMode.ASCII


@pytest.mark.usefixtures("blocked_home")
async def test_settings_that_cannot_be_kept_say_so() -> None:
    async with running() as play:
        await opened(play)
        await select(play, "bell")
        await play.press("right")
        await play.until_shows("The settings cannot be kept")
        assert play.settings.bell == "away"


async def test_every_setting_is_shown_with_its_values_in_words() -> None:
    async with running() as play:
        screen = await opened(play)
        for field in screen.fields():
            for choice in field.choices:
                assert choice
            assert field.label
            assert field.help
