"""The sums of Whist: rounds, the hook, points and streaks."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from levata.games.whist.model import WhistOptions


@cache
def schedule(seats: int, sequence: str) -> tuple[int, ...]:
    """Return the cards of each round of a match.

    >>> schedule(3, "1-4-1")
    (1, 1, 1, 2, 3, 4, 4, 4, 3, 2, 1, 1, 1)
    """
    ends, middle = (1, 4) if sequence == "1-4-1" else (1, 8)
    climb = tuple(range(ends + 1, middle))
    if sequence == "8-1-8":
        ends, middle, climb = middle, ends, climb[::-1]
    return (ends,) * seats + climb + (middle,) * seats + climb[::-1] + (ends,) * seats


def barred_bid(size: int, bids: Sequence[int], hook: bool = True) -> int:
    """Return the bid that the hook forbids the last bidder, -1 for none.

    ``bids`` are those of all others (W-A1, W-A2).

    >>> barred_bid(4, [1, 0, 2]), barred_bid(4, [3, 2, 0])
    (1, -1)
    """
    barred = size - sum(bids)
    return barred if hook and 0 <= barred <= size else -1


def round_points(scoring: str, bid: int, took: int) -> int:
    """Return the points of a round without bonus.

    >>> round_points("n+5", 3, 3), round_points("2n+1", 3, 3), round_points("n+5", 3, 1)
    (8, 7, -2)
    """
    if bid != took:
        return -abs(bid - took)
    return bid + 5 if scoring == "n+5" else 2 * bid + 1


def next_streak(options: WhistOptions, size: int, streak: int, made: bool) -> tuple[int, int]:
    """Return the streak after a round and the bonus it earned (W-A7 to W-A10).

    Args:
        options: of the table.
        size: cards of the round.
        streak: bids met in a row before it, negative for bids missed in a row.
        made: whether this one is met.
    """
    if size == 1 and options.one_card_streak == "ignore":
        return streak, 0
    if size == 1 and options.one_card_streak == "reset":
        return 0, 0
    streak = max(streak, 0) + 1 if made else min(streak, 0) - 1
    if streak == options.streak_len:
        return 0, options.streak_bonus if options.premiere else 0
    if streak == -options.streak_len:
        return 0, -options.streak_bonus if options.depremiere else 0
    return streak, 0
