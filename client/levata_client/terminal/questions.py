"""What the user is asked in a box: name, address, passwords, the table to open, whether to go."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from textual.app import App

from levata.protocol.documents import TableRow
from levata.protocol.messages import Rename
from levata.text import clean_name, clean_text
from levata_client.net.address import parse_address
from levata_client.shown.text.language import _
from levata_client.state.link_events import LinkError
from levata_client.state.new_table import NewTable
from levata_client.terminal.preferences import Preferences
from levata_client.terminal.screens.create import CreateScreen
from levata_client.terminal.screens.dialogs import MenuDialog, TextDialog
from levata_client.terminal.session_controller import SessionController


class Questions:
    """Asks, and does what the answer says."""

    def __init__(
        self,
        app: App[Any],
        sessions: SessionController,
        preferences: Preferences,
        make_create: Callable[[], CreateScreen],
    ) -> None:
        self._app = app
        self._sessions = sessions
        self._preferences = preferences
        self._make_create = make_create

    def ask_name(self) -> None:
        """Ask for the name to play under."""

        async def check(text: str) -> None:
            name = clean_name(text)
            session = self._sessions.session
            if session is not None:
                await session.request(Rename, name=name)
            self._preferences.change_setting("name", name)

        name = self._preferences.user_name
        self._app.push_screen(TextDialog(_("Your name"), name, check=check, limit=60))

    def ask_address(self) -> None:
        """Ask where to join, until it works or is given up."""
        self._app.run_worker(self._ask_address(), group="session", exclusive=True)

    async def _ask_address(self) -> None:
        wanted: list[LinkError] = []

        async def check(text: str, password: str = "") -> None:
            try:
                await self._sessions.join_server(parse_address(text), password)
            except LinkError as error:
                if error.code != "password" or password:
                    raise
                wanted.append(error)

        hint = _("a host, or host:port, as the host's screen shows it")
        dialog = TextDialog(_("Join a game"), "", hint, check)
        text = await self._app.push_screen_wait(dialog)
        if text is None or not wanted:
            return

        async def check_password(password: str) -> None:
            await check(text, password or " ")

        dialog = TextDialog(
            _("Password of the server"),
            check=check_password,
            hint=_("this server wants a password"),
            is_secret=True,
        )
        await self._app.push_screen_wait(dialog)

    def ask_table(self) -> None:
        """Ask what table to open."""

        def done(result: tuple[NewTable, bool] | None) -> None:
            if result is not None:
                self._sessions.open_table(*result)

        self._app.push_screen(self._make_create(), done)

    def ask_table_password(self, table: TableRow, is_sitting: bool) -> None:
        """Ask for the password of a table of the lobby, and go there."""

        def done(text: str | None) -> None:
            if text:
                self._sessions.requests.join_table(table, is_sitting, text)

        title = _("Password of {table}").format(table=clean_text(table.name))
        self._app.push_screen(TextDialog(title, is_secret=True), done)

    # --- going away ----------------------------------------------------------------------------

    def ask_leave_table(self) -> None:
        """Leave the table; where that gives up a seat in a running match, ask before."""
        if not self._is_seated:
            self._sessions.leave_table()
            return
        text = _("The match is not over. A bot plays on for you.")
        if self._sessions.is_alone:
            text = _("The match is not over and will be lost. Quit instead to go on later.")
        self._confirm(_("Leave the table?"), text, _("Leave"), self._sessions.leave_table)

    def ask_leave_server(self) -> None:
        """Go home; where that takes the server from others, ask before."""
        if not self._sessions.has_guests:
            self._sessions.leave_server()
            return
        title, close = _("Close the server?"), _("Close the server")
        self._confirm(title, _guests_text(), close, self._sessions.leave_server)

    def ask_quit(self) -> None:
        """End the program; where that interrupts something, ask before."""
        has_guests = self._sessions.has_guests
        if not self._is_seated and not has_guests:
            self._app.exit(0)
            return
        text = _("Your seat is kept: choose “Resume my seat” the next time.")
        if has_guests:
            text = _guests_text()
        self._confirm(_("Quit Levata?"), text, _("Quit"), lambda: self._app.exit(0))

    @property
    def _is_seated(self) -> bool:
        """Whether the user plays a match."""
        model = self._sessions.model
        return model is not None and model.is_playing and model.seat >= 0

    def _confirm(self, title: str, text: str, label: str, do: Callable[[], None]) -> None:
        """Ask whether to go, and go if the answer is yes; to stay is the usual answer."""
        rows: Sequence[tuple[str, str]] = (("stay", _("Stay")), ("go", label))

        def done(key: str | None) -> None:
            if key == "go":
                do()

        self._app.push_screen(MenuDialog(title, rows, text), done)


def _guests_text() -> str:
    return _("Others are on your server. Their games are kept for the next time you host.")
