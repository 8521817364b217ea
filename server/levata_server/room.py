"""A table as a pure state machine: people, seats, matches and clocks, without an event loop.

`Room.handle` takes one input (`levata_server.inputs`) and returns the effects that the shell must
carry out. A room that was lost is rebuilt from its log with `Room.restore` and goes on where it
stood.

Who decides at a seat is always exactly one: the person it belongs to, or a computer player where
the seat is a bot's, was lent, or was taken over because its person is gone. A person takes his
seat back with one request, at any moment.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from levata.bots.levels import LEVELS
from levata.cards import HandOrder
from levata.errors import IllegalAction, LevataError, RequestError
from levata.events import Event
from levata.game import CHANCE, Deal, EndReason, Forced
from levata.games import find_game
from levata.options import format_options, option_fields, parse_options
from levata.protocol.messages import (
    AWAY,
    BOT,
    EMPTY,
    GAME,
    LENT,
    LOBBY,
    OPEN,
    OVER,
    PACES,
    PAUSED,
    PERSON,
    PLAYING,
    PRESENT,
    TABLE,
    TAKEN_OVER,
    Ack,
    Act,
    AddBot,
    Arrange,
    AskSync,
    Departed,
    FreeSeat,
    GiveOwnership,
    Lend,
    Message,
    Notice,
    Nudge,
    Rejected,
    Request,
    Said,
    Say,
    Sit,
    Stand,
    Start,
    TableRow,
    TableView,
    TakeBack,
    Vote,
)
from levata.protocol.mirror import Source
from levata.record import SeatLabel
from levata.text import clean_chat
from levata_server.clocks import DecisionClock
from levata_server.inputs import (
    Acted,
    AskBot,
    BotChose,
    CardsDealt,
    Closed,
    CloseRequested,
    Command,
    ControlSet,
    Dealt,
    Dropped,
    Effect,
    Entry,
    Input,
    Joined,
    Left,
    MatchEnded,
    MatchFinished,
    MatchStarted,
    NeedDeal,
    OwnerSet,
    Record,
    Renamed,
    SeatSet,
    Send,
    SetTimer,
    Summarised,
    TableConfig,
    TimerFired,
)
from levata_server.match import Match
from levata_server.seats import Seat, bot_name

_TIMER_SLACK: Final = 0.01
"""A timer may fire so many seconds early."""
SPECTATOR: Final = -1
"""The audience of all who have no seat."""
MOTIONS: Final = ("pause", "resume", "stop")


class RoomPolicy(Struct, frozen=True):
    """How patient rooms are; seconds throughout."""

    grace: float = 60.0
    """A lost person's seat waits so long before a bot takes over."""
    open_grace: float = 20.0
    """The same before a match has begun; then the seat is free."""
    idle_close: float = 1800.0
    """A room without people is closed after so long."""
    timeouts_in_a_row: int = 3
    """So many, and a bot takes over for a person who seems to be asleep."""
    bot_delay: float = 0.7
    """A computer player seems to think so long."""
    masked_delay: float = 1.5
    """A forced action that must look like a decision takes so long."""
    nudge_interval: float = 5.0
    is_kept_without_people: bool = False
    """Whether matches go on with nobody there, as benchmarks want."""


@dataclass
class _Decision:
    """A seat that must act: its number, and the clock of a person's."""

    number: int
    clock: DecisionClock
    is_open: bool = False
    """Whether the bot is being asked, or the person's clock runs."""


class Room:
    """One table. Every method but `handle` and `resume` only reads."""

    def __init__(self, config: TableConfig, policy: RoomPolicy | None = None) -> None:
        self.config = config
        self.policy = policy or RoomPolicy()
        self._game = find_game(config.game)
        self._options = parse_options(
            self._game.info.options_type, dict(config.options), config.seats
        )
        self._pace = PACES[config.pace]
        self._seats = [Seat() for _ in range(config.seats)]
        self._present: dict[int, str] = {}
        """Persons with a live connection at this table, and their names."""
        self._owner = config.owner
        self._phase = OPEN
        self._matches = 0
        self._match: Match | None = None
        self._decisions: dict[int, _Decision] = {}
        self._decisions_before = 0
        """Steps of earlier matches, so that no decision number comes twice."""
        self._gone: set[int] = set()
        """Seats whose person gave them up for good during this match."""
        self._votes: dict[str, set[int]] = {}
        self._nudged_at: dict[int, float] = {}
        self._is_waiting_for_deal = False
        self._masked_step = 0
        """The step whose forced action waits for its time, 0 for none."""
        self._is_idle = False
        self._is_closed = False
        self._table_source = Source(TABLE)
        self._table_viewers: set[int] = set()
        """Persons who have the table document."""
        self._game_sources: dict[int, Source] = {}
        """By audience: seats, and `SPECTATOR`."""
        self._game_viewers: dict[int, int] = {}
        """Of which audience each person has the game document."""
        self._to_resync: set[int] = set()
        """Persons whose decision has changed without a step of the match."""
        self._table_view: TableView | None = None
        self._row: TableRow | None = None
        self._effects: list[Effect] = []
        self._now = 0.0

    # --- the two ways in -----------------------------------------------------------------------

    def handle(self, now: float, item: Input) -> list[Effect]:
        """Take one input; return what must be done, in order."""
        if self._is_closed:
            return []
        self._begin(now)
        match item:
            case Command():
                self._command(item.person, item.request)
            case BotChose():
                self._bot_chose(item)
            case Dealt():
                self._deal(item.deal)
            case TimerFired():
                self._timer_fired(item.name)
            case Joined():
                self._join(item.person, item.name)
            case Dropped():
                self._drop(item.person)
            case Left():
                self._leave(item.person)
            case Renamed():
                self._rename(item.person, item.name)
            case CloseRequested():
                self._close(item.code, EndReason.VOID)
        return self._end()

    @classmethod
    def restore(
        cls, config: TableConfig, entries: Sequence[Entry], policy: RoomPolicy | None = None
    ) -> Room:
        """Return the room that wrote these entries. `resume` must follow.

        Raises:
            LevataError: the entries break the rules, so they are damaged.
        """
        room = cls(config, policy)
        for entry in entries:
            room._replay(entry)
        for seat in room._seats:
            if seat.kind == PERSON and seat.presence == PRESENT:
                seat.presence = AWAY
        return room

    def resume(self, now: float) -> list[Effect]:
        """Let a restored room go on; return what must be done."""
        self._begin(now)
        for number, seat in enumerate(self._seats):
            if seat.is_away:
                self._start_grace(number)
        if self._match is not None and self._phase == PLAYING:
            self._find_decisions(self._match)
            self._settle(self._match)
        return self._end()

    # --- what the lobby shows ------------------------------------------------------------------

    def summary(self) -> TableRow:
        """Return the lobby's row of this table."""
        config = self.config
        in_force = format_options(self._options)
        defaults = {
            field.name: field.default for field in option_fields(self._game.info.options_type)
        }
        return TableRow(
            number=config.number,
            name=config.name,
            game=config.game,
            options={name: value for name, value in in_force.items() if value != defaults[name]},
            pace=config.pace,
            phase=self._phase,
            seats=tuple([seat.row() for seat in self._seats]),
            has_password=bool(config.password),
            watchers=len(self._watchers()),
        )

    @property
    def present(self) -> frozenset[int]:
        """Return the persons connected at this table."""
        return frozenset(self._present)

    def seat_of(self, person: int) -> int | None:
        """Return the seat that belongs to a person."""
        for number, seat in enumerate(self._seats):
            if seat.kind == PERSON and seat.person == person:
                return number
        return None

    # --- people --------------------------------------------------------------------------------

    def _join(self, person: int, name: str) -> None:
        is_new = person not in self._present
        self._present[person] = name
        self._table_viewers.discard(person)
        number = self.seat_of(person)
        if number is not None:
            seat = self._seats[number]
            seat.name = name
            if seat.is_away:
                seat.presence = PRESENT
                self._effects.append(SetTimer(f"grace:{number}", None))
        if not self._owner:
            self._set_owner(person)
        self._wake()
        if is_new:
            self._notice("joined" if number is None else "returned", name, but=person)
        self._publish_table()
        self._send_table(person)
        self._send_game(person)

    def _rename(self, person: int, name: str) -> None:
        self._present[person] = name
        number = self.seat_of(person)
        if number is not None:
            seat = self._seats[number]
            seat.name = name
            self._record(SeatSet(number, PERSON, person, name))

    def _drop(self, person: int) -> None:
        name = self._present.pop(person, None)
        if name is None:
            return
        number = self.seat_of(person)
        if number is not None and self._seats[number].presence == PRESENT:
            self._seats[number].presence = AWAY
            self._start_grace(number)
            self._notice("away", name)
        elif number is None:
            self._notice("left", name)
            self._pass_ownership_from(person)

    def _leave(self, person: int) -> None:
        number = self.seat_of(person)
        name = self._present.pop(person, None)
        if number is not None:
            name = self._seats[number].name
            if self._phase in (PLAYING, PAUSED):
                # The seat stays his: he may come back before the match is over.
                self._take_over(number)
            else:
                self._free(number)
        if name is not None:
            self._send(person, Departed(self.config.number, "left"))
            self._notice("left", name)
        self._withdraw_votes(person)
        self._pass_ownership_from(person)

    def _watchers(self) -> tuple[tuple[int, str], ...]:
        return tuple(
            (person, name) for person, name in self._present.items() if self.seat_of(person) is None
        )

    def _start_grace(self, number: int) -> None:
        grace = self.policy.grace if self._phase in (PLAYING, PAUSED) else self.policy.open_grace
        self._effects.append(SetTimer(f"grace:{number}", self._now + grace))

    def _grace_over(self, number: int) -> None:
        seat = self._seats[number]
        if not seat.is_away:
            return
        person = seat.person
        if self._phase in (PLAYING, PAUSED):
            self._take_over(number)
        else:
            self._notice("left", seat.name)
            self._free(number)
        self._pass_ownership_from(person)

    def _take_over(self, number: int) -> None:
        """Let a bot play a person's seat, for all to know, until he takes it back."""
        seat = self._seats[number]
        self._effects.append(SetTimer(f"grace:{number}", None))
        self._set_presence(number, TAKEN_OVER)
        self._notice("bot_took_over", seat.name)

    def _set_presence(self, number: int, presence: int) -> None:
        seat = self._seats[number]
        seat.presence, seat.timeouts = presence, 0
        self._record(ControlSet(number, presence))
        decision = self._decisions.get(number)
        if decision is not None:
            seat.reserve = max(0.0, seat.reserve - decision.clock.reserve_spent(self._now))
            self._cancel_clock(number, decision)
            self._decisions[number] = self._new_decision(number, decision.number)
        self._to_resync.add(seat.person)

    def _set_owner(self, person: int) -> None:
        self._owner = person
        self._record(OwnerSet(person))

    def _pass_ownership_from(self, person: int) -> None:
        """Hand the table to somebody who is here, if its owner is not any more."""
        if person != self._owner or person in self._present:
            return
        seated = [
            seat.person
            for seat in self._seats
            if seat.kind == PERSON and seat.person in self._present
        ]
        heir = next(iter([*seated, *self._present]), 0)
        self._set_owner(heir)
        if heir:
            self._notice("owner", self._present[heir])

    # --- requests ------------------------------------------------------------------------------

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
        try:
            number = self._own_seat(person)
            match = self._running_match()
            if self._phase == PAUSED:
                raise RequestError("paused")
            decision = self._decisions.get(number)
            if decision is None or decision.number != request.decision:
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
        if self._phase in (PLAYING, PAUSED):
            raise RequestError("match_running")
        if seat.kind == PERSON:
            raise RequestError("seat_taken", number)
        old = self.seat_of(person)
        if old is not None:
            self._free(old)
        self._occupy(number, PERSON, person, self._present[person])
        self._notice("sat", self._present[person])

    def _stand(self, person: int) -> None:
        number = self._own_seat(person)
        name = self._seats[number].name
        if self._phase in (PLAYING, PAUSED):
            self._hand_to_bot(number)
        else:
            self._free(number)
        self._notice("stood", name)
        self._withdraw_votes(person)
        self._send_game(person)

    def _add_bot(self, person: int, number: int, level: str) -> None:
        self._check_owner(person)
        if self._phase in (PLAYING, PAUSED):
            raise RequestError("match_running")
        if self._seat(number).kind == PERSON:
            raise RequestError("seat_taken", number)
        level = level or self.config.level
        if level not in LEVELS:
            raise RequestError("unknown_level", level[:40], ", ".join(LEVELS))
        self._seat_bot(number, level)

    def _free_seat(self, person: int, number: int) -> None:
        self._check_owner(person)
        seat = self._seat(number)
        if seat.kind == EMPTY:
            raise RequestError("seat_empty", number)
        if seat.kind == PERSON and seat.presence in (PRESENT, LENT) and seat.person != person:
            raise RequestError("seat_in_use", number)
        if self._phase in (PLAYING, PAUSED):
            if seat.kind == BOT:
                raise RequestError("match_running")
            name = seat.name
            self._hand_to_bot(number)
            self._notice("seat_freed", name)
        else:
            self._free(number)

    def _start(self, person: int) -> None:
        self._check_owner(person)
        if self._phase in (PLAYING, PAUSED):
            raise RequestError("match_running")
        for number, seat in enumerate(self._seats):
            if seat.kind == EMPTY or (seat.is_gone and seat.person not in self._present):
                self._seat_bot(number, self.config.level)
            elif seat.kind == PERSON and seat.presence in (LENT, TAKEN_OVER):
                self._set_presence(number, PRESENT)
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

    def _ask_sync(self, person: int, channel: int) -> None:
        if channel == TABLE:
            self._publish_table()
            self._send_table(person)
        elif channel == GAME:
            self._send_game(person)
        else:
            raise RequestError("no_such_document", LOBBY)

    def _take_back(self, person: int) -> None:
        number = self._own_seat(person)
        if self._seats[number].presence == PRESENT:
            return
        self._set_presence(number, PRESENT)
        self._notice("took_back", self._present[person])

    def _lend(self, person: int) -> None:
        number = self._own_seat(person)
        self._running_match()
        if self._seats[number].presence == PRESENT:
            self._set_presence(number, LENT)
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
        if motion == ("resume" if self._phase == PLAYING else "pause"):
            raise RequestError("paused" if self._phase == PAUSED else "not_paused")
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
            if seat.kind == PERSON and seat.person in self._present
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
            self._phase = PAUSED
        else:
            self._notice("resumed")
            self._phase = PLAYING

    def _withdraw_votes(self, person: int) -> None:
        for motion in list(self._votes):
            self._votes[motion].discard(person)
            if not self._votes[motion]:
                del self._votes[motion]

    def _give_ownership(self, person: int, heir: int) -> None:
        self._check_owner(person)
        if heir not in self._present:
            raise RequestError("not_here")
        self._set_owner(heir)
        self._notice("owner", self._present[heir])

    # --- seats ---------------------------------------------------------------------------------

    def _seat(self, number: int) -> Seat:
        if number >= len(self._seats):
            raise RequestError("no_such_seat", number)
        return self._seats[number]

    def _own_seat(self, person: int) -> int:
        number = self.seat_of(person)
        if number is None:
            raise RequestError("not_seated")
        return number

    def _check_owner(self, person: int) -> None:
        if person != self._owner:
            raise RequestError("not_owner")

    def _occupy(self, number: int, kind: int, person: int, name: str, level: str = "") -> None:
        seat = self._seats[number]
        seat.clear()
        seat.kind, seat.person, seat.name, seat.level = kind, person, name, level
        self._record(SeatSet(number, kind, person, name, level))

    def _seat_bot(self, number: int, level: str) -> None:
        taken = [seat.name for seat in self._seats]
        name = bot_name(taken, f"{self.config.seed}|{number}")
        self._occupy(number, BOT, 0, name, level)

    def _hand_to_bot(self, number: int) -> None:
        """Give a person's seat to a bot for good, in the middle of a match."""
        self._gone.add(number)
        self._set_presence(number, TAKEN_OVER)
        self._occupy(number, BOT, 0, self._seats[number].name, self.config.level)

    def _free(self, number: int) -> None:
        self._effects.append(SetTimer(f"grace:{number}", None))
        self._seats[number].clear()
        self._record(SeatSet(number, EMPTY))

    # --- the match -----------------------------------------------------------------------------

    def _running_match(self) -> Match:
        if self._match is None or self._phase not in (PLAYING, PAUSED):
            raise RequestError("no_match")
        return self._match

    def _match_seed(self, number: int) -> str:
        text = f"{self.config.seed}|{number}"
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    def _begin_match(self, number: int, seed: str) -> None:
        self._record(MatchStarted(number, seed))
        if self._match is not None:
            self._decisions_before += self._match.steps
        labels = [
            SeatLabel(seat.name, "person")
            if seat.kind == PERSON
            else SeatLabel(seat.name, "bot", seat.level)
            for seat in self._seats
        ]
        self._match = Match(self._game, self._options, self.config.seats, number, seed, labels)
        self._matches = number
        self._phase = PLAYING
        self._gone.clear()
        self._game_sources.clear()
        self._game_viewers.clear()
        for seat in self._seats:
            seat.reserve, seat.timeouts = float(self._pace.reserve), 0

    def _deal(self, deal: Deal) -> None:
        match = self._match
        if match is None or self._phase == OVER or match.to_act() != (CHANCE,):
            return
        self._is_waiting_for_deal = False
        events = match.deal(deal)
        self._record(CardsDealt(deal.order, deal.first))
        self._decisions.clear()
        self._after_step(events)

    def _bot_chose(self, answer: BotChose) -> None:
        decision = self._decisions.get(answer.seat)
        if decision is None or decision.number != answer.decision or self._phase != PLAYING:
            return
        seat = self._seats[answer.seat]
        if not seat.is_bot_driven:
            return
        match = self._running_match()
        auto = "" if seat.kind == BOT else "takeover"
        try:
            action = answer.action
            events = match.act(answer.seat, action)
        except IllegalAction:
            self._play_timeout(answer.seat)
            return
        self._acted(answer.seat, action, auto, events)

    def _play_timeout(self, number: int) -> None:
        match = self._running_match()
        action = match.timeout_action(number, self._seats[number].order)
        events = match.act(number, action, "timeout")
        self._notice("auto_played", self._seats[number].name)
        self._acted(number, action, "timeout", events)

    def _acted(
        self,
        number: int,
        action: str,
        auto: str,
        events: tuple[Event, ...],
        answered: tuple[int, int] = (0, 0),
    ) -> None:
        """Log an action that was carried out and go on; ``answered`` is a person and his ref."""
        spent = 0.0
        decision = self._decisions.pop(number, None)
        if decision is not None:
            spent = decision.clock.reserve_spent(self._now)
            self._seats[number].reserve -= spent
            self._cancel_clock(number, decision)
        self._record(Acted(number, action, auto, round(spent * 1000)))
        self._after_step(events, answered)

    def _after_step(self, events: tuple[Event, ...], answered: tuple[int, int] = (0, 0)) -> None:
        match = self._running_match()
        self._find_decisions(match)
        self._publish_game(match, events, answered)
        self._settle(match)

    def _settle(self, match: Match) -> None:
        """Do what follows by itself: end a match that is over, carry out what is forced."""
        if not match.to_act():
            self._finish(None)
            return
        forced = match.forced()
        if forced is not None and not forced.masked:
            self._force(match, forced)

    def _force(self, match: Match, forced: Forced) -> None:
        action = forced.action.text
        events = match.act(forced.seat, action, "forced")
        self._acted(forced.seat, action, "forced", events)

    def _find_decisions(self, match: Match) -> None:
        """Note who must decide now, and forget whoever need not any more."""
        to_act = match.to_act()
        for number in list(self._decisions):
            if number not in to_act:
                self._cancel_clock(number, self._decisions.pop(number))
        if to_act == (CHANCE,) or match.forced() is not None:
            return
        for number in to_act:
            if number not in self._decisions:
                steps = self._decisions_before + match.steps
                self._decisions[number] = self._new_decision(number, steps)

    def _new_decision(self, number: int, decision: int) -> _Decision:
        seat = self._seats[number]
        pace = PACES["none"] if seat.is_bot_driven else self._pace
        return _Decision(decision, DecisionClock(pace, seat.reserve))

    def _advance(self) -> None:
        """Ask for whatever the match waits for, unless it is being asked for already."""
        match = self._match
        if match is None or self._phase != PLAYING or self._is_idle:
            return
        if match.to_act() == (CHANCE,):
            if not self._is_waiting_for_deal:
                self._is_waiting_for_deal = True
                self._effects.append(
                    NeedDeal(match.pack(), self.config.seats, match.seed, match.deals + 1)
                )
            return
        forced = match.forced()
        if forced is not None:
            self._wait_masked(match)
        for number, decision in self._decisions.items():
            if not decision.is_open:
                decision.is_open = True
                self._open(match, number, decision)

    def _wait_masked(self, match: Match) -> None:
        """Carry out a forced action only after as long as a decision might take."""
        step = self._decisions_before + match.steps
        if step == self._masked_step:
            return
        self._masked_step = step
        chance = int(self._match_seed(step)[:4], 16) / 0x10000
        delay = self.policy.masked_delay * (1 + chance)
        self._effects.append(SetTimer("masked", self._now + delay))

    def _open(self, match: Match, number: int, decision: _Decision) -> None:
        seat = self._seats[number]
        decision.clock.start(self._now)
        if seat.is_bot_driven:
            self._effects.append(
                AskBot(
                    seat=number,
                    decision=decision.number,
                    level=seat.level or self.config.level,
                    seed=self._bot_seed(match),
                    question=match.question(number),
                    delay=self.policy.bot_delay,
                )
            )
            return
        deadline = decision.clock.deadline(self._now)
        if deadline is not None:
            self._effects.append(SetTimer(f"clock:{number}", deadline))

    def _bot_seed(self, match: Match) -> str:
        # A computer player must not learn the seed of the match: it gives away every deal.
        return hashlib.sha256(f"{match.seed}|bots".encode()).hexdigest()[:16]

    def _cancel_clock(self, number: int, decision: _Decision) -> None:
        if decision.is_open and decision.clock.pace.seconds:
            self._effects.append(SetTimer(f"clock:{number}", None))

    def _halt_clocks(self) -> None:
        for number, decision in self._decisions.items():
            self._cancel_clock(number, decision)
            decision.clock.stop(self._now)
            decision.is_open = False
        self._masked_step = 0
        self._effects.append(SetTimer("masked", None))

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

    def _time_up(self, number: int) -> None:
        decision = self._decisions.get(number)
        if decision is None or not decision.is_open:
            return
        deadline = decision.clock.deadline(self._now)
        if deadline is None or deadline > self._now + _TIMER_SLACK:
            return
        seat = self._seats[number]
        seat.timeouts += 1
        is_asleep = seat.timeouts >= self.policy.timeouts_in_a_row
        self._play_timeout(number)
        if is_asleep and self._phase == PLAYING:
            self._take_over(number)

    def _masked_over(self) -> None:
        match = self._match
        if match is None or self._phase != PLAYING:
            return
        forced = match.forced()
        if forced is not None:
            self._force(match, forced)

    def _finish(self, reason: EndReason | None) -> None:
        """End the match: as the rules say, or now for a reason."""
        match = self._running_match()
        self._halt_clocks()
        self._decisions.clear()
        left = sorted(
            number
            for number, seat in enumerate(self._seats)
            if number in self._gone or (seat.is_gone and seat.person not in self._present)
        )
        outcome = match.outcome(left, reason)
        self._record(MatchEnded(match.number, outcome.reason, tuple(left)))
        self._effects.append(MatchFinished(match.number, match.record(outcome, left)))
        self._phase = OVER
        self._votes.clear()

    def _close(self, code: str, reason: EndReason) -> None:
        if self._phase in (PLAYING, PAUSED):
            self._finish(reason)
        for person in self._present:
            self._send(person, Departed(self.config.number, "closed"))
        self._present.clear()
        self._is_closed = True
        self._effects.append(Closed(code))

    # --- what people see -----------------------------------------------------------------------

    def _publish_table(self) -> None:
        view = TableView(
            number=self.config.number,
            name=self.config.name,
            game=self.config.game,
            options=format_options(self._options),
            pace=self.config.pace,
            level=self.config.level,
            phase=self._phase,
            owner=self._owner,
            seats=tuple([seat.row() for seat in self._seats]),
            watchers=self._watchers(),
            match=self._matches,
            votes=tuple(
                (motion, voter)
                for motion, voters in self._votes.items()
                for voter in sorted(voters)
            ),
        )
        if view == self._table_view:
            return
        self._table_view = view
        message = self._table_source.publish(view)
        for person in self._present:
            if person in self._table_viewers:
                self._send(person, message)

    def _send_table(self, person: int) -> None:
        self._table_viewers.add(person)
        self._send(person, self._table_source.sync())

    def _publish_game(
        self, match: Match, events: tuple[Event, ...], answered: tuple[int, int]
    ) -> None:
        facts = [msgspec.to_builtins(event) for event in events]
        audiences: dict[int, list[int]] = {}
        for person in self._present:
            audiences.setdefault(self._audience(person), []).append(person)
        self._game_sources = {
            audience: source
            for audience, source in self._game_sources.items()
            if audience in audiences
        }
        clock = self._reading()
        for audience, persons in audiences.items():
            source = self._game_sources.setdefault(audience, Source(GAME))
            decision = self._decision_of(audience)
            message = source.publish(self._view(match, audience), facts, decision, clock)
            for person in persons:
                mine = message
                if self._game_viewers.get(person) != audience:
                    self._game_viewers[person] = audience
                    mine = replace(source.sync(decision, clock), events=facts)
                if person == answered[0]:
                    mine = replace(mine, ref=answered[1])
                self._send(person, mine)

    def _send_game(self, person: int) -> None:
        """Send the whole game document to a person, if a match is or was played."""
        match = self._match
        if match is None:
            return
        audience = self._audience(person)
        source = self._game_sources.get(audience)
        if source is None:
            source = self._game_sources[audience] = Source(GAME)
            source.publish(self._view(match, audience))
        self._game_viewers[person] = audience
        self._send(person, source.sync(self._decision_of(audience), self._reading()))

    def _audience(self, person: int) -> int:
        number = self.seat_of(person)
        return SPECTATOR if number is None else number

    def _view(self, match: Match, audience: int) -> Struct:
        return match.view(None if audience == SPECTATOR else audience)

    def _decision_of(self, audience: int) -> int:
        decision = self._decisions.get(audience)
        if decision is None or self._seats[audience].is_bot_driven:
            return 0
        return decision.number

    def _reading(self) -> tuple[int, ...]:
        for decision in self._decisions.values():
            reading = decision.clock.reading(self._now)
            if reading:
                return reading
        return ()

    # --- effects -------------------------------------------------------------------------------

    def _begin(self, now: float) -> None:
        self._now = now
        self._effects = []

    def _end(self) -> list[Effect]:
        if not self._is_closed:
            self._check_idle()
            self._advance()
            self._publish_table()
            for person in self._to_resync & self._present.keys():
                self._send_game(person)
        self._to_resync.clear()
        row = self.summary()
        if row != self._row:
            self._row = row
            self._effects.append(Summarised())
        return self._effects

    def _check_idle(self) -> None:
        """Pause a room without people, and close it when nobody comes back."""
        if self._present or self._is_idle or self.policy.is_kept_without_people:
            return
        self._is_idle = True
        self._halt_clocks()
        self._effects.append(SetTimer("idle", self._now + self.policy.idle_close))

    def _wake(self) -> None:
        if self._is_idle:
            self._is_idle = False
            self._effects.append(SetTimer("idle", None))

    def _send(self, person: int, message: Message) -> None:
        self._effects.append(Send(person, message))

    def _notice(self, code: str, *facts: str, but: int = 0) -> None:
        for person in self._present:
            if person != but:
                self._send(person, Notice(code, facts))

    def _record(self, entry: Entry) -> None:
        self._effects.append(Record(entry))

    # --- restoring -----------------------------------------------------------------------------

    def _replay(self, entry: Entry) -> None:
        match entry:
            case SeatSet():
                if entry.kind == BOT and self._phase == PLAYING:
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
            case MatchEnded():
                self._phase = OVER
