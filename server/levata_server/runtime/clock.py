"""The clock of the shell: everything that waits asks it, so tests can let time pass at will."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, Protocol, TypeVar

T = TypeVar("T")


class Timer(Protocol):
    """Something that will happen, unless cancelled."""

    def cancel(self) -> None: ...


class Clock(Protocol):
    """Seconds that never jump, and calls at a time."""

    def now(self) -> float: ...

    def call_at(self, at: float, call: Callable[[], None]) -> Timer: ...


class LoopClock:
    """The clock of the running event loop."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self.now = self._loop.time

    def call_at(self, at: float, call: Callable[[], None]) -> Timer:
        return self._loop.call_at(at, call)


async def sleep(clock: Clock, seconds: float) -> None:
    """Wait for some seconds of the clock."""
    done = asyncio.Event()
    timer = clock.call_at(clock.now() + seconds, done.set)
    try:
        await done.wait()
    finally:
        timer.cancel()


async def within(clock: Clock, seconds: float, work: Coroutine[Any, Any, T]) -> T:
    """Return the result of the work.

    Raises:
        TimeoutError: it took longer than so many seconds of the clock; it was cancelled.
    """
    task = asyncio.create_task(work)
    is_late = False

    def expire() -> None:
        nonlocal is_late
        is_late = True
        task.cancel()

    timer = clock.call_at(clock.now() + seconds, expire)
    try:
        return await task
    except asyncio.CancelledError:
        task.cancel()
        current = asyncio.current_task()
        if is_late and current is not None and not current.cancelling():
            raise TimeoutError from None
        raise
    finally:
        timer.cancel()
