"""What stands for our glyphs where a terminal cannot show them.

Just before a text is drawn it is translated to the `GlyphMode` in force, glyph by glyph, so that no
translation ever changes a width. Only glyphs of the `WHITELIST` may be drawn.
"""

from __future__ import annotations

import unicodedata
from enum import StrEnum
from typing import Final

from rich.cells import cell_len


class GlyphMode(StrEnum):
    """Which characters the terminal of the user can show."""

    UNICODE = "unicode"
    LETTERS = "letters"
    """Suits as letters, for fonts whose suits are too wide or missing."""
    ASCII = "ascii"


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
