"""Cards as small integers and sets of cards as integer masks.

A card is ``rank * 4 + suit`` with rank 0..12 for 2..A and suit 0..3 for C D H S, so a higher bit
of a mask is a higher rank: the lowest card of a mask is ``mask & -mask``, the highest one
``mask.bit_length() - 1``. A mask has at most 52 bits. The text form is rank then suit, ``KH``,
``TC``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import StrEnum
from typing import Final, TypeAlias

from levata.errors import CardError

Card: TypeAlias = int
"""0..51, ``rank * 4 + suit``."""
Mask: TypeAlias = int
"""A set of cards: bit ``card`` is set."""

RANKS: Final = "23456789TJQKA"
"""Letters of the ranks, lowest first."""
SUITS: Final = "CDHS"
"""Letters of the suits, by their number."""
CLUBS, DIAMONDS, HEARTS, SPADES = range(4)
NO_CARD: Final = -1
"""Stands where a card might, in views and states."""
FULL_DECK: Final[Mask] = (1 << 52) - 1
"""All 52 cards."""

SUIT_MASKS: Final[tuple[Mask, ...]] = tuple(
    sum(1 << (rank * 4 + suit) for rank in range(13)) for suit in range(4)
)
"""All thirteen cards of each suit."""
RANK_MASKS: Final[tuple[Mask, ...]] = tuple(0b1111 << (rank * 4) for rank in range(13))
"""The four cards of each rank."""
CARD_TEXTS: Final[tuple[str, ...]] = tuple(rank + suit for rank in RANKS for suit in SUITS)
"""The text of each card, such as ``KH``."""
_CARD_OF_TEXT: Final = {text: card for card, text in enumerate(CARD_TEXTS)}


def parse_card(text: str) -> Card:
    """Return the card written as rank and suit.

    >>> parse_card("2C"), parse_card("AS")
    (0, 51)

    Raises:
        CardError: the text names no card.
    """
    card = _CARD_OF_TEXT.get(text)
    if card is None:
        raise CardError("bad_card", text[:8])
    return card


def format_card(card: Card) -> str:
    """Return the text of a card.

    >>> format_card(51)
    'AS'
    """
    return CARD_TEXTS[card]


def parse_cards(text: str) -> tuple[Card, ...]:
    """Return the cards of a text separated by blanks.

    >>> parse_cards("KH TC")
    (46, 32)
    """
    return tuple(parse_card(part) for part in text.split())


def format_cards(cards: Iterable[Card]) -> str:
    """Return the texts of cards, separated by blanks.

    >>> format_cards((46, 32))
    'KH TC'
    """
    return " ".join(CARD_TEXTS[card] for card in cards)


def mask_of(cards: Iterable[Card]) -> Mask:
    """Return the set of the cards as a mask.

    >>> bin(mask_of((0, 1, 4)))
    '0b10011'
    """
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask


def iter_cards(mask: Mask) -> Iterator[Card]:
    """Yield the cards of a mask, lowest first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def cards_of(mask: Mask) -> tuple[Card, ...]:
    """Return the cards of a mask, lowest first.

    >>> format_cards(cards_of(mask_of(parse_cards("AS 2C"))))
    '2C AS'
    """
    cards: list[Card] = []
    while mask:
        low = mask & -mask
        cards.append(low.bit_length() - 1)
        mask ^= low
    return tuple(cards)


def sizes_of(masks: tuple[Mask, ...]) -> tuple[int, ...]:
    """Return how many cards each mask has.

    >>> sizes_of((0, 0b101, FULL_DECK))
    (0, 2, 52)
    """
    return tuple([mask.bit_count() for mask in masks])


def rank_of(card: Card) -> int:
    """Return the rank, 0 for a two up to 12 for an ace."""
    return card >> 2


def suit_of(card: Card) -> int:
    """Return the suit, 0..3 for clubs, diamonds, hearts, spades."""
    return card & 3


def top_ranks(count: int) -> tuple[Card, ...]:
    """Return the cards of the ``count`` highest ranks, lowest first: ``4 * count`` cards.

    >>> format_card(top_ranks(8)[0])
    '7C'
    """
    return tuple(range((13 - count) * 4, 52))


class HandOrder(StrEnum):
    """How a hand is laid out before its owner."""

    SUITS = "suits"
    """Suits alternate in colour, trumps stand last; low to high within a suit."""
    PLAIN = "plain"
    """Suits alternate in colour, trump or not."""
    RANKS = "ranks"
    """By rank, low to high."""


_ALTERNATING: Final = (CLUBS, DIAMONDS, SPADES, HEARTS)


def arrange_hand(
    cards: Iterable[Card], order: HandOrder = HandOrder.SUITS, trump: int = -1
) -> tuple[Card, ...]:
    """Return the cards in the order in which their owner sees them, left to right.

    ``trump`` is a suit, or anything else for none. The leftmost legal card of this order is played
    on a timeout (common rule 6), so server and client share it.

    >>> format_cards(arrange_hand(parse_cards("AH 7C KC 8S"), trump=CLUBS))
    '8S AH 7C KC'
    """
    if order is HandOrder.RANKS:
        return tuple(sorted(cards))
    trump_last = trump if order is HandOrder.SUITS else -1

    def key(card: Card) -> tuple[bool, int, int]:
        suit = card & 3
        return suit == trump_last, _ALTERNATING.index(suit), card

    return tuple(sorted(cards, key=key))
