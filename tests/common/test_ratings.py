"""The rating formula of Rentz: the worked cases of the rules, and its properties."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from levata.ratings import LOSS, WIN, rentz_ratings

FOUR = (400, 100, 250, -200)


def of_whole_match(scores: Sequence[int]) -> tuple[Fraction, ...]:
    hands = 8 * len(scores)
    return rentz_ratings(scores, hands=hands, hands_in_all=hands)


def texts(ratings: tuple[Fraction, ...]) -> str:
    return " ".join(map(str, ratings))


@pytest.mark.parametrize(
    ("scores", "expected"),
    [
        pytest.param(FOUR, "20 0 8 -20", id="R26"),
        pytest.param((400, 130, 0, -200), "20 8/5 -16/3 -20", id="R27"),
        pytest.param((300, 300, 50, -100), "20 20 -4 -20", id="R28"),
        pytest.param((300, 300, -100, -100), "20 20 -20 -20", id="R29"),
        pytest.param((300, 300, 300, -900), "20 20 20 -20", id="R30"),
        pytest.param((0, 0, 0, 0), "20 20 20 20", id="R31"),
        pytest.param((400, 100, 100, -200), "20 0 0 -20", id="R32"),
        pytest.param((400, 250, -200, -200), "20 8 -20 -20", id="R33"),
        pytest.param((400, 250, -200), "20 8 -20", id="R34"),
        pytest.param((600, 300, 0, 0, -300, -600), "20 8 0 0 -8 -20", id="R35"),
    ],
)
def test_rating_of_a_whole_match(scores: tuple[int, ...], expected: str) -> None:
    assert texts(of_whole_match(scores)) == expected


def test_r36_half_a_match_halves_the_ratings() -> None:
    assert texts(rentz_ratings(FOUR, hands=16, hands_in_all=32)) == "10 0 4 -10"


def test_r37_winner_after_twenty_of_thirty_two_hands() -> None:
    assert rentz_ratings(FOUR, hands=20, hands_in_all=32)[0] == Fraction(25, 2)


def test_r38_less_than_four_rounds_rate_nobody_present() -> None:  # G6
    assert texts(rentz_ratings(FOUR, hands=15, hands_in_all=32)) == "0 0 0 0"


def test_r39_a_leaver_loses_even_from_the_first_place() -> None:  # G6
    ratings = rentz_ratings(FOUR, hands=32, hands_in_all=32, left=(0,))
    assert texts(ratings) == "-20 0 8 -20"


def test_r40_a_leaver_loses_even_below_four_rounds() -> None:
    assert texts(rentz_ratings(FOUR, hands=8, hands_in_all=32, left=(0,))) == "-20 0 0 0"


def test_r41_those_present_are_rated_among_themselves() -> None:
    ratings = rentz_ratings(FOUR, hands=32, hands_in_all=32, left=(0,), pool_present=True)
    assert texts(ratings) == "-20 16/3 20 -20"


def test_a_leaver_is_not_scaled_but_the_others_are() -> None:
    ratings = rentz_ratings(FOUR, hands=16, hands_in_all=32, left=(1,))
    assert texts(ratings) == "10 -20 4 -10"


@pytest.mark.parametrize("pool_present", [False, True])
def test_everybody_who_leaves_loses(pool_present: bool) -> None:
    """R-A27."""
    ratings = rentz_ratings(
        FOUR, hands=20, hands_in_all=32, left=range(4), pool_present=pool_present
    )
    assert texts(ratings) == "-20 -20 -20 -20"


def test_the_last_one_present_wins_the_pool_of_one() -> None:
    ratings = rentz_ratings(FOUR, hands=32, hands_in_all=32, left=(0, 1, 2), pool_present=True)
    assert texts(ratings) == "-20 -20 -20 20"


@pytest.mark.parametrize(("seats", "hands"), [(3, 12), (4, 16), (5, 20), (6, 24)])
def test_four_rounds_are_four_hands_of_every_seat(seats: int, hands: int) -> None:
    """R-A2, R-A25."""
    scores = (50,) + (0,) * (seats - 1)
    assert rentz_ratings(scores, hands=hands - 1, hands_in_all=7 * seats)[0] == 0
    assert rentz_ratings(scores, hands=hands, hands_in_all=7 * seats)[0] == Fraction(80, 7)


@given(st.lists(st.integers(-5000, 5000), min_size=2, max_size=6))
def test_ratings_follow_the_scores(scores: list[int]) -> None:
    ratings = of_whole_match(scores)
    for score, rating in zip(scores, ratings, strict=True):
        if score == max(scores):
            assert rating == WIN
        elif score == min(scores):
            assert rating == LOSS
        else:
            assert -16 < rating < 16
    by_score = sorted(zip(scores, ratings, strict=True))
    assert [rating for _, rating in by_score] == sorted(ratings)
    assert len(set(by_score)) == len(set(scores)), "equal scores, equal ratings"


@given(st.lists(st.integers(-5000, 5000), min_size=2, max_size=6), st.integers(-900, 900))
def test_ratings_measure_differences_only(scores: list[int], shift: int) -> None:
    assert of_whole_match([score + shift for score in scores]) == of_whole_match(scores)
    mirrored = of_whole_match([-score for score in scores])
    if len(set(scores)) > 1:
        assert mirrored == tuple(-rating for rating in of_whole_match(scores))
