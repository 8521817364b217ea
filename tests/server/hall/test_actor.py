"""The crash boundary and the order of effects: log first, then everything else."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import asynccontextmanager

import msgspec
import pytest

from levata.games.whist import WhistView
from levata.protocol.codec import decode_server
from levata.protocol.documents import TablePhase
from levata.protocol.messages import (
    Ack,
    Act,
    Departed,
    Message,
    Nudge,
    Rejected,
    Request,
    Say,
    Sit,
    Start,
    Sync,
    Update,
)
from levata_server.hall.actor import RoomActor, RoomServices
from levata_server.players.pool import BotPool
from levata_server.room.effects import AskBot, Effect, MatchFinished, Send, SetTimer
from levata_server.room.entries import LogEntry
from levata_server.room.inputs import BotChose, CloseRequested, Input, Joined, Requested, TimerFired
from levata_server.room.room import Room
from levata_server.room.terms import TableConfig
from levata_server.store.store import Store, StoreError
from tests.support.server import AT_ONCE, VirtualClock

CONFIG = TableConfig(1, "Test", "whist", 4, {"sequence": "1-4-1"}, "none", "random", 1, "seed")


class Outlet:
    """Notes what a table says."""

    def __init__(self) -> None:
        self.log: list[str] = []
        self.sent: list[Message] = []
        self.frames: list[bytes] = []
        self.present = [Joined(1, "Ana")]
        self.is_closed = asyncio.Event()
        self._changed = asyncio.Event()

    def deliver(self, table: int, person: int, message: Message, frame: bytes) -> None:
        assert (table, person) == (1, 1)
        self.log.append("send")
        self.sent.append(message)
        self.frames.append(frame)
        self._changed.set()

    def summarised(self, room: Room) -> None:
        self.log.append("summary")

    def closed(self, table: int, code: str) -> None:
        self.log.append(f"closed {code}")
        self.is_closed.set()

    def present_at(self, table: int) -> list[Joined]:
        return self.present

    async def answer(self, ref: int) -> Message:
        """Return the answer to a request."""
        async with asyncio.timeout(30):
            while True:
                for message in self.sent:
                    if getattr(message, "ref", 0) == ref:
                        return message
                self._changed.clear()
                await self._changed.wait()


class Bots(BotPool):
    """Plays the first legal action at once."""

    def __init__(self) -> None:
        super().__init__(1, VirtualClock())

    def ask(self, ask: AskBot, reply: object) -> None:
        assert callable(reply)
        asyncio.get_running_loop().call_soon(reply, ask.question.view.legal[0])


class SlowStore(Store):
    """Notes when entries are on disk, and can be held up."""

    def __init__(self, outlet: Outlet) -> None:
        super().__init__(":memory:")
        self.outlet = outlet
        self.gate = asyncio.Event()
        self.gate.set()

    def append(
        self,
        room: int,
        position: int,
        entries: Sequence[LogEntry],
        finished: Sequence[MatchFinished],
        then: Callable[[StoreError | None], None],
    ) -> None:
        def written(failure: StoreError | None) -> None:
            self.outlet.log.append("stored")
            then(failure)

        async def write() -> None:
            await self.gate.wait()
            super(SlowStore, self).append(room, position, entries, finished, written)

        self.writing = asyncio.ensure_future(write())


class Bench:
    """An actor with everything it needs."""

    def __init__(
        self, actor: RoomActor, outlet: Outlet, store: SlowStore, clock: VirtualClock
    ) -> None:
        self.actor, self.outlet, self.store, self.clock = actor, outlet, store, clock

    async def ask(self, request: Request) -> Message:
        self.actor.post(Requested(1, request))
        return await self.outlet.answer(request.ref)

    async def seat_ana(self) -> None:
        self.actor.post(Joined(1, "Ana"))
        assert await self.ask(Sit(1, 0)) == Ack(1)

    async def begin(self) -> None:
        await self.seat_ana()
        assert await self.ask(Start(2)) == Ack(2)

    async def decision(self) -> Sync | Update:
        """Return the newest game document that asks Ana for a decision."""
        async with asyncio.timeout(30):
            while True:
                for message in reversed(self.outlet.sent):
                    if isinstance(message, Sync | Update) and message.decision:
                        return message
                await asyncio.sleep(0)


@asynccontextmanager
async def bench() -> AsyncGenerator[Bench]:
    outlet, clock = Outlet(), VirtualClock()
    store = SlowStore(outlet)
    await store.open()
    await store.add_room(CONFIG)
    services = RoomServices(clock, store, Bots(), outlet, AT_ONCE, mailbox=3)
    actor = RoomActor(CONFIG, services)
    actor.start()
    try:
        yield Bench(actor, outlet, store, clock)
    finally:
        store.gate.set()
        await actor.stop()
        await store.close()


def break_room(monkeypatch: pytest.MonkeyPatch, times: int) -> None:
    """Let every nudge make the room fail, so many times."""
    handle, failures = Room.handle, [times]

    def broken(room: Room, now: float, item: Input) -> list[Effect]:
        if isinstance(item, Requested) and isinstance(item.request, Nudge) and failures[0]:
            failures[0] -= 1
            raise KeyError("the KH of seat 2")
        return handle(room, now, item)

    monkeypatch.setattr(Room, "handle", broken)


async def test_nothing_is_sent_before_it_is_stored() -> None:
    async with bench() as table:
        await table.seat_ana()
        table.outlet.log.clear()
        table.store.gate.clear()
        table.actor.post(Requested(1, Start(2)))
        for _ in range(100):
            await asyncio.sleep(0)
        assert table.outlet.log == []
        table.store.gate.set()
        await table.outlet.answer(2)
        assert table.outlet.log[0] == "stored"


async def test_log_of_a_table_restores_what_was_sent() -> None:
    async with bench() as table:
        await table.begin()
        asked = await table.decision()
        entries = await table.store.load_entries(1)
        room = Room.restore(CONFIG, entries, AT_ONCE)
        room.resume(0.0)
        effects = room.handle(0.0, Joined(1, "Ana"))
        again = [
            effect.message
            for effect in effects
            if isinstance(effect, Send) and isinstance(effect.message, Sync)
        ]
        assert again[-1].decision == asked.decision
        assert again[-1].check == asked.check


async def test_message_for_several_persons_is_packed_once() -> None:
    async with bench() as table:
        said = Ack(7)
        table.actor._carry_out([Send(1, said), Send(1, said), Send(1, Ack(7))])  # pyright: ignore[reportPrivateUsage] - the only caller is the loop
        one, two, other = table.outlet.frames
        assert one is two
        assert one == other
        assert decode_server(one) == said


async def test_timers_fire_are_replaced_and_are_cancelled(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with bench() as table:
        fired: list[str] = []

        def handle(_room: Room, now: float, item: Input) -> list[Effect]:
            if isinstance(item, TimerFired):
                fired.append(item.name)
            return [SetTimer("a", 1010.0), SetTimer("b", 1020.0)] if not fired else []

        monkeypatch.setattr(Room, "handle", handle)
        table.actor.post(Joined(1, "Ana"))
        await settle()
        table.actor.post(Joined(1, "Ana"))  # sets both again
        await settle()
        table.clock.advance(15)
        await settle()
        assert fired == ["a"]
        await table.actor.stop()
        table.clock.advance(15)
        await settle()
        assert fired == ["a"]


ORDERS: dict[str, tuple[list[float | None], list[float]]] = {
    "set again for later": ([1010.0, 1020.0, 1030.0], [1030.0]),
    "set again for sooner": ([1030.0, 1010.0], [1010.0]),
    "stopped": ([1010.0, None], []),
    "stopped and set for later": ([1010.0, None, 1020.0], [1020.0]),
    "stopped and set for sooner": ([1020.0, None, 1010.0], [1010.0]),
    "set again for the same time": ([1010.0, 1010.0], [1010.0]),
}


@pytest.mark.parametrize(("orders", "times"), ORDERS.values(), ids=ORDERS)
async def test_timer_fires_when_it_was_last_set_for(
    orders: list[float | None], times: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    async with bench() as table:
        fired: list[float] = []

        def handle(_room: Room, now: float, item: Input) -> list[Effect]:
            if isinstance(item, TimerFired):
                fired.append(now)
                return []
            return [SetTimer("a", at) for at in orders]

        monkeypatch.setattr(Room, "handle", handle)
        table.actor.post(Joined(1, "Ana"))
        for _ in range(60):
            await settle()
            table.clock.advance(1)
        await settle()
        assert fired == times


async def test_failing_room_is_reloaded_from_its_log_and_goes_on(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    break_room(monkeypatch, 1)
    async with bench() as table:
        await table.begin()
        before = await table.decision()
        table.outlet.sent.clear()
        assert await table.ask(Nudge(3)) == Rejected(3, "failed")
        after = await table.decision()
        assert (after.decision, after.check) == (before.decision, before.check)
        assert isinstance(after, Sync)
        legal = msgspec.convert(after.view, WhistView).legal
        assert isinstance(await table.ask(Act(4, after.decision, legal[0])), Sync | Update)
    for fact in ("table=1", "input=Nudge", "person=1", "seat=0", "KeyError in "):
        assert fact in caplog.text
    assert "reloaded from its log" in caplog.text
    assert "KH" not in caplog.text


async def test_room_that_fails_again_is_closed_and_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    break_room(monkeypatch, 2)
    async with bench() as table:
        await table.begin()
        await table.ask(Nudge(3))
        await table.decision()
        await table.ask(Nudge(4))
        await asyncio.wait_for(table.outlet.is_closed.wait(), 30)
        assert table.outlet.sent[-1] == Departed(1, "failed")
        assert table.outlet.log[-1] == "closed failed"
        assert await table.store.load_rooms() == []
        assert await table.store.load_entries(1)  # to be looked at


async def test_room_whose_log_is_no_good_is_closed(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    break_room(monkeypatch, 1)
    async with bench() as table:
        await table.begin()
        await table.decision()

        def fail(*_: object) -> Room:
            raise ValueError("secret")

        monkeypatch.setattr(Room, "restore", fail)
        table.actor.post(Requested(1, Nudge(3)))
        await asyncio.wait_for(table.outlet.is_closed.wait(), 30)
    assert "cannot be reloaded" in caplog.text
    assert "secret" not in caplog.text


async def test_restored_room_that_cannot_go_on_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> list[Effect]:
        raise ValueError

    monkeypatch.setattr(Room, "resume", fail)
    async with bench() as table:
        again = RoomActor(CONFIG, table.actor._services)  # pyright: ignore[reportPrivateUsage] - the same services
        again.start(logged=0)
        await asyncio.wait_for(table.outlet.is_closed.wait(), 30)
        await again.stop()


async def test_closed_room_is_dropped_from_the_store() -> None:
    async with bench() as table:
        await table.seat_ana()
        table.actor.post(CloseRequested("operator"))
        await asyncio.wait_for(table.outlet.is_closed.wait(), 30)
        assert table.outlet.sent[-1] == Departed(1, "closed")
        assert await table.store.load_rooms() == []


async def test_store_that_fails_stops_the_table_with_nothing_sent(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with bench() as table:
        await table.seat_ana()

        def fail(*arguments: object) -> None:
            then = arguments[-1]
            assert callable(then)
            asyncio.get_running_loop().call_soon(then, StoreError("disk full"))

        monkeypatch.setattr(table.store, "append", fail)
        count = len(table.outlet.sent)
        table.actor.post(Requested(1, Start(2)))
        table.actor.post(Requested(1, Say(3, "anybody?")))
        await settle()
        assert len(table.outlet.sent) == count


async def test_full_mailbox_is_told() -> None:
    async with bench() as table:
        table.store.gate.clear()
        for ref in range(1, 5):
            table.actor.post(Requested(1, Say(ref, "hello")))
        assert table.actor.is_busy
        await settle()
        assert not table.actor.is_busy


async def test_match_of_bots_ends_in_the_store() -> None:
    async with bench() as table:
        table.actor.post(Joined(1, "Ana"))
        assert await table.ask(Start(2)) == Ack(2)
        async with asyncio.timeout(60):
            while (record := await table.store.load_record(1, 1)) is None:
                pass
        assert record["result"]["reason"] == "completed"
        assert len(record["deals"]) == 16


async def test_late_answer_of_a_bot_changes_nothing() -> None:
    async with bench() as table:
        await table.begin()
        await table.decision()
        entries = await table.store.load_entries(1)
        table.actor.post(BotChose(0, 1, "play KH"))
        table.actor.post(BotChose(3, 999, ""))
        await settle()
        assert await table.store.load_entries(1) == entries
        assert table.actor.room.summary().phase == TablePhase.PLAYING


async def settle() -> None:
    """Let everything happen that can happen without time passing."""
    for _ in range(300):
        await asyncio.sleep(0)
