"""Stopping in good order: what runs may end, nothing new begins, and everybody is told."""

from __future__ import annotations

import asyncio

import pytest

from levata.protocol.documents import Presence
from levata.protocol.messages import CreateTable, Hello, Join, Leave, Notice, Rejected, Say, Start
from levata_server.app import Server
from levata_server.hall.drain import Drain
from tests.support.clients import Client, play
from tests.support.server import VirtualClock, config_of, running


async def seated(server: Server, name: str = "Ana") -> Client:
    client = await Client(server.port).open()
    await client.hello(name)
    await client.create()
    await client.start()
    await client.until(lambda: client.is_to_act)
    return client


def test_drain_ends_when_quiet_or_when_time_is_up() -> None:
    clock = VirtualClock()
    is_quiet = False
    drain = Drain(clock, lambda: is_quiet)
    drain.check()
    assert not drain.is_on
    drain.begin(10)
    drain.check()
    clock.advance(9.5)
    assert (drain.is_on, drain.done.is_set(), drain.seconds_left) == (True, False, 1)
    is_quiet = True
    drain.check()
    assert drain.done.is_set()

    is_quiet = False
    late = Drain(clock, lambda: is_quiet)
    late.begin(10)
    clock.advance(10)
    assert (late.done.is_set(), late.seconds_left) == (True, 0)


def test_drain_begun_again_has_the_new_limit() -> None:
    clock = VirtualClock()
    drain = Drain(clock, lambda: False)
    drain.begin(10)
    drain.begin(60)
    clock.advance(20)
    assert not drain.done.is_set()
    drain.begin(5)
    clock.advance(5)
    assert drain.done.is_set()


def test_drain_that_is_stopped_waits_for_nothing() -> None:
    clock = VirtualClock()
    drain = Drain(clock, lambda: False)
    drain.begin(10)
    drain.stop()
    clock.advance(20)
    assert not drain.done.is_set()


async def test_idle_server_need_not_wait() -> None:
    async with running(clock=VirtualClock()) as server, Client(server.port) as ana:
        await ana.hello("Ana")
        await ana.create()
        server.begin_drain()
        assert server.drained.is_set()


async def test_match_may_end_and_everybody_is_told() -> None:
    async with running(clock=VirtualClock()) as server, Client(server.port) as boris:
        ana = await seated(server)
        await boris.hello("Boris")
        assert server.begin_drain(900) == 900
        for client in (ana, boris):
            notice = await client.receive(Notice, lambda notice: notice.code == "draining")
            assert notice.facts == ("900",)
        assert not server.drained.is_set()
        await play(ana, 1)
        assert ana.is_over
        await asyncio.wait_for(server.drained.wait(), 30)
        await ana.close()


async def test_limit_ends_the_wait() -> None:
    clock = VirtualClock()
    async with running(clock=clock) as server:
        ana = await seated(server)
        server.begin_drain()
        clock.advance(7.9)
        assert not server.drained.is_set()
        clock.advance(0.2)
        assert server.drained.is_set()
        await ana.close()


async def test_match_that_nobody_attends_is_not_waited_for() -> None:
    async with running(clock=VirtualClock()) as server:
        ana = await seated(server)
        server.begin_drain(900)
        assert not server.drained.is_set()
        await ana.cut()
        await asyncio.wait_for(server.drained.wait(), 30)


async def test_nothing_new_begins_and_talk_goes_on() -> None:
    async with running(clock=VirtualClock()) as server, Client(server.port) as boris:
        ana = await seated(server)
        cezar = await seated(server, "Cezar")
        await boris.hello("Boris")
        await play(cezar, 1)
        assert cezar.is_over
        server.begin_drain(900)
        assert await boris.refused(CreateTable(50, "whist", 4)) == "draining"
        assert await boris.refused(Join(51, ana.table_number)) == "draining"
        assert await boris.refused(Join(52, 99)) == "no_such_table"
        assert await cezar.refused(Start(53)) == "draining"
        await boris.done(Say(54, "good night"))
        await ana.done(Say(55, "good night"))
        async with Client(server.port) as stranger:
            assert await stranger.ask(Hello(1, 1, "Dana")) == Rejected(1, "draining")
        for client in (ana, cezar):
            await client.close()


async def test_players_come_back_to_their_seats_and_are_told() -> None:
    clock = VirtualClock()
    async with running(clock=clock) as server, Client(server.port) as boris:
        ana = await seated(server)
        await boris.hello("Boris")
        await boris.join(ana.table_number)
        server.begin_drain(900)
        await ana.cut()
        await boris.until(lambda: boris.table.seats[0].presence == Presence.AWAY)
        clock.advance(50)
        async with Client(server.port) as back:
            await back.hello(token=ana.welcome.token)
            await back.until(lambda: back.is_to_act)
            notice = await back.receive(Notice, lambda notice: notice.code == "draining")
            assert notice.facts == ("850",)
            # Whoever left a running match has a seat there still.
            table = back.table_number
            await back.done(Leave(60))
            await back.done(Join(61, table))


@pytest.mark.parametrize("seconds", [0.0, 5.0])
async def test_parked_tables_go_on_after_a_restart(seconds: float, database: str) -> None:
    """Field report G3: a restart kills no running game."""
    clock = VirtualClock()
    async with running(config_of(database), clock) as server:
        ana = await seated(server)
        await play(ana, 1, stop_after=4)
        await ana.until(lambda: ana.is_to_act)
        decision, game = ana.decision, ana.game
        server.begin_drain(seconds)
        clock.advance(seconds)
        assert server.drained.is_set()
    assert (await ana.bye()).code == "shutdown"
    async with running(config_of(database), clock) as server, Client(server.port) as back:
        await back.hello(token=ana.welcome.token)
        await back.until(lambda: back.is_to_act)
        assert (back.decision, back.game) == (decision, game)
        assert not server.is_draining
        await play(back, 2)
        assert back.is_over
