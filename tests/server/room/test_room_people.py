"""People of a room: coming, going, seats, ownership, chat."""

from __future__ import annotations

import pytest

from levata.protocol.documents import Channel, Presence, SeatKind, TablePhase
from levata.protocol.messages import (
    Act,
    AddBot,
    Arrange,
    AskSync,
    Departed,
    FreeSeat,
    GiveOwnership,
    Hello,
    Lend,
    Nudge,
    Request,
    Say,
    Sit,
    Stand,
    Start,
    Sync,
    TakeBack,
    Vote,
)
from levata_server.room.effects import Closed, Summarised
from levata_server.room.inputs import CloseRequested, Joined, Renamed, Requested, TimerFired
from tests.support.table import TableDriver


def test_join_brings_the_table_and_tells_the_others() -> None:
    table = TableDriver(persons=1)
    guest = table.join(2)
    assert guest.table.watchers == ((2, "P2"),)
    assert guest.table.owner == 1
    assert ("joined", ("P2",)) in table.guests[1].notices
    assert table.guests[1].table == guest.table


def test_sit_takes_a_seat_and_frees_the_former_one() -> None:
    table = TableDriver(persons=1)
    assert table.ask(1, Sit(1, 2)) == "ok"
    seats = table.guests[1].table.seats
    assert [seat.kind for seat in seats] == [
        SeatKind.EMPTY,
        SeatKind.EMPTY,
        SeatKind.PERSON,
        SeatKind.EMPTY,
    ]


def test_sit_replaces_a_bot_before_the_match() -> None:
    table = TableDriver(persons=1)
    assert table.ask(1, AddBot(1, 1)) == "ok"
    table.join(2)
    assert table.ask(2, Sit(1, 1)) == "ok"
    assert table.guests[1].table.seats[1].person == 2


@pytest.mark.parametrize(
    ("request_", "code"),
    [
        (Sit(1, 9), "no_such_seat"),
        (Sit(1, 0), "seat_taken"),
        (Stand(1), "not_seated"),
        (AddBot(1, 1), "not_owner"),
        (FreeSeat(1, 0), "not_owner"),
        (Start(1), "not_owner"),
        (GiveOwnership(1, 2), "not_owner"),
        (Act(1, 1, "bid 0"), "not_seated"),
        (Lend(1), "not_seated"),
        (TakeBack(1), "not_seated"),
        (Arrange(1, "suits"), "not_seated"),
        (Vote(1, "stop"), "not_seated"),
        (Nudge(1), "no_match"),
        (Say(1, "\u200b"), "chat_empty"),
        (Say(1, "x" * 301), "chat_too_long"),
        (AskSync(1, Channel.LOBBY), "no_such_document"),
        (Hello(1, 1), "not_at_a_table"),
    ],
)
def test_request_of_a_watcher_is_refused_with_a_code(request_: Request, code: str) -> None:
    table = TableDriver(persons=1)
    table.join(2)
    before = table.guests[1].table
    assert table.ask(2, request_) == code
    assert table.guests[1].table == before


@pytest.mark.parametrize(
    ("request_", "code"),
    [
        (AddBot(1, 1), "seat_taken"),
        (AddBot(1, 2, "godlike"), "unknown_level"),
        (FreeSeat(1, 2), "seat_empty"),
        (FreeSeat(1, 1), "seat_in_use"),
        (FreeSeat(1, 9), "no_such_seat"),
        (GiveOwnership(1, 5), "not_here"),
        (Lend(1), "no_match"),
        (Vote(1, "stop"), "no_match"),
        (Act(1, 1, "bid 0"), "no_match"),
        (Arrange(1, "upside down"), "unknown_order"),
    ],
)
def test_request_of_the_owner_before_the_match_is_refused(request_: Request, code: str) -> None:
    table = TableDriver(persons=2)
    assert table.ask(1, request_) == code


def test_request_of_somebody_who_is_not_here_is_refused() -> None:
    table = TableDriver(persons=1)
    table.join(2)
    table.drop(2)
    table.handle(Requested(2, Say(7, "boo")))
    assert table.guests[1].said == []


def test_free_seat_sends_a_bot_or_oneself_off() -> None:
    table = TableDriver(persons=1)
    table.ask(1, AddBot(1, 1))
    assert table.ask(1, FreeSeat(1, 1)) == "ok"
    assert table.ask(1, FreeSeat(1, 0)) == "ok"
    assert {seat.kind for seat in table.guests[1].table.seats} == {SeatKind.EMPTY}


def test_bots_have_names_of_their_own() -> None:
    table = TableDriver(persons=0, seats=6)
    table.join(1)
    for seat in range(6):
        assert table.ask(1, AddBot(1, seat)) == "ok"
    names = [seat.name for seat in table.guests[1].table.seats]
    assert len(set(names)) == 6


def test_owner_hands_the_table_over() -> None:
    table = TableDriver(persons=2)
    assert table.ask(1, GiveOwnership(1, 2)) == "ok"
    assert table.guests[1].table.owner == 2
    assert table.ask(1, Start(1)) == "not_owner"
    assert table.ask(2, Start(1)) == "ok"


def test_ownership_passes_to_somebody_seated_when_the_owner_leaves() -> None:
    table = TableDriver(persons=1)
    table.join(3)
    table.join(2)
    table.ask(2, Sit(1, 1))
    table.leave(1)
    assert table.guests[3].table.owner == 2
    assert ("owner", ("P2",)) in table.guests[3].notices


def test_ownerless_table_goes_to_whoever_comes() -> None:
    table = TableDriver(persons=1)
    table.leave(1)
    table.join(2)
    assert table.guests[2].table.owner == 2


def test_chat_reaches_everybody_cleaned() -> None:
    table = TableDriver(persons=2)
    table.ask(1, Say(1, "hi [b]you\x1b[31m\u202e"))
    assert table.guests[1].said == table.guests[2].said == ["hi [b]you[31m"]


def test_rename_shows_on_the_seat_and_among_the_watchers() -> None:
    table = TableDriver(persons=1)
    table.join(2)
    table.handle(Renamed(1, "Ana"))
    table.handle(Renamed(2, "Dan"))
    view = table.guests[1].table
    assert view.seats[0].name == "Ana"
    assert view.watchers == ((2, "Dan"),)


def test_leave_before_the_match_frees_the_seat_and_says_goodbye() -> None:
    table = TableDriver(persons=2)
    table.leave(2)
    assert any(isinstance(message, Departed) for message in table.guests[2].messages)
    assert table.guests[1].table.seats[1].kind == SeatKind.EMPTY
    table.leave(5)  # somebody who never was here


def test_ghost_before_the_match_vanishes_and_the_start_is_possible() -> None:  # B8
    table = TableDriver(persons=2)
    table.drop(2)
    assert table.guests[1].presence(1) == Presence.AWAY
    table.fire("grace:1")
    assert table.guests[1].table.seats[1].kind == SeatKind.EMPTY
    table.start()


def test_absent_owner_loses_the_table_with_the_seat() -> None:
    table = TableDriver(persons=2)
    table.drop(1)
    assert table.guests[2].table.owner == 1
    table.fire("grace:0")
    assert table.guests[2].table.owner == 2


def test_watching_owner_who_drops_hands_the_table_on_at_once() -> None:
    table = TableDriver(persons=2)
    table.ask(1, Stand(1))
    table.drop(1)
    assert table.guests[2].table.owner == 2


def test_drop_of_somebody_unknown_changes_nothing() -> None:
    table = TableDriver(persons=1)
    before = table.guests[1].table
    table.drop(9)
    assert table.guests[1].table == before


def test_spectator_who_comes_and_goes_leaves_the_players_alone() -> None:  # G4
    table = TableDriver(persons=1, pace="none")
    table.start()
    before = table.guests[1].mirrors[Channel.GAME].document
    for _ in range(3):
        table.join(9)
        assert table.guests[9].mirrors[Channel.GAME].document is not None
        table.drop(9)
    assert table.guests[1].mirrors[Channel.GAME].document == before


def test_second_connection_of_a_person_gets_everything_again() -> None:
    table = TableDriver(persons=1)
    table.start()
    guest = table.guests[1]
    guest.messages.clear()
    table.join(1)
    assert {m.channel for m in guest.messages if isinstance(m, Sync)} == {
        Channel.TABLE,
        Channel.GAME,
    }
    assert not guest.notices


def test_ask_sync_brings_the_document_again() -> None:
    table = TableDriver(persons=1)
    assert table.ask(1, AskSync(1, Channel.GAME)) == "ok"  # nothing to send yet
    table.start()
    for channel in (Channel.TABLE, Channel.GAME):
        table.guests[1].mirrors[channel].clear()
        assert table.ask(1, AskSync(1, channel)) == "ok"
        assert table.guests[1].mirrors[channel].document is not None


def test_room_without_people_pauses_then_closes() -> None:  # B18
    table = TableDriver(persons=1)
    table.start()
    table.run_bots()
    table.drop(1)
    assert "idle" in table.timers
    assert not any(name.startswith("clock") for name in table.timers)
    table.fire("idle")
    assert table.closed == "idle"
    assert table.documents[0]["result"]["reason"] == "abandoned"
    assert table.handle(Joined(1, "P1")) == []


def test_somebody_who_comes_back_wakes_the_room() -> None:
    table = TableDriver(persons=1)
    table.start()
    table.run_bots()
    table.drop(1)
    table.join(1)
    assert "idle" not in table.timers
    assert table.guests[1].decision


def test_open_table_without_people_closes_soon() -> None:
    table = TableDriver(persons=1)
    table.drop(1)
    assert table.timers["idle"] == table.now + table.policy.open_close
    table.fire("idle")
    assert table.closed == "idle"
    assert not table.documents


def test_idle_timer_that_comes_too_late_does_nothing() -> None:
    table = TableDriver(persons=1)
    table.handle(TimerFired("idle"))
    table.handle(TimerFired("unheard-of"))
    assert table.closed == ""


def test_close_by_the_operator_voids_the_match_and_tells_everybody() -> None:
    table = TableDriver(persons=2)
    table.start()
    effects = table.handle(CloseRequested("operator"))
    assert table.documents[0]["result"]["reason"] == "void"
    assert all(
        any(isinstance(message, Departed) for message in guest.messages)
        for guest in table.guests.values()
    )
    assert Closed("operator") in effects


def test_lobby_row_is_announced_only_when_it_changes() -> None:
    table = TableDriver(persons=1)
    assert Summarised() in table.handle(Joined(2, "P2"))
    assert Summarised() not in table.handle(Requested(1, Say(5, "hello")))
    row = table.room.summary()
    assert row.options == {"sequence": "1-4-1"}
    assert row.phase == TablePhase.OPEN
    assert table.room.present == {1, 2}


def test_leave_during_the_match_keeps_the_seat_for_a_return() -> None:  # B9, B15
    table = TableDriver(persons=2)
    table.start()
    hand = table.view(2).hand
    table.leave(2)
    assert table.guests[1].presence(1) == Presence.TAKEN_OVER
    assert ("bot_took_over", ("P2",)) in table.guests[1].notices
    table.join(2)
    assert table.view(2).hand == hand
    assert table.ask(2, TakeBack(1)) == "ok"
    assert table.guests[1].presence(1) == Presence.PRESENT


def test_stand_during_the_match_gives_the_seat_to_a_bot_for_good() -> None:
    table = TableDriver(persons=2)
    table.start()
    assert table.ask(2, Stand(1)) == "ok"
    seat = table.guests[1].table.seats[1]
    assert (seat.kind, seat.name) == (SeatKind.BOT, "P2")
    assert table.view(2).hand == ()  # a spectator from now on
    assert table.ask(2, Sit(1, 1)) == "match_running"


def test_owner_frees_the_seat_of_somebody_away() -> None:  # B11, B19
    table = TableDriver(persons=2)
    table.start()
    assert table.ask(1, FreeSeat(1, 1)) == "seat_in_use"
    table.drop(2)
    assert table.ask(1, FreeSeat(1, 1)) == "ok"
    assert table.guests[1].table.seats[1].kind == SeatKind.BOT
    assert ("seat_freed", ("P2",)) in table.guests[1].notices
    assert table.ask(1, FreeSeat(1, 1)) == "match_running"
    assert table.ask(1, AddBot(1, 1)) == "match_running"
    assert table.ask(1, Start(1)) == "match_running"
    assert table.guests[1].phase() == TablePhase.PLAYING


def test_names_on_the_wire_never_come_with_another_persons_token() -> None:  # A8
    table = TableDriver(persons=2)
    table.start()
    rows = table.guests[1].table.seats
    assert {row.person for row in rows if row.kind == SeatKind.PERSON} == {1, 2}
