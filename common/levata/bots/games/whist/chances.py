"""How likely the cards of a hand take a trick, now and before the round is over.

Chances of later tricks are logistic in ten features of a card and its hand. The weights were
fitted to which cards took a trick in the player's own play against itself; `tests/support/
fit_whist.py` does it again.
"""

from __future__ import annotations

from enum import IntEnum
from math import comb, exp
from typing import Final, TypeAlias

from levata.bots.games.whist.knowledge import Knowledge, cards_above
from levata.cards import NO_CARD, SUIT_MASKS, Card, iter_cards
from levata.games.whist import TRICKS
from levata.tricks import NO_TRUMP

Features: TypeAlias = tuple[float, ...]
"""Ten numbers: 1; the chance that no higher card of its suit is in another hand; how many such
cards there should be; the own cards of its suit; those that each other seat should hold; for a
plain card the own trumps, and those that each other seat should hold; the second number again if
the player leads. Then two on the aims of all: while bidding 0, and how far the bids before are
above a fair share of the tricks; in play the tricks still wanted, by the player and by all others,
each in tricks left.
"""
Weights: TypeAlias = tuple[Features, Features, Features]
"""By `CardRole`."""


class CardRole(IntEnum):
    """What a card is in its round."""

    TRUMP = 0
    PLAIN = 1
    NO_TRUMP = 2
    """Any card of a round without a trump."""


# Of the chance that a card takes a trick: seen before the bid, and in play.
BID_WEIGHTS: Final[Weights] = (
    (-1.85, 3.69, -0.43, 0.78, 0.64, 0.00, 0.00, 0.12, 0.00, -1.91),
    (-2.37, 0.88, -0.81, -0.40, 0.54, 0.71, 0.48, 0.51, 0.00, -1.59),
    (-2.62, 2.56, -0.60, 0.23, 0.84, 0.00, 0.00, 0.71, 0.00, -2.73),
)
PLAY_WEIGHTS: Final[Weights] = (
    (0.00, 2.10, -0.43, 0.38, 0.67, 0.00, 0.00, 1.76, 0.62, -1.58),
    (-1.37, 0.60, -0.90, -0.16, 1.65, 0.34, -0.95, 1.20, 0.71, -1.13),
    (-2.41, 1.22, -0.69, 0.23, 1.40, 0.00, 0.00, 2.08, 0.92, -1.43),
)

RISES: Final = 0.9
"""How likely a seat that wants tricks beats a card when it can."""
SLIPS: Final = 0.3
"""How likely a seat that wants none beats a card when it can, for want of a lower one."""


def card_features(
    known: Knowledge, need: int, is_leading: bool
) -> list[tuple[Card, CardRole, Features]]:
    """Return the kind and the features of each card of the hand, lowest first.

    ``need`` is how many tricks the player wants with this hand.
    """
    view, hand, unseen = known.view, known.hand, known.unseen
    opponents = known.seats - 1
    # The part of the unseen cards that is in other hands.
    density = known.out / unseen.bit_count() if unseen else 0.0
    own_trumps = (hand & known.trumps).bit_count()
    others_trumps = (unseen & known.trumps).bit_count() * density / opponents
    aims = _aims(known, need, hand.bit_count())
    cards: list[tuple[Card, CardRole, Features]] = []
    for card in iter_cards(hand):
        suit = SUIT_MASKS[card & 3]
        higher = (unseen & cards_above(card)).bit_count()
        is_best = (1 - density) ** higher
        is_trump = card & 3 == view.trump
        role = (
            CardRole.NO_TRUMP
            if view.trump == NO_TRUMP
            else CardRole.TRUMP
            if is_trump
            else CardRole.PLAIN
        )
        features = (
            1.0,
            is_best,
            higher * density,
            (hand & suit).bit_count(),
            (unseen & suit).bit_count() * density / opponents,
            0.0 if is_trump else own_trumps,
            0.0 if is_trump else others_trumps,
            is_best if is_leading else 0.0,
            *aims,
        )
        cards.append((card, role, features))
    return cards


def _aims(known: Knowledge, need: int, tricks: int) -> tuple[float, float]:
    view = known.view
    bids = [bid for bid in view.bids if bid >= 0]
    if len(bids) < known.seats:
        return 0.0, sum(bids) / tricks - len(bids) / known.seats
    wanted = sum(max(0, known.need_of(seat)) for seat in range(known.seats) if seat != view.seat)
    return need / tricks, wanted / tricks


def later_chances(
    known: Knowledge, weights: Weights, need: int, is_leading: bool
) -> dict[Card, float]:
    """Return how likely each card of the hand takes a trick."""
    chances: dict[Card, float] = {}
    for card, role, features in card_features(known, need, is_leading):
        log_odds = sum(map(float.__mul__, weights[role], features))
        chances[card] = 1 / (1 + exp(-log_odds))
    return chances


def trick_chance(known: Knowledge, card: Card) -> float:
    """Return how likely a card takes the trick it is played to now."""
    view = known.view
    trick = view.trick
    if trick and TRICKS.winner((trick[TRICKS.winner(trick, view.trump)], card), view.trump) == 0:
        return 0.0
    led = (trick or (card,))[0] & 3
    follows = known.unseen & SUIT_MASKS[led]
    higher = known.unseen & cards_above(card)
    trumps = 0 if view.trump in (card & 3, led) else known.unseen & known.trumps
    cards = known.unseen.bit_count()
    chance = 1.0
    for step in range(1, known.seats - len(trick)):
        seat = (view.seat + step) % known.seats
        # How likely the seat holds none of a number of unseen cards.
        lacks = 1 - view.counts[seat] / cards
        can_hold = ~known.voids[seat]
        is_void = lacks ** (follows & can_hold).bit_count()
        is_beaten = (1 - lacks ** (higher & can_hold).bit_count()) * (
            RISES if known.need_of(seat) > 0 else SLIPS
        )
        if card & 3 != led:
            is_beaten *= is_void
        is_ruffed = is_void * (1 - lacks ** (trumps & can_hold).bit_count())
        chance *= max(0.0, 1 - is_beaten - is_ruffed)
    return chance


def only_card_chance(known: Knowledge) -> float:
    """Return how likely the card of a round of one takes the trick, before any is played."""
    view = known.view
    if view.foreheads:
        return _forehead_chance(known)
    card = view.hand[0]
    unseen, opponents = known.unseen.bit_count(), known.seats - 1
    in_suit = (known.unseen & SUIT_MASKS[card & 3]).bit_count()
    beating = (known.unseen & cards_above(card)).bit_count()
    if card & 3 != view.trump:
        beating += (known.unseen & known.trumps).bit_count()
        if view.first != view.seat:
            # The leader must happen to have a lower card of this suit.
            lower = in_suit - (known.unseen & cards_above(card)).bit_count()
            rest = unseen - 1
            return lower / unseen * comb(rest - beating, opponents - 1) / comb(rest, opponents - 1)
    return comb(unseen - beating, opponents) / comb(unseen, opponents)


def _forehead_chance(known: Knowledge) -> float:
    """Return for how many of the cards one might have on one's forehead it takes the trick."""
    view = known.view
    by_turn = [view.foreheads[(view.first + step) % known.seats] for step in range(known.seats)]
    own = by_turn.index(NO_CARD)
    wins = sum(
        TRICKS.winner((*by_turn[:own], card, *by_turn[own + 1 :]), view.trump) == own
        for card in iter_cards(known.unseen)
    )
    return wins / known.unseen.bit_count()
