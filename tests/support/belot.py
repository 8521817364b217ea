"""Positions of Belot made for tests: chosen hands, calls and cards in the middle of a deal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from levata.cards import mask_of, parse_cards
from levata.errors import IllegalAction
from levata.events import Event
from levata.game import CHANCE, Facts, Seat, Step
from levata.games.belot import Belot, BelotOptions, BelotState
from levata.games.belot.auction import Auction
from levata.games.belot.cards import CONTRACTS, TRUMP_OF
from levata.games.belot.state import Phase

BELOT = Belot()
EIGHT_EACH = (
    "7C 8C 9C TC JC QC KC AC",
    "7D 8D 9D TD JD QD KD AD",
    "7H 8H 9H TH JH QH KH AH",
    "7S 8S 9S TS JS QS KS AS",
)
"""One whole suit for each seat."""


def hands_of(*texts: str) -> tuple[tuple[int, ...], ...]:
    """Return the hands written as cards separated by blanks."""
    return tuple(parse_cards(text) for text in texts)


def new_match(dealer: Seat = 3, hands: Sequence[str] = EIGHT_EACH, **options: Any) -> BelotState:
    """Return a match whose first deal gave these hands, first five cards first."""
    return dealt(BELOT.setup(4, BelotOptions(**options)), dealer, hands)


def dealt(state: BelotState, dealer: Seat, hands: Sequence[str]) -> BelotState:
    """Return the state after a deal of these hands."""
    deal = BELOT.deal_from(state, Facts(dealer, hands_of(*hands)))
    return BELOT.apply(state, CHANCE, deal).state


def act(state: BelotState, *texts: str) -> BelotState:
    """Return the state after actions of whoever must act."""
    for text in texts:
        state = step(state, text).state
    return state


def step(state: BelotState, text: str) -> Step[BelotState]:
    """Return what one action of whoever must act leads to."""
    return BELOT.apply(state, state.turn, BELOT.parse_action(text))


def events_of(state: BelotState, *texts: str) -> tuple[Event, ...]:
    """Return the events of actions of whoever must act."""
    events: tuple[Event, ...] = ()
    for text in texts:
        done = step(state, text)
        state, events = done.state, events + done.events
    return events


def refusal_of(state: BelotState, text: str, seat: Seat | None = None) -> tuple[str, ...]:
    """Return the code and the facts with which an action is refused; nothing if it is legal."""
    try:
        BELOT.apply(state, state.turn if seat is None else seat, BELOT.parse_action(text))
    except IllegalAction as error:
        return (error.code, *error.facts)
    return ()


def legal_texts(state: BelotState) -> list[str]:
    """Return what whoever must act may do."""
    return [action.text for action in BELOT.legal(state, state.turn)]


def in_trick(
    contract: str,
    trick: str,
    hand: str,
    by: Seat = 0,
    turn: Seat = 0,
    options: BelotOptions | None = None,
) -> BelotState:
    """Return a state in which the seat to play holds a hand and cards lie on the table.

    It is no first trick: what others hold is unknown, and nothing can be declared.
    """
    cards = parse_cards(trick)
    hands = [0, 0, 0, 0]
    hands[turn] = mask_of(parse_cards(hand))
    index = CONTRACTS.index(contract)
    state = BELOT.setup(4, options or BelotOptions(auto_belot=False))
    return replace(
        state,
        phase=Phase.PLAY,
        number=1,
        dealer=3,
        turn=turn,
        auction=Auction((), index, by),
        trump=TRUMP_OF[index],
        hands=tuple(hands),
        trick=cards,
        trick_leader=(turn - len(cards)) % 4,
    )


def last_trick(
    contract: str, hands: Sequence[str], won: Sequence[str], by: Seat = 0, **options: Any
) -> BelotState:
    """Return a state before the last trick, led by seat 0.

    ``won`` are the cards that each side has taken; every seat holds one card.
    """
    state = in_trick(contract, "", hands[0], by, options=BelotOptions(**options))
    return replace(
        state,
        hands=tuple(mask_of(parse_cards(hand)) for hand in hands),
        piles=(parse_cards(won[0]), parse_cards(won[1])),
    )


CLUBS_TO_SEAT_0 = ("bid clubs", "pass", "pass", "pass")
MIXED = (
    "JC JD JH 9S TS JS QS 7C",
    "8C 9C TC QC KC AC 7D 8D",
    "9D TD QD KD AD 7H 8H 9H",
    "TH QH KH AH 7S 8S KS AS",
)
"""Seat 0 holds four jacks and 9-10-J-Q of spades."""


def score(events: tuple[Event, ...]) -> dict[str, Any]:
    result = BELOT.deal_result(events)
    assert result is not None
    return result


def play_out(state: BelotState) -> tuple[BelotState, tuple[Event, ...]]:
    """Return the state after the deal, everybody playing the last legal card."""
    events: tuple[Event, ...] = ()
    while state.phase == Phase.PLAY:
        done = BELOT.apply(state, state.turn, BELOT.legal(state, state.turn)[-1])
        state, events = done.state, events + done.events
    return state, events
