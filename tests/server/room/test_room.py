"""A room as a whole: inputs of every kind, restarts, and trouble of every kind.

With people who come, go, lend, vote, dawdle and press the wrong keys nobody's documents ever differ
from a fresh look, every seat has one controller, the match ends, and its record can be checked step
by step.
"""

from __future__ import annotations

import json
import random

import pytest

from levata.game import View
from levata.options import format_options
from levata.protocol.codec import pack
from levata.protocol.documents import (
    Channel,
    HandsShown,
    Presence,
    SeatKind,
    TablePhase,
)
from levata.protocol.messages import (
    Act,
    Arrange,
    Departed,
    FreeSeat,
    Lend,
    Nudge,
    Request,
    Say,
    Sit,
    Stand,
    Start,
    TakeBack,
    Vote,
)
from levata.records.record import load_record
from levata.records.replay import verify
from levata_server.room.effects import (
    Closed,
)
from levata_server.room.entries import (
    Acted,
    SeatSet,
)
from levata_server.room.inputs import (
    BotChose,
    CloseRequested,
    Renamed,
    Requested,
    TimerFired,
)
from levata_server.room.room import Room
from levata_server.room.terms import RoomPolicy
from tests.support.rules import TABLES, Table, each_table
from tests.support.table import TableDriver
from tests.support.watching import CLOSE, WATCHER, frames_of_hands, opened_table, truth
from tests.support.wire import project


def test_request_of_somebody_who_is_not_here_is_refused() -> None:
    table = TableDriver(persons=1)
    table.join(2)
    table.drop(2)
    table.handle(Requested(2, Say(7, "boo")))
    assert table.guests[1].said == []


def test_timers_of_the_past_do_nothing() -> None:
    table = TableDriver(persons=1)
    for name in ("clock:0", "grace:0", "masked"):
        table.handle(TimerFired(name))
    table.start()
    for name in ("clock:3", "grace:0", "masked"):
        table.handle(TimerFired(name))
    assert table.guests[1].table.seats[0].kind == SeatKind.PERSON
    assert table.guests[1].mirrors[Channel.TABLE].resyncs == 0


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


# --- restart -------------------------------------------------------------------------------------


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
    table.play_on()
    assert len(table.documents[0]["deals"]) == 16


def test_restart_keeps_reserves_owners_controls_and_who_is_gone() -> None:  # D6
    table = TableDriver(persons=4)
    table.start()
    table.wait_for_turn()
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
    table.wait_for_turn()
    assert table.guests[1].clock == (20_000, 47_000)
    table.play_on()
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
    table.play_on()
    table.restart()
    assert table.join(1).table.phase == TablePhase.OVER
    assert "grace:0" not in table.timers
    table.start()
    table.play_on()


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
    table.play_on()
    assert "left" not in table.documents[0]["result"]


def test_agreement_survives_a_restart_and_a_new_name() -> None:
    table, rng = opened_table(persons=2), random.Random(6)
    table.handle(Renamed(2, "Dan"))
    for _ in range(5):
        table.step(rng)
    table.restart()
    watcher = table.join(WATCHER)
    assert watcher.table.hands == HandsShown.OPEN
    assert watcher.hands is not None
    assert watcher.hands.hands == truth(table)
    table.join(1)
    assert table.ask(1, CLOSE) == "ok"
    table.restart()
    watcher = table.join(WATCHER)
    assert watcher.table.hands == HandsShown.CLOSED
    assert not frames_of_hands(watcher)


def test_agreement_does_not_outlive_the_match_in_the_log() -> None:
    table, rng = opened_table(), random.Random(7)
    while table.step(rng):
        pass
    table.restart()
    assert table.join(WATCHER).table.hands == HandsShown.CLOSED


# --- trouble -------------------------------------------------------------------------------------


FAST_POLICY = RoomPolicy(grace=30.0, timeouts_in_a_row=2)


class Chaos:
    """A table of two people and bots, with things happening to it at random."""

    def __init__(self, table: Table, seed: str) -> None:
        self.rng = random.Random(f"{table.name}|{seed}")
        self.driver = TableDriver(
            seats=table.seats,
            persons=2,
            game=table.game.info.key,
            options=dict(format_options(table.options)),
            policy=FAST_POLICY,
            seed=self.rng.randrange(1000),
        )
        self.away: set[int] = set()

    def run(self, trouble: float, steps: int) -> bool:
        """Let things happen; return whether the match came to its end."""
        self.driver.join(9)
        self.driver.start()
        for _ in range(steps):
            if self.driver.documents or self.driver.closed:
                return True
            if self.rng.random() < trouble:
                self.make_trouble()
            else:
                self.go_on()
            self.check()
        return False

    def go_on(self) -> None:
        """Let somebody do what the match waits for."""
        driver = self.driver
        deciders = [
            guest for p, guest in driver.guests.items() if p not in self.away and guest.decision
        ]
        if driver.asked and (not deciders or self.rng.random() < 0.5):
            driver.answer_bot()
        elif deciders:
            guest = self.rng.choice(deciders)
            action = self.rng.choice(driver.view(guest.number).legal)
            driver.ask(guest.number, Act(1, guest.decision, action))
        elif self.here() and driver.guests[self.here()[0]].table.phase == TablePhase.PAUSED:
            for person in self.here():
                driver.ask(person, Vote(1, "resume"))
        elif "masked" in driver.timers:
            driver.fire("masked")
        elif driver.timers:
            driver.fire(min(driver.timers, key=lambda name: driver.timers[name]))

    def here(self) -> list[int]:
        """Return the seated persons that are connected."""
        return [person for person in (1, 2) if person not in self.away]

    def make_trouble(self) -> None:
        """Let something happen that has nothing to do with the cards."""
        driver, person = self.driver, self.rng.choice((1, 2))
        kind = self.rng.randrange(8)
        if person in self.away or kind == 0:
            self.come_or_go(person)
        elif kind == 1:
            driver.restart()
            self.away = {1, 2}
            driver.join(9)
        elif kind == 2 and driver.timers:
            driver.fire(self.rng.choice(sorted(driver.timers)))
        elif kind == 3 and driver.asked:
            question = self.rng.choice(driver.asked)
            driver.asked.remove(question)
            driver.handle(BotChose(question.seat, question.decision, "nonsense"))
        else:
            requests: list[Request] = [
                Lend(1),
                TakeBack(1),
                Nudge(1),
                Say(1, "hm"),
                Arrange(1, "ranks"),
                Vote(1, self.rng.choice(("pause", "resume"))),
                Act(1, self.rng.randrange(300), "play 2C"),
                Act(1, driver.guests[person].decision, "bid 77"),
                Start(1),
            ]
            driver.ask(person, self.rng.choice(requests))

    def come_or_go(self, person: int) -> None:
        """Cut a connection, leave, or come back."""
        if person in self.away:
            self.away.discard(person)
            self.driver.join(person)
            return
        self.away.add(person)
        if self.rng.random() < 0.7:
            self.driver.drop(person)
            self.driver.guests[person].decision = 0
        else:
            self.driver.leave(person)

    def check(self) -> None:
        """Compare every document with a fresh look."""
        room = self.driver.room
        running = room.matches.running
        for person, guest in self.driver.guests.items():
            if person in self.away or self.driver.closed:
                continue
            assert guest.mirrors[Channel.TABLE].document is not None
            if running is not None:
                fresh: View = running.match.view(room.seat_of(person))
                assert pack(guest.mirrors[Channel.GAME].document) == pack(project(fresh))


def one_table_a_game() -> list[Table]:
    """Return the first table of each game and number of players."""
    chosen: dict[tuple[str, int], Table] = {}
    for table in TABLES:
        chosen.setdefault((table.game.info.key, table.seats), table)
    return list(chosen.values())


def check_log(driver: TableDriver) -> None:
    """A room rebuilt from the log stands where the one that wrote it stands."""
    room = Room.restore(driver.config, driver.log, driver.policy)
    after = room.matches.running
    assert after is not None
    for seat in (None, *range(driver.config.seats)):
        assert after.match.view(seat) == driver.match.view(seat)


@pytest.mark.parametrize("table", one_table_a_game(), ids=lambda table: table.name)
def test_trouble_never_harms_a_table(table: Table) -> None:  # C1, C2, B10
    chaos = Chaos(table, "0")
    chaos.run(trouble=0.12, steps=400)
    check_log(chaos.driver)


@pytest.mark.slow
@each_table
def test_much_trouble_never_harms_a_table(table: Table) -> None:
    for seed in range(4):
        chaos = Chaos(table, f"much{seed}")
        is_over = chaos.run(trouble=0.05, steps=20_000)
        assert is_over
        check_log(chaos.driver)


@each_table
def test_match_through_a_room_makes_a_record_that_holds(table: Table) -> None:
    if table.game.info.key != "whist" and "mixed" in table.name:
        return  # the presets of the longer games are enough here
    chaos = Chaos(table, "quiet")
    assert chaos.run(trouble=0.0, steps=30_000)
    (document,) = chaos.driver.documents
    verify(load_record(json.dumps(document)))
