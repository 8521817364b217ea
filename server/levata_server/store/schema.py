"""The tables of the database, and how older databases become what this version needs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

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
journal: Final = Table(
    "journal",
    _metadata,
    Column("number", Integer, primary_key=True),
    Column("rows", LargeBinary, nullable=False),
)
"""Entries that are not in the logs yet: see `levata_server.store.journal`."""
records: Final = Table(
    "records",
    _metadata,
    Column("room", Integer, primary_key=True, autoincrement=False),
    Column("match", Integer, primary_key=True, autoincrement=False),
    Column("game", String(32), nullable=False),
    Column("finished", BigInteger, nullable=False),
    Column("document", Text, nullable=False),
)


def _create(connection: Connection) -> None:
    _metadata.create_all(connection)


def _add_journal(connection: Connection) -> None:
    journal.create(connection, checkfirst=True)


MIGRATIONS: Final[tuple[Callable[[Connection], None], ...]] = (_create, _add_journal)
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
    for step in migrations[version:]:
        step(connection)
    if version < len(migrations):
        statement = insert(versions) if version == 0 else update(versions)
        connection.execute(statement.values(version=len(migrations)))
