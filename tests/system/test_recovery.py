"""Nothing is lost: lost connections, and a server that is killed in the middle of a trick."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from levata.protocol.documents import Channel, Presence
from levata.protocol.messages import Sync, Update
from levata.records.record import load_record
from levata.records.replay import verify
from tests.support.clients import Client, play
from tests.support.server import server_process

NAMES = ("Ana", "Boris", "Cezar", "Dana")


async def open_table(port: int) -> list[Client]:
    """Return four people at a table, the match begun."""
    clients = [await Client(port).open() for _ in NAMES]
    for name, client in zip(NAMES, clients, strict=True):
        await client.hello(name)
    table = await clients[0].create()
    for seat, client in enumerate(clients[1:], 1):
        await client.join(table)
        await client.sit(seat)
    await clients[0].start()
    return clients


async def play_into_a_trick(clients: list[Client], least: int) -> int:
    """Play at least so many actions, on until cards lie on the table; return the seat to act."""
    actions = 0
    while True:
        seat = await who_acts(clients)
        counts = clients[seat].game.counts
        if actions >= least and len(set(counts)) > 1:
            return seat
        await clients[seat].act()
        actions += 1


async def who_acts(clients: list[Client]) -> int:
    """Return the seat that has to act, once its client knows."""

    def is_known(client: Client) -> Callable[[], bool]:
        return lambda: client.is_to_act

    waits = [asyncio.create_task(client.until(is_known(client))) for client in clients]
    done, pending = await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
    for wait in pending:
        wait.cancel()
    await asyncio.gather(*pending, return_exceptions=True)
    return waits.index(done.pop())


async def come_back(port: int, old: Client) -> Client:
    client = await Client(port).open()
    welcome = await client.hello(token=old.welcome.token)
    assert welcome.table
    await client.until(lambda: client.mirrors[Channel.GAME].document is not None)
    return client


async def test_client_lost_in_the_middle_of_a_trick_goes_on() -> None:
    async with server_process("--db", ":memory:") as server:
        clients = await open_table(server.port)
        lost = await play_into_a_trick(clients, 30)
        before, decision = clients[lost].game, clients[lost].decision
        other = clients[(lost + 1) % 4]
        await clients[lost].cut()
        await other.until(lambda: other.table.seats[lost].presence == Presence.AWAY)
        clients[lost] = await come_back(server.port, clients[lost])
        assert (clients[lost].game, clients[lost].decision) == (before, decision)
        await other.until(lambda: other.table.seats[lost].presence == Presence.PRESENT)
        await asyncio.gather(*[play(client, seat) for seat, client in enumerate(clients)])
        assert all(client.is_over for client in clients)
        assert sum(client.resyncs for client in clients) == 0
        for client in clients:
            await client.close()


async def test_server_killed_in_the_middle_of_a_trick_goes_on(tmp_path: Path) -> None:
    arguments = ("--db", str(tmp_path / "levata.sqlite"), "--records", str(tmp_path / "records"))
    async with server_process(*arguments) as server:
        clients = await open_table(server.port)
        mover = await play_into_a_trick(clients, 30)
        before, decision = clients[mover].game, clients[mover].decision
        await server.stop(signal.SIGKILL)
        for client in clients:
            await client.until_closed()
    async with server_process(*arguments) as server:
        back = [await come_back(server.port, client) for client in clients]
        assert (back[mover].game, back[mover].decision) == (before, decision)
        assert [client.seat for client in back] == [0, 1, 2, 3]
        assert [row.name for row in back[0].table.seats] == list(NAMES)
        await asyncio.gather(*[play(client, seat) for seat, client in enumerate(back)])
        assert all(client.is_over for client in back)
        for client in back:
            await client.close()
    (path,) = (tmp_path / "records").iterdir()
    verify(load_record(path.read_text()))


@pytest.mark.slow
async def test_server_killed_again_and_again_loses_no_action(tmp_path: Path) -> None:
    arguments = ("--db", str(tmp_path / "levata.sqlite"), "--records", str(tmp_path / "records"))
    done = 0
    ana: Client | None = None
    while ana is None or not ana.is_over:
        async with server_process(*arguments) as server:
            if ana is None:
                ana = await Client(server.port).open()
                await ana.hello("Ana")
                await ana.create()
                await ana.start()
            else:
                ana = await come_back(server.port, ana)
            done += await play(ana, done, stop_after=12)
            if not ana.is_over:
                await server.stop(signal.SIGKILL)
            await ana.cut()
    (path,) = (tmp_path / "records").iterdir()
    record = load_record(path.read_text())
    verify(record)
    own = [action for deal in record.deals for action in deal.actions if action.seat == 0]
    assert len(own) == done
    assert {action.auto for action in own} == {""}


async def test_server_stopped_in_good_order_goes_on_too(tmp_path: Path) -> None:
    arguments = ("--db", str(tmp_path / "levata.sqlite"))
    async with server_process(*arguments) as server:
        ana = await Client(server.port).open()
        await ana.hello("Ana")
        await ana.create()
        await ana.start()
        await play(ana, 1, stop_after=9)
        await ana.until(lambda: ana.is_to_act)
        decision, game = ana.decision, ana.game
        status, errors = await server.stop(signal.SIGINT)
        assert status == 0, errors
        assert (await ana.bye()).code == "shutdown"
    async with server_process(*arguments) as server:
        back = await come_back(server.port, ana)
        assert (back.decision, back.game) == (decision, game)
        await play(back, 2)
        assert back.is_over
        await back.close()


async def test_six_bots_and_a_watcher_who_comes_late() -> None:
    async with server_process("--db", ":memory:") as server, Client(server.port) as owner:
        await owner.hello("Owner")
        table = await owner.create(seats=6)
        for seat in range(1, 6):
            await owner.add_bot(seat, "random")
        await owner.start()
        await owner.until(lambda: owner.is_to_act)
        async with Client(server.port) as watcher:
            await watcher.hello("Watcher")
            await watcher.join(table)
            await watcher.receive(Sync, lambda sync: sync.channel == Channel.GAME)
            assert (watcher.game.seat, watcher.game.legal, watcher.game.hand) == (-1, (), ())
            await play(owner, 6)
            await watcher.until(lambda: watcher.is_over)
            await watcher.until(lambda: watcher.game.totals == owner.game.totals)
            assert watcher.resyncs == 0
            assert not any(
                isinstance(message, Sync | Update) and message.decision
                for message in watcher.messages
            )
