"""Styled text in the cells of a terminal: how wide it is, how it is cut, padded and broken.

Used by the two front ends that live in a terminal, the full screen and the line mode.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.cells import cell_len, set_cell_size

from levata_client.shown.text.glyphs import ELLIPSIS
from levata_client.shown.text.words import PLAIN, Part, Words, words


def width_of(text: Words) -> int:
    """Return the width in cells."""
    return sum(cell_len(part.text) for part in text)


def cut(text: Words, width: int) -> Words:
    """Return the text cut to at most ``width`` cells, with an ellipsis if anything is lost."""
    if width_of(text) <= width:
        return text
    if width <= 0:
        return ()
    room = width - 1
    parts: list[Part] = []
    for part in text:
        if cell_len(part.text) > room:
            parts.append(Part(set_cell_size(part.text, room).rstrip() + ELLIPSIS, part.role))
            break
        parts.append(part)
        room -= cell_len(part.text)
    return tuple(parts)


def pad(text: Words, width: int, align: str = "left") -> Words:
    """Return the text in exactly ``width`` cells, cut or padded; ``align`` left, right, center."""
    text = cut(text, width)
    missing = width - width_of(text)
    if missing <= 0:
        return text
    left = {"left": 0, "right": missing, "center": missing // 2}[align]
    return words(" " * left, text, " " * (missing - left))


def spread(left: Words, right: Words, width: int) -> Words:
    """Return one row of ``width`` cells with a text at each end; the left one gives way."""
    right = cut(right, width)
    room = width - width_of(right)
    return words(
        pad(left, room - 1 if right and room else room), " " if right and room else "", right
    )


def wrap(text: Words, width: int) -> tuple[Words, ...]:
    """Return the text broken into rows of at most ``width`` cells, at blanks where possible."""
    rows: list[Words] = []
    row: list[Part] = []
    room = width
    for word, blank in _split_words(text):
        length = width_of(word)
        if length > room and row:
            rows.append(_strip_end(row))
            row, room = [], width
        if length > width:
            *full, word = _chop(word, width)
            rows.extend(full)
            length = width_of(word)
        row.extend(word)
        row.append(Part(blank, word[-1].role if word else PLAIN))
        room -= length + cell_len(blank)
    if row:
        rows.append(_strip_end(row))
    return tuple(rows)


def _split_words(text: Words) -> list[tuple[Words, str]]:
    """Return the words of a text, each with the blank behind it; a word may have many roles."""
    found: list[tuple[Words, str]] = []
    word: list[Part] = []
    for part in text:
        *ended, last = part.text.split(" ")
        for piece in ended:
            found.append((words(*word, Part(piece, part.role)), " "))
            word = []
        word.append(Part(last, part.role))
    rest = words(*word)
    return [*found, (rest, "")] if rest else found


def _chop(word: Words, width: int) -> list[Words]:
    """Return a word that is too long in pieces of at most ``width`` cells."""
    rows: list[list[Part]] = [[]]
    room = width
    for part in word:
        for letter in part.text:
            if cell_len(letter) > room:
                rows.append([])
                room = width
            rows[-1].append(Part(letter, part.role))
            room -= cell_len(letter)
    return [_joined(row) for row in rows]


def _joined(row: Iterable[Part]) -> Words:
    """Return the parts with neighbours of one role made one."""
    parts: list[Part] = []
    for part in row:
        if parts and parts[-1].role == part.role:
            parts[-1] = Part(parts[-1].text + part.text, part.role)
        else:
            parts.append(part)
    return tuple(parts)


def _strip_end(row: Sequence[Part]) -> Words:
    *start, last = _joined(part for part in row if part.text) or (Part(""),)
    return words(*start, Part(last.text.rstrip(" "), last.role))
