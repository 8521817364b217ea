"""Clocks, grace, takeover and coming back to life after a restart."""

from __future__ import annotations

import pytest

from levata.protocol.documents import Channel, Pace, Presence, SeatKind, TablePhase
from levata.protocol.messages import Act, FreeSeat, Lend, Sit, Stand, TakeBack, Vote
from levata_server.room.decision_clock import DecisionClock
from levata_server.room.entries import Acted, SeatSet
from levata_server.room.inputs import TimerFired
from levata_server.room.terms import RoomPolicy
from tests.server.room.test_room_match import play_on, wait_for_turn
from tests.support.table import TableDriver

PACE = Pace(20, 60)


def test_clock_counts_the_decision_then_the_reserve() -> None:
    clock = DecisionClock(PACE, 60.0)
    clock.start(100.0)
    clock.start(105.0)  # already running
    assert clock.reading(100.0) == (20_000, 60_000)
    assert clock.reading(115.0) == (5_000, 60_000)
    assert clock.reading(130.0) == (0, 50_000)
    assert clock.deadline(130.0) == 180.0
    assert clock.reserve_spent(130.0) == 10.0


def test_clock_that_is_stopped_does_not_run() -> None:
    clock = DecisionClock(PACE, 60.0)
    clock.start(100.0)
    clock.stop(110.0)
    clock.stop(150.0)
    assert clock.elapsed(500.0) == 10.0
    clock.start(500.0)
    assert clock.deadline(500.0) == 570.0


def test_clock_never_runs_backwards() -> None:
    clock = DecisionClock(PACE, 60.0)
    clock.start(100.0)
    assert clock.elapsed(50.0) == 0.0


def test_no_clock_never_is_up() -> None:  # D7
    clock = DecisionClock(Pace(0), 0.0)
    clock.start(0.0)
    assert (clock.reading(1e6), clock.deadline(1e6), clock.reserve_spent(1e6)) == ((), None, 0.0)


def test_time_up_plays_the_action_of_the_rules() -> None:  # D1, D5
    table = TableDriver(persons=1)
    table.start()
    wait_for_turn(table)
    assert table.guests[1].clock == (20_000, 60_000)
    legal = table.view(1).legal
    table.fire("clock:0")
    entry = [entry for entry in table.log if isinstance(entry, Acted) and entry.seat == 0][-1]
    assert (entry.action, entry.auto, entry.spent) == (legal[0], "timeout", 60_000)
    assert ("auto_played", ("P1",)) in table.guests[1].notices


def test_reserve_is_spent_once_and_shown() -> None:
    table = TableDriver(persons=1)
    table.start()
    wait_for_turn(table)
    table.now += 30.0
    table.ask(1, Act(1, table.guests[1].decision, table.view(1).legal[0]))
    wait_for_turn(table)
    assert table.guests[1].clock == (20_000, 50_000)
    assert table.timers["clock:0"] == table.now + 70.0


def test_early_or_foreign_timer_does_not_act() -> None:
    table = TableDriver(persons=1)
    table.start()
    wait_for_turn(table)
    entries = len(table.log)
    table.handle(TimerFired("clock:0"))
    assert len(table.log) == entries


def test_timer_of_a_decision_made_in_time_does_not_act() -> None:
    table = TableDriver(persons=1)
    table.start()
    wait_for_turn(table)
    at = table.timers["clock:0"]
    table.ask(1, Act(1, table.guests[1].decision, table.view(1).legal[0]))
    assert [ask.seat for ask in table.asked] == [1]
    entries = len(table.log)
    table.now = at
    table.handle(TimerFired("clock:0"))
    wait_for_turn(table)
    table.handle(TimerFired("clock:0"))  # for a decision that has its whole time yet
    assert not [entry for entry in table.log[entries:] if isinstance(entry, Acted) and entry.auto]


def test_without_a_clock_nobody_is_hurried() -> None:
    table = TableDriver(persons=1, pace="none")
    table.start()
    wait_for_turn(table)
    assert table.guests[1].clock == ()
    assert not [name for name in table.timers if name.startswith("clock")]
    table.handle(TimerFired("clock:0"))
    assert table.guests[1].decision


def test_sleeper_is_taken_over_after_three_timeouts() -> None:
    table = TableDriver(persons=1)
    table.start()
    for _ in range(3):
        wait_for_turn(table)
        assert table.guests[1].presence(0) == Presence.PRESENT
        table.fire("clock:0")
    assert table.guests[1].presence(0) == Presence.TAKEN_OVER
    assert ("bot_took_over", ("P1",)) in table.guests[1].notices
    assert table.ask(1, TakeBack(1)) == "ok"
    wait_for_turn(table)
    table.fire("clock:0")  # counting starts anew
    assert table.guests[1].presence(0) == Presence.PRESENT


def test_acting_in_time_forgives_earlier_timeouts() -> None:
    table = TableDriver(persons=1)
    table.start()
    for _ in range(4):
        wait_for_turn(table)
        table.fire("clock:0")
        wait_for_turn(table)
        table.ask(1, Act(1, table.guests[1].decision, table.view(1).legal[0]))
    assert table.guests[1].presence(0) == Presence.PRESENT


def test_sleeper_whose_timeout_ends_the_match_is_not_taken_over() -> None:
    policy = RoomPolicy(timeouts_in_a_row=1000)
    table = TableDriver(persons=1, policy=policy)
    table.start()
    while not table.documents:
        if table.asked:
            table.answer_bot()
        else:
            table.fire("clock:0")
    assert table.guests[1].phase() == TablePhase.OVER
    always = RoomPolicy(timeouts_in_a_row=1)
    table = TableDriver(persons=1, policy=always)
    table.start()
    while not table.documents:
        if table.asked:
            table.answer_bot()
        elif table.guests[1].decision:
            table.fire("clock:0")
            if not table.documents:
                table.ask(1, TakeBack(1))
    assert table.guests[1].presence(0) == Presence.PRESENT


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
    wait_for_turn(table, 2)
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


def test_pause_and_absence_do_not_cost_time() -> None:  # D3
    table = TableDriver(persons=1)
    table.start()
    wait_for_turn(table)
    table.now += 8.0
    table.ask(1, Vote(1, "pause"))
    table.now += 1000.0
    table.ask(1, Vote(1, "resume"))
    assert table.timers["clock:0"] == table.now + 72.0
    table.now += 2.0
    table.drop(1)
    table.now += 500.0
    table.join(1)
    assert table.guests[1].clock == (10_000, 60_000)


def test_grace_that_ends_while_paused_takes_over_too() -> None:
    table = TableDriver(persons=2)
    table.start()
    for person in (1, 2):
        table.ask(person, Vote(1, "pause"))
    table.drop(2)
    table.fire("grace:1")
    assert table.guests[1].presence(1) == Presence.TAKEN_OVER


def test_lending_while_on_the_clock_keeps_the_reserve_spent() -> None:
    table = TableDriver(persons=1)
    table.start()
    wait_for_turn(table)
    table.now += 30.0
    table.ask(1, Lend(1))
    assert "clock:0" not in table.timers
    table.ask(1, TakeBack(1))
    assert table.guests[1].clock == (20_000, 50_000)


# --- restart -----------------------------------------------------------------------------------


@pytest.mark.parametrize("steps", [0, 1, 5, 9, 30, 80])
def test_restart_puts_the_table_back_as_it_was(steps: int) -> None:  # G3, F12
    table = TableDriver(persons=2)
    table.start()
    for _ in range(steps):
        if table.asked:
            table.answer_bot()
        for person, guest in table.guests.items():
            if guest.decision:
                table.ask(person, Act(1, guest.decision, table.view(person).legal[-1]))
    before = {
        person: guest.mirrors[Channel.GAME].document for person, guest in table.guests.items()
    }
    decisions = {person: guest.decision for person, guest in table.guests.items()}
    table.restart()
    assert {
        seat.presence for seat in table.room.summary().seats if seat.kind == SeatKind.PERSON
    } == {Presence.AWAY}
    for person in before:
        table.join(person)
    assert {p: guest.mirrors[Channel.GAME].document for p, guest in table.guests.items()} == before
    assert {p: guest.decision for p, guest in table.guests.items()} == decisions
    assert table.guests[1].phase() == TablePhase.PLAYING
    play_on(table)
    assert len(table.documents[0]["deals"]) == 16


def test_restart_keeps_reserves_owners_controls_and_who_is_gone() -> None:  # D6
    table = TableDriver(persons=4)
    table.start()
    wait_for_turn(table)
    table.now += 33.0
    table.ask(1, Act(1, table.guests[1].decision, table.view(1).legal[0]))
    table.ask(2, Lend(1))
    table.ask(4, Stand(1))
    table.drop(3)
    table.ask(1, FreeSeat(1, 2))
    table.restart()
    table.join(1)
    table.join(2)
    seats = table.guests[1].table.seats
    assert [seat.presence for seat in seats[:2]] == [Presence.PRESENT, 2]
    assert table.guests[1].table.owner == 1
    wait_for_turn(table)
    assert table.guests[1].clock == (20_000, 47_000)
    play_on(table)
    assert table.documents[0]["result"]["left"] == [2, 3]


def test_restart_of_a_paused_table_stays_paused() -> None:
    table = TableDriver(persons=1)
    table.start()
    table.ask(1, Vote(1, "pause"))
    table.restart()
    assert table.join(1).table.phase == TablePhase.PAUSED
    table.ask(1, Vote(1, "resume"))
    table.restart()
    assert table.join(1).table.phase == TablePhase.PLAYING


def test_restart_before_and_after_a_match() -> None:
    table = TableDriver(persons=2)
    table.ask(2, Sit(1, 3))
    table.leave(1)
    table.restart()
    table.join(2)
    view = table.guests[2].table
    assert (view.phase, view.owner, view.seats[3].name) == (TablePhase.OPEN, 2, "P2")
    table = TableDriver(persons=1)
    table.start()
    play_on(table)
    table.restart()
    assert table.join(1).table.phase == TablePhase.OVER
    assert "grace:0" not in table.timers
    table.start()
    play_on(table)


def test_person_who_does_not_come_back_after_a_restart_is_taken_over() -> None:
    table = TableDriver(persons=2, pace="none")
    table.start()
    table.restart()
    table.join(1)
    table.fire("grace:1")
    assert table.guests[1].presence(1) == Presence.TAKEN_OVER


def test_restart_with_a_forced_action_outstanding_carries_it_out() -> None:
    table = TableDriver(persons=1, options={"sequence": "1-4-1", "forehead": "on"}, pace="none")
    table.start()
    while not any(isinstance(e, Acted) and e.auto == "forced" for e in table.log):
        if table.asked:
            table.answer_bot()
        else:
            table.ask(1, Act(1, table.guests[1].decision, table.view(1).legal[0]))
    first = next(i for i, e in enumerate(table.log) if isinstance(e, Acted) and e.auto == "forced")
    del table.log[first:]
    table.restart()
    assert [e.auto for e in table.log[first:] if isinstance(e, Acted)] == ["forced"] * 4


def test_log_entries_of_seats_before_a_match_do_not_count_as_gone() -> None:
    table = TableDriver(persons=1)
    table.log.append(SeatSet(2, SeatKind.BOT, 0, "Vera", "easy"))
    table.restart()
    table.join(1)
    table.start()
    play_on(table)
    assert "left" not in table.documents[0]["result"]
