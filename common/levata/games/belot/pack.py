"""How the pack of Belot is dealt, gathered and cut, and how one deal follows another.

The pack is dealt three and two cards to each seat, first to the one right of the dealer, and three
more each after the auction. With the option ``cut_only`` nobody shuffles after the first deal: the
pack of a deal is the gathered one, top first, and of a shuffled order only its first card counts:
the pack is cut so that this card lies on top. Every cut, that of no card included, is as likely.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from levata.cards import Card, cards_of, mask_of, top_ranks
from levata.errors import IllegalAction, RecordError
from levata.events import Dealt, Event, MatchEnded
from levata.game import CHANCE, Deal, Facts, Seat, Step, check_deal, check_facts, places_of
from levata.games.belot.auction import Auction
from levata.games.belot.cards import TRUMP_OF
from levata.games.belot.scoring import Pair
from levata.games.belot.state import BelotState, DealRow, DealScored, Phase

PACK: Final = top_ranks(8)
"""The 32 cards from seven to ace."""
AUCTION_CARDS: Final = 5
"""Cards of each seat during the auction."""
LATER_CARDS: Final = 3
"""Cards that each seat is dealt after it."""
_DEALT_FIRST: Final = 4 * AUCTION_CARDS


def four_totals(pair: Pair) -> tuple[int, ...]:
    """Return the number of each seat's side."""
    return pair * 2


def pack_of(state: BelotState) -> tuple[Card, ...]:
    """Return the pack of the next deal: as gathered with ``cut_only``, else in any order."""
    return state.gathered or PACK


def cut(state: BelotState, order: Sequence[Card]) -> tuple[Card, ...]:
    """Return the order in which a pack that somebody shuffled is dealt (B-A3)."""
    if not state.gathered:
        return tuple(order)
    place = state.gathered.index(order[0])
    return state.gathered[place:] + state.gathered[:place]


def deal_cards(state: BelotState, seat: Seat, deal: Deal) -> Step[BelotState]:
    """Return what a deal leads to: five cards each, twelve in the talon.

    ``deal.first`` is the dealer of the first deal.
    """
    if seat != CHANCE or state.phase != Phase.DEAL:
        raise IllegalAction("wrong_phase")
    check_deal(PACK, deal, 4)
    order = deal.order
    dealer = state.dealer if state.number else deal.first
    first = (dealer + 1) % 4
    hands = [0] * 4
    for step in range(4):
        hands[(first + step) % 4] = mask_of(_first_five(order, step))
    dealt = replace(
        state,
        phase=Phase.AUCTION,
        number=state.number + 1,
        dealer=dealer,
        turn=first,
        auction=Auction(),
        hands=tuple(hands),
        talon=order[_DEALT_FIRST:],
        trick=(),
        trick_leader=first,
        last_trick=(),
        last_winner=-1,
        piles=((), ()),
        declarations=(),
        belots=(),
    )
    return Step(dealt, (Dealt(AUCTION_CARDS, first),))


def deal_rest(state: BelotState, events: tuple[Event, ...]) -> Step[BelotState]:
    """Return what follows an auction that left a contract: three more cards each."""
    first = (state.dealer + 1) % 4
    contract = state.auction.contract
    after = replace(
        state,
        phase=Phase.PLAY,
        turn=first,
        trump=TRUMP_OF[contract],
        hands=tuple(
            hand | mask_of(_from_talon(state.talon, (seat - first) % 4))
            for seat, hand in enumerate(state.hands)
        ),
        talon=(),
    )
    return Step(after, (*events, Dealt(LATER_CARDS, first)))


def throw_in(state: BelotState, events: tuple[Event, ...]) -> Step[BelotState]:
    """Return what follows four passes: the next dealer deals, hung points stay (B-A31)."""
    row = DealRow(
        number=state.number,
        dealer=state.dealer,
        totals=state.totals,
        hanging=state.hanging,
        barrier=state.barrier,
    )
    return end_deal(state, row, events, gather_hands(state), is_over=False)


def end_deal(
    state: BelotState,
    row: DealRow,
    events: tuple[Event, ...],
    gathered: tuple[Card, ...],
    is_over: bool,
) -> Step[BelotState]:
    """Return the state after a deal: the match is over or the deal passes to the right."""
    events = (*events, DealScored(row))
    if is_over:
        scores = four_totals(row.totals)
        events = (*events, MatchEnded(scores, places_of(scores)))
    after = replace(
        state,
        phase=Phase.OVER if is_over else Phase.DEAL,
        dealer=state.dealer if is_over else (state.dealer + 1) % 4,
        hands=(0, 0, 0, 0),
        talon=(),
        hanging=row.hanging,
        barrier=row.barrier,
        totals=row.totals,
        gathered=gathered if state.options.shuffle == "cut_only" else (),
        rows=(*state.rows, row),
    )
    return Step(after, events)


def gather_tricks(state: BelotState) -> tuple[Card, ...]:
    """Return the pack after a deal that was played, top first.

    Each side's tricks lie face down, the latest on top, each in the order in which it was played;
    the side of the next dealer puts its pile under the other one.
    """
    under = (state.dealer + 1) % 2
    return _top_down(state.piles[1 - under]) + _top_down(state.piles[under])


def gather_hands(state: BelotState) -> tuple[Card, ...]:
    """Return the pack after a deal thrown in, top first.

    The hands, ascending, from the seat right of the dealer, then the cards not dealt.
    """
    first = state.dealer + 1
    hands = [card for step in range(4) for card in cards_of(state.hands[(first + step) % 4])]
    return (*hands, *state.talon)


def facts_of(state: BelotState) -> Facts:
    """Return the dealer and the eight cards of each seat: five ascending, three as dealt."""
    first = (state.dealer + 1) % 4
    return Facts(
        first=state.dealer,
        hands=tuple(
            cards_of(hand) + _from_talon(state.talon, (seat - first) % 4)
            for seat, hand in enumerate(state.hands)
        ),
    )


def deal_from_facts(state: BelotState, facts: Facts) -> Deal:
    """Return a deal that leads to these facts; the order of the first five does not matter.

    Raises:
        RecordError: ``bad_deal``.
    """
    if [len(hand) for hand in facts.hands] != [8] * 4 or not 0 <= facts.first < 4:
        raise RecordError("bad_deal")
    if state.number and facts.first != state.dealer:
        raise RecordError("bad_deal")
    by_turn = [facts.hands[(facts.first + 1 + step) % 4] for step in range(4)]
    order = check_facts(
        PACK,
        [
            *(card for hand in by_turn for card in hand[:3]),
            *(card for hand in by_turn for card in hand[3:AUCTION_CARDS]),
            *(card for hand in by_turn for card in hand[AUCTION_CARDS:]),
        ],
    )
    return Deal(order, facts.first)


def _first_five(order: Sequence[Card], step: int) -> tuple[Card, ...]:
    """Return the cards of the auction of the seat that is dealt to as number ``step``."""
    return (*order[3 * step : 3 * step + 3], *order[12 + 2 * step : 14 + 2 * step])


def _from_talon(talon: tuple[Card, ...], step: int) -> tuple[Card, ...]:
    return talon[LATER_CARDS * step : LATER_CARDS * (step + 1)]


def _top_down(pile: tuple[Card, ...]) -> tuple[Card, ...]:
    tricks = [pile[place : place + 4] for place in range(0, len(pile), 4)]
    return tuple(card for trick in reversed(tricks) for card in trick)
