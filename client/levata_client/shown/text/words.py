"""Styled text as plain values, so that what is said can be made and tested without a terminal.

`Words` is a tuple of `Part`: text with the style it is drawn in. Styles are texts in Textual's
notation whose ``$names`` are variables of the theme; all of them are constants of this module.
Nothing here is markup: a text is shown as it is, whoever wrote it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from string import Formatter
from typing import Final, NamedTuple, TypeAlias

from levata.cards import RANKS, Card, rank_of, suit_of
from levata_client.shown.text.glyphs import NO_TRUMP_GLYPH, SUIT_GLYPHS

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
