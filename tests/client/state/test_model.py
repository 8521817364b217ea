"""What the client knows, from the events of its link."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from levata.events import BidMade
from levata.protocol.documents import (
    Channel,
    HandsDocument,
    HandsShown,
    LobbyDocument,
    Presence,
    SeatKind,
    SeatRow,
    TableDocument,
    TablePhase,
)
from levata.protocol.messages import Departed, Notice, Said, Welcome
from levata_client.shown.table.table_model import ConnectionState as Shown
from levata_client.shown.table.table_model import OpenHands
from levata_client.shown.table.view_model import (
    connection_of,
    notice_of,
    open_hands_of,
    table_model,
)
from levata_client.shown.text.words import plain
from levata_client.state.link_events import Changed, Ended, LinkState, StateChanged, Welcomed
from levata_client.state.model import (
    ChatLine,
    Deadline,
    EventLine,
    GameChanged,
    HandsChanged,
    LineAdded,
    LinkChanged,
    LobbyChanged,
    Model,
    NoticeLine,
    SessionEnded,
    SessionOpened,
    TableChanged,
    TableLeft,
)
from tests.support.documents import ME, bidding, lobby_view, table_view
from tests.support.wire import project

WELCOME = Welcome(ref=1, version=1, token="secret", person=ME, name="Ana", server="server", table=3)


class Time:
    """A clock that stands still."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def document(channel: Channel, view: msgspec.Struct, **more: object) -> Changed:
    return changed(channel, project(view), **more)


def changed(channel: Channel, document: list[Any] | None, **more: Any) -> Changed:
    values: dict[str, Any] = {"events": [], "decision": 0, "clock": (), "is_whole": True}
    return Changed(channel=channel, document=document, **{**values, **more})


def seated(time: Time | None = None, **changes: object) -> Model:
    model = Model(time or Time())
    model.apply(StateChanged(LinkState.OK, 0.004))
    model.apply(Welcomed(WELCOME, is_back=False))
    model.apply(document(Channel.TABLE, replace(table_view(TablePhase.PLAYING), **changes)))
    return model


def test_a_session_opens_and_knows_who_it_is() -> None:
    model = Model(Time())
    assert model.person == 0
    assert model.apply(Welcomed(WELCOME, is_back=False)) == SessionOpened(WELCOME, is_back=False)
    assert (model.person, model.name) == (ME, "Ana")
    assert isinstance(model.apply(StateChanged(LinkState.OK)), LinkChanged)
    assert model.is_connected


def test_the_lobby_is_typed() -> None:
    model = Model(Time())
    assert model.apply(document(Channel.LOBBY, lobby_view())) == LobbyChanged()
    assert isinstance(model.lobby, LobbyDocument)


def test_the_first_document_of_a_table_begins_anew() -> None:
    model = seated()
    model.apply(Said(9, "Dan", "hei"))
    assert model.apply(document(Channel.TABLE, table_view(TablePhase.PAUSED))) == TableChanged()
    assert list(model.lines) == [ChatLine(9, "Dan", "hei")]
    assert model.is_paused
    other = replace(table_view(), number=4)
    assert model.apply(document(Channel.TABLE, other)) == TableChanged()
    assert list(model.lines) == []


def test_seat_owner_and_names_come_from_the_table() -> None:
    model = seated()
    assert (model.seat, model.is_owner, model.is_playing) == (0, True, True)
    assert model.names == ("Ana", "Ioana", "Mihai")
    assert model.game is not None
    assert model.game.info.key == "whist"
    model.apply(document(Channel.TABLE, replace(table_view(TablePhase.OVER), owner=9)))
    assert (model.is_owner, model.is_over) == (False, True)


def test_hands_are_shown_to_those_who_watch_only() -> None:
    model = seated(
        seats=(SeatRow(SeatKind.PERSON, "Dan", 9), *table_view(TablePhase.PLAYING).seats[1:])
    )
    hands = HandsDocument(2, False, ((5, 7), (8,), ()))
    model.apply(document(Channel.GAME, bidding(counts=(2, 1, 1))))
    assert open_hands_of(model) is None
    assert model.apply(document(Channel.HANDS, hands)) == HandsChanged()
    assert model.hands == hands
    assert open_hands_of(model) == OpenHands(hands.hands, (0, 0, 1), 2)
    shown = table_model(model)
    assert shown is not None
    assert shown.open_hands == open_hands_of(model)
    model.apply(document(Channel.HANDS, replace(hands, is_over=True)))
    assert open_hands_of(model) == OpenHands(hands.hands, (0, 0, 0), 2, is_over=True)
    model.apply(document(Channel.TABLE, table_view(TablePhase.PLAYING)))
    assert model.seat == 0
    assert open_hands_of(model) is None
    assert model.apply(changed(Channel.HANDS, None, is_whole=False)) is None
    model.forget_table()
    assert model.hands == HandsDocument()


def test_who_agrees_to_open_hands_is_known() -> None:
    model = seated(votes=(("open_hands", ME), ("open_hands", 9), ("pause", 4)))
    assert model.votes_for("open_hands") == {ME, 9}
    assert not model.are_hands_open
    model.apply(document(Channel.TABLE, table_view(TablePhase.PLAYING, hands=HandsShown.OPEN)))
    assert model.are_hands_open
    model.forget_table()
    assert not model.votes_for("open_hands")
    assert not model.are_hands_open


def test_a_game_document_is_typed_and_tells_its_events() -> None:
    model = seated()
    view = bidding()
    change = model.apply(document(Channel.GAME, view, decision=5, clock=(20_000, 60_000)))
    assert change == GameChanged(view, (), is_whole=True)
    assert model.is_my_turn
    after = bidding(turn=1, legal=())
    change = model.apply(document(Channel.GAME, after, events=[[3, 0, 1]], is_whole=False))
    assert change == GameChanged(after, (BidMade(0, 1),), is_whole=False)
    assert model.history == (BidMade(0, 1),)
    assert list(model.lines) == [EventLine(BidMade(0, 1), ("Ana", "Ioana", "Mihai"))]
    assert not model.is_my_turn


def test_events_without_a_document_are_kept_and_the_view_stays() -> None:
    model = seated()
    view = bidding()
    model.apply(document(Channel.GAME, view, decision=5))
    change = model.apply(changed(Channel.GAME, None, events=[[3, 0, 1]], is_whole=False))
    assert change == GameChanged(view, (BidMade(0, 1),), is_whole=False)
    assert model.decision == 5


def test_a_new_match_forgets_the_events_of_the_last() -> None:
    model = seated()
    model.apply(document(Channel.GAME, bidding(), events=[[3, 0, 1]]))
    model.apply(document(Channel.TABLE, replace(table_view(TablePhase.PLAYING), match=2)))
    assert model.history == ()


def test_the_clock_runs_from_when_it_came() -> None:
    time = Time()
    model = seated(time)
    model.apply(document(Channel.GAME, bidding(), decision=5, clock=(20_000, 60_000)))
    assert model.deadline == Deadline(120.0, 60.0)
    model.apply(document(Channel.GAME, bidding()))
    assert model.deadline is None


def test_a_game_that_is_not_known_here_is_no_fault() -> None:
    model = seated(game="tarot")
    assert model.game is None
    assert model.apply(document(Channel.GAME, bidding())) is None
    assert table_model(model) is None


def test_leaving_forgets_the_table() -> None:
    model = seated()
    model.apply(document(Channel.GAME, bidding(), decision=5))
    assert model.apply(Departed(3, "closed")) == TableLeft("closed")
    assert (model.table, model.view, model.decision) == (None, None, 0)


def test_news_become_lines_and_the_end_is_told() -> None:
    model = seated()
    line = NoticeLine("joined", ("Dan",))
    assert model.apply(Notice("joined", ("Dan",))) == LineAdded(line)
    assert model.apply(Ended("version", ("2",))) == SessionEnded("version", ("2",))


# --- what table screens are told ---------------------------------------------------------------


def test_a_table_screen_is_told_everything_once_there_is_a_view() -> None:
    model = seated()
    assert table_model(model) is None
    model.apply(document(Channel.GAME, bidding(), decision=5, clock=(20_000, 60_000)))
    model.apply(Said(9, "Dan\x1b[31m", "hei"))
    shown = table_model(model)
    assert shown is not None
    assert (shown.game, shown.decision, shown.owner) == ("whist", 5, 0)
    assert [player.name for player in shown.players] == ["Ana", "Ioana", "Mihai"]
    assert [line.author for line in shown.chat] == ["Dan[31m"]
    assert shown.clock is not None
    assert (shown.connection.state, shown.connection.milliseconds) == (Shown.OK, 4)


def test_somebody_away_has_the_time_that_is_left() -> None:
    time = Time()
    away = SeatRow(SeatKind.PERSON, "Dan", 9, "", Presence.AWAY)
    model = seated(time, seats=(table_view(TablePhase.PLAYING).seats[0], away, away))
    model.apply(document(Channel.GAME, bidding()))
    time.now += 18
    shown = table_model(model)
    assert shown is not None
    assert [player.away for player in shown.players] == [None, 42, 42]


def test_a_lost_connection_counts_down() -> None:
    time = Time()
    model = seated(time)
    model.apply(StateChanged(LinkState.LOST, attempt=3, retry_in=5.0))
    time.now += 2
    connection = connection_of(model)
    assert (connection.state, connection.retry) == (Shown.LOST, 3)
    assert plain(notice_of(model)) == "Connection lost, trying again in 3 s"
    model.apply(StateChanged(LinkState.LOST, attempt=4, retry_in=5.0, code="shutdown"))
    assert "The host closed the game." in plain(notice_of(model))


def test_a_table_view_without_its_options_is_none() -> None:
    model = Model(Time())
    assert table_model(model) is None
    assert isinstance(table_view(), TableDocument)
