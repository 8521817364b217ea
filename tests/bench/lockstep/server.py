"""The server of a checkout as a process whose clock is moved from here."""

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from tests.bench.lockstep.transcript import Stuck

CLOCKWORK: Final = Path(__file__).with_name("clockwork.py")
SOURCES: Final = ("common", "server", "client")
PATIENCE_SECONDS: Final = 60.0
"""A server that takes longer to start, to end or to answer never will."""
ADMIN_FILE: Final = "admin.json"


class Server:
    """Starts the command of a checkout, in a folder with its database and all it leaves behind."""

    def __init__(self, folder: Path, arguments: Sequence[str]) -> None:
        self._folder = folder
        self._arguments = arguments
        self._process: asyncio.subprocess.Process | None = None
        self._checkout = folder
        self.port = 0

    async def start(self, checkout: Path, salt: str) -> None:
        """Start it and wait until it is ready.

        Raises:
            Stuck: it does not get ready.
        """
        self._checkout = checkout
        with self._log.open("ab") as log:
            self._process = await self._launch(
                salt,
                *("--host", "127.0.0.1", "--port", "0", "--bot-delay", "none"),
                *("--db", str(self._folder / "server.db")),
                *("--records", str(self._folder / "records")),
                *("--admin-file", ADMIN_FILE),
                *("--log-level", "warning"),
                *self._arguments,
                errors=log.fileno(),
            )
        self.port = int((await self._line()).split()[-1])

    async def command(self, *words: str) -> tuple[int | None, str]:
        """Let the operator ask for something; return status and output of his command."""
        arguments = ("admin", "--admin-file", ADMIN_FILE, *words)
        process = await self._launch("operator", *arguments, errors=asyncio.subprocess.STDOUT)
        output, _ = await process.communicate()
        return process.returncode, output.decode()

    async def _launch(self, salt: str, *arguments: str, errors: int) -> asyncio.subprocess.Process:
        roots = [str(self._checkout / source) for source in SOURCES]
        return await asyncio.create_subprocess_exec(
            *(sys.executable, "-P", str(CLOCKWORK), str(self._checkout), salt, *arguments),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=errors,
            cwd=self._folder,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(roots), "PYTHONHASHSEED": "0"},
        )

    # --- while it runs -------------------------------------------------------------------------

    @property
    def is_running(self) -> bool:
        """Whether it was started and has not ended."""
        return self._process is not None and self._process.returncode is None

    def let_pass(self, seconds: float) -> None:
        """Let time pass without waiting until it has."""
        process = self._running()
        assert process.stdin is not None
        process.stdin.write(f"{seconds}\n".encode())

    async def wait(self, seconds: float) -> None:
        """Let time pass, and return when all is done that was due."""
        self.let_pass(seconds)
        await self._line()

    def signal(self, number: signal.Signals) -> None:
        """Send a signal."""
        self._running().send_signal(number)

    async def until_ended(self) -> None:
        """Return once it has ended.

        Raises:
            Stuck: it does not.
        """
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                await self._running().wait()
        except TimeoutError:
            raise Stuck("the server does not end") from None

    async def kill(self) -> None:
        """Let nothing of it be left running."""
        if self.is_running:
            self._running().kill()
            await self._running().wait()

    def _running(self) -> asyncio.subprocess.Process:
        assert self._process is not None, "start first"
        return self._process

    async def _line(self) -> str:
        process = self._running()
        assert process.stdout is not None
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                line = (await process.stdout.readline()).decode()
        except TimeoutError:
            raise Stuck("the server says nothing") from None
        if not line:
            raise Stuck(f"the server has ended: {self.log().strip()[-500:]}")
        return line

    # --- what it leaves behind -----------------------------------------------------------------

    @property
    def _log(self) -> Path:
        return self._folder / "log"

    def log(self) -> str:
        """Return what it has logged so far."""
        return self._log.read_text() if self._log.exists() else ""

    def records(self) -> dict[str, bytes]:
        """Return the files of matches by name."""
        return {path.name: path.read_bytes() for path in self._folder.glob("records/*")}

    def rows(self) -> dict[str, list[str]]:
        """Return the rows of the database by table, once the server has ended."""
        database = sqlite3.connect(self._folder / "server.db")
        try:
            names = database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
            return {
                name: sorted(map(repr, database.execute(f'SELECT * FROM "{name}"')))
                for (name,) in names.fetchall()
            }
        finally:
            database.close()
