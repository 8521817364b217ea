"""The seats of a table: who sits there, and who plays for him at the moment."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass

from levata.cards import HandOrder
from levata.protocol.documents import Presence, SeatKind, SeatRow

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
class SeatState:
    """One seat, changed only by its room."""

    kind: SeatKind = SeatKind.EMPTY
    person: int = 0
    """Who it belongs to, 0 for nobody and for computer players."""
    name: str = ""
    level: str = ""
    presence: Presence = Presence.PRESENT
    reserve: float = 0.0
    """Seconds of thinking time left in reserve for this match."""
    timeouts: int = 0
    """Decisions in a row for which time was up."""
    order: HandOrder = HandOrder.SUITS
    """How the hand is laid out before its owner."""

    def clear(self) -> None:
        """Make the seat free."""
        self.kind, self.person, self.name, self.level = SeatKind.EMPTY, 0, "", ""
        self.presence, self.order = Presence.PRESENT, HandOrder.SUITS

    @property
    def is_bot_driven(self) -> bool:
        """Whether a computer player decides here now."""
        return self.kind == SeatKind.BOT or self.presence in (Presence.LENT, Presence.TAKEN_OVER)

    @property
    def is_gone(self) -> bool:
        """Whether the person of this seat has left it to a bot without lending it."""
        return self.kind == SeatKind.PERSON and self.presence == Presence.TAKEN_OVER

    @property
    def is_away(self) -> bool:
        """Whether the seat waits for a lost person to come back."""
        return self.kind == SeatKind.PERSON and self.presence == Presence.AWAY

    def row(self) -> SeatRow:
        """Return the seat as everybody sees it."""
        return SeatRow(self.kind, self.name, self.person, self.level, self.presence)


def bot_name(taken: Iterable[str], seed: str) -> str:
    """Return a name for a computer player that nobody at the table has."""
    names = [name for name in BOT_NAMES if name not in set(taken)]
    return random.Random(seed).choice(names)
