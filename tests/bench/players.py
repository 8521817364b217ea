"""Players that cost so little CPU that a server under load is what is measured.

They speak WebSocket by themselves and follow the protocol without checking it, in the same way
against a whole server and against the bare one, which plays a recorded match back to them.
"""

from __future__ import annotations

import asyncio
import json
import random
import socket
import struct
import time
from collections import defaultdict
from typing import Any, Final

import msgpack
import msgspec

from levata.protocol.codec import decode_server, encode
from levata.protocol.diff import patch
from levata.protocol.documents import Channel, TablePhase
from levata.protocol.messages import (
    PROTOCOL_VERSION,
    Ack,
    Act,
    AskSync,
    CreateTable,
    Hello,
    Join,
    Lend,
    Rejected,
    Request,
    ServerMessage,
    Sit,
    Start,
    Sync,
    Update,
    Welcome,
)
from tests.support.table import TableDriver

_SYNC: Final = 2
_UPDATE: Final = 3
_TABLE_PHASE: Final = 6
_LEGAL: Final = 2
_BINARY, _PING, _PONG = 0x2, 0x9, 0xA
_UPGRADE: Final = (
    b"GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: bGV2YXRhLWxldmF0YS1sZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


class LoadTable:
    """A table and its four players: one move is under way at a time."""

    def __init__(self, number: int, load: Load) -> None:
        self.number = number
        self.load = load
        self.players: list[Player] = []
        self._sent: dict[int, tuple[int, float]] = {}
        """Who acted and when, by the version of the game document that the move leads to."""

    def moved(self, seat: int, version: int) -> None:
        """Note that a player acts, and which version everybody gets by it."""
        # What came before may still be on its way to some; older moves must not be met again in
        # the next match, where versions begin anew.
        kept = {each: sent for each, sent in self._sent.items() if version - 8 < each < version}
        self._sent = {**kept, version: (seat, time.perf_counter())}

    def seen(self, seat: int, version: int, now: float) -> None:
        """Note that the result of a move reached a player."""
        sent = self._sent.get(version)
        if sent is None:
            return
        actor, at = sent
        if seat == actor:
            self.load.own.append(now - at)
            self.load.moves += 1
        else:
            self.load.others.append(now - at)


class Load:
    """All players of one measurement, and what they measured since the last `reset`."""

    def __init__(self, seed: str) -> None:
        self.rng = random.Random(seed)
        self.think = 0.0
        """Mean seconds before a player acts; 0 for at once."""
        self.is_stopped = False
        self.is_paused = True
        self.tables: list[LoadTable] = []
        self._held: list[tuple[Player, int]] = []
        """Decisions that wait for the end of a pause."""
        self.reset()

    def reset(self) -> None:
        """Begin to measure anew."""
        self.moves = 0
        self.own: list[float] = []
        """Seconds from an act to its update, at whoever acted."""
        self.others: list[float] = []
        """The same at the other viewers."""

    def decide(self, player: Player, decision: int) -> None:
        """Let a player act when it is time."""
        if self.is_paused:
            self._held.append((player, decision))
        elif not self.think:
            player.act(decision)
        else:
            delay = self.rng.uniform(0.5, 1.5) * self.think
            asyncio.get_running_loop().call_later(delay, self._wake, player, decision)

    def _wake(self, player: Player, decision: int) -> None:
        if self.is_paused:
            self._held.append((player, decision))
        else:
            player.act(decision)

    def resume(self, think: float) -> None:
        """Let everybody act, after some seconds or at once."""
        self.is_paused, self.think = False, think
        held, self._held = self._held, []
        for player, decision in held:
            self.decide(player, decision)

    def pause(self) -> None:
        """Let nobody act."""
        self.is_paused = True

    async def sit_down(self, port: int, tables: int, game: str) -> None:
        """Fill tables of a whole server and begin a match at each."""
        for number in range(tables):
            table = LoadTable(number, self)
            self.tables.append(table)
            for seat in range(4):
                player = await Player.connect(table, seat, port)
                await player.hello()
                if seat == 0:
                    table.number = await player.ask(
                        CreateTable(player.ref(), game, 4, level="random")
                    )
                else:
                    await player.ask(Join(player.ref(), table.number))
                    await player.ask(Sit(player.ref(), seat))
        for table in self.tables:
            await table.players[0].ask(Start(table.players[0].ref()))

    async def sit_down_bare(self, port: int, tables: int, recording: Recording) -> None:
        """Fill tables of a bare server."""
        for number in range(tables):
            table = LoadTable(number, self)
            self.tables.append(table)
            for seat in range(4):
                player = await Player.connect(table, seat, port)
                player.send(json.dumps([number, seat]).encode())
                await player.next_message()
        for table in self.tables:
            for player, frame in zip(table.players, recording.first, strict=True):
                player.take(frame, time.perf_counter())

    async def stop(self) -> None:
        """Hang up."""
        self.is_stopped = True
        for table in self.tables:
            for player in table.players:
                player.transport.close()
        await asyncio.sleep(0)


class Player(asyncio.Protocol):
    """One connection."""

    transport: asyncio.Transport

    def __init__(self, table: LoadTable, seat: int) -> None:
        self.table = table
        self.seat = seat
        self._load = table.load
        self._buffer = b""
        self._is_open = False
        self._ref = 0
        self._documents: dict[int, list[Any]] = {}
        self._versions: dict[int, int] = defaultdict(int)
        self._answered = 0
        self._waiting: dict[int, asyncio.Future[ServerMessage]] = {}
        self._next: asyncio.Future[bytes] | None = None
        self.is_idle = False
        """Whether somebody else acts for the player."""
        self.is_cut = asyncio.Event()

    @classmethod
    async def connect(cls, table: LoadTable, seat: int, port: int) -> Player:
        """Open a connection for a seat of a table."""
        player = cls(table, seat)
        link = socket.create_connection(("127.0.0.1", port))
        link.setblocking(False)
        opened = player._wait_next()
        await asyncio.get_running_loop().create_connection(lambda: player, sock=link)
        player.transport.write(_UPGRADE)
        await opened
        table.players.append(player)
        return player

    # --- the protocol of the loop --------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep the transport."""
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport

    def connection_lost(self, exc: Exception | None) -> None:
        """Fail unless the measurement is over or the server had to do it."""
        self.is_cut.set()
        assert self._load.is_stopped or self.is_idle, "the server hung up"

    def data_received(self, data: bytes) -> None:
        """Take whatever frames are complete."""
        now = time.perf_counter()
        data = self._buffer + data if self._buffer else data
        if not self._is_open:
            head, separator, data = data.partition(b"\r\n\r\n")
            assert separator and b" 101 " in head, head  # noqa: PT018 - one fact
            self._is_open = True
            self._arrived(b"")
        start, size = 0, len(data)
        while size - start >= 2:
            length, begin = data[start + 1], start + 2
            if length >= 126:
                width = 2 if length == 126 else 8
                if size - begin < width:
                    break
                length = int.from_bytes(data[begin : begin + width], "big")
                begin += width
            if size - begin < length:
                break
            payload = data[begin : begin + length]
            kind = data[start] & 0xF
            start = begin + length
            if kind == _BINARY:
                self.take(payload, now)
            elif kind == _PING:
                self._send_frame(_PONG, payload)
        self._buffer = data[start:]

    def send(self, payload: bytes) -> None:
        """Send a message."""
        self._send_frame(_BINARY, payload)

    def _send_frame(self, kind: int, payload: bytes) -> None:
        size = len(payload)
        head = struct.pack("!BB", 0x80 | kind, 0x80 | size) if size < 126 else None
        if head is None:
            head = struct.pack("!BBH", 0x80 | kind, 0x80 | 126, size)
        # The mask is there to be applied; that of zeros leaves everything as it is.
        self.transport.write(head + b"\0\0\0\0" + payload)

    # --- setting up ----------------------------------------------------------------------------

    def ref(self) -> int:
        """Return a number for the next request."""
        self._ref += 1
        return self._ref

    async def hello(self) -> None:
        """Open the session."""
        name = f"Player {self.table.number}.{self.seat}"
        answer = await self._answer(Hello(self.ref(), PROTOCOL_VERSION, name))
        assert isinstance(answer, Welcome)

    async def ask(self, request: Request) -> int:
        """Send a request that must succeed; return the value of its answer."""
        answer = await self._answer(request)
        assert isinstance(answer, Ack), answer
        return answer.value

    async def next_message(self) -> bytes:
        """Return the next message of a bare server before the match."""
        return await self._wait_next()

    def lend(self) -> None:
        """Lend the seat, so that the match goes on whatever the player does."""
        self.is_idle = True
        self.send(encode(Lend(self.ref())))

    def stop_reading(self) -> None:
        """Take nothing any more."""
        self.transport.pause_reading()
        link: socket.socket = self.transport.get_extra_info("socket")
        link.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)

    def ask_for_more(self) -> None:
        """Ask for documents that will not be read."""
        if not self.transport.is_closing():
            self.send(encode(AskSync(self.ref(), Channel.GAME)))
            self.send(encode(AskSync(self.ref(), Channel.TABLE)))

    async def _answer(self, request: Request) -> ServerMessage:
        future: asyncio.Future[ServerMessage] = asyncio.get_running_loop().create_future()
        self._waiting[request.ref] = future
        self.send(encode(request))
        return await future

    def _wait_next(self) -> asyncio.Future[bytes]:
        self._next = asyncio.get_running_loop().create_future()
        return self._next

    def _arrived(self, payload: bytes) -> None:
        if self._next is not None:
            self._next.set_result(payload)
            self._next = None

    # --- playing -------------------------------------------------------------------------------

    def take(self, payload: bytes, now: float) -> None:
        """Take a message of the server."""
        if self._next is not None:
            self._arrived(payload)
            return
        message = msgpack.unpackb(payload)
        tag = message[0]
        if tag == _UPDATE:
            channel = message[1]
            self._documents[channel] = patch(self._documents[channel], message[4])
            self._follow(channel, message[2], message[6] if len(message) > 6 else 0, now)
        elif tag == _SYNC:
            channel = message[1]
            self._documents[channel] = message[4]
            self._follow(channel, message[2], message[5] if len(message) > 5 else 0, now)
        elif self._waiting:
            answer = decode_server(payload)
            if isinstance(answer, Ack | Rejected | Welcome):
                waiting = self._waiting.pop(answer.ref, None)
                if waiting is not None:
                    waiting.set_result(answer)

    def _follow(self, channel: Channel, version: int, decision: int, now: float) -> None:
        is_new = version != self._versions[channel]
        self._versions[channel] = version
        if channel == Channel.GAME:
            if is_new:
                self.table.seen(self.seat, version, now)
            if decision and decision != self._answered:
                self._answered = decision
                self._load.decide(self, decision)
        elif channel == Channel.TABLE and self.seat == 0 and self._is_match_over:
            self.send(encode(Start(self.ref())))

    @property
    def _is_match_over(self) -> bool:
        phase: int = self._documents[Channel.TABLE][_TABLE_PHASE]
        return phase == TablePhase.OVER and not self._load.is_stopped

    def act(self, decision: int) -> None:
        """Take any legal action."""
        if self._load.is_stopped or self.is_idle:
            return
        # A bare server leaves deals out, so there the document may lack legal actions.
        legal = self._documents[Channel.GAME][_LEGAL] or ["play 2C"]
        action = self._load.rng.choice(legal)
        self.table.moved(self.seat, self._versions[Channel.GAME] + 1)
        self.send(msgpack.packb([9, self.ref(), decision, action]))


class Recording:
    """A match as its players were sent it, for the bare server.

    Attributes:
        first: what each seat gets before the first move.
        moves: for each move the frame for each seat.
    """

    def __init__(self, game: str) -> None:
        """Play a match of random players at a room."""
        driver = TableDriver(game=game, seats=4, persons=4, options={})
        driver.start()
        guests = list(driver.guests.values())
        rng = random.Random("recording")
        heard: list[list[Update | Sync]] = [[_last_game(guest.messages)] for guest in guests]
        decided = [[guest.decision for guest in guests]]
        while not driver.documents:
            actor = next(guest for guest in guests if guest.decision)
            before = [len(guest.messages) for guest in guests]
            action = rng.choice(driver.view(actor.number).legal)
            driver.ask(actor.number, Act(1, actor.decision, action))
            for said, guest, start in zip(heard, guests, before, strict=True):
                said.append(_first_game(guest.messages[start:]))
            decided.append([guest.decision for guest in guests])
        # After the last move the first one follows again.
        decided[-1] = decided[0]
        frames = [
            [
                _numbered(messages[move], move, decided[move][seat])
                for seat, messages in enumerate(heard)
            ]
            for move in range(len(decided))
        ]
        self.first, self.moves = frames[0], frames[1:]

    def dumped(self) -> str:
        """Return the moves as text for the server."""
        return json.dumps([[frame.hex() for frame in move] for move in self.moves])

    @property
    def mean_bytes(self) -> float:
        """Return the mean size of a message."""
        frames = [frame for move in self.moves for frame in move]
        return sum(map(len, frames)) / len(frames)


def _is_game(message: ServerMessage) -> bool:
    return isinstance(message, Sync | Update) and message.channel == Channel.GAME


def _first_game(messages: list[ServerMessage]) -> Update | Sync:
    message = next(message for message in messages if _is_game(message))
    assert isinstance(message, Sync | Update)
    return message


def _last_game(messages: list[ServerMessage]) -> Update | Sync:
    return _first_game(messages[::-1])


def _numbered(message: Update | Sync, move: int, decision: int) -> bytes:
    # Deals are left out, so versions are counted anew and decisions come with the move before.
    numbered = msgspec.structs.replace(message, version=move, decision=decision and move + 1)
    return encode(numbered)
