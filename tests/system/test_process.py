"""The server as a process: ready line, signals, parents, children, and the store that fails."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from pathlib import Path

import pytest

from tests.support.clients import Client, play
from tests.support.server import child_environment, finish, server_process


async def test_interrupted_server_says_goodbye_and_exits_with_success() -> None:
    async with server_process("--db", ":memory:") as server:
        client = await Client(server.port).open()
        await client.hello("Ana")
        status, errors = await server.stop(signal.SIGINT)
        assert (status, "Traceback" in errors) == (0, False)
        assert (await client.bye()).code == "shutdown"


async def test_server_ends_when_its_standard_input_does() -> None:
    async with server_process("--db", ":memory:", "--stop-with-stdin") as server:
        assert server.process.stdin is not None
        server.process.stdin.close()
        assert (await finish(server.process))[0] == 0


async def test_server_ends_when_the_program_that_started_it_is_killed() -> None:
    """The parent is killed outright, so it cannot end anything itself."""
    code = """
import subprocess, sys, time
child = subprocess.Popen(
    [sys.executable, "-m", "levata_server.cli", "--host", "127.0.0.1", "--port", "0",
     "--db", ":memory:", "--stop-with-stdin"],
    stdin=subprocess.PIPE, stdout=subprocess.PIPE,
)
print(child.stdout.readline().decode().split()[-1], child.pid, flush=True)
time.sleep(3600)
"""
    parent = await launch_python(code)
    assert parent.stdout is not None
    port, pid = map(int, (await parent.stdout.readline()).split())
    async with Client(port) as client:
        await client.hello("Ana")
        parent.kill()
        assert (await client.bye()).code == "shutdown"
    await finish(parent)
    await until_gone(pid)


async def test_server_lives_on_without_a_standard_input_unless_told_otherwise() -> None:
    async with server_process("--db", ":memory:") as server:
        assert server.process.stdin is not None
        server.process.stdin.close()
        async with Client(server.port) as client:
            await client.hello("Ana")
            await client.create()
            await client.start()
            assert await play(client, 1, stop_after=3) == 3
        assert (await server.stop())[0] == 0


@pytest.mark.skipif(sys.platform != "linux", reason="needs /proc")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
async def test_no_worker_outlives_its_server(number: signal.Signals) -> None:
    async with server_process("--db", ":memory:", "--bot-workers", "2") as server:
        workers = children_of(server.process.pid)
        assert len(workers) == 2
        await server.stop(number)
        for worker in workers:
            await until_gone(worker)


@pytest.mark.skipif(sys.platform != "linux", reason="needs prlimit")
async def test_database_that_fails_in_play_stops_the_server_and_loses_nothing(
    tmp_path: Path,
) -> None:
    import resource  # Windows has none

    database = tmp_path / "levata.sqlite"
    async with server_process("--db", str(database)) as server:
        ana = await Client(server.port).open()
        await ana.hello("Ana")
        await ana.create()
        await ana.start()
        await play(ana, 1, stop_after=3)
        await ana.until(lambda: ana.is_to_act)
        shown, game = ana.decision, ana.game
        # From now on no file of the server may grow.
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))
        with pytest.raises(ConnectionError):
            await ana.act()
        assert (await ana.bye()).code == "shutdown"
        assert ana.game == game
        status, errors = await finish(server.process)
        assert status == 1
        assert "nothing that was shown is lost" in errors.splitlines()[-1]
    async with server_process("--db", str(database)) as server, Client(server.port) as back:
        await back.hello(token=ana.welcome.token)
        await back.until(lambda: back.is_to_act)
        assert (back.decision, back.game) == (shown, game)


async def launch_python(code: str) -> asyncio.subprocess.Process:
    return await asyncio.create_subprocess_exec(
        sys.executable,
        "-c",
        code,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        env=child_environment(),
    )


def children_of(pid: int) -> list[int]:
    path = Path(f"/proc/{pid}/task/{pid}/children")
    return [int(child) for child in path.read_text().split()]


async def until_gone(pid: int) -> None:
    """Return once there is no such process, or only what is left of it."""
    async with asyncio.timeout(30):
        # Nobody but its parent is told when a process ends.
        while is_running(pid):  # noqa: ASYNC110
            await asyncio.sleep(0.02)


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    stat = Path(f"/proc/{pid}/stat")
    return not stat.exists() or stat.read_text().rpartition(")")[2].split()[0] != "Z"
