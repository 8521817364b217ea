"""The session of the application: begun, lost, found again, ended, and what is kept of it."""

from __future__ import annotations

from typing import Self

import pytest

from levata.protocol.documents import Channel, LobbyDocument, PersonRow, TablePhase
from levata.protocol.messages import (
    Ack,
    Arrange,
    Bye,
    CreateTable,
    Departed,
    Leave,
    Message,
    Notice,
    Rejected,
    Request,
    Said,
    Start,
)
from levata_client.net.saved_seats import TargetKind, open_seats
from levata_client.net.server_target import ServerTarget
from levata_client.net.session import Session
from levata_client.state.link_events import LinkError, LinkState
from levata_client.state.new_table import table_to_play
from levata_client.terminal.screens.home import HomeScreen
from levata_client.terminal.table.live import LiveTable
from tests.support.app import at_table, running
from tests.support.documents import ME, bidding, lobby_view, table_view
from tests.support.sessions import Desk, controller


async def joined(desk: Desk) -> None:
    await desk.sessions.join_server(desk.server.address)
    await desk.until(lambda: desk.place == "lobby")


async def playing(desk: Desk) -> None:
    """Bring the controller to a match in which the user must act."""
    await desk.sessions.join_server(desk.server.address)
    desk.server.table = 3
    await desk.server.publish(Channel.TABLE, table_view(TablePhase.PLAYING))
    await desk.server.publish(Channel.GAME, bidding(), decision=5)
    await desk.until(lambda: desk.place == "table")


def own_server(desk: Desk, kind: TargetKind) -> ServerTarget:
    """Return the fake server as one of the user's own."""
    return ServerTarget(kind, None, address=desk.server.address)


# --- places --------------------------------------------------------------------------------------


async def test_a_server_leads_to_its_lobby_a_table_to_the_table() -> None:
    async with controller() as desk:
        await joined(desk)
        await desk.server.publish(Channel.TABLE, table_view())
        await desk.until(lambda: desk.place == "room")
        await desk.server.publish(Channel.TABLE, table_view(TablePhase.PLAYING))
        await desk.server.publish(Channel.GAME, bidding(), decision=5)
        await desk.until(lambda: desk.place == "table")
        arrange = await desk.until_asked(Arrange)
        assert arrange == Arrange(arrange.ref, "suits")
        await desk.server.publish(Channel.GAME, bidding(turn=1, legal=()), decision=0)
        await desk.server.send(Departed(3, "closed"))
        await desk.until(lambda: desk.place == "lobby")
        assert desk.said == [("The table was closed.", False)]
        assert sum(isinstance(request, Arrange) for request in desk.server.requests) == 1


async def test_a_table_that_moved_on_is_left_without_a_word() -> None:
    async with controller() as desk:
        await joined(desk)
        await desk.server.publish(Channel.TABLE, table_view())
        await desk.until(lambda: desk.place == "room")
        await desk.server.send(Departed(3, "moved"))
        await desk.until(lambda: desk.place == "lobby")
        assert desk.said == []


async def test_a_game_of_a_newer_version_leads_home_and_says_so() -> None:
    async with controller() as desk:
        await joined(desk)
        await desk.server.publish(Channel.TABLE, table_view(game="tarot"))
        await desk.until(lambda: desk.place == "home")
        assert desk.said == [("This table plays a game that this version does not know.", True)]
        await desk.until(lambda: desk.sessions.session is None)


async def test_lines_are_heard_and_only_a_nudge_at_the_user_rings() -> None:
    async with controller() as desk:
        await playing(desk)
        await desk.server.send(Said(9, "Dan", "hei"))
        await desk.server.send(Notice("nudged", ("Dan", "Eva")))
        await desk.server.send(Notice("nudged", ("Dan", "Ana")))
        await desk.until(lambda: len(desk.heard) == 3)
        assert desk.rings == 1


# --- beginning -----------------------------------------------------------------------------------


async def test_play_opens_a_table_and_starts_it(monkeypatch: pytest.MonkeyPatch) -> None:
    async with controller(lambda request: Ack(request.ref, 3)) as desk:

        def target(bot_delay: str) -> ServerTarget:
            return own_server(desk, TargetKind.PLAY)

        monkeypatch.setattr(ServerTarget, "play", target)
        desk.sessions.play(table_to_play("whist"))
        create = await desk.until_asked(CreateTable)
        await desk.until_asked(Start)
        assert isinstance(create, CreateTable)
        assert (create.game, create.seats, create.pace) == ("whist", 4, "none")
        await desk.server.publish(Channel.TABLE, table_view())
        await desk.server.publish(Channel.TABLE, table_view(TablePhase.PLAYING))
        await desk.server.publish(Channel.GAME, bidding(), decision=5)
        await desk.until(lambda: desk.place == "table")
        assert desk.shown == ["waiting: Starting the game…", "table"]


async def test_a_match_that_goes_on_is_not_begun_again() -> None:
    async with controller() as desk:
        desk.server.table = 3
        desk.sessions.begin(own_server(desk, TargetKind.PLAY), table_to_play("whist"))
        await desk.settled()
        assert desk.server.requests == []


async def test_a_server_that_cannot_start_leads_home_and_says_why(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(**arguments: object) -> ServerTarget:
        raise LinkError("no_server", "port 7654 is in use")

    async with controller() as desk:
        monkeypatch.setattr(ServerTarget, "host", fail)
        desk.sessions.host()
        await desk.settled()
        assert desk.shown == ["waiting: Starting the server…", "home"]
        assert desk.said == [("The server could not be started: port 7654 is in use", True)]
        assert desk.sessions.session is None


async def test_a_session_opened_before_tells_what_it_has_heard() -> None:
    async with controller() as desk:
        await desk.server.publish(Channel.LOBBY, lobby_view())
        session = Session(ServerTarget.join(desk.server.address), "Ana")
        session.hold()
        await session.open()
        desk.sessions.adopt(session)
        await desk.until(lambda: desk.place == "lobby")


async def test_another_session_takes_the_place_of_the_one_before() -> None:
    async with controller() as desk:
        await joined(desk)
        before = desk.sessions.session
        await desk.sessions.join_server(desk.server.address)
        assert desk.sessions.session is not before
        await desk.until(lambda: len(desk.server.hellos) == 2)


async def test_a_table_of_the_form_is_opened_and_started_if_wanted() -> None:
    async with controller(lambda request: Ack(request.ref, 3)) as desk:
        await joined(desk)
        desk.sessions.open_table(table_to_play("whist"), is_started=False)
        await desk.settled()
        assert [type(request) for request in desk.server.requests] == [CreateTable]
        desk.sessions.open_table(table_to_play("whist"), is_started=True)
        await desk.settled()
        assert type(desk.server.requests[-1]) is Start


async def test_a_table_that_is_refused_leaves_the_user_where_he_is() -> None:
    async with controller(lambda request: Rejected(request.ref, "server_full", ("8",))) as desk:
        await joined(desk)
        desk.sessions.open_table(table_to_play("whist"), is_started=True)
        await desk.settled()
        assert desk.said == [("The server is full: it holds 8 tables.", True)]
        await desk.server.publish(Channel.TABLE, table_view())
        await desk.until(lambda: desk.place == "room")


# --- leaving -------------------------------------------------------------------------------------


async def test_leaving_a_table_of_others_is_asked_for() -> None:
    async with controller() as desk:
        await playing(desk)
        assert not desk.sessions.is_alone
        desk.sessions.leave_table()
        await desk.until_asked(Leave)


@pytest.mark.parametrize("is_refused", [False, True])
async def test_leaving_a_match_against_the_computer_leads_home(is_refused: bool) -> None:
    def answer(request: Request) -> Message:
        return Rejected(request.ref, "busy") if is_refused else Ack(request.ref)

    async with controller(answer) as desk:
        desk.server.table = 3
        desk.sessions.begin(own_server(desk, TargetKind.PLAY), table_to_play("whist"))
        await desk.settled()
        assert desk.sessions.is_alone
        desk.sessions.leave_table()
        await desk.until(lambda: desk.sessions.session is None)
        assert desk.place == "home"
        assert desk.said == []


async def test_a_table_against_the_computer_that_closes_leads_home_and_says_why() -> None:
    async with controller() as desk:
        desk.server.table = 3
        desk.sessions.begin(own_server(desk, TargetKind.PLAY), table_to_play("whist"))
        await desk.settled()
        await desk.server.send(Departed(3, "closed"))
        await desk.until(lambda: desk.sessions.session is None)
        assert desk.said == [("The table was closed.", False)]


async def test_leaving_a_server_hangs_up() -> None:
    async with controller() as desk:
        await joined(desk)
        desk.sessions.leave_server()
        await desk.until(lambda: desk.sessions.session is None)
        assert desk.place == "home"


async def test_guests_are_others_on_a_server_of_ones_own() -> None:
    async with controller() as desk:
        assert not desk.sessions.has_guests
        await joined(desk)
        await desk.until(lambda: desk.sessions.model is not None)
        assert not desk.sessions.has_guests
        desk.sessions.begin(own_server(desk, TargetKind.HOST), table_to_play("whist"))
        await desk.settled()
        await desk.server.publish(Channel.LOBBY, LobbyDocument("x", (), (PersonRow(ME, "Ana"),)))
        await desk.until(lambda: _people(desk) == 1)
        assert not desk.sessions.has_guests
        await desk.server.publish(Channel.LOBBY, lobby_view())
        await desk.until(lambda: _people(desk) == 2)
        assert desk.sessions.has_guests
        assert desk.sessions.invitations() == []


def _people(desk: Desk) -> int:
    model = desk.sessions.model
    return len(model.lobby.people) if model is not None and model.lobby is not None else 0


# --- what is kept --------------------------------------------------------------------------------


async def test_a_seat_is_kept_for_the_next_run_while_a_match_goes_on() -> None:
    async with controller() as desk:
        await playing(desk)
        address = desk.server.address.text
    ((kind, _folder, seat),) = open_seats()
    assert (kind, seat.token, seat.table, seat.game) == ("join", "secret", 3, "whist")
    assert seat.address == address


async def test_nothing_is_kept_of_a_table_that_was_left() -> None:
    async with controller() as desk:
        await playing(desk)
        await desk.server.send(Departed(3, "closed"))
        await desk.until(lambda: desk.place == "lobby")
    assert open_seats() == []


# --- the connection ------------------------------------------------------------------------------


async def test_a_host_that_closes_is_told_from_a_lost_line() -> None:
    async with controller() as desk:
        await joined(desk)
        await desk.server.send(Bye("shutdown"))
        await desk.server.stop()
        model = desk.sessions.model
        assert model is not None
        await desk.until(lambda: model.link.state is LinkState.LOST)
        assert model.link.code == "shutdown"


class FallenTarget(ServerTarget):
    """A server of the user's own that has ended, and is started again as often as wanted."""

    starts = 0
    fault: LinkError | None = None

    @property
    def is_own(self) -> bool:
        return True

    @classmethod
    def of(cls, desk: Desk) -> Self:
        return cls(TargetKind.HOST, None, address=desk.server.address)

    async def revive(self) -> bool:
        if self.fault is not None:
            raise self.fault
        self.starts += 1
        return True


async def test_a_server_of_ones_own_that_fell_is_started_again() -> None:
    async with controller() as desk:
        target = FallenTarget.of(desk)
        desk.sessions.begin(target, table_to_play("whist"))
        await desk.settled()
        desk.sessions.tick()
        assert target.starts == 0
        await desk.server.stop()
        model = desk.sessions.model
        assert model is not None
        await desk.until(lambda: model.link.state is LinkState.LOST)
        redrawn = desk.redrawn
        desk.sessions.tick()
        await desk.until(lambda: target.starts == 1)
        assert desk.redrawn > redrawn


async def test_a_server_that_cannot_be_started_again_leads_home() -> None:
    async with controller() as desk:
        target = FallenTarget.of(desk)
        target.fault = LinkError("no_server", "no room")
        desk.sessions.begin(target, table_to_play("whist"))
        await desk.settled()
        await desk.server.stop()
        model = desk.sessions.model
        assert model is not None
        await desk.until(lambda: model.link.state is LinkState.LOST)
        desk.sessions.tick()
        await desk.until(lambda: desk.place == "home")
        assert desk.said == [("The server could not be started: no room", True)]


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


async def test_being_replaced_leads_home_and_says_why() -> None:
    async with running() as play:
        await at_table(play)
        await play.until_screen(LiveTable)
        await play.server.send(Bye("replaced"))
        await play.until_screen(HomeScreen)
        await play.until_shows("You went on playing from another window or computer.")
        assert play.app.sessions.session is None
