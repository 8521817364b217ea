"""Where the user is: one place at a time above the home screen, boxes and pages above that."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

from textual.app import App
from textual.screen import ModalScreen

from levata_client.shown.table.table_model import TableModel
from levata_client.state.model import ChatLine, GameChanged, Model, NoticeLine
from levata_client.terminal.screens.frame import FramedScreen
from levata_client.terminal.screens.home import HomeScreen
from levata_client.terminal.screens.lobby import LobbyScreen
from levata_client.terminal.screens.place import PlaceScreen
from levata_client.terminal.screens.room import RoomScreen
from levata_client.terminal.screens.wait import WaitScreen
from levata_client.terminal.table.live import LiveTable

Place: TypeAlias = LobbyScreen | RoomScreen | LiveTable | WaitScreen


@dataclass(frozen=True, kw_only=True)
class PlaceMakers:
    """How each place is made, with the services that it uses."""

    home: Callable[[], HomeScreen]
    waiting: Callable[[str], WaitScreen]
    """For what is waited for, in words."""
    lobby: Callable[[Model], LobbyScreen]
    room: Callable[[Model], RoomScreen]
    table: Callable[[Model, TableModel], LiveTable]


class Navigator:
    """Shows the place where the user is; only this class clears the stack of screens."""

    def __init__(self, app: App[Any], make: PlaceMakers) -> None:
        self._app = app
        self._make = make
        self._home: HomeScreen | None = None
        self._place: Place | None = None

    @property
    def place(self) -> Place | None:
        """The screen above the home screen, below boxes and pages; None at home."""
        return self._place

    @property
    def home(self) -> HomeScreen:
        """The lowest screen; `start` must have been called."""
        assert self._home is not None, "start first"
        return self._home

    async def start(self) -> None:
        """Show the home screen."""
        self._home = self._make.home()
        await self._app.push_screen(self._home)

    # --- going somewhere -----------------------------------------------------------------------

    async def go_home(self, text: str = "", is_bad: bool = False) -> None:
        """Show the home screen, saying why."""
        await self._clear_stack()
        self._place = None
        self.home.say(text, is_bad)

    async def show_waiting(self, text: str) -> None:
        """Show what is waited for."""
        await self._go(self._make.waiting(text))

    async def show_lobby(self, model: Model) -> None:
        """Show the lobby of a server."""
        if isinstance(self._place, LobbyScreen):
            self._place.redraw()
        else:
            await self._go(self._make.lobby(model))

    async def show_room(self, model: Model) -> None:
        """Show a table before its match."""
        if isinstance(self._place, RoomScreen):
            self._place.redraw()
        else:
            await self._go(self._make.room(model))

    async def show_table(
        self, model: Model, shown: TableModel, change: GameChanged | None = None
    ) -> bool:
        """Show a table, with a change how it came about; return whether it was shown anew."""
        place = self._place
        is_new = not isinstance(place, LiveTable)
        if not isinstance(place, LiveTable):
            place = self._make.table(model, shown)
            await self._go(place)
        place.take(change)
        return is_new

    async def _go(self, place: Place) -> None:
        """Show where the user is now, in place of where he was."""
        await self._clear_stack()
        self._place = place
        await self._app.push_screen(place)

    async def _clear_stack(self) -> None:
        """Take away everything above the home screen."""
        app = self._app
        while app.screen is not self.home and len(app.screen_stack) > 1:
            top = app.screen
            if isinstance(top, ModalScreen):
                await top.dismiss(None)
            else:
                await app.pop_screen()

    # --- telling what is shown -----------------------------------------------------------------

    def redraw_place(self) -> None:
        """Show anew where the user is, because time has passed or the connection has changed."""
        if isinstance(self._place, LiveTable):
            self._place.take()
        elif isinstance(self._place, PlaceScreen):
            self._place.redraw()

    def refresh_seats(self) -> None:
        """Look again which seats can be taken again."""
        self.home.refresh_seats()

    def hear(self, line: ChatLine | NoticeLine) -> None:
        """Add a line to what was said where the user is."""
        if isinstance(self._place, LiveTable | PlaceScreen):
            self._place.hear(line)

    def say(self, text: str, is_bad: bool = False) -> None:
        """Say something on the foremost screen that has a line for it."""
        for screen in self._screens():
            screen.say(text, is_bad)
            return

    def retell(self) -> None:
        """Show everything anew, after a setting has changed."""
        for screen in self._screens():
            screen.retell()

    def _screens(self) -> list[LiveTable | FramedScreen[Any]]:
        """Return the screens that stand for themselves, the foremost first."""
        screens: list[LiveTable | FramedScreen[Any]] = []
        for screen in reversed(self._app.screen_stack):
            if isinstance(screen, LiveTable | FramedScreen):
                screens.append(screen)  # pyright: ignore[reportUnknownArgumentType] - any result
        return screens
