"""Whole messages read and written by hand are what the library makes of the same bytes."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from typing import NamedTuple

import pytest
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed
from websockets.frames import Close, Frame, Opcode

from levata.protocol.codec import encode
from levata.protocol.messages import MAX_FRAME, Ack, Say
from levata_server.config import Limits
from levata_server.door.frames import PlayerConnection, head_of
from tests.support.clients import Client
from tests.support.server import config_of, running

_UPGRADE = (
    b"GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: bGV2YXRhLWxldmF0YS1sZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
_SIZES = (0, 1, 2, 30, 90, 124, 125, 126, 127, 300, 4000, MAX_FRAME)
_GOODBYE = Frame(Opcode.CLOSE, Close(1000, "").serialize()).serialize(mask=True)


class Heard(NamedTuple):
    """What a connection made of a stream of bytes."""

    messages: list[str | bytes]
    answers: bytes
    """What it sent on the wire."""
    close_code: int | None


class Line:
    """A connection and the other end of its socket."""

    def __init__(
        self,
        connection: ServerConnection,
        heard: list[str | bytes],
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        ended: asyncio.Event,
    ) -> None:
        self.connection = connection
        self.heard = heard
        """All messages, however they came."""
        self.reader = reader
        self._writer = writer
        self._ended = ended
        """Whether the connection gives no more messages."""

    async def end(self) -> bytes:
        """Return what the connection sent until it hung up, and hang up."""
        sent = await self.reader.read()
        self._writer.close()
        await self._ended.wait()
        return sent


@asynccontextmanager
async def line_to(kind: type[ServerConnection]) -> AsyncGenerator[Line]:
    """Open a connection of a kind, as the listener sets it up."""
    heard: list[str | bytes] = []
    opened: asyncio.Future[ServerConnection] = asyncio.get_running_loop().create_future()
    ended = asyncio.Event()

    async def handle(connection: ServerConnection) -> None:
        opened.set_result(connection)
        try:
            async for message in connection:
                heard.append(message)
        except ConnectionClosed:
            pass
        finally:
            ended.set()

    async with serve(
        handle,
        "127.0.0.1",
        0,
        create_connection=kind,
        compression=None,
        max_size=MAX_FRAME,
        ping_interval=None,
        close_timeout=0.5,
    ) as server:
        port: int = next(iter(server.sockets)).getsockname()[1]
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(_UPGRADE)
        await reader.readuntil(b"\r\n\r\n")
        try:
            yield Line(await opened, heard, reader, writer, ended)
        finally:
            writer.close()


async def hear(
    kind: type[ServerConnection], pieces: list[bytes], yields: list[bool], listens_at: int
) -> Heard:
    """Feed a connection with pieces of a stream, and pause between some of them."""
    async with line_to(kind) as line:
        connection = line.connection
        for number, piece in enumerate(pieces):
            if number == listens_at and isinstance(connection, PlayerConnection):
                connection.listen = line.heard.append
            connection.data_received(piece)
            if yields[number]:
                await asyncio.sleep(0)
        answers = await line.end()
        return Heard(line.heard, answers, connection.close_code)


def _frames(rng: random.Random) -> list[bytes]:
    """Return frames of a client, mostly binary messages, and the one that says goodbye."""
    frames: list[bytes] = []
    for _ in range(rng.randrange(1, 12)):
        size = rng.choice(_SIZES)
        match rng.choice("mmmmmmmmtpf"):
            case "m":
                frames.append(Frame(Opcode.BINARY, rng.randbytes(size)).serialize(mask=True))
            case "t":
                frames.append(Frame(Opcode.TEXT, b"x" * size).serialize(mask=True))
            case "p":
                frames.append(Frame(Opcode.PING, b"ping").serialize(mask=True))
            case _:
                first = Frame(Opcode.BINARY, rng.randbytes(size // 2), fin=False)
                ping = Frame(Opcode.PONG, b"between")
                rest = Frame(Opcode.CONT, rng.randbytes(size // 2))
                frames += [frame.serialize(mask=True) for frame in (first, ping, rest)]
    if rng.random() < 0.3:
        frames.append(rng.choice(_BROKEN))
    return [*frames, _GOODBYE]


_BROKEN = (
    Frame(Opcode.BINARY, b"without a mask").serialize(mask=False),
    Frame(Opcode.BINARY, bytes(MAX_FRAME + 1)).serialize(mask=True),
    Frame(Opcode.CONT, b"of nothing").serialize(mask=True),
    b"\xc2\x81abcd-",  # a reserved bit
    b"\x83\x81abcd-",  # a reserved kind
)


def _cut(rng: random.Random, frames: list[bytes]) -> list[bytes]:
    """Return the stream of the frames in pieces: each by itself, some together, or any way."""
    match rng.choice(("alone", "together", "anywhere")):
        case "alone":
            return frames
        case "together":
            at = rng.randrange(len(frames) + 1)
            return [piece for piece in (b"".join(frames[:at]), *frames[at:]) if piece]
        case _:
            stream = b"".join(frames)
            cuts = sorted(rng.randrange(1, len(stream)) for _ in range(rng.randrange(1, 9)))
            ends = [*cuts, len(stream)]
            parts = [stream[start:end] for start, end in zip([0, *cuts], ends, strict=True)]
            return [part for part in parts if part]


@pytest.mark.parametrize("seed", range(60))
async def test_any_stream_is_heard_as_the_library_hears_it(seed: int) -> None:
    rng = random.Random(seed)
    pieces = _cut(rng, _frames(rng))
    yields = [rng.random() < 0.5 for _ in pieces]
    listens_at = rng.choice((0, 0, 0, rng.randrange(len(pieces))))
    expected = await hear(ServerConnection, pieces, yields, listens_at)
    assert await hear(PlayerConnection, pieces, yields, listens_at) == expected


_SHORT = b"\x82\x83abcd---"
_STREAMS = {
    "a piece that looks like a message": [b"\x82\x8b\0\0\0\0ab", _SHORT, _GOODBYE],
    "a message after the goodbye": [_GOODBYE, _SHORT],
    "a message after what is none": [_BROKEN[0], _SHORT],
    "a message between fragments": [b"\x02\x81\0\0\0\0a", _SHORT, _GOODBYE],
}


@pytest.mark.parametrize("name", _STREAMS)
async def test_short_message_is_one_only_where_one_may_come(name: str) -> None:
    pieces = _STREAMS[name]
    yields = [False] * len(pieces)
    expected = await hear(ServerConnection, pieces, yields, 0)
    assert await hear(PlayerConnection, pieces, yields, 0) == expected


@pytest.mark.parametrize("size", [*range(130), 65_535, 65_536, 70_000])
def test_heads_of_messages_are_those_of_the_library(size: int) -> None:
    whole = Frame(Opcode.BINARY, bytes(size)).serialize(mask=False)
    assert head_of(size) + bytes(size) == whole


async def test_message_pushed_is_on_the_wire_at_once() -> None:
    async with line_to(PlayerConnection) as line:
        assert _push(line)(b"hello")
        assert await line.reader.readexactly(7) == b"\x82\x05hello"


async def test_closing_connection_takes_messages_and_sends_nothing() -> None:
    async with line_to(PlayerConnection) as line:
        line.connection.data_received(_GOODBYE)
        assert _push(line)(b"hello")
        assert await line.end() == b"\x88\x02\x03\xe8"


async def test_connection_that_does_not_take_a_message_at_once_refuses_the_next() -> None:
    async with line_to(PlayerConnection) as line:
        push = _push(line)
        sent = 0
        while push(bytes(60_000)):
            sent += 1
        assert sent > 0
        transport = line.connection.transport
        assert transport.get_write_buffer_size() > 0
        transport.abort()


def _push(line: Line) -> Callable[[bytes], bool]:
    assert isinstance(line.connection, PlayerConnection)
    return line.connection.push


# --- on a running server --------------------------------------------------------------------------


@pytest.fixture
def patient() -> Limits:
    return Limits(lobby_interval=0.0, bad_frames=10_000)


async def test_messages_in_pieces_keep_their_place(patient: Limits) -> None:
    async with running(config_of(limits=patient)) as server, Client(server.port) as client:
        await client.hello("Ana")
        refs = list(range(10, 40))
        for ref in refs:
            frame = encode(Say(ref, "hello"))
            if ref % 3:
                await client.send_frame(frame)
            else:
                await client.send_in_pieces(frame[:2], frame[2:4], frame[4:])
        await client.receive(Ack, lambda answer: answer.ref == refs[-1])
        answers = [message.ref for message in client.messages if isinstance(message, Ack)]
        assert answers == refs


@pytest.mark.parametrize("cut", [1, 2, 5, 6, 7, 9, 30, 1000])
async def test_messages_cut_anywhere_arrive(patient: Limits, cut: int) -> None:
    async with running(config_of(limits=patient)) as server, Client(server.port) as client:
        await client.hello("Ana")
        refs = list(range(10, 50))
        texts = ["hello" * (ref if ref % 7 == 0 else 1) for ref in refs]
        whole = b"".join(
            Frame(Opcode.BINARY, encode(Say(ref, text))).serialize(mask=True)
            for ref, text in zip(refs, texts, strict=True)
        )
        for start in range(0, len(whole), cut):
            client.send_bytes(whole[start : start + cut])
            await asyncio.sleep(0)
        await client.receive(Ack, lambda answer: answer.ref == refs[-1])
        answers = [message.ref for message in client.messages if isinstance(message, Ack)]
        assert answers == refs
