"""What a link tells, and what it is told: plain values, without a connection."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum, auto
from typing import Any, Final, TypeAlias

from msgspec import Struct

from levata.errors import LevataError
from levata.protocol.documents import Channel
from levata.protocol.messages import Departed, Notice, Said, Welcome

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


class Changed(Struct, frozen=True, kw_only=True):
    """A document has a new version."""

    channel: Channel
    document: list[Any] | None
    """None where only events are known of it yet."""
    events: list[Any]
    decision: int
    """The decision that is asked of this client, 0 for none."""
    clock: tuple[int, ...]
    """Milliseconds left for the pending decision, and of the reserves; empty without a clock."""
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

    open: float = 6.0
    """How long one attempt to connect may take."""
    ping: float = 4.0
    """The pause between two looks at how far away the server is."""
    slow: float = 0.35
    """The round trip from which the connection counts as slow."""
    lost: float = 9.0
    """How long without an answer until the connection counts as lost."""
    backoff: tuple[float, ...] = (0.2, 0.5, 1.0, 2.0, 3.0, 5.0)
    """Before each attempt to come back; the last one repeats."""
