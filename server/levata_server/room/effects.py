"""What comes out of a room: orders to the shell, and the list that they are gathered in."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, TypeAlias

from msgspec import Struct

from levata.bots.bot import Question
from levata.cards import Card
from levata.protocol.messages import Message, Notice
from levata_server.room.entries import LogEntry


class AppendToLog(Struct, frozen=True):
    """Append to the table's log before anything of this list is sent."""

    entry: LogEntry


class Send(Struct, frozen=True):
    """Send a message to a person, if connected."""

    person: int
    message: Message


class SetTimer(Struct, frozen=True):
    """Fire `TimerFired` at a time, in place of any earlier one of this name; None cancels."""

    name: str
    at: float | None


class NeedDeal(Struct, frozen=True):
    """Draw a permutation of the pack and a first seat, and answer with `DealDrawn`."""

    pack: tuple[Card, ...]
    seats: int
    seed: str
    """Of the match; with ``number`` it makes the deal repeatable."""
    number: int


class AskBot(Struct, frozen=True):
    """Ask a computer player and answer with `BotChose`, not before ``delay`` seconds."""

    seat: int
    decision: int
    level: str
    seed: str
    question: Question[Any]
    delay: float = 0.0
    table: int = 0
    """For the log."""


class MatchFinished(Struct, frozen=True):
    """Keep the record of a finished match."""

    number: int
    document: dict[str, Any]


class Summarised(Struct, frozen=True):
    """The lobby's row of this table has changed."""


class Closed(Struct, frozen=True):
    """The table is gone; all who were there have been told."""

    code: str


Effect: TypeAlias = (
    AppendToLog | Send | SetTimer | NeedDeal | AskBot | MatchFinished | Summarised | Closed
)


class Effects:
    """The effects of the input that is being handled, in their order, and when it came.

    A room has one, which all its parts write to.
    """

    __slots__ = ("_gathered", "add", "now")

    def __init__(self) -> None:
        self.now = 0.0
        """When the input came, in seconds on a clock that never jumps."""
        self._gathered: list[Effect] = []
        self.add: Final = self._gathered.append
        """Adds one effect."""

    def begin(self, now: float) -> None:
        """Let another input be handled, with no effect so far."""
        self.now = now
        self._gathered.clear()

    def take(self) -> list[Effect]:
        """Return what was gathered and keep none of it: what was said is gone from memory."""
        gathered = self._gathered.copy()
        self._gathered.clear()
        return gathered

    def record(self, entry: LogEntry) -> None:
        """Append to the table's log."""
        self.add(AppendToLog(entry))

    def send(self, person: int, message: Message) -> None:
        """Send a message to one person."""
        self.add(Send(person, message))

    def notify(self, persons: Iterable[int], code: str, *facts: str) -> None:
        """Send a notice to each of some persons."""
        notice = Notice(code, facts)
        for person in persons:
            self.add(Send(person, notice))

    def set_timer(self, name: str, at: float | None) -> None:
        """Let a timer fire at a time, in place of any earlier one of this name; None cancels it."""
        self.add(SetTimer(name, at))
