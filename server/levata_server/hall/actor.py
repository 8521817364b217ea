"""One actor per table: it alone touches its room, one input after the other.

It carries out the effects of each input in order, after everything that must be logged is safely
stored (write first). A room that fails is rebuilt from its log once, then closed; no other table
notices.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol, assert_never

from levata.dealing import draw_deal
from levata.protocol.codec import encode
from levata.protocol.messages import Departed, Message, Rejected
from levata_server.players.pool import BotPool
from levata_server.room.effects import (
    AppendToLog,
    AskBot,
    Closed,
    Effect,
    MatchFinished,
    NeedDeal,
    Send,
    SetTimer,
    Summarised,
)
from levata_server.room.entries import Acted, LogEntry, MatchClosed, MatchStarted
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
from levata_server.room.room import Room
from levata_server.room.terms import RoomPolicy, TableConfig
from levata_server.runtime.clock import Clock, Timer
from levata_server.runtime.faults import trace
from levata_server.runtime.logs import LogMessage, TableLogger
from levata_server.runtime.measures import Traffic
from levata_server.store.store import Store, StoreError


class Outlet(Protocol):
    """Where what a table says goes."""

    def deliver(self, table: int, person: int, message: Message, frame: bytes) -> None: ...

    def summarised(self, room: Room) -> None: ...

    def closed(self, table: int, code: str) -> None: ...

    def present_at(self, table: int) -> Sequence[Joined]:
        """Return the persons connected at a table, as if they came just now."""
        ...


@dataclass(frozen=True)
class RoomServices:
    """What every table needs of the server."""

    clock: Clock
    store: Store
    bots: BotPool
    outlet: Outlet
    policy: RoomPolicy
    mailbox: int
    """Requests that may wait for one table."""
    traffic: Traffic = field(default_factory=Traffic)


class RoomActor:
    """Runs one room."""

    def __init__(
        self, config: TableConfig, services: RoomServices, room: Room | None = None
    ) -> None:
        self.number = config.number
        self.room = room or Room(config, services.policy)
        self._config = config
        self._services = services
        self._mailbox: deque[Input] = deque()
        self._loop = asyncio.get_running_loop()
        self._is_scheduled = False
        """Whether the mailbox will be looked into soon."""
        self._is_held = True
        """Whether something must be finished first: the start, a write, a recovery."""
        self._due: dict[str, float] = {}
        """When what was asked for by name is to be told the room."""
        self._timers: dict[str, tuple[float, Timer]] = {}
        """By name, no later than it is due. Clocks are set and halted with every move but hardly
        ever run down, so a timer is left running, and looks when it fires."""
        self._position = 0
        """How many entries the log has."""
        self._reloads = 0
        self._is_over = False
        """Whether nothing is done any more: the table is closed, or the server stops."""
        self._recovery: asyncio.Task[None] | None = None
        self._logger = TableLogger(logging.getLogger(__name__), self.number)

    def start(self, logged: int | None = None) -> None:
        """Begin to work; of a restored room ``logged`` entries are in the log already."""
        if logged is None:
            self._go_on(())
        else:
            self._position = logged
            self._loop.call_soon(self._resume)

    async def stop(self) -> None:
        """End without closing the table: it goes on when its log is loaded again."""
        self._end()
        if self._recovery is not None:
            self._recovery.cancel()
            await asyncio.gather(self._recovery, return_exceptions=True)

    def post(self, item: Input) -> None:
        """Put an input in the mailbox."""
        self._mailbox.append(item)
        if not (self._is_held or self._is_scheduled):
            self._is_scheduled = True
            self._loop.call_soon(self._work)

    def take(self, item: Input) -> None:
        """Handle an input at once where nothing is before it; for callers that are done then."""
        if self._mailbox or self._is_held or self._is_over:
            self.post(item)
        else:
            self._handle(item)
            self._work()

    @property
    def is_busy(self) -> bool:
        """Whether so much waits that requests of clients must be refused."""
        return len(self._mailbox) >= self._services.mailbox

    # --- one input after the other -------------------------------------------------------------

    # Plain calls and no task: a task would have to be woken twice for every action of a match.

    def _work(self) -> None:
        self._is_scheduled = False
        while self._mailbox and not (self._is_held or self._is_over):
            self._handle(self._mailbox.popleft())

    def _go_on(self, effects: Sequence[Effect]) -> None:
        self._is_held = False
        self._carry_out(effects)
        self._work()

    def _end(self) -> None:
        self._is_over = True
        self._cancel_timers()

    def _resume(self) -> None:
        try:
            effects = self.room.resume(self._services.clock.now())
        except Exception as error:
            self._logger.error(LogMessage("the table failed to go on", error=trace(error)))
            self._recover()
        else:
            self._go_on(effects)

    def _handle(self, item: Input) -> None:
        if self._logger.isEnabledFor(logging.DEBUG):
            self._logger.debug(LogMessage("the table takes an input", **self._describe(item)))
        try:
            effects = self.room.handle(self._services.clock.now(), item)
        except Exception as error:
            self._note_failure(error, item)
            if isinstance(item, Requested):
                self._deliver(item.person, Rejected(item.request.ref, "failed"))
            self._recover()
        else:
            self._carry_out(effects, item)

    def _note_failure(self, error: Exception, item: Input | None) -> None:
        self._logger.error(
            LogMessage("the table failed", error=trace(error), **self._describe(item))
        )

    def _recover(self) -> None:
        """Rebuild the room from its log, the first time; then close it."""
        self._is_held = True
        self._cancel_timers()
        self._reloads += 1
        if self._reloads > 1:
            self._give_up()
            return
        name = f"recovery of table {self.number}"
        self._recovery = self._loop.create_task(self._reload(), name=name)

    async def _reload(self) -> None:
        services = self._services
        try:
            entries = await services.store.load_entries(self.number)
            self.room = Room.restore(self._config, entries, services.policy)
            effects = self.room.resume(services.clock.now())
        except StoreError:
            # The server hears of it from the store and stops.
            self._end()
        except Exception as error:
            self._logger.error(LogMessage("the table cannot be reloaded", error=trace(error)))
            self._give_up()
        else:
            self._logger.warning(LogMessage("the table is reloaded from its log"))
            self._position = len(entries)
            # They come first, and in their order: ownership passes on by it.
            self._mailbox.extendleft(reversed(services.outlet.present_at(self.number)))
            self._go_on(effects)

    def _give_up(self) -> None:
        farewell = Departed(self.number, "failed")
        for joined in self._services.outlet.present_at(self.number):
            self._deliver(joined.person, farewell)
        self._close("failed", is_log_kept=True)

    # --- effects -------------------------------------------------------------------------------

    def _carry_out(self, effects: Sequence[Effect], item: Input | None = None) -> None:
        """Write what must be logged, then do the rest; nothing else is taken in between."""
        entries: list[LogEntry] = []
        finished: list[MatchFinished] = []
        for effect in effects:
            # Quicker than `isinstance`, which asks the metaclass of what is no such effect.
            if type(effect) is Send:
                continue
            if type(effect) is AppendToLog:
                entries.append(effect.entry)
            elif type(effect) is MatchFinished:
                finished.append(effect)
        if not entries and not finished:
            self._do(effects, item)
            return
        try:
            self._services.store.append(
                self.number,
                self._position,
                entries,
                finished,
                lambda failure: self._written(failure, effects, item),
            )
        except Exception as error:
            self._note_failure(error, item)
            self._recover()
            return
        self._is_held = True
        self._position += len(entries)
        for entry in entries:
            self._tell(entry)

    def _written(
        self, failure: StoreError | None, effects: Sequence[Effect], item: Input | None
    ) -> None:
        if failure is not None:
            # The server hears of it from the store and stops; nothing has been sent.
            self._end()
        if not self._is_over:
            self._is_held = False
            self._do(effects, item)
            self._work()

    def _do(self, effects: Sequence[Effect], item: Input | None) -> None:
        number, deliver = self.number, self._services.outlet.deliver
        frame, packed = b"", None
        try:
            for effect in effects:
                if type(effect) is Send:
                    message = effect.message
                    # What goes to several persons comes in a row and is packed once.
                    if message is not packed:
                        frame, packed = encode(message), message
                    deliver(number, effect.person, message, frame)
                elif type(effect) is not AppendToLog:
                    self._do_other(effect)
        except Exception as error:
            self._note_failure(error, item)
            self._recover()

    def _do_other(self, effect: Effect) -> None:
        match effect:
            case SetTimer():
                self._set_timer(effect.name, effect.at)
            case NeedDeal():
                deal = draw_deal(effect.pack, effect.seats, effect.seed, effect.number)
                self.post(DealDrawn(deal))
            case AskBot():
                self._services.bots.ask(effect, self._reply_of(effect))
            case Summarised():
                self._services.outlet.summarised(self.room)
            case Closed():
                self._close(effect.code)
            case AppendToLog() | MatchFinished() | Send():
                pass
            case _:
                assert_never(effect)

    def _tell(self, entry: LogEntry) -> None:
        """Count an entry, or note it where the operator may want to know."""
        match entry:
            case Acted():
                how = entry.auto or "chosen"
                self._services.traffic.actions[self._config.game, how] += 1
            case MatchStarted():
                self._logger.info(
                    LogMessage("a match begins", match=entry.number, game=self._config.game)
                )
            case MatchClosed():
                self._logger.info(
                    LogMessage("a match ends", match=entry.number, reason=entry.reason)
                )
            case _:
                pass

    def _deliver(self, person: int, message: Message) -> None:
        self._services.outlet.deliver(self.number, person, message, encode(message))

    def _set_timer(self, name: str, at: float | None) -> None:
        if at is None:
            self._due.pop(name, None)
            return
        self._due[name] = at
        running = self._timers.get(name)
        if running is not None:
            if running[0] <= at:
                return
            running[1].cancel()
        self._run_timer(name, at)

    def _run_timer(self, name: str, at: float) -> None:
        self._timers[name] = at, self._services.clock.call_at(at, lambda: self._time_is(name, at))

    def _time_is(self, name: str, at: float) -> None:
        """Tell the room that it is time, if it still wants to know."""
        del self._timers[name]
        due = self._due.get(name)
        if due is None:
            return
        if due > at:
            self._run_timer(name, due)
            return
        del self._due[name]
        self.post(TimerFired(name))

    def _cancel_timers(self) -> None:
        for _, timer in self._timers.values():
            timer.cancel()
        self._timers.clear()
        self._due.clear()

    def _reply_of(self, ask: AskBot) -> Callable[[str], None]:
        return lambda action: self.post(BotChose(ask.seat, ask.decision, action))

    def _describe(self, item: Input | None) -> dict[str, str | int]:
        """Return what an input is about, with its seat and without any card."""
        if item is None:
            return {}
        facts: dict[str, str | int] = {"input": type(item).__name__}
        match item:
            case Requested():
                facts |= {"input": type(item.request).__name__, "person": item.person}
                seat = self.room.seat_of(item.person)
                if seat is not None:
                    facts["seat"] = seat
            case Joined() | Left() | ConnectionLost() | Renamed():
                facts["person"] = item.person
            case BotChose():
                facts |= {"seat": item.seat, "decision": item.decision}
            case TimerFired():
                facts["kind"] = item.name
            case CloseRequested():
                facts["code"] = item.code
            case DealDrawn():
                pass
        return facts

    def _close(self, code: str, is_log_kept: bool = False) -> None:
        self._end()
        closed = self._services.store.close_room(self.number, is_log_kept)

        def tell(future: asyncio.Future[None]) -> None:
            if future.exception() is None:
                self._services.outlet.closed(self.number, code)

        closed.add_done_callback(tell)
