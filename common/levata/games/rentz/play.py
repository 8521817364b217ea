"""The trick subgames of Rentz, and the score of every hand."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from levata.cards import HEARTS, SUIT_MASKS, Card, Mask
from levata.errors import IllegalAction
from levata.events import CardPlayed, Event, MatchEnded, TrickTaken
from levata.game import Step, places_of
from levata.games.rentz.options import (
    ENDING,
    ITEMS,
    Subgame,
    hands_in_all,
    item_points,
    pack_mask,
    place_points,
)
from levata.games.rentz.state import HandRow, HandScored, Phase, RentzState
from levata.tricks import NO_TRUMP, TrickRules, refuse_card

TRICKS: Final = TrickRules()
_HEARTS: Final = SUIT_MASKS[HEARTS]
_HEARTS_GUARDED: Final = frozenset((Subgame.KING, Subgame.TOTALS))
"""The subgames to which the option ``hearts_lead`` applies."""


def playable(state: RentzState, seat: int) -> Mask:
    """Return the cards that a seat may add to the trick."""
    hand, trick = state.hands[seat], state.trick
    if trick:
        return hand & SUIT_MASKS[trick[0] & 3] or hand
    if state.options.hearts_lead != "free" and state.subgame in _HEARTS_GUARDED:
        return hand & ~_HEARTS or hand
    return hand


def play_card(state: RentzState, seat: int, card: Card) -> Step[RentzState]:
    """Return what a card of a trick subgame leads to: the hottest function of the game.

    Raises:
        IllegalAction: ``not_in_hand``, ``must_follow`` or ``hearts_barred``; the phase and the
            turn have been checked.
    """
    hands, trick = state.hands, state.trick
    hand = hands[seat]
    bit = 1 << card
    if not playable(state, seat) & bit:
        if trick or not hand & bit:
            raise refuse_card(hand, card, trick or (card,), NO_TRUMP)
        raise IllegalAction("hearts_barred")
    hands = (*hands[:seat], hand ^ bit, *hands[seat + 1 :])
    trick = (*trick, card)
    played = CardPlayed(seat, card)
    if len(trick) == state.seats:
        return _end_trick(state, hands, trick, played)
    turn = seat + 1
    if turn == state.seats:
        turn = 0
    return Step(replace(state, hands=hands, trick=trick, turn=turn), (played,))


def _end_trick(
    state: RentzState, hands: tuple[Mask, ...], trick: tuple[Card, ...], played: CardPlayed
) -> Step[RentzState]:
    leader = state.trick_leader
    winner = (leader + TRICKS.winner(trick, NO_TRUMP)) % state.seats
    tricks, taken = state.tricks, state.taken
    subgame = state.subgame
    items = 0
    for card in trick:
        items |= 1 << card
    items &= ITEMS[subgame]
    if items:
        taken = (*taken[:winner], taken[winner] | items, *taken[winner + 1 :])
    after = replace(
        state,
        hands=hands,
        trick=(),
        trick_leader=winner,
        turn=winner,
        last_trick=trick,
        last_leader=leader,
        last_winner=winner,
        tricks=(*tricks[:winner], tricks[winner] + 1, *tricks[winner + 1 :]),
        taken=taken,
    )
    events = (played, TrickTaken(winner))
    if not hands[winner] or (items and _is_decided(after)):
        return _score_tricks(after, events)
    return Step(after, events)


def _is_decided(state: RentzState) -> bool:
    """Return whether nothing more can be scored (R-A19, R-A20)."""
    if not state.options.early_end or state.subgame not in ENDING:
        return False
    return sum(state.taken) == ITEMS[state.subgame] & pack_mask(state.seats)


def _score_tricks(state: RentzState, events: tuple[Event, ...]) -> Step[RentzState]:
    scores = tuple(
        item_points(state.options, Subgame(state.subgame), taken, tricks)
        for taken, tricks in zip(state.taken, state.tricks, strict=True)
    )
    return _end_hand(state, events, scores)


def score_layout(state: RentzState, events: tuple[Event, ...]) -> Step[RentzState]:
    """Return what the end of a layout leads to; every place is known."""
    return _end_hand(state, events, place_points(state.options, state.places))


def _end_hand(
    state: RentzState, events: tuple[Event, ...], scores: tuple[int, ...]
) -> Step[RentzState]:
    if state.blind:
        scores = tuple(2 * score for score in scores)
    totals = tuple(total + score for total, score in zip(state.totals, scores, strict=True))
    row = HandRow(
        chooser=state.chooser,
        subgame=state.subgame,
        blind=state.blind,
        scores=scores,
        totals=totals,
        places=state.places if state.subgame == Subgame.RENTZ else (),
    )
    hand_index = state.hand_index + 1
    is_over = hand_index == hands_in_all(state.seats, state.options)
    events = (*events, HandScored(row, state.taken, state.tricks))
    if is_over:
        events = (*events, MatchEnded(totals, places_of(totals)))
    after = replace(
        state,
        phase=Phase.OVER if is_over else Phase.DEAL,
        hand_index=hand_index,
        refusals=0,
        hands=(0,) * state.seats,
        again=False,
        totals=totals,
        rows=(*state.rows, row),
    )
    return Step(after, events)
