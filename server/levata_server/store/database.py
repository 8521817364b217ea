"""Which database a text names, how it is opened, and what is wrong with it."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from sqlalchemy import create_engine, event
from sqlalchemy.engine import URL, Engine, make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.pool import StaticPool

from levata_server.store import schema

_POSTGRES_LOCK: Final = 0x4C65766174
"""Advisory lock of the one server that may use a PostgreSQL database."""
_POSTGRES_PATIENCE: Final = "2s"
"""A server that was killed may hold it for a moment."""


def open_engine(database: str) -> Engine:
    """Return the engine of a SQLite file, of ``:memory:``, or of a database URL."""
    if "://" in database:
        url = _parse(database)
    elif database == ":memory:":
        url = make_url("sqlite://")
    else:
        path = Path(database).expanduser()
        path.parent.mkdir(parents=True, exist_ok=True)
        url = make_url("sqlite://").set(database=str(path))
    match url.get_backend_name():
        case "sqlite":
            return _open_sqlite(url)
        case "postgresql":
            return _open_postgres(url)
        case _:
            return create_engine(url)


def _parse(database: str) -> URL:
    try:
        return make_url(database)
    except (ArgumentError, ValueError):
        raise ArgumentError("it is no database URL") from None


def _show(database: str) -> str:
    """Return the name of a database without any password."""
    if "://" not in database:
        return database
    try:
        return _parse(database).render_as_string()
    except ArgumentError:
        return database.partition("://")[0] + "://..."


def _open_sqlite(url: URL) -> Engine:
    engine = create_engine(
        url, poolclass=StaticPool, connect_args={"timeout": 1, "check_same_thread": False}
    )

    def prepare(connection: Any, _record: object) -> None:
        # One server per file: with the lock held for good a second one fails at once.
        for pragma in ("locking_mode=EXCLUSIVE", "journal_mode=WAL", "synchronous=FULL"):
            connection.execute(f"PRAGMA {pragma}")

    event.listen(engine, "connect", prepare)
    return engine


def _open_postgres(url: URL) -> Engine:
    if url.drivername == "postgresql":
        url = url.set(drivername="postgresql+psycopg")
    engine = create_engine(url, poolclass=StaticPool, connect_args={"connect_timeout": 10})

    def prepare(connection: Any, _record: object) -> None:
        try:
            # Whatever the database is set to, what is committed here is on its disk.
            connection.execute("SET synchronous_commit = on")
            connection.execute(f"SET LOCAL lock_timeout = '{_POSTGRES_PATIENCE}'")
            connection.execute("SELECT pg_advisory_lock(%s)", (_POSTGRES_LOCK,))
            connection.commit()
        except Exception:
            connection.close()
            raise

    event.listen(engine, "connect", prepare)
    return engine


def explain(database: str, error: BaseException) -> str:
    """Return one line that says what is wrong with the database, without any password in it."""
    shown = _show(database)
    if isinstance(error, schema.NewerSchema):
        return f"the database {shown} belongs to a newer version of Levata; upgrade this one"
    cause = getattr(error, "orig", None) or error
    reason = str(getattr(cause, "strerror", None) or cause).strip().splitlines()[0]
    if isinstance(error, ModuleNotFoundError):
        return f"the database {shown} needs a driver that is not installed: {error.name}"
    if "locked" in reason or "lock timeout" in reason:
        return f"the database {shown} is in use by another server"
    return f"cannot use the database {shown}: {reason}"
