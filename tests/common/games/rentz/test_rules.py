"""Rentz: time that is up, records, the end of a match, and what a seat may know."""

from __future__ import annotations

import random
from typing import Any

import pytest
from msgspec.structs import replace

from levata.cards import HandOrder, format_cards
from levata.errors import RecordError
from levata.events import MatchEnded
from levata.game import CHANCE, Deal, EndReason
from levata.games.rentz.options import Subgame
from levata.games.rentz.state import (
    ACCEPT,
    CHOICES,
    PASS,
    REFUSE,
    STOP,
    HandRow,
    HandScored,
    Phase,
    RentzState,
)
from levata.match import Match
from levata.options import Scalar
from levata.records.record import SeatLabel, format_record, load_record
from levata.records.replay import Replay
from tests.support.rentz import (
    RENTZ,
    SUIT_HANDS,
    act,
    asked,
    chosen,
    deal_hands,
    options_of,
    play_hand,
    play_match,
    position,
    shuffled,
    start,
)

# Timeouts.


def test_timeout_chooses_the_first_unused_subgame_not_blind() -> None:
    """R-A28."""
    state = deal_hands(replace(start(nv="on"), used=(0b11, 0, 0, 0)), SUIT_HANDS)
    assert RENTZ.timeout_action(state, 0) == CHOICES[Subgame.DIAMONDS]


def test_timeout_declines_what_is_optional() -> None:
    assert RENTZ.timeout_action(asked(), 0) == ACCEPT
    again = act(position(Subgame.RENTZ, "AC JD", "9D", "TD", laid="JC QC KC"), "AC").state
    assert RENTZ.timeout_action(again, 0) == STOP


def test_timeout_plays_the_leftmost_legal_card() -> None:
    """Common rule 6."""
    state = position(Subgame.TRICKS, "7S 9D 8C", "7H", "8H")
    texts = {order: RENTZ.timeout_action(state, 0, order).text for order in HandOrder}
    assert texts == {"suits": "play 8C", "plain": "play 8C", "ranks": "play 7S"}
    stuck = position(Subgame.RENTZ, "8C", "7H", "8H")
    assert RENTZ.timeout_action(stuck, 0) == PASS
    forced = position(
        Subgame.RENTZ, "AC JD", "9D", "TD", laid="JC QC KC", table={"ace_extra": "forced"}
    )
    assert RENTZ.timeout_action(act(forced, "AC").state, 0).text == "play JD"


# Records.


def test_result_of_a_deal_stands_as_in_the_record() -> None:
    tricks = act(position(Subgame.WHIST, "AC", "7C", "8C", "9C", blind=True), "AC, 7C, 8C, 9C")
    assert RENTZ.deal_result(tricks.events) == {
        "subgame": "whist",
        "blind": True,
        "scores": (100, 0, 0, 0),
        "totals": (100, 0, 0, 0),
    }
    layout = act(position(Subgame.RENTZ, "JC", "JD", "JH", "7S"), "JC, JD, JH")
    assert RENTZ.deal_result(layout.events) == {
        "subgame": "rentz",
        "blind": False,
        "scores": (400, 200, 100, 0),
        "totals": (400, 200, 100, 0),
        "places": (1, 2, 3, 4),
    }
    assert RENTZ.deal_result(layout.events[:1]) is None


def test_facts_and_deals_are_inverse() -> None:
    for first in range(4):
        state = shuffled(start(), random.Random(first), first).state
        facts = RENTZ.facts(state)
        assert facts.first == first
        assert RENTZ.apply(start(), CHANCE, RENTZ.deal_from(start(), facts)).state == state


def test_facts_that_fit_no_deal_are_refused() -> None:
    state = start()
    good = RENTZ.facts(shuffled(state, random.Random(1)).state)
    later = play_hand(chosen(Subgame.KING, 4, random.Random(1)), random.Random(1)).state
    again = act(asked(), "refuse").state
    assert RENTZ.deal_from(later, replace(good, first=1)).first == 0
    for wrong_state, facts in (
        (state, replace(good, first=4)),
        (state, replace(good, first=-1)),
        (state, replace(good, hands=good.hands[:3])),
        (state, replace(good, hands=(good.hands[0][:7], *good.hands[1:]))),
        (state, replace(good, hands=(good.hands[0], *good.hands[:3]))),
        (state, replace(good, turned=20)),
        (state, replace(good, stock=(20,))),
        (later, good),
        (again, replace(good, first=1)),
    ):
        with pytest.raises(RecordError) as refused:
            RENTZ.deal_from(wrong_state, facts)
        assert refused.value.code == "bad_deal"


def test_first_chooser_is_kept_when_the_first_hand_is_refused() -> None:
    refused = act(asked(), "refuse").state
    again = RENTZ.apply(refused, CHANCE, Deal(RENTZ.pack(refused), first=3)).state
    assert RENTZ.facts(again).first == 0


def recorded_match(seed: int) -> tuple[RentzState, dict[str, Any]]:
    """Play a match at random with every option that adds actions; return it with its record."""
    rng = random.Random(seed)
    labels = [SeatLabel(str(seat), "bot") for seat in range(3)]
    match = Match(RENTZ, options_of(3, nv="on", refuse_rentz=20), 3, seed="1", labels=labels)
    while acting := match.to_act():
        if acting == (CHANCE,):
            first, order = rng.randrange(3), list(match.pack())
            rng.shuffle(order)
            match.deal(Deal(tuple(order), first))
            continue
        seat = rng.choice(acting)
        legal = match.legal(seat)
        action = REFUSE if REFUSE in legal and rng.random() < 0.7 else rng.choice(legal)
        match.act(seat, action.text)
    return match.state, match.record(match.outcome())


@pytest.mark.parametrize("seed", range(3))
def test_records_leave_out_what_replays_restore(seed: int) -> None:
    end, document = recorded_match(seed)
    words = {line["action"].split()[0] for deal in document["deals"] for line in deal["actions"]}
    assert words == {"choose", "play", "pass", "stop", "refuse"}
    steps = list(Replay(load_record(format_record(document))))
    assert steps[-1].state == end
    assert {step.action for step in steps if not step.is_recorded} == {ACCEPT}


# The end of a match.


def finished(totals: tuple[int, ...], hands: int, **texts: Scalar) -> RentzState:
    """Return a state after ``hands`` complete hands with these scores."""
    state = start(len(totals), **texts)
    is_over = hands == len(totals) * len(state.options.subgames)
    return replace(
        state, totals=totals, hand_index=hands, phase=Phase.OVER if is_over else Phase.DEAL
    )


FOUR = (400, 100, 250, -200)


def test_outcome_of_a_whole_match_is_rated() -> None:
    outcome = RENTZ.outcome(finished((400, 130, 0, -200), 32))
    assert outcome is not None
    assert outcome.reason == EndReason.COMPLETED
    assert outcome.places == (1, 2, 3, 4)
    assert outcome.ratings == (20.0, 1.6, -5.33, -20.0)
    assert RENTZ.outcome(finished(FOUR, 31)) is None


def test_match_ends_with_the_last_hand() -> None:
    """Ties share places (common rule 5)."""
    state = replace(
        position(Subgame.WHIST, "AC", "7C", "8C", "9C"), hand_index=31, totals=(0, 50, 40, 40)
    )
    line = act(state, "AC, 7C, 8C, 9C")
    assert line.state.phase == Phase.OVER
    assert line.events[-1] == MatchEnded((50, 50, 40, 40), (1, 1, 3, 3))
    assert isinstance(line.events[-2], HandScored)
    assert RENTZ.to_act(line.state) == ()


@pytest.mark.parametrize(
    ("hands", "ratings"),
    [
        pytest.param(16, (10.0, 0.0, 4.0, -10.0), id="R36"),
        pytest.param(20, (12.5, 0.0, 5.0, -12.5), id="R37"),
        pytest.param(15, (0.0, 0.0, 0.0, 0.0), id="R38"),
    ],
)
def test_match_stopped_by_the_table_is_rated_in_part(
    hands: int, ratings: tuple[float, ...]
) -> None:
    outcome = RENTZ.stopped_outcome(finished(FOUR, hands), EndReason.STOPPED, ())
    assert outcome.ratings == ratings
    assert outcome.scores == FOUR
    assert outcome.places == (1, 3, 2, 4)


@pytest.mark.parametrize(
    ("hands", "pool", "ratings"),
    [
        pytest.param(32, "all", (-20.0, 0.0, 8.0, -20.0), id="R39"),
        pytest.param(8, "all", (-20.0, 0.0, 0.0, 0.0), id="R40"),
        pytest.param(32, "present", (-20.0, 5.33, 20.0, -20.0), id="R41"),
    ],
)
def test_seats_that_left_are_rated_down(hands: int, pool: str, ratings: tuple[float, ...]) -> None:
    state = finished(FOUR, hands, rating_pool=pool)
    assert RENTZ.stopped_outcome(state, EndReason.ABANDONED, (0,)).ratings == ratings


def test_everybody_who_left_is_rated_down_unless_the_server_ended_it() -> None:
    """R-A27."""
    state = finished(FOUR, 20)
    left = (0, 1, 2, 3)
    assert RENTZ.stopped_outcome(state, EndReason.ABANDONED, left).ratings == (-20.0,) * 4
    outcome = RENTZ.stopped_outcome(state, EndReason.VOID, left)
    assert outcome.ratings is None
    assert outcome.scores == FOUR


def test_the_hand_in_progress_is_dropped() -> None:
    """R-A25."""
    state = replace(position(Subgame.WHIST, "AC 7D", "7C 8D", "8C 9D"), totals=(30, 20, 10))
    playing = act(state, "AC, 7C, 8C").state
    outcome = RENTZ.stopped_outcome(playing, EndReason.STOPPED, ())
    assert outcome.scores == (30, 20, 10) == RENTZ.scores(playing)


# The view.


def test_view_tells_what_lies_open() -> None:
    state = position(Subgame.QUEENS, "QD 7S", "QC 8S", "QH 9S", "8H QS")
    state = act(state, "QD, QC, QH, 8H, 7S").state
    view = RENTZ.view(state, 1)
    assert (view.seat, view.turn, view.phase, view.chooser) == (1, 1, Phase.TRICKS, 0)
    assert format_cards(view.hand) == "8S"
    assert view.legal == ("play 8S",)
    assert view.counts == (0, 1, 1, 1)
    assert format_cards(view.trick) == "7S"
    assert format_cards(view.last_trick) == "QD QC QH 8H"
    assert (view.last_leader, view.last_winner, view.tricks) == (0, 0, (1, 0, 0, 0))
    assert view.taken == state.taken
    assert view.hands_in_all == 32


def test_spectators_see_no_hand_and_no_actions() -> None:
    for state in (
        start(),
        deal_hands(start(), SUIT_HANDS),
        asked(),
        position(Subgame.KING, *SUIT_HANDS),
        position(Subgame.RENTZ, *SUIT_HANDS),
        play_match(3, random.Random(1)),
    ):
        view = RENTZ.view(state, None)
        assert (view.seat, view.hand, view.legal) == (-1, (), ())


def test_finished_hands_are_in_the_view() -> None:
    end = act(position(Subgame.RENTZ, "JC", "JD", "JH", "7S"), "JC, JD, JH").state
    view = RENTZ.view(end, 3)
    assert view.rows == (
        HandRow(
            chooser=0,
            subgame=Subgame.RENTZ,
            blind=False,
            scores=(400, 200, 100, 0),
            totals=(400, 200, 100, 0),
            places=(1, 2, 3, 4),
        ),
    )
    assert view.turn == -1
    assert (view.hand, view.counts) == ((), (0, 0, 0, 0))
