"""Lets running matches come to their end before the server stops, but not for ever.

Whatever is not over by then is parked: its log is complete, and it goes on after the next start.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable

from levata_server.runtime.clock import Clock, Timer


class Drain:
    """Off until `begin`; `done` is set once nothing is worth waiting for."""

    def __init__(self, clock: Clock, is_quiet: Callable[[], bool]) -> None:
        self._clock = clock
        self._is_quiet = is_quiet
        self._end = 0.0
        self._timer: Timer | None = None
        self.done = asyncio.Event()

    @property
    def is_on(self) -> bool:
        """Whether the server is about to stop."""
        return self._timer is not None

    @property
    def seconds_left(self) -> int:
        """Return how long matches may still be played, in whole seconds."""
        return max(0, math.ceil(self._end - self._clock.now()))

    def begin(self, seconds: float) -> None:
        """Wait for matches so many seconds at most; again, to change the limit."""
        self._cancel()
        self._end = self._clock.now() + seconds
        self._timer = self._clock.call_at(self._end, self.done.set)
        self.check()

    def check(self) -> None:
        """Note that a match may be over, or everybody gone."""
        if self.is_on and self._is_quiet():
            self.done.set()

    def stop(self) -> None:
        """Wait for nothing any more."""
        self._cancel()

    def _cancel(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
