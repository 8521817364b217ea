"""The Textual application: sessions and settings, with the questions and pages in front of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime
from pathlib import Path
from typing import ClassVar

from textual.app import SystemCommand
from textual.binding import Binding, BindingType
from textual.screen import Screen

from levata.errors import LevataError
from levata.games import GAMES, find_game
from levata.protocol.documents import TableRow
from levata.protocol.messages import Rename
from levata.records.record import RecordFault
from levata.text import clean_name, clean_text
from levata_client.config import Settings
from levata_client.net.address import parse_address
from levata_client.net.saved_seats import TargetKind
from levata_client.shown.games import find_display
from levata_client.shown.places.replay import find_record, load_timeline
from levata_client.shown.table.view_model import table_of
from levata_client.shown.text.language import _
from levata_client.shown.text.record_faults import fault_text
from levata_client.shown.text.words import MUTED, Part, Words, words
from levata_client.state.link_events import LinkError
from levata_client.state.new_table import NewTable
from levata_client.terminal.app_session import SessionApp
from levata_client.terminal.app_settings import Overrides
from levata_client.terminal.help import help_page, rules_page
from levata_client.terminal.screens.create import CreateScreen
from levata_client.terminal.screens.dialogs import MenuDialog, PageDialog, TextDialog
from levata_client.terminal.screens.frame import FramedScreen
from levata_client.terminal.screens.matches import MatchesScreen
from levata_client.terminal.screens.replay import ReplayScreen
from levata_client.terminal.screens.settings import SettingsScreen
from levata_client.terminal.sheet_file import save_sheet
from levata_client.terminal.table.live import LiveTable


class LevataApp(SessionApp):
    """The client."""

    TITLE = "Levata"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q", "quit", show=False, id="app.quit", priority=True),
        Binding("ctrl+c", "quit", show=False, id="app.interrupt"),
    ]

    def __init__(
        self,
        settings: Settings,
        wishes: Overrides | None = None,
        begin: Callable[[LevataApp], None] | None = None,
    ) -> None:
        super().__init__(settings, wishes)
        self._begin_with = begin
        """What to do once the home screen stands."""

    def started(self) -> None:
        if self._begin_with is not None:
            self._begin_with(self)

    # --- questions -----------------------------------------------------------------------------

    def ask_name(self) -> None:
        """Ask for the name to play under."""

        async def check(text: str) -> None:
            name = clean_name(text)
            if self.session is not None:
                await self.session.request(Rename, name=name)
            self.change_setting("name", name)

        self.push_screen(TextDialog(_("Your name"), self.user_name, check=check, limit=60))

    def ask_address(self) -> None:
        """Ask where to join, until it works or is given up."""
        self.run_worker(self._ask_address(), group="session", exclusive=True)

    async def _ask_address(self) -> None:
        wanted: list[LinkError] = []

        async def check(text: str, password: str = "") -> None:
            try:
                await self.join_server(parse_address(text), password)
            except LinkError as error:
                if error.code != "password" or password:
                    raise
                wanted.append(error)

        hint = _("a host, or host:port, as the host's screen shows it")
        text = await self.push_screen_wait(TextDialog(_("Join a game"), "", hint, check))
        if text is None or not wanted:
            return

        async def check_password(password: str) -> None:
            await check(text, password or " ")

        await self.push_screen_wait(
            TextDialog(
                _("Password of the server"),
                check=check_password,
                hint=_("this server wants a password"),
                is_secret=True,
            )
        )

    def ask_table(self) -> None:
        """Ask what table to open."""

        def done(result: tuple[NewTable, bool] | None) -> None:
            if result is not None:
                self.open_table(*result)

        self.push_screen(CreateScreen(), done)

    def ask_table_password(self, table: TableRow, is_sitting: bool) -> None:
        def done(text: str | None) -> None:
            if text:
                self.join_table(table, is_sitting, text)

        title = _("Password of {table}").format(table=clean_text(table.name))
        self.push_screen(TextDialog(title, is_secret=True), done)

    def ask_leave_table(self) -> None:
        """Ask before a seat in a running match is given up."""
        model = self.model
        if model is None or not model.is_playing or model.seat < 0:
            self.leave_table()
            return
        text = _("The match is not over. A bot plays on for you.")
        if self.session is not None and self.session.target.kind is TargetKind.PLAY:
            text = _("The match is not over and will be lost. Quit instead to go on later.")

        def done(key: str | None) -> None:
            if key == "leave":
                self.leave_table()

        self._confirm(
            _("Leave the table?"), text, [("stay", _("Stay")), ("leave", _("Leave"))], done
        )

    def ask_leave_server(self) -> None:
        """Ask before a server of one's own, with others on it, is closed."""
        if not self._has_guests():
            self.leave_server()
            return

        def done(key: str | None) -> None:
            if key == "leave":
                self.leave_server()

        text = _("Others are on your server. Their games are kept for the next time you host.")
        rows = [("stay", _("Stay")), ("leave", _("Close the server"))]
        self._confirm(_("Close the server?"), text, rows, done)

    def ask_quit(self) -> None:
        """End the program; where that interrupts something, ask before."""
        model = self.model
        is_seated = model is not None and model.is_playing and model.seat >= 0
        if not is_seated and not self._has_guests():
            self.exit(0)
            return
        text = _("Your seat is kept: choose “Resume my seat” the next time.")
        if self._has_guests():
            text = _("Others are on your server. Their games are kept for the next time you host.")

        def done(key: str | None) -> None:
            if key == "quit":
                self.exit(0)

        self._confirm(_("Quit Levata?"), text, [("stay", _("Stay")), ("quit", _("Quit"))], done)

    async def action_quit(self) -> None:
        if not isinstance(self.screen, MenuDialog):
            self.ask_quit()

    def action_help_quit(self) -> None:
        self.ask_quit()

    def _confirm(
        self,
        title: str,
        text: str,
        rows: list[tuple[str, str]],
        done: Callable[[str | None], None],
    ) -> None:
        self.push_screen(MenuDialog(title, rows, text), done)

    def _has_guests(self) -> bool:
        session, model = self.session, self.model
        if session is None or model is None or not session.target.is_hosted:
            return False
        in_lobby = len(model.lobby.people) if model.lobby is not None else 0
        table = model.table
        at_table = 0
        if table is not None:
            at_table = sum(bool(seat.person) for seat in table.seats) + len(table.watchers)
        return max(in_lobby, at_table) > 1

    # --- menus and pages -----------------------------------------------------------------------

    def show_menu(self) -> None:
        """Show what can be done from anywhere."""
        if isinstance(self.screen, MenuDialog | SettingsScreen):
            return
        live = self.screen if isinstance(self.screen, LiveTable) else None
        rows = [
            ("settings", _("Settings")),
            ("help", _("Help")),
            *(live.menu_rows() if live is not None else []),
            ("quit", _("Quit Levata")),
        ]

        def done(key: str | None) -> None:
            match key:
                case None:
                    pass
                case "settings":
                    self.show_settings()
                case "help":
                    self.show_help()
                case "quit":
                    self.ask_quit()
                case _ if live is not None:
                    live.menu_picked(key)
                case _:
                    pass

        self.push_screen(MenuDialog(_("Menu"), rows), done)

    def show_settings(self) -> None:
        """Show the settings."""
        self.push_screen(SettingsScreen())

    def show_help(self) -> None:
        """Show keys, the rules of the table, and what words mean."""
        screen, model = self.screen, self.model
        keys: list[tuple[str, str]] = []
        table = table_of(model) if model is not None else None
        game = model.table.game if model is not None and model.table is not None else ""
        is_table = isinstance(screen, LiveTable)
        if isinstance(screen, LiveTable):
            keys = [(key.key, key.label) for key in screen.footer_keys(screen.scene)]
        elif isinstance(screen, FramedScreen):
            keys = [(key.key, key.label) for key in screen.footer_keys()]
        notes = find_display(game).notes(table) if table is not None else None
        self.push_screen(PageDialog(_("Help"), help_page(keys, notes, is_table)))

    def show_rules(self) -> None:
        """Let a game be chosen, and show its rules."""
        rows = [(game.info.key, find_display(game.info.key).title) for game in GAMES]

        def done(key: str | None) -> None:
            if key is not None:
                title = find_display(key).title
                self.push_screen(PageDialog(title, rules_page(find_game(key))))

        self.push_screen(MenuDialog(_("Rules"), rows), done)

    def show_matches(self) -> None:
        """Show the matches that can be watched again."""
        self.push_screen(MatchesScreen())

    @property
    def has_record(self) -> bool:
        """Whether the match that has just ended can be watched again."""
        return self._record is not None

    @property
    def _record(self) -> Path | None:
        session, model = self.session, self.model
        if session is None or model is None or model.table is None or not session.target.is_own:
            return None
        table = model.table
        return find_record(table.game, table.number, table.match, session.target.since)

    def watch_last(self) -> None:
        """Watch the match again that has just ended."""
        path = self._record
        if path is not None:
            self.show_match(path)

    def show_match(self, path: Path) -> None:
        """Let a match be watched again."""
        try:
            tape = load_timeline(path)
        except (OSError, LevataError) as error:
            reason = fault_text(error) if isinstance(error, RecordFault) else str(error)
            self.say(_("This match cannot be shown: {reason}").format(reason=reason), is_bad=True)
            return
        self.push_screen(ReplayScreen(tape, self.hand_order, self.pace))

    def export(self, live: LiveTable) -> None:
        """Write the score sheet of a table to a file, and say where it is."""
        try:
            path = save_sheet(live.view, live.model.view, live.table, datetime.now())
        except OSError as error:
            reason = clean_text(error.strerror or str(error))
            self.say(_("The file cannot be written: {reason}").format(reason=reason), is_bad=True)
        else:
            self.notify(str(path), title=_("The score sheet is in this file"), markup=False)

    def invitation(self) -> list[Words]:
        """Return how others get to the server, if it is the user's own."""
        addresses = self.session.target.invitations() if self.session is not None else []
        if not addresses:
            return []
        commands = "  ".join(f"levata join {text}" for text in addresses[:2])
        return [words(Part(_("Others on this network: "), MUTED), commands)]

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        yield SystemCommand(_("Settings"), _("name, language, colours, cards"), self.show_settings)
        yield SystemCommand(_("Help"), _("keys, rules, words"), self.show_help)
        yield SystemCommand(_("Rules"), _("of every game, in short"), self.show_rules)
        yield SystemCommand(_("Menu"), _("what can be done here"), self.show_menu)
        yield SystemCommand(_("Quit Levata"), _("your seat is kept"), self.ask_quit)
