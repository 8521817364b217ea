"""Rooms of every game under requests of every kind with any fields, at any time, from anybody.

Nothing that a client can send makes a room fail. What is refused changes nothing and is told to
nobody else; what the log holds is enough to rebuild the room.
"""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from levata.game import AnyGame
from levata.options import format_options
from levata.protocol.codec import decode_client, encode
from levata.protocol.documents import WATCHES, Channel, HandsShown, TablePhase
from levata.protocol.messages import (
    Act,
    AddBot,
    Arrange,
    FreeSeat,
    GiveOwnership,
    Rejected,
    Request,
    Sit,
    Start,
    Sync,
    Update,
    Vote,
)
from levata_server.room.effects import Send
from levata_server.room.inputs import BotChose, Joined, Renamed, TimerFired
from levata_server.room.room import Room
from levata_server.room.running import RunningMatch
from levata_server.room.terms import RoomPolicy
from tests.support.rules import TABLES, Table
from tests.support.table import Guest, TableDriver
from tests.support.wire import CLIENT_MESSAGES, instances, over_the_wire, project

PERSONS = 6
"""More than sit at most tables, so that some watch."""

persons = st.integers(1, PERSONS)
seats = st.integers(0, 7)
any_request = st.sampled_from(CLIENT_MESSAGES).flatmap(instances)
motions = st.sampled_from(("pause", "resume", "stop", "open_hands", "close_hands", "dance"))
likely_request: st.SearchStrategy[Any] = st.one_of(
    st.builds(Sit, st.just(1), seats),
    st.builds(AddBot, st.just(1), seats, st.sampled_from(("", "easy", "godlike"))),
    st.builds(FreeSeat, st.just(1), seats),
    st.builds(Start, st.just(1)),
    st.builds(Vote, st.just(1), motions, st.booleans()),
    st.builds(Arrange, st.just(1), st.sampled_from(("suits", "ranks", "mess"))),
    st.builds(GiveOwnership, st.just(1), persons),
)
"""Requests that are sometimes accepted."""


class AnyRoom(RuleBasedStateMachine):
    """A table with whatever may come to it."""

    driver: TableDriver
    game: AnyGame
    texts: tuple[str, ...]

    @initialize(
        table=st.sampled_from(TABLES),
        sitting=st.integers(1, 4),
        seed=st.integers(0, 99),
        is_begun=st.booleans(),
        watch=st.sampled_from(WATCHES),
    )
    def open(self, table: Table, sitting: int, seed: int, is_begun: bool, watch: str) -> None:
        """Open a table."""
        self.game = table.game
        self.texts = tuple(table.game.actions)
        self.driver = TableDriver(
            seats=table.seats,
            persons=min(sitting, table.seats),
            game=table.game.info.key,
            options=dict(format_options(table.options)),
            policy=RoomPolicy(timeouts_in_a_row=2),
            seed=seed,
            watch=watch,
        )
        if is_begun:
            self.driver.start()

    @property
    def is_open(self) -> bool:
        """Whether there still is a table."""
        return not self.driver.closed

    # --- requests ------------------------------------------------------------------------------

    @precondition(lambda self: self.is_open)
    @rule(person=persons, request=any_request)
    def request_anything(self, person: int, request: Request) -> None:
        """Send any message there is, with any fields that the decoder lets through."""
        self._ask(person, decode_client(encode(request)))

    @precondition(lambda self: self.is_open)
    @rule(person=persons, request=likely_request)
    def request_something(self, person: int, request: Request) -> None:
        """Send a request that is about this table."""
        self._ask(person, request)

    @precondition(lambda self: self.is_open)
    @rule(person=persons, data=st.data())
    def act(self, person: int, data: st.DataObject) -> None:
        """Answer any decision with any action of the game."""
        pending = [guest.decision for guest in self.driver.guests.values()]
        decision = data.draw(st.sampled_from([0, *pending]) | st.integers(0, 400))
        text = data.draw(st.sampled_from(self.texts) | st.text(max_size=20))
        self._ask(person, Act(1, decision, text))

    def _ask(self, person: int, request: Request) -> None:
        driver = self.driver
        driver.guests.setdefault(person, Guest(person))
        before, logged = self._state(), len(driver.log)
        if driver.ask(person, request) != "ok":
            (effect,) = driver.effects
            assert isinstance(effect, Send)
            assert effect.person == person
            assert isinstance(effect.message, Rejected)
            assert self._state() == before
            assert len(driver.log) == logged

    def _state(self) -> tuple[Any, ...]:
        """Return everything that a refused request must leave as it is."""
        room = self.driver.room
        running = room.matches.running
        return (
            room.summary(),
            room.present,
            room.publisher.table_document(),
            room.publisher.hands.document(),
            room.seating.seats,
            room.people.is_idle,
            running and _state_of(running),
            dict(self.driver.timers),
        )

    # --- what else may happen ------------------------------------------------------------------

    @precondition(lambda self: self.is_open)
    @rule(steps=st.integers(1, 40))
    def go_on(self, steps: int) -> None:
        """Let the match go on as it should."""
        driver = self.driver
        for _ in range(steps):
            if driver.closed:
                return
            deciding = [guest for guest in driver.guests.values() if guest.decision]
            if driver.asked:
                driver.answer_bot()
            elif deciding and deciding[0].number in driver.room.present:
                guest = deciding[0]
                action = driver.rng.choice(driver.view(guest.number).legal)
                self._ask(guest.number, Act(1, guest.decision, action))
            elif "masked" in driver.timers:
                driver.fire("masked")
            else:
                return

    @precondition(lambda self: self.is_open)
    @rule(person=persons, is_renamed=st.booleans())
    def come(self, person: int, is_renamed: bool) -> None:
        """Connect a person, perhaps for the second time."""
        self.driver.join(person)
        if is_renamed:
            self.driver.handle(Renamed(person, f"Q{person}"))

    @precondition(lambda self: self.is_open)
    @rule(person=persons, is_on_purpose=st.booleans())
    def go(self, person: int, is_on_purpose: bool) -> None:
        """Let a person go, whether here or not."""
        if is_on_purpose:
            self.driver.leave(person)
        else:
            self.driver.drop(person)
        if person in self.driver.guests:
            self.driver.guests[person].decision = 0

    @precondition(lambda self: self.is_open)
    @rule(kind=st.sampled_from(("clock", "grace", "masked", "idle")), seat=seats)
    def fire(self, kind: str, seat: int) -> None:
        """Fire a timer on time, or one that was cancelled when it had already fired."""
        numbered = kind in ("clock", "grace")
        name = f"{kind}:{seat % self.driver.config.seats}" if numbered else kind
        if name in self.driver.timers:
            self.driver.fire(name)
        else:
            self.driver.handle(TimerFired(name))

    @precondition(lambda self: self.is_open)
    @rule(seat=seats, is_current=st.booleans(), text=st.text(max_size=10))
    def answer_as_a_bot(self, seat: int, is_current: bool, text: str) -> None:
        """Let a computer player answer with nonsense, or what nobody asks any more."""
        asked = self.driver.asked
        if asked and is_current:
            question = asked.pop(0)
            self.driver.handle(BotChose(question.seat, question.decision, text))
        else:
            self.driver.handle(BotChose(seat % self.driver.config.seats, 3, text))

    @precondition(lambda self: self.is_open)
    @rule()
    def restart(self) -> None:
        """Lose the room and rebuild it from its log."""
        self.driver.restart()

    @precondition(lambda self: not self.is_open)
    @rule(person=persons)
    def come_too_late(self, person: int) -> None:
        """Come to a table that is gone."""
        assert not self.driver.handle(Joined(person, "late"))

    # --- what holds ----------------------------------------------------------------------------

    @invariant()
    def documents_are_right(self) -> None:
        """Everybody who is here sees what he would get by asking anew."""
        if not hasattr(self, "driver") or self.driver.closed:
            return
        room = self.driver.room
        running = room.matches.running
        for person in room.present:
            guest = self.driver.guests[person]
            mirrors = guest.mirrors
            assert guest.table == room.publisher.table_document()
            assert guest.table.seats == tuple(seat.row() for seat in room.seating.seats)
            assert (guest.table.phase, guest.table.owner) == (
                room.matches.phase,
                room.seating.owner,
            )
            assert guest.table.votes == room.matches.votes
            assert {number for number, _ in guest.table.watchers} == {
                number for number in room.present if room.seat_of(number) is None
            }
            if running is not None:
                fresh = project(running.match.view(room.seat_of(person)))
                assert mirrors[Channel.GAME].document == over_the_wire(fresh)

    @invariant()
    def hands_are_for_watchers(self) -> None:
        """Watchers see of the hands what they may, and nobody who has a seat is sent any of it."""
        if not hasattr(self, "driver") or self.driver.closed:
            return
        room = self.driver.room
        for person in room.present:
            document = self.driver.guests[person].mirrors[Channel.HANDS].document
            if room.seat_of(person) is None:
                may_see = room.publisher.hands.document()
                assert (document or [0, False, []]) == over_the_wire(project(may_see))
        for effect in self.driver.effects:
            if isinstance(effect, Send) and isinstance(effect.message, Sync | Update):
                assert (
                    effect.message.channel != Channel.HANDS or room.seat_of(effect.person) is None
                )
        if room.matches.hands_shown == HandsShown.OPEN:
            assert room.matches.phase.is_in_match

    @invariant()
    def seats_belong_to_one(self) -> None:
        """Nobody sits twice, and whoever plays decides."""
        if not hasattr(self, "driver") or self.driver.closed:
            return
        room = self.driver.room
        running, seats = room.matches.current, room.seating.seats
        owners = [seat.person for seat in seats if seat.person]
        assert len(set(owners)) == len(owners)
        for number, seat in enumerate(seats):
            if seat.person:
                assert room.seat_of(seat.person) == number
        if running is None or running.phase == TablePhase.PAUSED or room.people.is_idle:
            return
        if running.match.to_act():
            assert running.decisions.pending, "nobody is asked"

    def teardown(self) -> None:
        """Rebuild the room from its log."""
        if not hasattr(self, "driver"):
            return
        driver = self.driver
        room, rebuilt = driver.room, Room.restore(driver.config, driver.log, driver.policy)
        running, again = room.matches.running, rebuilt.matches.running
        assert (running is None) == (again is None)
        if running is not None and again is not None:
            for viewer in (None, *range(driver.config.seats)):
                assert again.match.view(viewer) == running.match.view(viewer)
        assert [(seat.kind, seat.person, seat.level) for seat in rebuilt.seating.seats] == [
            (seat.kind, seat.person, seat.level) for seat in room.seating.seats
        ]
        assert rebuilt.seating.owner == room.seating.owner
        assert rebuilt.matches.phase == room.matches.phase
        assert rebuilt.matches.hands_shown == room.matches.hands_shown


def _state_of(running: RunningMatch) -> tuple[Any, ...]:
    """Return everything of a match that a refused request must leave as it is."""
    match, decisions = running.match, running.decisions
    return (
        (match.number, match.steps, match.deals, match.view(None)),
        {seat: (each.number, each.is_open) for seat, each in decisions.pending.items()},
        tuple(decisions.reserves),
        tuple(decisions.timeouts),
        running.surrendered,
    )


def run(examples: int, steps: int) -> None:
    """Let so many tables go through so many things each."""
    run_state_machine_as_test(  # pyright: ignore[reportUnknownMemberType] # has no annotations
        AnyRoom,
        settings=settings(
            max_examples=examples,
            stateful_step_count=steps,
            deadline=None,
            suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
            phases=[Phase.generate, Phase.shrink],
        ),
    )


def test_room_takes_whatever_may_come() -> None:
    run(examples=25, steps=40)


@pytest.mark.slow
def test_room_takes_whatever_may_come_for_long() -> None:
    run(examples=120, steps=80)
