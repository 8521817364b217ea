"""Card faces: filled rectangles of paper with coloured ink, in seven sizes.

A face is a tuple of rows, each exactly as wide as its size. Borders are not drawn, so nothing can
be out of line with a suit glyph that a terminal draws too wide.
"""

from __future__ import annotations

from enum import Enum
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

from levata.cards import NO_CARD, RANKS, Card, rank_of, suit_of
from levata_client.shown.text.glyphs import RULE, SUIT_GLYPHS, WEAVE, WINNER_MARK
from levata_client.shown.text.words import FAINT, OwnStyle, Part, Role, Words, rank_text


class Size(NamedTuple):
    """Width and height of a card in cells."""

    width: int
    height: int


MINI: Final = Size(3, 1)
TINY: Final = Size(4, 2)
SMALL: Final = Size(5, 3)
MEDIUM: Final = Size(6, 4)
LARGE: Final = Size(7, 5)
HUGE: Final = Size(9, 6)
GIANT: Final = Size(11, 7)
SIZES: Final = (MINI, TINY, SMALL, MEDIUM, LARGE, HUGE, GIANT)

Face: TypeAlias = tuple[Words, ...]


class CardLook(Enum):
    """How a card lies on the table: one style, one meaning."""

    PLAIN = "plain"
    DIM = "dim"
    """The rules refuse it now."""
    WINNER = "winner"
    """It wins the trick so far."""
    WARM = "warm"
    """It is under the pointer or the cursor."""


_PAPERS: Final = {
    CardLook.PLAIN: "$card-paper",
    CardLook.DIM: "$card-dim",
    CardLook.WINNER: "$card-warm",
    CardLook.WARM: "$card-warm",
}
_INK_NAMES: Final = ("$ink-clubs", "$ink-diamonds", "$ink-hearts", "$ink-spades")
_BACK_STYLE: Final = OwnStyle("$card-weave on $card-back")

_COURTS: Final = frozenset("JQK")
_PIPS: Final[dict[str, tuple[tuple[int, ...], ...]]] = {
    "2": ((5,), (), (), (), (5,)),
    "3": ((5,), (), (5,), (), (5,)),
    "4": ((3, 7), (), (), (), (3, 7)),
    "5": ((3, 7), (), (5,), (), (3, 7)),
    "6": ((3, 7), (), (3, 7), (), (3, 7)),
    "7": ((3, 7), (5,), (3, 7), (), (3, 7)),
    "8": ((3, 7), (5,), (3, 7), (5,), (3, 7)),
    "9": ((3, 7), (3, 7), (5,), (3, 7), (3, 7)),
    "T": ((3, 7), (3, 5, 7), (), (3, 5, 7), (3, 7)),
    "A": ((), (), (5,), (), ()),
}
"""Columns of the pips in the five rows between the corners of a `GIANT` card."""
_COURT_FRAME: Final = ("╭───╮", "│   │", "│   │", "│   │", "╰───╯")


def card_style(card: Card, look: CardLook) -> OwnStyle:
    """Return the style of the ink of a card on its paper."""
    weight = "" if look is CardLook.DIM else "bold "
    return OwnStyle(f"{weight}{_INK_NAMES[suit_of(card)]} on {_PAPERS[look]}")


@lru_cache(maxsize=2048)
def draw_card(card: Card, size: Size, look: CardLook = CardLook.PLAIN) -> Face:
    """Return the face of a card; `NO_CARD` is a back."""
    if card == NO_CARD:
        return draw_back(size)
    style = card_style(card, look)
    return tuple((Part(row, style),) for row in _rows(card, size, look is CardLook.WINNER))


def draw_edge(card: Card, size: Size, look: CardLook = CardLook.PLAIN) -> Face:
    """Return a card of which others cover most: its left edge with the corner beside it."""
    if card == NO_CARD:
        return draw_back(size)
    style = card_style(card, look)
    corner = f"{RULE}{rank_text(card)}{SUIT_GLYPHS[suit_of(card)]}"
    rows = [corner, *[RULE] * (size.height - 1)]
    return tuple((Part(row[: size.width].ljust(size.width), style),) for row in rows)


def draw_back(size: Size) -> Face:
    """Return the back of a card."""
    return ((Part(WEAVE * size.width, _BACK_STYLE),),) * size.height


def draw_slot(size: Size, role: Role = FAINT) -> Face:
    """Return the dashed outline of a place where a card will lie."""
    width, height = size
    if height < 2:
        return ((Part("·" * width, role),),)
    inside = width - 2
    rows = ["┏" + "╍" * inside + "┓"]
    rows.extend("╏" + " " * inside + "╏" for _ in range(height - 2))
    rows.append("┗" + "╍" * inside + "┛")
    return tuple((Part(row, role),) for row in rows)


def _rows(card: Card, size: Size, is_winner: bool) -> list[str]:
    rank, suit = rank_text(card), SUIT_GLYPHS[suit_of(card)]
    width, height = size
    margin = " " if width >= MEDIUM.width else ""
    if size == MINI:
        rows = [rank + suit]
    elif size == MEDIUM:
        rows = [f" {rank}", f" {suit}", f"{suit} ".rjust(width), f"{rank} ".rjust(width)]
    else:
        middle = [""] * (height - 2)
        if size == GIANT:
            middle = _giant_middle(card, suit)
        elif height >= LARGE.height:
            middle[(height - 2) // 2] = suit.center(width)
        rows = [f"{margin}{rank}{suit}", *middle, f"{suit}{rank}{margin}".rjust(width)]
    rows = [row.ljust(width) for row in rows]
    if is_winner and size == SMALL:
        rows[1] = WINNER_MARK.center(width)
    elif is_winner and height > 1:
        rows[0] = rows[0][: width - 1 - len(margin)] + WINNER_MARK + margin
    return rows


def _giant_middle(card: Card, suit: str) -> list[str]:
    width = GIANT.width
    rank = RANKS[rank_of(card)]
    if rank in _COURTS:
        marks = (" ", rank, suit, rank, " ")
        return [
            (frame if mark == " " else frame[0] + mark.center(3) + frame[-1]).center(width)
            for frame, mark in zip(_COURT_FRAME, marks, strict=True)
        ]
    rows: list[str] = []
    for columns in _PIPS[rank]:
        row = [" "] * width
        for column in columns:
            row[column] = suit
        rows.append("".join(row))
    return rows
