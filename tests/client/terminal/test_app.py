"""The application itself: its bell, and how it ends after a fault of its own."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import pytest

from levata_client.config import Settings
from tests.support.app import running


@pytest.mark.parametrize(
    ("bell", "has_focus", "rings"),
    [("off", False, 0), ("away", True, 0), ("away", False, 1), ("always", True, 1)],
)
async def test_the_bell_rings_as_the_user_wants(
    monkeypatch: pytest.MonkeyPatch,
    bell: Literal["off", "away", "always"],
    has_focus: bool,
    rings: int,
) -> None:
    async with running(settings=Settings(name="Ana", bell=bell)) as play:
        rung: list[str] = []
        monkeypatch.setattr(play.app, "bell", lambda: rung.append("ding"))
        play.app.app_focus = has_focus
        play.app.ring()
        assert len(rung) == rings


async def test_a_fault_of_ours_ends_with_a_paragraph_and_the_details_in_a_file(
    untouched_home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with running() as play:
        try:
            raise RuntimeError("the cards fell off the table")
        except RuntimeError:
            play.app._fatal_error()  # pyright: ignore[reportPrivateUsage] - Textual's own hook
    told = " ".join(capsys.readouterr().err.split())
    assert "Your seat is kept: start again to go on." in told
    assert "the cards fell off the table" not in told
    assert "the cards fell off the table" in crash_log(untouched_home)


def crash_log(home: Path) -> str:
    return (home / "log" / "crash.log").read_text()
