"""A table as a pure state machine: people, seats, matches and clocks, without an event loop.

`Room.handle` takes one input (`levata_server.room.inputs`) and returns the effects that the shell
must carry out (`levata_server.room.effects`). A room that was lost is rebuilt from its log
(`levata_server.room.entries`) with `Room.restore` and goes on where it stood.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from levata.errors import LevataError
from levata.events import Event
from levata.game import EndReason
from levata.protocol.documents import TableRow
from levata.protocol.messages import Ack, Act, Rejected, Request
from levata_server.room.effects import Closed, Effect, Effects
from levata_server.room.entries import (
    Acted,
    CardsDealt,
    ControlSet,
    HandsSet,
    LogEntry,
    MatchClosed,
    MatchStarted,
    OwnerSet,
    PauseSet,
    SeatSet,
)
from levata_server.room.inputs import (
    BotChose,
    CloseRequested,
    ConnectionLost,
    DealDrawn,
    Input,
    Joined,
    Left,
    Renamed,
    Requested,
    TimerFired,
)
from levata_server.room.matches import Matches
from levata_server.room.people import People
from levata_server.room.publisher import NOBODY, Publisher
from levata_server.room.requests import Requests
from levata_server.room.running import RunningMatch
from levata_server.room.seating import Seating
from levata_server.room.terms import RoomPolicy, TableConfig, Terms


class Room:
    """One table: owns its parts, gives each input to the right one, and whether it is closed.

    Only `handle`, `resume` and `replay` change anything. The parts may be looked at.
    """

    __slots__ = (
        "__weakref__",
        "_effects",
        "_is_closed",
        "_requests",
        "config",
        "matches",
        "people",
        "publisher",
        "seating",
    )

    # Slots stand close together: after a hundred other tables had their turn, nothing of this one
    # is in the processor's cache any more.

    def __init__(self, config: TableConfig, policy: RoomPolicy | None = None) -> None:
        self.config = config
        terms = Terms(config, policy or RoomPolicy())
        effects = self._effects = Effects()
        seating = self.seating = Seating(config.seats, config.owner)
        matches = self.matches = Matches(terms, seating, effects)
        publisher = self.publisher = Publisher(terms, seating, matches, effects)
        people = self.people = People(terms, seating, matches, publisher, effects)
        self._requests = Requests(
            terms=terms,
            seating=seating,
            matches=matches,
            publisher=publisher,
            people=people,
            effects=effects,
        )
        self._is_closed = False

    # --- what is told about it -----------------------------------------------------------------

    def summary(self) -> TableRow:
        """Return the lobby's row of this table."""
        return self.publisher.table_row()

    @property
    def present(self) -> frozenset[int]:
        """Return the persons connected at this table."""
        return frozenset(self.seating.present)

    def seat_of(self, person: int) -> int | None:
        """Return the seat that belongs to a person."""
        return self.seating.seat_of(person)

    # --- inputs --------------------------------------------------------------------------------

    def handle(self, now: float, item: Input) -> list[Effect]:
        """Take one input; return what must be done, in order."""
        if self._is_closed:
            return []
        self._effects.begin(now)
        running = self.matches.running
        match item:
            case Requested():
                self._take_request(item.person, item.request)
            case BotChose():
                if running is not None:
                    events = running.bot_chose(item.seat, item.decision, item.action)
                    self._follow(running, events)
            case DealDrawn():
                if running is not None:
                    self._follow(running, running.deal(item.deal))
            case TimerFired():
                self._timer_fired(item.name)
            case Joined():
                self.people.join(item.person, item.name, item.address)
            case ConnectionLost():
                self.people.drop(item.person)
            case Left():
                self.people.leave(item.person)
            case Renamed():
                self.people.rename(item.person, item.name)
            case CloseRequested():
                self._close(item.code, EndReason.VOID)
            case _:
                assert_never(item)
        return self._conclude()

    def _take_request(self, person: int, request: Request) -> None:
        if person not in self.seating.present:
            self._effects.send(person, Rejected(request.ref, "not_here"))
            return
        if isinstance(request, Act):
            self._act(person, request)
            return
        try:
            self._requests.carry_out(person, request)
        except LevataError as error:
            self._effects.send(person, Rejected(request.ref, error.code, error.facts))
        else:
            self._effects.send(person, Ack(request.ref))

    def _act(self, person: int, request: Act) -> None:
        try:
            seat = self.seating.own_seat(person)
            running = self.matches.in_progress()
            events = running.decide(seat, request.decision, request.action)
        except LevataError as error:
            self._effects.send(person, Rejected(request.ref, error.code, error.facts))
        else:
            self._follow(running, events, (person, request.ref))

    def _timer_fired(self, name: str) -> None:
        kind, _, seat = name.partition(":")
        running = self.matches.running
        if kind == "grace":
            self.people.grace_over(int(seat))
        elif kind == "clock" and running is not None:
            self._time_up(running, int(seat))
        elif kind == "masked" and running is not None:
            self._follow(running, running.masked_over())
        elif kind == "idle" and self.people.is_idle:
            self._close("idle", EndReason.ABANDONED)

    def _time_up(self, running: RunningMatch, seat: int) -> None:
        events = running.time_up(seat)
        self._follow(running, events)
        if events is not None and running.is_asleep(seat):
            self.people.take_over(seat)

    def _close(self, code: str, reason: EndReason) -> None:
        running = self.matches.current
        if running is not None:
            running.close(reason)
        self.people.dismiss()
        self._is_closed = True
        self._effects.add(Closed(code))

    # --- what follows --------------------------------------------------------------------------

    def _follow(
        self,
        running: RunningMatch,
        events: tuple[Event, ...] | None,
        answered: tuple[int, int] = NOBODY,
    ) -> None:
        """Tell of a step of the match, if there was one, and do what follows from it by itself.

        It answers the request of a person, if it is ``answered`` with him and his ref.
        """
        if events is not None:
            self.publisher.publish_step(running, events, answered)
            self._settle(running)

    def _settle(self, running: RunningMatch) -> None:
        """Carry out what is forced, step by step, and end the match if it is over."""
        while not running.is_decided:
            events = running.force()
            if events is None:
                return
            self.publisher.publish_step(running, events)
        running.close(None)

    def _conclude(self) -> list[Effect]:
        if not self._is_closed:
            self.people.rest_without_people()
            running = self.matches.running
            if running is not None and not self.people.is_idle:
                running.advance()
            self.publisher.publish()
        return self._effects.take()

    # --- the log -------------------------------------------------------------------------------

    @classmethod
    def restore(
        cls, config: TableConfig, entries: Sequence[LogEntry], policy: RoomPolicy | None = None
    ) -> Room:
        """Return the room that wrote these entries. `resume` must follow.

        Raises:
            LevataError: the entries break the rules, so they are damaged.
        """
        room = cls(config, policy)
        for entry in entries:
            room.replay(entry)
        room.seating.lose_all()
        return room

    def replay(self, entry: LogEntry) -> None:
        """Do what the log says was done, in a room that nobody uses yet.

        Raises:
            LevataError: it breaks the rules.
        """
        match entry:
            case SeatSet() | OwnerSet() | ControlSet():
                self.people.take(entry)
            case MatchStarted():
                self.matches.take(entry)
            case CardsDealt() | Acted() | PauseSet() | HandsSet() | MatchClosed():
                self.matches.in_progress().take(entry)
            case _:
                assert_never(entry)

    def resume(self, now: float) -> list[Effect]:
        """Let a restored room go on; return what must be done."""
        self._effects.begin(now)
        self.people.await_all()
        running = self.matches.current
        if running is not None:
            running.look_ahead()
            self._settle(running)
        return self._conclude()
