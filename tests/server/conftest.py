"""What the tests of the server share."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.bots import BotsOnTheSpot
from tests.support.server import child_environment


@pytest.fixture(autouse=True)
def _workers_find_the_packages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", child_environment()["PYTHONPATH"])


@pytest.fixture(autouse=True)
def _bots_think_on_the_spot(monkeypatch: pytest.MonkeyPatch) -> None:
    """Servers in this process start no workers: `players` and `system` test those."""
    monkeypatch.setattr("levata_server.app.BotPool", BotsOnTheSpot)


@pytest.fixture(autouse=True)
def _logging_stays_as_it_was() -> Iterator[None]:
    """Undo what the command does to the log of its whole process."""
    root, package = logging.getLogger(), logging.getLogger("levata_server")
    handlers, levels = list(root.handlers), (root.level, package.level)
    yield
    root.handlers[:] = handlers
    root.setLevel(levels[0])
    package.setLevel(levels[1])


@pytest.fixture
def database(tmp_path: Path) -> str:
    """Return the path of a database that does not exist yet."""
    return str(tmp_path / "levata.sqlite")
