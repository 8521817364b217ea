"""The layout subgame of Rentz, ``rentz``: rows that grow from the jacks, cards out, places."""

from __future__ import annotations

from msgspec.structs import replace

from levata.cards import Card, Mask, format_card
from levata.errors import IllegalAction
from levata.events import CardPlayed, Event, Passed
from levata.game import Step
from levata.games.rentz.options import ACES, low_ends, reachable, row_starts
from levata.games.rentz.play import score_layout
from levata.games.rentz.state import (
    MoveDeclined,
    MoveGranted,
    RentzState,
    SeatFinished,
    TurnSkipped,
)


def layable(state: RentzState, seat: int) -> Mask:
    """Return the cards that a seat may lay."""
    return state.hands[seat] & reachable(state.laid, row_starts(state.seats, state.options))


def lay_card(state: RentzState, seat: int, card: Card) -> Step[RentzState]:
    """Return what laying a card leads to; the phase and the turn have been checked.

    Raises:
        IllegalAction: ``not_in_hand`` or ``no_neighbour``.
    """
    bit = 1 << card
    hand = state.hands[seat]
    if not hand & bit:
        raise IllegalAction("not_in_hand", format_card(card))
    if not layable(state, seat) & bit:
        raise IllegalAction("no_neighbour", format_card(card))
    hand ^= bit
    laid = replace(
        state,
        hands=(*state.hands[:seat], hand, *state.hands[seat + 1 :]),
        laid=state.laid | bit,
        again=False,
        skipped=-1,
    )
    events: list[Event] = [CardPlayed(seat, card)]
    if not hand:
        laid = _finish(laid, seat, events)
        waiting = laid.places.count(0)
        if waiting == 1 and state.options.early_end:
            laid = _finish(laid, laid.places.index(0), events)
            waiting = 0
        if not waiting:
            return score_layout(laid, tuple(events))
    elif bit & ACES and layable(laid, seat):
        return Step(replace(laid, again=True), (*events, MoveGranted(seat)))
    turn = _next_active(laid, seat)
    if bit & low_ends(state.seats):
        skipped, turn = turn, _next_active(laid, turn)
        if skipped != turn:
            laid = replace(laid, skipped=skipped)
            events.append(TurnSkipped(skipped))
    return Step(replace(laid, turn=turn), tuple(events))


def pass_turn(state: RentzState, seat: int) -> Step[RentzState]:
    """Return what passing leads to; the phase and the turn have been checked.

    Raises:
        IllegalAction: ``must_play``, a card fits (R-A16).
    """
    if layable(state, seat):
        raise IllegalAction("must_play")
    return _give_turn(state, seat, Passed(seat))


def decline_move(state: RentzState, seat: int) -> Step[RentzState]:
    """Return what declining the second move after an ace leads to; the turn has been checked.

    Raises:
        IllegalAction: ``must_play``, there is no second move, or the table forces it.
    """
    if not state.again or state.options.ace_extra == "forced":
        raise IllegalAction("must_play")
    return _give_turn(state, seat, MoveDeclined(seat))


def _give_turn(state: RentzState, seat: int, event: Event) -> Step[RentzState]:
    turn = _next_active(state, seat)
    return Step(replace(state, turn=turn, again=False, skipped=-1), (event,))


def _next_active(state: RentzState, seat: int) -> int:
    """Return the next seat in turn that still holds cards (R-A13)."""
    seat = (seat + 1) % state.seats
    while not state.hands[seat]:
        seat = (seat + 1) % state.seats
    return seat


def _finish(state: RentzState, seat: int, events: list[Event]) -> RentzState:
    """Give a seat the next place."""
    places = state.places
    place = 1 + len(places) - places.count(0)
    events.append(SeatFinished(seat, place))
    return replace(state, places=(*places[:seat], place, *places[seat + 1 :]))
