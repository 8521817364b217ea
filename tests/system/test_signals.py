"""Signals to a whole server in the middle of a match, and the restart after them."""

from __future__ import annotations

import asyncio
import signal
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from levata.protocol.messages import Notice
from levata_server.operate import admin_cli
from tests.support.clients import Client, play
from tests.support.server import ServerProcess, finish, server_process

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows sends no such signals")


@asynccontextmanager
async def in_a_match(
    database: Path, *arguments: str
) -> AsyncGenerator[tuple[ServerProcess, Client]]:
    async with server_process("--db", str(database), *arguments) as server:
        ana = await Client(server.port).open()
        await ana.hello("Ana")
        await ana.create()
        await ana.start()
        await ana.until(lambda: ana.is_to_act)
        yield server, ana


async def goes_on(database: Path, ana: Client) -> None:
    """Assert that a new server has the match where it stood."""
    async with server_process("--db", str(database)) as server, Client(server.port) as back:
        await back.hello(token=ana.welcome.token)
        await back.until(lambda: back.is_to_act)
        assert (back.decision, back.game) == (ana.decision, ana.game)
        assert await play(back, 1, stop_after=3) == 3


async def test_terminated_server_waits_for_its_match(tmp_path: Path) -> None:
    async with in_a_match(tmp_path / "db", "--drain-timeout", "600") as (server, ana):
        server.process.send_signal(signal.SIGTERM)
        notice = await ana.receive(Notice, lambda notice: notice.code == "draining")
        assert notice.facts == ("600",)
        await play(ana, 1)
        assert ana.is_over
        assert (await ana.bye()).code == "shutdown"
        status, errors = await finish(server.process)
        assert (status, "Traceback" in errors) == (0, False)


async def test_terminated_server_waits_no_longer_than_told(tmp_path: Path) -> None:
    async with in_a_match(tmp_path / "db", "--drain-timeout", "1") as (server, ana):
        assert (await server.stop(signal.SIGTERM))[0] == 0
        assert any(isinstance(message, Notice) for message in ana.messages)
        assert (await ana.bye()).code == "shutdown"
    await goes_on(tmp_path / "db", ana)


@pytest.mark.parametrize("second", [signal.SIGTERM, signal.SIGINT])
async def test_second_signal_stops_at_once(second: signal.Signals, tmp_path: Path) -> None:
    async with in_a_match(tmp_path / "db", "--drain-timeout", "600") as (server, ana):
        server.process.send_signal(signal.SIGTERM)
        await ana.receive(Notice, lambda notice: notice.code == "draining")
        assert (await server.stop(second))[0] == 0
        assert (await ana.bye()).code == "shutdown"
    await goes_on(tmp_path / "db", ana)


@pytest.mark.parametrize(
    ("number", "arguments"),
    [(signal.SIGINT, ("--drain-timeout", "600")), (signal.SIGTERM, ("--drain-timeout", "0"))],
    ids=["interrupted", "terminated without a drain"],
)
async def test_server_that_is_told_to_stop_at_once_does(
    number: signal.Signals, arguments: tuple[str, ...], tmp_path: Path
) -> None:
    async with in_a_match(tmp_path / "db", *arguments) as (server, ana):
        assert (await server.stop(number))[0] == 0
        assert (await ana.bye()).code == "shutdown"
    await goes_on(tmp_path / "db", ana)


async def test_operator_drains_the_server(tmp_path: Path) -> None:
    file = tmp_path / "admin.json"
    async with in_a_match(tmp_path / "db", "--admin-file", str(file)) as (server, ana):
        asked = await asyncio.to_thread(admin_cli.main, ["--admin-file", str(file), "drain", "600"])
        assert asked == 0
        await ana.receive(Notice, lambda notice: notice.code == "draining")
        await ana.cut()
        assert (await finish(server.process))[0] == 0
    assert not file.exists()
    async with server_process("--db", str(tmp_path / "db")) as server, Client(server.port) as back:
        await back.hello(token=ana.welcome.token)
        await back.until(lambda: back.is_to_act)
