"""Styled text as plain values, so that what is said can be made and tested without a terminal.

`Words` is a tuple of `Part`: text with the style it is drawn in. Styles are texts in Textual's
notation whose ``$names`` are variables of the theme; all of them are constants of this module.
Nothing here is markup: a text is shown as it is, whoever wrote it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from string import Formatter
from typing import Final, NamedTuple, TypeAlias

from rich.cells import cell_len, set_cell_size

from levata.cards import RANKS, Card, rank_of, suit_of
from levata_client.shown.text.glyphs import ELLIPSIS, NO_TRUMP_GLYPH, SUIT_GLYPHS

PLAIN: Final = ""
STRONG: Final = "bold"
MUTED: Final = "$muted"
FAINT: Final = "$faint"
ACCENT: Final = "$accent"
TITLE: Final = "bold $accent"
CHIP: Final = "bold $chip-ink on $accent"
GOOD: Final = "$good"
BAD: Final = "$bad"
ALERT: Final = "bold $bad"
STRUCK: Final = "strike $muted"
LOG: Final = "italic $muted"
NAME: Final = "bold $name"
BACKS: Final = "$backs"
GROUNDS: Final = ("$plate", "$plate-turn")
"""Grounds that a whole row may stand on."""
SUITS: Final = ("bold $glow-clubs", "bold $glow-diamonds", "bold $glow-hearts", "bold $glow-spades")
"""Suits on dark ground, by suit."""
SERIES: Final = tuple(f"$series-{number}" for number in range(6))
"""One colour per seat, for charts."""

WORD_STYLES: Final = (
    PLAIN, STRONG, MUTED, FAINT, ACCENT, TITLE, CHIP, GOOD, BAD, ALERT, STRUCK, LOG, NAME, BACKS,
    *SUITS, *SERIES,
)  # fmt: skip


class Part(NamedTuple):
    """A piece of text in one style."""

    text: str
    style: str = PLAIN


Words: TypeAlias = tuple[Part, ...]
Piece: TypeAlias = "str | int | Part | Words"

_FORMATTER: Final = Formatter()
_SUITED: Final = re.compile("(?:10|[2-9AKQJ])?[♣♦♥♠]")
_SUIT_OF_GLYPH: Final = {glyph: suit for suit, glyph in SUIT_GLYPHS.items()}


def words(*pieces: Piece, style: str = PLAIN) -> Words:
    """Return the pieces as one text; those without a style of their own get ``style``.

    >>> words("took ", Part("3", STRONG))
    (Part(text='took ', style=''), Part(text='3', style='bold'))
    """
    parts: list[Part] = []
    for piece in pieces:
        if isinstance(piece, str | int):
            parts.append(Part(str(piece)))
        elif isinstance(piece, Part):
            parts.append(piece)
        else:
            parts.extend(piece)
    return tuple(
        Part(part.text, part.style or style) if style else part for part in parts if part.text
    )


def fill(template: str, style: str = PLAIN, **values: Piece) -> Words:
    """Return a translated sentence with its ``{names}`` replaced by styled pieces.

    >>> plain(fill("{name} took {count}", name=Part("Ana", NAME), count=2))
    'Ana took 2'
    """
    pieces: list[Piece] = []
    for literal, field, _, _ in _FORMATTER.parse(template):
        pieces.append(literal)
        if field is not None:
            pieces.append(values[field])
    return words(*pieces, style=style)


def on_ground(text: Words, ground: str) -> Words:
    """Return the text on a ground of its own.

    >>> on_ground((Part("Chat", TITLE),), "$plate")
    (Part(text='Chat', style='bold $accent on $plate'),)
    """
    return tuple(
        part if " on " in part.style else Part(part.text, f"{part.style} on {ground}".strip())
        for part in text
    )


def join(separator: Piece, texts: Iterable[Piece]) -> Words:
    """Return the texts with a separator between them."""
    pieces: list[Piece] = []
    for text in texts:
        if pieces:
            pieces.append(separator)
        pieces.append(text)
    return words(*pieces)


def plain(text: Words) -> str:
    """Return the text without its styles."""
    return "".join(part.text for part in text)


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
            parts.append(Part(set_cell_size(part.text, room).rstrip() + ELLIPSIS, part.style))
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
        row.append(Part(blank, word[-1].style if word else PLAIN))
        room -= length + cell_len(blank)
    if row:
        rows.append(_strip_end(row))
    return tuple(rows)


def flow(
    widths: Sequence[int], room: int, breaks: Collection[int] = (), gap: int = 2
) -> tuple[tuple[int, int], ...]:
    """Return column and row of pieces set one after the other in rows of ``room`` cells.

    ``breaks`` are the pieces that begin a row.

    >>> flow((3, 4, 3), 10), flow((3, 4, 3), 20, {1})
    (((0, 0), (5, 0), (0, 1)), ((0, 0), (0, 1), (6, 1)))
    """
    places: list[tuple[int, int]] = []
    x = y = 0
    for index, width in enumerate(widths):
        if x and (x + width > room or index in breaks):
            x, y = 0, y + 1
        places.append((x, y))
        x += width + gap
    return tuple(places)


def _split_words(text: Words) -> list[tuple[Words, str]]:
    """Return the words of a text, each with the blank behind it; a word may have many styles."""
    found: list[tuple[Words, str]] = []
    word: list[Part] = []
    for part in text:
        *ended, last = part.text.split(" ")
        for piece in ended:
            found.append((words(*word, Part(piece, part.style)), " "))
            word = []
        word.append(Part(last, part.style))
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
            rows[-1].append(Part(letter, part.style))
            room -= cell_len(letter)
    return [_joined(row) for row in rows]


def _joined(row: Iterable[Part]) -> Words:
    """Return the parts with neighbours of one style made one."""
    parts: list[Part] = []
    for part in row:
        if parts and parts[-1].style == part.style:
            parts[-1] = Part(parts[-1].text + part.text, part.style)
        else:
            parts.append(part)
    return tuple(parts)


def _strip_end(row: Sequence[Part]) -> Words:
    *start, last = _joined(part for part in row if part.text) or (Part(""),)
    return words(*start, Part(last.text.rstrip(" "), last.style))


def suit_words(suit: int) -> Words:
    """Return the glyph of a suit in its colour; a dash for no trump."""
    if suit not in SUIT_GLYPHS:
        return (Part(NO_TRUMP_GLYPH, STRONG),)
    return (Part(SUIT_GLYPHS[suit], SUITS[suit]),)


def tinted(text: str) -> Words:
    """Return a plain sentence with its cards and suits in their colours.

    >>> [part.text for part in tinted("follow 10♥ now")]
    ['follow ', '10♥', ' now']
    """
    parts: list[Part] = []
    end = 0
    for match in _SUITED.finditer(text):
        parts.append(Part(text[end : match.start()]))
        parts.append(Part(match[0], SUITS[_SUIT_OF_GLYPH[match[0][-1]]]))
        end = match.end()
    return words(*parts, text[end:])


def rank_text(card: Card) -> str:
    """Return the rank as it stands on a card: ``10`` for a ten.

    >>> rank_text(32), rank_text(51)
    ('10', 'A')
    """
    rank = RANKS[rank_of(card)]
    return "10" if rank == "T" else rank


def card_words(card: Card) -> Words:
    """Return a card as it is named in a sentence, such as ``10♥``."""
    suit = suit_of(card)
    return (Part(rank_text(card) + SUIT_GLYPHS[suit], SUITS[suit]),)
