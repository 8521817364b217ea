"""Rentz: the layout subgame."""

from __future__ import annotations

import random

import pytest

from levata.cards import cards_of, format_cards
from levata.errors import IllegalAction
from levata.events import CardPlayed, Passed
from levata.game import Forced
from levata.games.rentz.options import Subgame, place_points
from levata.games.rentz.state import (
    PASS,
    MoveDeclined,
    MoveGranted,
    Phase,
    RentzState,
    SeatFinished,
    TurnSkipped,
)
from tests.support.rentz import (
    RENTZ,
    Line,
    act,
    chosen,
    legal_cards,
    legal_texts,
    options_of,
    play_hand,
    position,
)


def layout(*hands: str, laid: str = "", mover: int = 0, **texts: str) -> RentzState:
    return position(Subgame.RENTZ, *hands, leader=mover, laid=laid, table=texts)


def skips(line: Line) -> list[int]:
    return [event.seat for event in line.events if isinstance(event, TurnSkipped)]


@pytest.mark.parametrize(
    ("seats", "total"), [(3, 600), (4, 700), (5, 700), (6, 700)], ids=lambda value: str(value)
)
def test_r13_sum_of_a_layout_hand(seats: int, total: int) -> None:
    rng = random.Random(seats)
    assert sum(play_hand(chosen(Subgame.RENTZ, seats, rng), rng).state.rows[-1].scores) == total


def test_r17_an_empty_table_takes_jacks_only() -> None:
    assert legal_cards(layout("JH QH TS AS", "7C", "7D", "7H")) == "JH"


def test_r18_neighbours_and_jacks_may_be_laid() -> None:
    state = layout("KH 9H AH JS QS", "7C", "7D", "7H", laid="JH QH TH")
    assert legal_cards(state) == "9H JS KH"


def test_r21_a_low_end_skips_the_next_seat() -> None:
    line = act(layout("7C 8D", "9D", "TD", "QD", laid="8C 9C TC JC"), "7C")
    assert line.state.turn == 2
    assert line.state.skipped == 1
    assert line.events == (CardPlayed(0, 20), TurnSkipped(1))


def test_r22_the_skip_falls_on_the_next_seat_that_holds_cards() -> None:
    line = act(layout("7C 8D", "", "TD", "QD", laid="8C 9C TC JC"), "7C")
    assert line.state.turn == 3
    assert skips(line) == [2]


def test_r23_of_two_active_seats_the_layer_moves_again() -> None:
    line = act(layout("7C 8D", "", "TD", "", laid="8C 9C TC JC"), "7C")
    assert line.state.turn == 0
    assert skips(line) == [2]


def test_r24_a_low_end_as_the_last_card_still_skips() -> None:
    line = act(layout("7C", "9D", "TD", "QD", laid="8C 9C TC JC"), "7C")
    assert line.state.turn == 2
    assert line.state.places == (1, 0, 0, 0)
    assert line.events == (CardPlayed(0, 20), SeatFinished(0, 1), TurnSkipped(1))


def test_r25_points_by_place() -> None:
    state = layout("JD QD", "7H 8H", "JS", "JC KC QC", mover=2)
    end = act(state, "JS, JC, JD, pass, QC, QD, pass, KC").state
    assert end.rows[-1].places == (2, 4, 1, 3)
    assert end.rows[-1].scores == (200, 0, 400, 100)
    assert place_points(options_of(), (2, 4, 1, 3)) == (200, 0, 400, 100)


def test_an_ace_gives_a_second_move_which_may_be_declined() -> None:
    """R-A10."""
    state = layout("AC JD 9H", "9D", "TD", "QD", laid="JC QC KC")
    line = act(state, "AC")
    assert line.events == (CardPlayed(0, 48), MoveGranted(0))
    again = line.state
    assert again.again
    assert RENTZ.to_act(again) == (0,)
    assert legal_texts(again) == ["play JD", "stop"]
    declined = act(again, "stop")
    assert declined.events == (MoveDeclined(0),)
    assert not declined.state.again
    assert declined.state.turn == 1
    moved = act(again, "JD").state
    assert not moved.again
    assert moved.turn == 1


def test_the_second_move_may_be_forced() -> None:
    state = layout("AC JD 9H", "9D", "TD", "QD", laid="JC QC KC", ace_extra="forced")
    again = act(state, "AC").state
    assert legal_texts(again) == ["play JD"]
    with pytest.raises(IllegalAction) as refused:
        act(again, "stop")
    assert refused.value.code == "must_play"


def test_the_second_move_lapses_without_a_card_that_fits() -> None:
    """R-A11."""
    line = act(layout("AC 9H", "9D", "TD", "QD", laid="JC QC KC"), "AC")
    assert not line.state.again
    assert line.state.turn == 1


def test_an_ace_as_the_last_card_takes_a_place_and_no_move() -> None:
    """R-A12."""
    line = act(layout("AC", "9D", "TD", "QD", laid="JC QC KC"), "AC")
    assert line.state.places == (1, 0, 0, 0)
    assert (line.state.turn, line.state.again) == (1, False)


def test_every_further_ace_gives_a_further_move_and_a_low_end_keeps_its_skip() -> None:
    state = layout("AC AD 7H 8S", "9D", "TD", "9S", laid="JC QC KC JD QD KD JH TH 9H 8H")
    once = act(state, "AC").state
    assert legal_texts(once) == ["play 7H", "play AD", "stop"]
    line = act(once, "AD, 7H")
    assert line.state.turn == 2
    assert skips(line) == [1]


def test_declining_after_an_ace_costs_nobody_a_turn() -> None:
    state = layout("7C AD JS", "9D", "TD", "QS", laid="8C 9C TC JC JD QD KD")
    skipping = act(state, "7C").state
    assert skipping.skipped == 1
    passed = act(skipping, "TD").state
    assert passed.skipped == -1


def test_passing_is_forced_and_announced() -> None:
    """R-A16, R-A17."""
    state = layout("9D 8D", "JD", "TD", "QD", laid="JC")
    assert legal_texts(state) == ["pass"]
    assert RENTZ.forced(state) == Forced(0, PASS)
    line = act(state, "pass")
    assert line.events == (Passed(0),)
    assert line.state.turn == 1
    assert RENTZ.forced(line.state) is None


@pytest.mark.parametrize(
    ("text", "code", "facts"),
    [
        ("pass", "must_play", ()),
        ("stop", "must_play", ()),
        ("9H", "no_neighbour", ("9H",)),
        ("KC", "not_in_hand", ("KC",)),
        ("choose king", "wrong_phase", ()),
        ("accept", "wrong_phase", ()),
    ],
)
def test_moves_that_break_the_rules_are_refused(
    text: str, code: str, facts: tuple[str, ...]
) -> None:
    state = layout("QC 9H", "9D", "TD", "QD", laid="JC")
    with pytest.raises(IllegalAction) as refused:
        act(state, text)
    assert (refused.value.code, refused.value.facts) == (code, facts)


def test_hand_ends_when_one_seat_is_left() -> None:
    """R-A14."""
    state = layout("JC", "TC 9C", "", "", mover=0)
    line = act(state, "JC")
    assert line.state.phase == Phase.DEAL
    assert line.state.rows[-1].places == (3, 4, 1, 2)
    assert [event for event in line.events if isinstance(event, SeatFinished)] == [
        SeatFinished(0, 3),
        SeatFinished(1, 4),
    ]


def test_the_last_seat_lays_its_cards_without_an_early_end() -> None:
    state = layout("JC", "TC 9C 8C 7C AC QC KC", "", "", early_end="off")
    line = act(state, "JC")
    assert RENTZ.to_act(line.state) == (1,)
    line = act(line.state, "TC, 9C, 8C, 7C, QC, KC, AC")
    assert line.state.phase == Phase.DEAL
    assert skips(line) == [], "nobody is left who could be skipped"
    assert line.state.rows[-1].places == (3, 4, 1, 2)


def test_rows_may_start_with_the_middle_rank() -> None:
    """R-A8."""
    state = layout("QC JC KD", "QD 9D", "QH 9H", layout_start="median")
    assert legal_cards(state) == "QC"
    after = act(state, "QC, QD, QH").state
    assert legal_cards(after) == "JC KD"


def deal_and_play(seats: int, seed: int, layout_start: str) -> None:
    rng = random.Random(f"{seats} {seed} {layout_start}")
    state = chosen(
        Subgame.RENTZ,
        seats,
        rng,
        layout_start=layout_start,
        early_end=rng.choice(("on", "off")),
        ace_extra=rng.choice(("optional", "forced")),
    )
    passes = 0
    while state.phase == Phase.LAYOUT:
        seat = state.turn
        assert state.hands[seat], "a finished seat never moves"
        assert (state.laid & sum(state.hands)) == 0
        step = RENTZ.apply(state, seat, rng.choice(RENTZ.legal(state, seat)))
        passes = passes + 1 if isinstance(step.events[0], Passed) else 0
        assert passes < seats, f"all pass: {format_cards(cards_of(state.laid))}"
        state = step.state
    assert sorted(state.rows[-1].places) == list(range(1, seats + 1))


@pytest.mark.parametrize("layout_start", ["jack", "median"])
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_layout_never_locks(seats: int, layout_start: str) -> None:
    for seed in range(60):
        deal_and_play(seats, seed, layout_start)


@pytest.mark.slow
@pytest.mark.parametrize("layout_start", ["jack", "median"])
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_layout_never_locks_in_24_000_hands(seats: int, layout_start: str) -> None:
    for seed in range(1000, 4000):
        deal_and_play(seats, seed, layout_start)
