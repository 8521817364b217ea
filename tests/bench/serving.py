"""A server under load as a process of its own, which tells how much CPU it has used.

``levata`` is the whole server. ``bare`` is what the same wire costs with nothing behind it: each
message of a player is answered with the four frames that a recorded match had at that move.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import cProfile
import gc
import json
import os
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import AsyncGenerator, Generator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any, Self

from msgspec.structs import replace
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed

from levata.match import Match
from levata.protocol.messages import MAX_FRAME
from levata_server.app import Server, tune_memory
from levata_server.config import Limits
from levata_server.door.connection import Connection
from levata_server.hall.actor import RoomActor
from levata_server.room.room import Room
from levata_server.room.terms import RoomPolicy
from tests.support.server import ROOT, child_environment, config_of

ROOM = RoomPolicy(bot_delay=0.0, masked_delay=0.0)


def cores() -> tuple[int, int] | None:
    """Return a core for the server and one for the clients, None where that cannot be had."""
    if not hasattr(os, "sched_setaffinity"):
        return None
    usable = sorted(os.sched_getaffinity(0))
    return (usable[0], usable[1]) if len(usable) > 1 else None


def pin(core: int | None) -> None:
    """Let this process run on one core only."""
    if core is not None:
        os.sched_setaffinity(0, {core})


def resident_kilobytes(process: int) -> int:
    """Return the memory that a process has in use."""
    status = Path(f"/proc/{process}/status")
    if status.exists():
        lines = status.read_text().splitlines()
        return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS"))
    shown = subprocess.run(
        ["ps", "-o", "rss=", "-p", str(process)], capture_output=True, check=True
    )
    return int(shown.stdout)


class ServedProcess:
    """The parent's end of a server under load."""

    def __init__(self, process: subprocess.Popen[str], port: int) -> None:
        self._process = process
        self.port = port

    @classmethod
    def start(cls, *arguments: str) -> Self:
        """Start a server and wait until it listens."""
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.bench.serving", *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=ROOT,
            env=child_environment(),
        )
        assert process.stdout is not None
        return cls(process, int(process.stdout.readline()))

    def cpu_seconds(self) -> float:
        """Return the CPU time it has used so far."""
        return float(self._ask("cpu"))

    def holdings(self) -> dict[str, int]:
        """Return how many things of each kind it holds now."""
        counts: dict[str, int] = json.loads(self._ask("holdings"))
        return counts

    def resident_kilobytes(self) -> int:
        """Return the memory it has in use."""
        return resident_kilobytes(self._process.pid)

    def _ask(self, question: str) -> str:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{question}\n")
        self._process.stdin.flush()
        return self._process.stdout.readline()

    def stop(self) -> None:
        """End it."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait(60)


@contextmanager
def served(*arguments: str) -> Generator[ServedProcess]:
    """Run a server under load."""
    server = ServedProcess.start(*arguments)
    try:
        yield server
    finally:
        server.stop()


class BareServer:
    """Answers each message at a table with the frames of the next recorded move."""

    def __init__(self, moves: list[list[bytes]]) -> None:
        self._moves = moves
        self._tables: dict[int, dict[int, ServerConnection]] = {}
        self._played: dict[int, int] = {}

    async def handle(self, connection: ServerConnection) -> None:
        """Serve a player, whose first message says which seat he takes at which table."""
        greeting = await connection.recv(decode=False)
        number, seat = json.loads(greeting)
        table = self._tables.setdefault(number, {})
        table[seat] = connection
        await connection.send(b"")
        with contextlib.suppress(ConnectionClosed):
            async for _ in connection:
                move = self._played.get(number, 0)
                self._played[number] = (move + 1) % len(self._moves)
                for place, frame in enumerate(self._moves[move]):
                    await table[place].send(frame)


@asynccontextmanager
async def _levata(database: str, patience: float | None) -> AsyncGenerator[int]:
    room = ROOM
    if patience is not None:
        room = replace(room, grace=patience, open_grace=patience, open_close=patience)
    server = Server(config_of(database, limits=Limits(frame_rate=1e9, strangers=50), room=room))
    await server.start()
    try:
        yield server.port
    finally:
        await server.stop()


@asynccontextmanager
async def _bare(moves: list[list[bytes]]) -> AsyncGenerator[int]:
    bare = BareServer(moves)
    async with serve(bare.handle, "127.0.0.1", 0, compression=None, max_size=MAX_FRAME) as server:
        port: int = next(iter(server.sockets)).getsockname()[1]
        yield port


def _moves(recording: Path) -> list[list[bytes]]:
    return [[bytes.fromhex(frame) for frame in move] for move in json.loads(recording.read_text())]


def _holdings() -> dict[str, int]:
    """Count what a server must let go of, whether anything still knows of it or not."""
    gc.collect()
    kinds: Counter[type[object]] = Counter(map(type, gc.get_objects()))
    loop: Any = asyncio.get_running_loop()
    return {
        "rooms": kinds[Room],
        "actors": kinds[RoomActor],
        "matches": kinds[Match],
        "sessions": kinds[Connection],
        "connections": kinds[ServerConnection],
        "tasks": len(asyncio.all_tasks()),
        "timers": sum(not timer.cancelled() for timer in loop._scheduled),
    }


async def _run(serving: AbstractAsyncContextManager[int]) -> None:
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()

    def listen() -> None:
        for line in sys.stdin:
            if line == "cpu\n":
                print(time.process_time(), flush=True)
            else:
                loop.call_soon_threadsafe(lambda: print(json.dumps(_holdings()), flush=True))
        loop.call_soon_threadsafe(stop.set)

    async with serving as port:
        print(port, flush=True)
        threading.Thread(target=listen, daemon=True).start()
        await stop.wait()


def main() -> None:
    """Serve until the input ends."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kind", choices=("levata", "bare"))
    parser.add_argument("--core", type=int)
    parser.add_argument("--database", default=":memory:")
    parser.add_argument("--recording", type=Path)
    parser.add_argument("--patience", type=float, help="seconds that tables wait for people")
    parser.add_argument("--profile", type=Path, help="write figures of the main thread here")
    options = parser.parse_args()
    pin(options.core)
    tune_memory()  # as the command does; for both, so that they differ in nothing else
    profile: Any = cProfile.Profile() if options.profile else contextlib.nullcontext()
    with profile:
        if options.kind == "levata":
            asyncio.run(_run(_levata(options.database, options.patience)))
        else:
            asyncio.run(_run(_bare(_moves(options.recording))))
    if options.profile:
        profile.dump_stats(options.profile)


if __name__ == "__main__":
    main()
