"""The lobby, the form of a new table, and the table before its match."""

from __future__ import annotations

from typing import Any

import pytest

from levata.games import GAMES
from levata.options import option_fields
from levata.protocol.documents import Channel, Presence, SeatKind, SeatRow, TablePhase
from levata.protocol.messages import (
    Ack,
    AddBot,
    CreateTable,
    Departed,
    FreeSeat,
    Join,
    Leave,
    Message,
    Notice,
    Rejected,
    Request,
    Said,
    Say,
    Sit,
    Stand,
    Start,
)
from levata_client.shown.places.create import OPTION
from levata_client.shown.places.fields import Field, FieldKind
from levata_client.shown.text.words import plain
from levata_client.terminal.screens.create import CreateScreen
from levata_client.terminal.screens.dialogs import TextDialog
from levata_client.terminal.screens.home import HomeScreen
from levata_client.terminal.screens.lobby import LobbyScreen
from levata_client.terminal.screens.room import RoomScreen
from levata_client.terminal.widgets.chat import ChatLog
from tests.support.app import ME, Play, in_lobby, lobby_view, running, table_row, table_view


async def test_an_empty_lobby_says_what_fills_it() -> None:
    async with running() as play:
        await in_lobby(play)
        await play.until_shows("Dan's laptop  2 people · 0 tables", "No tables yet: Enter opens")
        await play.press("enter")
        await play.until_screen(CreateScreen)


async def test_enter_sits_on_the_first_free_seat() -> None:
    async with running() as play:
        await in_lobby(play, table_row(4))
        await play.until_shows("▸ 1 Seara", "2 free", "Dan · free · free")
        await play.press("enter")
        sit = await play.until_asked(Sit)
        assert [type(request) for request in play.server.requests] == [Join, Sit]
        assert play.server.requests[0] == Join(play.server.requests[0].ref, 4)
        assert sit == Sit(sit.ref, 1)


async def test_w_only_watches() -> None:
    async with running() as play:
        await in_lobby(play, table_row(4))
        await play.press("w")
        await play.until_asked(Join)
        assert not any(isinstance(request, Sit) for request in play.server.requests)


async def test_a_running_table_can_be_watched_only() -> None:
    async with running() as play:
        await in_lobby(play, table_row(4, phase=TablePhase.PLAYING))
        await play.until_shows("playing")
        assert "Enter Watch" in play.text
        await play.press("enter")
        await play.until_asked(Join)
        assert not any(isinstance(request, Sit) for request in play.server.requests)


async def test_a_table_with_a_password_asks_for_it() -> None:
    def answer(request: Request) -> Message:
        if isinstance(request, Join) and request.password != "x":
            return Rejected(request.ref, "wrong_password")
        return Ack(request.ref)

    async with running(answer) as play:
        await in_lobby(play, table_row(4, has_password=True))
        await play.until_shows("2 free, password")
        await play.press("enter")
        await play.until_screen(TextDialog)
        await play.press("x", "enter")
        await play.until_asked(Sit)


async def test_what_the_server_refuses_is_said() -> None:
    async with running(lambda request: Rejected(request.ref, "no_such_table", ("4",))) as play:
        await in_lobby(play, table_row(4))
        await play.press("enter")
        await play.until_shows("There is no table 4: it was closed.")


async def test_tables_without_free_seats_can_be_hidden() -> None:
    full = (SeatRow(SeatKind.PERSON, "Dan", 9), SeatRow(SeatKind.PERSON, "Eva", 10))
    async with running() as play:
        await in_lobby(play, table_row(1), table_row(2, name="Full", seats=full))
        await play.until_shows("Seara", "Full")
        await play.press("f")
        await play.until(lambda: "Full" not in play.text)
        assert "Seara" in play.text


async def test_the_cursor_stays_on_its_table_when_others_come_and_go() -> None:
    async with running() as play:
        await in_lobby(play, table_row(1), table_row(2, name="Second"))
        await play.press("down")
        await play.until_shows("▸ 2 Second")
        await play.server.publish(Channel.LOBBY, lobby_view(table_row(2, name="Second")))
        await play.until_shows("▸ 1 Second")


async def test_people_talk_in_the_lobby_and_brackets_are_text() -> None:
    async with running() as play:
        await in_lobby(play)
        await play.server.send(Said(9, "Dan[/]", "salut [red]x"))
        await play.until(lambda: "salut [red]x" in _chat(play))
        assert "Dan[/]" in _chat(play)
        await play.press("t")
        await play.type("q1?")
        await play.press("enter")
        say = await play.until_asked(Say)
        assert say == Say(say.ref, "q1?")
        assert isinstance(play.screen, LobbyScreen)


async def test_leaving_goes_home_and_hangs_up() -> None:
    async with running() as play:
        await in_lobby(play)
        await play.press("escape")
        await play.until_screen(HomeScreen)
        await play.until(lambda: play.app.sessions.session is None)


# --- the form ----------------------------------------------------------------------------------


async def create(play: Play, *keys: str) -> CreateScreen:
    await in_lobby(play)
    await play.press("n")
    await play.until_screen(CreateScreen)
    screen = play.screen
    assert isinstance(screen, CreateScreen)
    await play.press(*keys)
    return screen


async def created(play: Play) -> CreateTable:
    request = await play.until_asked(CreateTable)
    assert isinstance(request, CreateTable)
    return request


async def test_enter_creates_the_usual_table() -> None:
    async with running() as play:
        await create(play)
        await play.until_shows("24 hands, about")
        await play.press("enter")
        request = await created(play)
        assert (request.game, request.seats, request.options) == ("whist", 4, {})
        assert (request.pace, request.level) == ("normal", "easy")
        assert not any(isinstance(request, Start) for request in play.server.requests)


async def test_watchers_may_see_what_is_over() -> None:
    async with running() as play:
        screen = await create(play)
        place = [field.key for field in screen.fields()].index("watch")
        await play.press(*["down"] * place)
        await play.until_shows("see no cards")
        await play.press("right")
        await play.until_shows("see finished hands")
        await play.press("r")
        await play.until_shows("see no cards")
        await play.press("right", *["up"] * place, "enter")
        assert (await created(play)).watch == "delayed"


async def test_bots_can_fill_the_table_at_once() -> None:
    async with running() as play:
        await create(play, "down", "enter")
        await play.until_asked(Start)


async def test_every_option_of_every_game_is_offered() -> None:
    async with running() as play:
        screen = await create(play)
        for game in GAMES:
            keys = {field.key for field in screen.fields()}
            assert {OPTION + field.name for field in option_fields(game.info.options_type)} <= keys
            screen.set_value("game", GAMES[(GAMES.index(game) + 1) % len(GAMES)].info.key)


async def test_options_are_changed_with_the_arrows_and_named_by_presets() -> None:
    async with running() as play:
        screen = await create(play, *["down"] * 4)
        assert screen.form.preset == "classic"
        await play.press("right")
        await play.until_shows("‹ short ›", "‹ 1-4-1 ›", "16 hands")
        await play.press("down", "right")
        await play.until_shows("‹ 2n+1 ›", "‹ your own ›")
        await play.press("r")
        await play.until_shows("‹ n+5 ›", "‹ short ›")
        await play.press("right", *["up"] * 5, "enter")
        request = await created(play)
        assert request.options == {"sequence": "1-4-1", "scoring": "2n+1"}


async def test_contradictions_are_said_and_not_sent() -> None:
    async with running() as play:
        screen = await create(play)
        screen.set_value(OPTION + "repeat_keep_scores", "on")
        screen.redraw()
        await play.until_shows("Keep minus points contradicts Repeat if all miss.")
        await play.press("enter")
        assert isinstance(play.screen, CreateScreen)
        screen.set_value(OPTION + "repeat_if_all_fail", "on")
        await play.press("enter")
        assert (await created(play)).options == {
            "repeat_keep_scores": "on",
            "repeat_if_all_fail": "on",
        }


async def test_numbers_are_counted_and_typed() -> None:
    async with running() as play:
        screen = await create(play)
        keys = [field.key for field in screen.fields()]
        await play.press(*["down"] * keys.index(OPTION + "streak_len"), "right")
        await play.until_shows("‹ 6 ›")
        await play.press("enter", "backspace", "9", "9", "enter")
        await play.until_shows("cannot be “99”")
        await play.press("backspace", "backspace", "7", "enter")
        await play.until_screen(CreateScreen)
        await play.until_shows("‹ 7 ›")


@pytest.mark.parametrize(
    ("value", "step", "wanted"),
    [("none", 1, "1"), ("1", -1, "none"), ("20", 1, "none"), ("none", -1, "20"), ("3", 1, "4")],
)
async def test_a_word_in_place_of_a_number_lies_beyond_its_ends(
    value: str, step: int, wanted: str
) -> None:
    field = Field(
        "max_repeats", "", value, kind=FieldKind.NUMBER, choices=("none",), low=1, high=20
    )
    assert field.stepped(step) == wanted


async def test_name_and_password_are_typed_and_the_password_is_hidden() -> None:
    async with running() as play:
        screen = await create(play)
        keys = [field.key for field in screen.fields()]
        await play.press(*["down"] * keys.index("name"), "enter")
        await play.type("Seara")
        await play.press("enter", "down", "enter")
        await play.type("mere")
        await play.press("enter")
        await play.until_screen(CreateScreen)
        await play.until_shows("Seara", "••••••")
        assert "mere" not in play.text
        await play.press(*["up"] * keys.index("password"), "enter")
        request = await created(play)
        assert (request.name, request.password) == ("Seara", "mere")


# --- the table before its match ----------------------------------------------------------------


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
