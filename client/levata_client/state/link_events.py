"""What a link tells, and what it is told: plain values, without a connection."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum, auto
from typing import Any, Final, TypeAlias

from msgspec import Struct

from levata.errors import LevataError
from levata.protocol.documents import Channel
from levata.protocol.messages import Departed, Notice, Said, Welcome

OPEN_SECONDS: Final = 6.0
"""How long one attempt to connect may take."""
PING_EVERY: Final = 4.0
SLOW_AFTER: Final = 0.35
"""Round trip in seconds from which the connection counts as slow."""
LOST_AFTER: Final = 9.0
"""Seconds without an answer from which the connection counts as lost."""
BACKOFF: Final = (0.2, 0.5, 1.0, 2.0, 3.0, 5.0)
"""Seconds before each attempt to come back; the last one repeats."""
FINAL_BYES: Final = frozenset({"version", "replaced", "password", "too_many", "idle", "kicked"})
"""Why a server hangs up for good; after any other reason the link tries to come back."""


class LinkError(LevataError):
    """The server cannot be reached, or does not want this client."""


class LinkState(Enum):
    """How the connection is."""

    CONNECTING = auto()
    OK = auto()
    SLOW = auto()
    LOST = auto()
    CLOSED = auto()


class Identity(Struct, frozen=True):
    """Who says hello."""

    name: str
    token: str = ""
    password: str = ""


class StateChanged(Struct, frozen=True):
    """The connection is in another state, or was measured again."""

    state: LinkState
    round_trip: float = 0.0
    """Seconds; 0 where not measured yet."""
    attempt: int = 0
    retry_in: float = 0.0
    """Seconds until the next attempt to come back."""
    code: str = ""
    """Why the connection is lost: a code of `Bye`, or of `LinkError`."""


class Welcomed(Struct, frozen=True):
    """The session is open, again if ``is_back``."""

    welcome: Welcome
    is_back: bool


class Changed(Struct, frozen=True):
    """A document has a new version, or (``document`` is None) only events are known of it yet."""

    channel: Channel
    document: list[Any] | None
    events: list[Any]
    decision: int
    clock: tuple[int, ...]
    is_whole: bool
    """Whether the document came whole, so that steps may be missing before it."""


class Ended(Struct, frozen=True):
    """The session is over and the link will not come back."""

    code: str
    facts: tuple[str, ...] = ()


LinkEvent: TypeAlias = StateChanged | Welcomed | Changed | Said | Notice | Departed | Ended
Emit: TypeAlias = Callable[[LinkEvent], None]


class LinkTiming(Struct, frozen=True):
    """The pace of the link's own doings, in seconds."""

    open: float = OPEN_SECONDS
    ping: float = PING_EVERY
    slow: float = SLOW_AFTER
    lost: float = LOST_AFTER
    backoff: tuple[float, ...] = BACKOFF
