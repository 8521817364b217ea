"""What the server counts while it works: plain numbers, cheap enough for every move.

Each part of the server has its own and only ever adds to them, in the event loop. Nothing in here
says who somebody is or what he holds: the labels are games, levels, codes and channels.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from typing import Final

from msgspec import Struct

QUICK_SECONDS: Final = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
"""Upper bounds for what should be done at once."""
THOUGHT_SECONDS: Final = (0.001, 0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 5.0, 10.0)
GROUP_SIZES: Final = (1, 2, 4, 8, 16, 32, 64, 128, 256, 512)
_MOST_CODES: Final = 64
OTHER: Final = "other"
"""The code of whatever has no room of its own any more."""


class Histogram:
    """How many values lay below each bound, and their sum."""

    __slots__ = ("bounds", "counts", "total")

    def __init__(self, bounds: Sequence[float]) -> None:
        self.bounds = tuple(bounds)
        self.counts = [0] * (len(self.bounds) + 1)
        """Per bound those above the one before; the last are above all bounds."""
        self.total = 0.0

    def observe(self, value: float) -> None:
        """Count a value."""
        self.counts[bisect_left(self.bounds, value)] += 1
        self.total += value

    def copy(self) -> Histogram:
        """Return these numbers as they are now."""
        other = Histogram(self.bounds)
        other.counts, other.total = list(self.counts), self.total
        return other


class CodeCounter:
    """Counts by code; so many codes, and whatever comes then is `OTHER`."""

    def __init__(self, *known: str, most: int = _MOST_CODES) -> None:
        self.counts: Counter[str] = Counter(dict.fromkeys(known, 0))
        self._most = most

    def add(self, code: str) -> None:
        """Count a code."""
        known = code in self.counts or len(self.counts) < self._most
        self.counts[code if known else OTHER] += 1


class Traffic:
    """What people and computer players did at the tables."""

    def __init__(self) -> None:
        self.actions: Counter[tuple[str, str]] = Counter()
        """By game and by how it came about: ``chosen``, ``timeout``, ``takeover``, ``forced``."""
        self.answered = Histogram(QUICK_SECONDS)
        """Seconds from the arrival of a person's action to his update being on its way."""
        self.resyncs: Counter[str] = Counter()
        """Whole documents asked for, by channel."""
        self.refusals = CodeCounter()
        self.farewells = CodeCounter("too_slow")
        """Sessions that the server ended, by reason."""


class Snapshot(Struct, frozen=True, kw_only=True):
    """The numbers of a server at one moment."""

    version: str
    uptime: float
    tables: dict[tuple[str, str], int]
    """By game and phase."""
    connections: int
    people: dict[str, int]
    """Connected persons by where they are: ``lobby``, ``table``."""
    is_draining: bool
    actions: dict[tuple[str, str], int]
    answered: Histogram
    resyncs: dict[str, int]
    refusals: dict[str, int]
    farewells: dict[str, int]
    thinking: dict[str, Histogram]
    """By level."""
    bot_faults: dict[str, int]
    """By kind: ``late``, ``crashed``, ``illegal``; ``dismissed`` counts seats."""
    commits: Histogram
    groups: Histogram
