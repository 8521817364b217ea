"""The layout subgame: what laying each card is worth.

Cards that free one's own go first, cards that free others' go last.
"""

from __future__ import annotations

from typing import Final

from levata.bots.bot import Question
from levata.cards import Card, Mask, iter_cards, mask_of
from levata.games.rentz.options import (
    ACES,
    RentzOptions,
    low_ends,
    pack_mask,
    reachable,
    row_starts,
)
from levata.games.rentz.state import RentzView

_UP: Final = 4
"""From a card to the next higher one of its suit."""

OWN_FREED: Final = 2.0
"""Worth of laying a card next to one's own."""
OWN_BEHIND: Final = 1.0
"""Worth of each further card of one's own that lies behind it in the row."""
OTHERS_FREED: Final = 1.5
"""Cost of laying a card next to one that another seat holds."""
OTHERS_BEHIND: Final = 0.3
"""Cost of each further card of others behind it."""
AGAIN: Final = 6.0
"""Worth of an ace while it gives a second move."""
LAST_ACE: Final = -1.0
"""Worth of an ace that gives none: it can be laid at any time."""
SKIP: Final = 1.0
"""Worth of a low end, which costs the next seat a turn."""
DECLINED: Final = -1.5
"""Worth of declining a second move, with which to hold cards that free others' only."""


def move_values(question: Question[RentzView], cards: Mask) -> dict[Card, float]:
    """Return the worth of laying each of these cards."""
    view, options, seats = question.view, question.options, question.seats
    assert isinstance(options, RentzOptions)
    hand = mask_of(view.hand)
    others = pack_mask(seats) & ~hand & ~view.laid
    starts = row_starts(seats, options)
    values: dict[Card, float] = {}
    for card in iter_cards(cards):
        bit = 1 << card
        if bit & ACES:
            is_again = hand & ~bit & reachable(view.laid | bit, starts)
            values[card] = AGAIN if is_again else LAST_ACE
            continue
        values[card] = sum(_freed(card, step, hand, others) for step in (_UP, -_UP))
        if bit & low_ends(seats):
            values[card] += SKIP
    return values


def cards_ahead(options: RentzOptions, seats: int, hand: Mask) -> int:
    """Return how many cards of others must be laid before those of a hand, counted for each."""
    pack, starts = pack_mask(seats), row_starts(seats, options)
    ahead = 0
    for start in iter_cards(starts):
        is_missing = not hand >> start & 1
        for step in (_UP, -_UP):
            missing, place = int(is_missing), start + step
            while 0 <= place < 52 and pack >> place & 1:
                if hand >> place & 1:
                    ahead += missing
                else:
                    missing += 1
                place += step
    return ahead


def _freed(card: Card, step: int, hand: Mask, others: Mask) -> float:
    """Return the worth of the cards that a card frees on one side of its row."""
    worth = 0.0
    place, is_next = card + step, True
    while 0 <= place < 52 and (hand | others) >> place & 1:
        if hand >> place & 1:
            worth += OWN_FREED if is_next else OWN_BEHIND
        else:
            worth -= OTHERS_FREED if is_next else OTHERS_BEHIND
        place, is_next = place + step, False
    return worth
