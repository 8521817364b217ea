"""What every test of the client finds: English, an empty home, no colours of the machine's own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from levata_client import paths
from levata_client.commands import launch
from levata_client.shown.text.language import activate
from tests.support.records import record_text, whist_text


@pytest.fixture(autouse=True)
def untouched_home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Keep tests away from the settings and seats of whoever runs them."""
    home = tmp_path / "home"
    monkeypatch.setenv(paths.HOME_VARIABLE, str(home))
    monkeypatch.delenv("NO_COLOR", raising=False)
    # The command sets it for the texts of the standard library.
    monkeypatch.setenv("LANGUAGE", "en")
    return home


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """Speak English before and after each test."""
    activate("en")
    yield
    activate("en")


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """Return a file that holds a short match of Whist for three."""
    path = tmp_path / "match.json"
    path.write_text(whist_text(), encoding="utf-8")
    return path


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """A terminal that can be drawn on."""
    monkeypatch.setattr(launch, "check_terminal", lambda: None)


@pytest.fixture
def kept_match(untouched_home: Path) -> Path:
    """The file of a short match of Whist in the folder of records, beside some that are none."""
    folder = paths.records_dir()
    folder.mkdir(parents=True)
    path = folder / "20261114-211005-whist-1-1.json"
    path.write_text(record_text("whist", 4, (("sequence", "1-4-1"),)))
    (folder / "20261115-100000-whist-1-1.json").write_text("{")
    (folder / "notes.json").write_text("{}")
    return path
