"""The pool of worker processes: real ones, and ones that misbehave."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from levata_server.players.pool import WORKER, BotPool
from levata_server.room.effects import AskBot
from tests.server.players.test_wire import asks
from tests.support.rules import preset_tables
from tests.support.server import VirtualClock

ASK = asks(preset_tables()[0])[-1]
PREAMBLE = """
import sys
from levata_server.players.wire import *
def say(payload):
    sys.stdout.buffer.write(frame(payload)); sys.stdout.flush()
def hear():
    head = sys.stdin.buffer.read(4)
    return sys.stdin.buffer.read(int.from_bytes(head, "big")) if head else sys.exit()
say(READY)
"""


def bad_worker(code: str) -> tuple[str, ...]:
    """Return the command of a worker that does what the code says."""
    return (sys.executable, "-c", PREAMBLE + code)


@asynccontextmanager
async def pool_of(
    command: Sequence[str] = WORKER, clock: VirtualClock | None = None, workers: int = 1
) -> AsyncGenerator[BotPool]:
    pool = BotPool(workers, clock or VirtualClock(), command)
    pool.start()
    try:
        yield pool
    finally:
        await pool.stop()


def ask(pool: BotPool, question: AskBot = ASK) -> asyncio.Future[str]:
    """Put a question; the future holds the answer."""
    future: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    pool.ask(question, future.set_result)
    return future


async def answer(future: asyncio.Future[str]) -> str:
    return await asyncio.wait_for(future, 30)


async def until(condition: Callable[[], bool]) -> None:
    """Return once something is so that another process brings about."""
    never = asyncio.get_running_loop().create_future()
    async with asyncio.timeout(30):
        while not condition():
            await asyncio.wait([never], timeout=0.01)


async def replaced(clock: VirtualClock, caplog: pytest.LogCaptureFixture, times: int = 1) -> None:
    """Wait until a worker was given up, and let the pause before the next one pass."""
    await until(lambda: caplog.text.count("is replaced") >= times)
    clock.advance(1.0)


async def test_pool_answers_with_legal_actions_and_always_the_same() -> None:
    async with pool_of(workers=2) as pool:
        answers = await asyncio.gather(*[answer(ask(pool)) for _ in range(20)])
    assert set(answers) == {answers[0]}
    assert answers[0] in ASK.question.view.legal
    assert pool.counts.answered == 20


async def test_delay_is_kept_without_holding_up_anybody() -> None:
    clock = VirtualClock()
    async with pool_of(clock=clock) as pool:
        slow = ask(pool, AskBot(ASK.seat, 1, ASK.level, ASK.seed, ASK.question, delay=3.0))
        quick = ask(pool)
        assert await answer(quick) in ASK.question.view.legal
        assert not slow.done()
        clock.advance(2.9)
        assert not slow.done()
        clock.advance(0.2)
        assert await answer(slow) in ASK.question.view.legal


async def test_event_loop_goes_on_while_a_bot_thinks() -> None:  # C12, E1
    async with pool_of(bad_worker("hear()\nimport time\ntime.sleep(3600)")) as pool:
        thinking = ask(pool)
        for _ in range(1000):
            await asyncio.sleep(0)
        assert not thinking.done()


async def test_late_bot_is_answered_for_and_its_worker_replaced(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:  # E1, E2
    clock, mark = VirtualClock(), tmp_path / "thinks"
    code = f"""
import pathlib, time
hear()
pathlib.Path({str(mark)!r}).touch()
time.sleep(3600)
"""
    async with pool_of(bad_worker(code), clock) as pool:
        for times in (1, 2):
            late = ask(pool)
            await until(mark.exists)
            mark.unlink()
            clock.advance(ASK.question.budget.seconds + 4.9)
            assert not late.done()
            clock.advance(0.2)
            assert await answer(late) == ""
            await replaced(clock, caplog, times)
    assert pool.counts.late == 2
    assert "took more than" in caplog.text


async def test_worker_that_dies_is_answered_for_and_replaced(
    caplog: pytest.LogCaptureFixture,
) -> None:
    clock = VirtualClock()
    async with pool_of(bad_worker("hear()\nsys.exit(3)"), clock) as pool:
        assert await answer(ask(pool)) == ""
        await replaced(clock, caplog)
        assert await answer(ask(pool)) == ""
    assert pool.counts.crashed == 2
    assert "it ended while bot whist/random" in caplog.text


async def test_pool_recovers_once_a_worker_lives(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:  # E6
    code = f"""
import pathlib
mark = pathlib.Path({str(tmp_path / "died")!r})
if not mark.exists():
    mark.touch()
    hear()
    sys.exit(1)
from levata_server.players.worker import answer
while True:
    say(encode_answer(answer(hear())))
"""
    clock = VirtualClock()
    async with pool_of(bad_worker(code), clock) as pool:
        assert await answer(ask(pool)) == ""
        await replaced(clock, caplog)
        assert await answer(ask(pool)) in ASK.question.view.legal


@pytest.mark.parametrize(
    "said",
    ["encode_answer(BotAnswer('play 2C'))", "encode_answer(BotAnswer('fly'))"],
    ids=["not legal now", "no action at all"],
)
async def test_illegal_answer_is_counted_and_replaced_by_none(
    said: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with pool_of(bad_worker(f"while True: hear(); say({said})")) as pool:
        assert await answer(ask(pool)) == ""
        assert await answer(ask(pool)) == ""
    assert (pool.counts.illegal, pool.counts.crashed) == (2, 0)
    assert "illegal" in caplog.text


async def test_bot_that_fails_is_answered_for_by_the_same_worker(
    caplog: pytest.LogCaptureFixture,
) -> None:
    unknown = AskBot(ASK.seat, 1, "nobody", ASK.seed, ASK.question)
    async with pool_of() as pool:
        assert await answer(ask(pool, unknown)) == ""
        assert await answer(ask(pool)) in ASK.question.view.legal
    assert (pool.counts.crashed, pool.counts.answered) == (1, 1)
    assert "OptionError" in caplog.text
    assert not any(f" {card}" in caplog.text for card in ("play", "AS", "KH"))


@pytest.mark.parametrize(
    "code",
    [
        "hear(); say(b'what?' * 20_000)",
        "hear(); say(b'\\xc1')",
        "hear(); sys.stdout.buffer.write(b'\\xff' * 9); sys.stdout.flush(); hear()",
    ],
    ids=["noise", "no answer", "endless"],
)
async def test_worker_that_talks_nonsense_is_replaced(
    code: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with pool_of(bad_worker(code)) as pool:
        assert await answer(ask(pool)) == ""
        await until(lambda: "is replaced" in caplog.text)
    assert pool.counts.crashed == 1


@pytest.mark.parametrize(
    "command",
    [
        ("no-such-program",),
        (sys.executable, "-c", "pass"),
        (sys.executable, "-c", PREAMBLE.replace("say(READY)", "say(b'hello')")),
    ],
    ids=["missing", "ends", "unknown greeting"],
)
async def test_worker_that_does_not_start_is_tried_again(
    command: tuple[str, ...], caplog: pytest.LogCaptureFixture
) -> None:
    clock = VirtualClock()
    async with pool_of(command, clock):
        await replaced(clock, caplog, 1)
        await replaced(clock, caplog, 2)


async def test_worker_that_never_gets_ready_is_replaced(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    clock, mark = VirtualClock(), tmp_path / "started"
    code = f"import pathlib; pathlib.Path({str(mark)!r}).touch(); input()"
    async with pool_of((sys.executable, "-c", code), clock):
        await until(mark.exists)
        clock.advance(61)
        await replaced(clock, caplog)
    assert "it did not get ready" in caplog.text


async def test_question_that_no_worker_takes_is_answered_for_in_time(
    caplog: pytest.LogCaptureFixture,
) -> None:
    clock = VirtualClock()
    async with pool_of((sys.executable, "-c", "input()"), clock) as pool:
        waiting = ask(pool)
        clock.advance(19.9)
        assert not waiting.done()
        clock.advance(0.2)
        assert waiting.result() == ""
    assert pool.counts.late == 1
    assert "no worker was free for a bot" in caplog.text
    assert "game=whist level=random" in caplog.text


async def test_stopped_pool_answers_nothing_more() -> None:
    clock = VirtualClock()
    async with pool_of(clock=clock) as pool:
        delayed = ask(pool, AskBot(ASK.seat, 1, ASK.level, ASK.seed, ASK.question, delay=1.0))
        await answer(ask(pool))
        waiting = [ask(pool) for _ in range(3)]
        await asyncio.sleep(0)  # the first one is being answered
    clock.advance(50)
    assert not delayed.done()
    assert not any(future.done() for future in waiting)


async def test_bot_that_fails_again_and_again_is_asked_no_more_in_that_match(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """Field report E3: the same hopeless wait at every turn."""
    clock = VirtualClock()
    async with pool_of(bad_worker("while True: hear(); say(b'\\x80')"), clock) as pool:
        for times in (1, 2, 3):
            assert await answer(ask(pool)) == ""
            await replaced(clock, caplog, times)
        assert "asked no more" in caplog.text
        # No worker is needed for this any more.
        assert ask(pool).result() == ""
        delayed = ask(pool, AskBot(ASK.seat, 9, ASK.level, ASK.seed, ASK.question, delay=1.0))
        assert not delayed.done()
        clock.advance(1.1)
        assert delayed.result() == ""
        assert (pool.counts.crashed, pool.counts.dismissed) == (3, 1)
        # Another seat, and another match, begin anew.
        for other in (
            AskBot(ASK.seat + 1, 1, ASK.level, ASK.seed, ASK.question),
            AskBot(ASK.seat, 1, ASK.level, "another", ASK.question),
        ):
            assert not ask(pool, other).done()


async def test_faults_of_old_matches_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("levata_server.players.pool._MOST_SEATS", 2)
    worker = bad_worker("while True: hear(); say(encode_answer(BotAnswer('fly')))")
    async with pool_of(worker) as pool:
        for match in ("first", "first", "first", "second", "third"):
            question = AskBot(ASK.seat, 1, ASK.level, match, ASK.question)
            assert await answer(ask(pool, question)) == ""
        again = ask(pool, AskBot(ASK.seat, 1, ASK.level, "first", ASK.question))
        assert not again.done()
        assert await answer(again) == ""
        assert pool.counts.illegal == 6
