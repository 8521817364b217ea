"""The trick subgames: every card has a cost in points, and the cheapest is played.

The cost of a card is what the trick is likely to cost its taker times the chance that the player
takes it, less what the card would cost if it were kept. Where items are to be taken, costs are
negative. Cards the player does not see are taken to be spread evenly over the seats that may hold
them; others duck what is to be avoided and take what is to be taken when they can.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from msgspec import Struct

from levata.bots.bot import Question
from levata.cards import CLUBS, SUIT_MASKS, Card, Mask, iter_cards, mask_of
from levata.events import CardPlayed, Event, TrickTaken
from levata.games.rentz.options import (
    ITEMS,
    NEGATIVE,
    TEN_OF_CLUBS,
    RentzOptions,
    Subgame,
    pack_mask,
)
from levata.games.rentz.state import RentzView

TEN: Final[Card] = TEN_OF_CLUBS.bit_length() - 1

GUARDED: Final = 0.5
"""How much of its danger a card keeps for each lower card of its suit in hand."""
DEAD: Final = 0.3
"""Danger of a card of a suit that nobody else holds: it takes a trick only if it is led."""
ITEM_RISK: Final = 0.4
"""Share of its price that a dangerous item costs on top of the trick that it takes."""
LEAD: Final = 0.2
"""Share of an average trick that having to lead costs."""
CASHED: Final = 0.7
"""Chance that a card that nobody can beat takes a trick later."""
BEATEN: Final = 0.5
"""What is left of that chance for each higher card that is out."""
TEN_KEPT: Final = 0.35
"""Chance to take one's own ten of clubs later."""
CATCHER: Final = 0.15
"""Chance that a higher club catches the ten."""
GUARD: Final = 0.08
"""What another club adds to the chance to take one's own ten."""


class Knowledge(Struct, frozen=True):
    """What the player knows of a trick subgame."""

    seats: int
    me: int
    counts: tuple[int, ...]
    """By seat: cards in hand."""
    trick: tuple[Card, ...]
    subgame: Subgame
    hand: Mask
    unseen: Mask
    """Cards in other hands."""
    voids: tuple[int, ...]
    """By seat: suits it is known not to hold, as bits."""
    prices: tuple[float, ...]
    """By card: what it costs its taker; negative if it is to be taken."""
    trick_price: float
    per_trick: float
    """What a trick costs on the average from now on."""


def card_costs(question: Question[RentzView], cards: Mask) -> dict[Card, float]:
    """Return what playing each of these cards costs, in points."""
    known = _read(question)
    return {card: _cost(known, card) for card in iter_cards(cards)}


def hand_cost(options: RentzOptions, seats: int, subgame: Subgame, hand: Mask) -> float:
    """Return what a hand is likely to cost in a subgame before a card is played."""
    counts = (hand.bit_count(),) * seats
    known = _knowledge_of(
        options, subgame, 0, counts, (), hand, pack_mask(seats) & ~hand, (0,) * seats
    )
    if subgame in NEGATIVE:
        return sum(_burden(known, hand & suit) for suit in SUIT_MASKS)
    return sum(_kept(known, card) for card in iter_cards(hand))


def _read(question: Question[RentzView]) -> Knowledge:
    view, options, seats = question.view, question.options, question.seats
    assert isinstance(options, RentzOptions)
    hand = mask_of(view.hand)
    played = [event.card for event in question.history if isinstance(event, CardPlayed)]
    unseen = pack_mask(seats) & ~hand & ~mask_of((*played, *view.trick, *view.last_trick))
    voids = _voids(question.history, seats)
    return _knowledge_of(
        options, Subgame(view.subgame), view.seat, view.counts, view.trick, hand, unseen, voids
    )


def _knowledge_of(
    options: RentzOptions,
    subgame: Subgame,
    me: int,
    counts: tuple[int, ...],
    trick: tuple[Card, ...],
    hand: Mask,
    unseen: Mask,
    voids: tuple[int, ...],
) -> Knowledge:
    prices, trick_price = _prices(options, subgame)
    ahead = sum(prices[card] for card in iter_cards(hand | unseen | mask_of(trick)))
    return Knowledge(
        seats=len(counts),
        me=me,
        counts=counts,
        trick=trick,
        subgame=subgame,
        hand=hand,
        unseen=unseen,
        voids=voids,
        prices=prices,
        trick_price=trick_price,
        per_trick=trick_price + ahead / hand.bit_count(),
    )


@lru_cache(maxsize=64)
def _prices(options: RentzOptions, subgame: Subgame) -> tuple[tuple[float, ...], float]:
    """Return what each card, and what a trick, costs its taker."""
    prices = [0.0] * 52
    for part in (Subgame.KING, Subgame.QUEENS, Subgame.DIAMONDS, Subgame.TEN_CLUBS):
        if subgame is part or (subgame is Subgame.TOTALS and part in NEGATIVE):
            for card in iter_cards(ITEMS[part]):
                prices[card] -= options.value_of(part)
    counted = Subgame.TRICKS if subgame is Subgame.TOTALS else subgame
    has_tricks = counted in (Subgame.TRICKS, Subgame.WHIST)
    return tuple(prices), float(-options.value_of(counted)) if has_tricks else 0.0


def _voids(history: Sequence[Event], seats: int) -> tuple[int, ...]:
    """Return the suits that each seat has shown not to hold, as bits."""
    voids = [0] * seats
    led = -1
    for event in history:
        if isinstance(event, TrickTaken):
            led = -1
        elif isinstance(event, CardPlayed):
            suit = event.card & 3
            if led == -1:
                led = suit
            elif suit != led:
                voids[event.seat] |= 1 << led
    return tuple(voids)


def _share(known: Knowledge, seat: int, suit: int) -> float:
    """Return how likely a seat holds any one unseen card of a suit."""
    if known.voids[seat] >> suit & 1:
        return 0.0
    holders = sum(
        count
        for other, count in enumerate(known.counts)
        if other != known.me and not known.voids[other] >> suit & 1
    )
    return min(1.0, known.counts[seat] / holders) if holders else 0.0


def _cost(known: Knowledge, card: Card) -> float:
    trick, prices, seats = known.trick, known.prices, known.seats
    led = trick[0] & 3 if trick else card & 3
    chance, extra = 0.0, 0.0
    if card & 3 == led and all(other & 3 != led or other < card for other in trick):
        chance, extra = _outlook(known, card, seats - 1 - len(trick))
    price = prices[card]
    taken = known.trick_price + sum(prices[other] for other in trick) + price + extra
    if known.subgame in NEGATIVE:
        taken += LEAD * known.per_trick
    given = price / (seats - 1)
    return chance * taken - (1 - chance) * given - _kept(known, card)


def _outlook(known: Knowledge, card: Card, later: int) -> tuple[float, float]:
    """Return the chance that no later seat beats a card, and what later seats add to its trick."""
    suit = card & 3
    unseen = known.unseen & SUIT_MASKS[suit]
    higher = (unseen >> card).bit_count()
    lower = unseen.bit_count() - higher
    cheapest = min((known.prices[other] for other in iter_cards(unseen)), default=0.0)
    dearer = sum(known.prices[other] - cheapest for other in iter_cards(unseen & ((1 << card) - 1)))
    chance, extra = 1.0, 0.0
    for step in range(1, later + 1):
        seat = (known.me + step) % known.seats
        share = _share(known, seat, suit)
        is_void = (1 - share) ** (lower + higher)
        if known.subgame in NEGATIVE:
            chance *= 1 - ((1 - share) ** lower - is_void)
            extra += (1 - is_void) * cheapest + share * dearer
            extra += is_void * _thrown(known, seat, suit)
        else:
            chance *= (1 - share) ** higher
            if known.subgame is Subgame.TEN_CLUBS and unseen & TEN_OF_CLUBS:
                # Its holder plays it only for want of another club.
                extra += share * (1 - share) ** (lower + higher - 1) * known.prices[TEN]
    return chance, extra


def _thrown(known: Knowledge, seat: int, suit: int) -> float:
    """Return what a seat that is void in a suit is likely to throw on the trick."""
    items = [
        (known.prices[card], _share(known, seat, card & 3))
        for card in iter_cards(known.unseen & ~SUIT_MASKS[suit] & ITEMS[known.subgame])
    ]
    expected = sum(price * share for price, share in items)
    return min(expected, max((price for price, _ in items), default=0.0))


def _kept(known: Knowledge, card: Card) -> float:
    """Return what a card is likely to cost later if it is not played now."""
    suit = SUIT_MASKS[card & 3]
    if known.subgame in NEGATIVE:
        own = known.hand & suit
        return _burden(known, own) - _burden(known, own ^ 1 << card)
    higher = (known.unseen & suit) >> card
    if known.subgame is Subgame.WHIST:
        return CASHED * BEATEN ** higher.bit_count() * known.trick_price
    if card & 3 != CLUBS or not (known.unseen | known.hand) & TEN_OF_CLUBS:
        return 0.0
    if card == TEN:
        chance = TEN_KEPT if higher else CASHED
    elif known.hand & TEN_OF_CLUBS:
        chance = GUARD
    else:
        chance = CATCHER if card > TEN else 0.0
    return chance * known.prices[TEN]


def _burden(known: Knowledge, own: Mask) -> float:
    """Return what cards of one suit, all that the player holds, are likely to cost."""
    burden, guard = 0.0, 1.0
    for card in iter_cards(own):
        unseen = known.unseen & SUIT_MASKS[card & 3]
        danger = DEAD
        if unseen:
            danger = guard * (unseen & (1 << card) - 1).bit_count() / unseen.bit_count()
        burden += danger * (known.per_trick + ITEM_RISK * known.prices[card])
        guard *= GUARDED
    return burden
