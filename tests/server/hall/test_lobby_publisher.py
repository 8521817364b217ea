"""The lobby document: together, not too often, and the same for everybody."""

from __future__ import annotations

import pytest

from levata.protocol.codec import decode_server
from levata.protocol.documents import Channel, LobbyDocument, PersonRow
from levata.protocol.messages import Sync, Update
from levata.protocol.mirror import Mirror
from levata_server.config import Limits
from levata_server.door.connection import Connection
from levata_server.hall.lobby_publisher import LobbyPublisher
from tests.support.server import VirtualClock


class Stage:
    """A lobby publisher, a clock, and sessions that read all they get into mirrors."""

    def __init__(self) -> None:
        self.clock = VirtualClock()
        self.people = 0
        self.sessions: list[Connection] = []
        self.publisher = LobbyPublisher(self.clock, 0.2, self.view, lambda: self.sessions)

    def view(self) -> LobbyDocument:
        return LobbyDocument("Home", (), tuple(PersonRow(n, f"P{n}") for n in range(self.people)))

    def come(self) -> Connection:
        session = Connection("here", Limits(), lambda: None)
        session.send(self.publisher.document())
        self.sessions.append(session)
        self.change()
        return session

    def change(self) -> None:
        self.people += 1
        self.publisher.changed()


@pytest.fixture
def stage() -> Stage:
    return Stage()


def read(session: Connection, mirror: Mirror) -> int:
    """Apply what waits for a session; return how many messages it was."""
    count = 0
    while (frame := session.outbox.take()) is not None:
        message = decode_server(frame)
        if isinstance(message, Sync):
            mirror.sync(message)
        else:
            assert isinstance(message, Update)
            assert mirror.update(message)
        count += 1
    return count


def test_changes_within_the_interval_go_together(stage: Stage) -> None:
    session, mirror = stage.come(), Mirror(Channel.LOBBY)
    assert read(session, mirror) == 1
    for _ in range(20):
        stage.change()
        stage.clock.advance(0.009)
    assert read(session, mirror) == 0
    stage.clock.advance(0.1)
    assert read(session, mirror) == 1
    assert mirror.document is not None
    assert len(mirror.document[2]) == 21


def test_no_change_sends_nothing(stage: Stage) -> None:
    session, mirror = stage.come(), Mirror(Channel.LOBBY)
    stage.clock.advance(1)
    read(session, mirror)
    stage.publisher.changed()
    stage.clock.advance(1)
    assert read(session, mirror) == 0


def test_everybody_sees_the_same_whenever_he_came(stage: Stage) -> None:
    pairs: list[tuple[Connection, Mirror]] = []
    for number in range(8):
        pairs.append((stage.come(), Mirror(Channel.LOBBY)))
        stage.clock.advance(0.07 * number)
        for session, mirror in pairs[::2]:
            read(session, mirror)
    stage.clock.advance(1)
    for session, mirror in pairs:
        read(session, mirror)
    assert [mirror.document for _, mirror in pairs] == [pairs[0][1].document] * 8
    assert all(mirror.resyncs == 0 for _, mirror in pairs)


def test_stopped_herald_publishes_nothing(stage: Stage) -> None:
    session, mirror = stage.come(), Mirror(Channel.LOBBY)
    read(session, mirror)
    stage.change()
    stage.publisher.stop()
    stage.clock.advance(1)
    assert read(session, mirror) == 0
