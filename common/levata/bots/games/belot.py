"""The easy player of Belot: it knows the rules, counts, and remembers who is void in what.

A bid stands for what the hand shows: jack or nine with another trump for a suit, aces for no-trump,
jacks for all-trumps. Every card is given a value in points: what the trick is worth times the
chance that it comes to the own side, less what the card is worth if it stays in hand.
"""

from __future__ import annotations

import random
from math import inf
from typing import Final

from msgspec import Struct

from levata.bots.bot import Bot, Choice, Question
from levata.cards import RANK_MASKS, RANKS, SUIT_MASKS, Card, Mask, iter_cards, mask_of, parse_card
from levata.events import CardPlayed, TrickTaken
from levata.game import Seat
from levata.games.belot import BelotView
from levata.games.belot.cards import ALLTRUMPS, CONTRACTS, NOTRUMP, POINTS, TRICKS, TRUMP_OF
from levata.games.belot.declarations import best_plan
from levata.games.belot.pack import PACK
from levata.games.belot.state import Phase
from levata.tricks import ALL_TRUMPS

TO_COME: Final = 2.0
"""Points that each seat still to play adds to a trick."""
LATER: Final = 8.0
"""Points that others add to a trick won later."""
MASTER_SAFE: Final = 0.9
"""The chance that a card which nobody can beat in its suit takes a trick, if it is not ruffed."""
SECOND_BEST_SAFE: Final = 0.3
"""The same for a card that one unseen card beats, with another card of the suit to guard it."""
LONE_SECOND_BEST_LOST: Final = 0.2
"""The share of its points that such a card loses by staying in hand alone."""
TRUMP_KEPT: Final = 7.0
"""What a trump is worth in hand besides its points: it can ruff."""
TRUMP_POINTS_KEPT: Final = 0.9
"""The share of its points that it keeps besides."""
MASTER_TRUMP_KEPT: Final = 8.0
"""The same for the highest trump left, besides its points and `LATER`."""
GUARD_KEPT: Final = 2.0
"""What the last card beside a second-best one is worth in hand."""
LEAD_SPENDS: Final = 0.5
"""How much of what a card is worth in hand is gone when it is led."""
PARTNERS_TRUMP_LED: Final = 6.0
"""How much better it is to lead trumps to a partner who bid them."""
TRUMP_LED_FOR_NOTHING: Final = -16.0
"""The same for trumps that opponents bid, or have no more."""


class BelotBot(Bot[BelotView]):
    """The easy player of Belot."""

    def choose(self, question: Question[BelotView], rng: random.Random) -> Choice:
        """Return the action of the highest value."""
        view = question.view
        if len(view.legal) == 1:
            return Choice(view.legal[0])
        if view.phase == Phase.AUCTION:
            return Choice(choose_call(view))
        if view.legal[0].startswith("declare"):
            used = mask_of(card for cards in view.own for card in cards)
            return Choice(best_plan(mask_of(view.hand) & ~used)[0].text)
        known = _read(question)
        # Where belot can be said the text that says it stands after the one that does not.
        texts = {parse_card(text.split()[1]): text for text in view.legal}
        values = {card: _value(known, card) for card in texts}
        best = max(values, key=lambda card: (values[card], -known.points[card], -card))
        return Choice(texts[best], {"value": values[best]})


# Bidding. The weights are points by which the own side comes out ahead, fitted to deals in which
# such hands played every contract: a base, and what each feature of the hand adds to it.

SUIT_BASE: Final = -46.0
SUIT_RANKS: Final = {"J": 42.0, "9": 24.0, "A": 17.0, "T": 16.0, "K": 12.0, "Q": 10.0}
"""The trumps, each worth `EACH_TRUMP` besides."""
EACH_TRUMP: Final = 10.0
JACK_AND_NINE: Final = 12.0
SIDE_ACE: Final = 19.0
SIDE_TEN: Final = 7.0
"""A ten without its ace."""
BELOT_HELD: Final = 16.0
NOTRUMP_BASE: Final = -50.0
NOTRUMP_ACE: Final = 54.0
NOTRUMP_TENS: Final = (22.0, 29.0, 15.0)
"""With its ace, with a lower card, alone."""
ALLTRUMPS_BASE: Final = -61.0
ALLTRUMPS_JACK: Final = 62.0
ALLTRUMPS_NINES: Final = (38.0, 28.0, 13.0)
"""With its jack, with another card, alone."""
ALLTRUMPS_ACE: Final = 5.0
BREAK_EVEN: Final = (38.0, 38.0, 38.0, 38.0, 60.0, 75.0)
"""By contract how far ahead the bidding side must be expected to come out to record as much as the
others, since inside it loses everything."""
OPENS: Final = -12.0
"""How far above `BREAK_EVEN` a hand must be to bid first."""
OVER_PARTNER: Final = 20.0
"""The same to bid over a partner."""
OVER_OPPONENT: Final = -15.0
"""The same to bid over an opponent."""
DOUBLES: Final = 40.0
"""How far above it a hand must be with the contract of the opponents, were it the own one."""
REDOUBLES: Final = 60.0
"""The same with the own contract, once it is doubled."""


def choose_call(view: BelotView) -> str:
    """Return a bid if the hand is good enough for it, a double only with a clear margin."""
    hand = mask_of(view.hand)
    margins = {
        f"bid {name}": _estimate(hand, contract) - BREAK_EVEN[contract]
        for contract, name in enumerate(CONTRACTS)
        if f"bid {name}" in view.legal and _is_natural(hand, contract)
    }
    best = max(margins, key=lambda text: margins[text], default="pass")
    margin = margins.get(best, -inf)
    ahead = _estimate(hand, view.contract) - BREAK_EVEN[view.contract] if view.by >= 0 else -inf
    if "double" in view.legal and ahead > max(DOUBLES, margin):
        return "double"
    if "redouble" in view.legal and ahead > max(REDOUBLES, margin):
        return "redouble"
    return best if margin > _needed(view, ahead) else "pass"


def _needed(view: BelotView, ahead: float) -> float:
    """Return the margin a bid needs; one's own contract is left only for a better one."""
    if view.by == -1:
        return OPENS
    if view.by == view.seat:
        return max(OVER_PARTNER, ahead)
    return OVER_OPPONENT if (view.by - view.seat) % 2 else OVER_PARTNER


def _is_natural(hand: Mask, contract: int) -> bool:
    """Return whether a bid says what partners take it to say."""
    if contract == NOTRUMP:
        return bool(hand & _rank_mask("A"))
    if contract == ALLTRUMPS:
        return bool(hand & _rank_mask("J"))
    trumps = hand & SUIT_MASKS[contract]
    return bool(trumps & (_rank_mask("J") | _rank_mask("9"))) and trumps.bit_count() > 1


def _rank_mask(rank: str) -> Mask:
    return RANK_MASKS[RANKS.index(rank)]


def _estimate(hand: Mask, contract: int) -> float:
    """Return by how many points the own side is expected to come out ahead with this contract."""
    if contract == NOTRUMP:
        return NOTRUMP_BASE + sum(
            (NOTRUMP_ACE if "A" in ranks else 0.0) + _honour("T", "A", ranks, NOTRUMP_TENS)
            for ranks in _suits(hand)
        )
    declared = sum(declare.combination.points() for declare in best_plan(hand))
    suits = _suits(hand)
    if contract == ALLTRUMPS:
        return declared + ALLTRUMPS_BASE + sum(map(_all_trumps_suit, suits))
    trumps = suits.pop(contract)
    ahead = SUIT_BASE + EACH_TRUMP * len(trumps) + sum(SUIT_RANKS.get(rank, 0.0) for rank in trumps)
    ahead += JACK_AND_NINE if {"J", "9"} <= set(trumps) else 0.0
    ahead += BELOT_HELD if {"K", "Q"} <= set(trumps) else 0.0
    ahead += sum(SIDE_ACE if "A" in ranks else SIDE_TEN if "T" in ranks else 0.0 for ranks in suits)
    return declared + ahead


def _suits(hand: Mask) -> list[str]:
    """Return the ranks held in each suit."""
    return ["".join(RANKS[card >> 2] for card in iter_cards(hand & suit)) for suit in SUIT_MASKS]


def _honour(rank: str, master: str, ranks: str, weights: tuple[float, float, float]) -> float:
    """Return the weight of the second-best card of a suit."""
    if rank not in ranks:
        return 0.0
    if master in ranks:
        return weights[0]
    return weights[1] if len(ranks) > 1 else weights[2]


def _all_trumps_suit(ranks: str) -> float:
    return (
        (ALLTRUMPS_JACK if "J" in ranks else 0.0)
        + (ALLTRUMPS_ACE if "A" in ranks else 0.0)
        + (BELOT_HELD if {"K", "Q"} <= set(ranks) else 0.0)
        + _honour("9", "J", ranks, ALLTRUMPS_NINES)
    )


# Playing.


class _Knowledge(Struct, frozen=True):
    """What the player knows."""

    view: BelotView
    trump: int
    points: tuple[int, ...]
    hand: Mask
    unseen: Mask
    """Cards in other hands."""
    voids: tuple[int, int, int, int]
    """By seat the suits it is known to lack, as bits."""


_BY_STRENGTH: Final = tuple(
    tuple(
        tuple(
            sorted(
                (other for other in PACK if other & 3 == card & 3 and order[other] > order[card]),
                key=lambda other: -order[other],
            )
        )
        for card in range(52)
    )
    for order in (TRICKS.plain, TRICKS.trumps)
)
"""The cards that beat each card in its suit, strongest first: plain, then as trumps."""


def _read(question: Question[BelotView]) -> _Knowledge:
    view = question.view
    hand = mask_of(view.hand)
    played, led = 0, -1
    voids = [0, 0, 0, 0]
    for event in question.history:
        if isinstance(event, CardPlayed):
            suit = event.card & 3
            played |= 1 << event.card
            if led not in (-1, suit):
                voids[event.seat] |= 1 << led
            led = suit if led == -1 else led
        elif isinstance(event, TrickTaken):
            led = -1
    return _Knowledge(
        view=view,
        trump=TRUMP_OF[view.contract],
        points=POINTS[view.contract],
        hand=hand,
        unseen=mask_of(PACK) & ~hand & ~played,
        voids=(voids[0], voids[1], voids[2], voids[3]),
    )


def _value(known: _Knowledge, card: Card) -> float:
    view = known.view
    trick = (*view.trick, card)
    to_come = 4 - len(trick)
    worth = sum([known.points[other] for other in trick]) + TO_COME * to_come
    gain = (2 * _chance(known, trick) - 1) * worth
    if view.trick:
        return gain - _kept(known, card)
    return gain - LEAD_SPENDS * _kept(known, card) + _led(known, card)


def _chance(known: _Knowledge, trick: tuple[Card, ...]) -> float:
    """Return the chance that the own side takes the trick after the player's card.

    Whoever still plays is taken to play the best card, and to trump if void.
    """
    me, trump = known.view.seat, known.trump
    place = TRICKS.winner(trick, trump)
    best, led = trick[place], trick[0] & 3
    left = [(me + step) % 4 for step in range(1, 5 - len(trick))]
    is_ours = (len(trick) - 1 - place) % 2 == 0
    chance, undecided = 0.0, 1.0
    for higher in _higher(known, best):
        if not known.unseen >> higher & 1:
            continue
        shares = [_share(known, seat, higher & 3) for seat in left]
        if best & 3 != led:
            shares = [
                share * _void(known, seat, led) for share, seat in zip(shares, left, strict=True)
            ]
        ours = sum(
            [share for share, seat in zip(shares, left, strict=True) if (seat - me) % 2 == 0]
        )
        chance += undecided * ours
        undecided *= max(0.0, 1 - sum(shares))
    chance += undecided * is_ours
    if 0 <= trump < 4 and led != trump and best & 3 == led:
        for seat in left:
            ruffs = _ruffs(known, seat, led)
            chance += (1 - chance) * ruffs if (seat - me) % 2 == 0 else -chance * ruffs
    return chance


def _higher(known: _Knowledge, card: Card) -> tuple[Card, ...]:
    """Return the cards that beat a card in its suit, strongest first."""
    return _BY_STRENGTH[known.trump in (card & 3, ALL_TRUMPS)][card]


def _share(known: _Knowledge, seat: Seat, suit: int) -> float:
    """Return the chance that a seat holds an unseen card of a suit."""
    if known.voids[seat] >> suit & 1:
        return 0.0
    cards = sum(
        [
            count
            for other, count in enumerate(known.view.counts)
            if other != known.view.seat and not known.voids[other] >> suit & 1
        ]
    )
    return known.view.counts[seat] / cards if cards else 0.0


def _void(known: _Knowledge, seat: Seat, suit: int) -> float:
    """Return the chance that a seat has no card of a suit."""
    unseen = (known.unseen & SUIT_MASKS[suit]).bit_count()
    return (1 - _share(known, seat, suit)) ** unseen


def _ruffs(known: _Knowledge, seat: Seat, led: int) -> float:
    """Return the chance that a seat has none of the suit led, but a trump."""
    return _void(known, seat, led) * (1 - _void(known, seat, known.trump))


def _opponents(known: _Knowledge) -> tuple[Seat, Seat]:
    return (known.view.seat + 1) % 4, (known.view.seat + 3) % 4


def _kept(known: _Knowledge, card: Card) -> float:
    """Return what a card is worth if it stays in hand."""
    suit = card & 3
    beaten_by = [other for other in _higher(known, card) if known.unseen >> other & 1]
    worth = known.points[card] + LATER
    if suit == known.trump:
        if not beaten_by:
            return worth + MASTER_TRUMP_KEPT
        return TRUMP_KEPT + TRUMP_POINTS_KEPT * known.points[card]
    others = known.hand & SUIT_MASKS[suit] & ~(1 << card)
    if not beaten_by:
        safe = MASTER_SAFE
        if 0 <= known.trump < 4:
            for seat in _opponents(known):
                safe *= 1 - _ruffs(known, seat, suit)
        return safe * worth
    if len(beaten_by) == 1:
        if others:
            return SECOND_BEST_SAFE * worth
        return -LONE_SECOND_BEST_LOST * known.points[card]
    is_last_guard = others.bit_count() == 1 and _is_second_best(known, others.bit_length() - 1)
    return GUARD_KEPT if is_last_guard else -0.02 * len(_higher(known, card))


def _is_second_best(known: _Knowledge, card: Card) -> bool:
    return sum([known.unseen >> other & 1 for other in _higher(known, card)]) == 1


def _led(known: _Knowledge, card: Card) -> float:
    """Return how much better, or worse, it is to lead a card than its trick alone says."""
    view, trump = known.view, known.trump
    if card & 3 != trump:
        return 0.0
    are_drawn = all(_void(known, seat, trump) == 1 for seat in _opponents(known))
    if are_drawn or (view.by - view.seat) % 2:
        return TRUMP_LED_FOR_NOTHING
    return PARTNERS_TRUMP_LED if view.by != view.seat else 0.0
