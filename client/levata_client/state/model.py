"""What a client knows, as typed values, which screens, line mode and programs read.

The model takes what a link tells, see `levata_client.state.link_events`, and answers each event
with what has changed. It does no I/O and draws nothing.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from functools import cache
from typing import Any, Final, TypeAlias

import msgspec
from msgspec import Struct

from levata.errors import LevataError
from levata.events import Event
from levata.game import AnyGame, Seat, View
from levata.games import find_game
from levata.options import Options, parse_options
from levata.protocol.documents import (
    Channel,
    HandsDocument,
    HandsShown,
    LobbyDocument,
    Presence,
    SeatKind,
    SeatRow,
    TableDocument,
    TablePhase,
)
from levata.protocol.messages import Departed, Notice, Said, Welcome
from levata_client.state.link_events import (
    Changed,
    Ended,
    LinkEvent,
    LinkState,
    StateChanged,
    Welcomed,
)

LINES: Final = 500
"""Lines of talk and news that are kept."""


class ChatLine(Struct, frozen=True):
    """Somebody said something."""

    person: int
    name: str
    text: str


class NoticeLine(Struct, frozen=True):
    """Something happened at the table that is not part of the game; see `Notice`."""

    code: str
    facts: tuple[str, ...]


class EventLine(Struct, frozen=True):
    """Something happened in the game; ``names`` are those of the seats at that time."""

    event: Event
    names: tuple[str, ...]


Line: TypeAlias = ChatLine | NoticeLine | EventLine


class Deadline(Struct, frozen=True):
    """Until when the pending decision may be taken."""

    time: float
    """In seconds of the model's clock."""
    reserve: float
    """Seconds of reserve that follow; they run when the time is used up."""


# --- what has changed --------------------------------------------------------------------------


class LinkChanged(Struct, frozen=True):
    """The connection is in another state or was measured again: `Model.link`."""


class SessionOpened(Struct, frozen=True):
    """The server knows this client; documents follow."""

    welcome: Welcome
    is_back: bool


class LobbyChanged(Struct, frozen=True):
    """`Model.lobby` is new."""


class TableChanged(Struct, frozen=True):
    """`Model.table` is new."""


class GameChanged(Struct, frozen=True):
    """`Model.view` is new, ``after`` the facts in ``events``.

    With ``is_whole`` steps may be missing before it, so nothing should be animated.
    """

    after: View | None
    events: tuple[Event, ...]
    is_whole: bool


class HandsChanged(Struct, frozen=True):
    """`Model.hands` is new: what a watcher may see of the hands."""


class LineAdded(Struct, frozen=True):
    """`Model.lines` has one more line, which is not about the game."""

    line: ChatLine | NoticeLine


class TableLeft(Struct, frozen=True):
    """The client is no longer at a table; ``code`` as in `Departed`."""

    code: str


class SessionEnded(Struct, frozen=True):
    """The link will not come back; ``code`` as in `Ended`."""

    code: str
    facts: tuple[str, ...]


Change: TypeAlias = (
    LinkChanged
    | SessionOpened
    | LobbyChanged
    | TableChanged
    | GameChanged
    | HandsChanged
    | LineAdded
    | TableLeft
    | SessionEnded
)


class Model:
    """The state of one session as its client knows it."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self.now = now
        self.link = StateChanged(LinkState.CONNECTING)
        self.link_since = now()
        """When the connection came into its state; for a countdown to the next attempt."""
        self.welcome: Welcome | None = None
        self.lobby: LobbyDocument | None = None
        self.lines: deque[Line] = deque(maxlen=LINES)
        self.forget_table()

    # --- reading ---------------------------------------------------------------------------

    @property
    def person(self) -> int:
        """Public number of this client's person, 0 before the welcome."""
        return self.welcome.person if self.welcome is not None else 0

    @property
    def name(self) -> str:
        """Name of this client's person."""
        return self.welcome.name if self.welcome is not None else ""

    @property
    def is_connected(self) -> bool:
        """Whether requests can be answered now."""
        return self.link.state in (LinkState.OK, LinkState.SLOW)

    @property
    def seat(self) -> Seat:
        """The seat of this client at the table, -1 for none."""
        for seat, row in enumerate(self.table.seats if self.table is not None else ()):
            if row.kind == SeatKind.PERSON and row.person == self.person:
                return seat
        return -1

    @property
    def seat_row(self) -> SeatRow | None:
        """The row of this client's seat."""
        seat = self.seat
        return self.table.seats[seat] if self.table is not None and seat >= 0 else None

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the seats, in seat order."""
        return tuple(row.name for row in self.table.seats) if self.table is not None else ()

    @property
    def is_owner(self) -> bool:
        """Whether this client may start matches and seat bots."""
        return self.table is not None and bool(self.person) and self.table.owner == self.person

    @property
    def is_playing(self) -> bool:
        """Whether a match goes on at the table."""
        return self.table is not None and self.table.phase in (
            TablePhase.PLAYING,
            TablePhase.PAUSED,
        )

    @property
    def is_paused(self) -> bool:
        """Whether the match at the table is paused."""
        return self.table is not None and self.table.phase == TablePhase.PAUSED

    @property
    def is_over(self) -> bool:
        """Whether the match at the table is over."""
        return self.table is not None and self.table.phase == TablePhase.OVER

    @property
    def are_hands_open(self) -> bool:
        """Whether those who watch the table see what every seat holds."""
        return self.table is not None and self.table.hands == HandsShown.OPEN

    def votes_for(self, motion: str) -> frozenset[int]:
        """Return the persons at the table who agreed to a motion that is open."""
        votes = self.table.votes if self.table is not None else ()
        return frozenset(person for name, person in votes if name == motion)

    @property
    def is_my_turn(self) -> bool:
        """Whether the server waits for a decision of this client."""
        return self.decision != 0 and self.view is not None and bool(self.view.legal)

    # --- changing --------------------------------------------------------------------------

    def apply(self, event: LinkEvent) -> Change | None:
        """Take an event of the link; return what has changed, if anything has."""
        match event:
            case StateChanged():
                if (event.state, event.attempt) != (self.link.state, self.link.attempt):
                    self.link_since = self.now()
                self.link = event
                return LinkChanged()
            case Welcomed(welcome, is_back):
                self.welcome = welcome
                if not welcome.table:
                    self.forget_table()
                return SessionOpened(welcome, is_back)
            case Changed():
                return self._take_document(event)
            case Said(person, name, text):
                return self._add(ChatLine(person, name, text))
            case Notice(code, facts):
                return self._add(NoticeLine(code, facts))
            case Departed(_, code):
                self.forget_table()
                return TableLeft(code)
            case Ended(code, facts):
                return SessionEnded(code, facts)

    def forget_table(self) -> None:
        """Forget the table, as when it is left without waiting for an answer."""
        self.table: TableDocument | None = None
        self.game: AnyGame | None = None
        self.options: Options | None = None
        self.away_since: dict[Seat, float] = {}
        """When each seat whose person is away was first seen so."""
        self.hands = HandsDocument()
        """What all seats hold, as far as this client, watching, may see it."""
        self._forget_match()

    def _forget_match(self) -> None:
        self.view: View | None = None
        self.decision = 0
        self.deadline: Deadline | None = None
        self.history: tuple[Event, ...] = ()
        """The public events of the match as far as this client saw them, oldest first."""

    def _take_document(self, changed: Changed) -> Change | None:
        match changed.channel:
            case Channel.LOBBY:
                return self._take_lobby(changed)
            case Channel.TABLE:
                return self._take_table(changed)
            case Channel.GAME:
                return self._take_game(changed)
            case Channel.HANDS:
                return self._take_hands(changed)

    def _take_lobby(self, changed: Changed) -> Change | None:
        if changed.document is None:
            return None
        self.lobby = msgspec.convert(changed.document, LobbyDocument)
        return LobbyChanged()

    def _take_table(self, changed: Changed) -> Change | None:
        if changed.document is None:
            return None
        table = msgspec.convert(changed.document, TableDocument)
        before = self.table
        is_first = before is None or before.number != table.number
        if is_first:
            self.forget_table()
            self.lines.clear()
        elif before is not None and before.match != table.match:
            self.history = ()
        self.table = table
        self.away_since = {
            seat: self.away_since.get(seat, self.now())
            for seat, row in enumerate(table.seats)
            if row.presence == Presence.AWAY
        }
        if is_first:
            self.game, self.options = _rules(table)
        return TableChanged()

    def _take_game(self, changed: Changed) -> Change | None:
        if self.game is None:
            return None
        events = _events(self.game, changed.events)
        self.history = (*self.history, *events)
        self.lines.extend(EventLine(event, self.names) for event in events)
        if changed.document is not None:
            self.view = msgspec.convert(changed.document, self.game.view_type)
            self.decision = changed.decision
            self.deadline = self._deadline(changed.clock)
        return GameChanged(self.view, events, changed.is_whole)

    def _take_hands(self, changed: Changed) -> Change | None:
        if changed.document is None or self.game is None:
            return None
        self.hands = msgspec.convert(changed.document, HandsDocument)
        return HandsChanged()

    def _deadline(self, clock: tuple[int, ...]) -> Deadline | None:
        if not clock:
            return None
        left, *reserve = clock
        return Deadline(self.now() + left / 1000, sum(reserve) / 1000)

    def _add(self, line: ChatLine | NoticeLine) -> Change:
        self.lines.append(line)
        return LineAdded(line)


def _rules(table: TableDocument) -> tuple[AnyGame | None, Options | None]:
    """Return the rules of a table; None where a newer server plays a game unknown here."""
    try:
        game = find_game(table.game)
        return game, parse_options(game.info.options_type, table.options, len(table.seats))
    except LevataError:
        return None, None


@cache
def _event_kind(event_types: tuple[type[Event], ...]) -> Any:
    """Return the type of a list of these events, for reading them from the wire."""
    union: Any = event_types[0]
    for event_type in event_types[1:]:
        union = union | event_type
    return tuple.__class_getitem__((union, ...))


def _events(game: AnyGame, documents: list[Any]) -> tuple[Event, ...]:
    if not documents:
        return ()
    events: tuple[Event, ...] = msgspec.convert(documents, _event_kind(game.event_types))
    return events
