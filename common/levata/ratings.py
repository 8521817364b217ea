"""Formulas of ratings: what a match of Rentz is worth, and the accounts of Septica.

A match of Rentz gives each seat a rating between -20 and 20, an exact fraction until someone rounds
it. An account of Septica is the running total of match scores (S-A20).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final, Literal

from levata.errors import RequestError

WIN: Final = Fraction(20)
"""What the highest score gives."""
LOSS: Final = Fraction(-20)
"""What the lowest score gives."""
FORMULA_SPAN: Final = 16
"""Scores between the two give between minus and plus this, in proportion."""
RATED_ROUNDS: Final = 4
"""Complete rounds, one hand of every seat each, without which a match is not rated."""
START_ACCOUNT: Final = 400
"""What a new account holds (S-A20)."""
REGEN_LIMIT: Final = 200
"""The highest account that may be regenerated (S-A19)."""
REGEN_CREDIT: Final = 400
"""What filling an account up adds to it, or sets it to."""


def rentz_ratings(
    scores: Sequence[int],
    *,
    hands: int,
    hands_in_all: int,
    left: Sequence[int] = (),
    pool_present: bool = False,
) -> tuple[Fraction, ...]:
    """Return the rating of each seat when a match is over or stopped (R-A23 to R-A27).

    Equal scores get equal ratings: 20 the highest, -20 the lowest, the others what the formula
    gives between -16 and 16, all in proportion to the part of the match that was played.

    >>> [str(rating) for rating in rentz_ratings([400, 130, 0, -200], hands=32, hands_in_all=32)]
    ['20', '8/5', '-16/3', '-20']

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


def regenerate(account: int, mode: Literal["add", "set"] = "add") -> int:
    """Return what an account holds after its owner asked to fill it up again (S-A19).

    >>> regenerate(-50), regenerate(-50, "set")
    (350, 400)

    Raises:
        RequestError: ``account_too_high``, with the account and the limit.
    """
    if account > REGEN_LIMIT:
        raise RequestError("account_too_high", account, REGEN_LIMIT)
    return account + REGEN_CREDIT if mode == "add" else REGEN_CREDIT


def _rating(score: int, highest: int, lowest: int) -> Fraction:
    if score == highest:
        return WIN
    if score == lowest:
        return LOSS
    return Fraction(FORMULA_SPAN * (2 * score - highest - lowest), highest - lowest)
