"""Which database a text names, how it is opened, and what is wrong with it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sqlalchemy import create_engine, event
from sqlalchemy.engine import Engine, make_url
from sqlalchemy.pool import StaticPool

from levata_server import schema


def open_engine(database: str) -> Engine:
    """Return the engine of a SQLite file, of ``:memory:``, or of a database URL."""
    if "://" in database:
        url = make_url(database)
    elif database == ":memory:":
        url = make_url("sqlite://")
    else:
        path = Path(database).expanduser()
        path.parent.mkdir(parents=True, exist_ok=True)
        url = make_url("sqlite://").set(database=str(path))
    if url.get_backend_name() != "sqlite":
        return create_engine(url)
    engine = create_engine(
        url, poolclass=StaticPool, connect_args={"timeout": 1, "check_same_thread": False}
    )

    def prepare(connection: Any, _record: object) -> None:
        # One server per file: with the lock held for good a second one fails at once.
        for pragma in ("locking_mode=EXCLUSIVE", "journal_mode=WAL", "synchronous=FULL"):
            connection.execute(f"PRAGMA {pragma}")

    event.listen(engine, "connect", prepare)
    return engine


def explain(database: str, error: BaseException) -> str:
    """Return one line that says what is wrong with the database, without any password in it."""
    shown = make_url(database).render_as_string() if "://" in database else database
    if isinstance(error, schema.NewerSchema):
        return f"the database {shown} belongs to a newer version of Levata; upgrade this one"
    cause = getattr(error, "orig", None) or error
    reason = str(getattr(cause, "strerror", None) or cause).strip().splitlines()[0]
    if "locked" in reason:
        return f"the database {shown} is in use by another server"
    return f"cannot use the database {shown}: {reason}"
