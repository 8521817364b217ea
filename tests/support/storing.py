"""Writing to a store from tests, which may wait for it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from levata_server.room.effects import MatchFinished
from levata_server.room.entries import LogEntry
from levata_server.store.store import Store, StoreError


def append(
    store: Store,
    room: int,
    position: int,
    entries: Sequence[LogEntry],
    finished: Sequence[MatchFinished] = (),
) -> asyncio.Future[None]:
    """Add entries to a log; return a future of their being on disk."""
    future: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def then(failure: StoreError | None) -> None:
        if failure is None:
            future.set_result(None)
        else:
            future.set_exception(failure)
            future.exception()  # Not every test waits for it.

    store.append(room, position, entries, finished, then)
    return future
