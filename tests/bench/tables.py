"""How many actions a second a server carries, and what an action costs with more tables.

Every seat is taken by a computer player that does not think, nobody watches, and server and
workers share one core where the system allows to say so. Run it from the project's folder:

    python tests/bench/tables.py [--tables 1,10,100] [--game whist]

The last line is one JSON object.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

if __name__ == "__main__":
    root = Path(__file__).resolve().parents[2]
    sys.path[:0] = [str(root), *(str(root / part) for part in ("common", "server", "client"))]

from levata.protocol.messages import Leave, Stand
from levata_server.app import Server
from levata_server.config import Limits
from levata_server.players.pool import WORKER
from levata_server.room.terms import RoomPolicy
from levata_server.store.store import Store
from tests.support.clients import Client
from tests.support.server import child_environment, config_of

BENCH_ROOM = RoomPolicy(bot_delay=0.0, masked_delay=0.0, is_kept_without_people=True)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", default="1,10,100")
    parser.add_argument("--game", default="whist")
    parser.add_argument("--database", help="where the databases are made; :memory: for nowhere")
    options = parser.parse_args()
    os.environ.update(child_environment())
    cores = os.cpu_count()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
        cores = 1
    rows = [
        asyncio.run(_measure(int(count), options.game, options.database))
        for count in options.tables.split(",")
    ]
    for row in rows:
        print(
            f"{row['tables']:4d} tables  {row['actions']:6d} actions  {row['seconds']:6.2f} s  "
            f"{row['actions_per_second']:7.0f} actions/s  "
            f"{row['cpu_us_per_action']:6.0f} us of CPU each  {row['commits']:6d} commits"
        )
    growth = rows[-1]["cpu_us_per_action"] / rows[0]["cpu_us_per_action"]
    result = {"bench": "tables", "game": options.game, "cores": cores, "rows": rows}
    print(json.dumps({**result, "cpu_growth": round(growth, 3)}))


async def _measure(count: int, game: str, where: str | None) -> dict[str, Any]:
    """Play one match at each of so many tables at the same time."""
    with tempfile.TemporaryDirectory(dir=None if where == ":memory:" else where) as folder:
        database = ":memory:" if where == ":memory:" else str(Path(folder) / "bench.sqlite")
        server = Server(config_of(database, limits=Limits(), room=BENCH_ROOM))
        await server.start()
        tables = [await _open_table(server, game) for _ in range(count)]
        started, used, commits = time.perf_counter(), _cpu_seconds(), server.store.commits
        children = _children_seconds()
        await asyncio.gather(*[client.start() for client, _ in tables])
        await asyncio.gather(*[client.done(Leave(client.next_ref())) for client, _ in tables])
        actions = sum([await _count_actions(server.store, table) for _, table in tables])
        seconds, cpu = time.perf_counter() - started, _cpu_seconds() - used
        commits = server.store.commits - commits
        for client, _ in tables:
            await client.close()
        await server.stop()
        cpu += _children_seconds() - children - await _warming_seconds()
    return {
        "tables": count,
        "actions": actions,
        "seconds": round(seconds, 3),
        "actions_per_second": round(actions / seconds, 1),
        "cpu_us_per_action": round(cpu / actions * 1e6, 1),
        "commits": commits,
    }


async def _warming_seconds() -> float:
    """Return how much CPU a worker needs until it is ready."""
    before = _children_seconds()
    process = await asyncio.create_subprocess_exec(
        *WORKER, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.DEVNULL
    )
    await process.communicate(b"")
    return _children_seconds() - before


async def _open_table(server: Server, game: str) -> tuple[Client, int]:
    client = await Client(server.port).open()
    await client.hello("bench")
    table = await client.create(game, options={})
    await client.done(Stand(client.next_ref()))
    return client, table


async def _count_actions(store: Store, table: int) -> int:
    """Return how many actions the match of a table had, once it is over."""
    # The store tells nobody of a record.
    while (record := await store.load_record(table, 1)) is None:  # noqa: ASYNC110
        await asyncio.sleep(0.05)
    return sum(len(deal["actions"]) for deal in record["deals"])


def _cpu_seconds() -> float:
    times = os.times()
    return times.user + times.system


def _children_seconds() -> float:
    times = os.times()
    return times.children_user + times.children_system


if __name__ == "__main__":
    main()
