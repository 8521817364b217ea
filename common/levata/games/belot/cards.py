"""What cards are worth in Belot, how they rank and which of them may be played."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from levata.cards import RANKS, SUIT_MASKS, Card, HandOrder, Mask, arrange_hand
from levata.tricks import ALL_TRUMPS, NO_TRUMP, TrickRules, VoidDuty, strengths

CONTRACTS: Final = ("clubs", "diamonds", "hearts", "spades", "notrump", "alltrumps")
"""Lowest first; a contract is an index into this, and the first four are suits."""
NO_CONTRACT: Final = -1
"""Before the first bid, and of a deal thrown in."""
NOTRUMP: Final = 4
ALLTRUMPS: Final = 5
TRUMP_OF: Final = (0, 1, 2, 3, NO_TRUMP, ALL_TRUMPS)
"""What `levata.tricks` calls the trump of each contract."""

PLAIN_ORDER: Final = "789JQKTA"
"""Ranks of a plain suit from low to high."""
TRUMP_ORDER: Final = "78QKTA9J"
"""Ranks of a trump suit from low to high; sequences follow the natural order 7 to A."""
TRICKS: Final = TrickRules(
    plain=strengths(PLAIN_ORDER),
    trumps=strengths(TRUMP_ORDER),
    void_duty=VoidDuty.WHEN_OPPONENT_WINS,
    beat_trump_lead=True,
    over_trump=True,
)

LAST_TEN: Final = 10
"""Points for the last trick."""
CAPOT: Final = 90
"""Points for all tricks."""
BELOT: Final = 20
"""Points for king and queen of trumps."""

_PLAIN_VALUES: Final = {"J": 2, "Q": 3, "K": 4, "T": 10, "A": 11}
_TRUMP_VALUES: Final = _PLAIN_VALUES | {"9": 14, "J": 20}


def _points(contract: int) -> tuple[int, ...]:
    return tuple(
        (_TRUMP_VALUES if contract in (card & 3, ALLTRUMPS) else _PLAIN_VALUES).get(
            RANKS[card >> 2], 0
        )
        for card in range(52)
    )


POINTS: Final = tuple(_points(contract) for contract in range(6))
"""``POINTS[contract][card]``, before no-trump is doubled."""

_QUEEN, _KING = RANKS.index("Q"), RANKS.index("K")
BELOT_PAIRS: Final = tuple(1 << _QUEEN * 4 + suit | 1 << _KING * 4 + suit for suit in range(4))
"""King and queen of each suit."""


def playable(hand: Mask, trick: Sequence[Card], trump: int) -> Mask:
    """Return the cards of a hand that may be played, whoever wins the trick at this moment.

    ``trump`` is an entry of `TRUMP_OF` (B-A9 to B-A14).
    """
    if not trick:
        return hand
    partner = len(trick) - 2
    partner_wins = (
        partner >= 0
        and 0 <= trump < 4
        and not hand & SUIT_MASKS[trick[0] & 3]
        and TRICKS.winner(trick, trump) == partner
    )
    return TRICKS.playable(hand, trick, trump, partner_wins)


def arrange_cards(
    cards: Iterable[Card], order: HandOrder = HandOrder.SUITS, trump: int = NO_TRUMP
) -> tuple[Card, ...]:
    """Return the cards in the order in which their owner sees them, by strength within a suit.

    ``trump`` is an entry of `TRUMP_OF`. The server takes the leftmost legal card on a timeout.
    """
    suits = [card & 3 for card in arrange_hand(range(4), order, trump)]

    def key(card: Card) -> tuple[int, int]:
        suit = card & 3
        strength = (TRICKS.trumps if trump in (suit, ALL_TRUMPS) else TRICKS.plain)[card]
        place = suits.index(suit)
        return (strength, place) if order is HandOrder.RANKS else (place, strength)

    return tuple(sorted(cards, key=key))


def can_say_belot(hand: Mask, card: Card, trick: Sequence[Card], trump: int) -> bool:
    """Return whether belot may be said with a card, which is still in the hand.

    It is the first of king and queen of a trump suit, and it is led, follows suit or trumps in; in
    all-trumps a discard does not count (B-A15, B-A16).
    """
    rank, suit = card >> 2, card & 3
    if rank != _QUEEN and rank != _KING:
        return False
    pair = BELOT_PAIRS[suit]
    if hand & pair != pair:
        return False
    return trump == suit or (trump == ALL_TRUMPS and (not trick or trick[0] & 3 == suit))
