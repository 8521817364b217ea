"""The client's own parts with real servers: sessions, resyncs, restarts, a server of one's own."""

from __future__ import annotations

import asyncio
import os
import signal
from pathlib import Path
from typing import Any

import pytest

from levata.errors import RequestError
from levata.protocol import messages
from levata.protocol.messages import Act, CreateTable, Join, Sit, Start
from levata_client import paths
from levata_client.net import address as address_module
from levata_client.net import saved_seats
from levata_client.net import session as session_module
from levata_client.net.address import Address
from levata_client.net.server_target import ServerTarget
from levata_client.net.session import Session
from levata_client.state.link_events import LinkError, LinkTiming
from levata_client.state.model import Model
from tests.support.server import ROOT, server_process
from tests.support.terminal import is_alive, until_gone

FAST = LinkTiming(backoff=(0.05,))
SHORT: dict[str, str | int] = {"sequence": "1-4-1"}


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Keep away from the user's folders, and let children find the packages."""
    monkeypatch.setenv(paths.HOME_VARIABLE, str(tmp_path))
    roots = ":".join(str(ROOT / name) for name in ("common", "server", "client"))
    monkeypatch.setenv("PYTHONPATH", roots)
    return tmp_path


def client_at(port: int, name: str) -> Session:
    return Session.at(Address("127.0.0.1", port), name, timing=FAST)


def first(model: Model) -> str:
    assert model.view is not None
    return model.view.legal[0]


async def open_table(client: Session, seats: int = 3) -> int:
    number = await client.request(
        CreateTable, game="whist", seats=seats, options=SHORT, pace="none"
    )
    await client.until(lambda model: model.seat == 0)
    return number


async def test_the_example_of_the_documentation_plays_a_whole_match() -> None:
    assert session_module.__doc__ is not None
    example = session_module.__doc__.partition("::\n")[2]
    names: dict[str, Any] = {
        name: getattr(module, name)
        for module, name in (
            (session_module, "Session"),
            (address_module, "parse_address"),
            (messages, "CreateTable"),
            (messages, "Start"),
        )
    }
    async with server_process("--db", ":memory:") as server:
        code = example.replace('"localhost"', f'"127.0.0.1:{server.port}"')
        exec(f"async def play():\n{code}\n    return session", names)
        session = await names["play"]()
    assert session.model.is_over
    assert session.model.name == "Robot"


async def test_a_client_without_a_screen_plays_a_whole_match() -> None:
    async with server_process("--db", ":memory:") as server, client_at(server.port, "Ana") as ana:
        await open_table(ana)
        await ana.request(Start)
        await ana.play(first)
        assert ana.model.is_over
        assert ana.link.resyncs == 0


async def test_a_stale_and_an_illegal_answer_are_refused_and_change_nothing() -> None:
    async with server_process("--db", ":memory:") as server, client_at(server.port, "Ana") as ana:
        await open_table(ana)
        await ana.request(Start)
        await ana.until(lambda model: model.is_my_turn)
        before = ana.model.view
        decision = ana.model.decision
        for number, action, code in (
            (decision + 7, first(ana.model), "stale_decision"),
            (decision, "bid 8", "bid_out_of_range"),
            (decision, "dance", "unknown_action"),
        ):
            with pytest.raises(RequestError) as caught:
                await ana.request(Act, decision=number, action=action)
            assert caught.value.code == code
        assert (ana.model.view, ana.model.decision) == (before, decision)
        await ana.act(first(ana.model))
        with pytest.raises(RequestError) as caught:
            await ana.request(Act, decision=decision, action="bid 0")
        assert caught.value.code == "stale_decision"


async def test_a_document_out_of_step_is_asked_for_anew() -> None:
    async with server_process("--db", ":memory:") as server, client_at(server.port, "Ana") as ana:
        await open_table(ana)
        await ana.request(Start)
        await ana.until(lambda model: model.is_my_turn)
        # As if a message had been lost on the way.
        for mirror in ana.link._mirrors.values():  # pyright: ignore[reportPrivateUsage]
            mirror.version -= 1
        await ana.play(first)
        assert ana.model.is_over
        assert ana.link.resyncs >= 1


async def test_a_match_goes_on_after_a_restart_of_the_server(tmp_path: Path) -> None:
    database = str(tmp_path / "levata.sqlite")
    async with server_process("--db", database) as server:
        ana = client_at(server.port, "Ana")
        await ana.open()
        await open_table(ana)
        await ana.request(Start)
        await ana.until(lambda model: model.is_my_turn)
        before = ana.model.view
        server.process.kill()
        await ana.until(lambda model: not model.is_connected)
        with pytest.raises(RequestError):
            await ana.act(first(ana.model))
        async with server_process("--db", database, "--port", str(server.port)):
            await ana.until(lambda model: model.is_connected and model.is_my_turn)
            assert ana.model.view == before
            await ana.play(first)
            assert ana.model.is_over
            await ana.close()


async def test_two_people_share_a_table() -> None:
    async with (
        server_process("--db", ":memory:") as server,
        client_at(server.port, "Ana") as ana,
        client_at(server.port, "Dan") as dan,
    ):
        number = await open_table(ana)
        await dan.request(Join, table=number)
        await dan.request(Sit, seat=1)
        await ana.until(lambda model: model.names[:2] == ("Ana", "Dan"))
        await ana.request(Start)
        await asyncio.gather(ana.play(first), dan.play(first))
        assert ana.model.view is not None
        assert dan.model.view is not None
        assert ana.model.view.totals == dan.model.view.totals


# --- a server of one's own ---------------------------------------------------------------------


def at_own_server() -> Session:
    return Session(ServerTarget.play("none"), "Ana", timing=FAST)


async def until_asked(session: Session) -> None:
    """Wait until the user must act."""
    async with asyncio.timeout(30):
        await session.until(lambda model: model.is_my_turn)


async def test_a_server_of_one_s_own_ends_with_the_session() -> None:
    async with at_own_server() as session:
        server = session.target.server
        assert server is not None
        assert is_alive(server.pid)
        assert session.link.address.host == "127.0.0.1"
    until_gone(server.pid)


async def test_a_server_of_one_s_own_is_started_again_where_it_was() -> None:
    async with at_own_server() as session:
        await session.request(CreateTable, game="whist", seats=3, options=SHORT, pace="none")
        await session.request(Start)
        await until_asked(session)
        before, target = session.model.view, session.target
        assert not await target.revive()
        assert target.server is not None
        killed = target.server.pid
        os.kill(killed, signal.SIGKILL)
        until_gone(killed)
        # Only the server that is started again can ask once more.
        session.model.decision = 0
        await session.revive()
        assert target.server.pid != killed
        await until_asked(session)
        assert session.model.view == before


async def test_two_clients_on_one_machine_have_a_server_each() -> None:
    async with at_own_server() as one, at_own_server() as other:
        assert one.target.folder is not None
        assert other.target.folder is not None
        assert one.target.folder.path != other.target.folder.path
        assert one.link.address.port != other.link.address.port


async def test_a_port_in_use_is_told() -> None:
    async with server_process("--db", ":memory:") as other:
        target = ServerTarget.host(other.port, "Ana", listen="127.0.0.1")
        session = Session(target, "Ana")
        with pytest.raises(LinkError) as caught:
            await session.open()
    assert "in use" in caught.value.facts[0]


async def test_a_seat_is_found_again_with_its_match() -> None:
    async with at_own_server() as session:
        await session.request(CreateTable, game="whist", seats=3, options=SHORT, pace="none")
        await session.request(Start)
        await until_asked(session)
        session.target.remember(session.model, "Whist")
        before = session.model.view
    ((kind, folder, seat),) = saved_seats.open_seats()
    assert (kind, seat.title) == ("play", "Whist")
    async with Session(ServerTarget.resume(kind, folder, "none"), "Ana", timing=FAST) as session:
        assert session.link.table == seat.table
        await until_asked(session)
        assert session.model.view == before


async def test_a_new_game_begins_without_the_last_one() -> None:
    for _ in range(2):
        async with at_own_server() as session:
            assert session.link.table == 0
            assert await session.request(CreateTable, game="whist", seats=3) == 1
