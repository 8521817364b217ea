"""The store: people, tables, logs and match records in one database, written by one thread.

Everything handed in is written in its order; whatever comes while the thread is busy shares the
next commit. A future is done once its part is safely on disk. When the database cannot be written
any more the store stops for good: the futures that wait fail, and so does everything handed in
later.
"""

from __future__ import annotations

import asyncio
import logging
import queue
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final, TypeAlias

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, delete, func, insert, select, update
from sqlalchemy.engine import Engine
from sqlalchemy.exc import SQLAlchemyError

from levata.files import write_atomically
from levata.records.record import format_record
from levata_server.room.effects import MatchFinished
from levata_server.room.entries import LogEntry
from levata_server.room.terms import TableConfig
from levata_server.runtime.logs import LogMessage
from levata_server.runtime.measures import GROUP_SIZES, QUICK_SECONDS, Histogram
from levata_server.store import schema
from levata_server.store.database import explain, open_engine
from levata_server.store.log_writer import LogWriter, Row
from levata_server.store.person import Person

_logger = logging.getLogger(__name__)

_GROUP: Final = 512
"""Most jobs that share one commit."""
_FORGET_SECONDS: Final = 180 * 24 * 3600
"""People who have not been seen for so long are forgotten at the start."""

_entry_encoder = msgspec.msgpack.Encoder()
_entry_decoder: msgspec.msgpack.Decoder[LogEntry] = msgspec.msgpack.Decoder(LogEntry)
_config_decoder = msgspec.msgpack.Decoder(TableConfig)

Work: TypeAlias = Callable[[Connection], Any]


class StoreError(Exception):
    """The database cannot be opened, or not written any more; the text says why in one line."""


class StoredRoom(Struct, frozen=True):
    """A table that was not closed, and its log."""

    config: TableConfig
    entries: tuple[LogEntry, ...]


class _Append(Struct):
    """Log entries to add, and what is written with them or not at all."""

    rows: list[Row]
    also: list[Work]
    then: Callable[[StoreError | None], None]
    """Called in the event loop, with the failure if there is one."""


class _Task(Struct):
    work: Work
    future: asyncio.Future[Any]
    is_probe: bool = False
    """Whether nothing is lost when it fails."""


_Job: TypeAlias = _Append | _Task


class Store:
    """The database of a server. Its methods are called in the event loop, none of them blocks."""

    def __init__(
        self,
        database: str,
        records: Path | None = None,
        on_failure: Callable[[StoreError], None] | None = None,
    ) -> None:
        self.database = database
        self._records = records
        self._on_failure = on_failure
        self._waiting: list[_Job] = []
        """In the event loop: what the thread has not been given yet."""
        self._groups_away = 0
        self._groups: queue.SimpleQueue[list[_Job] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="levata-store", daemon=True)
        self._logs = LogWriter()
        self._failure: StoreError | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._engine: Engine | None = None
        self.commit_seconds = Histogram(QUICK_SECONDS)
        self.group_sizes = Histogram(GROUP_SIZES)

    @property
    def commits(self) -> int:
        """Return how often something was written so far."""
        return sum(self.commit_seconds.counts)

    # --- opening and closing -------------------------------------------------------------------

    async def open(self) -> None:
        """Open the database and bring it up to date.

        Raises:
            StoreError: that is not possible; nothing has been started.
        """
        self._loop = asyncio.get_running_loop()
        if self._records is not None:
            try:
                self._records.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise StoreError(
                    f"cannot use {self._records} for records: {error.strerror}"
                ) from error
        try:
            self._engine = open_engine(self.database)
        except (SQLAlchemyError, OSError, ImportError) as error:
            raise StoreError(explain(self.database, error)) from error
        self._thread.start()
        try:
            await self._submit(schema.migrate)
            await self._submit(_forget_old_people)
        except StoreError:
            await self.close()
            raise

    async def close(self) -> None:
        """Write what waits and close the database."""
        if not self._thread.is_alive():
            return
        self._hand_over()
        self._groups.put(None)
        await asyncio.to_thread(self._thread.join)

    async def probe(self) -> None:
        """Write something of no consequence and wait until it is on disk.

        Raises:
            StoreError: that is not possible at the moment, or not any more.
        """
        await self._submit(schema.touch, is_probe=True)

    # --- reading -------------------------------------------------------------------------------

    async def load_people(self) -> list[Person]:
        """Return everybody who has ever been at a table."""
        rows = await self._submit(
            lambda connection: connection.execute(select(schema.people)).all()
        )
        return [
            Person(row.number, row.name, row.token_hash, row.at_table, is_kept=True) for row in rows
        ]

    async def load_rooms(self) -> list[StoredRoom]:
        """Return the tables that were not closed, with their logs."""

        def read(connection: Connection) -> list[tuple[bytes, int]]:
            query = select(schema.rooms.c.config, schema.rooms.c.number)
            opened = query.where(schema.rooms.c.is_open).order_by(schema.rooms.c.number)
            return [(row.config, row.number) for row in connection.execute(opened)]

        rooms: list[StoredRoom] = []
        for config, number in await self._submit(read):
            try:
                entries = await self.load_entries(number)
                rooms.append(StoredRoom(_config_decoder.decode(config), entries))
            except msgspec.MsgspecError:
                # It stays as it is: the version that wrote it may read it again.
                _logger.error(LogMessage("the log of a table cannot be read", table=number))
        return rooms

    async def load_entries(self, room: int) -> tuple[LogEntry, ...]:
        """Return the log of a table."""

        def read(connection: Connection) -> list[bytes]:
            query = select(schema.entries.c.entry).where(schema.entries.c.room == room)
            return list(connection.scalars(query.order_by(schema.entries.c.position)))

        return tuple(_entry_decoder.decode(entry) for entry in await self._submit(read))

    async def last_room(self) -> int:
        """Return the highest number of a table there ever was, 0 for none."""
        query = select(func.max(schema.rooms.c.number))
        return await self._submit(lambda connection: connection.scalar(query)) or 0

    async def load_record(self, room: int, match: int) -> dict[str, Any] | None:
        """Return the record of a finished match."""
        query = select(schema.records.c.document).where(
            schema.records.c.room == room, schema.records.c.match == match
        )
        text = await self._submit(lambda connection: connection.scalar(query))
        return None if text is None else msgspec.json.decode(text)

    # --- writing -------------------------------------------------------------------------------

    def save_person(self, person: Person) -> asyncio.Future[None]:
        """Keep a person: name, token and where he is."""
        values = {
            "token_hash": person.token_hash,
            "name": person.name,
            "at_table": person.table,
            "seen": int(time.time()),
        }
        number = person.number

        def write(connection: Connection) -> None:
            known = update(schema.people).where(schema.people.c.number == number)
            if not connection.execute(known.values(**values)).rowcount:
                connection.execute(insert(schema.people).values(number=number, **values))

        return self._submit(write)

    def add_room(self, config: TableConfig) -> asyncio.Future[None]:
        """Keep a new table."""
        statement = insert(schema.rooms).values(
            number=config.number, config=_entry_encoder.encode(config), is_open=True
        )
        return self._submit(lambda connection: connection.execute(statement))

    def append(
        self,
        room: int,
        position: int,
        entries: Sequence[LogEntry],
        finished: Sequence[MatchFinished],
        then: Callable[[StoreError | None], None],
    ) -> None:
        """Add entries to the log of a table from a position on, and records of its matches.

        ``then`` is called, never before this returns, once they are safely on disk, or with the
        failure. This is what the store does most; a future would have to be waited for.
        """
        rows = [
            (room, position + index, _entry_encoder.encode(entry))
            for index, entry in enumerate(entries)
        ]
        also = [self._writer_of_record(room, match) for match in finished]
        self._put(_Append(rows, also, then))

    def close_room(self, number: int, is_log_kept: bool = False) -> asyncio.Future[None]:
        """Close a table; the records of its matches stay, the log only if it is to be looked at."""

        def write(connection: Connection) -> None:
            closed = update(schema.rooms).where(schema.rooms.c.number == number)
            connection.execute(closed.values(is_open=False))
            if not is_log_kept:
                self._logs.drop(connection, number)

        return self._submit(write)

    def _writer_of_record(self, room: int, match: MatchFinished) -> Work:
        document = msgspec.json.encode(match.document)
        finished = int(time.time())
        game = str(match.document["game"])

        def write(connection: Connection) -> None:
            values = {"game": game, "finished": finished, "document": document.decode()}
            connection.execute(
                insert(schema.records).values(room=room, match=match.number, **values)
            )
            if self._records is not None:
                stamp = time.strftime("%Y%m%d-%H%M%S", time.gmtime(finished))
                path = self._records / f"{stamp}-{game}-{room}-{match.number}.json"
                try:
                    write_atomically(path, format_record(match.document))
                except OSError as error:
                    # The database has the record too, so the game goes on.
                    reason = f"{path}: {error.strerror}"
                    _logger.error(
                        LogMessage("a record cannot be written", table=room, reason=reason)
                    )

        return write

    # --- the thread ----------------------------------------------------------------------------

    # The thread is given groups and not single jobs: each time it wakes it takes the interpreter
    # away from the event loop.

    def _submit(self, work: Work, is_probe: bool = False) -> asyncio.Future[Any]:
        assert self._loop is not None, "open the store first"
        future: asyncio.Future[Any] = self._loop.create_future()
        self._put(_Task(work, future, is_probe))
        return future

    def _put(self, job: _Job) -> None:
        assert self._loop is not None, "open the store first"
        if self._failure is not None:
            self._loop.call_soon(_end, job, None, self._failure)
            return
        if not self._waiting and not self._groups_away:
            self._loop.call_soon(self._hand_over)
        self._waiting.append(job)

    def _hand_over(self) -> None:
        """Give the thread what waits."""
        while self._waiting:
            group, self._waiting = self._waiting[:_GROUP], self._waiting[_GROUP:]
            self._groups_away += 1
            self._groups.put(group)

    def _run(self) -> None:
        assert self._engine is not None
        assert self._loop is not None
        connection: Connection | None = None
        failure: Exception | None = None
        while (group := self._groups.get()) is not None:
            began = time.perf_counter()
            try:
                # The loop may not know yet, and a log must have no gap.
                if failure is not None:
                    raise failure
                if connection is None:
                    connection = self._engine.connect()
                with connection.begin():
                    results = self._carry_out(connection, group)
            except Exception as error:
                if not _are_probes(group):
                    failure = error
                self._loop.call_soon_threadsafe(self._failed, group, error)
            else:
                seconds = time.perf_counter() - began
                self._loop.call_soon_threadsafe(self._written, group, results, seconds)
        if connection is not None:
            connection.close()
        self._engine.dispose()

    def _carry_out(self, connection: Connection, group: Sequence[_Job]) -> list[Any]:
        """Do the jobs in order; log entries that stand together are written together."""
        results: list[Any] = []
        rows: list[Row] = []
        for job in group:
            if isinstance(job, _Append):
                rows += job.rows
                for also in job.also:
                    also(connection)
                results.append(None)
                continue
            # A table's log may be read or dropped here, so it must be complete.
            self._log(connection, rows)
            rows = []
            results.append(job.work(connection))
        self._log(connection, rows)
        return results

    def _log(self, connection: Connection, rows: list[Row]) -> None:
        if rows:
            self._logs.add(connection, rows)

    def _written(self, group: list[_Job], results: list[Any], seconds: float) -> None:
        self.commit_seconds.observe(seconds)
        self.group_sizes.observe(len(group))
        self._taken_back()
        for job, result in zip(group, results, strict=True):
            _end(job, result, None)

    def _failed(self, group: list[_Job], error: Exception) -> None:
        failure = self._failure or StoreError(explain(self.database, error))
        is_first = self._failure is None and not _are_probes(group)
        if is_first:
            self._failure = failure
        for job in group:
            _end(job, None, failure)
        if is_first and self._on_failure is not None:
            self._on_failure(failure)
        self._taken_back()

    def _taken_back(self) -> None:
        self._groups_away -= 1
        if not self._groups_away:
            self._hand_over()


def _are_probes(group: Sequence[_Job]) -> bool:
    """Whether nothing is lost when a group fails."""
    return all(isinstance(job, _Task) and job.is_probe for job in group)


def _end(job: _Job, result: Any, failure: StoreError | None) -> None:
    """Tell whoever handed a job in what came of it."""
    if isinstance(job, _Append):
        job.then(failure)
    elif job.future.done():
        pass
    elif failure is None:
        job.future.set_result(result)
    else:
        job.future.set_exception(failure)
        # Whoever does not wait for the future learns of it by `on_failure`.
        job.future.exception()


def _forget_old_people(connection: Connection) -> None:
    oldest = int(time.time()) - _FORGET_SECONDS
    connection.execute(delete(schema.people).where(schema.people.c.seen < oldest))
