"""The logs of all tables as the store's thread writes them: in one row first, sorted in later.

Moves that share a commit belong to as many tables, and each table's log lies elsewhere in the
database. So a commit puts all of them into one row of a journal, and only when many have come are
they moved, in the same commit that empties the journal, to the logs of their tables. What a crash
leaves in the journal is moved at the next start.
"""

from __future__ import annotations

from functools import cache
from itertools import chain
from typing import Final, TypeAlias

import msgspec
from sqlalchemy import Connection, delete, select

from levata_server.store import schema

Row: TypeAlias = tuple[int, int, bytes]
"""Room, position and entry."""

MOST_ROWS: Final = 1024
"""So many rows are moved at the latest; it takes some milliseconds."""
_AT_ONCE: Final = (256, 64, 16, 4, 1)
"""So many rows one statement adds: few statements, for the thread may have to wait for the event
loop in each one, and few different ones, for drivers keep them. Every driver takes three times as
many values."""

_encode: Final = msgspec.msgpack.Encoder().encode
_decoder: Final = msgspec.msgpack.Decoder(list[Row])


class Journal:
    """What has been written of the logs and not been sorted in yet. Of the store's thread only."""

    def __init__(self) -> None:
        self._rows: list[Row] = []
        """All that the database's journal has."""
        self._next: dict[int, int] = {}
        """Which position comes next, of rooms that have been written to."""

    def load(self, connection: Connection) -> None:
        """Sort in what an earlier server left behind.

        Raises:
            msgspec.MsgspecError: it is damaged; the database stays as it is.
        """
        kept = connection.scalars(select(schema.journal.c.rows).order_by(schema.journal.c.number))
        self._rows = list(chain.from_iterable(_decoder.decode(rows) for rows in kept))
        self.settle(connection)

    def add(self, connection: Connection, rows: list[Row]) -> None:
        """Write rows that come next in the logs of their rooms.

        Raises:
            ValueError: they do not; sorting them in later would fail for good.
        """
        for room, position, _ in rows:
            if self._next.get(room, position) != position:
                raise ValueError(
                    f"the log of table {room} has another entry {position}, or none before it"
                )
            self._next[room] = position + 1
        self._rows += rows
        if len(self._rows) >= MOST_ROWS:
            self.settle(connection)
        else:
            # Not through SQLAlchemy's expressions: of all statements this one is the frequent one.
            statement = _insert(schema.journal.name, ("rows",), 1, connection.dialect.paramstyle)
            connection.exec_driver_sql(statement, (_encode(rows),))

    def drop(self, connection: Connection, room: int) -> None:
        """Delete the log of a room, which is closed."""
        self.settle(connection)
        self._next.pop(room, None)
        connection.execute(delete(schema.entries).where(schema.entries.c.room == room))

    def settle(self, connection: Connection) -> None:
        """Bring the logs of the rooms up to date, before one is read or dropped."""
        if not self._rows:
            return
        self._rows.sort()  # as they lie in the database
        names, style = tuple(schema.entries.columns.keys()), connection.dialect.paramstyle
        start = 0
        for size in _AT_ONCE:
            while len(self._rows) - start >= size:
                rows = self._rows[start : start + size]
                statement = _insert(schema.entries.name, names, size, style)
                connection.exec_driver_sql(statement, tuple(chain.from_iterable(rows)))
                start += size
        connection.execute(delete(schema.journal))
        self._rows.clear()


@cache
def _insert(table: str, columns: tuple[str, ...], count: int, style: str) -> str:
    """Return the statement that adds so many rows to a table, for a driver of a style.

    SQLAlchemy would make it anew for each number of rows, which costs more than to carry it out.
    """
    mark = "?" if style == "qmark" else "%s"
    values = ", ".join([f"({', '.join([mark] * len(columns))})"] * count)
    return f"INSERT INTO {table} ({', '.join(columns)}) VALUES {values}"
