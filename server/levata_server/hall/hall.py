"""Where connections, people and tables meet: every message of a client is decided on here.

Who somebody is comes from the token of the visitor and never from a message. The hall answers what
concerns the server as a whole; everything else goes to the table the person is at.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping, Sequence
from functools import partial

import levata
from levata.errors import RequestError
from levata.protocol.codec import encode
from levata.protocol.documents import Channel, TablePhase
from levata.protocol.messages import (
    PROTOCOL_VERSION,
    Ack,
    Act,
    AskSync,
    ClientMessage,
    CreateTable,
    Departed,
    Hello,
    Join,
    Leave,
    Message,
    Notice,
    Rejected,
    Rename,
    Request,
    Said,
    Say,
    Sit,
    Start,
    Sync,
    Update,
    Welcome,
)
from levata.text import clean_chat, clean_text
from levata_server.config import ServerConfig
from levata_server.hall.actor import RoomActor, RoomServices
from levata_server.hall.credentials import new_seed
from levata_server.hall.drain import Drain
from levata_server.hall.identities import Identities
from levata_server.hall.lobby import Lobby
from levata_server.hall.lobby_publisher import LobbyPublisher
from levata_server.hall.login_limiter import LoginLimiter
from levata_server.hall.visitor import Visitor
from levata_server.players.pool import BotPool
from levata_server.room.inputs import (
    CloseRequested,
    ConnectionLost,
    Joined,
    Left,
    Renamed,
    Requested,
)
from levata_server.room.room import Room
from levata_server.runtime.clock import Clock
from levata_server.runtime.faults import trace
from levata_server.runtime.logs import LogMessage
from levata_server.runtime.measures import Traffic
from levata_server.store.person import Person
from levata_server.store.store import Store, StoredRoom

_logger = logging.getLogger(__name__)
_CHANNELS = {
    Channel.LOBBY: "lobby",
    Channel.TABLE: "table",
    Channel.GAME: "game",
    Channel.HANDS: "hands",
}


class Hall:
    """The server without its sockets."""

    def __init__(
        self, config: ServerConfig, clock: Clock, store: Store, bots: BotPool, last_table: int = 0
    ) -> None:
        self._config = config
        self._limits = config.limits
        self._clock = clock
        self._store = store
        self.traffic = Traffic()
        self._services = RoomServices(
            clock, store, bots, self, config.room, config.limits.mailbox, self.traffic
        )
        self._lobby = Lobby(
            config.name, self._limits.tables, self._limits.tables_per_person, last_table
        )
        self._visitors: dict[int, Visitor] = {}
        """By person; only those who have said hello."""
        self._actors: dict[int, RoomActor] = {}
        self._login_limiter = LoginLimiter(config.limits, clock)
        self._identities = Identities(config.password, config.limits, clock, self._lobby)
        self._is_stopped = False
        self.drain = Drain(clock, self._is_quiet)
        self._lobby_publisher = LobbyPublisher(
            clock, self._limits.lobby_interval, self._lobby.view, self._in_lobby
        )

    # --- start and stop ------------------------------------------------------------------------

    def restore(self, people: Sequence[Person], rooms: Sequence[StoredRoom]) -> None:
        """Bring back the people and the tables that the store knows."""
        for person in people:
            self._lobby.restore_person(person)
        for stored in rooms:
            number = stored.config.number
            try:
                room = Room.restore(stored.config, stored.entries, self._config.room)
            except Exception as error:
                # Its log stays as it is: a corrected version may be able to read it.
                _logger.error(
                    LogMessage("a table cannot be restored", table=number, error=trace(error))
                )
                continue
            self._open(RoomActor(stored.config, self._services, room), len(stored.entries))
            _logger.info(LogMessage("a table goes on", table=number))
        # A table may be gone because the server ended while it closed.
        for person in people:
            if person.table not in self._actors:
                person.table = 0

    async def stop(self) -> None:
        """Let every table rest where it is; their logs are complete."""
        self._is_stopped = True
        self.drain.stop()
        self._lobby_publisher.stop()
        await asyncio.gather(*[actor.stop() for actor in self._actors.values()])

    # --- what the listener reports -------------------------------------------------------------

    def disconnect(self, visitor: Visitor) -> None:
        """Note that a connection is gone."""
        person = visitor.person
        if self._is_stopped or person is None or self._visitors.get(person.number) is not visitor:
            return
        del self._visitors[person.number]
        _logger.info(LogMessage("a person disconnected", person=person.number))
        self._identities.see_off(person)
        self._lobby_publisher.changed()
        if person.table:
            self._actors[person.table].post(ConnectionLost(person.number))

    def send_missing(self, visitor: Visitor) -> None:
        """Ask for the whole documents that a slow client needs, once its outbox is empty."""
        person = visitor.person
        if person is None:
            return
        for channel in visitor.missing():
            if channel == Channel.LOBBY:
                visitor.send(self._lobby_publisher.document())
            elif person.table:
                self._actors[person.table].post(Requested(person.number, _ask(channel)))

    # --- requests ------------------------------------------------------------------------------

    def request(self, visitor: Visitor, message: ClientMessage) -> None:
        """Carry out what a client asks for.

        Raises:
            LevataError: it is refused.
        """
        if self._is_stopped:
            return
        if isinstance(message, Hello):
            self._hello(visitor, message)
            return
        person = visitor.person
        if person is None:
            raise RequestError("hello_first")
        if self.drain.is_on:
            self._check_drain(person, message)
        if isinstance(message, AskSync):
            self.traffic.resyncs[_CHANNELS[message.channel]] += 1
        match message:
            case Act():  # what comes most
                self._forward(person, message)
            case CreateTable():
                self._create(visitor, person, message)
            case Join():
                self._check_join(visitor, message)
                self._move(visitor, person, message.table, Ack(message.ref))
            case Leave():
                if not person.table:
                    raise RequestError("not_at_a_table")
                self._move(visitor, person, 0, Ack(message.ref))
            case Rename():
                stored = self._rename(person, message.name)
                _send_once(stored, visitor, Ack(message.ref))
            case AskSync() if message.channel == Channel.LOBBY:
                visitor.send(self._lobby_publisher.document())
                visitor.send(Ack(message.ref))
            case Say() if not person.table:
                self._say(person, message.text)
                visitor.send(Ack(message.ref))
            case _:
                self._forward(person, message)

    def _hello(self, visitor: Visitor, hello: Hello) -> None:
        if visitor.person is not None:
            raise RequestError("hello_twice")
        if self._config.password:
            self._login_limiter.check(visitor.address)
        if not self._identities.knows_password(hello):
            self._login_limiter.note(visitor.address)
            # Later and deaf until then, so that nobody can try many.
            visitor.go_deaf()
            later = self._clock.now() + self._limits.password_seconds
            self._clock.call_at(later, partial(visitor.bye, "password"))
            return
        person = self._identities.find(hello)
        token = hello.token
        if person is None:
            if self.drain.is_on:
                raise RequestError("draining")
            person, token = self._identities.register(hello)
        elif self._identities.is_refused(person):
            visitor.bye("kicked")
            return
        elif hello.name:
            self._rename(person, hello.name)
        former = self._visitors.get(person.number)
        if former is not None:
            former.bye("replaced")
        visitor.admit(person)
        self._visitors[person.number] = visitor
        self._identities.welcome(person)
        self._lobby_publisher.changed()
        _logger.info(
            LogMessage(
                "a person connected",
                person=person.number,
                address=visitor.address,
                client=clean_text(hello.client),
            )
        )
        server = f"{self._config.name} ({levata.__version__})"
        visitor.send(
            Welcome(
                hello.ref,
                PROTOCOL_VERSION,
                token,
                person.number,
                person.name,
                server,
                person.table,
            )
        )
        if person.table:
            self._actors[person.table].post(_joined(visitor, person))
        else:
            visitor.send(self._lobby_publisher.document())
        if self.drain.is_on:
            visitor.send(Notice("draining", (str(self.drain.seconds_left),)))

    def _create(self, visitor: Visitor, person: Person, request: CreateTable) -> None:
        config = self._lobby.create(person, request, new_seed())
        self._store.add_room(config)
        self._open(RoomActor(config, self._services))
        opened = LogMessage(
            "a table opened", table=config.number, game=config.game, person=person.number
        )
        _logger.info(opened)
        self._move(visitor, person, config.number, Ack(request.ref, config.number))
        self._actors[config.number].post(Requested(person.number, Sit(0, 0)))

    def _move(self, visitor: Visitor, person: Person, table: int, answer: Ack) -> None:
        """Bring a person to a table or, of 0, to the lobby."""
        former = person.table
        if former and former != table:
            self._actors[former].post(Left(person.number))
            visitor.send(Departed(former, "moved" if table else "left"))
        person.table = table
        person.is_kept = True
        _send_once(self._store.save_person(person), visitor, answer)
        if table:
            self._actors[table].post(_joined(visitor, person))
        elif former:
            visitor.send(self._lobby_publisher.document())
        self._lobby_publisher.changed()

    def _rename(self, person: Person, name: str) -> asyncio.Future[None] | None:
        """Give a person another name; return the writing of it, None where nothing is written."""
        former = person.name
        self._lobby.rename(person, name)
        if person.name == former:
            return None
        self._lobby_publisher.changed()
        stored = self._store.save_person(person) if person.is_kept else None
        if person.table and person.is_connected:
            self._actors[person.table].post(Renamed(person.number, person.name))
        return stored

    def _say(self, person: Person, text: str) -> None:
        said = Said(person.number, person.name, clean_chat(text))
        frame = encode(said)
        for visitor in self._in_lobby():
            visitor.send(said, frame)

    def _forward(self, person: Person, request: Request) -> None:
        if not person.table:
            raise RequestError("not_at_a_table")
        actor = self._actors[person.table]
        if actor.is_busy:
            raise RequestError("busy")
        actor.take(Requested(person.number, request))

    def _check_join(self, visitor: Visitor, request: Join) -> None:
        if self._lobby.has_password(request.table):
            self._login_limiter.check(visitor.address)
        try:
            self._lobby.check_join(request.table, request.password)
        except RequestError as error:
            if error.code == "wrong_password":
                self._login_limiter.note(visitor.address)
            raise

    def _check_drain(self, person: Person, message: ClientMessage) -> None:
        """Refuse what would begin something new while the server is about to stop."""
        match message:
            case CreateTable() | Start():
                raise RequestError("draining")
            case Join(table=number) if number in self._actors:
                if self._actors[number].room.seat_of(person.number) is None:
                    raise RequestError("draining")
            case _:
                pass

    # --- what tables report (`levata_server.hall.actor.Outlet`) ------------------------------

    def deliver(self, table: int, person: int, message: Message, frame: bytes) -> None:
        """Send what a table says to a person, if he is still there and connected."""
        visitor = self._visitors.get(person)
        if visitor is None:
            return
        who = visitor.person
        if who is None or who.table != table:
            return
        match message:
            case Update() | Sync():
                if message.ref:
                    self.traffic.answered.observe(self._clock.now() - visitor.acted_at)
            case Departed():
                # Whoever leaves was told so when he asked.
                if message.code == "left":
                    return
            case Ack() | Rejected():
                # The answers to requests that the server itself made are for nobody.
                if not message.ref:
                    return
                if isinstance(message, Rejected):
                    self.traffic.refusals.add(message.code)
            case _:
                pass
        visitor.send(message, frame)

    def summarised(self, room: Room) -> None:
        """Show a table in the lobby as it is now."""
        self._lobby.summarise(room.summary())
        self._lobby_publisher.changed()
        self.drain.check()

    def closed(self, table: int, code: str) -> None:
        """Take a table away; whoever was there is in the lobby."""
        _logger.info(LogMessage("a table closed", table=table, code=code))
        self._actors.pop(table, None)
        for person in self._lobby.close(table):
            self._store.save_person(person)
            visitor = self._visitors.get(person.number)
            if visitor is not None:
                visitor.send(self._lobby_publisher.document())
        self._lobby_publisher.changed()
        self.drain.check()

    def present_at(self, table: int) -> list[Joined]:
        """Return the persons connected at a table, as if they came just now."""
        return [
            _joined(self._visitors[person.number], person)
            for person in self._lobby.people_at(table)
            if person.is_connected
        ]

    # --- what the operator asks for (`levata_server.operate.admin_service`) -----------

    @property
    def lobby(self) -> Lobby:
        """Return the people and tables; only to be read."""
        return self._lobby

    @property
    def visitors(self) -> Mapping[int, Visitor]:
        """Return the open sessions by person; only to be read."""
        return self._visitors

    @property
    def actors(self) -> Mapping[int, RoomActor]:
        """Return the tables that are there, by number; only to be read."""
        return self._actors

    def begin_drain(self, seconds: float) -> None:
        """Let running matches end before `Drain.done`; nothing new begins."""
        self.drain.begin(seconds)
        self.announce(Notice("draining", (str(self.drain.seconds_left),)))

    def announce(self, notice: Notice) -> None:
        """Tell everybody, at the tables and in the lobby."""
        frame = encode(notice)
        for visitor in self._visitors.values():
            visitor.send(notice, frame)

    def close_table(self, number: int) -> bool:
        """Close a table, if there is one of this number."""
        actor = self._actors.get(number)
        if actor is not None:
            actor.post(CloseRequested("operator"))
        return actor is not None

    def send_away(self, person: Person) -> None:
        """Take a person from table and server; his token opens nothing for a while."""
        self._identities.refuse(person)
        if person.table:
            self._actors[person.table].post(Left(person.number))
            person.table = 0
            self._store.save_person(person)
        visitor = self._visitors.get(person.number)
        if visitor is not None:
            visitor.bye("kicked")
        self._lobby_publisher.changed()

    # --- helpers -------------------------------------------------------------------------------

    def _is_quiet(self) -> bool:
        """Answer whether nobody plays or watches a match."""
        return not any(
            actor.room.summary().phase == TablePhase.PLAYING and actor.room.present
            for actor in self._actors.values()
        )

    def _open(self, actor: RoomActor, logged: int | None = None) -> None:
        self._actors[actor.number] = actor
        self._lobby.open(actor.room.config, actor.room.summary())
        self._lobby_publisher.changed()
        actor.start(logged)

    def _in_lobby(self) -> list[Visitor]:
        return [
            visitor
            for visitor in self._visitors.values()
            if visitor.person is not None and not visitor.person.table
        ]


def _ask(channel: Channel) -> AskSync:
    return AskSync(0, channel)


def _joined(visitor: Visitor, person: Person) -> Joined:
    return Joined(person.number, person.name, visitor.address)


def _send_once(stored: asyncio.Future[None] | None, visitor: Visitor, answer: Ack) -> None:
    """Send an answer once what it tells is safely stored, at once where nothing is."""
    if stored is None:
        visitor.send(answer)
        return
    stored.add_done_callback(lambda future: None if future.exception() else visitor.send(answer))
