"""What a table screen is told besides the view of the game: people, clock, connection, talk."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from levata.game import View
from levata.options import Options
from levata_client.tables.scene import Player
from levata_client.words import Words


@dataclass(frozen=True)
class Clock:
    """The time of the decision that is open, whoever's it is."""

    deadline: float
    """When it ends, in seconds of the clock that the screen was given."""
    reserve: float = 0.0
    """Seconds that follow when it has ended."""


class LinkState(StrEnum):
    """How the connection is."""

    OK = "ok"
    SLOW = "slow"
    LOST = "lost"


@dataclass(frozen=True)
class Connection:
    """The connection to the server."""

    state: LinkState = LinkState.OK
    milliseconds: int | None = None
    """There and back; ``None`` if unknown."""
    retry: int | None = None
    """Seconds until the next attempt, when it is lost."""


@dataclass(frozen=True)
class ChatLine:
    """Something that somebody said; both texts are cleaned."""

    author: str
    text: str


@dataclass(frozen=True)
class TableModel:
    """All that a table screen shows; a new one replaces it whenever anything changes."""

    game: str
    options: Options
    view: View
    players: tuple[Player, ...]
    owner: int = 0
    decision: int | None = None
    """The id of the decision that is the viewer's, to be sent with his answer."""
    clock: Clock | None = None
    connection: Connection = field(default_factory=Connection)
    chat: tuple[ChatLine, ...] = ()
    """All that was said so far, oldest first."""
    notice: Words = ()
    """Something to know before all else, such as who plays for the viewer; in the status line."""
    can_take_seat: bool = False
    """Whether a computer player holds the viewer's seat, which Enter takes back."""
    are_hints_allowed: bool = True
    is_rated: bool = False
