"""Scores of Septica: the table of a finished game, and what leaving a game costs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from levata.game import Seat
from levata.games.septica.model import GAME_POINTS

LEAVER_LOSS: Final = {2: 16, 3: 24, 4: 36}
"""What leaving a game costs, by number of players (S-A23)."""


def game_scores(points: Sequence[int]) -> tuple[int, ...]:
    """Return the scores of a finished game by the points of each player (S-R12).

    >>> game_scores([5, 2, 1, 0])
    (20, 8, 4, -32)
    """
    players = len(points)
    least = min(points)
    losers = points.count(least)
    # Three losers of four share nine points, so that all scores are whole numbers.
    lost, bonus = (9, 1) if (players, losers) == (4, 3) else (GAME_POINTS, 0)
    return tuple(
        count * players - lost * players // losers if count == least else (count + bonus) * players
        for count in points
    )


def seat_scores(points: Sequence[int], partners: bool) -> tuple[int, ...]:
    """Return the scores of a finished game by seat; partners both get the score of their side."""
    if not partners:
        return game_scores(points)
    return game_scores((points[0] + points[2], points[1] + points[3])) * 2


def leaver_scores(seats: int, partners: bool, left: Sequence[Seat]) -> tuple[int, ...]:
    """Return the scores of a game that ends because ``left`` seats abandoned it (S-A23).

    What the leavers lose is shared equally by those who stayed. With partners a side that a
    player left loses a two-player game. If nobody stayed, or neither side, the game counts
    nothing.
    """
    if partners:
        return leaver_scores(2, False, sorted({seat % 2 for seat in left})) * 2
    leavers = set(left)
    if not 0 < len(leavers) < seats:
        return (0,) * seats
    loss = LEAVER_LOSS[seats]
    share = loss * len(leavers) // (seats - len(leavers))
    return tuple(-loss if seat in leavers else share for seat in range(seats))
