"""Servers for tests: in this process with a clock that tests move, or as a process of its own."""

from __future__ import annotations

import asyncio
import heapq
import os
import signal
import sys
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path

from levata_server.app import Server
from levata_server.config import Limits, ServerConfig
from levata_server.room.terms import RoomPolicy

ROOT = Path(__file__).parents[2]
AT_ONCE = RoomPolicy(bot_delay=0.0, masked_delay=0.0)
"""Nobody waits for effect."""
QUIET = Limits(lobby_interval=0.0)
"""The lobby is published at once."""


class VirtualTimer:
    """A call that a `VirtualClock` will make."""

    def __init__(self, call: Callable[[], None]) -> None:
        self.call: Callable[[], None] | None = call

    def cancel(self) -> None:
        """Never make the call."""
        self.call = None


class VirtualClock:
    """A clock that stands still until it is told to go on."""

    def __init__(self) -> None:
        self._now = 1000.0
        self._numbers = count()
        self._timers: list[tuple[float, int, VirtualTimer]] = []

    def now(self) -> float:
        """Return the seconds."""
        return self._now

    def call_at(self, at: float, call: Callable[[], None]) -> VirtualTimer:
        """Make a call once the clock gets there."""
        timer = VirtualTimer(call)
        heapq.heappush(self._timers, (at, next(self._numbers), timer))
        return timer

    def advance(self, seconds: float) -> None:
        """Let time pass and make the calls that are due, in their order."""
        end = self._now + seconds
        while self._timers and self._timers[0][0] <= end:
            at, _, timer = heapq.heappop(self._timers)
            self._now = max(self._now, at)
            if timer.call is not None:
                timer.call()
        self._now = end


def child_environment() -> dict[str, str]:
    """Return the environment in which child processes find the packages under test."""
    roots = os.pathsep.join(str(ROOT / name) for name in ("common", "server", "client"))
    return {**os.environ, "PYTHONPATH": roots, "PYTHONUNBUFFERED": "1"}


@asynccontextmanager
async def running(
    config: ServerConfig | None = None, clock: VirtualClock | None = None
) -> AsyncGenerator[Server]:
    """Run a server in this process, on a port of the system's choice."""
    server = Server(config or config_of(), clock)
    await server.start()
    try:
        if clock is not None:
            # Else the bot workers would be given up when the clock leaps while they start.
            await server.bots.ready.wait()
        yield server
    finally:
        await server.stop()


def config_of(
    database: str = ":memory:",
    limits: Limits = QUIET,
    room: RoomPolicy = AT_ONCE,
    password: str = "",
    records: Path | None = None,
) -> ServerConfig:
    """Return the settings of a server under test."""
    return ServerConfig(
        host="127.0.0.1",
        port=0,
        database=database,
        limits=limits,
        room=room,
        password=password,
        records=records,
    )


class ServerProcess:
    """A whole `levata-server`."""

    def __init__(self, process: asyncio.subprocess.Process, port: int) -> None:
        self.process = process
        self.port = port

    @classmethod
    async def start(cls, *arguments: str) -> ServerProcess:
        """Start a server and wait until it is ready."""
        process = await launch(*arguments)
        assert process.stdout is not None
        line = (await process.stdout.readline()).decode()
        assert line.startswith("levata-server ready "), await finish(process)
        return cls(process, int(line.split()[-1]))

    async def stop(self, number: int = signal.SIGTERM) -> tuple[int, str]:
        """Send a signal; return the exit status and what was logged."""
        self.process.send_signal(number)
        return await finish(self.process)


async def launch(*arguments: str) -> asyncio.subprocess.Process:
    """Start the command."""
    return await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "levata_server.cli",
        *arguments,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        env=child_environment(),
    )


async def finish(process: asyncio.subprocess.Process) -> tuple[int, str]:
    """Wait for the end of a process; return its status and what it logged."""
    _, errors = await asyncio.wait_for(process.communicate(), 60)
    assert process.returncode is not None
    return process.returncode, errors.decode()


@asynccontextmanager
async def server_process(*arguments: str) -> AsyncGenerator[ServerProcess]:
    """Run a whole server on loopback, and end it."""
    server = await ServerProcess.start(
        "--host", "127.0.0.1", "--port", "0", "--bot-delay", "none", *arguments
    )
    try:
        yield server
    finally:
        if server.process.returncode is None:
            server.process.kill()
            await finish(server.process)
