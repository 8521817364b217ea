"""A single screen in an application of its own, with services that write down what is asked."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from textual.pilot import Pilot
from textual.screen import Screen

import levata_client.terminal
from levata_client.net.saved_seats import TargetKind
from levata_client.shown.text.words import plain
from levata_client.state.new_table import NewTable
from levata_client.terminal.themes import ThemedApp
from levata_client.terminal.widgets.painted import Painted

FOLDER = Path(levata_client.terminal.__file__).parent


class ScreenApp(ThemedApp[None]):
    """An application of nothing but looks."""

    CSS_PATH = [str(FOLDER / "app.tcss"), str(FOLDER / "screens/screens.tcss")]  # type: ignore[assignment]  # noqa: RUF012 - Textual takes a list as well, and only reads it.


class Asked:
    """The services of a screen; what is asked of them, with its arguments, is written down."""

    def __init__(self) -> None:
        self.calls: list[tuple[Any, ...]] = []

    def show_help(self) -> None:
        """Write it down."""
        self.calls.append(("show_help",))

    def show_menu(self) -> None:
        """Write it down."""
        self.calls.append(("show_menu",))

    def say_line(self, text: str) -> None:
        """Write it down."""
        self.calls.append(("say_line", text))

    def invitations(self) -> list[str]:
        """Return the addresses of a server of the user's own."""
        return ["10.0.0.2"]

    def play(self, table: NewTable) -> None:
        """Write it down."""
        self.calls.append(("play", table))

    def host(self) -> None:
        """Write it down."""
        self.calls.append(("host",))

    def resume(self, kind: TargetKind, folder: Path) -> None:
        """Write it down."""
        self.calls.append(("resume", kind, folder))

    def leave_server(self) -> None:
        """Write it down."""
        self.calls.append(("leave_server",))


class Shown:
    """A screen that is shown."""

    def __init__(self, app: ScreenApp, pilot: Pilot[None]) -> None:
        self.app = app
        self.pilot = pilot

    async def press(self, *keys: str) -> None:
        """Press keys."""
        await self.pilot.press(*keys)
        await self.pilot.pause()

    @property
    def text(self) -> str:
        """What the screen in front shows, row by row."""
        rows: list[str] = []
        for widget in self.app.screen.walk_children():
            if isinstance(widget, Painted) and widget.is_on_screen and widget.display:
                rows += [plain(row).rstrip() for row in widget.rows()]
        return "\n".join(rows)


@asynccontextmanager
async def showing(
    screen: Screen[Any], results: list[Any] | None = None, size: tuple[int, int] = (80, 24)
) -> AsyncGenerator[Shown]:
    """Show a screen; its result, should it have one, goes to a list."""
    app = ScreenApp()
    async with app.run_test(size=size) as pilot:

        def done(result: Any) -> None:
            if results is not None:
                results.append(result)

        await app.push_screen(screen, done)
        await pilot.pause()
        yield Shown(app, pilot)
