"""Who must decide, on which clock, with what time left."""

from __future__ import annotations

import pytest

from levata.cards import parse_cards, top_ranks
from levata.game import Deal
from levata.games import find_game
from levata.protocol.documents import (
    PACES,
    Pace,
    Presence,
    TablePhase,
)
from levata.protocol.messages import (
    Act,
    Arrange,
    Lend,
    TakeBack,
    Vote,
)
from levata_server.room.decisions import DecisionClock, Decisions
from levata_server.room.effects import (
    Effects,
    SetTimer,
)
from levata_server.room.entries import (
    Acted,
)
from levata_server.room.inputs import (
    TimerFired,
)
from levata_server.room.seating import Seating
from levata_server.room.terms import RoomPolicy
from tests.support.room_parts import seating_of
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


def decisions_of(seating: Seating, pace: Pace = PACES["normal"]) -> tuple[Decisions, Effects]:
    """Return the decisions of a match at a table, and what they lead to."""
    effects = Effects()
    effects.begin(100.0)
    return Decisions(pace, seating, effects), effects


def test_seats_decide_what_they_are_asked_until_they_have() -> None:
    decisions, effects = decisions_of(seating_of(1, 2))
    decisions.require([0, 1], 5, is_masked=False)
    assert decisions.asked() == {0: 5, 1: 5}
    decisions.require([0, 1], 6, is_masked=False)  # they still have the first one
    assert decisions.asked() == {0: 5, 1: 5}
    assert decisions.settle(0) == 0.0
    assert decisions.asked() == {1: 5}
    decisions.keep([0])
    assert not decisions.pending
    assert effects.take() == []  # no clock was running


def test_nobody_is_asked_what_a_bot_decides_or_what_only_looks_like_a_decision() -> None:
    decisions, _ = decisions_of(seating_of(1, 2, bots=1))
    decisions.require([0], 1, is_masked=True)
    decisions.require([1, 2], 1, is_masked=False)
    assert decisions.asked() == {1: 1}
    assert set(decisions.pending) == {0, 1, 2}


def test_clock_runs_from_opening_and_has_a_timer() -> None:
    decisions, effects = decisions_of(seating_of(1, bots=1))
    assert decisions.reading() == ()
    decisions.require([0, 1], 1, is_masked=False)
    assert [seat for seat, _ in decisions.open()] == [0, 1]
    assert decisions.open() == []
    decisions.set_timer(0)
    decisions.set_timer(1)  # a bot has no clock
    assert effects.take() == [SetTimer("clock:0", 180.0)]
    effects.begin(105.0)
    assert decisions.reading() == (15_000, 60_000)
    assert not decisions.is_time_up(0)
    assert not decisions.is_time_up(1)
    assert not decisions.is_time_up(3)
    effects.begin(180.0)
    assert decisions.is_time_up(0)


def test_what_a_decision_takes_from_the_reserve_is_gone() -> None:
    decisions, effects = decisions_of(seating_of(1))
    decisions.require([0], 1, is_masked=False)
    decisions.open()
    effects.begin(130.0)
    assert decisions.settle(0) == 10.0
    assert decisions.settle(0) == 0.0
    assert list(decisions.reserves) == [50.0, 60.0, 60.0, 60.0]
    decisions.spend(0, 1.5)
    assert decisions.reserves[0] == 48.5


def test_halted_clocks_do_not_run_until_they_are_opened_again() -> None:
    decisions, effects = decisions_of(seating_of(1))
    decisions.require([0], 1, is_masked=False)
    decisions.open()
    effects.begin(104.0)
    decisions.halt()
    assert effects.take() == [SetTimer("clock:0", None)]
    effects.begin(500.0)
    assert not decisions.is_time_up(0)
    assert decisions.reading() == (16_000, 60_000)
    assert [seat for seat, _ in decisions.open()] == [0]
    decisions.set_timer(0)
    assert effects.take() == [SetTimer("clock:0", 576.0)]
    decisions.clear()
    assert not decisions.pending


def test_seat_that_is_played_by_another_decides_anew() -> None:
    seating = seating_of(1)
    decisions, effects = decisions_of(seating)
    decisions.require([0], 9, is_masked=True)
    decisions.open()
    decisions.note_timeout(0)
    effects.begin(130.0)
    seating.set_presence(0, Presence.LENT)
    decisions.renew(0)
    decisions.renew(1)  # it has nothing to decide
    assert effects.take() == [SetTimer("clock:0", None)]
    renewed = decisions.pending[0]
    assert (renewed.number, renewed.is_masked, renewed.is_open) == (9, True, False)
    assert renewed.clock.pace == PACES["none"]
    assert list(decisions.reserves) == [50.0, 60.0, 60.0, 60.0]
    assert decisions.timeouts[0] == 0


def test_timeouts_are_counted_until_the_person_decides_himself() -> None:
    decisions, _ = decisions_of(seating_of(1))
    decisions.note_timeout(0)
    decisions.note_timeout(0)
    assert list(decisions.timeouts) == [2, 0, 0, 0]
    decisions.forgive(0)
    assert decisions.timeouts[0] == 0


# --- in a match ----------------------------------------------------------------------------------


def test_reserve_is_spent_once_and_shown() -> None:
    table = TableDriver(persons=1)
    table.start()
    table.wait_for_turn()
    table.now += 30.0
    table.ask(1, Act(1, table.guests[1].decision, table.view(1).legal[0]))
    table.wait_for_turn()
    assert table.guests[1].clock == (20_000, 50_000)
    assert table.timers["clock:0"] == table.now + 70.0


def test_early_or_foreign_timer_does_not_act() -> None:
    table = TableDriver(persons=1)
    table.start()
    table.wait_for_turn()
    entries = len(table.log)
    table.handle(TimerFired("clock:0"))
    assert len(table.log) == entries


def test_timer_of_a_decision_made_in_time_does_not_act() -> None:
    table = TableDriver(persons=1)
    table.start()
    table.wait_for_turn()
    at = table.timers["clock:0"]
    table.ask(1, Act(1, table.guests[1].decision, table.view(1).legal[0]))
    assert [ask.seat for ask in table.asked] == [1]
    entries = len(table.log)
    table.now = at
    table.handle(TimerFired("clock:0"))
    table.wait_for_turn()
    table.handle(TimerFired("clock:0"))  # for a decision that has its whole time yet
    assert not [entry for entry in table.log[entries:] if isinstance(entry, Acted) and entry.auto]


def test_without_a_clock_nobody_is_hurried() -> None:
    table = TableDriver(persons=1, pace="none")
    table.start()
    table.wait_for_turn()
    assert table.guests[1].clock == ()
    assert not [name for name in table.timers if name.startswith("clock")]
    table.handle(TimerFired("clock:0"))
    assert table.guests[1].decision


def test_acting_in_time_forgives_earlier_timeouts() -> None:
    table = TableDriver(persons=1)
    table.start()
    for _ in range(4):
        table.wait_for_turn()
        table.fire("clock:0")
        table.wait_for_turn()
        table.ask(1, Act(1, table.guests[1].decision, table.view(1).legal[0]))
    assert table.guests[1].presence(0) == Presence.PRESENT


def test_pause_and_absence_do_not_cost_time() -> None:  # D3
    table = TableDriver(persons=1)
    table.start()
    table.wait_for_turn()
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


def test_lending_while_on_the_clock_keeps_the_reserve_spent() -> None:
    table = TableDriver(persons=1)
    table.start()
    table.wait_for_turn()
    table.now += 30.0
    table.ask(1, Lend(1))
    assert "clock:0" not in table.timers
    table.ask(1, TakeBack(1))
    assert table.guests[1].clock == (20_000, 50_000)


def test_simultaneous_decisions_do_not_disturb_each_other() -> None:  # C5
    table = TableDriver(game="hearts", seats=4, persons=4, options={})
    table.start()
    decisions = {person: guest.decision for person, guest in table.guests.items()}
    assert all(decisions.values())
    for person in (3, 1, 4, 2):
        assert table.guests[person].decision == decisions[person]
        assert table.ask(person, Act(1, decisions[person], table.view(person).legal[0])) == "ok"


def test_answer_that_settles_it_for_all_ends_their_decisions(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = TableDriver(game="hearts", seats=4, persons=4, options={})
    table.start()
    assert all(guest.decision for guest in table.guests.values())

    def first_goes_on_alone(_game: object, _state: object) -> tuple[int, ...]:
        return (0,)

    monkeypatch.setattr(type(find_game("hearts")), "to_act", first_goes_on_alone)
    assert table.ask(1, Act(1, table.guests[1].decision, table.view(1).legal[0])) == "ok"
    assert [bool(guest.decision) for guest in table.guests.values()] == [True, False, False, False]
    assert not {"clock:1", "clock:2", "clock:3"} & table.timers.keys()


# --- time up -------------------------------------------------------------------------------------


def test_time_up_plays_the_action_of_the_rules() -> None:  # D1, D5
    table = TableDriver(persons=1)
    table.start()
    table.wait_for_turn()
    assert table.guests[1].clock == (20_000, 60_000)
    legal = table.view(1).legal
    table.fire("clock:0")
    entry = [entry for entry in table.log if isinstance(entry, Acted) and entry.seat == 0][-1]
    assert (entry.action, entry.auto, entry.spent) == (legal[0], "timeout", 60_000)
    assert ("auto_played", ("P1",)) in table.guests[1].notices


def test_hand_order_decides_what_a_timeout_plays() -> None:
    own = parse_cards("AC 7H 8H 9H TH JH QH KH")
    deal = Deal((*own, *(card for card in top_ranks(8) if card not in own)), first=0)
    played = {}
    for order in ("suits", "ranks"):
        table = TableDriver(persons=1, options={"sequence": "8-1-8"}, first_deals=[deal])
        assert table.ask(1, Arrange(1, order)) == "ok"
        table.start()
        table.wait_for_turn()
        table.ask(1, Act(1, table.guests[1].decision, table.view(1).legal[0]))
        table.wait_for_turn()
        table.fire("clock:0")
        played[order] = set(own) - set(table.view(1).hand)
    assert played == {"suits": {own[0]}, "ranks": {own[1]}}


def test_sleeper_is_taken_over_after_three_timeouts() -> None:
    table = TableDriver(persons=1)
    table.start()
    for _ in range(3):
        table.wait_for_turn()
        assert table.guests[1].presence(0) == Presence.PRESENT
        table.fire("clock:0")
    assert table.guests[1].presence(0) == Presence.TAKEN_OVER
    assert ("bot_took_over", ("P1",)) in table.guests[1].notices
    assert table.ask(1, TakeBack(1)) == "ok"
    table.wait_for_turn()
    table.fire("clock:0")  # counting starts anew
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
