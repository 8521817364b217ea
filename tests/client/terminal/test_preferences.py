"""The settings in force: what is kept, and what the command line says before it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from levata.cards import HandOrder
from levata_client.config import Settings
from levata_client.glyph_modes import GlyphMode
from levata_client.shown.text.language import current_language
from levata_client.terminal.drawing.motion import MotionPace
from levata_client.terminal.preferences import Overrides, Preferences
from levata_client.terminal.themes import Deck


class Told:
    """What preferences tell."""

    def __init__(self) -> None:
        self.changed: list[str] = []
        self.failed: list[str] = []

    def preferences(self, settings: Settings, overrides: Overrides | None = None) -> Preferences:
        return Preferences(
            settings, overrides, changed=self.changed.append, fail=self.failed.append
        )


def test_settings_are_in_force_as_they_are_kept() -> None:
    preferences = Told().preferences(
        Settings(name="Ana", theme="wine", deck="classic", suits="letters", animation="slow")
    )
    assert (preferences.user_name, preferences.theme) == ("Ana", "wine")
    assert (preferences.deck, preferences.glyphs) == (Deck.CLASSIC, GlyphMode.LETTERS)
    assert (preferences.pace, preferences.hand_order) == (MotionPace.SLOW, HandOrder.SUITS)


def test_no_look_is_chosen_where_the_terminal_decides() -> None:
    assert Told().preferences(Settings()).theme is None


def test_the_command_line_comes_first() -> None:
    overrides = Overrides(name="Dan", theme="night", animation="fast", is_ascii=True)
    preferences = Told().preferences(Settings(name="Ana", theme="wine"), overrides)
    assert (preferences.user_name, preferences.theme) == ("Dan", "night")
    assert (preferences.pace, preferences.glyphs) == (MotionPace.FAST, GlyphMode.ASCII)


@pytest.mark.parametrize(
    ("key", "value", "left"),
    [
        ("name", "Eva", Overrides(language="ro", theme="night", animation="fast", is_ascii=True)),
        ("language", "en", Overrides(name="Dan", theme="night", animation="fast", is_ascii=True)),
        ("theme", "blue", Overrides(name="Dan", language="ro", animation="fast", is_ascii=True)),
        ("animation", "none", Overrides(name="Dan", language="ro", theme="night", is_ascii=True)),
        (
            "suits",
            "letters",
            Overrides(name="Dan", language="ro", theme="night", animation="fast"),
        ),
        (
            "bell",
            "off",
            Overrides(name="Dan", language="ro", theme="night", animation="fast", is_ascii=True),
        ),
    ],
)
def test_a_setting_that_is_changed_ends_what_the_command_line_said_of_it(
    key: str, value: str, left: Overrides
) -> None:
    told = Told()
    overrides = Overrides(name="Dan", language="ro", theme="night", animation="fast", is_ascii=True)
    preferences = told.preferences(Settings(), overrides)
    preferences.change_setting(key, value)
    assert preferences.overrides == left
    assert told.changed == [key]


def test_a_change_is_kept(untouched_home: Path) -> None:
    told = Told()
    preferences = told.preferences(Settings(name="Ana"))
    preferences.change_setting("deck", "classic")
    assert json.loads((untouched_home / "settings.json").read_text())["deck"] == "classic"
    assert (told.changed, told.failed) == (["deck"], [])


def test_the_value_of_before_is_no_change(untouched_home: Path) -> None:
    told = Told()
    told.preferences(Settings(deck="classic")).change_setting("deck", "classic")
    assert told.changed == []
    assert not untouched_home.exists()


def test_a_change_that_cannot_be_kept_is_in_force_all_the_same(untouched_home: Path) -> None:
    untouched_home.write_text("in the way")
    told = Told()
    preferences = told.preferences(Settings())
    preferences.change_setting("deck", "classic")
    assert preferences.deck is Deck.CLASSIC
    assert told.failed[0].startswith("The settings cannot be kept: ")
    assert told.changed == ["deck"]


def test_a_value_that_is_none_is_refused() -> None:
    with pytest.raises(ValueError, match="deck"):
        Told().preferences(Settings()).change_setting("deck", "of stone")


def test_another_language_is_spoken_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("LC_ALL", raising=False)
    monkeypatch.setenv("LC_MESSAGES", "en_GB.UTF-8")
    preferences = Told().preferences(Settings())
    preferences.change_setting("language", "ro")
    assert current_language() == "ro"
    preferences.change_setting("language", "auto")
    assert current_language() == "en"


@pytest.mark.parametrize(
    ("bell", "has_focus", "is_wanted"),
    [
        ("off", False, False),
        ("away", True, False),
        ("away", False, True),
        ("always", True, True),
    ],
)
def test_the_bell_is_for_those_who_look_elsewhere(
    bell: str, has_focus: bool, is_wanted: bool
) -> None:
    preferences = Told().preferences(Settings())
    preferences.change_setting("bell", bell)
    assert preferences.wants_bell(has_focus) == is_wanted
