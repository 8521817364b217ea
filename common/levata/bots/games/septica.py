"""The easy player of Septica: it knows the rules and remembers the cards that are gone.

Every action is given a value in points: what the trick is worth times the chance that it comes to
the player's own side, less what the card would be worth in hand. Other seats are taken to cut when
they can and points lie on the table.
"""

from __future__ import annotations

import random
from math import comb
from typing import Final

from msgspec import Struct

from levata.bots.bot import Bot, Choice, Question
from levata.cards import RANK_MASKS, Card, Mask, mask_of, parse_card
from levata.events import CardPlayed
from levata.game import Seat
from levata.games.septica import (
    SepticaOptions,
    SepticaView,
    count_points,
    cutting_cards,
    septica_pack,
)
from levata.games.septica.model import EIGHTS, POINT_CARDS, SEVENS

WILL_CUT: Final = 0.85
"""How likely a seat that can cut does so while points lie on the table."""
WILL_CUT_NOTHING: Final = 0.25
"""The same with no points on the table."""
GOES_ON: Final = 0.6
"""How much of a trick the leader still saves by going on: others may cut once more."""
POINT_KEPT: Final = 0.4
"""What a ten or an ace in hand is worth."""
PAIR_KEPT: Final = 0.1
"""What a card is worth more for each other card of its rank in hand."""
PAIR_LED: Final = 0.1
"""How much better it is to lead a card for each other card of its rank in hand."""
TO_COME: Final = 0.1
"""Points that each seat still to play adds to a trick for want of a better card."""
TEMPO: Final = 0.1
"""What leading the next trick is worth: the leader has the last word."""


class SepticaBot(Bot[SepticaView]):
    """The easy player of Septica."""

    def choose(self, question: Question[SepticaView], rng: random.Random) -> Choice:
        """Return the action of the highest value; equal ones have the same chance."""
        legal = question.view.legal
        if len(legal) == 1:
            return Choice(legal[0])
        known = _read(question)
        values = [_value(known, text) for text in legal]
        best = max(values)
        actions = [text for text, value in zip(legal, values, strict=True) if value > best - 1e-9]
        return Choice(rng.choice(actions), {"value": best})


class _Knowledge(Struct, frozen=True):
    """What the player knows."""

    view: SepticaView
    seats: int
    has_partner: bool
    hand: Mask
    unseen: Mask
    """Cards in other hands and in the stock."""
    points_ahead: int
    """Tens and aces neither taken nor on the table."""


def _read(question: Question[SepticaView]) -> _Knowledge:
    view, options = question.view, question.options
    assert isinstance(options, SepticaOptions)
    hand = mask_of(view.hand)
    played = [event.card for event in question.history if isinstance(event, CardPlayed)]
    unseen = mask_of(septica_pack(question.seats, options.removed_eights)) & ~hand
    unseen &= ~mask_of((*played, *view.pile))
    return _Knowledge(
        view=view,
        seats=question.seats,
        has_partner=options.partners,
        hand=hand,
        unseen=unseen,
        points_ahead=((hand | unseen) & POINT_CARDS).bit_count(),
    )


def _value(known: _Knowledge, text: str) -> float:
    view = known.view
    if text == "leave":
        return _worth(known, count_points(view.pile) + TEMPO, float(_is_mine(known, view.holder)))
    card = parse_card(text.removeprefix("play "))
    points = count_points((*view.pile, card))
    cutters = cutting_cards(view.pile[0] if view.pile else card, known.seats)
    holder = view.seat if cutters >> card & 1 else view.holder
    rest = known.hand & ~(1 << card)
    chance = _chance(known, holder, cutters, rest, points)
    to_come = known.seats - 1 - len(view.pile) % known.seats
    expected = points + TO_COME * to_come + TEMPO
    return _worth(known, expected, chance) - _kept(known, card)


def _is_mine(known: _Knowledge, seat: Seat) -> bool:
    """Return whether a seat plays on the side of the player."""
    me = known.view.seat
    return seat == me or (known.has_partner and seat == (me + 2) % 4)


def _worth(known: _Knowledge, points: float, chance: float) -> float:
    """Return what the points of a trick are worth that comes to the own side with a chance."""
    opponents = 1 if known.has_partner else known.seats - 1
    return points * (chance - (1 - chance) / opponents)


def _chance(known: _Knowledge, holder: Seat, cutters: Mask, rest: Mask, points: int) -> float:
    """Return the chance that the own side takes the trick after the player's card."""
    view, seats = known.view, known.seats
    me, leader = view.seat, view.leader
    will = WILL_CUT if points else WILL_CUT_NOTHING
    chance = float(_is_mine(known, holder))
    seat = (me + 1) % seats
    while seat != leader:
        cuts = _can_cut(known, cutters, view.counts[seat]) * will
        chance += (1 - chance) * cuts if _is_mine(known, seat) else -chance * cuts
        seat = (seat + 1) % seats
    if leader == me:
        can_go_on = float(bool(rest & cutters))
    else:
        can_go_on = _can_cut(known, cutters, view.counts[leader])
    goes_on = can_go_on * will * GOES_ON
    if _is_mine(known, leader):
        return chance + (1 - chance) * goes_on
    # An uncut leader takes anyway: there is nothing to go on against.
    return chance - chance * goes_on


def _can_cut(known: _Knowledge, cutters: Mask, cards: int) -> float:
    """Return the chance that a hand of so many unseen cards holds a cutting one."""
    unseen = known.unseen.bit_count()
    harmless = (known.unseen & ~cutters).bit_count()
    return 1 - comb(harmless, cards) / comb(unseen, cards)


def _kept(known: _Knowledge, card: Card) -> float:
    """Return what a card is worth if it stays in hand."""
    if not known.points_ahead or known.hand.bit_count() == 1:
        return 0.0
    bit = 1 << card
    pair = (PAIR_KEPT if known.view.pile else -PAIR_LED) * (
        (known.hand & RANK_MASKS[card >> 2]).bit_count() - 1
    )
    if bit & SEVENS or (known.seats == 3 and bit & EIGHTS):
        return min(0.25 + 0.1 * known.points_ahead, 0.6) + pair
    return (POINT_KEPT if bit & POINT_CARDS else 0.0) + pair
