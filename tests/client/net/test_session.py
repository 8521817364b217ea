"""A session with a server in the hands of the test."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from levata.errors import RequestError
from levata.protocol.documents import Channel, LobbyDocument, TablePhase
from levata.protocol.messages import (
    Ack,
    Act,
    Bye,
    CreateTable,
    Message,
    Rejected,
    Request,
    Said,
    Sit,
)
from levata_client.net.saved_seats import take_folder
from levata_client.net.server_target import ServerTarget
from levata_client.net.session import MOST_REVIVALS, Session
from levata_client.state.link_events import Changed, LinkError, LinkEvent, LinkTiming, Welcomed
from levata_client.state.model import (
    Change,
    ChatLine,
    LineAdded,
    LobbyChanged,
    Model,
    SessionEnded,
    SessionOpened,
)
from levata_client.state.new_table import describe_table
from tests.support.documents import bidding, table_view
from tests.support.fake_server import FakeServer

FAST = LinkTiming(open=5.0, backoff=(0.0,))


async def at_table(server: FakeServer, session: Session, **changes: Any) -> None:
    """Bring a session to a running match."""
    await server.publish(Channel.TABLE, table_view(TablePhase.PLAYING))
    await server.publish(Channel.GAME, bidding(**changes), decision=5)
    await session.until(lambda model: model.view is not None)


def first(model: Model) -> str:
    assert model.view is not None
    return model.view.legal[0]


async def test_a_visitor_says_who_he_is_and_keeps_nothing() -> None:
    async with (
        FakeServer() as server,
        Session.at(server.address, "Ana", token="mine", password="hush") as session,
    ):
        (hello,) = server.hellos
        assert (hello.name, hello.token, hello.password) == ("Ana", "mine", "hush")
        session.target.remember(session.model)
        assert session.target.folder is None


async def test_a_target_knows_who_he_is() -> None:
    async with FakeServer() as server:
        for token in ("", "secret"):
            async with Session(ServerTarget.join(server.address), "Ana") as session:
                assert server.hellos[-1].token == token
                session.target.remember(session.model)


async def test_changes_are_told_in_order_as_they_come() -> None:
    changes: list[Change] = []
    async with (
        FakeServer() as server,
        Session.at(server.address, "Ana", on_change=changes.append) as session,
    ):
        await server.send(Said(9, "Dan", "hei"))
        await session.until(lambda model: bool(model.lines))
    told = [change for change in changes if not type(change).__name__.startswith("Link")]
    assert isinstance(told[0], SessionOpened)
    assert told[1:] == [LobbyChanged(), LineAdded(ChatLine(9, "Dan", "hei"))]


async def test_what_is_held_back_is_handed_over_first_and_taken_when_it_suits() -> None:
    taken: list[LinkEvent] = []
    has_new_lobby = asyncio.Event()

    def take(event: LinkEvent) -> None:
        taken.append(event)
        if isinstance(event, Changed) and event.document and event.document[0] == "new":
            has_new_lobby.set()

    new = LobbyDocument("new")
    async with FakeServer() as server:
        session = Session.at(server.address, "Ana")
        session.hold()
        async with session:
            assert session.model.welcome is None
            session.hand_to(take)
            assert any(isinstance(event, Welcomed) for event in taken)
            await server.publish(Channel.LOBBY, new)
            await has_new_lobby.wait()
            assert session.model.lobby is None
            waiting = asyncio.create_task(session.until(lambda model: model.lobby is not None))
            for event in taken:
                session.take(event)
            await waiting
            assert session.model.lobby == new


async def test_a_server_that_does_not_want_the_client_closes_the_session() -> None:
    async with FakeServer(bye=Bye("password")) as server:
        target = ServerTarget.join(server.address)
        with pytest.raises(LinkError) as caught:
            await Session(target, "Ana").open()
        assert caught.value.code == "password"
        assert target.folder is not None
        free = take_folder(target.kind, target.folder.path)
        assert free is not None
        free.release()


async def test_nothing_can_be_asked_before_the_session_is_open() -> None:
    async with FakeServer() as server:
        with pytest.raises(RequestError) as caught:
            await Session.at(server.address, "Ana").request(Sit, seat=1)
    assert caught.value.code == "connection_lost"


async def test_who_waits_hears_of_the_end() -> None:
    async with FakeServer() as server, Session.at(server.address, "Ana") as session:
        changes: list[Change] = []
        session.on_change = changes.append
        await server.send(Bye("kicked", ("Dan",)))
        with pytest.raises(LinkError) as caught:
            await session.until(lambda model: False)
        assert (caught.value.code, caught.value.facts) == ("kicked", ("Dan",))
        assert changes[-1] == SessionEnded("kicked", ("Dan",))


async def test_a_table_is_asked_for_as_it_was_described() -> None:
    async with (
        FakeServer(lambda request: Ack(request.ref, 3)) as server,
        Session.at(server.address, "Ana") as session,
    ):
        table = describe_table("whist", seats=3, preset="short", level="random", pace="quick")
        assert await session.create(table) == 3
        (create,) = server.requests
        assert isinstance(create, CreateTable)
        assert (create.game, create.seats, create.options) == ("whist", 3, {"sequence": "1-4-1"})
        assert (create.level, create.pace, create.watch) == ("random", "quick", table.watch)


async def test_play_answers_each_decision_once_until_the_match_is_over() -> None:
    async with FakeServer() as server, Session.at(server.address, "Ana") as session:
        await at_table(server, session)
        playing = asyncio.create_task(session.play(first))
        await server.until(lambda: len(server.requests) == 1)
        # A change that asks nothing new is answered by nothing.
        await server.send(Said(9, "Dan", "hei"))
        await server.publish(Channel.GAME, bidding(legal=("bid 1",)), decision=6)
        await server.until(lambda: len(server.requests) == 2)
        await server.publish(Channel.TABLE, table_view(TablePhase.OVER))
        await playing
        acts = [request for request in server.requests if isinstance(request, Act)]
        assert [(act.decision, act.action) for act in acts] == [(5, "bid 0"), (6, "bid 1")]


@pytest.mark.parametrize(("code", "is_fatal"), [("stale_decision", False), ("bid_barred", True)])
async def test_play_forgives_what_came_too_late_only(code: str, is_fatal: bool) -> None:
    def answer(request: Request) -> Message:
        return Rejected(request.ref, code)

    async with FakeServer(answer) as server, Session.at(server.address, "Ana") as session:
        await at_table(server, session)
        playing = asyncio.create_task(session.play(first))
        await server.until(lambda: bool(server.requests))
        if is_fatal:
            with pytest.raises(RequestError):
                await playing
        else:
            await server.publish(Channel.TABLE, table_view(TablePhase.OVER))
            await playing


async def test_an_answer_that_was_lost_is_given_again() -> None:
    async with (
        FakeServer(lambda request: None) as server,
        Session.at(server.address, "Ana", timing=FAST) as session,
    ):
        server.table = 3
        await at_table(server, session)
        playing = asyncio.create_task(session.play(first))
        await server.until(lambda: len(server.requests) == 1)
        server.drop()
        await server.until(lambda: len(server.requests) == 2)
        assert [type(request) for request in server.requests] == [Act, Act]
        await server.publish(Channel.TABLE, table_view(TablePhase.OVER))
        await server.send(Ack(server.requests[-1].ref))
        await playing


class Mortal(ServerTarget):
    """A target whose server is always gone, and is counted when it is started again."""

    revivals = 0

    async def revive(self) -> bool:
        """Count."""
        self.revivals += 1
        return True


async def test_a_server_that_ends_again_and_again_stays_away() -> None:
    async with FakeServer() as server:
        target = Mortal.visit(server.address)
        assert isinstance(target, Mortal)
        async with Session(target, "Ana") as session:
            for _attempt in range(MOST_REVIVALS + 2):
                await session.revive()
        assert target.revivals == MOST_REVIVALS
