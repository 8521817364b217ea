"""A server of one's own as a process; these start real ones."""

from __future__ import annotations

import asyncio
import subprocess
from pathlib import Path

import pytest

from levata_client import paths
from levata_client.net.address import Address
from levata_client.net.server_process import ServerPlan, ServerProcess, server_log
from levata_client.net.session import Session
from levata_client.state.link_events import LinkError
from tests.support.server import child_environment


@pytest.fixture(autouse=True)
def python_path(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let children find the packages."""
    monkeypatch.setenv("PYTHONPATH", child_environment()["PYTHONPATH"])


def test_every_kind_of_server_has_a_log_of_its_own() -> None:
    assert server_log("host").parent == paths.log_dir()
    assert server_log("host") != server_log("play")


async def test_a_server_ends_when_it_is_stopped_and_that_can_be_repeated(tmp_path: Path) -> None:
    server = ServerProcess.start(ServerPlan(database=":memory:", log=tmp_path / "a" / "log"))
    assert await server.ready() > 0
    assert not server.has_ended
    await server.stop()
    assert server.has_ended
    server.stop_now()


def test_a_log_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(LinkError) as caught:
        ServerProcess.start(ServerPlan(database=":memory:", log=tmp_path / "file" / "log"))
    assert caught.value.code == "no_server"


async def test_the_password_of_a_server_of_one_s_own_cannot_be_read_by_others(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("LEVATA_PASSWORD", "of another server")
    plan = ServerPlan(database=":memory:", log=tmp_path / "log", password="hush")
    server = ServerProcess.start(plan)
    try:
        address = Address("127.0.0.1", await server.ready())
        listed = await asyncio.to_thread(subprocess.check_output, ["ps", "-A", "-o", "args="])
        assert b"--stop-with-stdin" in listed
        assert b"hush" not in listed
        async with Session.at(address, "Ana", password="hush") as ana:
            await ana.until(lambda model: model.lobby is not None)
    finally:
        await server.stop()


async def test_a_server_that_cannot_start_says_why(tmp_path: Path) -> None:
    database = tmp_path / "folder"
    database.mkdir()
    plan = ServerPlan(database=str(database), log=tmp_path / "log")
    server = ServerProcess.start(plan)
    with pytest.raises(LinkError) as caught:
        await server.ready()
    assert caught.value.code == "no_server"
    assert "cannot use the database" in caught.value.facts[0]
    assert server.has_ended
