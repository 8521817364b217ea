"""What holds in every match of Whist, and Whist against a plain second telling of it."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from levata.cards import format_card, mask_of, parse_card, top_ranks
from levata.game import CHANCE, Deal
from levata.games.whist import Phase, WhistOptions, WhistState, next_streak, round_points, schedule
from tests.support import naive_whist
from tests.support.naive_whist import NaiveRound
from tests.support.rules import Table, played, random_options, seeds
from tests.support.whist import GAME, options_of

SEATS = (3, 4, 5, 6)
players = st.sampled_from(SEATS)


def match_of(seats: int, seed: str, hook: bool | None = None) -> tuple[WhistState, ...]:
    """Return the states of a random match with random options."""
    options = random_options(GAME, seats, random.Random(seed))
    assert isinstance(options, WhistOptions)
    if hook is not None:
        options = options_of(seats, hook="on" if hook else "off", sequence=options.sequence)
    match = played(Table(GAME, seats, options, f"invariants-{seats}"), seed)
    played.cache_clear()
    return tuple(moment.step.state for moment in match)


@settings(max_examples=40)
@given(players, seeds())
def test_bids_never_add_up_to_the_tricks_so_somebody_fails(seats: int, seed: str) -> None:
    for row in match_of(seats, seed, hook=True)[-1].rounds:
        assert sum(row.bids) != row.cards
        assert any(bid != took for bid, took in zip(row.bids, row.took, strict=True))


@settings(max_examples=40)
@given(players, seeds())
def test_tricks_taken_add_up_and_no_card_is_twice(seats: int, seed: str) -> None:
    pack = mask_of(top_ranks(2 * seats))
    for state in match_of(seats, seed):
        if state.phase in (Phase.BID, Phase.PLAY):
            turned = 0 if state.turned < 0 else 1 << state.turned
            held = [*state.hands, state.stock, turned, mask_of(state.trick)]
            played_before = seats * sum(state.took)
            assert sum(mask.bit_count() for mask in held) == 8 * seats - played_before
            assert sum(held) & ~pack == 0
            assert sum(held).bit_count() == 8 * seats - played_before, "a card is held twice"
        elif state.rounds:
            assert sum(state.rounds[-1].took) == state.rounds[-1].cards


@settings(max_examples=40)
@given(players, seeds())
def test_somebody_can_always_act(seats: int, seed: str) -> None:
    for state in match_of(seats, seed):
        for seat in GAME.to_act(state):
            legal = GAME.legal(state, seat)
            assert seat == CHANCE or legal
            if state.phase == Phase.BID:
                assert len(legal) >= state.size


@settings(max_examples=40)
@given(players, seeds())
def test_score_sheet_adds_up(seats: int, seed: str) -> None:
    state = match_of(seats, seed)[-1]
    options = state.options
    totals = [0] * seats
    for row in state.rounds:
        for seat in range(seats):
            points = naive_whist.points_of(options.scoring, row.bids[seat], row.took[seat])
            expected = points + row.bonus[seat]
            if row.void:
                expected = points if options.repeat_keep_scores else 0
            assert row.scores[seat] == expected
            totals[seat] += expected
        assert row.totals == tuple(totals)
    assert state.totals == tuple(totals)
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert list(outcome.places) == naive_whist.places(totals)


@settings(max_examples=40)
@given(players, seeds())
def test_bonuses_are_those_of_the_runs(seats: int, seed: str) -> None:
    state = match_of(seats, seed)[-1]
    options = state.options
    counted = [row for row in state.rounds if not row.void]
    for seat in range(seats):
        bonuses = naive_whist.bonuses_of(
            [(row.cards, row.bids[seat] == row.took[seat]) for row in counted],
            options.one_card_streak,
            options.streak_len,
            options.streak_bonus,
            options.premiere,
            options.depremiere,
        )
        assert bonuses == [row.bonus[seat] for row in counted]


@settings(max_examples=40)
@given(players, seeds())
def test_rounds_follow_the_schedule_and_the_first_seat_rotates(seats: int, seed: str) -> None:
    state = match_of(seats, seed)[-1]
    sizes = [row.cards for row in state.rounds if not row.void]
    assert sizes == naive_whist.sizes_of(seats, state.options.sequence)
    number = 0
    for row in state.rounds:
        assert row.first == (state.rounds[0].first + number) % seats
        number += not row.void


# The two tellings, step by step.


@settings(max_examples=150)
@given(st.data())
def test_round_goes_as_the_plain_rules_tell_it(data: st.DataObject) -> None:
    seats = data.draw(players)
    sequence = data.draw(st.sampled_from(["1-8-1", "8-1-8"]))
    hook = data.draw(st.booleans())
    pack = naive_whist.pack_of(seats)
    order = data.draw(st.permutations(pack))
    size = 8 if sequence == "8-1-8" else 1
    options = options_of(seats, sequence=sequence, hook="on" if hook else "off")
    compare_round(seats, options, order, size, data)


@settings(max_examples=60)
@given(st.data(), players)
def test_every_round_of_a_match_goes_as_the_plain_rules_tell_it(
    data: st.DataObject, seats: int
) -> None:
    size = data.draw(st.integers(2, 7))
    order = data.draw(st.permutations(naive_whist.pack_of(seats)))
    compare_round(seats, WhistOptions(), order, size, data)


def compare_round(
    seats: int, options: WhistOptions, order: list[str], size: int, data: st.DataObject
) -> None:
    """Play one round by both tellings, choosing among the legal actions of the plain one."""
    round_number = naive_whist.sizes_of(seats, options.sequence).index(size)
    state = replace(GAME.setup(seats, options), round=round_number)
    deal = Deal(tuple(parse_card(card) for card in order))
    state = GAME.apply(state, CHANCE, deal).state
    first = state.first
    hands = [order[seat * size : (seat + 1) * size] for seat in range(seats)]
    turned = order[seats * size] if size < 8 else None
    plain = NaiveRound(hands, turned, options.hook)
    while not plain.is_over:
        seat = (first + plain.turn) % seats
        assert GAME.to_act(state) == (seat,)
        legal = plain.legal()
        assert {action.text for action in GAME.legal(state, seat)} == set(legal)
        text = data.draw(st.sampled_from(legal))
        plain.act(text)
        state = GAME.apply(state, seat, GAME.parse_action(text)).state
    row = state.rounds[-1]
    by_turn = [(first + step) % seats for step in range(seats)]
    assert [row.took[seat] for seat in by_turn] == plain.took
    assert [row.bids[seat] for seat in by_turn] == plain.bids


# The table of the greatest scores, which no match can pass.

BOUNDS = [
    # seats, sequence, n+5 base, n+5 with bonus, 2n+1 base, 2n+1 with bonus, ignore, reset, count
    (3, "1-8-1", 189, 219, 189, 219, 30, 30, 40),
    (4, "1-8-1", 214, 244, 212, 242, 30, 30, 40),
    (5, "1-8-1", 239, 269, 235, 265, 30, 30, 50),
    (6, "1-8-1", 264, 294, 258, 288, 30, 30, 60),
    (3, "8-1-8", 210, 240, 231, 261, 30, 20, 40),
    (4, "8-1-8", 242, 282, 268, 308, 40, 40, 40),
    (5, "8-1-8", 274, 314, 305, 345, 40, 40, 50),
    (6, "8-1-8", 306, 346, 342, 382, 40, 40, 60),
]


def perfect_score(options: WhistOptions, sizes: tuple[int, ...]) -> tuple[int, int]:
    """Return points and bonuses of a player who bids and takes every trick."""
    streak = points = bonuses = 0
    for size in sizes:
        points += round_points(options.scoring, size, size)
        streak, bonus = next_streak(options, size, streak, True)
        bonuses += bonus
    return points, bonuses


@pytest.mark.parametrize("bounds", BOUNDS, ids=lambda row: f"{row[0]}-{row[1]}")
def test_greatest_scores(bounds: tuple[int, str, int, int, int, int, int, int, int]) -> None:
    seats, sequence, plain, plain_all, double, double_all, *by_streak = bounds
    sizes = schedule(seats, sequence)
    assert sum(perfect_score(options_of(seats), sizes)) == plain_all
    assert perfect_score(options_of(seats), sizes)[0] == plain
    assert sum(perfect_score(options_of(seats, scoring="2n+1"), sizes)) == double_all
    assert perfect_score(options_of(seats, scoring="2n+1"), sizes)[0] == double
    for name, bonus in zip(("ignore", "reset", "count"), by_streak, strict=True):
        assert perfect_score(options_of(seats, one_card_streak=name), sizes)[1] == bonus


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("sequence", ["1-8-1", "8-1-8", "1-4-1"])
def test_schedule_is_that_of_the_plain_rules(seats: int, sequence: str) -> None:
    assert list(schedule(seats, sequence)) == naive_whist.sizes_of(seats, sequence)


@pytest.mark.parametrize("seats", SEATS)
def test_pack_is_that_of_the_plain_rules(seats: int) -> None:
    pack = GAME.pack(GAME.setup(seats, WhistOptions()))
    assert sorted(map(format_card, pack)) == sorted(naive_whist.pack_of(seats))
