"""The lobby: tables found, watched and opened, and people who talk."""

from __future__ import annotations

from levata.protocol.documents import Channel, SeatKind, SeatRow, TablePhase
from levata.protocol.messages import (
    Ack,
    Join,
    Message,
    Rejected,
    Request,
    Said,
    Say,
    Sit,
)
from levata_client.shown.text.words import plain
from levata_client.terminal.screens.create import CreateScreen
from levata_client.terminal.screens.dialogs import TextDialog
from levata_client.terminal.screens.home import HomeScreen
from levata_client.terminal.screens.lobby import LobbyScreen
from levata_client.terminal.widgets.chat import ChatLog
from tests.support.app import Play, in_lobby, running
from tests.support.documents import lobby_view, table_row


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


def _chat(play: Play) -> str:
    return "\n".join(plain(line) for line in play.screen.query_one(ChatLog).lines)
