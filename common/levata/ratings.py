"""The rating formula of Rentz, exact: fractions until someone rounds them."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

WIN: Final = Fraction(20)
LOSS: Final = Fraction(-20)
FORMULA_SPAN: Final = 16
RATED_ROUNDS: Final = 4
"""Complete rounds, one hand of every seat each, without which a match is not rated."""


def rentz_ratings(scores: Sequence[int]) -> tuple[Fraction, ...]:
    """Return the rating of each seat for a whole match: equal scores, equal ratings (R-A23).

    >>> [str(rating) for rating in rentz_ratings([400, 130, 0, -200])]
    ['20', '8/5', '-16/3', '-20']
    """
    return tuple(_rating(score, max(scores), min(scores)) for score in scores)


def rentz_match_ratings(
    scores: Sequence[int],
    *,
    hands: int,
    hands_in_all: int,
    left: Sequence[int] = (),
    pool_present: bool = False,
) -> tuple[Fraction, ...]:
    """Return the rating of each seat when a match is over or stopped (R-A24 to R-A27).

    Args:
        scores: match score of each seat.
        hands: complete hands played.
        hands_in_all: hands of a whole match.
        left: seats that abandoned the match: -20 each, whatever was played.
        pool_present: measure the others by each other only, not by those who left.
    """
    present = [score for seat, score in enumerate(scores) if seat not in left]
    pool = present if pool_present else list(scores)
    part = Fraction(hands, hands_in_all) if hands >= RATED_ROUNDS * len(scores) else Fraction(0)
    return tuple(
        LOSS if seat in left else part * _rating(score, max(pool), min(pool))
        for seat, score in enumerate(scores)
    )


def _rating(score: int, highest: int, lowest: int) -> Fraction:
    if score == highest:
        return WIN
    if score == lowest:
        return LOSS
    return Fraction(FORMULA_SPAN * (2 * score - highest - lowest), highest - lowest)
