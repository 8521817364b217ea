"""The part of the application that shows one place at a time, above the home screen."""

from __future__ import annotations

from typing import TypeAlias

from textual.screen import ModalScreen

from levata_client.terminal.app_settings import SettingsApp
from levata_client.terminal.screens.home import HomeScreen
from levata_client.terminal.screens.lobby import LobbyScreen
from levata_client.terminal.screens.room import RoomScreen
from levata_client.terminal.screens.wait import WaitScreen
from levata_client.terminal.table.live import LiveTable

Place: TypeAlias = LobbyScreen | RoomScreen | LiveTable | WaitScreen


class PlacesApp(SettingsApp):
    """An application whose lowest screen is the home screen."""

    home: HomeScreen
    place: Place | None = None
    """Where the user is: the screen above the home screen, below boxes and pages."""

    async def on_mount(self) -> None:
        self.home = HomeScreen()
        await self.push_screen(self.home)
        self.started()

    def started(self) -> None:
        """Do what is to be done once the home screen stands."""

    async def go_home(self, text: str = "", is_bad: bool = False) -> None:
        """Show the home screen, saying why."""
        await self._clear_stack()
        self.place = None
        self.home.say(text, is_bad)

    async def show_place(self, kind: type[LobbyScreen] | type[RoomScreen]) -> None:
        """Show a place of this kind, anew where it is shown already."""
        if isinstance(self.place, kind):
            self.place.redraw()
        else:
            await self.show_screen(kind())

    async def show_screen(self, screen: Place) -> None:
        """Show where the user is now, in place of where he was."""
        await self._clear_stack()
        self.place = screen
        await self.push_screen(screen)

    async def _clear_stack(self) -> None:
        """Take away everything above the home screen."""
        while self.screen is not self.home and len(self.screen_stack) > 1:
            top = self.screen
            if isinstance(top, ModalScreen):
                await top.dismiss(None)
            else:
                await self.pop_screen()
