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
from tests.support.sessions import SessionRun, controller


async def joined(run: SessionRun) -> None:
    await run.sessions.join_server(run.server.address)
    await run.until(lambda: run.place == "lobby")


async def playing(run: SessionRun) -> None:
    """Bring the controller to a match in which the user must act."""
    await run.sessions.join_server(run.server.address)
    run.server.table = 3
    await run.server.publish(Channel.TABLE, table_view(TablePhase.PLAYING))
    await run.server.publish(Channel.GAME, bidding(), decision=5)
    await run.until(lambda: run.place == "table")


def own_server(run: SessionRun, kind: TargetKind) -> ServerTarget:
    """Return the fake server as one of the user's own."""
    return ServerTarget(kind, None, address=run.server.address)


# --- places --------------------------------------------------------------------------------------


async def test_a_server_leads_to_its_lobby_a_table_to_the_table() -> None:
    async with controller() as run:
        await joined(run)
        await run.server.publish(Channel.TABLE, table_view())
        await run.until(lambda: run.place == "room")
        await run.server.publish(Channel.TABLE, table_view(TablePhase.PLAYING))
        await run.server.publish(Channel.GAME, bidding(), decision=5)
        await run.until(lambda: run.place == "table")
        arrange = await run.until_asked(Arrange)
        assert arrange == Arrange(arrange.ref, "suits")
        await run.server.publish(Channel.GAME, bidding(turn=1, legal=()), decision=0)
        await run.server.send(Departed(3, "closed"))
        await run.until(lambda: run.place == "lobby")
        assert run.said == [("The table was closed.", False)]
        assert sum(isinstance(request, Arrange) for request in run.server.requests) == 1


async def test_a_table_that_moved_on_is_left_without_a_word() -> None:
    async with controller() as run:
        await joined(run)
        await run.server.publish(Channel.TABLE, table_view())
        await run.until(lambda: run.place == "room")
        await run.server.send(Departed(3, "moved"))
        await run.until(lambda: run.place == "lobby")
        assert run.said == []


async def test_a_game_of_a_newer_version_leads_home_and_says_so() -> None:
    async with controller() as run:
        await joined(run)
        await run.server.publish(Channel.TABLE, table_view(game="tarot"))
        await run.until(lambda: run.place == "home")
        assert run.said == [("This table plays a game that this version does not know.", True)]
        await run.until(lambda: run.sessions.session is None)


async def test_lines_are_heard_and_only_a_nudge_at_the_user_rings() -> None:
    async with controller() as run:
        await playing(run)
        await run.server.send(Said(9, "Dan", "hei"))
        await run.server.send(Notice("nudged", ("Dan", "Eva")))
        await run.server.send(Notice("nudged", ("Dan", "Ana")))
        await run.until(lambda: len(run.heard) == 3)
        assert run.rings == 1


# --- beginning -----------------------------------------------------------------------------------


async def test_play_opens_a_table_and_starts_it(monkeypatch: pytest.MonkeyPatch) -> None:
    async with controller(lambda request: Ack(request.ref, 3)) as run:

        def target(bot_delay: str) -> ServerTarget:
            return own_server(run, TargetKind.PLAY)

        monkeypatch.setattr(ServerTarget, "play", target)
        run.sessions.play(table_to_play("whist"))
        create = await run.until_asked(CreateTable)
        await run.until_asked(Start)
        assert isinstance(create, CreateTable)
        assert (create.game, create.seats, create.pace) == ("whist", 4, "none")
        await run.server.publish(Channel.TABLE, table_view())
        await run.server.publish(Channel.TABLE, table_view(TablePhase.PLAYING))
        await run.server.publish(Channel.GAME, bidding(), decision=5)
        await run.until(lambda: run.place == "table")
        assert run.shown == ["waiting: Starting the game…", "table"]


async def test_a_match_that_goes_on_is_not_begun_again() -> None:
    async with controller() as run:
        run.server.table = 3
        run.sessions.begin(own_server(run, TargetKind.PLAY), table_to_play("whist"))
        await run.settled()
        assert run.server.requests == []


async def test_a_server_that_cannot_start_leads_home_and_says_why(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(**arguments: object) -> ServerTarget:
        raise LinkError("no_server", "port 7654 is in use")

    async with controller() as run:
        monkeypatch.setattr(ServerTarget, "host", fail)
        run.sessions.host()
        await run.settled()
        assert run.shown == ["waiting: Starting the server…", "home"]
        assert run.said == [("The server could not be started: port 7654 is in use", True)]
        assert run.sessions.session is None


async def test_a_session_opened_before_tells_what_it_has_heard() -> None:
    async with controller() as run:
        await run.server.publish(Channel.LOBBY, lobby_view())
        session = Session(ServerTarget.join(run.server.address), "Ana")
        session.hold()
        await session.open()
        run.sessions.adopt(session)
        await run.until(lambda: run.place == "lobby")


async def test_another_session_takes_the_place_of_the_one_before() -> None:
    async with controller() as run:
        await joined(run)
        before = run.sessions.session
        await run.sessions.join_server(run.server.address)
        assert run.sessions.session is not before
        await run.until(lambda: len(run.server.hellos) == 2)


async def test_a_table_of_the_form_is_opened_and_started_if_wanted() -> None:
    async with controller(lambda request: Ack(request.ref, 3)) as run:
        await joined(run)
        run.sessions.open_table(table_to_play("whist"), is_started=False)
        await run.settled()
        assert [type(request) for request in run.server.requests] == [CreateTable]
        run.sessions.open_table(table_to_play("whist"), is_started=True)
        await run.settled()
        assert type(run.server.requests[-1]) is Start


async def test_a_table_that_is_refused_leaves_the_user_where_he_is() -> None:
    async with controller(lambda request: Rejected(request.ref, "server_full", ("8",))) as run:
        await joined(run)
        run.sessions.open_table(table_to_play("whist"), is_started=True)
        await run.settled()
        assert run.said == [("The server is full: it holds 8 tables.", True)]
        await run.server.publish(Channel.TABLE, table_view())
        await run.until(lambda: run.place == "room")


# --- leaving -------------------------------------------------------------------------------------


async def test_leaving_a_table_of_others_is_asked_for() -> None:
    async with controller() as run:
        await playing(run)
        assert not run.sessions.is_alone
        run.sessions.leave_table()
        await run.until_asked(Leave)


@pytest.mark.parametrize("is_refused", [False, True])
async def test_leaving_a_match_against_the_computer_leads_home(is_refused: bool) -> None:
    def answer(request: Request) -> Message:
        return Rejected(request.ref, "busy") if is_refused else Ack(request.ref)

    async with controller(answer) as run:
        run.server.table = 3
        run.sessions.begin(own_server(run, TargetKind.PLAY), table_to_play("whist"))
        await run.settled()
        assert run.sessions.is_alone
        run.sessions.leave_table()
        await run.until(lambda: run.sessions.session is None)
        assert run.place == "home"
        assert run.said == []


async def test_a_table_against_the_computer_that_closes_leads_home_and_says_why() -> None:
    async with controller() as run:
        run.server.table = 3
        run.sessions.begin(own_server(run, TargetKind.PLAY), table_to_play("whist"))
        await run.settled()
        await run.server.send(Departed(3, "closed"))
        await run.until(lambda: run.sessions.session is None)
        assert run.said == [("The table was closed.", False)]


async def test_leaving_a_server_hangs_up() -> None:
    async with controller() as run:
        await joined(run)
        run.sessions.leave_server()
        await run.until(lambda: run.sessions.session is None)
        assert run.place == "home"


async def test_guests_are_others_on_a_server_of_ones_own() -> None:
    async with controller() as run:
        assert not run.sessions.has_guests
        await joined(run)
        await run.until(lambda: run.sessions.model is not None)
        assert not run.sessions.has_guests
        run.sessions.begin(own_server(run, TargetKind.HOST), table_to_play("whist"))
        await run.settled()
        await run.server.publish(Channel.LOBBY, LobbyDocument("x", (), (PersonRow(ME, "Ana"),)))
        await run.until(lambda: _people(run) == 1)
        assert not run.sessions.has_guests
        await run.server.publish(Channel.LOBBY, lobby_view())
        await run.until(lambda: _people(run) == 2)
        assert run.sessions.has_guests
        assert run.sessions.invitations() == []


def _people(run: SessionRun) -> int:
    model = run.sessions.model
    return len(model.lobby.people) if model is not None and model.lobby is not None else 0


# --- what is kept --------------------------------------------------------------------------------


async def test_a_seat_is_kept_for_the_next_run_while_a_match_goes_on() -> None:
    async with controller() as run:
        await playing(run)
        address = run.server.address.text
    ((kind, _folder, seat),) = open_seats()
    assert (kind, seat.token, seat.table, seat.game) == ("join", "secret", 3, "whist")
    assert seat.address == address


async def test_nothing_is_kept_of_a_table_that_was_left() -> None:
    async with controller() as run:
        await playing(run)
        await run.server.send(Departed(3, "closed"))
        await run.until(lambda: run.place == "lobby")
    assert open_seats() == []


# --- the connection ------------------------------------------------------------------------------


async def test_a_host_that_closes_is_told_from_a_lost_line() -> None:
    async with controller() as run:
        await joined(run)
        await run.server.send(Bye("shutdown"))
        await run.server.stop()
        model = run.sessions.model
        assert model is not None
        await run.until(lambda: model.link.state is LinkState.LOST)
        assert model.link.code == "shutdown"


class FallenTarget(ServerTarget):
    """A server of the user's own that has ended, and is started again as often as wanted."""

    starts = 0
    fault: LinkError | None = None

    @property
    def is_own(self) -> bool:
        return True

    @classmethod
    def of(cls, run: SessionRun) -> Self:
        return cls(TargetKind.HOST, None, address=run.server.address)

    async def revive(self) -> bool:
        if self.fault is not None:
            raise self.fault
        self.starts += 1
        return True


async def test_a_server_of_ones_own_that_fell_is_started_again() -> None:
    async with controller() as run:
        target = FallenTarget.of(run)
        run.sessions.begin(target, table_to_play("whist"))
        await run.settled()
        run.sessions.tick()
        assert target.starts == 0
        await run.server.stop()
        model = run.sessions.model
        assert model is not None
        await run.until(lambda: model.link.state is LinkState.LOST)
        redrawn = run.redrawn
        run.sessions.tick()
        await run.until(lambda: target.starts == 1)
        assert run.redrawn > redrawn


async def test_a_server_that_cannot_be_started_again_leads_home() -> None:
    async with controller() as run:
        target = FallenTarget.of(run)
        target.fault = LinkError("no_server", "no room")
        run.sessions.begin(target, table_to_play("whist"))
        await run.settled()
        await run.server.stop()
        model = run.sessions.model
        assert model is not None
        await run.until(lambda: model.link.state is LinkState.LOST)
        run.sessions.tick()
        await run.until(lambda: run.place == "home")
        assert run.said == [("The server could not be started: no room", True)]


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
