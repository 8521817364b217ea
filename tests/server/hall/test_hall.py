"""The lobby and the way to tables and back, over sockets."""

from __future__ import annotations

import asyncio
import gc
import threading
import weakref
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager

import pytest

from levata.protocol.documents import Channel, SeatKind, TablePhase
from levata.protocol.messages import (
    Ack,
    Act,
    AskSync,
    CreateTable,
    Departed,
    Hello,
    Join,
    Leave,
    Lend,
    Message,
    Nudge,
    Rejected,
    Rename,
    Request,
    Said,
    Say,
    Sit,
    Start,
    Sync,
    Update,
    Vote,
)
from levata_server.app import Server
from levata_server.config import Limits
from levata_server.hall.hall import Hall
from levata_server.room.room import Room
from tests.support.clients import PATIENCE, Client, play
from tests.support.server import QUIET, VirtualClock, config_of, running


@asynccontextmanager
async def people(server: Server, *names: str) -> AsyncGenerator[list[Client]]:
    clients = [await Client(server.port).open() for _ in names]
    for name, client in zip(names, clients, strict=True):
        await client.hello(name)
        await client.until(client.is_informed)
    yield clients
    for client in clients:
        await client.close()


# --- the lobby -----------------------------------------------------------------------------------


async def test_lobby_shows_people_and_tables_as_they_come_and_go() -> None:
    async with running() as server, people(server, "Ana", "Boris") as (ana, boris):
        await boris.until(lambda: [row.name for row in boris.lobby.people] == ["Ana", "Boris"])
        table = await ana.create()
        await boris.until(lambda: bool(boris.lobby.tables))
        row = boris.lobby.tables[0]
        assert (row.number, row.name, row.game, row.phase) == (
            table,
            "Ana",
            "whist",
            TablePhase.OPEN,
        )
        assert row.options == {"sequence": "1-4-1"}
        await boris.until(lambda: boris.lobby.tables[0].seats[0].kind == SeatKind.PERSON)
        assert [seat.kind for seat in boris.lobby.tables[0].seats[1:]] == [SeatKind.EMPTY] * 3
        await ana.start()
        await boris.until(lambda: boris.lobby.tables[0].phase == TablePhase.PLAYING)
        assert [seat.kind for seat in boris.lobby.tables[0].seats[1:]] == [SeatKind.BOT] * 3
        await ana.close()
        await boris.until(lambda: [row.name for row in boris.lobby.people] == ["Boris"])


async def test_lobby_changes_reach_people_in_the_lobby_only_and_together() -> None:
    clock = VirtualClock()
    async with (
        running(config_of(limits=Limits(lobby_interval=0.2)), clock) as server,
        people(server, "Ana", "Boris", "Cezar") as (ana, boris, cezar),
    ):
        table = await ana.create()
        await boris.join(table)
        clock.advance(0.2)
        await cezar.until(lambda: len(cezar.lobby.tables) == 1)
        counts = [len(lobby_messages(client)) for client in (ana, boris, cezar)]
        for number in range(10):
            await boris.done(Leave(boris.next_ref()))
            await boris.join(table)
            await ana.done(Say(ana.next_ref(), str(number)))
        clock.advance(0.19)
        await cezar.done(Say(cezar.next_ref(), "still?"))
        assert len(lobby_messages(cezar)) == counts[2]
        clock.advance(0.01)
        await ana.done(Leave(ana.next_ref()))
        clock.advance(0.2)
        await cezar.until(lambda: len(lobby_messages(cezar)) > counts[2])
        assert len(lobby_messages(cezar)) <= counts[2] + 2
        assert not lobby_messages(ana)[counts[0] :] or ana.table_number == 0
        assert all(client.resyncs == 0 for client in (ana, boris, cezar))


def lobby_messages(client: Client) -> list[Message]:
    return [
        message
        for message in client.messages
        if isinstance(message, Sync | Update) and message.channel == Channel.LOBBY
    ]


async def test_talk_in_the_lobby_stays_there_and_so_does_talk_at_a_table() -> None:
    async with running() as server, people(server, "Ana", "Boris", "Cezar") as all_three:
        ana, boris, cezar = all_three
        await cezar.create()
        await ana.done(Say(ana.next_ref(), "salut\x1b[31m"))
        said = await boris.receive(Said)
        assert (said.name, said.text, said.person) == ("Ana", "salut[31m", ana.welcome.person)
        await cezar.done(Say(cezar.next_ref(), "sunt singur"))
        assert [m.text for m in cezar.messages if isinstance(m, Said)] == ["sunt singur"]
        await ana.done(Say(ana.next_ref(), "pa"))
        assert [m.text for m in ana.messages if isinstance(m, Said)] == ["salut[31m", "pa"]


@pytest.mark.parametrize(("text", "code"), [("\u200b", "chat_empty"), ("x" * 301, "chat_too_long")])
async def test_talk_that_cannot_be_shown_is_refused(text: str, code: str) -> None:
    async with running() as server, people(server, "Ana") as (ana,):
        assert await ana.refused(Say(ana.next_ref(), text)) == code


async def test_whole_documents_are_sent_to_whoever_asks() -> None:
    async with running() as server, people(server, "Ana") as (ana,):
        assert await ana.refused(AskSync(50, Channel.TABLE)) == "not_at_a_table"
        await ana.create()
        await ana.start()
        await ana.until(lambda: ana.is_to_act)
        for channel in (Channel.LOBBY, Channel.TABLE, Channel.GAME):
            since = len(ana.messages)
            await ana.done(AskSync(ana.next_ref(), channel))
            sync = await ana.receive(Sync, since=since)
            assert sync.channel == channel
        assert ana.decision


# --- tables --------------------------------------------------------------------------------------


async def test_creator_owns_the_table_and_has_its_first_seat() -> None:
    async with running() as server, people(server, "Ana") as (ana,):
        table = await ana.create()
        assert ana.table.number == table
        assert ana.table.owner == ana.welcome.person
        assert ana.seat == 0


@pytest.mark.parametrize(
    ("request_", "code"),
    [
        (CreateTable(9, "poker", 4), "unknown_game"),
        (CreateTable(9, "whist", 9), "bad_seats"),
        (CreateTable(9, "whist", 4, {"sequence": "9-9"}), "bad_option"),
        (CreateTable(9, "whist", 4, {"colour": 1}), "unknown_option"),
        (CreateTable(9, "whist", 4, pace="brisk"), "unknown_pace"),
        (CreateTable(9, "whist", 4, level="divine"), "unknown_level"),
        (CreateTable(9, "whist", 4, name="x" * 100), "name_too_long"),
        (Join(9, 99), "no_such_table"),
        (Leave(9), "not_at_a_table"),
        (Sit(9, 0), "not_at_a_table"),
        (Start(9), "not_at_a_table"),
        (Act(9, 1, "play KH"), "not_at_a_table"),
        (Nudge(9), "not_at_a_table"),
        (Lend(9), "not_at_a_table"),
        (Vote(9, "stop"), "not_at_a_table"),
        (Hello(9, 1, "Ana"), "hello_twice"),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, Message) else value,
)
async def test_request_that_makes_no_sense_in_the_lobby_is_refused(
    request_: CreateTable, code: str
) -> None:
    async with running() as server, people(server, "Ana") as (ana,):
        assert await ana.refused(request_) == code
        assert ana.lobby.tables == ()


async def test_requests_at_a_table_are_refused_with_their_reasons() -> None:
    async with running() as server, people(server, "Ana", "Boris") as (ana, boris):
        table = await ana.create()
        await boris.join(table)
        assert await boris.refused(Start(20)) == "not_owner"
        assert await boris.refused(Sit(21, 0)) == "seat_taken"
        assert await boris.refused(Sit(22, 40)) == "no_such_seat"
        assert await boris.refused(Act(23, 1, "bid 1")) == "not_seated"
        await ana.start()
        await ana.until(lambda: ana.is_to_act)
        decision, legal = ana.decision, ana.game.legal
        assert await boris.refused(Sit(24, 1)) == "match_running"
        assert await ana.refused(Start(20)) == "match_running"
        assert await ana.refused(Act(21, decision, "fly to the moon")) == "unknown_action"
        assert await ana.refused(Act(22, decision + 7, legal[0])) == "stale_decision"
        illegal = next(f"bid {n}" for n in range(1, 9) if f"bid {n}" not in legal)
        assert await ana.refused(Act(23, decision, illegal)) not in ("stale_decision", "failed")
        assert ana.decision == decision
        await ana.act(legal[0])
        assert await ana.refused(Act(24, decision, legal[0])) == "stale_decision"


async def test_action_out_of_turn_is_refused_and_changes_nothing() -> None:
    async with running() as server, people(server, "Ana", "Boris") as both:
        ana, boris = both
        await boris.join(await ana.create())
        await boris.sit(1)
        await ana.start()
        await asyncio.wait(
            [asyncio.create_task(client.until(is_asked(client))) for client in both],
            return_when=asyncio.FIRST_COMPLETED,
        )
        mover, other = (ana, boris) if ana.is_to_act else (boris, ana)
        decision, game = mover.decision, mover.game
        for ref, number in ((70, decision), (71, decision + 1), (72, 0)):
            assert await other.refused(Act(ref, number, game.legal[0])) == "stale_decision"
        assert (mover.decision, mover.game) == (decision, game)
        await mover.act()
        assert mover.decision != decision
        await boris.done(Leave(boris.next_ref()))
        await ana.done(Leave(ana.next_ref()))


def is_asked(client: Client) -> Callable[[], bool]:
    return lambda: client.is_to_act


async def test_same_action_twice_in_one_breath_counts_once() -> None:
    async with running() as server, people(server, "Ana") as (ana,):
        await ana.create()
        await ana.start()
        await ana.until(lambda: ana.is_to_act)
        decision, legal = ana.decision, ana.game.legal
        first, second = Act(90, decision, legal[0]), Act(91, decision, legal[-1])
        await ana.post(first)
        await ana.post(first)
        await ana.post(second)
        for ref in (90, 91):
            answer = await ana.receive(Rejected, lambda m: m.ref == ref)  # noqa: B023 - used at once
            assert answer.code == "stale_decision"
        updates = [m for m in ana.messages if isinstance(m, Sync | Update) and m.ref == 90]
        assert len(updates) == 1


async def test_table_with_a_password_lets_in_who_knows_it() -> None:
    async with running() as server, people(server, "Ana", "Boris") as (ana, boris):
        table = await ana.create(password="șase")
        await boris.until(lambda: bool(boris.lobby.tables))
        assert boris.lobby.tables[0].has_password
        assert await boris.refused(Join(20, table)) == "wrong_password"
        assert await boris.refused(Join(21, table, "sase")) == "wrong_password"
        await boris.join(table, "șase")
        assert not any("șase".encode() in frame for frame in boris.frames)


async def test_guessing_passwords_ends_the_session() -> None:
    async with running() as server, people(server, "Ana", "Boris") as (ana, boris):
        table = await ana.create(password="șase")
        for number in range(10):
            await boris.post(Join(20 + number, table, str(number)))
        assert (await boris.bye()).code == "bad_frames"


async def test_tables_of_one_person_are_limited() -> None:
    limits = Limits(lobby_interval=0.0, tables_per_person=2, tables=3)
    async with (
        running(config_of(limits=limits)) as server,
        people(server, "Ana", "Boris") as (ana, boris),
    ):
        first, second = await ana.create(), await ana.create()
        assert first != second
        assert await ana.refused(CreateTable(50, "whist", 4)) == "too_many_tables"
        assert ana.table_number == second
        await boris.create()
        assert await boris.refused(CreateTable(50, "whist", 4)) == "server_full"


async def test_leaving_brings_back_to_the_lobby_and_coming_again_to_the_table() -> None:
    async with running() as server, people(server, "Ana", "Boris") as (ana, boris):
        table = await ana.create()
        await boris.join(table)
        for _ in range(3):
            since = len(boris.messages)
            await boris.done(Leave(boris.next_ref()))
            kinds = [type(message) for message in boris.messages[since:]]
            assert kinds.index(Departed) < kinds.index(Ack)
            await boris.receive(Sync, lambda sync: sync.channel == Channel.LOBBY, since)
            await ana.until(lambda: not ana.table.watchers)
            await boris.join(table)
            await ana.until(lambda: len(ana.table.watchers) == 1)
        assert sum(isinstance(message, Departed) for message in boris.messages) == 3
        assert boris.resyncs == 0


async def test_leaving_and_coming_back_in_one_breath_ends_at_the_table() -> None:
    async with running() as server, people(server, "Ana") as (ana,):
        table = await ana.create()
        since = len(ana.messages)
        await ana.post(Leave(60))
        await ana.post(Join(61, table))
        await ana.receive(Ack, lambda ack: ack.ref == 61)
        await ana.receive(Sync, lambda sync: sync.channel == Channel.TABLE, since)
        assert sum(isinstance(message, Departed) for message in ana.messages) == 1
        assert ana.table_number == table


async def test_person_at_one_table_goes_to_another() -> None:  # G5
    async with running() as server, people(server, "Ana", "Boris") as (ana, boris):
        one, two = await ana.create(), await boris.create()
        await boris.join(one)
        departed = await boris.receive(Departed)
        assert (departed.table, departed.code) == (two, "moved")
        await ana.until(lambda: [name for _, name in ana.table.watchers] == ["Boris"])


async def test_watcher_who_drops_is_gone_and_comes_back_to_the_table() -> None:
    async with running() as server, people(server, "Ana", "Boris") as (ana, boris):
        table = await ana.create()
        await boris.join(table)
        await ana.until(lambda: bool(ana.table.watchers))
        await boris.cut()
        await ana.until(lambda: not ana.table.watchers)
        async with Client(server.port) as back:
            assert (await back.hello(token=boris.welcome.token)).table == table
            await ana.until(lambda: bool(ana.table.watchers))


async def test_seat_of_somebody_gone_from_the_lobby_of_a_table_is_freed() -> None:
    clock = VirtualClock()
    async with (
        running(config_of(limits=QUIET), clock) as server,
        people(server, "Ana", "Boris") as (ana, boris),
    ):
        table = await ana.create()
        await boris.join(table)
        await boris.sit(1)
        await boris.cut()
        await ana.until(lambda: ana.table.seats[1].presence != 0)
        clock.advance(21)
        await ana.until(lambda: ana.table.seats[1].kind == SeatKind.EMPTY)
        await ana.start()
        await ana.until(lambda: ana.is_to_act)


async def test_table_without_people_closes_and_whoever_was_there_is_in_the_lobby() -> None:
    clock = VirtualClock()
    async with (
        running(config_of(limits=QUIET), clock) as server,
        people(server, "Ana", "Will") as (ana, will),
    ):
        await ana.create()
        while not will.lobby.tables:
            clock.advance(1)
            await will.done(Say(will.next_ref(), "anybody?"))
        await ana.cut()
        while will.lobby.tables:
            clock.advance(1)
            await will.done(Say(will.next_ref(), "nobody?"))
        assert [row.name for row in will.lobby.people] == ["Will"]
        async with Client(server.port) as back:
            assert (await back.hello(token=ana.welcome.token)).table == 0
            assert await server.store.load_rooms() == []


async def test_closed_tables_leave_nothing_behind() -> None:  # G1
    clock = VirtualClock()
    rooms: list[weakref.ref[Room]] = []
    async with running(config_of(), clock) as server, people(server, "Ana") as (ana,):
        for _ in range(8):
            await ana.create()
            rooms += [weakref.ref(actor.room) for actor in server.hall.actors.values()]
            await ana.start()
            await ana.until(lambda: ana.is_to_act)
            await ana.done(Vote(ana.next_ref(), "stop"))
            await ana.done(Leave(ana.next_ref()))
            while server.hall.actors:
                clock.advance(61)
                await ana.done(Say(ana.next_ref(), "nobody there?"))
        assert server.hall.lobby.view().tables == ()
        gc.collect()
        assert [room for room in rooms if room() is not None] == []


async def test_slow_client_gets_whole_documents_once_it_reads_again() -> None:
    limits = Limits(lobby_interval=0.0, outbox_messages=24, socket_bytes=2048)
    async with (
        running(config_of(limits=limits)) as server,
        Client(server.port) as ana,
        Client(server.port, buffer=4096) as slow,
    ):
        await ana.hello("Ana")
        table = await ana.create()
        await slow.hello("Slow")
        await slow.join(table)
        slow.stop_reading()
        # So much that the system cannot hold it for him.
        for number in range(3):
            await ana.start()
            await play(ana, number)
        slow.resume_reading()
        await slow.until(lambda: slow.is_over and slow.table.match == 3)
        await slow.until(lambda: slow.game.totals == ana.game.totals)
        assert slow.resyncs == 0
        seen = [
            m for m in slow.messages if isinstance(m, Sync | Update) and m.channel == Channel.GAME
        ]
        told = [
            m for m in ana.messages if isinstance(m, Sync | Update) and m.channel == Channel.GAME
        ]
        assert len(seen) < len(told)


async def test_mistake_of_the_server_is_told_and_harms_nobody_else(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object) -> None:
        raise KeyError("the KH")

    monkeypatch.setattr(Hall, "_say", fail)
    async with running() as server, people(server, "Ana") as (ana,):
        assert await ana.refused(Say(20, "hello")) == "failed"
        assert await ana.create() == 1
    assert "input=Say" in caplog.text
    assert "KeyError in " in caplog.text
    assert "KH" not in caplog.text


@pytest.mark.parametrize("kind", [Join, Leave, Rename])
async def test_request_is_acknowledged_once_it_is_stored(kind: type[Request]) -> None:
    async with running() as server, people(server, "Ana", "Will") as (ana, will):
        table = await ana.create()
        if kind is not Join:
            await will.join(table)
        requests: list[Request] = [Join(99, table), Leave(99), Rename(99, "Bill")]
        is_free = threading.Event()
        held = server.store._submit(  # pyright: ignore[reportPrivateUsage] - a disk that is slow
            lambda _: is_free.wait(PATIENCE)
        )
        await will.post(next(request for request in requests if type(request) is kind))
        await will.done(Say(will.next_ref(), "taken, but not stored"))
        assert Ack(99) not in will.messages
        is_free.set()
        assert await held
        await will.receive(Ack, lambda message: message.ref == 99)
