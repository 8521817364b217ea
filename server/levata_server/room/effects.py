"""What comes out of a room: orders to the shell."""

from __future__ import annotations

from typing import Any, TypeAlias

from msgspec import Struct

from levata.bots.bot import Question
from levata.cards import Card
from levata.protocol.messages import Message
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
