"""A table screen that runs, with real keys and clicks, for its tests."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from textual.message import Message
from textual.pilot import Pilot

from levata.events import Event
from levata.games.whist import WhistState
from levata_client.shown.table.moves import GUARD
from levata_client.shown.table.table_model import TableModel
from levata_client.shown.text.words import plain
from levata_client.terminal.drawing.motion import MotionPace
from levata_client.terminal.table import requests
from levata_client.terminal.table.table import TableScreen
from levata_client.terminal.themes import ThemedApp
from levata_client.terminal.widgets.bars import StatusLine
from levata_client.terminal.widgets.painted import Painted
from tests.support import demo

SMALL = (80, 24)


class Table:
    """A table screen in a running application, with a clock that stands still."""

    def __init__(self, model: TableModel, pace: MotionPace) -> None:
        self.time = 1000.0
        self.app: ThemedApp[None] = ThemedApp("felt")
        self.screen = TableScreen(model, pace=pace, now=lambda: self.time)
        self.posted: list[Message] = []
        self._pilot: Pilot[None] | None = None

    @property
    def pilot(self) -> Pilot[None]:
        assert self._pilot is not None
        return self._pilot

    @asynccontextmanager
    async def run(self, size: tuple[int, int]) -> AsyncGenerator[Table]:
        def collect(message: Message) -> None:
            if type(message).__module__ == requests.__name__ and message not in self.posted:
                self.posted.append(message)

        async with self.app.run_test(size=size, message_hook=collect) as self._pilot:
            await self.app.push_screen(self.screen)
            await self.settle()
            self.time += GUARD
            yield self

    async def settle(self) -> None:
        await self.pilot.pause()

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)
        await self.settle()

    async def click(self, name: str, x: int, y: int) -> None:
        await self.pilot.click(f"#{name}", offset=(x, y))
        await self.settle()

    async def show(self, shown: WhistState | TableModel, *events: Event) -> None:
        self.screen.show(model_of(shown, 0), events)
        await self.settle()

    def acts(self) -> list[tuple[str, int | None]]:
        """Return the answers that were posted."""
        return [
            (message.action, message.decision)
            for message in self.posted
            if isinstance(message, requests.ActRequested)
        ]

    def asked(self, kind: type[Message]) -> int:
        return sum(isinstance(message, kind) for message in self.posted)

    def rows(self, name: str) -> list[str]:
        """Return the rows of a painted widget as plain text."""
        widget = self.screen.query_one(f"#{name}", Painted)
        return [plain(row) for row in widget.rows()]

    @property
    def status(self) -> str:
        return plain(self.screen.query_one(StatusLine).text)

    def is_shown(self, name: str) -> bool:
        return self.screen.query_one(f"#{name}").display


def model_of(shown: WhistState | TableModel, seat: int | None) -> TableModel:
    return shown if isinstance(shown, TableModel) else demo.model_of(shown, seat)


@asynccontextmanager
async def table(
    shown: WhistState | TableModel,
    seat: int | None = 0,
    size: tuple[int, int] = SMALL,
    pace: MotionPace = MotionPace.NONE,
) -> AsyncGenerator[Table]:
    """Run a table that shows a state from a seat, or a model."""
    async with Table(model_of(shown, seat), pace).run(size) as running:
        yield running
