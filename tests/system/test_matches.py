"""Whole matches: a server process and clients over sockets."""

from __future__ import annotations

import asyncio

from tests.support.clients import Client, play
from tests.support.server import server_process


async def test_a_person_and_three_bots_play_a_match() -> None:  # E11
    async with server_process("--db", ":memory:") as server, Client(server.port) as ana:
        await ana.hello("Ana")
        await ana.create()
        await ana.start()
        actions = await play(ana, 1)
    assert actions >= 20
    assert ana.is_over
    assert ana.resyncs == 0


async def test_four_people_play_a_match() -> None:
    async with server_process("--db", ":memory:") as server:
        clients = [await Client(server.port).open() for _ in range(4)]
        for name, client in zip(("Ana", "Boris", "Cezar", "Dana"), clients, strict=True):
            await client.hello(name)
        table = await clients[0].create()
        for seat, client in enumerate(clients[1:], 1):
            await client.join(table)
            await client.sit(seat)
        await clients[0].start()
        await asyncio.gather(*[play(client, seat) for seat, client in enumerate(clients)])
        assert all(client.is_over for client in clients)
        assert len({client.game.totals for client in clients}) == 1
        assert sum(client.resyncs for client in clients) == 0
        for client in clients:
            await client.close()
