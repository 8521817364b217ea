"""The session controller of the application against a fake server, without any screen."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any

from levata.protocol.documents import TableRow
from levata.protocol.messages import Request
from levata_client.config import Settings
from levata_client.shown.table.table_model import TableModel
from levata_client.state.model import ChatLine, GameChanged, Model, NoticeLine
from levata_client.terminal.preferences import Preferences
from levata_client.terminal.session_controller import News, SessionController
from tests.support.fake_server import Answer, FakeServer

ROUNDS = 2000
"""How often a test looks before it gives up."""


class SessionRun:
    """A session controller; what it would show, say and run is written down."""

    def __init__(self, server: FakeServer) -> None:
        self.server = server
        self.shown: list[str] = []
        """Where the user was led, each place as often as it was shown."""
        self.said: list[tuple[str, bool]] = []
        self.heard: list[ChatLine | NoticeLine] = []
        self.redrawn = 0
        self.rings = 0
        self.passwords: list[TableRow] = []
        self._tasks: list[asyncio.Task[None]] = []
        self._exclusive: dict[str, asyncio.Task[None]] = {}
        self._news: asyncio.Queue[News] = asyncio.Queue()
        self.preferences = Preferences(
            Settings(name="Ana"), changed=lambda key: None, fail=lambda text: None
        )
        self.sessions = SessionController(
            self,
            self.preferences,
            self,
            post=self._news.put_nowait,
            ring=self._ring,
            ask_table_password=lambda table, is_sitting: self.passwords.append(table),
        )

    @property
    def place(self) -> str:
        """Where the user is."""
        return self.shown[-1] if self.shown else "home"

    async def deal_with_news(self) -> None:
        """Hand what the link tells to the controller, for ever."""
        while True:
            await self.sessions.take(await self._news.get())

    async def until(self, is_so: Callable[[], bool]) -> None:
        """Wait until something is true."""
        for _round in range(ROUNDS):
            if is_so():
                return
            await asyncio.sleep(0.002)
        raise AssertionError(f"never so; shown {self.shown}, said {self.said}")

    async def until_asked(self, kind: type[Request]) -> Request:
        """Wait for a request of a kind; return the latest one."""
        await self.until(lambda: any(type(request) is kind for request in self.server.requests))
        return next(request for request in reversed(self.server.requests) if type(request) is kind)

    async def settled(self) -> None:
        """Wait for everything that was begun."""
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def end(self) -> None:
        """Give up what still runs."""
        for task in self._tasks:
            task.cancel()

    # --- workers -------------------------------------------------------------------------------

    def run_worker(
        self, work: Coroutine[Any, Any, None], *, group: str = "", exclusive: bool = False
    ) -> object:
        """Run something beside the test."""
        if exclusive and group in self._exclusive:
            self._exclusive[group].cancel()
        task = asyncio.ensure_future(work)
        self._tasks.append(task)
        if exclusive:
            self._exclusive[group] = task
        return task

    def _ring(self) -> None:
        self.rings += 1

    # --- places --------------------------------------------------------------------------------

    async def go_home(self, text: str = "", is_bad: bool = False) -> None:
        """Write down that the user is at home, and why."""
        self.shown.append("home")
        if text:
            self.said.append((text, is_bad))

    async def show_waiting(self, text: str) -> None:
        """Write down what is waited for."""
        self.shown.append(f"waiting: {text}")

    async def show_lobby(self, model: Model) -> None:
        """Write down that the user is in the lobby."""
        self._show("lobby")

    async def show_room(self, model: Model) -> None:
        """Write down that the user is at a table before its match."""
        self._show("room")

    async def show_table(
        self, model: Model, shown: TableModel, change: GameChanged | None = None
    ) -> bool:
        """Write down that the user is at a table."""
        is_new = self.place != "table"
        self._show("table")
        return is_new

    def _show(self, place: str) -> None:
        if self.place != place:
            self.shown.append(place)

    def redraw_place(self) -> None:
        """Count."""
        self.redrawn += 1

    def refresh_seats(self) -> None:
        """Do nothing."""

    def hear(self, line: ChatLine | NoticeLine) -> None:
        """Write down a line."""
        self.heard.append(line)

    def say(self, text: str, is_bad: bool = False) -> None:
        """Write down what is said."""
        self.said.append((text, is_bad))


@asynccontextmanager
async def controller(answer: Answer | None = None) -> AsyncGenerator[SessionRun]:
    """Run a session controller beside a fake server."""
    async with FakeServer(answer) as server:
        run = SessionRun(server)
        pump = asyncio.ensure_future(run.deal_with_news())
        try:
            yield run
        finally:
            pump.cancel()
            run.end()
            await run.sessions.end()
