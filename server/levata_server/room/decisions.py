"""Who must decide in a match: which seats, since when, and with what time left.

Times are seconds on a clock that never jumps. A paused clock does not run.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import Struct

from levata.protocol.documents import PACES, Pace
from levata_server.room.effects import Effects
from levata_server.room.seating import Seating

_TIMER_SLACK: Final = 0.01
"""A timer may fire so many seconds early."""


class DecisionClock(Struct):
    """The clock of one decision: time for it, then the reserve of whoever decides."""

    pace: Pace
    reserve: float
    """Seconds left in the reserve of the seat when the decision began."""
    _elapsed: float = 0.0
    _running_since: float | None = None

    def start(self, now: float) -> None:
        """Let the clock run, if it does not yet."""
        if self._running_since is None:
            self._running_since = now

    def stop(self, now: float) -> None:
        """Halt the clock, keeping what has passed."""
        self._elapsed = self.elapsed(now)
        self._running_since = None

    def elapsed(self, now: float) -> float:
        """Return the seconds spent on this decision."""
        running = 0.0 if self._running_since is None else max(0.0, now - self._running_since)
        return self._elapsed + running

    def deadline(self, now: float) -> float | None:
        """Return when time is up if nothing halts the clock, None without a clock."""
        if not self.pace.seconds:
            return None
        return now + self.pace.seconds + self.reserve - self.elapsed(now)

    def reserve_spent(self, now: float) -> float:
        """Return the seconds that this decision has taken from the reserve."""
        if not self.pace.seconds:
            return 0.0
        return min(self.reserve, max(0.0, self.elapsed(now) - self.pace.seconds))

    def reading(self, now: float) -> tuple[int, ...]:
        """Return milliseconds left for the decision and in the reserve; empty without a clock."""
        seconds, reserve = self.pace.seconds, self.reserve
        if not seconds:
            return ()
        over = self.elapsed(now) - seconds
        if over <= 0:
            return round(-over * 1000), round(reserve * 1000)
        return 0, round(max(0.0, reserve - over) * 1000)


class Decision(Struct):
    """A seat that must act: the number of what it must decide, and the clock of a person's."""

    number: int
    clock: DecisionClock
    is_masked: bool
    """Whether it is none: a forced action that must look like a decision."""
    is_open: bool = False
    """Whether the bot is being asked, or the person's clock runs."""


class Decisions:
    """Owns the open decisions of a match, and by seat the reserve and the timeouts in a row.

    It sets the timers of their clocks, ``clock:<seat>``, and decides when time is up. Who plays a
    seat it reads from the seating; what there is to decide it is told.
    """

    __slots__ = ("_effects", "_pace", "_pending", "_reserves", "_seating", "_timeouts")

    def __init__(self, pace: Pace, seating: Seating, effects: Effects) -> None:
        self._pace = pace
        self._seating = seating
        self._effects = effects
        self._pending: dict[int, Decision] = {}
        """By seat."""
        self._reserves = [float(pace.reserve)] * len(seating.seats)
        """Seconds of thinking time that each seat has left in reserve for this match."""
        self._timeouts = [0] * len(seating.seats)
        """Decisions in a row of each seat for which time was up."""

    @property
    def pending(self) -> Mapping[int, Decision]:
        """Return the decisions, to be looked at."""
        return self._pending

    @property
    def reserves(self) -> Sequence[float]:
        """Return the seconds that each seat has left in reserve."""
        return self._reserves

    @property
    def timeouts(self) -> Sequence[int]:
        """Return how many times in a row each seat's time was up."""
        return self._timeouts

    def asked(self) -> dict[int, int]:
        """Return by seat the number of what its person must decide; not what looks like one."""
        found: dict[int, int] = {}
        for seat, decision in self._pending.items():
            if not decision.is_masked and seat not in self._seating.bot_driven:
                found[seat] = decision.number
        return found

    def reading(self) -> tuple[int, ...]:
        """Return the reading of the first clock that runs here, empty for none."""
        for decision in self._pending.values():
            reading = decision.clock.reading(self._effects.now)
            if reading:
                return reading
        return ()

    # --- what is to be decided -----------------------------------------------------------------

    def keep(self, seats: Sequence[int]) -> None:
        """Forget the decisions of all other seats."""
        for seat in list(self._pending):
            if seat not in seats:
                self._cancel_timer(seat, self._pending.pop(seat))

    def require(self, seats: Sequence[int], number: int, is_masked: bool) -> None:
        """Let seats decide what has this number, unless they already have something to decide."""
        for seat in seats:
            if seat not in self._pending:
                self._pending[seat] = self._new(seat, number, is_masked)

    def renew(self, seat: int) -> None:
        """Begin the decision of a seat anew because somebody else plays there now."""
        self._timeouts[seat] = 0
        decision = self._pending.get(seat)
        if decision is not None:
            spent = decision.clock.reserve_spent(self._effects.now)
            self._reserves[seat] = max(0.0, self._reserves[seat] - spent)
            self._cancel_timer(seat, decision)
            self._pending[seat] = self._new(seat, decision.number, decision.is_masked)

    def settle(self, seat: int) -> float:
        """Note that a seat has acted; return the seconds that it took from its reserve."""
        decision = self._pending.pop(seat, None)
        if decision is None:
            return 0.0
        # The timer of its clock runs on and finds nothing: one to set with each move is enough.
        spent = decision.clock.reserve_spent(self._effects.now)
        self._reserves[seat] -= spent
        return spent

    def spend(self, seat: int, seconds: float) -> None:
        """Take time from a seat's reserve."""
        self._reserves[seat] -= seconds

    def clear(self) -> None:
        """Let nobody have to decide anything, where no clock runs."""
        self._pending.clear()

    def _new(self, seat: int, number: int, is_masked: bool) -> Decision:
        pace = PACES["none"] if seat in self._seating.bot_driven else self._pace
        return Decision(number, DecisionClock(pace, self._reserves[seat]), is_masked)

    # --- clocks --------------------------------------------------------------------------------

    def open(self) -> list[tuple[int, Decision]]:
        """Let the clocks run of what was not open; return it, by seat."""
        opened = [item for item in self._pending.items() if not item[1].is_open]
        for _, decision in opened:
            decision.is_open = True
            decision.clock.start(self._effects.now)
        return opened

    def set_timer(self, seat: int) -> None:
        """Let a timer fire when the time of a seat is up, if it has a clock."""
        deadline = self._pending[seat].clock.deadline(self._effects.now)
        if deadline is not None:
            self._effects.set_timer(f"clock:{seat}", deadline)

    def halt(self) -> None:
        """Halt all clocks until `open`."""
        for seat, decision in self._pending.items():
            self._cancel_timer(seat, decision)
            decision.clock.stop(self._effects.now)
            decision.is_open = False

    def is_time_up(self, seat: int) -> bool:
        """Return whether the time of a seat is up."""
        decision = self._pending.get(seat)
        if decision is None or not decision.is_open:
            return False
        deadline = decision.clock.deadline(self._effects.now)
        return deadline is not None and deadline <= self._effects.now + _TIMER_SLACK

    def note_timeout(self, seat: int) -> None:
        """Note that the time of a seat was up once more."""
        self._timeouts[seat] += 1

    def forgive(self, seat: int) -> None:
        """Note that a person has decided himself."""
        self._timeouts[seat] = 0

    def _cancel_timer(self, seat: int, decision: Decision) -> None:
        if decision.is_open and decision.clock.pace.seconds:
            self._effects.set_timer(f"clock:{seat}", None)
