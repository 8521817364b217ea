"""What a room knows: its people, seats, match and settings; and how it says something.

`Room` is built in layers, each in a file of its own: `TableData` here, `Documents` (what people
see), `Play` (the running match) and `Room` (people and their requests).
"""

from __future__ import annotations

import hashlib

from msgspec import Struct

from levata.errors import RequestError
from levata.games import find_game
from levata.options import format_options, option_fields, parse_options
from levata.protocol.documents import (
    PACES,
    Channel,
    HandsDocument,
    HandsShown,
    TableDocument,
    TablePhase,
    TableRow,
)
from levata.protocol.messages import Message, Notice
from levata.protocol.mirror import SharedPart, Source
from levata_server.room.decision_clock import DecisionClock
from levata_server.room.effects import AppendToLog, Effect, Send
from levata_server.room.entries import LogEntry
from levata_server.room.match import Match
from levata_server.room.seats import SeatState
from levata_server.room.terms import RoomPolicy, TableConfig


class Decision(Struct):
    """A seat that must act: its number, and the clock of a person's."""

    number: int
    clock: DecisionClock
    is_masked: bool = False
    """Whether it is none: a forced action that must look like a decision."""
    is_open: bool = False
    """Whether the bot is being asked, or the person's clock runs."""


class TableData:
    """The data of a room, with what only reads it and what speaks."""

    # After a hundred other tables had their turn nothing of this one is in the processor's cache
    # any more; slots stand close together, a dictionary of so many names does not.
    __slots__ = (
        "__weakref__",
        "_addresses",
        "_decisions",
        "_decisions_before",
        "_effects",
        "_game",
        "_game_part",
        "_game_sources",
        "_gone",
        "_hands",
        "_hands_source",
        "_hands_view",
        "_hands_viewers",
        "_is_closed",
        "_is_idle",
        "_is_mere_step",
        "_is_waiting_for_deal",
        "_match",
        "_matches",
        "_now",
        "_nudged_at",
        "_options",
        "_options_changed",
        "_options_in_force",
        "_owner",
        "_pace",
        "_phase",
        "_present",
        "_row",
        "_seat_numbers",
        "_seats",
        "_summarised_view",
        "_table_source",
        "_table_view",
        "_table_viewers",
        "_to_resync",
        "_votes",
        "config",
        "policy",
    )

    def __init__(self, config: TableConfig, policy: RoomPolicy | None = None) -> None:
        self.config = config
        self.policy = policy or RoomPolicy()
        self._game = find_game(config.game)
        self._options = parse_options(
            self._game.info.options_type, dict(config.options), config.seats
        )
        self._options_in_force = format_options(self._options)
        defaults = {
            field.name: field.default for field in option_fields(self._game.info.options_type)
        }
        self._options_changed = {
            name: value for name, value in self._options_in_force.items() if value != defaults[name]
        }
        self._pace = PACES[config.pace]
        self._seats = [SeatState() for _ in range(config.seats)]
        self._seat_numbers: dict[int, int] = {}
        """By the person that the seat belongs to."""
        self._present: dict[int, str] = {}
        """Persons with a live connection at this table, and their names."""
        self._addresses: dict[int, str] = {}
        """From where each person here came, and each who has a seat came last."""
        self._owner = config.owner
        self._phase = TablePhase.OPEN
        self._matches = 0
        self._match: Match | None = None
        self._decisions: dict[int, Decision] = {}
        self._decisions_before: int = 0
        """Steps of earlier matches, so that no decision number comes twice."""
        self._gone: set[int] = set()
        """Seats whose person gave them up for good during this match."""
        self._votes: dict[str, set[int]] = {}
        self._nudged_at: dict[int, float] = {}
        self._hands = self._hands_unless_open
        """What watchers see of the hands now."""
        self._is_waiting_for_deal = False
        self._is_idle = False
        self._is_closed = False
        self._table_source = Source(Channel.TABLE)
        self._table_viewers: set[int] = set()
        """Persons who have the table document."""
        self._game_part: SharedPart | None = None
        """What all audiences of the match see alike, as last published."""
        self._game_sources: dict[int, Source] = {}
        """By audience: seats, and `SPECTATOR`."""
        self._hands_source = Source(Channel.HANDS)
        self._hands_view = HandsDocument()
        """As last published."""
        self._hands_viewers: set[int] = set()
        """Watchers who have the document of the hands."""
        self._to_resync: set[int] = set()
        """Persons whose decision has changed without a step of the match."""
        self._is_mere_step = False
        """Whether this input has been a step of the match that leaves the table as it was."""
        self._table_view: TableDocument | None = None
        self._summarised_view: TableDocument | None = None
        """The one that the lobby's row was last compared with."""
        self._row: TableRow | None = None
        self._effects: list[Effect] = []
        self._now = 0.0

    def summary(self) -> TableRow:
        """Return the lobby's row of this table."""
        config = self.config
        return TableRow(
            number=config.number,
            name=config.name,
            game=config.game,
            options=self._options_changed,
            pace=config.pace,
            phase=self._phase,
            seats=tuple([seat.row() for seat in self._seats]),
            has_password=bool(config.password),
            watchers=len(self._watchers()),
        )

    @property
    def present(self) -> frozenset[int]:
        """Return the persons connected at this table."""
        return frozenset(self._present)

    def seat_of(self, person: int) -> int | None:
        """Return the seat that belongs to a person."""
        return self._seat_numbers.get(person)

    @property
    def _hands_unless_open(self) -> HandsShown:
        return HandsShown.DELAYED if self.config.watch == "delayed" else HandsShown.CLOSED

    def _watchers(self) -> tuple[tuple[int, str], ...]:
        return tuple(
            (person, name) for person, name in self._present.items() if self.seat_of(person) is None
        )

    def _seat(self, number: int) -> SeatState:
        if number >= len(self._seats):
            raise RequestError("no_such_seat", number)
        return self._seats[number]

    def _own_seat(self, person: int) -> int:
        number = self.seat_of(person)
        if number is None:
            raise RequestError("not_seated")
        return number

    def _check_owner(self, person: int) -> None:
        if person != self._owner:
            raise RequestError("not_owner")

    def _running_match(self) -> Match:
        if self._match is None or self._phase not in (TablePhase.PLAYING, TablePhase.PAUSED):
            raise RequestError("no_match")
        return self._match

    def _match_seed(self, number: int) -> str:
        text = f"{self.config.seed}|{number}"
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    def _begin(self, now: float) -> None:
        self._now = now
        self._effects = []
        self._is_mere_step = False

    def _send(self, person: int, message: Message) -> None:
        self._effects.append(Send(person, message))

    def _notice(self, code: str, *facts: str, but: int = 0) -> None:
        for person in self._present:
            if person != but:
                self._send(person, Notice(code, facts))

    def _record(self, entry: LogEntry) -> None:
        self._effects.append(AppendToLog(entry))
