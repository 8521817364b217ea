"""Entries added by the statement written by hand are those that SQLAlchemy adds."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest
from sqlalchemy import Connection, create_engine, insert, select

from levata_server.store import schema
from levata_server.store.log_writer import LogWriter, Row

ROWS: list[Row] = [
    (3, 0, b""),
    (3, 1, b"\x00\xff'; DROP TABLE entries; --"),
    (2**31 - 1, 0, bytes(range(256)) * 40),
    (4, 7, "ț?%s".encode()),
]


def _add_plainly(connection: Connection, rows: Sequence[Row]) -> None:
    values = [{"room": room, "position": at, "entry": entry} for room, at, entry in rows]
    connection.execute(insert(schema.entries), values)


def _kept(add: Callable[[Connection, Sequence[Row]], None], groups: list[list[Row]]) -> list[Row]:
    """Return what is in a new database after some groups of rows were added."""
    engine = create_engine("sqlite://")
    with engine.begin() as connection:
        schema.migrate(connection)
        for rows in groups:
            add(connection, rows)
        entries = schema.entries
        found = connection.execute(select(entries).order_by(entries.c.room, entries.c.position))
        kept = [(row.room, row.position, row.entry) for row in found]
    engine.dispose()
    return kept


@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_rows_are_kept_as_the_library_keeps_them(size: int) -> None:
    groups = [ROWS[start : start + size] for start in range(0, len(ROWS), size)]
    assert _kept(LogWriter().add, groups) == _kept(_add_plainly, groups) == sorted(ROWS)


def test_columns_are_those_of_the_table() -> None:
    assert list(schema.entries.columns.keys()) == ["room", "position", "entry"]


@pytest.mark.parametrize("position", [0, 1, 3])
def test_entry_that_does_not_come_next_is_refused(position: int) -> None:
    writer = LogWriter()
    engine = create_engine("sqlite://")
    with engine.begin() as connection:
        schema.migrate(connection)
        writer.add(connection, [(3, 0, b"x"), (3, 1, b"y"), (4, 0, b"z")])
        with pytest.raises(ValueError, match=f"another entry {position}, or none before it"):
            writer.add(connection, [(3, position, b"x")])
    engine.dispose()


def test_log_that_was_dropped_may_begin_again() -> None:
    writer = LogWriter()
    engine = create_engine("sqlite://")
    with engine.begin() as connection:
        schema.migrate(connection)
        writer.add(connection, [(3, 0, b"x"), (4, 0, b"z")])
        writer.drop(connection, 3)
        writer.add(connection, [(3, 0, b"y")])
        found = connection.execute(select(schema.entries.c.room, schema.entries.c.entry))
        assert sorted(tuple(row) for row in found) == [(3, b"y"), (4, b"z")]
    engine.dispose()
