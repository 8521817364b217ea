"""The table of a session: what it asks for, and what it shows."""

from __future__ import annotations

import csv
import re
from pathlib import Path
from typing import Any

import pytest

from levata.protocol.documents import (
    Channel,
    HandsDocument,
    HandsShown,
    Presence,
    SeatKind,
    SeatRow,
    TablePhase,
)
from levata.protocol.messages import (
    Ack,
    Act,
    Arrange,
    Lend,
    Message,
    Notice,
    Rejected,
    Request,
    Said,
    Say,
    Start,
    TakeBack,
    Vote,
)
from levata_client.shown.text.words import plain
from levata_client.terminal.table.live import LiveTable
from levata_client.terminal.widgets.chat import ChatLog
from tests.support import demo
from tests.support.app import STILL, Play, at_table, running
from tests.support.documents import ME, bidding, table_view


def log(play: Play) -> list[str]:
    return [plain(line) for line in play.screen.query_one(ChatLog).lines]


def live(play: Play) -> LiveTable:
    assert isinstance(play.screen, LiveTable)
    return play.screen


async def bid(play: Play, key: str = "0") -> None:
    """Press a key as soon as the table takes it for an answer."""
    await play.until_screen(LiveTable)
    await play.until(lambda: not live(play).player_input.is_guarded(live(play).now()))
    await play.press(key)


async def test_a_key_answers_the_decision_that_is_shown() -> None:
    async with running() as play:
        await at_table(play)
        await play.until_shows("How many tricks?")
        await bid(play, "1")
        act = await play.until_asked(Act)
        assert act == Act(act.ref, 5, "bid 1")


async def test_the_server_is_told_how_the_hand_is_laid_out() -> None:
    async with running(settings=STILL) as play:
        await at_table(play)
        order = await play.until_asked(Arrange)
        assert order == Arrange(order.ref, "suits")
        await play.press("o")
        await play.until(lambda: play.settings.hand_order == "plain")
        order = await play.until_asked(Arrange)
        assert order == Arrange(order.ref, "plain")


async def test_a_refused_action_comes_back_with_the_reason() -> None:
    def answer(request: Request) -> Message:
        if isinstance(request, Act):
            return Rejected(request.ref, "bid_barred", ("1", "1"))
        return Ack(request.ref)

    async with running(answer) as play:
        await at_table(play)
        await bid(play, "1")
        await play.until_shows("1 is not allowed: the bids may not add up to 1.")
        await bid(play, "0")
        await play.until(lambda: sum(isinstance(r, Act) for r in play.server.requests) == 2)


async def test_a_screen_shows_the_latest_step_and_tells_its_events() -> None:
    async with running() as play:
        await at_table(play)
        await play.until_screen(LiveTable)
        await play.server.publish(
            Channel.GAME, bidding(bids=(0, -1, -1), turn=1, legal=()), [[3, 0, 0]]
        )
        await play.until(lambda: "You bid 0" in log(play))
        await play.until_shows("Waiting for Ioana to bid")


async def test_talk_and_news_stand_in_the_log() -> None:
    async with running() as play:
        await at_table(play)
        await play.until_screen(LiveTable)
        await play.server.send(Said(9, "Dan", "hei [b]"))
        await play.server.send(Notice("joined", ("Dan",)))
        await play.until(lambda: "Dan came to the table." in log(play))
        assert "Dan hei [b]" in log(play)
        await play.press("t", "x", "enter")
        say = await play.until_asked(Say)
        assert say == Say(say.ref, "x")


@pytest.mark.parametrize("presence", [Presence.LENT, Presence.TAKEN_OVER])
async def test_enter_takes_the_seat_back_from_a_bot(presence: Presence) -> None:
    seats = (
        SeatRow(SeatKind.PERSON, "Ana", ME, "", presence),
        *table_view(TablePhase.PLAYING).seats[1:],
    )
    async with running() as play:
        await at_table(play, seats=seats)
        await play.until_screen(LiveTable)
        await play.until_shows("Enter takes")
        await play.press("enter")
        await play.until_asked(TakeBack)


async def test_somebody_away_is_shown_with_the_time_he_has() -> None:
    seats = (
        SeatRow(SeatKind.PERSON, "Ana", ME),
        SeatRow(SeatKind.PERSON, "Dan", 9, "", Presence.AWAY),
        SeatRow(SeatKind.BOT, "Ioana", 0, "easy"),
    )
    async with running() as play:
        await at_table(play, seats=seats)
        await play.until_screen(LiveTable)
        await play.until(lambda: bool(re.search(r"Dan ○ \d:\d\d", play.text)))


@pytest.mark.parametrize(
    ("phase", "label", "kind"),
    [
        (TablePhase.PLAYING, "Let a bot play for me", Lend),
        (TablePhase.PLAYING, "Ask for a pause", Vote),
        (TablePhase.PLAYING, "Ask to stop the match", Vote),
        (TablePhase.PAUSED, "Ask to go on", Vote),
    ],
)
async def test_the_menu_asks_for_what_it_says(
    phase: TablePhase, label: str, kind: type[Request]
) -> None:
    async with running() as play:
        await play.join()
        await play.server.publish(Channel.TABLE, table_view(phase))
        await play.server.publish(Channel.GAME, bidding(), decision=5)
        await play.until_screen(LiveTable)
        await play.press("f10")
        await play.until_shows(label)
        rows = [line for line in play.text.split("\n") if label in line]
        await play.press(rows[0].split()[0].strip("▸") or rows[0].split()[1])
        await play.until_asked(kind)


@pytest.mark.parametrize(
    ("changes", "label", "motion"),
    [
        ({"watchers": ((9, "Dan"),)}, "Ask to show watchers all cards", "open_hands"),
        ({"votes": (("open_hands", 9),)}, "Agree to show watchers all cards", "open_hands"),
        ({"votes": (("open_hands", ME),)}, "No longer agree to show all cards", "close_hands"),
        ({"hands": HandsShown.OPEN}, "Hide the cards from watchers", "close_hands"),
    ],
)
async def test_the_menu_opens_hands_and_closes_them(
    changes: dict[str, Any], label: str, motion: str
) -> None:
    async with running() as play:
        await at_table(play, **changes)
        await play.until_screen(LiveTable)
        await play.press("f10")
        await play.until_shows(f"6 {label}")
        await play.press("6")
        vote = await play.until_asked(Vote)
        assert vote == Vote(vote.ref, motion)


async def test_a_watcher_sees_open_hands_and_what_becomes_of_them() -> None:
    seats = (SeatRow(SeatKind.PERSON, "Dan", 9), *table_view(TablePhase.PLAYING).seats[1:])
    async with running() as play:
        await play.join()
        await play.server.publish(
            Channel.TABLE, table_view(TablePhase.PLAYING, seats=seats, hands=HandsShown.OPEN)
        )
        await play.server.publish(Channel.GAME, demo.view_of(demo.dealt(0, 3), None))
        await play.server.publish(Channel.HANDS, HandsDocument(1, False, ((51,), (50,), (0,))))
        await play.until_shows("All cards are open to you", "Dan   ♠A", "Ioana ♥A", "Mihai ♣2")
        await play.server.send(Notice("same_address", ("Eva", "Dan")))
        await play.until(lambda: "from the same address as Dan." in "".join(log(play)))
        await play.server.publish(Channel.HANDS, HandsDocument(1, False, ((51,), (), (0,))))
        await play.until(lambda: "Ioana ♥A" not in play.text)
        await play.server.publish(Channel.HANDS, HandsDocument())
        await play.until(lambda: "♠A" not in play.text)


async def test_the_end_offers_another_match_and_the_sheet_as_a_file(
    untouched_home: Path,
) -> None:
    view = demo.view_of(demo.last_hand(3))
    async with running() as play:
        await play.join()
        await play.server.publish(Channel.TABLE, table_view(TablePhase.OVER))
        await play.server.publish(Channel.GAME, view)
        await play.until_screen(LiveTable)
        await play.until_shows("Final — Whist", "r Rematch")
        await play.press("e")
        await play.until(lambda: (untouched_home / "sheets").exists())
        (path,) = (untouched_home / "sheets").iterdir()
        with path.open(encoding="utf-8-sig", newline="") as file:
            rows = list(csv.reader(file))
        assert rows[0][1:4] == ["You", "Ioana", "Mihai"]
        assert len(rows) > len(view.rounds)
        await play.press("r")
        await play.until_asked(Start)


async def test_who_does_not_own_the_table_asks_for_another_match() -> None:
    async with running() as play:
        await play.join()
        await play.server.publish(Channel.TABLE, table_view(TablePhase.OVER, owner=9))
        await play.server.publish(Channel.GAME, demo.view_of(demo.last_hand(3)))
        await play.until_screen(LiveTable)
        await play.press("r")
        await play.until_asked(Say)


async def test_the_hint_points_at_a_legal_action() -> None:
    async with running() as play:
        await at_table(play)
        await play.until_screen(LiveTable)
        await play.press("h")
        await play.until_shows("A good player would choose")
