"""The sums of Belot: what a deal records, what hangs after it, and whether the match is over.

All recorded numbers are tens. Pairs are by side: seats 0 and 2, then seats 1 and 3.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, TypeAlias

from msgspec import Struct

from levata.game import Seat
from levata.games.belot.cards import NOTRUMP
from levata.games.belot.options import BelotOptions

Pair: TypeAlias = tuple[int, int]
"""One number for each side."""

_CRITICAL_DIGIT: Final = (6, 6, 6, 6, 5, 4)
"""By contract: below it a total is rounded down, above it up; in no-trump it never occurs."""


def one_side(side: int, value: int) -> Pair:
    """Return a number for one side and nothing for the other."""
    return (value, 0) if side == 0 else (0, value)


def add_pairs(*pairs: Pair) -> Pair:
    """Return the sums of both sides."""
    return sum([pair[0] for pair in pairs]), sum([pair[1] for pair in pairs])


def per_side(points_by_seat: Iterable[tuple[Seat, int]]) -> Pair:
    """Return the sums of both sides of what seats have."""
    return add_pairs(*[one_side(seat % 2, points) for seat, points in points_by_seat])


class Settlement(Struct, frozen=True):
    """What a deal comes to."""

    rounded: Pair
    """Each side's own points in tens, before inside, doubling and hanging."""
    recorded: Pair
    """Claimed hung points included."""
    claimed: int
    """Hung points of earlier deals that the side with more points won."""
    hanging: int
    """Points that hang after this deal."""


def pot_of(raw: Pair) -> int:
    """Return the rounded sum of both totals.

    >>> pot_of((34, 224)), pot_of((56, 106))
    (26, 16)
    """
    return (raw[0] + raw[1] + 5) // 10


def round_pair(contract: int, raw: Pair, hanging_side: int = 0) -> Pair:
    """Return the totals of both sides in tens; the pair adds up to the pot.

    Where both end in the critical digit the smaller one is rounded up, of two equal ones that of
    the side whose points hang (B-A33, B-A34).

    >>> round_pair(5, (34, 224)), round_pair(2, (6, 156))
    ((4, 22), (1, 15))
    """
    critical = _CRITICAL_DIGIT[contract]
    rounded = [total // 10 + (total % 10 > critical) for total in raw]
    if raw[0] % 10 == critical:
        if raw[0] == raw[1]:
            rounded[hanging_side] += 1
        else:
            rounded[raw[0] > raw[1]] += 1
    return rounded[0], rounded[1]


def settle(
    contract: int,
    bidding_side: int,
    multiplier: int,
    raw: Pair,
    hanging: int = 0,
    zero_to_one: bool = False,
) -> Settlement:
    """Return what a deal records and what hangs after it (B-R19, B-R21, B-A27b).

    ``multiplier`` is what counts, 1 for a cancelled double. With ``zero_to_one`` a side that has
    points records at least 1, which the other side pays.
    """
    rounded = round_pair(contract, raw, bidding_side)
    pot = pot_of(raw)
    other_side = 1 - bidding_side
    if raw[0] == raw[1]:
        if multiplier > 1:
            return Settlement(rounded, (0, 0), 0, hanging + pot * multiplier)
        recorded = one_side(other_side, rounded[other_side])
        return Settlement(rounded, recorded, 0, hanging + rounded[bidding_side])
    winner = 0 if raw[0] > raw[1] else 1
    if multiplier > 1 or winner == other_side:
        recorded = one_side(winner, pot * multiplier + hanging)
        return Settlement(rounded, recorded, hanging, 0)
    loser_tens = rounded[other_side]
    if zero_to_one and loser_tens == 0 and raw[other_side] > 0:
        loser_tens = 1
    recorded = add_pairs(
        one_side(winner, pot - loser_tens + hanging), one_side(other_side, loser_tens)
    )
    return Settlement(rounded, recorded, hanging, 0)


def doubled_by_no_trump(contract: int, raw: Pair) -> Pair:
    """Return what no-trump adds to the points before capot: as much again (B-A25, B-A26)."""
    return raw if contract == NOTRUMP else (0, 0)


def next_barrier(
    options: BelotOptions, totals: Pair, barrier: int, is_capot: bool
) -> tuple[bool, int]:
    """Return whether the match is over after a deal that was played, and the barrier after it.

    A deal in which one side took every trick ends no match, unless `capot_rule` is ``none``: under
    ``barrier`` the leader who reached it must now get one point more; under ``one_more_deal`` the
    next deal without capot decides, because totals never fall (B-A37 to B-A39).
    """
    best = max(totals)
    if best < barrier:
        return False, barrier
    if is_capot and options.capot_rule != "none":
        return False, best + 1 if options.capot_rule == "barrier" else barrier
    return totals[0] != totals[1], barrier
