"""What the table screen shows of others, at every size, in every language, while things move."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from levata.events import CardPlayed, TrickTaken
from levata_client.glyph_modes import GlyphMode
from levata_client.shown.table.moves import GUARD
from levata_client.shown.table.table_model import Connection, ConnectionState, OpenHands, ShownClock
from levata_client.shown.text.language import activate
from levata_client.terminal.drawing.motion import MotionPace
from levata_client.terminal.table import requests
from levata_client.terminal.widgets.bars import HeaderBar
from levata_client.terminal.widgets.painted import Painted
from levata_client.terminal.widgets.trick import TrickArea
from tests.support import demo
from tests.support.table_screen import SMALL, table

# --- watching --------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [SMALL, (60, 20), (140, 45)])
async def test_watcher_sees_the_hands_that_are_open(size: tuple[int, int]) -> None:
    async with table(demo.watched(demo.trick_begun()), None, size) as running:
        assert not running.is_shown("hand")
        title, *lines = running.rows("open-hands")
        assert title.strip() == "All cards are open to you"
        assert [line.strip() for line in lines] == [
            "Maria ♠A ♥K10 ♣J",
            "Ioana ♣987",
            "Mihai ♥J7 ♣Q",
            "Dănuț ♦AKQ",
        ]
        assert re.search("watchers see all cards|cards open", running.rows("header")[0])


async def test_hands_of_many_seats_stand_in_two_columns() -> None:
    state = demo.dealt(9, 6)
    async with table(demo.watched(state, is_over=True), None, (60, 20)) as running:
        title, *lines = running.rows("open-hands")
        assert title.strip() == "The cards of hand 10, which is over"
        assert len(lines) == 3
        assert re.fullmatch(r" Maria +♥QJ4 ♦5 ♣6 +Dănuț +♠K ♥96 ♦K ♣Q *", lines[0])
        assert "open" not in running.rows("header")[0]


async def test_cards_that_nobody_may_see_yet_are_backs() -> None:
    hands = OpenHands(((), (0, 51)), (3, 0), 1)
    model = replace(demo.model_of(demo.trick_begun(), None), open_hands=hands)
    async with table(model) as running:
        assert [row.strip() for row in running.rows("open-hands")[1:]] == [
            "Maria ▌▌▌",
            "Ioana ♠A ♣2",
        ]


async def test_players_are_told_that_their_cards_are_open() -> None:
    model = replace(demo.model_of(demo.trick_begun()), are_hands_open=True)
    async with table(model, size=(140, 45)) as running:
        assert "watchers see all cards" in running.rows("header")[0]
        assert running.is_shown("hand")
        assert not running.is_shown("open-hands")


# --- sizes, languages, glyphs ----------------------------------------------------------------


async def test_resize_in_the_middle_of_a_trick_and_click_afterwards() -> None:
    async with table(demo.trick_begun(), pace=MotionPace.SLOW) as running:
        state, events = demo.act(demo.trick_begun(), "play TH")
        await running.show(state, *events)
        await running.pilot.resize_terminal(140, 45)
        await running.settle()
        assert not running.screen.felt.is_moving
        await running.show(demo.model_of(demo.trick_begun(), 0, 2))
        running.time += GUARD
        keys = running.rows("hand")[-1]
        await running.click("hand", keys.index("4"), 3)
        assert running.acts() == [("play KH", 2)]


async def test_terminal_too_small_says_so_and_comes_back() -> None:
    async with table(demo.trick_begun()) as running:
        await running.pilot.resize_terminal(50, 15)
        await running.settle()
        assert running.is_shown("too-small")
        text = "\n".join(running.rows("too-small"))
        assert "50x15 now, 60x20 needed" in text
        assert "follow ♥" in text
        await running.pilot.resize_terminal(80, 24)
        await running.settle()
        assert not running.is_shown("too-small")
        assert running.is_shown("hand")


async def test_narrow_terminal_shows_the_side_panel_over_the_felt_on_request() -> None:
    async with table(demo.trick_begun(), size=(60, 20)) as running:
        assert not running.is_shown("chat")
        await running.press("v")
        assert running.is_shown("chat")
        await running.press("v", "v", "v", "t", "h", "i", "enter")
        assert running.asked(requests.SayRequested) == 1
        assert not running.is_shown("chat")


async def test_language_and_glyphs_change_while_one_plays() -> None:
    async with table(demo.trick_begun()) as running:
        activate("ro")
        running.screen.retell()
        await running.settle()
        assert running.status == "Rândul tău: dai ♥ — merg 2 din 4 cărți"
        running.app.glyphs = GlyphMode.ASCII
        await running.settle()
        shown = [
            line.text
            for widget in running.screen.query(Painted)
            if widget.display
            for line in (widget.render_line(y) for y in range(widget.size.height))
        ]
        assert all(text.isascii() for text in shown)
        assert any("Randul tau: dai H - merg 2 din 4 carti" in text for text in shown)


# --- connection and clock --------------------------------------------------------------------


async def test_lost_connection_is_said_before_all_else() -> None:
    lost = Connection(ConnectionState.LOST, retry=3)
    async with table(replace(demo.model_of(demo.trick_begun()), connection=lost)) as running:
        assert running.status == "Connection lost, trying again in 3 s"


async def test_clock_counts_down_and_then_the_reserve() -> None:
    async with table(
        replace(demo.model_of(demo.trick_begun()), clock=ShownClock(1018.0, 60))
    ) as running:
        header = running.screen.query_one(HeaderBar)
        running.time = 1000.0
        header.refresh()
        assert "0:18" in running.rows("header")[0]
        running.time += 10
        header.refresh()
        assert "0:08" in running.rows("header")[0]
        running.time += 20
        header.refresh()
        assert "+0:48" in running.rows("header")[0]


# --- motion ----------------------------------------------------------------------------------


async def test_card_flies_and_the_finished_trick_stays_for_a_while() -> None:
    state = demo.trick_begun()
    async with table(state, 1, pace=MotionPace.NORMAL) as running:
        after, events = demo.act(state, "play TH")
        running.screen.show(demo.model_of(after, 1), events)
        felt = running.screen.query_one(TrickArea)
        assert felt.is_moving
        running.time += 0.5
        felt.refresh()
        shown = "".join(running.rows("felt"))
        assert "10♥" in shown
        assert "9♥" in shown
        running.time += 5
        felt.refresh()
        assert not any("♥" in row for row in running.rows("felt"))


async def test_any_key_skips_the_motion_and_does_its_job() -> None:
    state = demo.trick_begun()
    async with table(state, 2, pace=MotionPace.SLOW) as running:
        after, events = demo.act(state, "play TH")
        running.screen.show(demo.model_of(after, 2, 2), events)
        running.time += GUARD
        assert running.screen.felt.is_moving
        await running.press("1")
        assert not running.screen.felt.is_moving
        assert len(running.acts()) == 1


async def test_end_appears_when_the_last_trick_was_seen() -> None:
    state = demo.last_hand()
    async with table(demo.played_rounds(23), pace=MotionPace.SLOW) as running:
        events = (CardPlayed(1, 50), TrickTaken(1))
        running.screen.show(demo.model_of(state), events)
        await running.settle()
        assert not running.is_shown("end")
        await running.press("space")
        assert running.is_shown("end")
