"""The whole application against a server in the hands of the test, with keys and a picture."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from typing import Any

from msgspec.structs import replace
from textual.pilot import Pilot
from textual.screen import Screen

from levata.games.whist import Whist, WhistOptions, WhistView
from levata.options import format_options
from levata.protocol.documents import (
    Channel,
    LobbyDocument,
    PersonRow,
    SeatKind,
    SeatRow,
    TableDocument,
    TablePhase,
    TableRow,
)
from levata.protocol.messages import Request
from levata_client.config import Settings
from levata_client.shown.text.words import plain
from levata_client.terminal.app import LevataApp
from levata_client.terminal.app_settings import Overrides
from levata_client.terminal.widgets.painted import Painted
from tests.support import demo
from tests.support.fake_server import Answer, FakeServer

ME = 7
"""The person that the fake server makes of whoever comes."""
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
        await self.app.join_server(self.server.address)

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
    wishes: Overrides | None = None,
    size: tuple[int, int] = (80, 24),
    begin: Callable[[LevataApp], None] | None = None,
) -> AsyncGenerator[Play]:
    """Run the application beside a fake server."""
    async with FakeServer(answer) as server:
        app = LevataApp(settings, wishes, begin)
        async with app.run_test(size=size) as pilot:
            play = Play(app, pilot, server)
            await play.until(lambda: len(app.screen_stack) == 2)
            yield play


SEATS = (
    SeatRow(SeatKind.PERSON, "Ana", ME),
    SeatRow(SeatKind.BOT, "Ioana", 0, "easy"),
    SeatRow(SeatKind.EMPTY),
)


def lobby_view(*tables: TableRow) -> LobbyDocument:
    """Return a lobby with two people and some tables."""
    people = (PersonRow(ME, "Ana"), PersonRow(9, "Dan", 1))
    return LobbyDocument("Dan's laptop", tables, people)


def table_row(number: int = 1, **changes: Any) -> TableRow:
    """Return a table of the lobby with a free seat."""
    seats = (SeatRow(SeatKind.PERSON, "Dan", 9), SeatRow(SeatKind.EMPTY), SeatRow(SeatKind.EMPTY))
    return replace(
        TableRow(number, "Seara", "whist", {}, "normal", TablePhase.OPEN, seats), **changes
    )


def table_view(phase: TablePhase = TablePhase.OPEN, **changes: Any) -> TableDocument:
    """Return a table of three that belongs to the user."""
    options = format_options(WhistOptions())
    table = TableDocument(3, "Ana's table", "whist", options, "none", "easy", phase, ME, SEATS)
    if phase != TablePhase.OPEN:
        seats = (SEATS[0], SEATS[1], SeatRow(SeatKind.BOT, "Mihai", 0, "easy"))
        table = replace(table, seats=seats, match=1)
    return replace(table, **changes)


def bidding(seats: int = 3, **changes: Any) -> WhistView:
    """Return the view of a user who bids first in the first hand."""
    rules = Whist()
    state = demo.deal_known(rules.setup(seats, WhistOptions()), {0: "KH"}, "9D")
    return replace(rules.view(state, 0), **changes)


async def at_table(play: Play, view: WhistView | None = None, **changes: Any) -> None:
    """Bring the application to a running match at which the user must act."""
    await play.join()
    play.server.table = 3
    await play.server.publish(Channel.TABLE, table_view(TablePhase.PLAYING, **changes))
    await play.server.publish(Channel.GAME, view or bidding(), decision=5)
    await play.until(lambda: play.app.model is not None and play.app.model.is_my_turn)


async def in_lobby(play: Play, *tables: TableRow) -> None:
    """Bring the application to the lobby of the server."""
    await play.server.publish(Channel.LOBBY, lobby_view(*tables))
    await play.join()
    await play.until(lambda: play.app.model is not None and play.app.model.lobby is not None)
    await play.until_shows("Dan's laptop")
