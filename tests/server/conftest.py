"""What the tests of the server share."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.server import child_environment


@pytest.fixture(autouse=True)
def _workers_find_the_packages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", child_environment()["PYTHONPATH"])


@pytest.fixture
def database(tmp_path: Path) -> str:
    """Return the path of a database that does not exist yet."""
    return str(tmp_path / "levata.sqlite")
