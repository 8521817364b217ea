"""A table as a pure state machine: people, seats, matches and clocks, without an event loop.

`Room.handle` takes one input (`levata_server.room.inputs`) and returns the effects that the shell
must carry out. A room that was lost is rebuilt from its log with `Room.restore` and goes on where
it stood.

Who decides at a seat is always exactly one: the person it belongs to, or a computer player where
the seat is a bot's, was lent, or was taken over because its person is gone. A person takes his
seat back with one request, at any moment.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, assert_never

from levata.bots.levels import LEVELS
from levata.cards import HandOrder
from levata.errors import LevataError, RequestError
from levata.game import Deal, EndReason
from levata.protocol.documents import Channel, HandsShown, Presence, SeatKind, TablePhase
from levata.protocol.messages import (
    Ack,
    Act,
    AddBot,
    Arrange,
    AskSync,
    Departed,
    FreeSeat,
    GiveOwnership,
    Lend,
    Nudge,
    Rejected,
    Request,
    Said,
    Say,
    Sit,
    Stand,
    Start,
    TakeBack,
    Vote,
)
from levata.text import clean_chat
from levata_server.room.effects import Closed, Effect, SetTimer, Summarised
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
from levata_server.room.hands import CLOSE_HANDS, OPEN_HANDS
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
from levata_server.room.people import People
from levata_server.room.terms import RoomPolicy, TableConfig

MOTIONS: Final = ("pause", "resume", "stop", OPEN_HANDS, CLOSE_HANDS)


class Room(People):
    """One table. Every method but `handle` and `resume` only reads."""

    __slots__ = ()

    def handle(self, now: float, item: Input) -> list[Effect]:
        """Take one input; return what must be done, in order."""
        if self._is_closed:
            return []
        self._begin(now)
        match item:
            case Requested():
                self._command(item.person, item.request)
            case BotChose():
                self._bot_chose(item)
            case DealDrawn():
                self._deal(item.deal)
            case TimerFired():
                self._timer_fired(item.name)
            case Joined():
                self._join(item.person, item.name, item.address)
            case ConnectionLost():
                self._drop(item.person)
            case Left():
                self._leave(item.person)
            case Renamed():
                self._rename(item.person, item.name)
            case CloseRequested():
                self._close(item.code, EndReason.VOID)
            case _:
                assert_never(item)
        return self._end()

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
            room._replay(entry)
        for seat in room._seats:
            if seat.kind == SeatKind.PERSON and seat.presence == Presence.PRESENT:
                seat.presence = Presence.AWAY
        return room

    def resume(self, now: float) -> list[Effect]:
        """Let a restored room go on; return what must be done."""
        self._begin(now)
        for number, seat in enumerate(self._seats):
            if seat.is_away:
                self._start_grace(number)
        if self._match is not None and self._phase in (TablePhase.PLAYING, TablePhase.PAUSED):
            self._find_decisions(self._match)
            self._settle(self._match)
        return self._end()

    def _replay(self, entry: LogEntry) -> None:
        match entry:
            case SeatSet():
                if entry.kind == SeatKind.BOT and self._phase in (
                    TablePhase.PLAYING,
                    TablePhase.PAUSED,
                ):
                    self._gone.add(entry.seat)
                self._occupy(entry.seat, entry.kind, entry.person, entry.name, entry.level)
            case OwnerSet():
                self._owner = entry.person
            case ControlSet():
                self._seats[entry.seat].presence = entry.presence
            case MatchStarted():
                self._begin_match(entry.number, entry.seed)
            case CardsDealt():
                self._running_match().deal(Deal(entry.order, entry.first))
            case Acted():
                self._running_match().act(entry.seat, entry.action, entry.auto)
                self._seats[entry.seat].reserve -= entry.spent / 1000
            case PauseSet():
                self._phase = TablePhase.PAUSED if entry.is_paused else TablePhase.PLAYING
            case HandsSet():
                self._hands = HandsShown.OPEN if entry.are_open else self._hands_unless_open
            case MatchClosed():
                self._phase = TablePhase.OVER
                self._hands = self._hands_unless_open
            case _:
                assert_never(entry)

    def _command(self, person: int, request: Request) -> None:
        if person not in self._present:
            self._send(person, Rejected(request.ref, "not_here"))
            return
        if isinstance(request, Act):
            self._act(person, request)
            return
        try:
            self._carry_out(person, request)
        except LevataError as error:
            self._send(person, Rejected(request.ref, error.code, error.facts))
        else:
            self._send(person, Ack(request.ref))

    def _carry_out(self, person: int, request: Request) -> None:
        match request:
            case Sit():
                self._sit(person, request.seat)
            case Stand():
                self._stand(person)
            case AddBot():
                self._add_bot(person, request.seat, request.level)
            case FreeSeat():
                self._free_seat(person, request.seat)
            case Start():
                self._start(person)
            case Say():
                self._say(person, request.text)
            case Nudge():
                self._nudge(person)
            case AskSync():
                self._ask_sync(person, request.channel)
            case TakeBack():
                self._take_back(person)
            case Lend():
                self._lend(person)
            case Arrange():
                self._arrange(person, request.order)
            case Vote():
                self._vote(person, request.motion, request.agree)
            case GiveOwnership():
                self._give_ownership(person, request.person)
            case _:
                raise RequestError("not_at_a_table")

    def _act(self, person: int, request: Act) -> None:
        self._is_mere_step = True
        try:
            number = self._own_seat(person)
            match = self._running_match()
            if self._phase == TablePhase.PAUSED:
                raise RequestError("paused")
            decision = self._decisions.get(number)
            if decision is None or decision.number != request.decision or decision.is_masked:
                raise RequestError("stale_decision")
            if self._seats[number].is_bot_driven:
                raise RequestError("bot_plays_seat")
            events = match.act(number, request.action)
        except LevataError as error:
            self._send(person, Rejected(request.ref, error.code, error.facts))
            return
        self._seats[number].timeouts = 0
        self._acted(number, request.action, "", events, (person, request.ref))

    def _sit(self, person: int, number: int) -> None:
        seat = self._seat(number)
        if self._phase in (TablePhase.PLAYING, TablePhase.PAUSED):
            raise RequestError("match_running")
        if seat.kind == SeatKind.PERSON:
            raise RequestError("seat_taken", number)
        old = self.seat_of(person)
        if old is not None:
            self._free(old)
        self._occupy(number, SeatKind.PERSON, person, self._present[person])
        self._notice("sat", self._present[person])

    def _stand(self, person: int) -> None:
        number = self._own_seat(person)
        name = self._seats[number].name
        if self._phase in (TablePhase.PLAYING, TablePhase.PAUSED):
            self._hand_to_bot(number)
        else:
            self._free(number)
        self._notice("stood", name)
        self._withdraw_votes(person, list(self._votes))

    def _add_bot(self, person: int, number: int, level: str) -> None:
        self._check_owner(person)
        if self._phase in (TablePhase.PLAYING, TablePhase.PAUSED):
            raise RequestError("match_running")
        if self._seat(number).kind == SeatKind.PERSON:
            raise RequestError("seat_taken", number)
        level = level or self.config.level
        if level not in LEVELS:
            raise RequestError("unknown_level", level[:40], ", ".join(LEVELS))
        self._seat_bot(number, level)

    def _free_seat(self, person: int, number: int) -> None:
        self._check_owner(person)
        seat = self._seat(number)
        if seat.kind == SeatKind.EMPTY:
            raise RequestError("seat_empty", number)
        if (
            seat.kind == SeatKind.PERSON
            and seat.presence in (Presence.PRESENT, Presence.LENT)
            and seat.person != person
        ):
            raise RequestError("seat_in_use", number)
        if self._phase in (TablePhase.PLAYING, TablePhase.PAUSED):
            if seat.kind == SeatKind.BOT:
                raise RequestError("match_running")
            name = seat.name
            self._hand_to_bot(number)
            self._notice("seat_freed", name)
        else:
            self._free(number)

    def _start(self, person: int) -> None:
        self._check_owner(person)
        if self._phase in (TablePhase.PLAYING, TablePhase.PAUSED):
            raise RequestError("match_running")
        for number, seat in enumerate(self._seats):
            if seat.kind == SeatKind.EMPTY or (seat.is_gone and seat.person not in self._present):
                self._seat_bot(number, self.config.level)
            elif seat.kind == SeatKind.PERSON and seat.presence in (
                Presence.LENT,
                Presence.TAKEN_OVER,
            ):
                self._set_presence(number, Presence.PRESENT)
        self._begin_match(self._matches + 1, self._match_seed(self._matches + 1))
        self._votes.clear()

    def _say(self, person: int, text: str) -> None:
        line = clean_chat(text)
        for other in self._present:
            self._send(other, Said(person, self._present[person], line))

    def _nudge(self, person: int) -> None:
        self._running_match()
        last = self._nudged_at.get(person)
        if last is not None and self._now - last < self.policy.nudge_interval:
            raise RequestError("too_soon")
        self._nudged_at[person] = self._now
        for number in self._decisions:
            self._notice("nudged", self._present[person], self._seats[number].name)

    def _ask_sync(self, person: int, channel: Channel) -> None:
        if channel == Channel.TABLE:
            self._publish_table()
            self._send_table(person)
        elif channel == Channel.GAME:
            self._send_game(person)
        elif channel == Channel.HANDS and self.seat_of(person) is None:
            self._send_hands(person)
        else:
            raise RequestError("no_such_document", Channel.LOBBY)

    def _take_back(self, person: int) -> None:
        number = self._own_seat(person)
        if self._seats[number].presence == Presence.PRESENT:
            return
        self._set_presence(number, Presence.PRESENT)
        self._notice("took_back", self._present[person])

    def _lend(self, person: int) -> None:
        number = self._own_seat(person)
        self._running_match()
        if self._seats[number].presence == Presence.PRESENT:
            self._set_presence(number, Presence.LENT)
            self._notice("lent", self._present[person])

    def _arrange(self, person: int, order: str) -> None:
        try:
            self._seats[self._own_seat(person)].order = HandOrder(order)
        except ValueError:
            raise RequestError("unknown_order", order[:40], ", ".join(HandOrder)) from None

    def _vote(self, person: int, motion: str, is_agreed: bool) -> None:
        self._own_seat(person)
        self._running_match()
        if motion not in MOTIONS:
            raise RequestError("unknown_motion", motion[:40], ", ".join(MOTIONS))
        if motion in (OPEN_HANDS, CLOSE_HANDS):
            self._vote_on_hands(person, is_agreed and motion == OPEN_HANDS)
            return
        if motion == ("resume" if self._phase == TablePhase.PLAYING else "pause"):
            raise RequestError("paused" if self._phase == TablePhase.PAUSED else "not_paused")
        voters = self._votes.setdefault(motion, set())
        if is_agreed:
            voters.add(person)
            self._notice("voted", self._present[person], motion)
        else:
            voters.discard(person)
        if not voters:
            del self._votes[motion]
        self._count_votes(motion)

    def _count_votes(self, motion: str) -> None:
        # Only those who are here count: an absent person can neither agree nor block.
        electorate = [
            seat.person
            for seat in self._seats
            if seat.kind == SeatKind.PERSON and seat.person in self._present
        ]
        if 2 * len(self._votes.get(motion, ())) <= len(electorate):
            return
        self._votes.clear()
        if motion == "stop":
            self._notice("stopped")
            self._finish(EndReason.STOPPED)
        elif motion == "pause":
            self._notice("paused")
            self._halt_clocks()
            self._set_pause(True)
        else:
            self._notice("resumed")
            self._set_pause(False)

    def _set_pause(self, is_paused: bool) -> None:
        self._phase = TablePhase.PAUSED if is_paused else TablePhase.PLAYING
        self._record(PauseSet(is_paused))

    def _give_ownership(self, person: int, heir: int) -> None:
        self._check_owner(person)
        if heir not in self._present:
            raise RequestError("not_here")
        self._set_owner(heir)
        self._notice("owner", self._present[heir])

    def _timer_fired(self, name: str) -> None:
        kind, _, number = name.partition(":")
        if kind == "grace":
            self._grace_over(int(number))
        elif kind == "clock":
            self._time_up(int(number))
        elif kind == "masked":
            self._masked_over()
        elif kind == "idle" and self._is_idle:
            self._close("idle", EndReason.ABANDONED)

    def _close(self, code: str, reason: EndReason) -> None:
        if self._phase in (TablePhase.PLAYING, TablePhase.PAUSED):
            self._finish(reason)
        for person in self._present:
            self._send(person, Departed(self.config.number, "closed"))
        self._present.clear()
        self._is_closed = True
        self._effects.append(Closed(code))

    def _end(self) -> list[Effect]:
        if not self._is_closed:
            self._conclude()
        # Not kept: what was said is gone from memory as soon as it is carried out.
        effects, self._effects = self._effects, []
        return effects

    def _conclude(self) -> None:
        self._check_idle()
        self._advance()
        if not self._is_mere_step:
            self._publish_table()
            self._publish_hands()
        if self._to_resync:
            for person in self._to_resync & self._present.keys():
                self._send_game(person)
            self._to_resync.clear()
        self._summarise()

    def _summarise(self) -> None:
        # The row is made of nothing but what the table document says.
        if self._table_view is self._summarised_view:
            return
        self._summarised_view = self._table_view
        row = self.summary()
        if row != self._row:
            self._row = row
            self._effects.append(Summarised())

    def _check_idle(self) -> None:
        """Pause a room without people, and close it when nobody comes back."""
        if self._present or self._is_idle or self.policy.is_kept_without_people:
            return
        self._is_idle = True
        self._halt_clocks()
        is_in_match = self._phase in (TablePhase.PLAYING, TablePhase.PAUSED)
        patience = self.policy.idle_close if is_in_match else self.policy.open_close
        self._effects.append(SetTimer("idle", self._now + patience))
