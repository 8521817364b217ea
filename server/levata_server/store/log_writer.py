"""Adds entries to the logs of tables, with the one statement of the store that is written by hand.

**What it is for.** Every move of every table is an entry. SQLAlchemy makes the parameters of each
row anew and asks each column how it is bound, in the interpreter that the event loop waits for;
``server/MEASURED.md`` says what that costs a move. The driver takes the rows as they are.

**What it relies on.** The columns of `schema.entries`, by name and in this order; that the driver
takes whole numbers and bytes without help, and marks parameters as its dialect's ``paramstyle``
says: ``?``, or ``%s`` in every other style that takes them by place.

**How it is proved equal.** ``tests/server/store/test_log_writer.py`` adds the same entries with
this and with SQLAlchemy's own expression and compares the tables; ``test_postgres.py`` beside it
reads from PostgreSQL what a server has written there.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from sqlalchemy import Connection, delete

from levata_server.store import schema

Row: TypeAlias = tuple[int, int, bytes]
"""Room, position and entry."""


class LogWriter:
    """Writes the logs. Of the store's thread only."""

    def __init__(self) -> None:
        self._next: dict[int, int] = {}
        """Which position comes next, of rooms that have been written to."""

    def add(self, connection: Connection, rows: Sequence[Row]) -> None:
        """Write rows, at least one, that come next in the logs of their rooms.

        Raises:
            ValueError: they do not; a log with a gap could not be replayed.
        """
        for room, position, _ in rows:
            if self._next.get(room, position) != position:
                raise ValueError(
                    f"the log of table {room} has another entry {position}, or none before it"
                )
            self._next[room] = position + 1
        mark = "?" if connection.dialect.paramstyle == "qmark" else "%s"
        connection.exec_driver_sql(
            f"INSERT INTO entries (room, position, entry) VALUES ({mark}, {mark}, {mark})",
            list(rows),
        )

    def drop(self, connection: Connection, room: int) -> None:
        """Delete the log of a room, which is closed."""
        self._next.pop(room, None)
        connection.execute(delete(schema.entries).where(schema.entries.c.room == room))
