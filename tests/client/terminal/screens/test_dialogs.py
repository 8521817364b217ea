"""Boxes in front of a screen: a line of text, a menu, a page to read."""

from __future__ import annotations

from typing import Any

from levata.errors import RequestError
from levata_client.shown.text.words import words
from levata_client.terminal.screens.dialogs import MenuDialog, PageDialog, TextDialog
from levata_client.terminal.widgets.bars import FooterBar
from tests.support.screens import showing

ROWS = (("stay", "Stay"), ("go", "Leave"))


async def test_a_menu_answers_with_the_key_of_a_row() -> None:
    for keys, wanted in (
        (("enter",), "stay"),
        (("down", "enter"), "go"),
        (("2",), "go"),
        (("escape",), None),
        (("q",), None),
    ):
        results: list[Any] = []
        async with showing(MenuDialog("Leave?", ROWS, "The match is not over."), results) as shown:
            assert "The match is not over." in shown.text
            await shown.press(*keys)
        assert results == [wanted], keys


async def test_a_line_is_taken_without_the_blanks_around_it() -> None:
    results: list[Any] = []
    async with showing(TextDialog("Your name", "", "how others see you"), results) as shown:
        assert "how others see you" in shown.text
        await shown.press("space", "A", "n", "a", "space", "enter")
    assert results == ["Ana"]


async def test_a_line_that_is_refused_stays_and_says_why() -> None:
    async def check(text: str) -> None:
        if text != "ab":
            raise RequestError("name_empty")

    results: list[Any] = []
    async with showing(TextDialog("Your name", check=check), results) as shown:
        await shown.press("a", "enter")
        assert "Type a name." in shown.text
        assert results == []
        await shown.press("b", "enter")
    assert results == ["ab"]


async def test_a_page_scrolls_and_closes() -> None:
    text = [words(f"line {number}") for number in range(60)]
    async with showing(PageDialog("Help", text)) as shown:
        assert "line 0" in shown.text
        await shown.press("pagedown", "pagedown", "pagedown")
        scroll = shown.app.screen.query_one("#box-scroll")
        assert scroll.scroll_y > 10
        await shown.press("pageup", "q")
        assert len(shown.app.screen_stack) == 1


async def test_the_keys_of_a_box_can_be_clicked() -> None:
    results: list[Any] = []
    async with showing(MenuDialog("Leave?", ROWS), results) as shown:
        place = shown.app.screen.query_one(FooterBar).region.offset
        await shown.pilot.click(offset=(place.x + 2, place.y))
        await shown.pilot.pause()
    assert results == ["stay"]
