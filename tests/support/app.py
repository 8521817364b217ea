"""The whole application against a server in the hands of the test, with keys and a picture."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from typing import Any

from textual.pilot import Pilot
from textual.screen import Screen

from levata.games.whist import WhistView
from levata.protocol.documents import (
    Channel,
    TablePhase,
    TableRow,
)
from levata.protocol.messages import Request
from levata_client.config import Settings
from levata_client.shown.text.words import plain
from levata_client.state.model import Model
from levata_client.terminal.app import LevataApp
from levata_client.terminal.preferences import Overrides
from levata_client.terminal.session_controller import SessionController
from levata_client.terminal.widgets.painted import Painted
from tests.support.documents import bidding, lobby_view, table_view
from tests.support.fake_server import Answer, FakeServer

STILL = Settings(name="Ana", animation="none", bell="off")
ROUNDS = 2000
"""How often the test looks before it gives up."""


class Play:
    """A running application and its server."""

    def __init__(self, app: LevataApp, pilot: Pilot[int], server: FakeServer) -> None:
        self.app = app
        self.pilot = pilot
        self.server = server

    @property
    def screen(self) -> Screen[Any]:
        """The screen in front."""
        return self.app.screen

    @property
    def model(self) -> Model | None:
        """What the application knows of its session."""
        return self.app.sessions.model

    @property
    def settings(self) -> Settings:
        """The settings of the application, as they are kept."""
        return self.app.preferences.settings

    async def until(self, is_so: Callable[[], bool]) -> None:
        """Wait until something is true, with a picture of the screen if it never is."""
        for _round in range(ROUNDS):
            if is_so():
                await self.pilot.pause()
                return
            await asyncio.sleep(0.005)
        raise AssertionError(f"never so; the screen shows\n{self.text}")

    async def until_shows(self, *texts: str) -> None:
        """Wait until the screen shows texts."""
        await self.until(lambda: all(text in self.text for text in texts))

    async def until_screen(self, kind: type[Screen[Any]]) -> None:
        """Wait until a screen is in front."""
        await self.until(lambda: isinstance(self.screen, kind) and self.screen.is_mounted)

    async def until_asked(self, kind: type[Request]) -> Request:
        """Wait for a request of a kind; return the latest one."""
        await self.until(lambda: any(isinstance(request, kind) for request in self.server.requests))
        return next(request for request in reversed(self.server.requests) if type(request) is kind)

    async def press(self, *keys: str) -> None:
        """Press keys."""
        await self.pilot.press(*keys)
        await self.pilot.pause()

    async def type(self, text: str) -> None:
        """Type a text."""
        names = {" ": "space", ":": "colon", ".": "full_stop", "+": "plus", "/": "slash"}
        await self.press(*(names.get(letter, letter) for letter in text))

    async def join(self) -> None:
        """Go to the server."""
        await self.app.sessions.join_server(self.server.address)

    @property
    def text(self) -> str:
        """What the screen in front shows, row by row, boxes after what they cover."""
        rows: list[str] = []
        for widget in self.screen.walk_children():
            if isinstance(widget, Painted) and widget.is_on_screen and widget.display:
                rows += [plain(row).rstrip() for row in widget.rows()]
        return "\n".join(rows)


@asynccontextmanager
async def running(
    answer: Answer | None = None,
    settings: Settings = STILL,
    overrides: Overrides | None = None,
    size: tuple[int, int] = (80, 24),
    begin: Callable[[SessionController], None] | None = None,
) -> AsyncGenerator[Play]:
    """Run the application beside a fake server."""
    async with FakeServer(answer) as server:
        app = LevataApp(settings, overrides, begin)
        async with app.run_test(size=size) as pilot:
            play = Play(app, pilot, server)
            await play.until(lambda: len(app.screen_stack) == 2)
            yield play


async def at_table(play: Play, view: WhistView | None = None, **changes: Any) -> None:
    """Bring the application to a running match at which the user must act."""
    await play.join()
    play.server.table = 3
    await play.server.publish(Channel.TABLE, table_view(TablePhase.PLAYING, **changes))
    await play.server.publish(Channel.GAME, view or bidding(), decision=5)
    await play.until(lambda: play.model is not None and play.model.is_my_turn)


async def in_lobby(play: Play, *tables: TableRow) -> None:
    """Bring the application to the lobby of the server."""
    await play.server.publish(Channel.LOBBY, lobby_view(*tables))
    await play.join()
    await play.until(lambda: play.model is not None and play.model.lobby is not None)
    await play.until_shows("Dan's laptop")
