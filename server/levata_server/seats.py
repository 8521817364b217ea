"""The seats of a table: who sits there, and who plays for him at the moment."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass

from levata.cards import HandOrder
from levata.protocol.messages import (
    AWAY,
    BOT,
    EMPTY,
    LENT,
    PERSON,
    PRESENT,
    TAKEN_OVER,
    SeatRow,
)

BOT_NAMES = (
    "Ioana",
    "Mihai",
    "Elena",
    "Radu",
    "Vera",
    "Petar",
    "Ilinca",
    "Tudor",
    "Smaranda",
    "Georgi",
    "Catinca",
    "Horia",
)
"""Names of computer players; more than the largest table has seats."""


@dataclass(slots=True)
class Seat:
    """One seat, changed only by its room."""

    kind: int = EMPTY
    person: int = 0
    """Who it belongs to, 0 for nobody and for computer players."""
    name: str = ""
    level: str = ""
    presence: int = PRESENT
    reserve: float = 0.0
    """Seconds of thinking time left in reserve for this match."""
    timeouts: int = 0
    """Decisions in a row for which time was up."""
    order: HandOrder = HandOrder.SUITS
    """How the hand is laid out before its owner."""

    def clear(self) -> None:
        """Make the seat free."""
        self.kind, self.person, self.name, self.level = EMPTY, 0, "", ""
        self.presence, self.order = PRESENT, HandOrder.SUITS

    @property
    def is_bot_driven(self) -> bool:
        """Whether a computer player decides here now."""
        return self.kind == BOT or self.presence in (LENT, TAKEN_OVER)

    @property
    def is_gone(self) -> bool:
        """Whether the person of this seat has left it to a bot without lending it."""
        return self.kind == PERSON and self.presence == TAKEN_OVER

    @property
    def is_away(self) -> bool:
        """Whether the seat waits for a lost person to come back."""
        return self.kind == PERSON and self.presence == AWAY

    def row(self) -> SeatRow:
        """Return the seat as everybody sees it."""
        return SeatRow(self.kind, self.name, self.person, self.level, self.presence)


def bot_name(taken: Iterable[str], seed: str) -> str:
    """Return a name for a computer player that nobody at the table has."""
    names = [name for name in BOT_NAMES if name not in set(taken)]
    return random.Random(seed).choice(names)
