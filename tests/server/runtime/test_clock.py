"""Waiting by the clock of the shell."""

from __future__ import annotations

import asyncio

import pytest

from levata_server.runtime.clock import LoopClock, sleep, within
from tests.support.server import VirtualClock


async def test_sleep_ends_when_its_time_has_come() -> None:
    clock = VirtualClock()
    task = asyncio.create_task(sleep(clock, 5))
    await asyncio.sleep(0)
    clock.advance(4.9)
    await asyncio.sleep(0)
    assert not task.done()
    clock.advance(0.1)
    await task


async def test_within_returns_what_comes_in_time() -> None:
    async def work() -> int:
        return 3

    assert await within(VirtualClock(), 1, work()) == 3


async def test_within_cancels_what_is_late() -> None:
    clock = VirtualClock()
    is_cancelled = asyncio.Event()

    async def work() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            is_cancelled.set()

    task = asyncio.create_task(within(clock, 2, work()))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    clock.advance(2)
    with pytest.raises(TimeoutError):
        await task
    assert is_cancelled.is_set()


async def test_within_passes_a_failure_on() -> None:
    async def work() -> None:
        raise ValueError("mine")

    with pytest.raises(ValueError, match="mine"):
        await within(VirtualClock(), 1, work())


async def test_within_cancelled_from_outside_is_no_timeout() -> None:
    task = asyncio.create_task(within(VirtualClock(), 1, asyncio.Event().wait()))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


async def test_loop_clock_calls_at_its_time() -> None:
    clock, called = LoopClock(), asyncio.Event()
    clock.call_at(clock.now(), called.set)
    await called.wait()


async def test_cancelled_timer_calls_nobody() -> None:
    clock, calls = VirtualClock(), list[int]()
    clock.call_at(clock.now() + 1, lambda: calls.append(1)).cancel()
    clock.call_at(clock.now() + 1, lambda: calls.append(2))
    clock.advance(1)
    assert calls == [2]
