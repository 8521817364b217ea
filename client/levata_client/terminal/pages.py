"""What is shown in front of a place: the menu, settings, help, rules, finished matches."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

from textual.app import App

from levata.errors import LevataError
from levata.game import View
from levata.games import GAMES, find_game
from levata.records.record import RecordFault
from levata.text import clean_text
from levata_client.shown.games import AnyGameDisplay, find_display, find_words
from levata_client.shown.places.replay import ReplayTimeline
from levata_client.shown.table.menu import table_menu
from levata_client.shown.table.scene import Notes, TableInfo
from levata_client.shown.table.view_model import table_of
from levata_client.shown.text.language import _
from levata_client.shown.text.record_faults import fault_text
from levata_client.state.saved_matches import find_match, read_match
from levata_client.terminal.help import help_page, rules_page
from levata_client.terminal.preferences import Preferences
from levata_client.terminal.screens.dialogs import MenuDialog, PageDialog
from levata_client.terminal.screens.frame import FramedScreen
from levata_client.terminal.screens.matches import MatchesScreen
from levata_client.terminal.screens.replay import ReplayScreen
from levata_client.terminal.screens.settings import SettingsScreen
from levata_client.terminal.session_controller import SessionController
from levata_client.terminal.sheet_file import save_sheet
from levata_client.terminal.table.live import LiveTable


class Pages:
    """Shows pages and menus; ``say`` is called with what cannot be shown, and why."""

    def __init__(
        self,
        app: App[Any],
        sessions: SessionController,
        preferences: Preferences,
        *,
        ask_quit: Callable[[], None],
        say: Callable[[str, bool], None],
    ) -> None:
        self._app = app
        self._sessions = sessions
        self._preferences = preferences
        self._ask_quit = ask_quit
        self._say = say

    # --- menu, settings, help ------------------------------------------------------------------

    def show_menu(self) -> None:
        """Show what can be done from anywhere, and on the screen in front."""
        screen: Any = self._app.screen
        if isinstance(screen, MenuDialog | SettingsScreen):
            return
        live = screen if isinstance(screen, LiveTable) else None
        entries = table_menu(live.session_model) if live is not None else ()
        actions = {entry.action.value: entry.action for entry in entries}
        rows = [
            ("settings", _("Settings")),
            ("help", _("Help")),
            *((entry.action.value, entry.label) for entry in entries),
            ("quit", _("Quit Levata")),
        ]

        def done(key: str | None) -> None:
            match key:
                case "settings":
                    self.show_settings()
                case "help":
                    self.show_help()
                case "quit":
                    self._ask_quit()
                case _ if live is not None and key in actions:
                    live.choose(actions[key])
                case _:
                    pass

        self._app.push_screen(MenuDialog(_("Menu"), rows), done)

    def show_settings(self) -> None:
        """Show the settings."""
        self._app.push_screen(SettingsScreen(self._preferences, self))

    def show_help(self) -> None:
        """Show keys, the rules of the table, and what words mean."""
        screen: Any = self._app.screen
        is_table = isinstance(screen, LiveTable)
        keys = screen.keys_shown() if isinstance(screen, LiveTable | FramedScreen) else ()
        page = help_page(keys, self._notes(), is_table)
        self._app.push_screen(PageDialog(_("Help"), page))

    def _notes(self) -> Notes | None:
        """Return what explains the table that the user is at."""
        model = self._sessions.model
        table = table_of(model) if model is not None else None
        if table is None or model is None or model.table is None:
            return None
        return find_display(model.table.game).notes(table)

    def show_rules(self) -> None:
        """Let a game be chosen, and show its rules."""
        rows = [(game.info.key, find_display(game.info.key).title) for game in GAMES]

        def done(key: str | None) -> None:
            if key is not None:
                page = PageDialog(find_display(key).title, rules_page(find_game(key)))
                self._app.push_screen(page)

        self._app.push_screen(MenuDialog(_("Rules"), rows), done)

    # --- matches -------------------------------------------------------------------------------

    def show_matches(self) -> None:
        """Show the matches that can be watched again."""
        self._app.push_screen(MatchesScreen(self, self))

    @property
    def has_record(self) -> bool:
        """Whether the match that has just ended can be watched again."""
        return self._record is not None

    @property
    def _record(self) -> Path | None:
        session, table = self._sessions.session, None
        if session is not None and session.target.is_own:
            table = session.model.table
        if session is None or table is None:
            return None
        return find_match(table.game, table.number, table.match, session.target.since)

    def watch_last(self) -> None:
        """Watch the match again that has just ended."""
        path = self._record
        if path is not None:
            self.show_match(path)

    def show_match(self, path: Path) -> None:
        """Let a match be watched again."""
        try:
            timeline = ReplayTimeline(read_match(path))
        except (OSError, LevataError) as error:
            reason = str(error)
            if isinstance(error, RecordFault):
                reason = fault_text(error, find_words(error.game))
            self._say(_("This match cannot be shown: {reason}").format(reason=reason), True)
            return
        order, pace = self._preferences.hand_order, self._preferences.pace
        self._app.push_screen(ReplayScreen(timeline, order, pace))

    def export_sheet(self, display: AnyGameDisplay, view: View, table: TableInfo) -> None:
        """Write the score sheet to a file, and say where it is."""
        try:
            path = save_sheet(display, view, table, datetime.now())
        except OSError as error:
            reason = clean_text(error.strerror or str(error))
            self._say(_("The file cannot be written: {reason}").format(reason=reason), True)
        else:
            title = _("The score sheet is in this file")
            self._app.notify(str(path), title=title, markup=False)
