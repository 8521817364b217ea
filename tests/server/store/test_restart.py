"""A server that starts again with the same database."""

from __future__ import annotations

import sqlite3

import pytest

from levata.protocol.documents import Presence, TablePhase
from levata.protocol.messages import Leave, Vote
from levata_server.store.store import Store
from tests.support.clients import Client, play
from tests.support.server import config_of, running


async def begin(port: int, name: str) -> Client:
    """Return a person with a table of his own, in the middle of a match."""
    client = await Client(port).open()
    await client.hello(name)
    await client.create()
    await client.start()
    await play(client, name, stop_after=4)
    await client.until(lambda: client.is_to_act)
    return client


async def test_everybody_is_where_he_was(database: str) -> None:
    async with running(config_of(database)) as server:
        ana = await begin(server.port, "Ana")
        watcher, guest, stranger = [await Client(server.port).open() for _ in range(3)]
        for client, name in ((watcher, "Will"), (guest, "Gabi"), (stranger, "Sandu")):
            await client.hello(name)
        await watcher.join(ana.table_number)
        await guest.join(ana.table_number)
        await guest.done(Leave(guest.next_ref()))
        table = ana.table_number
    async with running(config_of(database)) as server:
        async with Client(server.port) as back, Client(server.port) as will:
            assert (await will.hello(token=watcher.welcome.token)).table == table
            await will.until(lambda: will.table_number == table)
            assert will.table.seats[0].presence == Presence.AWAY
            assert (await back.hello(token=ana.welcome.token)).name == "Ana"
            await will.until(lambda: will.table.seats[0].presence == Presence.PRESENT)
            await back.until(lambda: back.decision == ana.decision)
            assert back.game == ana.game
            assert back.table.watchers == ((watcher.welcome.person, "Will"),)
        async with Client(server.port) as gabi, Client(server.port) as sandu:
            # Who has been at a table is known again; who only looked in is not.
            assert (await gabi.hello(token=guest.welcome.token)).table == 0
            assert (await sandu.hello("Sandu", token=stranger.welcome.token)).token != (
                stranger.welcome.token
            )
            assert await gabi.create() == table + 1


async def test_paused_table_stays_paused(database: str) -> None:
    async with running(config_of(database)) as server:
        ana = await begin(server.port, "Ana")
        await ana.done(Vote(ana.next_ref(), "pause"))
        await ana.until(lambda: ana.table.phase == TablePhase.PAUSED)
    async with running(config_of(database)) as server, Client(server.port) as back:
        await back.hello(token=ana.welcome.token)
        await back.until(lambda: back.is_seated and back.table.phase == TablePhase.PAUSED)
        await back.done(Vote(back.next_ref(), "resume"))
        await back.until(lambda: back.is_to_act)
        assert await play(back, 1, stop_after=2) == 2


async def test_table_that_cannot_be_restored_spares_the_others(
    database: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with running(config_of(database)) as server:
        ana, boris = await begin(server.port, "Ana"), await begin(server.port, "Boris")
        broken = ana.table_number
    with sqlite3.connect(database) as connection:
        connection.execute("DELETE FROM entries WHERE room = ? AND position = 6", (broken,))
    connection.close()
    async with running(config_of(database)) as server:
        async with Client(server.port) as back:
            assert (await back.hello(token=ana.welcome.token)).table == 0
            await back.until(lambda: len(back.lobby.tables) == 1)
        async with Client(server.port) as back:
            assert (await back.hello(token=boris.welcome.token)).table == boris.table_number
            await back.until(lambda: back.is_to_act)
    assert f"a table cannot be restored table={broken}" in caplog.text
    store = Store(database)
    await store.open()
    assert await store.load_entries(broken)  # for a version that can read it
    await store.close()


async def test_closed_table_does_not_come_back_and_its_number_is_not_used_again(
    database: str,
) -> None:
    async with running(config_of(database)) as server:
        ana = await begin(server.port, "Ana")
        table = ana.table_number
        await ana.done(Vote(ana.next_ref(), "stop"))
        await ana.until(lambda: ana.is_over)
        record = await server.store.load_record(table, 1)
        assert record is not None
        assert record["result"]["reason"] == "stopped"
        await server.store.close_room(table)
    async with running(config_of(database)) as server, Client(server.port) as back:
        assert (await back.hello(token=ana.welcome.token)).table == 0
        assert await back.create() == table + 1
