"""The Textual application: how it looks, its keys, and the parts that it is made of."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterable
from typing import ClassVar, Final

from textual.app import SystemCommand
from textual.binding import Binding, BindingType
from textual.screen import Screen

from levata.files import write_atomically
from levata_client import paths
from levata_client.config import Settings
from levata_client.shown.text.language import _
from levata_client.terminal.navigator import Navigator, PlaceMakers
from levata_client.terminal.pages import Pages
from levata_client.terminal.preferences import Overrides, Preferences
from levata_client.terminal.questions import Questions
from levata_client.terminal.screens.create import CreateScreen
from levata_client.terminal.screens.dialogs import MenuDialog
from levata_client.terminal.screens.home import HomeScreen
from levata_client.terminal.screens.lobby import LobbyScreen
from levata_client.terminal.screens.room import RoomScreen
from levata_client.terminal.screens.wait import WaitScreen
from levata_client.terminal.session_controller import TICK, News, SessionController
from levata_client.terminal.table.live import LiveTable
from levata_client.terminal.themes import ThemedApp, choose_theme

CRASH_LOG: Final = "crash.log"


class LevataApp(ThemedApp[int]):
    """The client.

    ``begin`` is called once the home screen stands, with the session controller, to begin what the
    command line asked for.
    """

    TITLE = "Levata"
    CSS_PATH = ["app.tcss", "screens/screens.tcss"]  # type: ignore[assignment]  # noqa: RUF012 - Textual takes a list as well, and only reads it.
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q", "quit", show=False, id="app.quit", priority=True),
        Binding("ctrl+c", "quit", show=False, id="app.interrupt"),
    ]

    def __init__(
        self,
        settings: Settings,
        overrides: Overrides | None = None,
        begin: Callable[[SessionController], None] | None = None,
    ) -> None:
        self.preferences = Preferences(
            settings,
            overrides,
            changed=self._put_into_force,
            fail=lambda text: self.navigator.say(text, is_bad=True),
        )
        super().__init__(self.preferences.theme, self.preferences.deck, self.preferences.glyphs)
        self._begin = begin
        self.navigator = Navigator(self, self._place_makers())
        self.sessions = SessionController(
            self.navigator,
            self.preferences,
            self,
            post=self.post_message,
            ring=self.ring,
            ask_table_password=lambda table, is_sitting: self.questions.ask_table_password(
                table, is_sitting
            ),
        )
        self.questions = Questions(
            self, self.sessions, self.preferences, lambda: CreateScreen(self.pages)
        )
        self.pages = Pages(
            self,
            self.sessions,
            self.preferences,
            ask_quit=self.questions.ask_quit,
            say=self.navigator.say,
        )

    def _place_makers(self) -> PlaceMakers:
        """Return how the places are made, each with the services that it uses."""
        return PlaceMakers(
            home=lambda: HomeScreen(
                pages=self.pages,
                sessions=self.sessions,
                questions=self.questions,
                settings=self.preferences,
            ),
            waiting=lambda text: WaitScreen(text, self.sessions, self.pages),
            lobby=lambda model: LobbyScreen(
                model,
                menus=self.pages,
                talk=self.sessions.requests,
                tables=self.sessions.requests,
                questions=self.questions,
                invitations=self.sessions,
            ),
            room=lambda model: RoomScreen(
                model,
                menus=self.pages,
                talk=self.sessions.requests,
                requests=self.sessions.requests,
                leaving=self.sessions,
                invitations=self.sessions,
            ),
            table=lambda model, shown: LiveTable(
                model,
                shown,
                menus=self.pages,
                records=self.pages,
                requests=self.sessions.requests,
                leaving=self.sessions,
                questions=self.questions,
                settings=self.preferences,
                bell=self,
            ),
        )

    # --- beginning and ending ------------------------------------------------------------------

    async def on_mount(self) -> None:
        await self.navigator.start()
        self.set_interval(TICK, self.sessions.tick)
        if self._begin is not None:
            self._begin(self.sessions)

    async def on_unmount(self) -> None:
        await self.sessions.end()

    async def on_news(self, news: News) -> None:
        await self.sessions.take(news)

    def ring(self) -> None:
        """Ring because it is the user's turn, if he wants that."""
        if self.preferences.wants_bell(self.app_focus):
            self.bell()

    def _put_into_force(self, key: str) -> None:
        """Let a setting that has changed be seen."""
        if key == "theme":
            theme = self.preferences.theme
            self.theme = choose_theme(theme, self.console.color_system, self.no_color)
        self.deck = self.preferences.deck
        self.glyphs = self.preferences.glyphs
        self.navigator.retell()

    # --- commands ------------------------------------------------------------------------------

    async def action_quit(self) -> None:
        if not isinstance(self.screen, MenuDialog):
            self.questions.ask_quit()

    def action_help_quit(self) -> None:
        self.questions.ask_quit()

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        pages = self.pages
        yield SystemCommand(_("Settings"), _("name, language, colours, cards"), pages.show_settings)
        yield SystemCommand(_("Help"), _("keys, rules, words"), pages.show_help)
        yield SystemCommand(_("Rules"), _("of every game, in short"), pages.show_rules)
        yield SystemCommand(_("Menu"), _("what can be done here"), pages.show_menu)
        yield SystemCommand(_("Quit Levata"), _("your seat is kept"), self.questions.ask_quit)

    def _fatal_error(self) -> None:
        """End after a fault of ours: the details go to a file, the user gets one paragraph."""
        path = paths.log_dir() / CRASH_LOG
        details = traceback.format_exc()
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(path, details.encode("utf-8", "replace"))
        except OSError:
            self.panic(details)
            return
        self.panic(
            _(
                "Levata had to end because of a fault of its own; this should not have happened. "
                "Your seat is kept: start again to go on. The details are in {path}"
            ).format(path=path)
        )
