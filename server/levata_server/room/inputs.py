"""What goes into a room: facts of the world outside."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct

from levata.game import Deal
from levata.protocol.messages import Request


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
