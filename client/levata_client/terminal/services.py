"""What screens may ask the rest of the client for, one small contract per kind of service.

A screen gets the few that it uses when it is made. Who provides them is the business of the
application; tests give stand-ins.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Concatenate, ParamSpec, Protocol

from levata.cards import HandOrder
from levata.game import View
from levata.protocol.documents import TableRow
from levata.protocol.messages import Request
from levata_client.config import Settings
from levata_client.net.saved_seats import TargetKind
from levata_client.shown.games import AnyGameDisplay
from levata_client.shown.table.scene import TableInfo
from levata_client.state.new_table import NewTable
from levata_client.terminal.drawing.motion import MotionPace

P = ParamSpec("P")


class Menus(Protocol):
    """What two keys lead to on every screen."""

    def show_help(self) -> None:
        """Show what helps on the screen in front."""

    def show_menu(self) -> None:
        """Show what can be done from anywhere, and on the screen in front."""


class Requests(Protocol):
    """Asks the server."""

    def ask(
        self, kind: Callable[Concatenate[int, P], Request], *args: P.args, **kwargs: P.kwargs
    ) -> None:
        """Send a request; if it is refused, say why where the user looks."""


class Talk(Protocol):
    """Says something to the others."""

    def say_line(self, text: str) -> None:
        """Say something to the table, or to the lobby."""


class Invitations(Protocol):
    """Knows how others come here."""

    def invitations(self) -> Sequence[str]:
        """Return the addresses of the user's own server, nothing where it is not for others."""
        ...


class Tables(Protocol):
    """Goes to the tables of a lobby."""

    def join_table(self, table: TableRow, is_sitting: bool) -> None:
        """Come to a table of the lobby, and take its first free seat if wanted."""


class Leaving(Protocol):
    """Goes away from a table."""

    def leave_table(self) -> None:
        """Go from the table to the lobby; with a server for oneself, home."""


class Sessions(Protocol):
    """Begins sessions with servers, and ends them."""

    def play(self, table: NewTable) -> None:
        """Play against the computer, at once."""

    def host(self) -> None:
        """Open a server for everybody on the network."""

    def resume(self, kind: TargetKind, folder: Path) -> None:
        """Go back to a seat."""

    def leave_server(self) -> None:
        """Go home; a server of one's own ends."""


class HomeQuestions(Protocol):
    """What is asked on the home screen."""

    def ask_name(self) -> None:
        """Ask for the name to play under."""

    def ask_address(self) -> None:
        """Ask where to join."""

    def ask_quit(self) -> None:
        """End the program; where that interrupts something, ask before."""


class LobbyQuestions(Protocol):
    """What is asked in the lobby."""

    def ask_table(self) -> None:
        """Ask what table to open."""

    def ask_leave_server(self) -> None:
        """Go home; where that takes the server from others, ask before."""


class TableQuestions(Protocol):
    """What is asked at a table."""

    def ask_leave_table(self) -> None:
        """Leave the table; where that gives up a seat in a running match, ask before."""


class HomePages(Menus, Protocol):
    """What the home screen leads to."""

    def show_settings(self) -> None:
        """Show the settings."""

    def show_rules(self) -> None:
        """Let a game be chosen, and show its rules."""

    def show_matches(self) -> None:
        """Show the matches that can be watched again."""


class Replays(Protocol):
    """Shows finished matches again."""

    def show_match(self, path: Path) -> None:
        """Let a match be watched again."""


class MatchRecords(Protocol):
    """What can be had of the match at a table."""

    @property
    def has_record(self) -> bool:
        """Whether the match that has just ended can be watched again."""
        ...

    def watch_last(self) -> None:
        """Watch the match again that has just ended."""

    def export_sheet(self, display: AnyGameDisplay, view: View, table: TableInfo) -> None:
        """Write the score sheet to a file, and say where it is."""


class SettingsService(Protocol):
    """The settings, to be changed."""

    @property
    def settings(self) -> Settings:
        """All of them, as they are kept."""
        ...

    @property
    def user_name(self) -> str:
        """The name that the user plays under."""
        ...

    def change_setting(self, key: str, value: str) -> None:
        """Put a setting into force and keep it."""


class TableSettings(Protocol):
    """The settings that count at a table."""

    @property
    def pace(self) -> MotionPace:
        """How fast things move."""
        ...

    @property
    def hand_order(self) -> HandOrder:
        """How hands are laid out."""
        ...

    def change_setting(self, key: str, value: str) -> None:
        """Put a setting into force and keep it."""


class Bell(Protocol):
    """Calls the user."""

    def ring(self) -> None:
        """Ring because it is the user's turn, if he wants that."""
