"""What every test of the client finds: English, an empty home, no colours of the machine's own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from levata_client import paths
from levata_client.shown.text.language import activate


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
