"""Where the user is: places, boxes in front of them, and what is said."""

from __future__ import annotations

from levata.protocol.documents import Channel
from levata.protocol.messages import Departed
from levata_client.shown.text.words import plain
from levata_client.state.model import ChatLine, NoticeLine
from levata_client.terminal.screens.dialogs import MenuDialog
from levata_client.terminal.screens.home import HomeScreen
from levata_client.terminal.screens.lobby import LobbyScreen
from levata_client.terminal.screens.room import RoomScreen
from levata_client.terminal.screens.settings import SettingsScreen
from levata_client.terminal.screens.wait import WaitScreen
from levata_client.terminal.table.live import LiveTable
from tests.support.app import at_table, in_lobby, running
from tests.support.documents import bidding, lobby_view, model_at, table_row, table_view

NUDGE = NoticeLine("joined", ("Dan",))


async def test_a_message_closes_no_box_of_the_user_but_another_place_does() -> None:
    async with running() as play:
        await at_table(play)
        await play.until_screen(LiveTable)
        await play.press("f10")
        await play.server.publish(
            Channel.GAME, bidding(bids=(0, -1, -1), turn=1, legal=()), [[3, 0, 0]]
        )
        await play.until(lambda: not (play.model is None or play.model.is_my_turn))
        assert isinstance(play.screen, MenuDialog)
        await play.server.send(Departed(3, "closed"))
        await play.until_screen(LobbyScreen)


async def test_one_place_stands_above_the_home_screen() -> None:
    async with running() as play:
        navigator = play.app.navigator
        assert navigator.place is None
        await navigator.show_waiting("Starting…")
        assert isinstance(navigator.place, WaitScreen)
        await navigator.show_lobby(model_at())
        lobby = navigator.place
        assert isinstance(lobby, LobbyScreen)
        await navigator.show_lobby(model_at())
        assert navigator.place is lobby
        await navigator.show_room(model_at(table_view()))
        assert isinstance(navigator.place, RoomScreen)
        assert len(play.app.screen_stack) == 3
        await navigator.go_home("The end.", is_bad=True)
        assert navigator.place is None
        assert isinstance(play.screen, HomeScreen)
        await play.until_shows("The end.")


async def test_what_is_said_stands_on_the_foremost_screen_with_a_row_for_it() -> None:
    async with running() as play:
        await in_lobby(play)
        place = play.app.navigator.place
        assert isinstance(place, LobbyScreen)
        play.app.pages.show_settings()
        await play.until_screen(SettingsScreen)
        play.app.questions.ask_name()
        await play.until(lambda: not isinstance(play.screen, SettingsScreen))
        play.app.navigator.say("Hm.")
        settings = play.app.screen_stack[-2]
        assert isinstance(settings, SettingsScreen)
        assert plain(settings.note) == "Hm."
        assert place.note == ()


async def test_what_is_told_to_a_screen_that_is_gone_harms_nobody() -> None:
    async with running() as play:
        await at_table(play)
        table = play.app.navigator.place
        assert isinstance(table, LiveTable)
        await play.app.navigator.show_lobby(model_at())
        lobby = play.app.navigator.place
        assert isinstance(lobby, LobbyScreen)
        await play.app.navigator.go_home()
        table.take()
        table.hear(NUDGE)
        table.say("Hm.")
        table.retell()
        lobby.hear(NUDGE)
        lobby.hear(ChatLine(9, "Dan", "hei"))
        lobby.say("Hm.")
        lobby.retell()
        assert not table.is_ready
        assert not lobby.is_ready


async def test_a_place_is_shown_anew_when_time_has_passed() -> None:
    async with running() as play:
        await in_lobby(play, table_row(1))
        model = play.model
        assert model is not None
        model.lobby = lobby_view()
        play.app.navigator.redraw_place()
        await play.until_shows("No tables yet")
