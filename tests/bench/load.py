"""How many moves a second a full server carries, how fast they arrive, and what each one costs.

Four network players at each of a hundred tables act at once. Beside it stands a bare ``websockets``
server that answers each message with four frames of the same bytes and does nothing else, under the
same clients. The two take turns of a few seconds, so that every figure that counts is a ratio of
neighbours in time. Then one player of all stops reading while asking for more, and nobody else may
notice. Servers and clients run on one core each, where the system allows to say so. Run it from the
project's folder:

    python tests/bench/load.py [--tables 100] [--seconds 2] [--rounds 9]

The last line is one JSON object.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import sys
import tempfile
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

if __name__ == "__main__":
    root = Path(__file__).resolve().parents[2]
    sys.path[:0] = [str(root), *(str(root / part) for part in ("common", "server", "client"))]

from tests.bench.players import Load, Player, Recording
from tests.bench.serving import ServedProcess, cores, pin, served

WARM_SECONDS = 0.5
DROP_SECONDS = 20.0
"""Whoever reads nothing is cut after so long at the latest, having asked for so much."""
TARGETS = {"cpu_us": 2.0, "own_p99_ms": 3.0, "others_p99_ms": 3.0, "stalled_p99": 1.1}
"""Ratios that must not be passed."""


class Stand(NamedTuple):
    """A server with its players."""

    server: ServedProcess
    load: Load


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--game", default="whist")
    parser.add_argument("--seconds", type=float, default=2.0, help="of each measurement")
    parser.add_argument("--rounds", type=int, default=9, help="medians are taken of")
    parser.add_argument("--think", type=float, default=0.15, help="seconds of the paced players")
    parser.add_argument("--database", help="folder of the database, :memory: for none")
    parser.add_argument("--profile", type=Path, help="write figures of the server's loop here")
    parser.add_argument("--only", choices=("levata", "bare", "stalled"))
    bench = Bench(parser.parse_args())
    print(json.dumps(asyncio.run(bench.run())))


class Bench:
    """A run of the program."""

    def __init__(self, options: argparse.Namespace) -> None:
        self._options = options
        self._cores = cores()
        self._recording = Recording(options.game)
        if self._cores:
            pin(self._cores[1])

    async def run(self) -> dict[str, Any]:
        """Return what was measured."""
        only = self._options.only
        result: dict[str, Any] = {
            "bench": "load",
            "game": self._options.game,
            "connections": 4 * self._options.tables,
            "is_pinned": self._cores is not None,
            "frame_bytes": round(self._recording.mean_bytes, 1),
            "targets": TARGETS,
        }
        if only != "stalled":
            result |= await self._compare([only] if only else ["levata", "bare"])
        if only in (None, "stalled"):
            result["stalled"] = await self._stalled()
        return result

    async def _compare(self, kinds: list[str]) -> dict[str, Any]:
        """Let the servers take turns: everybody acts at once, then at a pace."""
        rows: dict[str, list[dict[str, float]]] = {kind: [] for kind in kinds}
        async with AsyncExitStack() as stack:
            stands = {kind: await stack.enter_async_context(self._stand(kind)) for kind in kinds}
            for number in range(self._options.rounds):
                at_once = {kind: await self._window(stand, 0) for kind, stand in stands.items()}
                think = self._options.think
                paced = {kind: await self._window(stand, think) for kind, stand in stands.items()}
                for kind in kinds:
                    slow = {f"paced_{key}": value for key, value in paced[kind].items()}
                    rows[kind].append(at_once[kind] | slow)
                    print(f"{number + 1:2} {kind:7}", _shown(rows[kind][-1]), flush=True)
        result: dict[str, Any] = {kind: _middle(found) for kind, found in rows.items()}
        if len(kinds) == 2:
            ratios = [
                {key: mine[key] / bare[key] for key in mine}
                for mine, bare in zip(rows["levata"], rows["bare"], strict=True)
            ]
            result["ratios"] = _middle(ratios)
        for kind, found in result.items():
            print(f"   {kind:7}", _shown(found))
        return result

    async def _window(self, stand: Stand, think: float) -> dict[str, float]:
        server, load = stand
        load.resume(think)
        await asyncio.sleep(WARM_SECONDS)
        cpu = await asyncio.to_thread(server.cpu_seconds)
        load.reset()
        await asyncio.sleep(self._options.seconds)
        moves, own, others = load.moves, load.own, load.others
        cpu = await asyncio.to_thread(server.cpu_seconds) - cpu
        load.pause()
        assert moves, "nobody moved"
        return {
            "moves_per_second": moves / self._options.seconds,
            "cpu_us": cpu / moves * 1e6,
            "own_p50_ms": 1000 * _quantile(own, 0.5),
            "own_p99_ms": 1000 * _quantile(own, 0.99),
            "others_p50_ms": 1000 * _quantile(others, 0.5),
            "others_p99_ms": 1000 * _quantile(others, 0.99),
        }

    @asynccontextmanager
    async def _stand(self, kind: str) -> AsyncGenerator[Stand]:
        where = self._options.database
        with tempfile.TemporaryDirectory(dir=None if where == ":memory:" else where) as folder:
            arguments = [kind]
            if self._cores:
                arguments += ["--core", str(self._cores[0])]
            if kind == "bare":
                recording = f"{folder}/recording.json"
                await asyncio.to_thread(Path(recording).write_text, self._recording.dumped())
                arguments += ["--recording", recording]
            else:
                is_kept = where != ":memory:"
                arguments += ["--database", f"{folder}/load.sqlite" if is_kept else where]
                if self._options.profile:
                    arguments += ["--profile", str(self._options.profile)]
            with served(*arguments) as server:
                load = Load("load")
                tables, game = self._options.tables, self._options.game
                if kind == "bare":
                    await load.sit_down_bare(server.port, tables, self._recording)
                else:
                    await load.sit_down(server.port, tables, game)
                yield Stand(server, load)
                await load.stop()

    # --- one who stops reading -----------------------------------------------------------------

    async def _stalled(self) -> dict[str, Any]:
        """Compare the others' times while one player, who asks and asks, reads and does not."""
        calm: list[float] = []
        disturbed: list[float] = []
        cuts: list[asyncio.Event] = []
        async with self._stand("levata") as stand:
            for number in range(self._options.rounds):
                player = stand.load.tables[number].players[3]
                async with _asking(player):
                    row = await self._window(stand, self._options.think)
                    calm.append(row["others_p99_ms"])
                    player.stop_reading()
                    row = await self._window(stand, self._options.think)
                disturbed.append(row["others_p99_ms"])
                cuts.append(player.is_cut)
                print(f"calm {calm[-1]:.2f} ms, with one that does not read {disturbed[-1]:.2f} ms")
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(DROP_SECONDS):
                    await asyncio.gather(*[cut.wait() for cut in cuts])
        ratios = [bad / good for bad, good in zip(disturbed, calm, strict=True)]
        return {
            "calm_p99_ms": round(median(calm), 3),
            "disturbed_p99_ms": round(median(disturbed), 3),
            "dropped": sum(cut.is_set() for cut in cuts),
            "rounds": len(cuts),
            "p99_ratio": round(median(ratios), 3),
        }


@asynccontextmanager
async def _asking(player: Player) -> AsyncGenerator[None]:
    """Let a player lend the seat and ask for documents, more often than anybody may."""

    async def ask() -> None:
        while True:
            player.ask_for_more()
            await asyncio.sleep(0.01)

    player.lend()
    asking = asyncio.create_task(ask())
    yield
    asking.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await asking


def _quantile(samples: list[float], part: float) -> float:
    ordered = sorted(samples)
    return ordered[min(len(ordered) - 1, int(len(ordered) * part))]


def _middle(rows: list[dict[str, float]]) -> dict[str, float]:
    return {key: round(median(row[key] for row in rows), 3) for key in rows[0]}


def _shown(row: dict[str, float]) -> str:
    return "  ".join(f"{key} {value:.2f}" for key, value in row.items())


if __name__ == "__main__":
    main()
