"""On what terms a table plays: how it was created, and how patient its room is."""

from __future__ import annotations

from msgspec import Struct

from levata.options import Scalar


class TableConfig(Struct, frozen=True):
    """How a table was created. The store keeps it beside the log."""

    number: int
    name: str
    game: str
    seats: int
    options: dict[str, Scalar]
    pace: str
    level: str
    """Of computer players that are added without one, or take over."""
    owner: int
    seed: str
    """Secret of the table from which the seeds of its matches are made."""
    password: str = ""
    """Hash, empty for none."""
    watch: str = "closed"
    """What watchers see of the hands: one of `levata.protocol.documents.WATCHES`."""


class RoomPolicy(Struct, frozen=True):
    """How patient rooms are; seconds throughout."""

    grace: float = 60.0
    """A lost person's seat waits so long before a bot takes over."""
    open_grace: float = 20.0
    """The same before a match has begun; then the seat is free."""
    idle_close: float = 1800.0
    """A match that nobody attends is abandoned after so long."""
    open_close: float = 60.0
    """A table without people and without a match is closed after so long."""
    timeouts_in_a_row: int = 3
    """So many, and a bot takes over for a person who seems to be asleep."""
    bot_delay: float = 0.7
    """A computer player seems to think so long."""
    masked_delay: float = 1.5
    """A forced action that must look like a decision takes so long."""
    nudge_interval: float = 5.0
    is_kept_without_people: bool = False
    """Whether matches go on with nobody there, as benchmarks want."""
