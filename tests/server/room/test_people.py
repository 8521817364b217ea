"""Who comes, goes, sits, stands up and owns the table, and what happens while nobody is there."""

from __future__ import annotations

from levata.protocol.documents import (
    Presence,
    SeatKind,
)
from levata.protocol.messages import (
    Act,
    AddBot,
    Departed,
    Lend,
    Sit,
    Stand,
    TakeBack,
    Vote,
)
from levata_server.room.inputs import (
    Joined,
    Renamed,
)
from levata_server.room.terms import RoomPolicy
from tests.support.table import TableDriver
from tests.support.watching import CLOSE, OTHER, WATCHER, agree, opened_table


def test_join_brings_the_table_and_tells_the_others() -> None:
    table = TableDriver(persons=1)
    guest = table.join(2)
    assert guest.table.watchers == ((2, "P2"),)
    assert guest.table.owner == 1
    assert ("joined", ("P2",)) in table.guests[1].notices
    assert table.guests[1].table == guest.table


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


def test_drop_of_somebody_unknown_changes_nothing() -> None:
    table = TableDriver(persons=1)
    before = table.guests[1].table
    table.drop(9)
    assert table.guests[1].table == before


def test_drop_waits_for_grace_then_a_bot_takes_over_for_all_to_know() -> None:  # B4, B13
    table = TableDriver(persons=2, pace="none")
    table.start()
    table.drop(2)
    watcher = table.guests[1]
    assert watcher.presence(1) == Presence.AWAY
    assert ("away", ("P2",)) in watcher.notices
    assert table.timers["grace:1"] == table.now + table.policy.grace
    table.fire("grace:1")
    assert watcher.presence(1) == Presence.TAKEN_OVER
    assert ("bot_took_over", ("P2",)) in watcher.notices


def test_return_inside_the_grace_changes_nothing() -> None:  # B5, B7
    table = TableDriver(persons=2)
    table.start()
    table.wait_for_turn(2)
    decision = table.guests[2].decision
    table.drop(2)
    table.now += 15.0
    table.join(2)
    assert "grace:1" not in table.timers
    assert table.guests[1].presence(1) == Presence.PRESENT
    assert table.guests[2].decision == decision
    assert table.guests[2].clock == (5_000, 60_000)
    assert table.ask(2, Act(1, decision, table.view(2).legal[0])) == "ok"


def test_lent_seat_of_a_dropped_person_stays_lent() -> None:
    table = TableDriver(persons=2, pace="none")
    table.start()
    table.ask(2, Lend(1))
    table.drop(2)
    assert "grace:1" not in table.timers


def test_grace_that_ends_while_paused_takes_over_too() -> None:
    table = TableDriver(persons=2)
    table.start()
    for person in (1, 2):
        table.ask(person, Vote(1, "pause"))
    table.drop(2)
    table.fire("grace:1")
    assert table.guests[1].presence(1) == Presence.TAKEN_OVER


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


def test_bots_have_names_of_their_own() -> None:
    table = TableDriver(persons=0, seats=6)
    table.join(1)
    for seat in range(6):
        assert table.ask(1, AddBot(1, seat)) == "ok"
    names = [seat.name for seat in table.guests[1].table.seats]
    assert len(set(names)) == 6


def test_bot_in_a_persons_seat_is_marked_in_the_record() -> None:
    table = TableDriver(persons=1, pace="none")
    table.start()
    table.ask(1, Lend(1))
    assert table.guests[1].presence(0) == Presence.LENT
    table.play_on()
    autos = {
        action.get("auto")
        for deal in table.documents[0]["deals"]
        for action in deal["actions"]
        if action["seat"] == 0
    }
    assert autos == {"takeover"}
    assert "left" not in table.documents[0]["result"]
    table.documents.clear()
    table.start()
    assert table.guests[1].presence(0) == Presence.PRESENT


def test_whoever_is_gone_at_the_end_stands_in_the_record() -> None:  # G6
    table = TableDriver(persons=2, pace="none")
    table.start()
    table.leave(2)
    table.play_on()
    assert table.documents[0]["result"]["left"] == [1]
    table.documents.clear()
    table.start()
    assert table.guests[1].table.seats[1].kind == SeatKind.BOT


def test_return_before_the_end_clears_the_mark() -> None:
    table = TableDriver(persons=2, pace="none")
    table.start()
    table.leave(2)
    table.join(2)
    table.play_on()
    assert "left" not in table.documents[0]["result"]
    assert table.guests[1].presence(1) == Presence.TAKEN_OVER


# --- ownership -----------------------------------------------------------------------------------


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


# --- nobody here ---------------------------------------------------------------------------------


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


def test_bots_only_match_goes_on_without_people_where_allowed() -> None:
    policy = RoomPolicy(is_kept_without_people=True)
    table = TableDriver(persons=1, policy=policy, pace="none")
    table.start()
    table.leave(1)
    table.play_on()
    assert table.documents


# --- watchers at the address of a player ---------------------------------------------------------


def warnings(table: TableDriver, person: int) -> list[tuple[str, ...]]:
    """Return the warnings that a person got."""
    return [facts for code, facts in table.guests[person].notices if code == "same_address"]


def test_everybody_is_warned_of_watchers_at_the_address_of_a_player() -> None:  # A4
    table = TableDriver(persons=3, pace="none")
    for person, address in ((1, "10.0.0.1"), (2, "10.0.0.2"), (3, "10.0.0.1")):
        table.join(person, address)
    table.join(WATCHER, "10.0.0.1")
    table.join(OTHER, "10.0.0.9")
    table.start()
    assert not warnings(table, 2)
    agree(table, 1, 2, 3)
    everybody = (1, 2, 3, WATCHER, OTHER)
    assert all(warnings(table, person) == [("P90", "P1, P3")] for person in everybody)
    table.join(92, "10.0.0.2")
    assert warnings(table, 1)[1:] == [("P92", "P2")]
    table.drop(2)
    table.drop(92)
    table.join(92, "10.0.0.2")  # he who has just closed the window of his seat
    assert warnings(table, 1)[2:] == [("P92", "P2")]
    table.join(2, "10.0.0.9")
    assert warnings(table, 1)[3:] == [("P91", "P2")]
    table.ask(1, CLOSE)
    table.join(93, "10.0.0.1")
    assert len(warnings(table, 1)) == 4


def test_nobody_is_warned_of_addresses_that_are_not_known() -> None:
    table = opened_table()
    table.join(OTHER)
    assert not warnings(table, 1)


def test_addresses_are_forgotten_with_those_who_came_from_there() -> None:
    table = TableDriver(persons=2)
    for person in (1, 2, WATCHER, OTHER):
        table.join(person, f"10.0.0.{person}")
    table.drop(WATCHER)
    table.leave(OTHER)
    table.drop(2)
    assert set(table.room.seating.addresses) == {1, 2}
    table.fire("grace:1")
    assert set(table.room.seating.addresses) == {1}
    table.leave(1)
    assert not table.room.seating.addresses
