"""What a table's log holds: the facts from which a lost room is restored.

An entry says what was decided, not what follows from it by the rules. Entries are kept for as long
as the table is, also over a change of version: tags and fields keep their meaning, and a field that
is added has a default.
"""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct

from levata.cards import Card
from levata.protocol.documents import Presence, SeatKind


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
