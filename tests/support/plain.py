"""The line mode against a server in the hands of the test."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

from levata.protocol.documents import Channel, TablePhase
from levata_client.net.session import Session
from levata_client.plain.client import PlainClient
from tests.support.documents import bidding, lobby_view, table_row, table_view
from tests.support.fake_server import Answer, FakeServer


class Typed:
    """Lines that the test types, one by one; the end of input is None."""

    is_typed = True

    def __init__(self) -> None:
        self._lines: asyncio.Queue[str | None] = asyncio.Queue()

    def type(self, line: str | None) -> None:
        """Type a line."""
        self._lines.put_nowait(line)

    async def next(self) -> str | None:
        """Return the next line."""
        return await self._lines.get()


class Plain:
    """A running line mode."""

    def __init__(self, server: FakeServer) -> None:
        self.server = server
        self.told: list[str] = []
        self.lines = Typed()
        self.client = PlainClient(Session.at(server.address, "Ana"), self._tell)
        self._news = asyncio.Event()
        self.status: int | None = None

    def _tell(self, line: str) -> None:
        self.told.append(line)
        self._news.set()

    async def run(self) -> None:
        """Run to the end."""
        self.status = await self.client.run(self.lines)
        self._news.set()

    async def until_told(self, text: str) -> None:
        """Wait until a line says something."""
        async with asyncio.timeout(10):
            while text not in "\n".join(self.told):
                self._news.clear()
                await self._news.wait()

    async def type(self, line: str, text: str) -> None:
        """Type a line and wait for what it leads to."""
        self.told.clear()
        self.lines.type(line)
        await self.until_told(text)


@asynccontextmanager
async def running(
    answer: Answer | None = None, phase: TablePhase | None = None, **changes: Any
) -> AsyncGenerator[Plain]:
    """Run the line mode, in the lobby or at a table."""
    async with FakeServer(answer) as server:
        await server.publish(Channel.LOBBY, lobby_view(table_row(4)))
        if phase is not None:
            server.table = 3
            await server.publish(Channel.TABLE, table_view(phase))
            if phase != TablePhase.OPEN:
                await server.publish(Channel.GAME, bidding(**changes), decision=5)
        plain = Plain(server)
        task = asyncio.create_task(plain.run())
        await plain.until_told("Type ? for help.")
        yield plain
        plain.lines.type(None)
        await task
