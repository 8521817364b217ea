"""The table before its match."""

from __future__ import annotations

from typing import Any

from levata.protocol.documents import Channel, Presence, SeatKind, SeatRow
from levata.protocol.messages import (
    AddBot,
    Departed,
    FreeSeat,
    Leave,
    Notice,
    Rejected,
    Sit,
    Stand,
    Start,
)
from levata_client.shown.text.words import plain
from levata_client.terminal.screens.lobby import LobbyScreen
from levata_client.terminal.screens.room import RoomScreen
from levata_client.terminal.widgets.chat import ChatLog
from tests.support.app import Play, running
from tests.support.documents import ME, table_view


async def in_room(play: Play, **changes: Any) -> None:
    await play.join()
    await play.server.publish(Channel.TABLE, table_view(**changes))
    await play.until_screen(RoomScreen)


async def test_the_room_shows_who_sits_where() -> None:
    async with running() as play:
        await in_room(play)
        await play.until_shows(
            "Ana's table  Whist",
            "1 ● Ana (you)",
            "looks after the table",
            "2 ● Ioana",
            "bot, easy",
            "3 ○ free",
            "usual rules · no clock",
        )


async def test_the_owner_s_keys_ask_for_what_they_say() -> None:
    async with running() as play:
        await in_room(play)
        await play.press("down", "x")
        free = await play.until_asked(FreeSeat)
        await play.press("down", "b")
        bot = await play.until_asked(AddBot)
        await play.press("enter")
        sit = await play.until_asked(Sit)
        await play.press("w")
        await play.until_asked(Stand)
        await play.press("s")
        await play.until_asked(Start)
        await play.press("escape")
        await play.until_asked(Leave)
        assert (free, bot, sit) == (
            FreeSeat(free.ref, 1),
            AddBot(bot.ref, 2),
            Sit(sit.ref, 2),
        )


async def test_a_guest_is_told_who_starts() -> None:
    seats = (
        SeatRow(SeatKind.PERSON, "Dan", 9, "", Presence.AWAY),
        SeatRow(SeatKind.PERSON, "Ana", ME),
        SeatRow(SeatKind.EMPTY),
    )
    async with running() as play:
        await in_room(play, owner=9, seats=seats)
        await play.until_shows("Dan starts the match.", "away, looks after the table")
        assert "s Start" not in play.text


async def test_news_and_refusals_of_the_room_are_told() -> None:
    async with running(lambda request: Rejected(request.ref, "not_owner")) as play:
        await in_room(play)
        await play.server.send(Notice("sat", ("Dan",)))
        await play.until(lambda: "Dan sat down." in _chat(play))
        await play.press("s")
        await play.until_shows("Only the owner of the table may do that.")


async def test_a_closed_table_leads_back_to_the_lobby_and_says_why() -> None:
    async with running() as play:
        await in_room(play)
        await play.server.send(Departed(3, "closed"))
        await play.until_screen(LobbyScreen)
        await play.until_shows("The table was closed.")


def _chat(play: Play) -> str:
    return "\n".join(plain(line) for line in play.screen.query_one(ChatLog).lines)
