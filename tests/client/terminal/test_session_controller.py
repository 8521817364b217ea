"""The session of the application: begun, lost, found again, ended, and what is kept of it."""

from __future__ import annotations

import pytest

from levata.protocol.documents import (
    Channel,
    TablePhase,
)
from levata.protocol.messages import (
    Ack,
    Bye,
    CreateTable,
    Departed,
    Start,
)
from levata_client.net.saved_seats import open_seats
from levata_client.net.server_target import ServerTarget
from levata_client.state.link_events import LinkError, LinkState
from levata_client.state.new_table import table_to_play
from levata_client.terminal.screens.home import HomeScreen
from levata_client.terminal.screens.lobby import LobbyScreen
from levata_client.terminal.table.live import LiveTable
from tests.support.app import at_table, running
from tests.support.documents import bidding, table_view


async def test_a_lost_connection_is_told_and_comes_back_by_itself() -> None:
    async with running() as play:
        await at_table(play)
        await play.until_screen(LiveTable)
        await play.server.stop()
        await play.until_shows("Connection lost, trying again")
        await play.server.restart()
        await play.until_shows("The connection is back.")
        assert play.server.hellos[-1].token == "secret"
        assert isinstance(play.screen, LiveTable)


async def test_a_host_that_closes_is_told_from_a_lost_line() -> None:
    async with running() as play:
        await play.join()
        await play.until_screen(LobbyScreen)
        await play.server.send(Bye("shutdown"))
        await play.server.stop()
        model = play.model
        assert model is not None
        await play.until(lambda: model.link.state is LinkState.LOST)
        assert model.link.code == "shutdown"


async def test_being_replaced_leads_home_and_says_why() -> None:
    async with running() as play:
        await at_table(play)
        await play.until_screen(LiveTable)
        await play.server.send(Bye("replaced"))
        await play.until_screen(HomeScreen)
        await play.until_shows("You went on playing from another window or computer.")
        assert play.app.sessions.session is None


async def test_a_seat_is_kept_for_the_next_run_while_a_match_goes_on() -> None:
    async with running() as play:
        await at_table(play)
        await play.until_screen(LiveTable)
    ((kind, _folder, seat),) = open_seats()
    assert (kind, seat.token, seat.table, seat.game) == ("join", "secret", 3, "whist")
    assert seat.address == play.server.address.text


async def test_nothing_is_kept_of_a_table_that_was_left() -> None:
    async with running() as play:
        await at_table(play)
        await play.until_screen(LiveTable)
        await play.server.send(Departed(3, "closed"))
        await play.until_screen(LobbyScreen)
    assert open_seats() == []


async def test_play_opens_a_table_and_starts_it(monkeypatch: pytest.MonkeyPatch) -> None:
    async with running(lambda request: Ack(request.ref, 3)) as play:

        def target(bot_delay: str) -> ServerTarget:
            return ServerTarget.join(play.server.address)

        monkeypatch.setattr(ServerTarget, "play", target)
        play.app.sessions.play(table_to_play("whist"))
        create = await play.until_asked(CreateTable)
        await play.until_asked(Start)
        assert isinstance(create, CreateTable)
        assert (create.game, create.seats, create.pace) == ("whist", 4, "none")
        await play.server.publish(Channel.TABLE, table_view(TablePhase.PLAYING))
        await play.server.publish(Channel.GAME, bidding(), decision=5)
        await play.until_screen(LiveTable)


async def test_a_server_that_cannot_start_leads_home_and_says_why(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(**arguments: object) -> ServerTarget:
        raise LinkError("no_server", "port 7654 is in use")

    async with running() as play:
        monkeypatch.setattr(ServerTarget, "host", fail)
        await play.press("2")
        await play.until_shows("The server could not be started: port 7654 is in use")
        assert isinstance(play.screen, HomeScreen)
