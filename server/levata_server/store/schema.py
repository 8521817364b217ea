"""The tables of the database, and how older databases become what this version needs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import msgspec
from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Connection,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    insert,
    inspect,
    select,
    update,
)

_metadata: Final = MetaData()

versions: Final = Table("levata_schema", _metadata, Column("version", Integer, nullable=False))
people: Final = Table(
    "people",
    _metadata,
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("token_hash", String(64), nullable=False, unique=True),
    Column("name", String(64), nullable=False),
    Column("at_table", Integer, nullable=False),
    Column("seen", BigInteger, nullable=False),
)
rooms: Final = Table(
    "rooms",
    _metadata,
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("config", LargeBinary, nullable=False),
    Column("is_open", Boolean, nullable=False),
)
entries: Final = Table(
    "entries",
    _metadata,
    Column("room", Integer, primary_key=True, autoincrement=False),
    Column("position", Integer, primary_key=True, autoincrement=False),
    Column("entry", LargeBinary, nullable=False),
)
records: Final = Table(
    "records",
    _metadata,
    Column("room", Integer, primary_key=True, autoincrement=False),
    Column("match", Integer, primary_key=True, autoincrement=False),
    Column("game", String(32), nullable=False),
    Column("finished", BigInteger, nullable=False),
    Column("document", Text, nullable=False),
)


_journal: Final = Table(
    "journal",
    MetaData(),
    Column("number", Integer, primary_key=True),
    Column("rows", LargeBinary, nullable=False),
)
"""In version 2 alone: entries of all tables as they came, which were moved to the logs later."""
_journal_decoder: Final = msgspec.msgpack.Decoder(list[tuple[int, int, bytes]])
"""Each of its rows has several entries: room, position and entry."""


def _create(connection: Connection) -> None:
    _metadata.create_all(connection)


def _add_journal(connection: Connection) -> None:
    _journal.create(connection, checkfirst=True)


def _sort_in_journal(connection: Connection) -> None:
    """Move what is left in the journal to the logs, and drop it.

    Raises:
        msgspec.MsgspecError: it is damaged; the database stays as it is.
    """
    kept = connection.scalars(select(_journal.c.rows).order_by(_journal.c.number))
    waiting = [
        {"room": room, "position": position, "entry": entry}
        for rows in kept
        for room, position, entry in _journal_decoder.decode(rows)
    ]
    if waiting:
        connection.execute(insert(entries), waiting)
    _journal.drop(connection)


MIGRATIONS: Final[tuple[Callable[[Connection], None], ...]] = (
    _create,
    _add_journal,
    _sort_in_journal,
)
"""Step ``n`` turns version ``n`` into ``n + 1``; version 0 is an empty database."""


def touch(connection: Connection) -> None:
    """Write what is there already, which shows that the database takes writes."""
    connection.execute(update(versions).values(version=versions.c.version))


class NewerSchema(Exception):
    """The database was written by a later version of Levata."""


def migrate(
    connection: Connection, migrations: Sequence[Callable[[Connection], None]] = MIGRATIONS
) -> None:
    """Bring the database to the newest version, step by step.

    Raises:
        NewerSchema: it is newer still.
    """
    version = 0
    if inspect(connection).has_table(versions.name):
        version = connection.scalar(select(versions.c.version)) or 0
    if version > len(migrations):
        raise NewerSchema
    if 0 < version < len(migrations):
        # All steps or none: SQLite begins a transaction with the first row that is written.
        touch(connection)
    for step in migrations[version:]:
        step(connection)
    if version < len(migrations):
        statement = insert(versions) if version == 0 else update(versions)
        connection.execute(statement.values(version=len(migrations)))
