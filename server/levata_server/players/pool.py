"""The pool of worker processes in which computer players think, and the watchdog over them.

The event loop never searches. A question goes to the next free worker; a bot that is too late,
crashes or answers with anything but a legal action is answered for with nothing, upon which the
room plays a simple legal action. Late and crashed workers are replaced.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

import msgspec

from levata_server.players.wire import LENGTH_BYTES, READY, decode_answer, encode_job, frame
from levata_server.room.effects import AskBot
from levata_server.runtime.clock import Clock, Timer, sleep, within
from levata_server.runtime.faults import trace
from levata_server.runtime.logs import LogMessage
from levata_server.runtime.measures import THOUGHT_SECONDS, Histogram

_logger = logging.getLogger(__name__)

WORKER: Final = (sys.executable, "-m", "levata_server.players.worker")
_MAX_ANSWER: Final = 64 * 1024
_LATE_SECONDS: Final = 5.0
"""So long after its own cap a bot is late; a busy machine is no fault of a bot."""
_QUEUE_SECONDS: Final = 20.0
"""So long a question waits for a worker; an overloaded machine must not hold up a table."""
_WARM_SECONDS: Final = 60.0
"""A worker must be ready within this time."""
_MOST_FAULTS: Final = 3
"""A bot that was late, crashed or broke the rules so often in a match is asked no more there, or
the table would wait for it at every turn."""
_MOST_SEATS: Final = 1000
"""So many seats are remembered with their faults."""
_RESTART_SECONDS: Final = 1.0
"""Pause before a worker is replaced that answered nothing at all."""

Reply: TypeAlias = Callable[[str], None]
"""Takes the action chosen, or an empty text."""


@dataclass
class BotCounts:
    """What happened to questions since the start."""

    answered: int = 0
    late: int = 0
    crashed: int = 0
    illegal: int = 0
    dismissed: int = 0
    """Seats whose bot is asked no more in the match."""


@dataclass
class _Job:
    ask: AskBot
    reply: Reply
    due: float
    """The answer is not given before."""
    expiry: Timer | None = None
    """Ends the wait for a worker; None once one has taken the question."""


class _WorkerGone(Exception):
    """The worker has ended or is beyond use."""


class BotPool:
    """Answers `AskBot` effects."""

    def __init__(self, workers: int, clock: Clock, command: Sequence[str] = WORKER) -> None:
        self.counts = BotCounts()
        self.thinking: dict[str, Histogram] = {}
        """Seconds from question to answer, by level."""
        self.ready = asyncio.Event()
        """Set once a worker is warm."""
        self._clock = clock
        self._command = command
        self._size = max(1, workers)
        self._queue: asyncio.Queue[_Job] = asyncio.Queue()
        self._tasks: list[asyncio.Task[None]] = []
        self._endings: set[asyncio.Task[None]] = set()
        self._delayed: set[Timer] = set()
        self._faults: dict[tuple[str, int], int] = {}
        """By the seed that bots of a match have, and the seat."""

    def start(self) -> None:
        """Start the workers; questions wait until the first one is warm."""
        self._tasks = [asyncio.create_task(self._supervise()) for _ in range(self._size)]

    async def stop(self) -> None:
        """End the workers; whatever was asked stays without an answer."""
        for timer in self._delayed:
            timer.cancel()
        while not self._queue.empty():
            self._take(self._queue.get_nowait())
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.gather(*self._endings)
        self._tasks.clear()

    def ask(self, ask: AskBot, reply: Reply) -> None:
        """Put a question; ``reply`` is called once, later, and not before the delay asked for."""
        now = self._clock.now()
        job = _Job(ask, reply, now + ask.delay)
        if self._faults.get((ask.seed, ask.seat), 0) >= _MOST_FAULTS:
            self._reply(job, "")
            return
        job.expiry = self._clock.call_at(now + _QUEUE_SECONDS, lambda: self._expire(job))
        self._queue.put_nowait(job)

    def _take(self, job: _Job) -> bool:
        """Answer whether a question still waits; it does not any more."""
        if job.expiry is None:
            return False
        job.expiry.cancel()
        job.expiry = None
        return True

    def _expire(self, job: _Job) -> None:
        job.expiry = None
        self.counts.late += 1
        _logger.warning(LogMessage("no worker was free for a bot", **_facts(job.ask)))
        self._reply(job, "")

    # --- workers -------------------------------------------------------------------------------

    async def _supervise(self) -> None:
        """Keep one worker running."""
        while True:
            before = self.counts.answered
            try:
                await self._run_worker()
            except _WorkerGone as gone:
                _logger.warning(LogMessage("a bot worker is replaced", reason=str(gone)))
            except Exception as error:
                # A mistake of ours must not leave the tables without their bots.
                _logger.error(LogMessage("a bot worker is replaced", error=trace(error)))
            if self.counts.answered == before:
                await sleep(self._clock, _RESTART_SECONDS)

    async def _run_worker(self) -> None:
        try:
            # A session of its own, so that Ctrl-C in the terminal reaches the server alone.
            process = await asyncio.create_subprocess_exec(
                *self._command,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                start_new_session=sys.platform != "win32",
            )
        except OSError as error:
            raise _WorkerGone(f"it cannot be started, {error.strerror}") from error
        try:
            await self._warm(process)
            while True:
                await self._answer_next(process)
        finally:
            # A task of its own, so that it is brought to its end even when the pool stops.
            ending = asyncio.create_task(_end(process))
            self._endings.add(ending)
            ending.add_done_callback(self._endings.discard)
            await asyncio.shield(ending)

    async def _warm(self, process: asyncio.subprocess.Process) -> None:
        try:
            greeting = await within(self._clock, _WARM_SECONDS, _exchange(process, None))
        except TimeoutError:
            raise _WorkerGone("it did not get ready") from None
        if greeting != READY:
            raise _WorkerGone("it greets in no known way")
        self.ready.set()

    async def _answer_next(self, process: asyncio.subprocess.Process) -> None:
        # In a function of its own, so that no table is kept alive by the last question it put.
        job = await self._queue.get()
        if self._take(job):
            await self._answer(process, job)

    async def _answer(self, process: asyncio.subprocess.Process, job: _Job) -> None:
        try:
            action = await self._choose(process, job.ask)
        except asyncio.CancelledError:
            raise
        except Exception:
            # Whatever happened to the worker, the table is not kept waiting.
            self._note_fault(job.ask)
            self._reply(job, "")
            raise
        if not action:
            self._note_fault(job.ask)
        self._reply(job, action)

    def _note_fault(self, ask: AskBot) -> None:
        key = (ask.seed, ask.seat)
        self._faults[key] = self._faults.pop(key, 0) + 1
        if self._faults[key] == _MOST_FAULTS:
            self.counts.dismissed += 1
            _logger.warning(LogMessage("a bot is asked no more in this match", **_facts(ask)))
        if len(self._faults) > _MOST_SEATS:
            del self._faults[next(iter(self._faults))]

    async def _choose(self, process: asyncio.subprocess.Process, ask: AskBot) -> str:
        patience = ask.question.budget.seconds + _LATE_SECONDS
        asked_at = self._clock.now()
        try:
            payload = await within(self._clock, patience, _exchange(process, encode_job(ask)))
            answer = decode_answer(payload)
        except TimeoutError:
            self.counts.late += 1
            raise _WorkerGone(f"{_name(ask)} took more than {patience:.1f} s") from None
        except msgspec.MsgspecError:
            self.counts.crashed += 1
            raise _WorkerGone(f"it wrote something that is no answer of {_name(ask)}") from None
        except _WorkerGone as gone:
            self.counts.crashed += 1
            raise _WorkerGone(f"{gone} while {_name(ask)} was thinking") from None
        thinking = self.thinking.setdefault(ask.level, Histogram(THOUGHT_SECONDS))
        thinking.observe(self._clock.now() - asked_at)
        return self._check(ask, answer.action, answer.error)

    def _check(self, ask: AskBot, action: str, error: str) -> str:
        if error:
            self.counts.crashed += 1
            _logger.error(LogMessage("a bot failed", error=error, **_facts(ask)))
            return ""
        if action not in ask.question.view.legal:
            self.counts.illegal += 1
            _logger.error(LogMessage("a bot chose an illegal action", **_facts(ask)))
            return ""
        self.counts.answered += 1
        return action

    def _reply(self, job: _Job, action: str) -> None:
        if job.due <= self._clock.now():
            job.reply(action)
            return

        def reply() -> None:
            self._delayed.discard(timer)
            job.reply(action)

        timer = self._clock.call_at(job.due, reply)
        self._delayed.add(timer)


def _facts(ask: AskBot) -> dict[str, str | int]:
    return {
        "table": ask.table,
        "seat": ask.seat,
        "decision": ask.decision,
        "game": ask.question.game,
        "level": ask.level,
    }


def _name(ask: AskBot) -> str:
    where = f"table {ask.table}, seat {ask.seat}, decision {ask.decision}"
    return f"bot {ask.question.game}/{ask.level} at {where}"


async def _end(process: asyncio.subprocess.Process) -> None:
    with contextlib.suppress(ProcessLookupError):
        process.kill()
    # Reading to the end is what lets the event loop close its side of the pipes.
    await process.communicate(b"")


async def _exchange(process: asyncio.subprocess.Process, payload: bytes | None) -> bytes:
    """Send a payload, if there is one, and return the next that comes."""
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        if payload is not None:
            process.stdin.write(frame(payload))
            await process.stdin.drain()
        head = await process.stdout.readexactly(LENGTH_BYTES)
        length = int.from_bytes(head, "big")
        if length > _MAX_ANSWER:
            raise _WorkerGone("it wrote something that is no answer")
        return await process.stdout.readexactly(length)
    except (asyncio.IncompleteReadError, ConnectionError):
        raise _WorkerGone("it ended") from None
