"""What all screens but the table have in common."""

from __future__ import annotations

import pytest

from levata_client.shown.text.words import plain
from levata_client.terminal.screens.frame import FramedScreen
from levata_client.terminal.widgets.rows import ListRow
from tests.support.screens import Asked, showing


@pytest.mark.parametrize(
    ("key", "asked"), [("question_mark", "show_help"), ("f1", "show_help"), ("f10", "show_menu")]
)
async def test_two_keys_do_the_same_everywhere(key: str, asked: str) -> None:
    services = Asked()
    async with showing(FramedScreen[None](services)) as shown:
        await shown.press(key)
    assert services.calls == [(asked,)]


@pytest.mark.parametrize("key", ["escape", "q"])
async def test_escape_leads_one_step_back(key: str) -> None:
    async with showing(FramedScreen[None](Asked())) as shown:
        await shown.press(key)
        assert len(shown.app.screen_stack) == 1


async def test_the_cursor_goes_over_the_rows() -> None:
    screen = FramedScreen[None](Asked())
    async with showing(screen) as shown:
        screen.rows.show([ListRow(key, ()) for key in "abc"])
        seen: list[str] = []
        for key in ("down", "down", "down", "up", "pagedown", "pageup"):
            await shown.press(key)
            assert screen.rows.current is not None
            seen.append(screen.rows.current.key)
        assert seen == ["b", "c", "a", "c", "c", "a"]


async def test_what_is_said_stands_in_the_row_for_news() -> None:
    screen = FramedScreen[None](Asked())
    async with showing(screen) as shown:
        screen.say("The table was closed.")
        await shown.pilot.pause()
        assert "The table was closed." in shown.text
        assert plain(screen.note) == "The table was closed."


async def test_a_terminal_too_small_says_so_and_comes_back() -> None:
    async with showing(FramedScreen[None](Asked()), size=(50, 18)) as shown:
        assert "This window is too small" in shown.text
        await shown.pilot.resize_terminal(80, 24)
        await shown.pilot.pause()
        assert "too small" not in shown.text
