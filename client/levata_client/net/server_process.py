"""A server of one's own: a child process that ends with this one, however that ends."""

from __future__ import annotations

import asyncio
import contextlib
import os
import subprocess
import sys
from pathlib import Path
from typing import IO, Final

from msgspec import Struct

from levata.protocol.messages import PASSWORD_VARIABLE
from levata_client import paths
from levata_client.state.link_events import LinkError

READY: Final = "levata-server ready "
READY_SECONDS: Final = 30.0
"""How long a slow machine may take to start one."""
STOP_SECONDS: Final = 5.0
LOOPBACK: Final = "127.0.0.1"


class ServerPlan(Struct, frozen=True, kw_only=True):
    """How to start a server."""

    database: str
    log: Path
    """What the server tells; its last line says why it could not start."""
    host: str = LOOPBACK
    """Empty to listen on every interface."""
    port: int = 0
    name: str = ""
    password: str = ""
    bot_delay: str = "normal"


class ServerProcess:
    """A server that runs as a child process.

    It watches its standard input, a pipe of this process: when this process is gone, so is the
    other end of the pipe, and the server stops.
    """

    def __init__(self, process: subprocess.Popen[bytes], plan: ServerPlan) -> None:
        self._process = process
        self._log = plan.log
        self.plan = plan

    @classmethod
    def start(cls, plan: ServerPlan) -> ServerProcess:
        """Start a server without waiting for it.

        Raises:
            LinkError: ``no_server``, it cannot even be started.
        """
        try:
            plan.log.parent.mkdir(parents=True, exist_ok=True)
            with plan.log.open("wb") as log:
                return cls(_spawn(plan, log), plan)
        except OSError as error:
            raise LinkError("no_server", error.strerror or str(error)) from None

    @property
    def pid(self) -> int:
        """The process id."""
        return self._process.pid

    @property
    def has_ended(self) -> bool:
        """Whether the process is gone, by a fault or by somebody's hand."""
        return self._process.poll() is not None

    async def ready(self) -> int:
        """Wait until the server listens; return its port.

        Raises:
            LinkError: ``no_server`` with the reason.
        """
        assert self._process.stdout is not None
        try:
            async with asyncio.timeout(READY_SECONDS):
                line = await asyncio.to_thread(self._process.stdout.readline)
        except TimeoutError:
            await self.stop()
            raise LinkError("no_server", f"{READY_SECONDS:.0f} s") from None
        text = line.decode(errors="replace").strip()
        if text.startswith(READY) and text.removeprefix(READY).isdecimal():
            return int(text.removeprefix(READY))
        await self.stop()
        raise LinkError("no_server", self._last_words())

    async def stop(self) -> None:
        """End the server and wait until it has ended."""
        await asyncio.to_thread(self.stop_now)

    def stop_now(self) -> None:
        """End the server and wait until it has ended, blocking."""
        process = self._process
        for end in (self._let_go, process.terminate, process.kill):
            with contextlib.suppress(OSError):
                end()
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(STOP_SECONDS)
                break
        if process.stdout is not None:
            process.stdout.close()

    def _let_go(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()

    def _last_words(self) -> str:
        """Return the last line of the log that tells something."""
        with contextlib.suppress(OSError):
            lines = self._log.read_text(encoding="utf-8", errors="replace").split("\n")
            for line in reversed(lines):
                if line.strip():
                    return line.strip().removeprefix("levata-server: ")
        return f"exit status {self._process.returncode}"


def server_log(kind: str) -> Path:
    """Return where the server of a kind of target tells what it does."""
    return paths.log_dir() / f"server-{kind}.log"


def _command(plan: ServerPlan) -> list[str]:
    command = [sys.executable, "-m", "levata_server.cli", "--stop-with-stdin"]
    command += ["--host", plan.host, "--port", str(plan.port), "--db", plan.database]
    command += ["--records", str(paths.records_dir()), "--bot-delay", plan.bot_delay]
    if plan.name:
        command += ["--name", plan.name]
    return command


def _spawn(plan: ServerPlan, log: IO[bytes]) -> subprocess.Popen[bytes]:
    # In a session of its own, keys such as Ctrl-C and the closing of the terminal reach this
    # process only, which then ends the server in good order.
    flags = 0
    if sys.platform == "win32":
        flags = subprocess.CREATE_NEW_PROCESS_GROUP
    return subprocess.Popen(
        _command(plan),
        # Whatever stands in a command can be read by everybody on the machine.
        env={**os.environ, PASSWORD_VARIABLE: plan.password},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=log,
        start_new_session=sys.platform != "win32",
        creationflags=flags,
    )
