"""The database: what is written is read again, together or not at all, and failures are clear."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import Connection, text

from levata.protocol.documents import Presence, SeatKind
from levata_server.room.effects import MatchFinished
from levata_server.room.entries import (
    Acted,
    CardsDealt,
    ControlSet,
    HandsSet,
    LogEntry,
    MatchClosed,
    MatchStarted,
    OwnerSet,
    PauseSet,
    SeatSet,
)
from levata_server.room.terms import TableConfig
from levata_server.store import schema
from levata_server.store.person import Person
from levata_server.store.store import Store, StoreError
from tests.support.storing import append

CONFIG = TableConfig(
    number=3,
    name="Marți",
    game="whist",
    seats=4,
    options={"sequence": "1-4-1", "streak_len": 5},
    pace="none",
    level="random",
    owner=1,
    seed="secret",
)
ENTRIES: tuple[LogEntry, ...] = (
    SeatSet(0, SeatKind.PERSON, 1, "Ana"),
    SeatSet(1, SeatKind.BOT, level="easy"),
    OwnerSet(1),
    MatchStarted(1, "seed"),
    CardsDealt((3, 1, 2), 2),
    Acted(0, "play KH", "timeout", 1500),
    ControlSet(0, Presence.TAKEN_OVER),
    PauseSet(True),
    HandsSet(True),
    MatchClosed(1, "completed", (2,)),
)
RECORD = MatchFinished(1, {"game": "whist", "deals": [], "result": {"scores": [1, 2]}})


@asynccontextmanager
async def opened(
    database: str,
    records: Path | None = None,
    on_failure: Callable[[StoreError], None] | None = None,
) -> AsyncGenerator[Store]:
    store = Store(database, records, on_failure)
    await store.open()
    try:
        yield store
    finally:
        await store.close()


async def refusal(database: str, records: Path | None = None) -> str:
    with pytest.raises(StoreError) as refused:
        await Store(database, records).open()
    assert "\n" not in str(refused.value)
    return str(refused.value)


def _run(database: str, statement: str) -> list[Any]:
    """Carry out a statement in the database of a server that has ended; return its rows."""
    with sqlite3.connect(database) as connection:
        found = connection.execute(statement).fetchall()
    connection.close()
    return found


async def test_everything_written_is_read_after_a_restart(database: str) -> None:
    ana = Person(1, "Ana", "hash", table=3)
    async with opened(database) as store:
        store.save_person(ana)
        store.add_room(CONFIG)
        append(store, 3, 0, ENTRIES[:4])
        await append(store, 3, 4, ENTRIES[4:], [RECORD])
    async with opened(database) as store:
        (person,) = await store.load_people()
        assert person == Person(1, "Ana", "hash", table=3, is_kept=True)
        (room,) = await store.load_rooms()
        assert (room.config, room.entries) == (CONFIG, ENTRIES)
        assert await store.load_record(3, 1) == RECORD.document
        assert await store.load_record(3, 2) is None
        assert await store.last_room() == 3


async def test_empty_database_has_nothing(database: str) -> None:
    async with opened(database) as store:
        assert await store.load_people() == []
        assert await store.load_rooms() == []
        assert await store.last_room() == 0


async def test_saved_person_is_brought_up_to_date() -> None:
    ana = Person(1, "Ana", "hash")
    async with opened(":memory:") as store:
        store.save_person(ana)
        ana.name, ana.table = "Anca", 5
        store.save_person(ana)
        (kept,) = await store.load_people()
    assert (kept.name, kept.table) == ("Anca", 5)


async def test_closed_room_is_not_loaded_but_its_record_and_number_stay(database: str) -> None:
    async with opened(database) as store:
        store.add_room(CONFIG)
        append(store, 3, 0, ENTRIES, [RECORD])
        await store.close_room(3)
        assert await store.load_rooms() == []
        assert await store.load_entries(3) == ()
        assert await store.load_record(3, 1) == RECORD.document
        assert await store.last_room() == 3


async def test_log_of_a_failed_room_is_kept_to_be_looked_at() -> None:
    async with opened(":memory:") as store:
        store.add_room(CONFIG)
        append(store, 3, 0, ENTRIES)
        await store.close_room(3, is_log_kept=True)
        assert await store.load_rooms() == []
        assert await store.load_entries(3) == ENTRIES


async def test_what_waits_together_shares_commits() -> None:
    async with opened(":memory:") as store:
        before = store.commits
        await asyncio.gather(*[append(store, 3, at, [OwnerSet(at)]) for at in range(400)])
        assert store.commits - before < 200
        assert await store.load_entries(3) == tuple(OwnerSet(at) for at in range(400))


async def test_record_becomes_a_file_too(tmp_path: Path) -> None:
    async with opened(":memory:", tmp_path / "made" / "here") as store:
        await append(store, 3, 0, [], [RECORD])
    (path,) = (tmp_path / "made" / "here").iterdir()
    assert path.name.endswith("-whist-3-1.json")
    assert msgspec.json.decode(path.read_bytes()) == RECORD.document


async def test_record_that_cannot_be_a_file_does_not_stop_the_game(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    folder = tmp_path / "records"
    async with opened(":memory:", folder) as store:
        folder.rmdir()
        await append(store, 3, 0, ENTRIES, [RECORD])
        assert await store.load_record(3, 1) == RECORD.document
    assert "a record cannot be written table=3" in caplog.text


async def test_failed_write_fails_everything_from_then_on_and_is_told_once(
    database: str,
) -> None:
    failures: list[StoreError] = []
    async with opened(database, on_failure=failures.append) as store:
        await append(store, 3, 0, ENTRIES[:2])
        with pytest.raises(StoreError):
            await append(store, 3, 0, ENTRIES[:1])  # the position is taken
        with pytest.raises(StoreError):
            await append(store, 3, 2, ENTRIES[2:])
    assert len(failures) == 1
    assert str(failures[0]).startswith(f"cannot use the database {database}: ")
    async with opened(database) as store:
        assert await store.load_entries(3) == ENTRIES[:2]


async def test_gap_in_a_log_is_refused(database: str) -> None:
    async with opened(database) as store:
        await append(store, 3, 0, ENTRIES[:2])
        with pytest.raises(StoreError, match="the log of table 3 has another entry 3"):
            await append(store, 3, 3, ENTRIES[3:])
    async with opened(database) as store:
        assert await store.load_entries(3) == ENTRIES[:2]


async def test_nothing_is_written_after_what_failed(database: str) -> None:
    async with opened(database) as store:
        await append(store, 3, 0, ENTRIES[:1])
        append(store, 3, 0, ENTRIES[:1])  # the position is taken
        await asyncio.sleep(0)
        # The thread has this before the event loop knows of the failure.
        append(store, 3, 1, ENTRIES[1:2])
    async with opened(database) as store:
        assert await store.load_entries(3) == ENTRIES[:1]


async def test_group_with_a_failure_leaves_nothing_behind(database: str) -> None:
    async with opened(database) as store:
        append(store, 3, 0, ENTRIES[:2], [RECORD])
        with pytest.raises(StoreError):
            await append(store, 3, 2, ENTRIES[2:3], [RECORD])  # the record is there already
    async with opened(database) as store:
        assert await store.load_entries(3) in ((), ENTRIES[:2])


async def test_disk_without_space_is_said_in_plain_words(database: str) -> None:
    failures: list[StoreError] = []
    async with opened(database, on_failure=failures.append) as store:
        # There is no other way to fill the disk of this database alone.
        await store._submit(_fill)  # pyright: ignore[reportPrivateUsage] - see above
        big = msgspec.structs.replace(CONFIG, name="x" * 200_000)
        with pytest.raises(StoreError, match="full"):
            await store.add_room(big)
    assert "full" in str(failures[0])


def _fill(connection: Connection) -> None:
    connection.execute(text("PRAGMA max_page_count=1"))


async def test_database_that_is_no_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("shopping list " * 100)
    assert "file is not a database" in await refusal(str(path))


async def test_path_that_cannot_be_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert "cannot use the database" in await refusal(str(tmp_path / "file" / "x.sqlite"))
    assert "unable to open database file" in await refusal(str(tmp_path))


async def test_records_folder_that_cannot_be_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert "for records" in await refusal(":memory:", tmp_path / "file")


async def test_database_of_a_running_server_is_refused(database: str) -> None:
    async with opened(database):
        assert "in use by another server" in await refusal(database)


async def test_database_of_an_unknown_kind_is_refused() -> None:
    assert "cannot use the database" in await refusal("oracle9://host/x")


async def test_password_of_a_database_is_not_shown() -> None:
    assert "hunter2" not in await refusal("postgresql+nodriver://levata:hunter2@host/levata")
    for broken in ("postgresql://levata:hunter2@host:port/levata", "://hunter2"):
        reason = await refusal(broken)
        assert "is no database URL" in reason
        assert "hunter2" not in reason


async def test_log_that_cannot_be_read_spares_the_other_tables(
    database: str, caplog: pytest.LogCaptureFixture
) -> None:
    other: dict[str, Any] = {**msgspec.structs.asdict(CONFIG), "number": 4}
    async with opened(database) as store:
        store.add_room(CONFIG)
        store.add_room(TableConfig(**other))
        await append(store, 3, 0, ENTRIES)
    _run(database, "UPDATE entries SET entry = x'c1' WHERE position = 1")
    async with opened(database) as store:
        assert [room.config.number for room in await store.load_rooms()] == [4]
        assert "the log of a table cannot be read table=3" in caplog.text


async def test_people_not_seen_for_half_a_year_are_forgotten(database: str) -> None:
    async with opened(database) as store:
        store.save_person(Person(1, "Ana", "hash"))
        await store.save_person(Person(2, "Boris", "hash 2"))
    with sqlite3.connect(database) as connection:
        connection.execute("UPDATE people SET seen = seen - 181 * 86400 WHERE number = 1")
    connection.close()
    async with opened(database) as store:
        assert [person.name for person in await store.load_people()] == ["Boris"]


def _after_a_crash(database: str, folder: Path) -> str:
    """Return a copy of a database in use, as a crash would leave it."""
    folder.mkdir()
    for part in ("", "-wal"):
        shutil.copy(f"{database}{part}", folder / f"crashed.sqlite{part}")
    return str(folder / "crashed.sqlite")


async def test_what_was_written_is_there_after_a_crash(database: str, tmp_path: Path) -> None:
    async with opened(database) as store:
        await append(store, 4, 0, ENTRIES[:2])
        await append(store, 3, 0, ENTRIES[:3])
        await append(store, 3, 3, ENTRIES[3:])
        crashed = _after_a_crash(database, tmp_path / "crash")
    async with opened(crashed) as store:
        assert await store.load_entries(3) == ENTRIES
        assert await store.load_entries(4) == ENTRIES[:2]


async def test_log_of_a_closed_room_does_not_come_back_after_a_crash(
    database: str, tmp_path: Path
) -> None:
    async with opened(database) as store:
        store.add_room(CONFIG)
        append(store, 3, 0, ENTRIES)
        await store.close_room(3)
        crashed = _after_a_crash(database, tmp_path / "crash")
    async with opened(crashed) as store:
        assert await store.load_entries(3) == ()


async def test_closing_writes_what_waits_and_closing_twice_is_harmless(database: str) -> None:
    store = Store(database)
    await store.open()
    waiting = append(store, 3, 0, ENTRIES)
    await store.close()
    await store.close()
    assert waiting.done()
    async with opened(database) as again:
        assert await again.load_entries(3) == ENTRIES


async def test_probe_shows_whether_the_database_takes_writes(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[StoreError] = []
    store = Store(database, on_failure=told.append)
    await store.open()
    before = store.commits
    await store.probe()
    assert store.commits == before + 1

    def fail(connection: Connection) -> None:
        connection.execute(text("SELECT * FROM nowhere"))

    monkeypatch.setattr(schema, "touch", fail)
    with pytest.raises(StoreError, match="no such table"):
        await store.probe()
    # Nothing was lost, so the server goes on.
    assert told == []
    await append(store, 3, 0, ENTRIES)
    await store.close()


async def test_commits_are_timed_and_their_jobs_counted() -> None:
    async with opened(":memory:") as store:
        before = sum(store.group_sizes.counts)
        jobs = store.group_sizes.total
        await asyncio.gather(*[append(store, 3, at, [OwnerSet(at)]) for at in range(40)])
        assert store.group_sizes.total - jobs == 40
        assert sum(store.group_sizes.counts) - before == sum(store.commit_seconds.counts) - before
        assert store.commit_seconds.total > 0
