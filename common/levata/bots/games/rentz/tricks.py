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


class TrickSituation(Struct, frozen=True):
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
    table = _read(question)
    return {card: _cost(table, card) for card in iter_cards(cards)}


def hand_cost(options: RentzOptions, seats: int, subgame: Subgame, hand: Mask) -> float:
    """Return what a hand is likely to cost in a subgame before a card is played."""
    counts = (hand.bit_count(),) * seats
    table = _table(options, subgame, 0, counts, (), hand, pack_mask(seats) & ~hand, (0,) * seats)
    if subgame in NEGATIVE:
        return sum(_burden(table, hand & suit) for suit in SUIT_MASKS)
    return sum(_kept(table, card) for card in iter_cards(hand))


def _read(question: Question[RentzView]) -> TrickSituation:
    view, options, seats = question.view, question.options, question.seats
    assert isinstance(options, RentzOptions)
    hand = mask_of(view.hand)
    played = [event.card for event in question.history if isinstance(event, CardPlayed)]
    unseen = pack_mask(seats) & ~hand & ~mask_of((*played, *view.trick, *view.last_trick))
    voids = _voids(question.history, seats)
    return _table(
        options, Subgame(view.subgame), view.seat, view.counts, view.trick, hand, unseen, voids
    )


def _table(
    options: RentzOptions,
    subgame: Subgame,
    me: int,
    counts: tuple[int, ...],
    trick: tuple[Card, ...],
    hand: Mask,
    unseen: Mask,
    voids: tuple[int, ...],
) -> TrickSituation:
    prices, trick_price = _prices(options, subgame)
    ahead = sum(prices[card] for card in iter_cards(hand | unseen | mask_of(trick)))
    return TrickSituation(
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


def _share(table: TrickSituation, seat: int, suit: int) -> float:
    """Return how likely a seat holds any one unseen card of a suit."""
    if table.voids[seat] >> suit & 1:
        return 0.0
    holders = sum(
        count
        for other, count in enumerate(table.counts)
        if other != table.me and not table.voids[other] >> suit & 1
    )
    return min(1.0, table.counts[seat] / holders) if holders else 0.0


def _cost(table: TrickSituation, card: Card) -> float:
    trick, prices, seats = table.trick, table.prices, table.seats
    led = trick[0] & 3 if trick else card & 3
    chance, extra = 0.0, 0.0
    if card & 3 == led and all(other & 3 != led or other < card for other in trick):
        chance, extra = _outlook(table, card, seats - 1 - len(trick))
    price = prices[card]
    taken = table.trick_price + sum(prices[other] for other in trick) + price + extra
    if table.subgame in NEGATIVE:
        taken += LEAD * table.per_trick
    given = price / (seats - 1)
    return chance * taken - (1 - chance) * given - _kept(table, card)


def _outlook(table: TrickSituation, card: Card, later: int) -> tuple[float, float]:
    """Return the chance that no later seat beats a card, and what later seats add to its trick."""
    suit = card & 3
    unseen = table.unseen & SUIT_MASKS[suit]
    higher = (unseen >> card).bit_count()
    lower = unseen.bit_count() - higher
    cheapest = min((table.prices[other] for other in iter_cards(unseen)), default=0.0)
    dearer = sum(table.prices[other] - cheapest for other in iter_cards(unseen & ((1 << card) - 1)))
    chance, extra = 1.0, 0.0
    for step in range(1, later + 1):
        seat = (table.me + step) % table.seats
        share = _share(table, seat, suit)
        is_void = (1 - share) ** (lower + higher)
        if table.subgame in NEGATIVE:
            chance *= 1 - ((1 - share) ** lower - is_void)
            extra += (1 - is_void) * cheapest + share * dearer
            extra += is_void * _thrown(table, seat, suit)
        else:
            chance *= (1 - share) ** higher
            if table.subgame is Subgame.TEN_CLUBS and unseen & TEN_OF_CLUBS:
                # Its holder plays it only for want of another club.
                extra += share * (1 - share) ** (lower + higher - 1) * table.prices[TEN]
    return chance, extra


def _thrown(table: TrickSituation, seat: int, suit: int) -> float:
    """Return what a seat that is void in a suit is likely to throw on the trick."""
    items = [
        (table.prices[card], _share(table, seat, card & 3))
        for card in iter_cards(table.unseen & ~SUIT_MASKS[suit] & ITEMS[table.subgame])
    ]
    expected = sum(price * share for price, share in items)
    return min(expected, max((price for price, _ in items), default=0.0))


def _kept(table: TrickSituation, card: Card) -> float:
    """Return what a card is likely to cost later if it is not played now."""
    suit = SUIT_MASKS[card & 3]
    if table.subgame in NEGATIVE:
        own = table.hand & suit
        return _burden(table, own) - _burden(table, own ^ 1 << card)
    higher = (table.unseen & suit) >> card
    if table.subgame is Subgame.WHIST:
        return CASHED * BEATEN ** higher.bit_count() * table.trick_price
    if card & 3 != CLUBS or not (table.unseen | table.hand) & TEN_OF_CLUBS:
        return 0.0
    if card == TEN:
        chance = TEN_KEPT if higher else CASHED
    elif table.hand & TEN_OF_CLUBS:
        chance = GUARD
    else:
        chance = CATCHER if card > TEN else 0.0
    return chance * table.prices[TEN]


def _burden(table: TrickSituation, own: Mask) -> float:
    """Return what cards of one suit, all that the player holds, are likely to cost."""
    burden, guard = 0.0, 1.0
    for card in iter_cards(own):
        unseen = table.unseen & SUIT_MASKS[card & 3]
        danger = DEAD
        if unseen:
            danger = guard * (unseen & (1 << card) - 1).bit_count() / unseen.bit_count()
        burden += danger * (table.per_trick + ITEM_RISK * table.prices[card])
        guard *= GUARDED
    return burden
