"""Bids and cards of Whist: from the first bid of a round to its score."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from levata.cards import SUIT_MASKS, Card, Mask
from levata.errors import IllegalAction
from levata.events import BidMade, CardPlayed, Event, MatchEnded, TrickTaken
from levata.game import Seat, Step, places_of
from levata.games.whist.model import Phase, Round, RoundScored, WhistState
from levata.games.whist.scoring import barred_bid, next_streak, round_points, schedule
from levata.tricks import NO_TRUMP, TrickRules, VoidDuty, refuse_card

TRICKS: Final = TrickRules(void_duty=VoidDuty.ALWAYS)
DEAL, BID, PLAY = int(Phase.DEAL), int(Phase.BID), int(Phase.PLAY)
"""Plain numbers for what is asked at every card: members of an enum are slow to look up."""


def is_forehead(state: WhistState) -> bool:
    """Return whether everybody sees all cards but his own in this round."""
    return state.options.forehead and state.size == 1


def barred_for(state: WhistState, seat: Seat) -> int:
    """Return the bid that the hook forbids this seat, -1 for none."""
    if (seat + 1) % state.seats != state.first:
        return -1
    others = [bid for owner, bid in enumerate(state.bids) if owner != seat]
    return barred_bid(state.size, others, state.options.hook)


def _check_turn(state: WhistState, seat: Seat, phase: Phase) -> None:
    if state.phase != phase:
        raise IllegalAction("wrong_phase")
    if seat != state.turn:
        raise IllegalAction("not_your_turn")


def make_bid(state: WhistState, seat: Seat, count: int) -> Step[WhistState]:
    """Return what a bid leads to.

    Raises:
        IllegalAction: ``wrong_phase``, ``not_your_turn``, ``bid_out_of_range`` (with the lowest and
            the highest bid) or ``bid_barred`` (with the bid and the cards of the round).
    """
    _check_turn(state, seat, Phase.BID)
    if not 0 <= count <= state.size:
        raise IllegalAction("bid_out_of_range", 0, state.size)
    if count == barred_for(state, seat):
        raise IllegalAction("bid_barred", count, state.size)
    bids = (*state.bids[:seat], count, *state.bids[seat + 1 :])
    turn = (seat + 1) % state.seats
    phase = Phase.PLAY if turn == state.first else Phase.BID
    return Step(replace(state, phase=phase, bids=bids, turn=turn), (BidMade(seat, count),))


def play_card(state: WhistState, seat: Seat, card: Card) -> Step[WhistState]:
    """Return what a card leads to: the hottest function of the game.

    Raises:
        IllegalAction: ``wrong_phase``, ``not_your_turn``, or the code of `refuse_card`.
    """
    if state.phase != PLAY:
        raise IllegalAction("wrong_phase")
    if seat != state.turn:
        raise IllegalAction("not_your_turn")
    hands, trick, trump = state.hands, state.trick, state.trump
    hand = hands[seat]
    bit = 1 << card
    if not hand & bit:
        raise refuse_card(hand, card, trick or (card,), trump)
    if trick:
        led = trick[0] & 3
        if card & 3 != led and (
            hand & SUIT_MASKS[led]
            or (trump != NO_TRUMP and card & 3 != trump and hand & SUIT_MASKS[trump])
        ):
            raise refuse_card(hand, card, trick, trump)
    held = list(hands)
    held[seat] = hand ^ bit
    hands = tuple(held)
    trick = (*trick, card)
    seats = state.seats
    if len(trick) < seats:
        turn = seat + 1 if seat + 1 < seats else 0
        return Step(replace(state, hands=hands, trick=trick, turn=turn), (CardPlayed(seat, card),))
    return _end_trick(state, hands, trick, CardPlayed(seat, card))


def _end_trick(
    state: WhistState, hands: tuple[Mask, ...], trick: tuple[Card, ...], played: CardPlayed
) -> Step[WhistState]:
    leader = state.trick_leader
    winner = (leader + TRICKS.winner(trick, state.trump)) % state.seats
    took = state.took
    took = (*took[:winner], took[winner] + 1, *took[winner + 1 :])
    after = replace(
        state,
        hands=hands,
        took=took,
        trick=(),
        trick_leader=winner,
        turn=winner,
        last_trick=trick,
        last_leader=leader,
        last_winner=winner,
    )
    if hands[winner]:
        return Step(after, (played, TrickTaken(winner)))
    return _end_round(after, (played, TrickTaken(winner)))


def _end_round(state: WhistState, events: tuple[Event, ...]) -> Step[WhistState]:
    options = state.options
    made = [bid == took for bid, took in zip(state.bids, state.took, strict=True)]
    void = (
        options.repeat_if_all_fail
        and not any(made)
        and (options.max_repeats is None or state.repeats < options.max_repeats)
    )
    points = [
        round_points(options.scoring, bid, took)
        for bid, took in zip(state.bids, state.took, strict=True)
    ]
    bonus = [0] * state.seats
    streaks = state.streaks
    if void:
        if not options.repeat_keep_scores:
            points = [0] * state.seats
    else:
        stepped = [
            next_streak(options, state.size, streak, is_made)
            for streak, is_made in zip(streaks, made, strict=True)
        ]
        streaks = tuple(streak for streak, _ in stepped)
        bonus = [extra for _, extra in stepped]
    scores = tuple(base + extra for base, extra in zip(points, bonus, strict=True))
    totals = tuple(total + score for total, score in zip(state.totals, scores, strict=True))
    row = Round(
        cards=state.size,
        trump=state.trump,
        first=state.first,
        bids=state.bids,
        took=state.took,
        scores=scores,
        bonus=tuple(bonus),
        totals=totals,
        void=void,
    )
    next_round = state.round if void else state.round + 1
    is_over = next_round == len(schedule(state.seats, options.sequence))
    events = (*events, RoundScored(row))
    if is_over:
        events = (*events, MatchEnded(totals, places_of(totals)))
    after = replace(
        state,
        phase=Phase.OVER if is_over else Phase.DEAL,
        round=state.round if is_over else next_round,
        repeats=state.repeats + 1 if void else 0,
        streaks=streaks,
        totals=totals,
        rounds=(*state.rounds, row),
    )
    return Step(after, events)
