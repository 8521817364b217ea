"""The part of the application that has a session with a server, and shows where it is."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Concatenate, Final, ParamSpec

from textual.message import Message

from levata.errors import LevataError, RequestError
from levata.events import Dealt
from levata.protocol.documents import SeatKind, TablePhase, TableRow
from levata.protocol.messages import Arrange, Join, Leave, Request, Say, Sit, Start
from levata_client.net.address import Address
from levata_client.net.saved_seats import TargetKind
from levata_client.net.server_target import ServerTarget
from levata_client.net.session import Session
from levata_client.shown.games import find_display
from levata_client.shown.table.view_model import table_model, table_of
from levata_client.shown.text import messages
from levata_client.shown.text.language import _
from levata_client.shown.text.words import plain
from levata_client.state.link_events import LinkError, LinkEvent, LinkState
from levata_client.state.model import (
    Change,
    GameChanged,
    HandsChanged,
    LineAdded,
    LinkChanged,
    LobbyChanged,
    Model,
    NoticeLine,
    SessionEnded,
    SessionOpened,
    TableChanged,
    TableLeft,
)
from levata_client.state.new_table import NewTable
from levata_client.terminal.app_places import PlacesApp
from levata_client.terminal.screens.lobby import LobbyScreen
from levata_client.terminal.screens.place import PlaceScreen
from levata_client.terminal.screens.room import RoomScreen
from levata_client.terminal.screens.wait import WaitScreen
from levata_client.terminal.table.live import LiveTable

P = ParamSpec("P")
TICK: Final = 1.0
"""Seconds between looks at countdowns that no event moves."""


class News(Message):
    """Something came from a session's link."""

    bubble = False

    def __init__(self, session: Session, event: LinkEvent) -> None:
        super().__init__()
        self.session = session
        self.event = event


class SessionApp(PlacesApp):
    """An application that can be at a server, and there at a table."""

    session: Session | None = None
    _starting: NewTable | None = None
    """The table that is being opened to play at once."""

    @property
    def model(self) -> Model | None:
        """What is known of the session."""
        return self.session.model if self.session is not None else None

    async def on_mount(self) -> None:
        self.set_interval(TICK, self._tick)

    async def on_unmount(self) -> None:
        if self.session is not None:
            await self.session.close()

    # --- beginning and ending a session --------------------------------------------------------

    def play(self, table: NewTable) -> None:
        """Play against the computer, at once."""
        self._begin(lambda: ServerTarget.play(self.pace.value), _("Starting the game…"), table)

    def begin(self, target: ServerTarget, table: NewTable) -> None:
        """Play at a server of one's own that was started before the application ran."""
        self._begin(lambda: target, _("Starting the game…"), table)

    def host(self) -> None:
        """Open a server for everybody on the network."""
        name = self.user_name
        self._begin(
            lambda: ServerTarget.host(name=name, bot_delay=self.pace.value),
            _("Starting the server…"),
        )

    def resume(self, kind: TargetKind, folder: Path) -> None:
        """Go back to a seat."""
        self._begin(
            lambda: ServerTarget.resume(kind, folder, self.pace.value),
            _("Going back to your seat…"),
        )

    def _begin(
        self, make: Callable[[], ServerTarget], text: str, table: NewTable | None = None
    ) -> None:
        self.run_worker(self._enter(make, text, table), group="session", exclusive=True)

    async def _enter(
        self, make: Callable[[], ServerTarget], text: str, table: NewTable | None = None
    ) -> None:
        await self._end_session()
        await self.show_screen(WaitScreen(text))
        try:
            await self.open_session(make())
            await self.start_table(table)
        except LevataError as error:
            await self._end_session()
            await self.go_home(messages.farewell(error.code, error.facts), is_bad=True)

    async def open_session(self, target: ServerTarget) -> Session:
        """Say hello at a server.

        Raises:
            LinkError: it is not possible; the target is closed.
        """
        await self._end_session()
        session = Session(target, self.user_name)
        session.hand_to(partial(self._emit, session))
        self.session = session
        try:
            await session.open()
        except BaseException:
            self.session = None
            raise
        return session

    def adopt(self, session: Session) -> None:
        """Take over a session that was opened before the application ran."""
        self.session = session
        session.hand_to(partial(self._emit, session))

    async def start_table(self, table: NewTable | None) -> None:
        """Open a table and start its match, unless the user is at one already.

        Raises:
            RequestError: the server refuses.
        """
        session = self.session
        if table is None or session is None or session.link.table:
            return
        self._starting = table
        await session.create(table)
        await session.request(Start)

    async def join_server(self, address: Address, password: str = "") -> None:
        """Go to somebody else's server.

        Raises:
            LinkError: it is not possible.
        """
        await self.open_session(ServerTarget.join(address, password))

    async def _end_session(self) -> None:
        session, self.session = self.session, None
        self._starting = None
        if session is not None:
            await session.close()

    def leave_server(self) -> None:
        """Go home; a server of one's own ends."""
        self.run_worker(self._leave_server(), group="session", exclusive=True)

    async def _leave_server(self, text: str = "", is_bad: bool = False) -> None:
        await self.go_home(text, is_bad)
        await self._end_session()
        self.home.refresh_seats()

    # --- what the user asks the server for -----------------------------------------------------

    def ask(
        self, kind: Callable[Concatenate[int, P], Request], *args: P.args, **kwargs: P.kwargs
    ) -> None:
        """Send a request; if it is refused, say why where the user looks."""
        self.run_worker(self._ask(lambda ref: kind(ref, *args, **kwargs)), group="requests")

    async def _ask(self, make: Callable[[int], Request]) -> None:
        if self.session is None:
            return
        try:
            await self.session.request(make)
        except RequestError as error:
            self.say(messages.refusal(error), is_bad=True)

    def say_line(self, text: str) -> None:
        """Say something to the table or the lobby."""
        self.ask(Say, text=text)

    def open_table(self, table: NewTable, is_started: bool) -> None:
        """Open a table, and start its match at once if wanted."""
        self.run_worker(self._open_table(table, is_started), group="requests")

    async def _open_table(self, table: NewTable, is_started: bool) -> None:
        if self.session is None:
            return
        self._starting = table if is_started else None
        try:
            await self.session.create(table)
            if is_started:
                await self.session.request(Start)
        except RequestError as error:
            self._starting = None
            self.say(messages.refusal(error), is_bad=True)

    def join_table(self, table: TableRow, is_sitting: bool, password: str = "") -> None:
        """Come to a table of the lobby, and take its first free seat if wanted."""
        self.run_worker(self._join_table(table, is_sitting, password), group="requests")

    async def _join_table(self, table: TableRow, is_sitting: bool, password: str) -> None:
        session = self.session
        if session is None:
            return
        try:
            await session.request(Join, table=table.number, password=password)
            seat = _first_seat(table)
            if is_sitting and seat is not None:
                await session.request(Sit, seat=seat)
        except RequestError as error:
            if error.code == "wrong_password" and not password:
                self.ask_table_password(table, is_sitting)
                return
            self.say(messages.refusal(error), is_bad=True)

    def ask_table_password(self, table: TableRow, is_sitting: bool) -> None:
        """Ask for the password of a table."""

    def leave_table(self) -> None:
        """Go from the table to the lobby; with a server for oneself, home."""
        session = self.session
        if session is not None and session.target.kind is TargetKind.PLAY:
            self.run_worker(self._leave_game(session), group="session", exclusive=True)
        else:
            self.ask(Leave)

    async def _leave_game(self, session: Session) -> None:
        # The match is given up on purpose, so there is nothing to come back to.
        try:
            await session.request(Leave)
        except RequestError:
            pass
        else:
            session.model.forget_table()
            session.target.remember(session.model)
        await self._leave_server()

    # --- what happens --------------------------------------------------------------------------

    def _emit(self, session: Session, event: LinkEvent) -> None:
        self.post_message(News(session, event))

    async def on_news(self, news: News) -> None:
        if news.session is not self.session:
            return
        change = news.session.take(news.event)
        if change is not None:
            await self._changed(news.session, change)

    async def _changed(self, session: Session, change: Change) -> None:
        match change:
            case SessionOpened(_, is_back):
                session.target.remember(session.model)
                if is_back:
                    self.say(_("The connection is back."))
            case TableChanged():
                session.target.remember(session.model, self._title())
                await self._show_table()
            case GameChanged():
                if any(isinstance(event, Dealt) for event in change.events):
                    session.target.remember(session.model, self._title())
                await self._show_table(change)
            case HandsChanged():
                await self._show_table()
            case LobbyChanged():
                await self._show_lobby()
            case LineAdded(line):
                if isinstance(self.place, LiveTable | PlaceScreen):
                    self.place.hear(line)
                if isinstance(line, NoticeLine) and line.code == "nudged":
                    self._nudged(session, line)
            case TableLeft(code):
                session.target.remember(session.model)
                await self._show_left(session, code)
            case LinkChanged():
                self._show_link()
            case SessionEnded(code, facts):
                await self._leave_server(messages.farewell(code, facts), is_bad=True)

    def _nudged(self, session: Session, line: NoticeLine) -> None:
        if len(line.facts) > 1 and line.facts[1] == session.model.name:
            self.ring()

    def _title(self) -> str:
        """Return what the table is called on the home screen of a later run."""
        model = self.model
        if model is None or model.table is None:
            return ""
        shown, table = find_display(model.table.game), table_of(model)
        if table is None or model.view is None or not model.is_playing:
            return shown.title
        scene = shown.scene(model.view, table)
        return " · ".join(plain(item.text) for item in scene.header[:2])

    def _tick(self) -> None:
        session = self.session
        if session is None:
            return
        is_lost = session.model.link.state is LinkState.LOST
        if is_lost or session.model.away_since:
            self._show_link()
        if is_lost and session.target.is_own:
            self.run_worker(self._revive(session), group="revival", exclusive=True)

    async def _revive(self, session: Session) -> None:
        """Start a server of one's own again, should it be gone."""
        try:
            await session.revive()
        except LinkError as error:
            await self._leave_server(messages.farewell(error.code, error.facts), is_bad=True)

    def _show_link(self) -> None:
        if isinstance(self.place, LiveTable):
            self.place.take()
        elif isinstance(self.place, PlaceScreen):
            self.place.redraw()

    async def _show_table(self, change: GameChanged | None = None) -> None:
        model = self.model
        if model is None or model.table is None:
            return
        if model.game is None:
            await self._leave_server(
                _("This table plays a game that this version does not know."), is_bad=True
            )
            return
        if model.table.phase == TablePhase.OPEN:
            if self._starting is None:
                await self.show_place(RoomScreen)
            return
        shown = table_model(model)
        if shown is None:
            return
        self._starting = None
        if not isinstance(self.place, LiveTable):
            await self.show_screen(LiveTable(shown, order=self.hand_order, pace=self.pace))
            self.ask(Arrange, order=str(self.hand_order))
        if isinstance(self.place, LiveTable):
            self.place.take(change)

    async def _show_lobby(self) -> None:
        if self.model is not None and self.model.table is None and self._starting is None:
            await self.show_place(LobbyScreen)

    async def _show_left(self, session: Session, code: str) -> None:
        text = messages.departure(code)
        if session.target.kind is TargetKind.PLAY:
            await self._leave_server("" if code == "left" else text)
            return
        await self.show_place(LobbyScreen)
        if code != "moved":
            self.say(text)


def _first_seat(table: TableRow) -> int | None:
    """Return the seat that somebody who comes takes: a free one, else a bot's."""
    for kind in (SeatKind.EMPTY, SeatKind.BOT):
        for number, row in enumerate(table.seats):
            if row.kind == kind:
                return number
    return None
