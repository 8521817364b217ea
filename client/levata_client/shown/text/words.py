"""Text with roles as plain values, so that what is said can be made and tested without a front end.

`Words` is a tuple of `Part`: text with the role it plays. What a role looks like is the business of
the front end: a colour, a weight, a voice, or nothing. Nothing here is markup: a text is shown as
it is, whoever wrote it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from enum import StrEnum
from string import Formatter
from typing import Final, NamedTuple, NewType, TypeAlias

from levata.cards import RANKS, Card, rank_of, suit_of
from levata_client.shown.text.glyphs import NO_TRUMP_GLYPH, SUIT_GLYPHS


class Role(StrEnum):
    """What a piece of text is, which decides how a front end shows it."""

    PLAIN = "plain"
    STRONG = "strong"
    """It matters more than what stands around it: figures, names of things."""
    MUTED = "muted"
    """It matters less: explanations, what is over."""
    FAINT = "faint"
    """Decoration: rules between columns, places where nothing is."""
    ACCENT = "accent"
    """It belongs to what happens now."""
    TITLE = "title"
    CHIP = "chip"
    """A small label on a ground of its own."""
    GOOD = "good"
    BAD = "bad"
    ALERT = "alert"
    """It must be seen: refusals, a lost connection."""
    STRUCK = "struck"
    """It cannot be chosen."""
    LOG = "log"
    """What happened, between what people say."""
    NAME = "name"
    """What somebody is called."""
    BACKS = "backs"
    """Cards lying face down, as a row of small backs."""
    CLUBS = "clubs"
    DIAMONDS = "diamonds"
    HEARTS = "hearts"
    SPADES = "spades"
    SERIES_0 = "series-0"
    SERIES_1 = "series-1"
    SERIES_2 = "series-2"
    SERIES_3 = "series-3"
    SERIES_4 = "series-4"
    SERIES_5 = "series-5"


# The roles that sentences use, by their bare names.
PLAIN: Final = Role.PLAIN
STRONG: Final = Role.STRONG
MUTED: Final = Role.MUTED
FAINT: Final = Role.FAINT
ACCENT: Final = Role.ACCENT
TITLE: Final = Role.TITLE
CHIP: Final = Role.CHIP
GOOD: Final = Role.GOOD
BAD: Final = Role.BAD
ALERT: Final = Role.ALERT
STRUCK: Final = Role.STRUCK
LOG: Final = Role.LOG
NAME: Final = Role.NAME
BACKS: Final = Role.BACKS
SUITS: Final = (Role.CLUBS, Role.DIAMONDS, Role.HEARTS, Role.SPADES)
"""The role of each suit."""
SERIES: Final = (
    Role.SERIES_0, Role.SERIES_1, Role.SERIES_2, Role.SERIES_3, Role.SERIES_4, Role.SERIES_5,
)  # fmt: skip
"""One role per seat or side: lines of charts, edges of plates."""

OwnStyle = NewType("OwnStyle", str)
"""A style in the notation of one front end, for what that front end alone draws."""


class Part(NamedTuple):
    """A piece of text in one role."""

    text: str
    role: Role | OwnStyle = Role.PLAIN
    action: str = ""
    """For a text with ``{key}`` that tells how this action is done, see `how_to`."""
    otherwise: str = ""
    """What stands in its place where no key is told."""


Words: TypeAlias = tuple[Part, ...]
Piece: TypeAlias = "str | int | Part | Words"

_FORMATTER: Final = Formatter()
_SUITED: Final = re.compile("(?:10|[2-9AKQJ])?[♣♦♥♠]")
_SUIT_OF_GLYPH: Final = {glyph: suit for suit, glyph in SUIT_GLYPHS.items()}


def words(*pieces: Piece, role: Role | OwnStyle = PLAIN) -> Words:
    """Return the pieces as one text; those without a role of their own get ``role``.

    >>> [(part.text, str(part.role)) for part in words("took ", Part("3", STRONG), role=MUTED)]
    [('took ', 'muted'), ('3', 'strong')]
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
        part._replace(role=role) if part.role is PLAIN else part for part in parts if part.text
    )


def fill(template: str, role: Role = PLAIN, **values: Piece) -> Words:
    """Return a translated sentence with its ``{names}`` replaced by pieces.

    >>> plain(fill("{name} took {count}", name=Part("Ana", NAME), count=2))
    'Ana took 2'
    """
    pieces: list[Piece] = []
    for literal, field, _, _ in _FORMATTER.parse(template):
        pieces.append(literal)
        if field is not None:
            pieces.append(values[field])
    return words(*pieces, role=role)


def join(separator: Piece, texts: Iterable[Piece]) -> Words:
    """Return the texts with a separator between them."""
    pieces: list[Piece] = []
    for text in texts:
        if pieces:
            pieces.append(separator)
        pieces.append(text)
    return words(*pieces)


def plain(text: Words) -> str:
    """Return the text without its roles, and without the keys that only some front ends tell."""
    return "".join(part.otherwise if part.action else part.text for part in text)


def how_to(action: str, template: str, otherwise: str = "", role: Role = PLAIN) -> Words:
    """Return a clause that tells by which ``{key}`` an action is done, the key in a role.

    The sentence around it must be whole with ``otherwise`` in its place: a front end fills in its
    keys with `with_keys`, or tells none.

    >>> said = words("leave the cards", how_to("leave", " with {key}"))
    >>> plain(said), plain(with_keys(said, {"leave": "p"})), plain(with_keys(said, {}))
    ('leave the cards', 'leave the cards with p', 'leave the cards')
    """
    before, key, after = template.partition("{key}")
    return words(
        Part(before, action=action), Part(key, role, action, otherwise), Part(after, action=action)
    )


def with_keys(text: Words, keys: Mapping[str, str]) -> Words:
    """Return the text with the keys of actions filled in, and nothing said of other keys."""
    return words(*(_keyed(part, keys) if part.action else part for part in text))


def _keyed(part: Part, keys: Mapping[str, str]) -> Part:
    if part.action not in keys:
        return Part(part.otherwise, part.role)
    return Part(part.text.replace("{key}", keys[part.action]), part.role)


def suit_words(suit: int) -> Words:
    """Return the glyph of a suit in its role; a dash for no trump."""
    if suit not in SUIT_GLYPHS:
        return (Part(NO_TRUMP_GLYPH, STRONG),)
    return (Part(SUIT_GLYPHS[suit], SUITS[suit]),)


def tinted(text: str) -> Words:
    """Return a plain sentence with its cards and suits in their roles.

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
