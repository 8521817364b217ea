"""Rooms of every game among people who come, go, lend, vote, dawdle and press the wrong keys.

Whatever happens, nobody's documents ever differ from a fresh look, every seat has one controller,
the match ends, and its record can be checked step by step.
"""

from __future__ import annotations

import json
import random

import pytest

from levata.game import View
from levata.options import format_options
from levata.protocol.codec import pack
from levata.protocol.documents import Channel, TablePhase
from levata.protocol.messages import Act, Arrange, Lend, Nudge, Request, Say, Start, TakeBack, Vote
from levata.records.record import load_record
from levata.records.replay import verify
from levata_server.room.entries import Acted
from levata_server.room.inputs import BotChose
from levata_server.room.room import Room
from levata_server.room.terms import RoomPolicy
from tests.support.rules import TABLES, Table, each_table
from tests.support.table import TableDriver
from tests.support.wire import project

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


def check_log(driver: TableDriver) -> None:
    """A room rebuilt from the log stands where the one that wrote it stands."""
    room = Room.restore(driver.config, driver.log, driver.policy)
    after = room.matches.running
    assert after is not None
    for seat in (None, *range(driver.config.seats)):
        assert after.match.view(seat) == driver.match.view(seat)


def test_forced_leave_of_septica_takes_the_time_of_a_decision() -> None:  # S-A24
    table = TableDriver(game="septica", seats=4, persons=4, options={})
    table.start()
    rng = random.Random(5)
    while "masked" not in table.timers:
        guest = next(guest for guest in table.guests.values() if guest.decision)
        table.ask(guest.number, Act(1, guest.decision, rng.choice(table.view(guest.number).legal)))
    leader = table.view(1).turn
    assert table.guests[1].clock == (20_000, 60_000)  # as for any decision
    guest = table.guests[leader + 1]
    assert guest.decision == 0
    assert table.ask(leader + 1, Act(1, len(table.log), "leave")) == "stale_decision"
    wait = table.timers["masked"] - table.now
    assert table.policy.masked_delay <= wait <= 2 * table.policy.masked_delay
    table.ask(leader + 1, Lend(1))
    assert table.timers["masked"] == table.now + table.policy.bot_delay
    assert not table.asked
    table.fire("masked")
    last = [entry for entry in table.log if isinstance(entry, Acted)][-1]
    assert (last.action, last.auto) == ("leave", "forced")


def test_simultaneous_decisions_do_not_disturb_each_other() -> None:  # C5
    table = TableDriver(game="hearts", seats=4, persons=4, options={})
    table.start()
    decisions = {person: guest.decision for person, guest in table.guests.items()}
    assert all(decisions.values())
    for person in (3, 1, 4, 2):
        assert table.guests[person].decision == decisions[person]
        assert table.ask(person, Act(1, decisions[person], table.view(person).legal[0])) == "ok"
