"""The part of the application that knows how the user wants it: look, language, motion, bell."""

from __future__ import annotations

import os
import traceback
from typing import Final

from msgspec import Struct
from textual.screen import Screen

from levata.cards import HandOrder
from levata.files import write_atomically
from levata.text import clean_text
from levata_client import config, paths
from levata_client.config import Settings
from levata_client.shown.text.glyphs import GlyphMode
from levata_client.shown.text.language import _, activate, choose_language
from levata_client.terminal.screens.frame import FramedScreen
from levata_client.terminal.table.live import LiveTable
from levata_client.terminal.themes import Deck, ThemedApp, choose_theme
from levata_client.terminal.widgets.motion import MotionPace

CRASH_LOG: Final = "crash.log"


class Overrides(Struct, frozen=True, kw_only=True):
    """What was asked for on the command line, before the settings; nothing of it is kept."""

    name: str | None = None
    language: str | None = None
    theme: str | None = None
    animation: str | None = None
    is_ascii: bool = False


class SettingsApp(ThemedApp[int]):
    """An application with settings, which take effect while it runs."""

    CSS_PATH = ["app.tcss", "screens/screens.tcss"]  # type: ignore[assignment]  # noqa: RUF012 - Textual takes a list as well, and only reads it.

    def __init__(self, settings: Settings, wishes: Overrides | None = None) -> None:
        self.settings = settings
        self.wishes = wishes or Overrides()
        super().__init__(
            self.wishes.theme or _theme(settings), Deck(settings.deck), self._glyphs(settings)
        )

    @property
    def user_name(self) -> str:
        """The name that the user plays under."""
        return config.user_name(self.settings, self.wishes.name)

    @property
    def pace(self) -> MotionPace:
        """How fast things move."""
        return MotionPace(self.wishes.animation or self.settings.animation)

    @property
    def hand_order(self) -> HandOrder:
        """How hands are laid out."""
        return HandOrder(self.settings.hand_order)

    def change_setting(self, key: str, value: str) -> None:
        """Put a setting into force and keep it."""
        if getattr(self.settings, key) == value:
            return
        self.settings = config.change(self.settings, key, value)
        self.wishes = _without(self.wishes, key)
        try:
            config.save(self.settings)
        except OSError as error:
            self.say(
                _("The settings cannot be kept: {reason}").format(
                    reason=clean_text(error.strerror or str(error))
                ),
                is_bad=True,
            )
        self._put_into_force(key)

    def _put_into_force(self, key: str) -> None:
        settings = self.settings
        match key:
            case "theme":
                self.theme = choose_theme(
                    _theme(settings), self.console.color_system, self.no_color
                )
            case "deck":
                self.deck = Deck(settings.deck)
            case "suits":
                self.glyphs = self._glyphs(settings)
            case "language":
                activate(
                    choose_language(
                        None if settings.language == "auto" else settings.language,
                        None,
                        os.environ,
                    )
                )
            case _:
                pass
        self.retell()

    def retell(self) -> None:
        """Show everything anew."""
        for screen in self.screen_stack:
            if isinstance(screen, LiveTable):
                screen.pace = self.pace
                screen.order = self.hand_order
                screen.retell()
            elif isinstance(screen, FramedScreen):
                _redraw(screen)  # pyright: ignore[reportUnknownArgumentType] - any result

    def _glyphs(self, settings: Settings) -> GlyphMode:
        if self.wishes.is_ascii:
            return GlyphMode.ASCII
        return GlyphMode.LETTERS if settings.suits == "letters" else GlyphMode.UNICODE

    def say(self, text: str, is_bad: bool = False) -> None:
        """Say something on the screen in front."""
        screen = self.screen
        for candidate in [screen, *reversed(self.screen_stack)]:
            if isinstance(candidate, LiveTable | FramedScreen):
                candidate.say(text, is_bad)  # pyright: ignore[reportUnknownMemberType] - any result
                return

    def ring(self) -> None:
        """Ring because it is the user's turn, if he wants that."""
        bell = self.settings.bell
        if bell == "always" or (bell == "away" and not self.app_focus):
            self.bell()

    def _fatal_error(self) -> None:
        """End after a fault of ours: the details go to a file, the user gets one paragraph."""
        path = paths.log_dir() / CRASH_LOG
        details = traceback.format_exc()
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(path, details.encode("utf-8", "replace"))
        except OSError:
            self.panic(details)
            return
        self.panic(
            _(
                "Levata had to end because of a fault of its own; this should not have happened. "
                "Your seat is kept: start again to go on. The details are in {path}"
            ).format(path=path)
        )


def _redraw(screen: Screen[object]) -> None:
    if isinstance(screen, FramedScreen):
        screen.redraw()  # pyright: ignore[reportUnknownMemberType] - any result


def _theme(settings: Settings) -> str | None:
    return None if settings.theme == "auto" else settings.theme


def _without(wishes: Overrides, key: str) -> Overrides:
    """Return the wishes without one that the user has just changed."""
    return Overrides(
        name=None if key == "name" else wishes.name,
        language=None if key == "language" else wishes.language,
        theme=None if key == "theme" else wishes.theme,
        animation=None if key == "animation" else wishes.animation,
        is_ascii=wishes.is_ascii and key != "suits",
    )
