"""How cards move: stages of flights and pauses, as values that know no clock and no widget.

Nothing ever waits for a motion. What a motion ends in is on the table already; a motion only shows
how it came about, and may be dropped at any moment.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple

from levata.cards import NO_CARD, Card
from levata_client.terminal.drawing.faces import CardLook


class MotionPace(StrEnum):
    """How fast things move."""

    NONE = "none"
    FAST = "fast"
    NORMAL = "normal"
    SLOW = "slow"


class MotionTiming(NamedTuple):
    """Durations in seconds."""

    deal_card: float
    deal: float
    """The most that a whole deal takes."""
    flight: float
    hold: float
    """How long a finished trick stays."""
    collect: float


TIMINGS: Final = {
    MotionPace.NONE: MotionTiming(0, 0, 0, 0.35, 0),
    MotionPace.FAST: MotionTiming(0.02, 0.3, 0.12, 0.6, 0.12),
    MotionPace.NORMAL: MotionTiming(0.06, 1.2, 0.3, 1.4, 0.3),
    MotionPace.SLOW: MotionTiming(0.12, 2.5, 0.7, 2.5, 0.6),
}
FRAME: Final = 1 / 20
"""Seconds from one picture of a flight to the next."""
MOST_WAITING: Final = 2
"""Batches of stages that may wait; with more of them we are late, and all are dropped."""


class Point(NamedTuple):
    """A cell of the felt."""

    x: int
    y: int


class Sprite(NamedTuple):
    """A card at a place of the felt."""

    card: Card
    place: Point
    look: CardLook = CardLook.PLAIN


class Flight(NamedTuple):
    """A card on its way."""

    card: Card
    start: Point
    end: Point
    delay: float = 0.0
    """Seconds after the beginning of its stage."""
    look: CardLook = CardLook.PLAIN


@dataclass(frozen=True)
class Stage:
    """A span of time in which some cards lie and others fly."""

    duration: float
    lying: tuple[Sprite, ...] = ()
    flights: tuple[Flight, ...] = ()
    flight_time: float = 0.0

    def sprites(self, elapsed: float) -> tuple[Sprite, ...]:
        """Return where every card is after some seconds."""
        moving: list[Sprite] = []
        for flight in self.flights:
            passed = elapsed - flight.delay
            if passed < 0 or (passed >= self.flight_time and flight.card == NO_CARD):
                continue
            share = min(passed / self.flight_time, 1.0) if self.flight_time else 1.0
            moving.append(Sprite(flight.card, _between(flight, share), flight.look))
        return (*self.lying, *moving)


def _between(flight: Flight, share: float) -> Point:
    eased = 1 - (1 - share) ** 3
    return Point(
        round(flight.start.x + (flight.end.x - flight.start.x) * eased),
        round(flight.start.y + (flight.end.y - flight.start.y) * eased),
    )


def deal_stage(
    timing: MotionTiming, start: Point, ends: Iterable[Point], rounds: int
) -> Stage | None:
    """Return the dealing of ``rounds`` cards to every place, one place after the other."""
    places = list(ends)
    count = len(places) * rounds
    if not timing.deal or not count:
        return None
    pause = min(timing.deal_card, (timing.deal - timing.flight) / count)
    pause = max(pause, 0.0)
    flights = tuple(
        Flight(NO_CARD, start, places[index % len(places)], pause * index) for index in range(count)
    )
    return Stage(pause * count + timing.flight, flights=flights, flight_time=timing.flight)


class Motion:
    """The stages being shown: a queue that can be skipped."""

    def __init__(self) -> None:
        self._batches: list[list[Stage]] = []
        self._since = 0.0

    @property
    def is_running(self) -> bool:
        """Whether there is anything left to show."""
        return bool(self._batches)

    def add(self, stages: Iterable[Stage], now: float) -> None:
        """Queue what leads to one new state of the table."""
        batch = [stage for stage in stages if stage.duration > 0]
        if not batch:
            return
        if len(self._batches) >= MOST_WAITING:
            self.skip()
            return
        if not self._batches:
            self._since = now
        self._batches.append(batch)

    def skip(self) -> None:
        """Drop everything: the table is shown as it is."""
        self._batches.clear()

    def stage(self, now: float) -> tuple[Stage, float] | None:
        """Return the stage of this moment and the seconds it has run; forget those before it."""
        while self._batches:
            batch = self._batches[0]
            elapsed = now - self._since
            if elapsed < batch[0].duration:
                return batch[0], elapsed
            self._since += batch[0].duration
            batch.pop(0)
            if not batch:
                self._batches.pop(0)
        return None

    def next_frame(self, now: float) -> float | None:
        """Return the seconds until the picture changes, ``None`` when all is at rest."""
        current = self.stage(now)
        if current is None:
            return None
        stage, elapsed = current
        rest = stage.duration - elapsed
        return min(FRAME, rest) if stage.flights else rest
