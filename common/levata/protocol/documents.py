"""The documents that a server keeps in step at its clients, and the enumerations in them.

Each document is an array of the fields of its struct, in their order. The fourth, the game, is the
view type of the game played, such as ``levata.games.whist.WhistView``.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Final

from msgspec import Struct

from levata.options import Scalar


class Channel(IntEnum):
    """The documents: ``channel`` of `Sync`, `Update` and `AskSync`."""

    LOBBY = 0
    TABLE = 1
    GAME = 2
    HANDS = 3


class Pace(Struct, frozen=True):
    """How long a decision may take: seconds each, and a reserve for the whole match."""

    seconds: int
    """0 for no clock at all."""
    reserve: int = 0


PACES: Final[dict[str, Pace]] = {
    "normal": Pace(20, 60),
    "quick": Pace(10, 30),
    "slow": Pace(45, 120),
    "none": Pace(0),
}
"""The paces that a table can choose, the default first."""

WATCHES: Final = ("closed", "delayed")
"""What a table can let watchers see of the hands, unless all seats agree to more: nothing, or those
of a deal that is over."""


class SeatKind(IntEnum):
    """Who sits on a seat."""

    EMPTY = 0
    PERSON = 1
    BOT = 2


class Presence(IntEnum):
    """Who plays a person's seat."""

    PRESENT = 0
    """The person."""
    AWAY = 1
    """The person, but the connection is lost."""
    LENT = 2
    """A bot that the person lent the seat to."""
    TAKEN_OVER = 3
    """A bot that took over because the person was away."""


class SeatRow(Struct, frozen=True, array_like=True):
    """A seat of a table."""

    kind: SeatKind
    name: str = ""
    person: int = 0
    """Public number of the person, 0 for a bot."""
    level: str = ""
    """Of the bot."""
    presence: Presence = Presence.PRESENT


class TablePhase(IntEnum):
    """How far a table is."""

    OPEN = 0
    """No match has begun."""
    PLAYING = 1
    PAUSED = 2
    OVER = 3
    """The last match is over, another one may begin."""

    @property
    def is_in_match(self) -> bool:
        """Whether a match has begun and is not over."""
        return self in (TablePhase.PLAYING, TablePhase.PAUSED)


class HandsShown(IntEnum):
    """What watchers see of the hands."""

    CLOSED = 0
    """Nothing."""
    DELAYED = 1
    """Those of the deal that is over."""
    OPEN = 2
    """All of them, now."""


class TableDocument(Struct, frozen=True, array_like=True):
    """The table a client is at."""

    number: int
    name: str
    game: str
    options: dict[str, Scalar]
    """Every option in force."""
    pace: str
    level: str
    phase: TablePhase
    owner: int
    """Person who may start, add bots and free seats; 0 when nobody is there."""
    seats: tuple[SeatRow, ...]
    watchers: tuple[tuple[int, str], ...] = ()
    """Number and name of each person without a seat."""
    match: int = 0
    """Matches begun here."""
    votes: tuple[tuple[str, int], ...] = ()
    """Open motions and the persons who agreed."""
    hands: HandsShown = HandsShown.CLOSED
    """What watchers see of the hands now."""


class HandsDocument(Struct, frozen=True, array_like=True):
    """What all seats hold, for watchers. Nobody who has a seat is ever sent it."""

    deal: int = 0
    """Number of the deal in the match, from 1; 0 while there is nothing to be seen."""
    is_over: bool = False
    """Whether the deal is over: then these are all cards that each seat held in it."""
    hands: tuple[tuple[int, ...], ...] = ()
    """The cards of each seat, ascending; without those that no seat may know yet."""


class TableRow(Struct, frozen=True, array_like=True):
    """A table in the lobby."""

    number: int
    name: str
    game: str
    options: dict[str, Scalar]
    """Only what differs from the defaults."""
    pace: str
    phase: TablePhase
    seats: tuple[SeatRow, ...]
    has_password: bool = False
    watchers: int = 0


class PersonRow(Struct, frozen=True, array_like=True):
    """A person on the server."""

    person: int
    name: str
    table: int = 0


class LobbyDocument(Struct, frozen=True, array_like=True):
    """The server as everybody sees it."""

    server: str
    tables: tuple[TableRow, ...] = ()
    people: tuple[PersonRow, ...] = ()
