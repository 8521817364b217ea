"""What is shown while a server starts or answers."""

from __future__ import annotations

import pytest

from levata_client.terminal.screens import wait
from levata_client.terminal.screens.wait import WaitScreen
from tests.support.screens import Asked, showing


async def test_waiting_is_given_up_with_escape(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wait, "PATIENCE", 600.0)
    services = Asked()
    async with showing(WaitScreen("Starting the game…", services, services)) as shown:
        assert "Starting" not in shown.text
        await shown.press("down", "enter", "escape")
    assert services.calls == [("leave_server",)]


async def test_what_takes_long_says_what_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wait, "PATIENCE", 0.001)
    services = Asked()
    async with showing(WaitScreen("Starting the game…", services, services)) as shown:
        for _round in range(50):
            await shown.pilot.pause()
            if "Starting the game…" in shown.text:
                break
        assert "Starting the game…" in shown.text
