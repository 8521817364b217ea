"""A room under virtual time: it gets its deals, timers and bot answers, and people keep mirrors."""

from __future__ import annotations

import random
from typing import Any

import msgspec

from levata.errors import LevataError
from levata.game import Deal, View
from levata.games import find_game
from levata.match import Match
from levata.protocol.codec import decode_server, encode
from levata.protocol.documents import (
    Channel,
    HandsDocument,
    HandsShown,
    Presence,
    TableDocument,
    TablePhase,
)
from levata.protocol.messages import (
    Ack,
    Act,
    Departed,
    Notice,
    Rejected,
    Request,
    Said,
    ServerMessage,
    Sit,
    Start,
    Sync,
    Update,
)
from levata.protocol.mirror import Mirror
from levata_server.room.effects import (
    AppendToLog,
    AskBot,
    Closed,
    Effect,
    MatchFinished,
    NeedDeal,
    Send,
    SetTimer,
)
from levata_server.room.entries import LogEntry
from levata_server.room.inputs import (
    BotChose,
    ConnectionLost,
    DealDrawn,
    Input,
    Joined,
    Left,
    Requested,
    TimerFired,
)
from levata_server.room.room import Room
from levata_server.room.running import RunningMatch
from levata_server.room.terms import RoomPolicy, TableConfig

SHORT: dict[str, Any] = {"sequence": "1-4-1"}


class Guest:
    """A person at the table: what the wire brought."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.mirrors = {
            channel: Mirror(channel) for channel in (Channel.TABLE, Channel.GAME, Channel.HANDS)
        }
        self.ref = 0
        """Of the last request."""
        self.decision = 0
        self.clock: tuple[int, ...] = ()
        self.messages: list[ServerMessage] = []
        self.frames: list[bytes] = []
        """Those of the messages."""

    def take(self, frame: bytes) -> None:
        """Read a frame as a client does; any gap or wrong check fails the test."""
        message = decode_server(frame)
        self.messages.append(message)
        self.frames.append(frame)
        if isinstance(message, Sync):
            self.mirrors[message.channel].sync(message)
        elif isinstance(message, Update):
            assert self.mirrors[message.channel].update(message), message
        elif isinstance(message, Departed):
            for mirror in self.mirrors.values():
                mirror.clear()
            self.decision = 0
        if isinstance(message, Sync | Update) and message.channel == Channel.GAME:
            self.decision, self.clock = message.decision, message.clock

    @property
    def table(self) -> TableDocument:
        """Return the table document."""
        return msgspec.convert(self.mirrors[Channel.TABLE].document, TableDocument)

    @property
    def hands(self) -> HandsDocument | None:
        """Return the document of the hands, None where there was none so far."""
        document = self.mirrors[Channel.HANDS].document
        return None if document is None else msgspec.convert(document, HandsDocument)

    def presence(self, seat: int) -> Presence:
        """Return who plays a seat, as the table document says."""
        return self.table.seats[seat].presence

    def phase(self) -> TablePhase:
        """Return how far the table is, as its document says."""
        return self.table.phase

    def hands_shown(self) -> HandsShown:
        """Return what watchers see of the hands, as the table document says."""
        return self.table.hands

    @property
    def notices(self) -> list[tuple[str, tuple[str, ...]]]:
        """Return all notices so far."""
        return [(m.code, m.facts) for m in self.messages if isinstance(m, Notice)]

    @property
    def said(self) -> list[str]:
        """Return the chat lines so far."""
        return [message.text for message in self.messages if isinstance(message, Said)]


class TableDriver:
    """Carries out the effects of a room and lets virtual time pass."""

    def __init__(
        self,
        *,
        seats: int = 4,
        persons: int = 1,
        game: str = "whist",
        options: dict[str, Any] | None = None,
        pace: str = "normal",
        policy: RoomPolicy | None = None,
        seed: int = 1,
        first_deals: list[Deal] | None = None,
        watch: str = "closed",
    ) -> None:
        self.config = TableConfig(
            number=7,
            name="Evening",
            game=game,
            seats=seats,
            options=dict(SHORT) if options is None else options,
            pace=pace,
            level="easy",
            owner=1,
            seed="secret",
            watch=watch,
        )
        self.policy = policy or RoomPolicy()
        self.room = Room(self.config, self.policy)
        self.rng = random.Random(seed)
        self.now = 100.0
        self.guests: dict[int, Guest] = {}
        self.log: list[LogEntry] = []
        self.documents: list[dict[str, Any]] = []
        self.effects: list[Effect] = []
        self.timers: dict[str, float] = {}
        self.asked: list[AskBot] = []
        self.closed: str = ""
        self.first_deals = list(first_deals or [])
        self._deals_needed: list[NeedDeal] = []
        for person in range(1, persons + 1):
            self.join(person)
            self.ask(person, Sit(1, person - 1))

    @property
    def running(self) -> RunningMatch:
        """Return the match begun last."""
        running = self.room.matches.running
        assert running is not None
        return running

    @property
    def match(self) -> Match:
        """Return the rules' side of it, every hidden card included."""
        return self.running.match

    def handle(self, item: Input) -> list[Effect]:
        """Put one input to the room, and every deal it then needs."""
        effects = self.room.handle(self.now, item)
        self._carry_out(effects)
        while self._deals_needed:
            self._carry_out(
                self.room.handle(self.now, DealDrawn(self._draw(self._deals_needed.pop())))
            )
        return effects

    def restart(self) -> None:
        """Lose the room and rebuild it from its log; nobody is connected any more."""
        self.room = Room.restore(self.config, self.log, self.policy)
        self.timers.clear()
        self.asked.clear()
        self.guests.clear()
        self._carry_out(self.room.resume(self.now))

    def join(self, person: int, address: str = "") -> Guest:
        """Let a person come to the table, or come back."""
        guest = self.guests.setdefault(person, Guest(person))
        # A new connection has no document yet.
        for mirror in guest.mirrors.values():
            mirror.clear()
        self.handle(Joined(person, f"P{person}", address))
        return guest

    def drop(self, person: int) -> None:
        """Cut a person's connection."""
        self.handle(ConnectionLost(person))

    def leave(self, person: int) -> None:
        """Let a person leave."""
        self.handle(Left(person))

    def ask(self, person: int, request: Request) -> str:
        """Send a request; return ``ok`` or the code of the refusal."""
        guest = self.guests[person]
        guest.ref += 1
        request = msgspec.structs.replace(request, ref=guest.ref)
        before = len(guest.messages)
        self.handle(Requested(person, request))
        answers = [
            message
            for message in guest.messages[before:]
            if isinstance(message, Ack | Rejected | Update | Sync) and _ref_of(message) == guest.ref
        ]
        assert len(answers) == 1, answers
        return answers[0].code if isinstance(answers[0], Rejected) else "ok"

    def start(self) -> None:
        """Begin a match."""
        assert self.ask(1, Start(1)) == "ok"

    def view(self, person: int) -> View:
        """Return a person's typed view of the game."""
        view_type: type[View] = find_game(self.config.game).view_type
        return msgspec.convert(self.guests[person].mirrors[Channel.GAME].document, view_type)

    def answer_bot(self, action: str | None = None) -> None:
        """Answer the oldest question to a bot, with any legal action unless one is given."""
        question = self.asked.pop(0)
        if action is None:
            action = self.rng.choice(question.question.view.legal)
        self.handle(BotChose(question.seat, question.decision, action))

    def run_bots(self) -> None:
        """Answer bots until only people, or nobody, must act."""
        while self.asked:
            self.answer_bot()

    def play_on(self) -> None:
        """Play until the match is over: bots and people do anything legal."""
        for _ in range(5000):
            if self.documents:
                return
            self.run_bots()
            for person, guest in self.guests.items():
                if guest.decision:
                    self.ask(person, Act(1, guest.decision, self.view(person).legal[0]))
        raise AssertionError("the match does not end")

    def wait_for_turn(self, person: int = 1) -> None:
        """Let everybody else act until a person must."""
        while not self.guests[person].decision:
            if self.asked:
                self.answer_bot()
                continue
            other = next(number for number, guest in self.guests.items() if guest.decision)
            action = self.view(other).legal[0]
            self.ask(other, Act(1, self.guests[other].decision, action))

    def step(self, rng: random.Random) -> bool:
        """Let one of those who must act do anything legal; answer whether anybody had to."""
        ready = [guest for guest in self.guests.values() if guest.decision]
        if ready:
            guest = rng.choice(ready)
            action = rng.choice(self.view(guest.number).legal)
            assert self.ask(guest.number, Act(1, guest.decision, action)) == "ok"
        elif self.asked:
            self.answer_bot()
        elif "masked" in self.timers:
            self.fire("masked")
        else:
            return False
        return True

    def fire(self, name: str) -> None:
        """Let time pass up to a timer and fire it."""
        self.now = max(self.now, self.timers.pop(name))
        self.handle(TimerFired(name))

    def _carry_out(self, effects: list[Effect]) -> None:
        self.effects = effects
        for effect in effects:
            match effect:
                case AppendToLog():
                    self.log.append(effect.entry)
                case Send():
                    guest = self.guests.get(effect.person)
                    if guest is not None:
                        guest.take(encode(effect.message))
                case SetTimer():
                    self.timers.pop(effect.name, None)
                    if effect.at is not None:
                        self.timers[effect.name] = effect.at
                case NeedDeal():
                    self._deals_needed.append(effect)
                case AskBot():
                    self.asked.append(effect)
                case MatchFinished():
                    self.documents.append(effect.document)
                case Closed():
                    self.closed = effect.code
                case _:
                    pass

    def _draw(self, need: NeedDeal) -> Deal:
        if self.first_deals:
            return self.first_deals.pop(0)
        order = list(need.pack)
        self.rng.shuffle(order)
        return Deal(tuple(order), self.rng.randrange(need.seats))


def _ref_of(message: Ack | Rejected | Update | Sync) -> int:
    return message.ref


def refusal(call: Any, *arguments: Any) -> str:
    """Return the code with which a call is refused."""
    try:
        call(*arguments)
    except LevataError as error:
        return error.code
    raise AssertionError("not refused")
