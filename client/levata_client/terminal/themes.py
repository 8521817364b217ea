"""Palettes: one per kind of terminal, with the colours of cards and suits as theme variables.

A palette is a Textual theme. What depends on the deck as well (four colours, two, colour-blind)
are variables too, so changing the deck changes no widget: see `card_variables` and `ThemedApp`.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path
from typing import Final, Generic, NamedTuple, TypeVar

from textual.app import App
from textual.color import Color
from textual.reactive import reactive
from textual.theme import Theme

from levata_client.glyph_modes import GlyphMode

ReturnType = TypeVar("ReturnType")


class Deck(StrEnum):
    """How suits are coloured."""

    FOUR = "four"
    """Spades black, hearts red, diamonds blue, clubs green."""
    CLASSIC = "classic"
    """Black and red."""
    COLOUR_BLIND = "colour-blind"
    """Colours that stay apart for red-green and blue-yellow blindness."""


class Palette(NamedTuple):
    """The colours of one look; grounds first, then what is drawn on them, then the cards."""

    ground: str
    """The felt."""
    panel: str
    """Plates and title rows."""
    side: str
    bar: str
    """The footer."""
    turn: str
    """The plate whose turn it is, and the current row of the sheet."""
    text: str
    muted: str
    faint: str
    """Rules and slots: decoration."""
    accent: str
    chip_ink: str
    """Text on the accent colour."""
    good: str
    bad: str
    name: str
    backs: str
    paper: str
    dim: str
    warm: str
    """The card that wins, and the one under the pointer."""
    back: str
    weave: str
    inks: tuple[str, str, str, str]
    """Clubs, diamonds, hearts, spades on paper."""
    glows: tuple[str, str, str, str]
    """Clubs, diamonds, hearts, spades on the grounds."""
    series: tuple[str, str, str, str, str, str]
    is_dark: bool = True


_INKS: Final = ("#0b6b43", "#0a5aa8", "#b8261a", "#16181d")
_GLOWS: Final = ("#86e0a5", "#7cc0ff", "#ff8d7d", "#f4f4f0")
_SERIES: Final = ("#ff8d7d", "#7cc0ff", "#86e0a5", "#ffcf5c", "#d8a6ff", "#7fe3e0")

_FELT: Final = Palette(
    ground="#0b2a22", panel="#143f34", side="#0f352b", bar="#081f19", turn="#4f5129",
    text="#f2efe4", muted="#9db8ad", faint="#3d6a5c", accent="#ffcf5c", chip_ink="#1d1a08",
    good="#7fdca0", bad="#ff8a7a", name="#f0b35a", backs="#c98a95",
    paper="#f3eddd", dim="#b7baaf", warm="#ffe9a8", back="#7d2136", weave="#c06a7c",
    inks=_INKS, glows=_GLOWS, series=_SERIES,
)  # fmt: skip
_NIGHT: Final = Palette(
    ground="#121212", panel="#303030", side="#1c1c1c", bar="#080808", turn="#5f5f00",
    text="#ffffff", muted="#b2b2b2", faint="#4e4e4e", accent="#ffd75f", chip_ink="#121212",
    good="#87d787", bad="#ff8787", name="#ffaf5f", backs="#d7875f",
    paper="#ffffd7", dim="#b2b2b2", warm="#ffd787", back="#5f0000", weave="#af5f5f",
    inks=("#005f00", "#005faf", "#af0000", "#080808"),
    glows=("#87d787", "#87d7ff", "#ff8787", "#ffffff"),
    series=("#ff8787", "#87d7ff", "#87d787", "#ffd75f", "#d7afff", "#87d7d7"),
)  # fmt: skip
_SIXTEEN: Final = Palette(
    ground="#000000", panel="#000080", side="#000000", bar="#000080", turn="#555555",
    text="#ffffff", muted="#c0c0c0", faint="#555555", accent="#ffff00", chip_ink="#000000",
    good="#00ff00", bad="#ff8080", name="#00ffff", backs="#c0c0c0",
    paper="#ffffff", dim="#c0c0c0", warm="#ffff00", back="#800000", weave="#c0c0c0",
    inks=("#008000", "#0000ff", "#800000", "#000000"),
    glows=("#00ff00", "#00ffff", "#ff8080", "#ffffff"),
    series=("#ff8080", "#00ffff", "#00ff00", "#ffff00", "#ff00ff", "#ffffff"),
)  # fmt: skip
_MONO: Final = Palette(
    ground="#1c1c1c", panel="#303030", side="#262626", bar="#101010", turn="#585858",
    text="#f4f4f4", muted="#b4b4b4", faint="#5c5c5c", accent="#ffffff", chip_ink="#101010",
    good="#e0e0e0", bad="#d0d0d0", name="#e8e8e8", backs="#a0a0a0",
    paper="#eeeeee", dim="#adadad", warm="#ffffff", back="#4a4a4a", weave="#a8a8a8",
    inks=("#101010", "#101010", "#101010", "#101010"),
    glows=("#f4f4f4", "#f4f4f4", "#f4f4f4", "#f4f4f4"),
    series=("#ffffff", "#d8d8d8", "#b8b8b8", "#f0f0f0", "#c8c8c8", "#a8a8a8"),
)  # fmt: skip
PALETTES: Final[Mapping[str, Palette]] = {
    "felt": _FELT,
    "blue": _FELT._replace(
        ground="#0d2238", panel="#173654", side="#112c48", bar="#091829", turn="#4c4f38",
        muted="#a3b6cc", faint="#3d5c80",
    ),
    "wine": _FELT._replace(
        ground="#2e0f1a", panel="#4a1c2c", side="#3a1522", bar="#200a12", turn="#5f4a26",
        muted="#cfa9b4", faint="#74404f", bad="#ff9c8f", backs="#8fb0c9", back="#1d3b5e",
        weave="#6f93bd",
    ),
    "paper": Palette(
        ground="#e6e0d0", panel="#d3cbb6", side="#dcd5c3", bar="#c9c0a8", turn="#f5dfa0",
        text="#22221c", muted="#4d4b38", faint="#a9a28c", accent="#683e00", chip_ink="#fff7e0",
        good="#14572f", bad="#a01c10", name="#6c3500", backs="#8c3248",
        paper="#fffdf6", dim="#c3bead", warm="#ffe9a8", back="#8c2b40", weave="#d08a99",
        inks=_INKS, glows=("#0b5a38", "#0a4f94", "#a01c10", "#16181d"),
        series=("#a01c10", "#0a4f94", "#0b5a38", "#683e00", "#6a2a91", "#0f5a66"),
        is_dark=False,
    ),
    "night": _NIGHT,
    "sixteen": _SIXTEEN,
    "mono": _MONO,
}  # fmt: skip
"""Every palette, by the name of its theme."""

DEFAULT_THEME: Final = "felt"

_BLIND_INKS: Final = ("#704c21", "#151fc0", "#c01972", "#16181d")
_BLIND_GLOWS: Final = ("#e3ae13", "#499dda", "#ef6174", "#f4f4f0")
_BLIND_NIGHT: Final = (
    ("#005f00", "#0000d7", "#af005f", "#080808"),
    ("#d7af00", "#5fafff", "#ff5f87", "#ffffff"),
)
_SUIT_NAMES: Final = ("clubs", "diamonds", "hearts", "spades")


def card_variables(theme: str, deck: Deck = Deck.FOUR) -> dict[str, str]:
    """Return the theme variables that our styles use, for a theme and a deck.

    A theme that is none of ours, such as the terminal's own colours, gets the sixteen colours.
    """
    palette = PALETTES.get(theme, _SIXTEEN)
    inks, glows = palette.inks, palette.glows
    if deck is Deck.COLOUR_BLIND and theme == "night":
        inks, glows = _BLIND_NIGHT
    elif deck is Deck.COLOUR_BLIND and palette not in (_MONO, _SIXTEEN):
        inks = _BLIND_INKS
        glows = _BLIND_GLOWS if palette.is_dark else _BLIND_INKS
    elif deck is Deck.CLASSIC:
        inks = (inks[3], inks[2], inks[2], inks[3])
        glows = (glows[3], glows[2], glows[2], glows[3])
    variables = {
        "plate": palette.panel,
        "plate-turn": palette.turn,
        "side": palette.side,
        "bar": palette.bar,
        "muted": palette.muted,
        "faint": palette.faint,
        "chip-ink": palette.chip_ink,
        "good": palette.good,
        "bad": palette.bad,
        "name": palette.name,
        "backs": palette.backs,
        "card-paper": palette.paper,
        "card-dim": palette.dim,
        "card-warm": palette.warm,
        "card-back": palette.back,
        "card-weave": palette.weave,
        "card-mark": palette.inks[2],
    }
    for name, ink, glow in zip(_SUIT_NAMES, inks, glows, strict=True):
        variables[f"ink-{name}"] = ink
        variables[f"glow-{name}"] = glow
    for number, colour in enumerate(palette.series):
        variables[f"series-{number}"] = colour
    return variables


def make_theme(name: str) -> Theme:
    """Return the Textual theme of a palette."""
    palette = PALETTES[name]
    return Theme(
        name=name,
        primary=palette.accent,
        secondary=palette.name,
        accent=palette.accent,
        foreground=palette.text,
        background=palette.ground,
        surface=palette.side,
        panel=palette.panel,
        success=palette.good,
        warning=palette.accent,
        error=palette.bad,
        dark=palette.is_dark,
        variables={
            "block-cursor-background": palette.accent,
            "block-cursor-foreground": palette.chip_ink,
            "input-cursor-background": palette.accent,
            "input-cursor-foreground": palette.chip_ink,
            "footer-key-foreground": palette.accent,
        },
    )


def choose_theme(setting: str | None, colour_system: str | None, no_colour: bool = False) -> str:
    """Return the theme to start with: the setting, else the best for the terminal.

    ``colour_system`` is that of `App.console`: ``truecolor``, ``256``, ``standard`` or none.

    >>> choose_theme(None, "256"), choose_theme(None, "standard"), choose_theme("wine", "256")
    ('night', 'sixteen', 'wine')
    """
    if setting:
        return setting
    if no_colour:
        return "mono"
    return {"truecolor": DEFAULT_THEME, "256": "night"}.get(colour_system or "", "sixteen")


def contrast(first: str, second: str) -> float:
    """Return the contrast of two colours as WCAG defines it, 1 to 21.

    >>> round(contrast("#000000", "#ffffff"))
    21
    """
    light, dark = sorted((_luminance(first), _luminance(second)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    def linear(channel: float) -> float:
        return channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4

    red, green, blue = (linear(channel) for channel in Color.parse(colour).normalized)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


class ThemedApp(App[ReturnType], Generic[ReturnType]):
    """An application with our themes, whose deck and glyphs can change while it runs."""

    # Absolute, since a relative one is looked for beside the module of the subclass.
    CSS_PATH = str(Path(__file__).with_name("app.tcss"))

    deck: reactive[Deck] = reactive(Deck.FOUR, init=False)
    glyphs: reactive[GlyphMode] = reactive(GlyphMode.UNICODE, init=False)

    def __init__(
        self,
        theme: str | None = None,
        deck: Deck = Deck.FOUR,
        glyphs: GlyphMode = GlyphMode.UNICODE,
    ) -> None:
        super().__init__()
        for name in PALETTES:
            self.register_theme(make_theme(name))
        self.set_reactive(ThemedApp.deck, deck)
        self.set_reactive(ThemedApp.glyphs, glyphs)
        self.theme = choose_theme(theme, self.console.color_system, self.no_color)

    def get_theme_variable_defaults(self) -> dict[str, str]:
        return card_variables(self.theme, self.deck)

    def watch_deck(self) -> None:
        self.refresh_css(animate=False)

    def watch_glyphs(self) -> None:
        for screen in self.screen_stack:
            for widget in screen.walk_children():
                widget.refresh()
