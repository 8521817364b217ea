"""Cards and declarations of Belot: from the first card of a deal to its score."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from levata.cards import CARD_TEXTS, Card, Mask
from levata.errors import IllegalAction
from levata.events import CardPlayed, Event, TrickTaken
from levata.game import PLAYS, Action, PlayCard, Seat, Step
from levata.games.belot.cards import (
    BELOT,
    BELOT_PAIRS,
    CAPOT,
    LAST_TEN,
    NOTRUMP,
    POINTS,
    TRICKS,
    can_say_belot,
    playable,
)
from levata.games.belot.declarations import Declaration, Declare, contest, declarable, free_cards
from levata.games.belot.pack import end_deal, gather_tricks
from levata.games.belot.scoring import (
    add_pairs,
    doubled_by_no_trump,
    next_barrier,
    one_side,
    per_side,
    settle,
)
from levata.games.belot.state import (
    BelotSaid,
    BelotState,
    CombinationDeclared,
    CombinationsShown,
    DealRow,
    Phase,
)
from levata.tricks import refuse_card

HAND_SIZE: Final = 8
"""Cards of each seat before the first trick."""


class PlayWithBelot(PlayCard, frozen=True):
    """Put a king or queen on the table and say belot."""

    @property
    def text(self) -> str:
        """Return the stable text."""
        return f"play {CARD_TEXTS[self.card]} belot"


BELOT_PLAYS: Final = {
    card: PlayWithBelot(card) for card in range(52) if any(pair >> card & 1 for pair in BELOT_PAIRS)
}
"""One shared `PlayWithBelot` per king and queen."""


def legal_in_play(state: BelotState) -> tuple[Action, ...]:
    """Return what the seat to play may do: combinations, then cards upwards.

    Where belot can be said, its card stands with it: instead of the card alone with the option
    `auto_belot`, else after it.
    """
    hand = state.hands[state.turn]
    trick, trump = state.trick, state.trump
    actions: list[Action] = list(declarable_now(state))
    cards = playable(hand, trick, trump)
    while cards:
        low = cards & -cards
        card = low.bit_length() - 1
        if card in BELOT_PLAYS and can_say_belot(hand, card, trick, trump):
            if not state.options.auto_belot:
                actions.append(PLAYS[card])
            actions.append(BELOT_PLAYS[card])
        else:
            actions.append(PLAYS[card])
        cards ^= low
    return tuple(actions)


def declarable_now(state: BelotState) -> tuple[Declare, ...]:
    """Return what the seat to play may declare with the card it is about to play."""
    if state.hands[state.turn].bit_count() != HAND_SIZE or state.auction.contract == NOTRUMP:
        return ()
    return declarable(free_now(state))


def free_now(state: BelotState) -> Mask:
    """Return the cards of the seat to play that it used in no combination."""
    return free_cards(state.hands[state.turn], state.turn, state.declarations)


def check_turn(state: BelotState, seat: Seat, phase: Phase) -> None:
    """Refuse an action of the wrong phase or seat.

    Raises:
        IllegalAction: ``wrong_phase`` or ``not_your_turn``.
    """
    if state.phase != phase:
        raise IllegalAction("wrong_phase")
    if seat != state.turn:
        raise IllegalAction("not_your_turn")


def declare(state: BelotState, seat: Seat, action: Declare) -> Step[BelotState]:
    """Return what a declaration leads to; only its kind becomes public (B-A24)."""
    check_turn(state, seat, Phase.PLAY)
    if state.auction.contract == NOTRUMP:
        raise IllegalAction("no_declarations")
    hand = state.hands[seat]
    if hand.bit_count() != HAND_SIZE:
        raise IllegalAction("too_late_to_declare")
    free = free_cards(hand, seat, state.declarations)
    combination = action.combination
    for card in combination.cards:
        if not hand >> card & 1:
            raise IllegalAction("not_in_hand", CARD_TEXTS[card])
        if not free >> card & 1:
            raise IllegalAction("already_declared", CARD_TEXTS[card])
    if action not in declarable(free):
        raise IllegalAction("part_of_run")
    declaration = Declaration(seat, combination.kind, combination.cards)
    after = replace(state, declarations=(*state.declarations, declaration))
    return Step(after, (CombinationDeclared(seat, combination.kind),))


def play(state: BelotState, seat: Seat, card: Card, says_belot: bool) -> Step[BelotState]:
    """Return what a card leads to."""
    # The hottest function of the game: simulations come here for every card.
    check_turn(state, seat, Phase.PLAY)
    hands, trick, trump = state.hands, state.trick, state.trump
    hand = hands[seat]
    bit = 1 << card
    if not playable(hand, trick, trump) & bit:
        raise refuse_card(hand, card, trick or (card,), trump)
    belots = state.belots
    events: tuple[Event, ...] = (CardPlayed(seat, card),)
    if says_belot:
        if not can_say_belot(hand, card, trick, trump):
            raise IllegalAction("no_belot", CARD_TEXTS[card])
        belots = (*belots, seat)
        events = (*events, BelotSaid(seat))
    elif state.options.auto_belot and can_say_belot(hand, card, trick, trump):
        raise IllegalAction("say_belot", CARD_TEXTS[card])
    hands = (*hands[:seat], hand ^ bit, *hands[seat + 1 :])
    trick = (*trick, card)
    if len(trick) < 4:
        turn = (seat + 1) & 3
        return Step(replace(state, hands=hands, trick=trick, turn=turn, belots=belots), events)
    leader = state.trick_leader
    winner = (leader + TRICKS.winner(trick, trump)) & 3
    first, second = state.piles
    piles = (first, second + trick) if winner & 1 else (first + trick, second)
    after = replace(
        state,
        turn=winner,
        hands=hands,
        trick=(),
        trick_leader=winner,
        last_trick=trick,
        last_leader=leader,
        last_winner=winner,
        piles=piles,
        belots=belots,
    )
    events = (*events, TrickTaken(winner))
    return Step(after, events) if hands[winner] else _end_deal(after, events)


def _end_deal(state: BelotState, events: tuple[Event, ...]) -> Step[BelotState]:
    options, auction = state.options, state.auction
    declarations = contest(state.declarations, options)
    last_side = state.last_winner % 2
    points = POINTS[auction.contract]
    first, second = state.piles
    tricks = (len(first) // 4, len(second) // 4)
    cards = (sum([points[card] for card in first]), sum([points[card] for card in second]))
    combinations = per_side((item.seat, item.points) for item in declarations)
    belot = per_side((seat, BELOT) for seat in state.belots)
    plain = add_pairs(cards, one_side(last_side, LAST_TEN), combinations, belot)
    doubling = doubled_by_no_trump(auction.contract, plain)
    capot_side = tricks.index(HAND_SIZE) if HAND_SIZE in tricks else -1
    is_capot = capot_side >= 0
    raw = add_pairs(plain, doubling, one_side(capot_side, CAPOT) if is_capot else (0, 0))
    factor = 1 if is_capot and options.capot_cancels_double else auction.multiplier
    settled = settle(
        auction.contract, auction.by % 2, factor, raw, state.hanging, options.zero_to_one
    )
    totals = add_pairs(state.totals, settled.recorded)
    is_over, barrier = next_barrier(options, totals, state.barrier, is_capot)
    row = DealRow(
        number=state.number,
        dealer=state.dealer,
        totals=totals,
        hanging=settled.hanging,
        barrier=barrier,
        contract=auction.contract,
        by=auction.by,
        multiplier=auction.multiplier,
        factor=factor,
        tricks=tricks,
        cards=cards,
        last_side=last_side,
        combinations=combinations,
        belot=belot,
        doubling=doubling,
        capot_side=capot_side,
        raw=raw,
        rounded=settled.rounded,
        claimed=settled.claimed,
        recorded=settled.recorded,
    )
    if declarations:
        events = (*events, CombinationsShown(declarations))
    after = replace(state, declarations=declarations)
    return end_deal(after, row, events, gather_tricks(state), is_over)
