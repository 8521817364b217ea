"""The table screen with real keys and clicks: what it shows, and what it asks the application."""

from __future__ import annotations

from dataclasses import replace

import pytest
from textual.message import Message

from levata.cards import HandOrder, format_card
from levata_client.shown.table.moves import GUARD, REFUSAL_SHOWN
from levata_client.shown.table.table_model import ShownLine
from levata_client.shown.text.words import plain, words
from levata_client.terminal.drawing.arrange import Side
from levata_client.terminal.drawing.motion import MotionPace
from levata_client.terminal.table import requests
from levata_client.terminal.widgets.bars import FooterBar
from tests.support import demo
from tests.support.table_screen import table

# --- bidding ---------------------------------------------------------------------------------


async def test_bid_by_key() -> None:
    async with table(demo.model_of(demo.last_bid_open(), 2, 5)) as running:
        await running.press("3", "2")
        assert running.acts() == [("bid 3", 5)]


async def test_bid_by_arrows_and_enter() -> None:
    async with table(demo.last_bid_open(), 2) as running:
        await running.press("enter")
        assert running.acts() == []
        await running.press("right", "right", "right", "enter")
        assert running.acts() == [("bid 2", 1)]


async def test_bid_by_click() -> None:
    async with table(demo.last_bid_open(), 2) as running:
        row = running.rows("panel")[1]
        await running.click("panel", row.index("4"), 1)
        assert running.acts() == [("bid 4", 1)]


async def test_forbidden_bid_stays_in_its_place_and_is_explained_whatever_way_it_is_tried() -> None:
    async with table(demo.last_bid_open(), 2) as running:
        row = running.rows("panel")[1]
        assert [letter for letter in row if letter.isdigit()] == list("012345")
        await running.press("1")
        await running.click("panel", row.index("1"), 1)
        await running.press("right", "right", "enter")
        assert running.acts() == []
        assert running.status == "1 is not allowed: the bids may not add up to 5."
        running.time += REFUSAL_SHOWN
        await running.press("left")
        assert running.status.startswith("Your turn: bid 0 to 5, not 1")


async def test_digits_mean_bids_so_the_cards_have_no_numbers() -> None:
    async with table(demo.last_bid_open(), 2) as running:
        assert running.rows("hand")[-1].strip() == ""


# --- cards -----------------------------------------------------------------------------------


async def test_card_by_key_leaves_the_hand_at_once() -> None:
    async with table(demo.model_of(demo.trick_begun(), 0, 8)) as running:
        assert running.rows("hand")[-1].split() == ["·", "·", "3", "4"]
        await running.press("3")
        assert running.acts() == [("play TH", 8)]
        assert not any("10" in row for row in running.rows("hand"))
        assert any("10♥" in row for row in running.rows("felt"))


async def test_card_by_click_and_by_arrows() -> None:
    async with table(demo.trick_begun()) as running:
        keys = running.rows("hand")[-1]
        await running.click("hand", keys.index("4"), 2)
        assert running.acts() == [("play KH", 1)]
    async with table(demo.trick_begun()) as running:
        await running.press("left", "enter")
        assert running.acts() == [("play KH", 1)]


@pytest.mark.parametrize("pace", [MotionPace.NONE, MotionPace.FAST])
async def test_refused_card_says_why_and_stays(pace: MotionPace) -> None:
    async with table(demo.trick_begun(), pace=pace) as running:
        await running.press("1")
        assert running.acts() == []
        assert running.status == "You must follow ♥."
        await running.click("hand", running.rows("hand")[-1].index("·"), 3)
        assert running.acts() == []


async def test_refusal_of_the_server_gives_the_card_back() -> None:
    async with table(demo.trick_begun()) as running:
        await running.press("3")
        running.screen.refuse(words("Too late"))
        await running.settle()
        assert running.status == "Too late"
        assert any("10" in row for row in running.rows("hand"))


async def test_keys_of_the_last_decision_do_not_leak_into_the_next() -> None:
    async with table(demo.last_bid_open(), 2) as running:
        await running.press("0")
        after = demo.act(demo.last_bid_open(), "bid 0")[0]
        after = demo.act(after, "play KS", "play 9S", "play 8D")[0]
        running.screen.show(demo.model_of(after, 2, 2))
        await running.press("2", "3")
        assert running.acts() == [("bid 0", 1)]
        running.time += GUARD
        hand = [format_card(held.card) for held in running.screen.scene.hand.cards]
        await running.press(str(hand.index("TS") + 1))
        assert running.acts() == [("bid 0", 1), ("play TS", 2)]


async def test_card_marked_before_the_turn_is_played_when_it_comes() -> None:
    state = demo.act(demo.five_cards(), "bid 3", "bid 2", "bid 1", "bid 0")[0]
    async with table(state) as running:
        hand = [format_card(held.card) for held in running.screen.scene.hand.cards]
        await running.press(str(hand.index("9S") + 1))
        assert running.status == "9♠ will be played when your turn comes"
        assert "→" in running.rows("hand")[-1]
        state, events = demo.act(state, "play KS")
        await running.show(demo.model_of(state, 0, 4), *events)
        assert running.acts() == [("play 9S", 4)]


async def test_mark_that_breaks_the_rules_is_dropped_and_told() -> None:
    state = demo.act(demo.five_cards(), "bid 3", "bid 2", "bid 1", "bid 0")[0]
    async with table(state) as running:
        hand = [format_card(held.card) for held in running.screen.scene.hand.cards]
        await running.press(str(hand.index("KH") + 1))
        state, events = demo.act(state, "play KS")
        await running.show(state, *events)
        assert running.acts() == []
        log = [plain(line) for line in running.screen.chat.lines]
        assert "K♥ could not be played: choose another card" in log


# --- what can be looked at -------------------------------------------------------------------


async def test_last_trick_is_shown_in_place_and_closes_itself() -> None:
    state = demo.trick_begun()
    async with table(state) as running:
        assert not any("8♦" in row for row in running.rows("felt"))
        await running.press("l")
        assert any("8♦" in row for row in running.rows("felt"))
        assert running.status == "Last trick: taken by Ioana"
        await running.press("l")
        assert not any("8♦" in row for row in running.rows("felt"))
        await running.click("last", 2, 1)
        assert any("8♦" in row for row in running.rows("felt"))
        state, events = demo.act(state, "play TH")
        await running.show(state, *events)
        assert not running.screen.panels.is_peeking


async def test_score_sheet_opens_and_closes_with_the_same_key_and_scrolls() -> None:
    async with table(demo.trick_begun()) as running:
        await running.press("s")
        assert running.is_shown("grid")
        first = running.rows("grid")[4]
        await running.press("down", "down", "pagedown")
        assert running.rows("grid")[4] != first
        await running.press("pageup", "pageup", "up")
        assert running.rows("grid")[4] == first
        await running.press("3")
        assert running.acts() == []
        await running.press("s")
        assert not running.is_shown("grid")


async def test_side_panel_goes_round_and_can_be_off() -> None:
    async with table(demo.trick_begun()) as running:
        seen: list[tuple[bool, bool]] = []
        for _press in range(4):
            seen.append((running.is_shown("sheet"), running.is_shown("chat")))
            await running.press("v")
        assert seen == [(True, True), (True, False), (False, True), (False, False)]
        assert [m.side for m in running.posted if isinstance(m, requests.SideChanged)] == [
            Side.SHEET,
            Side.CHAT,
            Side.OFF,
            Side.SPLIT,
        ]


async def test_order_of_the_hand_goes_round() -> None:
    async with table(demo.five_cards(), 3) as running:
        orders: list[list[str]] = []
        for _press in range(3):
            orders.append([format_card(held.card) for held in running.screen.scene.hand.cards])
            await running.press("o")
        assert orders == [
            ["KS", "9H", "QD", "KD", "AD"],
            ["QD", "KD", "AD", "KS", "9H"],
            ["9H", "QD", "KD", "KS", "AD"],
        ]
        assert running.screen.order is HandOrder.SUITS
        assert running.asked(requests.OrderChanged) == 3


# --- talk ------------------------------------------------------------------------------------


async def test_digits_are_text_while_one_talks() -> None:
    async with table(demo.trick_begun()) as running:
        await running.press("t", "3", "!")
        assert running.acts() == []
        await running.press("enter")
        said = [
            message.text for message in running.posted if isinstance(message, requests.SayRequested)
        ]
        assert said == ["3!"]
        await running.press("3")
        assert running.acts() == [("play TH", 1)]


async def test_escape_and_a_click_on_the_footer_leave_the_chat() -> None:
    async with table(demo.trick_begun()) as running:
        await running.press("slash", "x", "escape", "3")
        assert running.asked(requests.SayRequested) == 0
        assert running.acts() == [("play TH", 1)]
    async with table(demo.trick_begun()) as running:
        await running.click("chat-input", 3, 0)
        assert running.screen.panels.is_typing
        back = running.rows("footer")[0].index("Esc")
        await running.click("footer", back, 0)
        assert not running.screen.panels.is_typing
        assert running.screen.focused is None


async def test_nothing_has_the_focus_when_the_table_appears() -> None:
    async with table(demo.trick_begun()) as running:
        assert running.screen.focused is None


async def test_names_and_talk_are_never_markup() -> None:
    said = (ShownLine("[b]Eve[/b]", "[@click=app.quit]now[/] $accent"),)
    async with table(replace(demo.model_of(demo.trick_begun()), chat=said)) as running:
        assert [plain(line) for line in running.screen.chat.lines] == [
            "[b]Eve[/b] [@click=app.quit]now[/] $accent"
        ]
        log = running.screen.query_one("#chat-log")
        text = "".join(strip.text for strip in log.render_lines(log.size.region))
        assert "[b]Eve[/b]" in text


async def test_new_lines_are_added_below_the_log() -> None:
    state = demo.first_bid_made()
    async with table(state) as running:
        state, events = demo.act(state, "bid 2")
        more = (*demo.CHAT, ShownLine("Mihai", "ok"))
        await running.show(replace(demo.model_of(state), chat=more), *events)
        lines = [plain(line) for line in running.screen.chat.lines]
        assert lines[-2:] == ["You bid 2", "Mihai ok"]
        assert len(lines) == 5


# --- requests --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "kind"),
    [
        ("question_mark", requests.HelpRequested),
        ("f1", requests.HelpRequested),
        ("f10", requests.MenuRequested),
        ("escape", requests.MenuRequested),
        ("h", requests.HintRequested),
    ],
)
async def test_key_asks_the_application(key: str, kind: type[Message]) -> None:
    async with table(demo.trick_begun()) as running:
        await running.press(key)
        assert running.asked(kind) == 1


async def test_every_key_of_the_footer_can_be_clicked() -> None:
    async with table(demo.trick_begun()) as running:
        footer = running.screen.query_one(FooterBar)
        row = running.rows("footer")[0]
        assert row.split()[:2] == ["1-4", "Play"]
        for key in footer.keys:
            if key.action in ("help", "menu", "hint"):
                await running.click("footer", row.index(f"{key.key} {key.label}"), 0)
        assert running.asked(requests.HelpRequested) == 1
        assert running.asked(requests.MenuRequested) == 1
        assert running.asked(requests.HintRequested) == 1


async def test_nudge_goes_to_the_player_everybody_waits_for() -> None:
    async with table(demo.last_bid_open(), 0) as running:
        await running.press("full_stop")
        seats = [m.seat for m in running.posted if isinstance(m, requests.NudgeRequested)]
        assert seats == [2]


async def test_hint_moves_the_cursor_and_says_why() -> None:
    async with table(demo.trick_begun()) as running:
        running.screen.hint("play KH", words("The king cannot win"))
        await running.settle()
        assert running.status == "The king cannot win"
        await running.press("enter")
        assert running.acts() == [("play KH", 1)]


async def test_seat_held_by_a_bot_is_taken_back_by_enter_or_click() -> None:
    async with table(replace(demo.model_of(demo.trick_begun()), can_take_seat=True)) as running:
        assert running.status == "A bot plays for you. Enter takes your seat back"
        await running.press("enter")
        await running.click("status", 5, 0)
        assert running.asked(requests.TakeSeatRequested) == 2


async def test_the_turn_is_announced_once() -> None:
    async with table(demo.last_bid_open(), 0) as running:
        assert running.asked(requests.TurnCame) == 0
        state = demo.trick_begun()
        await running.show(state)
        await running.show(state)
        assert running.asked(requests.TurnCame) == 1


# --- the end ---------------------------------------------------------------------------------


async def test_finished_match_shows_ranking_and_keys() -> None:
    async with table(demo.last_hand()) as running:
        assert running.is_shown("end")
        assert any("Awards" in row for row in running.rows("end"))
        await running.press("r", "w", "e", "escape")
        for kind in ("Rematch", "Replay", "Export", "Leave"):
            assert running.asked(getattr(requests, f"{kind}Requested")) == 1, kind
        await running.press("left")
        totals = sorted((row for row in demo.last_hand().rounds[22].totals), reverse=True)
        found = running.rows("end")[-1].split(":")
        assert found[0].strip() == "23/24"
        assert sorted(map(int, found[1].split()[:4]), reverse=True) == totals
        await running.press("v")
        assert not running.is_shown("end")
        await running.press("v", "t")
        assert running.is_shown("chat")


async def test_keys_of_the_end_do_nothing_during_the_match() -> None:
    async with table(demo.trick_begun()) as running:
        await running.press("r", "w", "e")
        assert running.posted == [running.posted[0]]
        assert running.asked(requests.TurnCame) == 1
