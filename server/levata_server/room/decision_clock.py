"""The clock of one decision: time for it, then the reserve of whoever decides.

Times are seconds on a clock that never jumps. A paused clock does not run.
"""

from __future__ import annotations

from msgspec import Struct

from levata.protocol.documents import Pace


class DecisionClock(Struct):
    """How long a seat has been deciding, and how long it may."""

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
