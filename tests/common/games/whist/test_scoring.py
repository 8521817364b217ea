"""Whist: rounds of a match, points and streaks."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from levata.games.whist import WhistOptions, WhistState, round_points, schedule
from tests.support.whist import GAME, options_of, rigged_round


def played_streak(
    options: WhistOptions, results: Sequence[tuple[int, bool]]
) -> tuple[WhistState, list[int]]:
    """Play rounds of these sizes in which seat 0 meets its bid or not; return its bonuses."""
    state = GAME.setup(4, options)
    sizes = schedule(4, options.sequence)
    bonuses: list[int] = []
    for size, is_met in results:
        state = replace(state, round=sizes.index(size))
        state, _ = rigged_round(state, 0, {0: size if is_met else 0})
        bonuses.append(state.rounds[-1].bonus[0])
    return state, bonuses


def exact(sizes: Sequence[int]) -> list[tuple[int, bool]]:
    return [(size, True) for size in sizes]


def failed(sizes: Sequence[int]) -> list[tuple[int, bool]]:
    return [(size, False) for size in sizes]


@pytest.mark.parametrize("sequence", ["1-8-1", "8-1-8"])
@pytest.mark.parametrize(("seats", "rounds"), [(3, 21), (4, 24), (5, 27), (6, 30)])
def test_w3_number_of_rounds(seats: int, rounds: int, sequence: str) -> None:
    assert len(schedule(seats, sequence)) == rounds


def test_w4_round_sizes_up_and_down() -> None:
    expected = "1 1 1 1 2 3 4 5 6 7 8 8 8 8 7 6 5 4 3 2 1 1 1 1"
    assert " ".join(map(str, schedule(4, "1-8-1"))) == expected


def test_w5_round_sizes_down_and_up() -> None:
    expected = "8 8 8 7 6 5 4 3 2 1 1 1 2 3 4 5 6 7 8 8 8"
    assert " ".join(map(str, schedule(3, "8-1-8"))) == expected


@pytest.mark.parametrize(("seats", "tricks"), [(3, 84), (4, 94), (5, 104), (6, 114)])
def test_w6_tricks_in_all_up_and_down(seats: int, tricks: int) -> None:
    assert sum(schedule(seats, "1-8-1")) == tricks


@pytest.mark.parametrize(("seats", "tricks"), [(3, 105), (4, 122), (5, 139), (6, 156)])
def test_w7_tricks_in_all_down_and_up(seats: int, tricks: int) -> None:
    assert sum(schedule(seats, "8-1-8")) == tricks


# Scores.


@pytest.mark.parametrize(
    ("scoring", "bid", "took", "points"),
    [
        pytest.param("n+5", 3, 3, 8, id="W24"),
        pytest.param("n+5", 0, 0, 5, id="W25-nothing"),
        pytest.param("n+5", 8, 8, 13, id="W25-all"),
        pytest.param("2n+1", 3, 3, 7, id="W26"),
        pytest.param("2n+1", 0, 0, 1, id="W26-nothing"),
        pytest.param("2n+1", 8, 8, 17, id="W26-all"),
        *(
            pytest.param(scoring, bid, took, points, id=f"W27-{scoring}-{bid}-{took}")
            for scoring in ("n+5", "2n+1")
            for bid, took, points in ((3, 2, -1), (3, 6, -3), (0, 4, -4))
        ),
    ],
)
def test_w24_to_w27_points(scoring: str, bid: int, took: int, points: int) -> None:
    assert round_points(scoring, bid, took) == points


@pytest.mark.parametrize(
    ("results", "bonuses"),
    [
        pytest.param(exact([2, 3, 4, 5, 6]), {4: 10}, id="W28"),
        pytest.param(failed([2, 3, 4, 5, 6]), {4: -10}, id="W29"),
        pytest.param(exact([2, 3, 4, 5, 6, 7, 8, 8, 8]), {4: 10}, id="W30-nine"),
        pytest.param(exact([2, 3, 4, 5, 6, 7, 8, 8, 8, 8]), {4: 10, 9: 10}, id="W30-ten"),
        pytest.param(exact([2, 3, 4, 5]) + failed([6]) + exact([7, 8, 8, 8]), {}, id="W31"),
        pytest.param(exact([2, 3, 4, 5]) + failed([6, 7, 8, 8, 8]), {8: -10}, id="W32"),
        pytest.param(exact([3, 2]) + failed([1]) + exact([2, 3, 4]), {5: 10}, id="W36"),
    ],
)
def test_w28_to_w32_and_w36_streaks(
    results: list[tuple[int, bool]], bonuses: dict[int, int]
) -> None:
    _, paid = played_streak(WhistOptions(), results)
    assert {index: bonus for index, bonus in enumerate(paid) if bonus} == bonuses


@pytest.mark.parametrize(
    ("one_card_streak", "bonuses", "in_hand"),
    [
        pytest.param("ignore", {8: 10}, 0, id="W33"),
        pytest.param("reset", {}, 3, id="W34"),
        pytest.param("count", {4: 10}, 4, id="W35"),
    ],
)
def test_w33_to_w35_streaks_over_one_card_rounds(
    one_card_streak: str, bonuses: dict[int, int], in_hand: int
) -> None:
    options = options_of(sequence="8-1-8", one_card_streak=one_card_streak)
    state, paid = played_streak(options, exact([3, 2, 1, 1, 1, 1, 2, 3, 4]))
    assert {index: bonus for index, bonus in enumerate(paid) if bonus} == bonuses
    assert state.streaks[0] == in_hand


def test_w37_penalties_without_bonuses() -> None:
    options = WhistOptions(premiere=False, depremiere=True)
    _, paid = played_streak(options, exact([2, 3, 4, 5, 6]) + failed([2, 3, 4, 5, 6]))
    assert paid == [0] * 9 + [-10]
