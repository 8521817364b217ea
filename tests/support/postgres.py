"""A PostgreSQL server of one's own for tests: in a temporary folder, reached by a socket in it."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
from sqlalchemy.engine import URL

_SERVER_USERS = ("postgres", "nobody")
"""PostgreSQL does not run as root; then one of these runs it."""


class Postgres:
    """A running server."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._user = _server_user()
        self._data = folder / "data"
        self._databases = 0
        if self._user is not None:
            shutil.chown(folder, self._user)
        self._run("initdb", "-D", str(self._data), "-U", "levata", "--auth=trust", "--no-sync")

    def start(self) -> None:
        """Start it and wait until it takes connections."""
        settings = f"-c listen_addresses='' -c unix_socket_directories='{self._folder}'"
        log = str(self._folder / "log")
        self._run("pg_ctl", "-D", str(self._data), "-w", "-l", log, "-o", settings, "start")

    def stop(self) -> None:
        """Stop it at once."""
        self._run("pg_ctl", "-D", str(self._data), "-w", "-m", "immediate", "stop")

    def new_database(self) -> str:
        """Return the URL of a new database."""
        self._databases += 1
        name = f"test{self._databases}"
        self.execute(f"CREATE DATABASE {name}")
        host = {"host": str(self._folder)}
        return URL.create("postgresql", "levata", database=name, query=host).render_as_string()

    def execute(self, statement: str, database: str = "postgres") -> list[tuple[Any, ...]]:
        """Carry out a statement as somebody else than the server under test."""
        where = f"host={self._folder} user=levata dbname={database}"
        with psycopg.connect(where, autocommit=True) as connection:
            cursor = connection.execute(statement.encode())
            return cursor.fetchall() if cursor.description is not None else []

    def _run(self, program: str, *arguments: str) -> None:
        command = [str(_programs() / program), *arguments]
        # The server that is started must not keep a pipe of ours open.
        with (self._folder / "output").open("w+") as output:
            done = subprocess.run(
                command, user=self._user, cwd=self._folder, stdout=output, stderr=output
            )
            output.seek(0)
            assert done.returncode == 0, output.read()


@contextmanager
def running_postgres() -> Generator[Postgres]:
    """Run a server."""
    # The path of a socket must be short, so this is no folder of the test.
    with tempfile.TemporaryDirectory(prefix="pg", ignore_cleanup_errors=True) as folder:
        server = Postgres(Path(folder))
        server.start()
        try:
            yield server
        finally:
            server.stop()


def _programs() -> Path:
    """Return the folder of the server's programs, which Debian keeps off the path."""
    found = shutil.which("pg_ctl")
    if found is not None:
        return Path(found).resolve().parent
    versions = sorted(Path("/usr/lib/postgresql").glob("*/bin"))
    assert versions, "install postgresql"
    return versions[-1]


def _server_user() -> str | None:
    if not hasattr(os, "geteuid") or os.geteuid() != 0:
        return None
    import pwd

    known = {entry.pw_name for entry in pwd.getpwall()}
    return next(user for user in _SERVER_USERS if user in known)
