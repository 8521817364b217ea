"""The glyphs we draw, and what stands for them where a terminal cannot show them.

Everything is composed from the glyphs of `WHITELIST`, all one cell wide and none of them an emoji.
Just before it is drawn, text is translated to the `GlyphMode` in force, glyph by glyph, so that no
translation ever changes a width.
"""

from __future__ import annotations

import unicodedata
from enum import StrEnum
from typing import Final

from rich.cells import cell_len

from levata.cards import CLUBS, DIAMONDS, HEARTS, SPADES


class GlyphMode(StrEnum):
    """Which characters the terminal of the user can show."""

    UNICODE = "unicode"
    LETTERS = "letters"
    """Suits as letters, for fonts whose suits are too wide or missing."""
    ASCII = "ascii"


SUIT_GLYPHS: Final = {CLUBS: "♣", DIAMONDS: "♦", HEARTS: "♥", SPADES: "♠"}
NO_TRUMP_GLYPH: Final = "–"

MADE: Final = "✓"
MISSED: Final = "✗"
FILLED_PIP: Final = "●"
EMPTY_PIP: Final = "○"
TURN_MARK: Final = "▸"
WINNER_MARK: Final = "★"
CARD_BACK: Final = "▌"
EDGE: Final = "▌"
RULE: Final = "▏"
WEAVE: Final = "░"
POINT: Final = "◆"
AGAIN: Final = "↺"
ARROW: Final = "→"
NOT_NOW: Final = "·"
ELLIPSIS: Final = "…"
SLOW_LINK: Final = "◐"

_SUIT_LETTERS: Final = {"♣": "C", "♦": "D", "♥": "H", "♠": "S"}
_ASCII: Final = {
    **_SUIT_LETTERS,
    "✓": "v",
    "✗": "x",
    "●": "#",
    "○": ".",
    "◐": "~",
    "▸": ">",
    "◂": "<",
    "★": "*",
    "▌": "|",
    "▏": "|",
    "░": ":",
    "▓": "#",
    "◆": "*",
    "↺": "@",
    "→": ">",
    "←": "<",
    "↑": "^",
    "↓": "v",
    "·": ".",
    "…": ".",
    "±": "+",
    "—": "-",
    "–": "-",
    "─": "-",
    "│": "|",
    "╭": "+",
    "╮": "+",
    "╰": "+",
    "╯": "+",
    "┼": "+",
    "┏": "+",
    "┓": "+",
    "┗": "+",
    "┛": "+",
    "╍": "-",
    "╏": ":",
}
WHITELIST: Final = frozenset(_ASCII)
"""Every glyph beyond ASCII that may be drawn, apart from letters and braille."""

_LETTERS_TABLE: Final = str.maketrans(_SUIT_LETTERS)
_ASCII_TABLE: Final = str.maketrans(_ASCII)


def translate(text: str, mode: GlyphMode) -> str:
    """Return the text as the terminal can show it; its width in cells never changes.

    >>> translate("♥ ✗", GlyphMode.LETTERS), translate("♥ ✗ Dănuț", GlyphMode.ASCII)
    ('H ✗', 'H x Danut')
    """
    if mode is GlyphMode.UNICODE or text.isascii():
        return text
    if mode is GlyphMode.LETTERS:
        return text.translate(_LETTERS_TABLE)
    text = text.translate(_ASCII_TABLE)
    return text if text.isascii() else "".join(_ascii_letter(letter) for letter in text)


def _ascii_letter(letter: str) -> str:
    if letter.isascii():
        return letter
    if "\u2800" <= letter <= "\u28ff":
        return " " if letter == "\u2800" else "*"
    base = unicodedata.normalize("NFKD", letter)[0]
    return (base if base.isascii() and base.isprintable() else "?") * cell_len(letter)
