"""Computer players that think in the process of the test instead of in workers of their own."""

from __future__ import annotations

import asyncio
from typing import cast

from levata_server.players.pool import BotPool
from levata_server.players.wire import LENGTH_BYTES, encode_answer, frame
from levata_server.players.worker import answer


class BotsOnTheSpot(BotPool):
    """Starts no worker, which takes longer than most tests of a server.

    Questions and answers are packed as for a worker.
    """

    async def _run_worker(self) -> None:
        worker = cast("asyncio.subprocess.Process", _WorkerOnTheSpot())
        self.ready.set()
        while True:
            await self._answer_next(worker)


class _WorkerOnTheSpot:
    """The two ends of a worker process that the pool talks to."""

    def __init__(self) -> None:
        self.stdin = self
        self.stdout = asyncio.StreamReader()

    def write(self, job: bytes) -> None:
        self.stdout.feed_data(frame(encode_answer(answer(job[LENGTH_BYTES:]))))

    async def drain(self) -> None:
        """Wait for nothing: the answer is there."""
