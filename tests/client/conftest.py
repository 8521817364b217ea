"""What every test of the client finds: English, an empty home, no colours of the machine's own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from levata_client import paths
from levata_client.commands import launch
from levata_client.shown.text.language import activate
from tests.support.records import whist_text


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
