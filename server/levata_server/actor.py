"""One actor per table: it alone touches its room, one input after the other.

It carries out the effects of each input in order, after everything that must be logged is safely
stored (write first). A room that fails is rebuilt from its log once, then closed; no other table
notices.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Protocol, assert_never

from levata.dealing import draw_deal
from levata.protocol.codec import encode
from levata.protocol.messages import Departed, Message, Rejected
from levata_server.bots import BotPool
from levata_server.clock import Clock, Timer
from levata_server.faults import trace
from levata_server.inputs import (
    Acted,
    AskBot,
    BotChose,
    Closed,
    CloseRequested,
    Command,
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
    Record,
    Renamed,
    Send,
    SetTimer,
    Summarised,
    TableConfig,
    TimerFired,
)
from levata_server.logs import Event, TableLogger
from levata_server.measures import Traffic
from levata_server.room import Room
from levata_server.store import Store, StoreError
from levata_server.table import RoomPolicy


class Outlet(Protocol):
    """Where what a table says goes."""

    def deliver(self, table: int, person: int, message: Message, frame: bytes) -> None: ...

    def summarised(self, room: Room) -> None: ...

    def closed(self, table: int, code: str) -> None: ...

    def present_at(self, table: int) -> Iterable[tuple[int, str]]:
        """Return number and name of the persons connected at a table."""
        ...


@dataclass(frozen=True)
class Services:
    """What every table needs of the server."""

    clock: Clock
    store: Store
    bots: BotPool
    outlet: Outlet
    policy: RoomPolicy
    mailbox: int
    """Requests that may wait for one table."""
    traffic: Traffic = field(default_factory=Traffic)


class Actor:
    """Runs one room."""

    def __init__(self, config: TableConfig, services: Services, room: Room | None = None) -> None:
        self.number = config.number
        self.room = room or Room(config, services.policy)
        self._config = config
        self._services = services
        self._mailbox: deque[Input] = deque()
        self._wake = asyncio.Event()
        self._timers: dict[str, Timer] = {}
        self._position = 0
        """How many entries the log has."""
        self._reloads = 0
        self._is_closed = False
        self._task: asyncio.Task[None] | None = None
        self._logger = TableLogger(logging.getLogger(__name__), self.number)

    def start(self, logged: int | None = None) -> None:
        """Begin to work; of a restored room ``logged`` entries are in the log already."""
        if logged is not None:
            self._position = logged
        self._task = asyncio.create_task(
            self._run(is_restored=logged is not None), name=f"table {self.number}"
        )

    async def stop(self) -> None:
        """End without closing the table: it goes on when its log is loaded again."""
        self._cancel_timers()
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def post(self, item: Input) -> None:
        """Put an input in the mailbox."""
        self._mailbox.append(item)
        self._wake.set()

    @property
    def is_busy(self) -> bool:
        """Whether so much waits that requests of clients must be refused."""
        return len(self._mailbox) >= self._services.mailbox

    # --- the loop ------------------------------------------------------------------------------

    async def _run(self, is_restored: bool) -> None:
        try:
            if is_restored:
                await self._resume()
            while not self._is_closed:
                if not self._mailbox:
                    self._wake.clear()
                    await self._wake.wait()
                await self._handle(self._mailbox.popleft())
        except StoreError:
            # The server hears of it from the store and stops; nothing has been sent.
            self._cancel_timers()

    async def _resume(self) -> None:
        try:
            await self._carry_out(self.room.resume(self._services.clock.now()))
        except StoreError:
            raise
        except Exception as error:
            self._logger.error(Event("the table failed to go on", error=trace(error)))
            await self._recover()

    async def _handle(self, item: Input) -> None:
        is_handled = False
        if self._logger.isEnabledFor(logging.DEBUG):
            self._logger.debug(Event("the table takes an input", **self._describe(item)))
        try:
            effects = self.room.handle(self._services.clock.now(), item)
            is_handled = True
            await self._carry_out(effects)
        except StoreError:
            raise
        except Exception as error:
            self._logger.error(
                Event("the table failed", error=trace(error), **self._describe(item))
            )
            if isinstance(item, Command) and not is_handled:
                self._deliver(item.person, Rejected(item.request.ref, "failed"), {})
            await self._recover()

    async def _recover(self) -> None:
        """Rebuild the room from its log, the first time; then close it."""
        self._cancel_timers()
        self._reloads += 1
        if self._reloads == 1:
            try:
                await self._reload()
            except StoreError:
                raise
            except Exception as error:
                self._logger.error(Event("the table cannot be reloaded", error=trace(error)))
            else:
                self._logger.warning(Event("the table is reloaded from its log"))
                return
        farewell = Departed(self.number, "failed")
        for person, _ in list(self._services.outlet.present_at(self.number)):
            self._deliver(person, farewell, {})
        await self._close("failed", is_log_kept=True)

    async def _reload(self) -> None:
        services = self._services
        entries = await services.store.load_entries(self.number)
        self._position = len(entries)
        self.room = Room.restore(self._config, entries, services.policy)
        await self._carry_out(self.room.resume(services.clock.now()))
        for person, name in list(services.outlet.present_at(self.number)):
            await self._carry_out(self.room.handle(services.clock.now(), Joined(person, name)))

    # --- effects -------------------------------------------------------------------------------

    async def _carry_out(self, effects: Sequence[Effect]) -> None:
        await self._write(effects)
        frames: dict[int, bytes] = {}
        for effect in effects:
            match effect:
                case Send():
                    self._deliver(effect.person, effect.message, frames)
                case SetTimer():
                    self._set_timer(effect.name, effect.at)
                case NeedDeal():
                    deal = draw_deal(effect.pack, effect.seats, effect.seed, effect.number)
                    self.post(Dealt(deal))
                case AskBot():
                    self._services.bots.ask(effect, self._reply_of(effect))
                case Summarised():
                    self._services.outlet.summarised(self.room)
                case Closed():
                    await self._close(effect.code)
                case Record() | MatchFinished():
                    pass
                case _:
                    assert_never(effect)

    async def _write(self, effects: Sequence[Effect]) -> None:
        entries = [effect.entry for effect in effects if isinstance(effect, Record)]
        finished = [effect for effect in effects if isinstance(effect, MatchFinished)]
        if not entries and not finished:
            return
        for entry in entries:
            self._tell(entry)
        position, self._position = self._position, self._position + len(entries)
        await self._services.store.append(self.number, position, entries, finished)

    def _tell(self, entry: Entry) -> None:
        """Count an entry, or note it where the operator may want to know."""
        match entry:
            case Acted():
                how = entry.auto or "chosen"
                self._services.traffic.actions[self._config.game, how] += 1
            case MatchStarted():
                self._logger.info(
                    Event("a match begins", match=entry.number, game=self._config.game)
                )
            case MatchEnded():
                self._logger.info(Event("a match ends", match=entry.number, reason=entry.reason))
            case _:
                pass

    def _deliver(self, person: int, message: Message, frames: dict[int, bytes]) -> None:
        """Send a message; what goes to several persons is packed once."""
        frame = frames.get(id(message))
        if frame is None:
            frame = frames[id(message)] = encode(message)
        self._services.outlet.deliver(self.number, person, message, frame)

    def _set_timer(self, name: str, at: float | None) -> None:
        old = self._timers.pop(name, None)
        if old is not None:
            old.cancel()
        if at is None:
            return

        def fire() -> None:
            self._timers.pop(name, None)
            self.post(TimerFired(name))

        self._timers[name] = self._services.clock.call_at(at, fire)

    def _cancel_timers(self) -> None:
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()

    def _reply_of(self, ask: AskBot) -> Callable[[str], None]:
        return lambda action: self.post(BotChose(ask.seat, ask.decision, action))

    def _describe(self, item: Input) -> dict[str, str | int]:
        """Return what an input is about, with its seat and without any card."""
        facts: dict[str, str | int] = {"input": type(item).__name__}
        match item:
            case Command():
                facts |= {"input": type(item.request).__name__, "person": item.person}
                seat = self.room.seat_of(item.person)
                if seat is not None:
                    facts["seat"] = seat
            case Joined() | Left() | Dropped() | Renamed():
                facts["person"] = item.person
            case BotChose():
                facts |= {"seat": item.seat, "decision": item.decision}
            case TimerFired():
                facts["kind"] = item.name
            case CloseRequested():
                facts["code"] = item.code
            case Dealt():
                pass
        return facts

    async def _close(self, code: str, is_log_kept: bool = False) -> None:
        self._is_closed = True
        self._cancel_timers()
        await self._services.store.close_room(self.number, is_log_kept)
        self._services.outlet.closed(self.number, code)
