"""Databases of older versions are brought up to date, whole, and of newer ones refused."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from sqlalchemy import Connection, create_engine

from levata_server.room.entries import OwnerSet
from levata_server.store import schema
from tests.server.store.test_store import CONFIG, ENTRIES, opened, refusal
from tests.support.storing import append

_pack = msgspec.msgpack.Encoder().encode


def _run(database: str, statement: str, *values: Any) -> list[Any]:
    """Carry out a statement in a database that no server uses; return its rows."""
    with sqlite3.connect(database) as connection:
        found = connection.execute(statement, values).fetchall()
    connection.close()
    return found


def _tables(database: str) -> set[str]:
    return {name for (name,) in _run(database, "SELECT name FROM sqlite_master")}


def _version(database: str) -> int:
    version: int = _run(database, "SELECT version FROM levata_schema")[0][0]
    return version


def _make(database: str, version: int) -> None:
    """Make an empty database of an older version."""
    engine = create_engine(f"sqlite:///{database}")
    with engine.begin() as connection:
        schema.migrate(connection, schema.MIGRATIONS[:version])
    engine.dispose()


def _add_to_journal(database: str, *rows: tuple[int, int]) -> None:
    """Add a row to the journal of version 2 that has entries of rooms at positions."""
    packed = _pack([(room, position, _pack(ENTRIES[position])) for room, position in rows])
    _run(database, "INSERT INTO journal (rows) VALUES (?)", packed)


def test_migrations_are_carried_out_in_order_and_once() -> None:
    done: list[int] = []

    def step(number: int) -> Callable[[Connection], None]:
        def migrate(connection: Connection) -> None:
            done.append(number)
            if number == 0:
                schema.MIGRATIONS[0](connection)

        return migrate

    engine = create_engine("sqlite://")
    for steps in (1, 3, 3):
        with engine.begin() as connection:
            schema.migrate(connection, [step(number) for number in range(steps)])
    assert done == [0, 1, 2]
    with engine.begin() as connection, pytest.raises(schema.NewerSchema):
        schema.migrate(connection, [step(0)])
    engine.dispose()


async def test_database_of_the_first_version_is_brought_up_to_date(database: str) -> None:
    _make(database, 1)
    async with opened(database) as store:
        await append(store, 3, 0, ENTRIES)
    assert (_version(database), "journal" in _tables(database)) == (3, False)


async def test_journal_of_the_second_version_is_in_the_logs_after_a_start(database: str) -> None:
    _make(database, 2)
    _run(database, "INSERT INTO rooms VALUES (3, ?, 1)", _pack(CONFIG))
    _run(database, "INSERT INTO entries VALUES (3, 0, ?)", _pack(ENTRIES[0]))
    _run(database, "INSERT INTO entries VALUES (3, 1, ?)", _pack(ENTRIES[1]))
    _add_to_journal(database, (3, 2), (4, 0))
    _add_to_journal(database, (3, 3), (3, 4), (4, 1))
    async with opened(database) as store:
        (room,) = await store.load_rooms()
        assert (room.config, room.entries) == (CONFIG, ENTRIES[:5])
        assert await store.load_entries(4) == ENTRIES[:2]
        # The logs go on where they stood.
        await append(store, 3, 5, ENTRIES[5:])
        await append(store, 4, 2, [OwnerSet(7)])
    async with opened(database) as store:
        assert await store.load_entries(3) == ENTRIES
        assert await store.load_entries(4) == (*ENTRIES[:2], OwnerSet(7))
    assert (_version(database), "journal" in _tables(database)) == (3, False)


async def test_empty_journal_of_the_second_version_is_dropped(database: str) -> None:
    _make(database, 2)
    assert "journal" in _tables(database)
    await _bring_up_to_date(database)
    assert (_version(database), "journal" in _tables(database)) == (3, False)


async def test_damaged_journal_is_refused_and_left_alone(database: str) -> None:
    _make(database, 2)
    _add_to_journal(database, (3, 0))
    _run(database, "INSERT INTO journal (rows) VALUES (x'c1')")
    assert (await refusal(database)).startswith(f"cannot use the database {database}: ")
    assert _run(database, "SELECT COUNT(*) FROM journal") == [(2,)]
    assert _run(database, "SELECT COUNT(*) FROM entries") == [(0,)]
    assert _version(database) == 2


def test_migration_that_fails_leaves_nothing_behind(database: str) -> None:
    def fail(_connection: Connection) -> None:
        raise ValueError("no power")

    _make(database, 2)
    steps = (*schema.MIGRATIONS, fail)
    engine = create_engine(f"sqlite:///{database}")
    with pytest.raises(ValueError, match="no power"), engine.begin() as connection:
        schema.migrate(connection, steps)
    engine.dispose()
    assert (_version(database), "journal" in _tables(database)) == (2, True)


async def test_database_of_a_newer_version_is_refused(database: str) -> None:
    await _bring_up_to_date(database)
    _run(database, "UPDATE levata_schema SET version = 99")
    assert "newer version of Levata" in await refusal(database)


async def _bring_up_to_date(database: str) -> None:
    async with opened(database):
        pass
