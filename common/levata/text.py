"""The one place where text from other people is made safe to show.

Names, chat lines and table titles may reach terminals, logs and files of others, so control codes,
direction marks, zero-width characters and other invisible code points never get past here.
"""

from __future__ import annotations

import unicodedata
from typing import Final

from levata.errors import RequestError

NAME_LENGTH: Final = 24
"""Longest name of a person or a table, in characters."""
CHAT_LENGTH: Final = 300
"""Longest chat line, in characters."""
_MARKS_IN_A_ROW: Final = 2
"""More combining marks on one letter than any language here needs only paint over neighbours."""
_HIDDEN_MARKS: Final = "\u034f\u17b4\u17b5"
"""Marks by category, but drawn as nothing."""
_BLANK_LETTERS: Final = "\u115f\u1160\u3164\uffa0\u2800"
"""Letters by category, but drawn as nothing."""


def clean_text(text: str) -> str:
    """Return the text on one line without anything invisible or that moves other text.

    >>> clean_text("A\\x1b[31mna \\u202e \\u200b B")
    'A[31mna B'
    """
    kept: list[str] = []
    marks = 0
    for character in unicodedata.normalize("NFC", text):
        category = unicodedata.category(character)
        if category == "Mn":
            marks += 1
            # A mark needs a letter before it.
            has_letter = bool(kept) and kept[-1] != " "
            if has_letter and marks <= _MARKS_IN_A_ROW and not _is_hidden_mark(character):
                kept.append(character)
        elif category.startswith("Z") or character in "\t\n\r":
            marks = 0
            kept.append(" ")
        elif not category.startswith("C") and category != "Me" and character not in _BLANK_LETTERS:
            marks = 0
            kept.append(character)
    # A letter and a mark may have come together only now.
    return " ".join(unicodedata.normalize("NFC", "".join(kept)).split())


def _is_hidden_mark(character: str) -> bool:
    """Return whether a mark is drawn as nothing, or changes the width of a glyph."""
    return character in _HIDDEN_MARKS or "VARIATION SELECTOR" in unicodedata.name(character, "")


def clean_name(text: str) -> str:
    """Return a name that can be shown anywhere.

    Raises:
        RequestError: ``name_empty`` or ``name_too_long`` (with the limit in characters).
    """
    if len(text) > 8 * NAME_LENGTH:
        raise RequestError("name_too_long", NAME_LENGTH)
    name = clean_text(text)
    if not name:
        raise RequestError("name_empty")
    if len(name) > NAME_LENGTH:
        raise RequestError("name_too_long", NAME_LENGTH)
    return name


def clean_chat(text: str) -> str:
    """Return a chat line that can be shown anywhere.

    Raises:
        RequestError: ``chat_empty`` or ``chat_too_long`` (with the limit in characters).
    """
    if len(text) > CHAT_LENGTH:
        raise RequestError("chat_too_long", CHAT_LENGTH)
    line = clean_text(text)
    if not line:
        raise RequestError("chat_empty")
    return line
