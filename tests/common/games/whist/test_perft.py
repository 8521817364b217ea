"""Counts of action sequences in fixed rounds, by the rules and by their plain second telling."""

from __future__ import annotations

import pytest

from tests.support import naive_whist
from tests.support.naive_whist import NaiveRound
from tests.support.perft import FOLDER, Count, count_sequences, divide, read_counts, start_of
from tests.support.whist import GAME

COUNTS = list(read_counts(FOLDER / "whist.txt"))
QUICK = 6_000
"""Sequences that an ordinary run counts at most."""

each_count = pytest.mark.parametrize("count", COUNTS, ids=lambda count: count.name)


def check_counts(count: Count, low: int, high: int) -> None:
    state = start_of(GAME, count)
    for depth, expected in enumerate(count.counts, start=1):
        if low < expected <= high:
            found = count_sequences(GAME, state, depth)
            assert found == expected, f"depth {depth}:\n{divide(GAME, state, depth)}"


def check_plain_counts(count: Count, low: int, high: int) -> None:
    size = naive_whist.sizes_of(count.seats, start_of(GAME, count).options.sequence)[count.round]
    pack = count.pack.split()
    hands = [pack[seat * size : (seat + 1) * size] for seat in range(count.seats)]
    has_trump = size < 8 and "one_card_trump=off" not in count.options
    turned = pack[count.seats * size] if has_trump else None
    plain = NaiveRound(hands, turned, "hook=off" not in count.options)
    for depth, expected in enumerate(count.counts, start=1):
        if low < expected <= high:
            assert naive_whist.count_sequences(plain, depth) == expected


@each_count
def test_sequences_are_counted(count: Count) -> None:
    check_counts(count, 0, QUICK)


@each_count
def test_plain_rules_count_the_same(count: Count) -> None:
    check_plain_counts(count, 0, QUICK)


@pytest.mark.slow
@each_count
def test_long_sequences_are_counted(count: Count) -> None:
    check_counts(count, QUICK, 10**9)


@pytest.mark.slow
@each_count
def test_plain_rules_count_the_same_long_sequences(count: Count) -> None:
    check_plain_counts(count, QUICK, 10**9)


def test_failed_counts_are_divided_by_first_action() -> None:
    state = start_of(GAME, COUNTS[0])
    lines = divide(GAME, state, 3).splitlines()
    assert len(lines) == COUNTS[0].counts[0]
    assert sum(int(line.split(": ")[1]) for line in lines) == COUNTS[0].counts[2]
