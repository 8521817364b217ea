"""Whether a server that plays for very long keeps what it should let go.

People come, open a table with computer players, play a short match and go, some in good order and
some by a cut line, some in the middle of the match and back again. The memory in use is sampled all
along; at the end, when everybody has gone, no room, task, timer or connection may be left. Run it
from the project's folder:

    python tests/bench/soak.py [--matches 10000]

The last line is one JSON object.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Any, Final

if __name__ == "__main__":
    root = Path(__file__).resolve().parents[2]
    sys.path[:0] = [str(root), *(str(root / part) for part in ("common", "server", "client"))]

from levata.options import Scalar
from levata.protocol.documents import Channel
from levata.protocol.messages import Act, Arrange, Leave, Lend, Say, Sync, TakeBack
from tests.bench.serving import ServedProcess, cores, pin, served
from tests.support.clients import Client

PATIENCE_SECONDS: Final = 0.5
"""A table waits for people no longer than this, so that the end is soon reached."""
TARGET_GROWTH: Final = 1.03
"""Memory of the last tenth of the matches against the second tenth."""
GAMES: Final[tuple[tuple[str, int, dict[str, Scalar]], ...]] = (
    ("whist", 3, {"sequence": "1-4-1"}),
    ("septica", 2, {}),
    ("septica", 4, {}),
    ("belot", 4, {"target": 51}),
)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=10_000)
    parser.add_argument("--visitors", type=int, default=30, help="people at a time")
    options = parser.parse_args()
    print(json.dumps(asyncio.run(soak(options.matches, options.visitors))))


async def soak(matches: int, visitors: int) -> dict[str, Any]:
    """Play so many matches; return what was found."""
    pinned = cores()
    arguments = ["--patience", str(PATIENCE_SECONDS)]
    if pinned:
        pin(pinned[1])
        arguments += ["--core", str(pinned[0])]
    with tempfile.TemporaryDirectory() as folder:
        database = f"{folder}/soak.sqlite"
        with served("levata", "--database", database, *arguments) as server:
            before = server.holdings()
            counter = Progress(matches, server)
            await asyncio.gather(*[visit(number, counter) for number in range(visitors)])
            after = await _settled(server, before)
    second, last = counter.tenth(1), counter.tenth(9)
    return {
        "bench": "soak",
        "matches": counter.played,
        "seconds": round(counter.seconds, 1),
        "second_tenth_kilobytes": second,
        "last_tenth_kilobytes": last,
        "growth": round(last / second, 4),
        "target_growth": TARGET_GROWTH,
        "left_over": {kind: after[kind] - before[kind] for kind in before},
    }


async def _settled(server: ServedProcess, before: dict[str, int]) -> dict[str, int]:
    """Return what the server holds when it holds no more than at first, or after half a minute."""
    after = server.holdings()
    for _ in range(60):
        if all(after[kind] <= before[kind] for kind in before):
            break
        await asyncio.sleep(0.5)
        after = server.holdings()
    return after


class Progress:
    """How many matches have been played, and the memory in use meanwhile."""

    def __init__(self, matches: int, server: ServedProcess) -> None:
        self.server = server
        self.played = 0
        self.started = 0
        self._matches = matches
        self._samples: list[int] = []
        self._began = time.perf_counter()

    @property
    def seconds(self) -> float:
        """Return how long it has taken so far."""
        return time.perf_counter() - self._began

    def begin(self) -> bool:
        """Note that a match begins, if another one is wanted."""
        self.started += 1
        return self.started <= self._matches

    def end(self) -> None:
        """Note that a match is over."""
        self.played += 1
        if self.played * 100 // self._matches > len(self._samples):
            self._samples.append(self.server.resident_kilobytes())
            if len(self._samples) % 10 == 0:
                print(
                    f"{self.played} matches  {self.seconds:.0f} s  {self._samples[-1]} KB",
                    flush=True,
                )

    def tenth(self, number: int) -> int:
        """Return the memory in use in a tenth of the time, counted from 0."""
        size = len(self._samples) // 10
        return round(median(self._samples[number * size : (number + 1) * size]))


async def visit(number: int, progress: Progress) -> None:
    """Play match after match as one person, each over connections of its own."""
    rng = random.Random(f"visitor {number}")
    token = ""
    while progress.begin():
        client = await Client(progress.server.port).open()
        welcome = await client.hello(f"Visitor {number}", token)
        token = welcome.token
        game, seats, options = rng.choice(GAMES)
        await client.create(game, seats, options)
        await client.start()
        client = await _play(client, token, rng)
        progress.end()
        if rng.random() < 0.5:
            await client.done(Leave(client.next_ref()))
        if rng.random() < 0.5:
            await client.cut()
        else:
            await client.close()


async def _news(client: Client) -> None:
    await client.until(lambda: client.is_to_act or client.is_over)


async def _play(client: Client, token: str, rng: random.Random) -> Client:
    """Play a match to its end, with a few things besides; return the connection it ended on."""
    while True:
        await _news(client)
        if client.is_over:
            return client
        what = rng.random()
        if what < 0.02:
            await client.cut()
            client = await Client(client.port).open()
            await client.hello(token=token)
            await client.receive(Sync, lambda message: message.channel == Channel.GAME)
        elif what < 0.04:
            await client.done(Lend(client.next_ref()))
            await client.done(TakeBack(client.next_ref()))
        elif what < 0.06:
            await client.done(Say(client.next_ref(), "hm"))
            await client.done(Arrange(client.next_ref(), "ranks"))
        else:
            action = rng.choice(client.game.legal)
            await client.ask(Act(client.next_ref(), client.decision, action))


if __name__ == "__main__":
    main()
