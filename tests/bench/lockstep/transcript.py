"""What a run against one checkout leaves behind, and the waiting for it to come."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, NamedTuple

PATIENCE_SECONDS: Final = 60.0
"""What does not come within this time never will."""


class Heard(NamedTuple):
    """A frame of the server."""

    step: int
    """How many requests had been made in this house."""
    frame: bytes


@dataclass
class Transcript:
    """All that came of one house: a server, with its restarts, and what happened there."""

    house: str
    streams: dict[str, list[Heard]] = field(default_factory=dict[str, list[Heard]])
    """By connection, in the order of coming."""
    records: dict[str, bytes] = field(default_factory=dict[str, bytes])
    """Match record files, by name."""
    rows: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    """What the database holds in the end, by its tables."""
    failure: str = ""
    """Why it was not played to the end; empty if it was."""
    log: str = ""
    """What the server logged."""
    games: set[str] = field(default_factory=set[str])
    tables: int = 0
    step: int = 0

    @property
    def frames(self) -> int:
        """Return how many frames came."""
        return sum(len(stream) for stream in self.streams.values())

    @property
    def bytes(self) -> int:
        """Return how many bytes they had."""
        return sum(len(heard.frame) for stream in self.streams.values() for heard in stream)


class Stuck(Exception):
    """What was waited for did not come; the text says what."""


class News:
    """Tells who waits that something has come."""

    def __init__(self) -> None:
        self._has_come = asyncio.Event()

    def note(self) -> None:
        """Let everybody look again."""
        self._has_come.set()

    async def until(self, what: str, condition: Callable[[], bool]) -> None:
        """Return once a condition holds that depends on what has come.

        Raises:
            Stuck: it does not.
        """
        if condition():
            return
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                while not condition():
                    self._has_come.clear()
                    await self._has_come.wait()
        except TimeoutError:
            raise Stuck(f"no end of waiting for {what}") from None
