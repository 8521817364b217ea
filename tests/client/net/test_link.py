from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from typing import Any

import pytest
from msgspec.structs import replace

from levata.errors import RequestError
from levata.games.whist import Whist, WhistOptions, WhistView
from levata.protocol.documents import (
    Channel,
    LobbyDocument,
    SeatKind,
    SeatRow,
    TableDocument,
    TablePhase,
)
from levata.protocol.messages import (
    Ack,
    Act,
    AskSync,
    Bye,
    Departed,
    Join,
    Message,
    Rejected,
    Request,
    Said,
    Sit,
    Sync,
    Update,
)
from levata_client.net.address import Address
from levata_client.net.link import Link
from levata_client.net.session import Session
from levata_client.state.link_events import Identity, LinkError, LinkState, LinkTiming
from levata_client.state.model import ChatLine
from tests.support.fake_server import FakeServer

FAST = LinkTiming(open=5.0, backoff=(0.0,))
ANA = Identity("Ana")


def client_of(server: FakeServer, timing: LinkTiming = FAST) -> Session:
    return Session.at(server.address, "Ana", timing=timing)


def table_view(phase: TablePhase = TablePhase.PLAYING, match: int = 1) -> TableDocument:
    seats = (
        SeatRow(SeatKind.PERSON, "Ana", 7),
        SeatRow(SeatKind.BOT, "Bot"),
        SeatRow(SeatKind.BOT, "Bob"),
    )
    return TableDocument(
        number=3,
        name="Ana's table",
        game="whist",
        options={},
        pace="none",
        level="easy",
        phase=phase,
        owner=7,
        seats=seats,
        match=match,
    )


def whist_view(**changes: Any) -> WhistView:
    game = Whist()
    return replace(game.view(game.setup(3, WhistOptions()), 0), **changes)


async def test_open_says_hello_and_brings_the_lobby() -> None:
    async with FakeServer() as server, client_of(server) as client:
        await client.until(lambda model: model.lobby is not None)
        assert client.model.lobby == LobbyDocument("fake")
        assert client.model.person == 7
        assert (server.hellos[0].name, server.hellos[0].token) == ("Ana", "")
        assert client.link.identity.token == "secret"


async def test_open_reports_a_closed_port() -> None:
    async with FakeServer() as server:
        address = server.address
    with pytest.raises(LinkError) as caught:
        await Link(address, ANA, lambda event: None, FAST).open()
    assert (caught.value.code, caught.value.facts) == ("refused", (address.text,))


async def test_open_reports_an_unknown_host() -> None:
    with pytest.raises(LinkError) as caught:
        await Link(Address("no-such-host.invalid"), ANA, lambda event: None, FAST).open()
    assert caught.value.code == "unknown_host"


@asynccontextmanager
async def stranger(words: bytes) -> AsyncGenerator[Address]:
    """A server that says something else than ours does, or nothing until the client goes."""
    done = asyncio.Event()

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await (reader.readline() if words else reader.read())
        writer.write(words)
        writer.close()
        with suppress(ConnectionError):
            await writer.wait_closed()
        done.set()

    async with await asyncio.start_server(answer, "127.0.0.1", 0) as server:
        yield Address("127.0.0.1", server.sockets[0].getsockname()[1])
        await done.wait()


@pytest.mark.parametrize(
    ("words", "code", "seconds"),
    [(b"SSH-2.0-OpenSSH_9.6\r\n", "not_levata", 5.0), (b"", "timeout", 0.05)],
)
async def test_open_reports_a_server_of_something_else(
    words: bytes, code: str, seconds: float
) -> None:
    async with stranger(words) as address:
        with pytest.raises(LinkError) as caught:
            await Link(address, ANA, lambda event: None, LinkTiming(open=seconds)).open()
    assert (caught.value.code, caught.value.facts) == (code, (address.text,))


@pytest.mark.parametrize("code", ["version", "password"])
async def test_open_reports_why_the_server_says_bye(code: str) -> None:
    async with FakeServer(bye=Bye(code, ("2",))) as server:
        with pytest.raises(LinkError) as caught:
            await Link(server.address, ANA, lambda event: None, FAST).open()
    assert (caught.value.code, caught.value.facts) == (code, ("2",))


async def test_request_returns_the_value_of_the_ack() -> None:
    def answer(request: Request) -> Message:
        return Ack(request.ref, 42)

    async with FakeServer(answer) as server, client_of(server) as client:
        assert await client.request(Sit, seat=2) == 42
        assert server.requests == [Sit(server.requests[0].ref, 2)]


async def test_request_raises_the_refusal() -> None:
    def answer(request: Request) -> Message:
        return Rejected(request.ref, "seat_taken", ("2",))

    async with FakeServer(answer) as server, client_of(server) as client:
        with pytest.raises(RequestError) as caught:
            await client.request(Sit, seat=2)
    assert (caught.value.code, caught.value.facts) == ("seat_taken", ("2",))


async def test_answers_find_their_requests_in_any_order() -> None:
    async with FakeServer(lambda request: None) as server, client_of(server) as client:
        first = asyncio.create_task(client.request(Sit, seat=1))
        second = asyncio.create_task(client.request(Sit, seat=2))
        await server.until(lambda: len(server.requests) == 2)
        refs = {
            request.seat: request.ref for request in server.requests if isinstance(request, Sit)
        }
        await server.send(Ack(refs[2], 20))
        await server.send(Ack(refs[1], 10))
        assert (await first, await second) == (10, 20)


async def test_unanswered_requests_fail_when_the_connection_is_lost() -> None:
    async with FakeServer(lambda request: None) as server, client_of(server) as client:
        asked = asyncio.create_task(client.request(Sit, seat=1))
        await server.until(lambda: bool(server.requests))
        server.drop()
        with pytest.raises(RequestError) as caught:
            await asked
    assert caught.value.code == "connection_lost"


async def test_the_link_comes_back_with_its_token() -> None:
    async with FakeServer() as server, client_of(server) as client:
        await server.stop()
        await client.until(lambda model: model.link.attempt >= 2)
        assert client.model.link.state is LinkState.LOST
        await server.restart()
        await client.until(lambda model: model.is_connected)
        assert [hello.token for hello in server.hellos] == ["", "secret"]
        assert await client.request(Join, table=1) == 0


async def test_the_link_comes_back_after_a_shutdown_and_says_why_it_is_lost() -> None:
    async with FakeServer() as server, client_of(server) as client:
        await server.send(Bye("shutdown"))
        await server.stop()
        await client.until(lambda model: model.link.state is LinkState.LOST)
        assert client.model.link.code == "shutdown"


async def test_the_link_does_not_come_back_after_being_replaced() -> None:
    async with FakeServer() as server, client_of(server) as client:
        await server.send(Bye("replaced"))
        server.drop()
        with pytest.raises(LinkError) as caught:
            await client.until(lambda model: False)
        assert caught.value.code == "replaced"
        assert len(server.hellos) == 1


async def test_the_link_ends_when_the_server_no_longer_wants_this_version() -> None:
    async with FakeServer() as server, client_of(server) as client:
        server.bye = Bye("version", ("9",))
        server.drop()
        with pytest.raises(LinkError) as caught:
            await client.until(lambda model: False)
    assert (caught.value.code, caught.value.facts) == ("version", ("9",))


async def test_a_late_pong_makes_the_link_slow_and_none_at_all_breaks_it() -> None:
    async with FakeServer() as server:
        timing = LinkTiming(ping=0.0, slow=0.02, lost=0.5, backoff=(0.0,))
        async with client_of(server, timing) as client:
            await client.until(lambda model: model.link.round_trip > 0)
            server.mute()
            await client.until(lambda model: model.link.state is LinkState.SLOW)
            await client.until(lambda model: model.link.state is LinkState.LOST)
            await client.until(lambda model: model.is_connected)


async def test_a_gap_is_healed_by_asking_for_the_whole_document() -> None:
    async with FakeServer() as server, client_of(server) as client:
        await server.publish(Channel.TABLE, table_view())
        server.skip(Channel.TABLE, table_view(TablePhase.OPEN))
        for match in (2, 3):
            await server.publish(Channel.TABLE, table_view(match=match))
        await client.until(lambda model: model.table is not None and model.table.match == 3)
        asked = [request for request in server.requests if isinstance(request, AskSync)]
        assert [request.channel for request in asked] == [Channel.TABLE]
        assert client.link.resyncs == 1


async def test_a_damaged_change_is_healed_too_and_keeps_its_events() -> None:
    async with FakeServer() as server, client_of(server) as client:
        await server.publish(Channel.TABLE, table_view())
        await server.publish(Channel.GAME, whist_view(round=1))
        await server.send(Update(Channel.GAME, 2, 0, [99, 1], [[5, 2]]))
        await client.until(lambda model: model.view is not None and bool(model.history))
        await server.until(lambda: any(isinstance(r, AskSync) for r in server.requests))
        await server.publish(Channel.GAME, whist_view(round=2))
        await client.until(lambda model: model.view == whist_view(round=2))


async def test_an_act_is_answered_by_the_update_that_names_it() -> None:
    async with FakeServer(lambda request: None) as server, client_of(server) as client:
        await server.publish(Channel.TABLE, table_view())
        await server.publish(Channel.GAME, whist_view(legal=("bid 0",)), decision=5)
        await client.until(lambda model: model.is_my_turn)
        acting = asyncio.create_task(client.act("bid 0"))
        await server.until(lambda: bool(server.requests))
        request = server.requests[0]
        assert isinstance(request, Act)
        assert (request.decision, request.action) == (5, "bid 0")
        sync = server.sync(Channel.GAME)
        await server.send(
            Sync(Channel.GAME, 2, sync.check, sync.view, 0, (), [[3, 0, 0]], request.ref)
        )
        await acting


async def test_an_act_whose_answer_went_under_in_a_snapshot_is_settled() -> None:
    async with FakeServer(lambda request: None) as server, client_of(server) as client:
        await server.publish(Channel.TABLE, table_view())
        await server.publish(Channel.GAME, whist_view(legal=("bid 0",)), decision=5)
        await client.until(lambda model: model.is_my_turn)
        acting = asyncio.create_task(client.act("bid 0"))
        await server.until(lambda: bool(server.requests))
        sync = server.sync(Channel.GAME)
        await server.send(Sync(Channel.GAME, 7, sync.check, sync.view, decision=6))
        await acting


async def test_departing_forgets_the_table() -> None:
    async with FakeServer() as server, client_of(server) as client:
        await server.publish(Channel.TABLE, table_view())
        await client.until(lambda model: model.table is not None)
        await server.send(Departed(3, "closed"))
        await client.until(lambda model: model.table is None)


async def test_talk_reaches_the_model() -> None:
    async with FakeServer() as server, client_of(server) as client:
        await server.send(Said(9, "Dan", "salut [b]"))
        await client.until(lambda model: bool(model.lines))
        assert list(client.model.lines) == [ChatLine(9, "Dan", "salut [b]")]


async def test_nothing_is_emitted_after_close() -> None:
    async with FakeServer() as server:
        client = client_of(server)
        await client.open()
        await client.close()
        assert client.link.state is LinkState.CLOSED
        with pytest.raises(RequestError):
            await client.request(Sit, seat=1)


async def test_an_unfinished_lobby_change_waits_for_its_document() -> None:
    async with FakeServer() as server, client_of(server) as client:
        await client.until(lambda model: model.lobby is not None)
        await server.publish(Channel.LOBBY, LobbyDocument("renamed"))
        await client.until(lambda model: model.lobby == LobbyDocument("renamed"))
