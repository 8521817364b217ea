"""The session with a server: begun and ended, and what comes from it shown.

There is one session at a time. What comes from its link is posted as `News` to the application,
which hands it back to `SessionController.take`, so that news is dealt with in order and between
keys.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from functools import partial
from pathlib import Path
from typing import Any, Final, Protocol

from textual.message import Message

from levata.errors import LevataError, RequestError
from levata.events import Dealt
from levata.protocol.documents import TablePhase, TableRow
from levata.protocol.messages import Arrange, Leave, Start
from levata_client.net.address import Address
from levata_client.net.saved_seats import TargetKind
from levata_client.net.server_target import ServerTarget
from levata_client.net.session import Session
from levata_client.shown.places.home import seat_title
from levata_client.shown.table.table_model import TableModel
from levata_client.shown.table.view_model import table_model
from levata_client.shown.text import messages
from levata_client.shown.text.language import _
from levata_client.state.link_events import LinkError, LinkEvent, LinkState
from levata_client.state.model import (
    Change,
    ChatLine,
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
from levata_client.terminal.preferences import Preferences
from levata_client.terminal.server_requests import ServerRequests, Workers

TICK: Final = 1.0
"""Seconds between looks at countdowns that no event moves."""


class News(Message):
    """Something came from a session's link."""

    bubble = False

    def __init__(self, session: Session, event: LinkEvent) -> None:
        super().__init__()
        self.session = session
        self.event = event


class SessionPlaces(Protocol):
    """Where a session shows what becomes of it."""

    async def go_home(self, text: str = "", is_bad: bool = False) -> None:
        """Show the home screen, saying why."""

    async def show_waiting(self, text: str) -> None:
        """Show what is waited for."""

    async def show_lobby(self, model: Model) -> None:
        """Show the lobby of the server."""

    async def show_room(self, model: Model) -> None:
        """Show a table before its match."""

    async def show_table(
        self, model: Model, shown: TableModel, change: GameChanged | None = None
    ) -> bool:
        """Show a table, with a change how it came about; return whether it was shown anew."""
        ...

    def redraw_place(self) -> None:
        """Show anew where the user is."""

    def refresh_seats(self) -> None:
        """Look again which seats can be taken again."""

    def hear(self, line: ChatLine | NoticeLine) -> None:
        """Add a line to what was said."""

    def say(self, text: str, is_bad: bool = False) -> None:
        """Say something where the user looks."""


class SessionController:
    """Opens and ends sessions, and shows what comes from their servers."""

    def __init__(
        self,
        places: SessionPlaces,
        preferences: Preferences,
        workers: Workers,
        *,
        post: Callable[[News], object],
        ring: Callable[[], None],
        ask_table_password: Callable[[TableRow, bool], None],
    ) -> None:
        self._places = places
        self._preferences = preferences
        self._workers = workers
        self._post = post
        self._ring = ring
        self.requests = ServerRequests(
            lambda: self._session, workers, say=places.say, ask_password=ask_table_password
        )
        self._session: Session | None = None
        self._starting: NewTable | None = None
        """The table that is being opened to play at once."""

    @property
    def session(self) -> Session | None:
        """The session that is open."""
        return self._session

    @property
    def model(self) -> Model | None:
        """What is known of the session."""
        return self._session.model if self._session is not None else None

    @property
    def is_alone(self) -> bool:
        """Whether the server is for this user alone and ends when he leaves the table."""
        return self._session is not None and _is_alone(self._session)

    @property
    def has_guests(self) -> bool:
        """Whether others are on the user's own server."""
        session = self._session
        if session is None or not session.target.is_hosted:
            return False
        lobby, table = session.model.lobby, session.model.table
        in_lobby = len(lobby.people) if lobby is not None else 0
        at_table = 0
        if table is not None:
            at_table = sum(bool(seat.person) for seat in table.seats) + len(table.watchers)
        return max(in_lobby, at_table) > 1

    def invitations(self) -> list[str]:
        """Return the addresses of the user's own server, nothing where it is not for others."""
        return self._session.target.invitations() if self._session is not None else []

    # --- beginning and ending a session --------------------------------------------------------

    def play(self, table: NewTable) -> None:
        """Play against the computer, at once."""
        pace = self._preferences.pace.value
        self._begin(lambda: ServerTarget.play(pace), _("Starting the game…"), table)

    def begin(self, target: ServerTarget, table: NewTable) -> None:
        """Play at a server that was started before the application ran."""
        self._begin(lambda: target, _("Starting the game…"), table)

    def host(self) -> None:
        """Open a server for everybody on the network."""
        name, pace = self._preferences.user_name, self._preferences.pace.value
        self._begin(lambda: ServerTarget.host(name=name, bot_delay=pace), _("Starting the server…"))

    def resume(self, kind: TargetKind, folder: Path) -> None:
        """Go back to a seat."""
        pace = self._preferences.pace.value
        self._begin(lambda: ServerTarget.resume(kind, folder, pace), _("Going back to your seat…"))

    def _begin(
        self, make: Callable[[], ServerTarget], text: str, table: NewTable | None = None
    ) -> None:
        self._run(self._enter(make, text, table))

    async def _enter(
        self, make: Callable[[], ServerTarget], text: str, table: NewTable | None
    ) -> None:
        await self.end()
        await self._places.show_waiting(text)
        try:
            session = await self._open(make())
            if table is not None and not session.link.table:
                self._starting = table
                await session.create(table)
                await session.request(Start)
        except LevataError as error:
            await self.end()
            await self._places.go_home(messages.farewell(error.code, error.facts), is_bad=True)

    async def join_server(self, address: Address, password: str = "") -> None:
        """Go to somebody else's server.

        Raises:
            LinkError: it is not possible.
        """
        await self._open(ServerTarget.join(address, password))

    async def _open(self, target: ServerTarget) -> Session:
        """Say hello at a server.

        Raises:
            LinkError: it is not possible; the target is closed.
        """
        await self.end()
        session = Session(target, self._preferences.user_name)
        session.hand_to(partial(self._emit, session))
        self._session = session
        try:
            await session.open()
        except BaseException:
            self._session = None
            raise
        return session

    def adopt(self, session: Session) -> None:
        """Take over a session that was opened before the application ran."""
        self._session = session
        session.hand_to(partial(self._emit, session))

    async def end(self) -> None:
        """Hang up; a server of one's own ends."""
        session, self._session = self._session, None
        self._starting = None
        if session is not None:
            await session.close()

    def leave_server(self) -> None:
        """Go home; a server of one's own ends."""
        self._run(self._leave_server())

    async def _leave_server(self, text: str = "", is_bad: bool = False) -> None:
        await self._places.go_home(text, is_bad)
        await self.end()
        self._places.refresh_seats()

    def _run(self, work: Coroutine[Any, Any, None]) -> None:
        """Begin or end a session, instead of what was being begun or ended."""
        self._workers.run_worker(work, group="session", exclusive=True)

    # --- tables --------------------------------------------------------------------------------

    def open_table(self, table: NewTable, is_started: bool) -> None:
        """Open a table, and start its match at once if wanted."""
        self.requests.send(lambda session: self._open_table(session, table, is_started))

    async def _open_table(self, session: Session, table: NewTable, is_started: bool) -> None:
        self._starting = table if is_started else None
        try:
            await session.create(table)
            if is_started:
                await session.request(Start)
        except RequestError:
            self._starting = None
            raise

    def leave_table(self) -> None:
        """Go from the table to the lobby; with a server for oneself, home."""
        session = self._session
        if session is not None and _is_alone(session):
            self._run(self._leave_game(session))
        else:
            self.requests.ask(Leave)

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
        self._post(News(session, event))

    async def take(self, news: News) -> None:
        """Take something that came from a link; what an earlier session sends is of no interest."""
        if news.session is not self._session:
            return
        change = news.session.take(news.event)
        if change is not None:
            await self._show(news.session, change)

    async def _show(self, session: Session, change: Change) -> None:
        match change:
            case SessionOpened(_, is_back):
                session.target.remember(session.model)
                if is_back:
                    self._places.say(_("The connection is back."))
            case TableChanged():
                self._remember_seat(session)
                await self._show_table(session)
            case GameChanged():
                if any(isinstance(event, Dealt) for event in change.events):
                    self._remember_seat(session)
                await self._show_table(session, change)
            case HandsChanged():
                await self._show_table(session)
            case LobbyChanged():
                if session.model.table is None and self._starting is None:
                    await self._places.show_lobby(session.model)
            case LineAdded(line):
                self._places.hear(line)
                if _is_nudge(line, session.model.name):
                    self._ring()
            case TableLeft(code):
                session.target.remember(session.model)
                await self._show_left(session, code)
            case LinkChanged():
                self._places.redraw_place()
            case SessionEnded(code, facts):
                await self._leave_server(messages.farewell(code, facts), is_bad=True)

    def _remember_seat(self, session: Session) -> None:
        session.target.remember(session.model, seat_title(session.model))

    async def _show_table(self, session: Session, change: GameChanged | None = None) -> None:
        model = session.model
        if model.table is None:
            return
        if model.game is None:
            text = _("This table plays a game that this version does not know.")
            await self._leave_server(text, is_bad=True)
            return
        if model.table.phase == TablePhase.OPEN:
            if self._starting is None:
                await self._places.show_room(model)
            return
        shown = table_model(model)
        if shown is None:
            return
        self._starting = None
        if await self._places.show_table(model, shown, change):
            self.requests.ask(Arrange, order=str(self._preferences.hand_order))

    async def _show_left(self, session: Session, code: str) -> None:
        text = messages.departure(code)
        if _is_alone(session):
            await self._leave_server("" if code == "left" else text)
            return
        await self._places.show_lobby(session.model)
        if code != "moved":
            self._places.say(text)

    # --- the passing of time -------------------------------------------------------------------

    def tick(self) -> None:
        """Look at countdowns, and after a server of one's own that no longer answers."""
        session = self._session
        if session is None:
            return
        is_lost = session.model.link.state is LinkState.LOST
        if is_lost or session.model.away_since:
            self._places.redraw_place()
        if is_lost and session.target.is_own:
            self._workers.run_worker(self._revive(session), group="revival", exclusive=True)

    async def _revive(self, session: Session) -> None:
        """Start a server of one's own again, should it be gone."""
        try:
            await session.revive()
        except LinkError as error:
            await self._leave_server(messages.farewell(error.code, error.facts), is_bad=True)


def _is_alone(session: Session) -> bool:
    return session.target.kind is TargetKind.PLAY


def _is_nudge(line: ChatLine | NoticeLine, name: str) -> bool:
    """Whether a line calls the user, who is known to the server by a name."""
    return isinstance(line, NoticeLine) and line.code == "nudged" and line.facts[1:2] == (name,)
