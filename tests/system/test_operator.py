"""Looking after a whole server: its log for programs, and the commands of its operator."""

from __future__ import annotations

import asyncio
import json
import signal
import sys
from pathlib import Path

from tests.support.clients import Client, play
from tests.support.server import child_environment, server_process


async def admin(*arguments: str) -> tuple[int, str]:
    """Run a command of the operator; return its status and what it printed."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "levata_server.cli",
        "admin",
        *arguments,
        stdout=asyncio.subprocess.PIPE,
        env=child_environment(),
    )
    output, _ = await asyncio.wait_for(process.communicate(), 60)
    assert process.returncode is not None
    return process.returncode, output.decode()


async def test_log_for_programs_is_one_object_a_line() -> None:
    options = ("--db", ":memory:", "--log-format", "json", "--log-level", "debug")
    async with server_process(*options) as server, Client(server.port) as ana:
        await ana.hello("Ana\x1b[2J")
        await ana.create()
        await ana.start()
        await play(ana, 1, stop_after=5)
        status, log = await server.stop(signal.SIGINT)
    assert status == 0
    events = [json.loads(line) for line in log.splitlines()]
    assert all(event.keys() >= {"time", "level", "event"} for event in events)
    told = [event["event"] for event in events]
    assert told[0] == "the server is ready"
    assert "a person connected" in told
    assert told[-1] == "the server stops"
    assert sum(event.get("input") == "Act" and event["table"] == 1 for event in events) == 5


async def test_operator_of_another_process_looks_after_the_server(tmp_path: Path) -> None:
    file = str(tmp_path / "admin.json")
    async with (
        server_process("--db", ":memory:", "--admin-file", file) as server,
        Client(server.port) as ana,
    ):
        await ana.hello("Ana")
        status, text = await admin("--admin-file", file, "people")
        assert (status, text.split()[-4:]) == (0, ["1", "Ana", "lobby", "127.0.0.1"])
        assert await admin("--admin-file", file, "kick", "Ana") == (
            0,
            "Ana (person 1) is sent away\n",
        )
        assert (await ana.bye()).code == "kicked"
