"""What goes into a room and what comes out of it.

A `Room` is pure: ``handle(now, input) -> [effect]``. Inputs are facts of the world outside; effects
are orders to the shell, carried out in their order, except that nothing is sent to anybody before
every `AppendToLog` of the same list is safely stored (write first). ``now`` is seconds on a clock
that never jumps.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from msgspec import Struct

from levata.bots.bot import Question
from levata.cards import Card
from levata.game import Deal
from levata.options import Scalar
from levata.protocol.documents import Presence, SeatKind
from levata.protocol.messages import Message, Request

# --- inputs ------------------------------------------------------------------------------------


class Joined(Struct, frozen=True):
    """A person with a live connection came to the table, or came back to it."""

    person: int
    name: str
    address: str = ""
    """Where the connection comes from; empty where that is not known. Never told to anybody."""


class Renamed(Struct, frozen=True):
    """A person at the table has another name now."""

    person: int
    name: str


class ConnectionLost(Struct, frozen=True):
    """The connection of a person at the table is lost."""

    person: int


class Left(Struct, frozen=True):
    """A person leaves the table on purpose, or for another one."""

    person: int


class Requested(Struct, frozen=True):
    """A request of a person at the table."""

    person: int
    request: Request


class TimerFired(Struct, frozen=True):
    """A time set by `SetTimer` has come."""

    name: str


class DealDrawn(Struct, frozen=True):
    """The answer to `NeedDeal`."""

    deal: Deal


class BotChose(Struct, frozen=True):
    """The answer to `AskBot`; ``action`` is empty where the bot failed or was too late."""

    seat: int
    decision: int
    action: str


class CloseRequested(Struct, frozen=True):
    """The operator closes the table, or the server parks it to stop."""

    code: str


Input: TypeAlias = (
    Joined
    | Renamed
    | ConnectionLost
    | Left
    | Requested
    | TimerFired
    | DealDrawn
    | BotChose
    | CloseRequested
)

# --- log entries: what the store keeps, and a room is restored from ----------------------------


class SeatSet(Struct, frozen=True, tag="seat"):
    """A seat has another occupant: nobody, a person or a bot."""

    seat: int
    kind: SeatKind
    person: int = 0
    name: str = ""
    level: str = ""


class OwnerSet(Struct, frozen=True, tag="owner"):
    """The table has another owner; 0 for none."""

    person: int


class MatchStarted(Struct, frozen=True, tag="start"):
    """A match began."""

    number: int
    seed: str


class CardsDealt(Struct, frozen=True, tag="deal"):
    """The pack was dealt in this order."""

    order: tuple[Card, ...]
    first: int


class Acted(Struct, frozen=True, tag="act"):
    """A seat acted, or something acted for it."""

    seat: int
    action: str
    auto: str = ""
    """``timeout``, ``takeover``, ``forced`` or nothing, as in match records."""
    spent: int = 0
    """Milliseconds taken from the seat's reserve."""


class ControlSet(Struct, frozen=True, tag="control"):
    """Who plays a person's seat: see `levata.protocol.documents.Presence.PRESENT` and following."""

    seat: int
    presence: Presence


class PauseSet(Struct, frozen=True, tag="pause"):
    """The table voted to pause, or to go on."""

    is_paused: bool


class HandsSet(Struct, frozen=True, tag="hands"):
    """Watchers may see what all seats hold, or not any more."""

    are_open: bool


class MatchClosed(Struct, frozen=True, tag="end"):
    """A match is over; the record of it follows as an effect of its own."""

    number: int
    reason: str
    left: tuple[int, ...] = ()


LogEntry: TypeAlias = (
    SeatSet
    | OwnerSet
    | MatchStarted
    | CardsDealt
    | Acted
    | ControlSet
    | PauseSet
    | HandsSet
    | MatchClosed
)

# --- effects -----------------------------------------------------------------------------------


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


class TableConfig(Struct, frozen=True):
    """How a table was created; its log begins with it."""

    number: int
    name: str
    game: str
    seats: int
    options: dict[str, Scalar]
    pace: str
    level: str
    owner: int
    seed: str
    """Secret of the table from which the seeds of its matches are made."""
    password: str = ""
    """Hash, empty for none."""
    watch: str = "closed"
    """What watchers see of the hands: one of `levata.protocol.documents.WATCHES`."""
