"""How the user wants it: the settings that he keeps, and before them what the command line says."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from levata.cards import HandOrder
from levata.text import clean_text
from levata_client import config
from levata_client.config import Settings
from levata_client.glyph_modes import GlyphMode
from levata_client.shown.text.language import _, activate, choose_language
from levata_client.terminal.drawing.motion import MotionPace
from levata_client.terminal.themes import Deck


class Overrides(Struct, frozen=True, kw_only=True):
    """What was asked for on the command line, before the settings; nothing of it is kept."""

    name: str | None = None
    language: str | None = None
    theme: str | None = None
    animation: str | None = None
    is_ascii: bool = False


_ENDED_BY: Final[Mapping[str, Mapping[str, object]]] = {
    "name": {"name": None},
    "language": {"language": None},
    "theme": {"theme": None},
    "animation": {"animation": None},
    "suits": {"is_ascii": False},
}
"""What of the command line no longer counts, by the setting that the user changes."""


class Preferences:
    """The settings in force.

    ``changed`` is called with the name of each setting that has come into force, ``fail`` with a
    sentence where a setting cannot be kept for the next run.
    """

    def __init__(
        self,
        settings: Settings,
        overrides: Overrides | None = None,
        *,
        changed: Callable[[str], None],
        fail: Callable[[str], None],
    ) -> None:
        self.settings = settings
        self.overrides = overrides or Overrides()
        self._changed = changed
        self._fail = fail

    @property
    def user_name(self) -> str:
        """The name that the user plays under."""
        return config.user_name(self.settings, self.overrides.name)

    @property
    def pace(self) -> MotionPace:
        """How fast things move."""
        return MotionPace(self.overrides.animation or self.settings.animation)

    @property
    def hand_order(self) -> HandOrder:
        """How hands are laid out."""
        return HandOrder(self.settings.hand_order)

    @property
    def theme(self) -> str | None:
        """The look; None for the one that suits the terminal best."""
        theme = self.settings.theme
        return self.overrides.theme or (None if theme == "auto" else theme)

    @property
    def deck(self) -> Deck:
        """How suits are coloured."""
        return Deck(self.settings.deck)

    @property
    def glyphs(self) -> GlyphMode:
        """What stands for suits and frames."""
        if self.overrides.is_ascii:
            return GlyphMode.ASCII
        return GlyphMode.LETTERS if self.settings.suits == "letters" else GlyphMode.UNICODE

    def wants_bell(self, has_focus: bool) -> bool:
        """Whether the user wants a sound now; ``has_focus`` is whether he looks at the window."""
        bell = self.settings.bell
        return bell == "always" or (bell == "away" and not has_focus)

    def change_setting(self, key: str, value: str) -> None:
        """Put a setting into force and keep it.

        Raises:
            ValueError: the setting cannot have this value.
        """
        if getattr(self.settings, key) == value:
            return
        self.settings = config.change(self.settings, key, value)
        self.overrides = replace(self.overrides, **_ENDED_BY.get(key, {}))
        try:
            config.save(self.settings)
        except OSError as error:
            reason = clean_text(error.strerror or str(error))
            self._fail(_("The settings cannot be kept: {reason}").format(reason=reason))
        if key == "language":
            language = None if value == "auto" else value
            activate(choose_language(language, None, os.environ))
        self._changed(key)
