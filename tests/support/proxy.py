"""A bad line between a client and a server: it harms what passes, once, where it is told to.

It knows just enough of WebSocket to tell the opening from frames and one frame from the next. What
it does to a frame of data happens on its way up to the server or down to the client.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import AsyncIterator
from enum import Enum, StrEnum, auto
from types import TracebackType
from typing import Final, NamedTuple, Self

from levata.protocol.messages import MAX_FRAME

_CONTROL: Final = 0x8
"""Frames with this bit in their code are pings, pongs and closes."""
_ILL_SECONDS: Final = 0.05
"""A line that has lost or garbled something breaks so soon after."""
_HELD_SECONDS: Final = 0.1
"""How long a delay is: many times what a frame takes."""


class Way(StrEnum):
    """Where a frame goes."""

    UP = "up"
    DOWN = "down"


class Fault(StrEnum):
    """What happens to a frame."""

    CUT = "cut"
    """The line breaks before it."""
    LOSE = "lose"
    """It is lost, and the line breaks a little later."""
    DELAY = "delay"
    """It, and all that follows it, comes late."""
    DUPLICATE = "duplicate"
    """It comes twice."""
    GARBLE = "garble"
    """Some of its bytes are others, and the line breaks a little later."""
    TRICKLE = "trickle"
    """It comes byte by byte."""
    HALF_CLOSE = "half-close"
    """It is the last one in this direction; the other direction stays open."""
    SILENCE = "silence"
    """It and whatever comes after it in either direction is lost, with no sign of it."""


class _Kind(Enum):
    OPENING = auto()
    CONTROL = auto()
    DATA = auto()


class _Piece(NamedTuple):
    kind: _Kind
    data: bytes
    head: int
    """Bytes before the payload."""


class _Line:
    """One connection through the proxy: two streams and their pumps."""

    def __init__(self, up: asyncio.StreamWriter, down: asyncio.StreamWriter) -> None:
        self._writers = {Way.UP: up, Way.DOWN: down}
        self.is_silent = False
        self.open_ways = set(Way)

    def writer(self, way: Way) -> asyncio.StreamWriter:
        """Return what leads a way."""
        return self._writers[way]

    def cut(self) -> None:
        """Break the line at both ends."""
        for writer in self._writers.values():
            writer.transport.abort()

    def end(self, way: Way) -> None:
        """Say that nothing more comes this way; break the line when nothing comes either way."""
        self.open_ways.discard(way)
        if not self.open_ways:
            self.cut()
        elif not self.writer(way).transport.is_closing():
            self.writer(way).write_eof()


class Proxy:
    """Listens for a client and speaks to a server, as a context manager."""

    def __init__(self, server_port: int, seed: str = "proxy") -> None:
        self.port = 0
        self.connections = 0
        """How many were made through it so far."""
        self.struck = asyncio.Event()
        """Whether the fault that was ordered has happened."""
        self.broken = asyncio.Event()
        """Whether the line has broken after it had lost or garbled something."""
        self._server_port = server_port
        self._rng = random.Random(seed)
        self._ordered: tuple[Fault, Way, _Kind] | None = None
        self._to_pass = 0
        """Pieces that the fault lets pass before it happens."""
        self._lines: set[_Line] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._server: asyncio.Server

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._server.close()
        self.cut()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._server.wait_closed()

    def order(
        self, fault: Fault, way: Way, is_opening: bool = False, after: int = 0
    ) -> asyncio.Event:
        """Let a fault happen to the next frame of data that goes this way, or to an opening.

        ``after`` so many of them pass unharmed. Returns `struck`, cleared.
        """
        self._ordered = (fault, way, _Kind.OPENING if is_opening else _Kind.DATA)
        self._to_pass = after
        self.struck.clear()
        return self.struck

    def cut(self) -> None:
        """Break every line."""
        for line in list(self._lines):
            line.cut()

    # --- lines ---------------------------------------------------------------------------------

    async def _accept(self, client: asyncio.StreamReader, down: asyncio.StreamWriter) -> None:
        try:
            server, up = await asyncio.open_connection("127.0.0.1", self._server_port)
        except OSError:
            down.transport.abort()
            return
        self.connections += 1
        line = _Line(up, down)
        self._lines.add(line)
        pumps = {
            asyncio.create_task(self._pump(line, Way.UP, client)),
            asyncio.create_task(self._pump(line, Way.DOWN, server)),
        }
        self._tasks |= pumps
        await asyncio.gather(*pumps, return_exceptions=True)
        self._tasks -= pumps
        self._lines.discard(line)
        line.cut()

    async def _pump(self, line: _Line, way: Way, reader: asyncio.StreamReader) -> None:
        with contextlib.suppress(OSError):
            async for piece in _pieces(reader):
                if line.is_silent or way not in line.open_ways:
                    continue
                fault = self._fault_for(way, piece.kind)
                if fault is None:
                    line.writer(way).write(piece.data)
                else:
                    await self._strike(fault, line, way, piece)
                await line.writer(way).drain()
        if not line.is_silent:
            line.end(way)

    def _fault_for(self, way: Way, kind: _Kind) -> Fault | None:
        if self._ordered is None or self._ordered[1:] != (way, kind):
            return None
        if self._to_pass:
            self._to_pass -= 1
            return None
        fault, self._ordered = self._ordered[0], None
        return fault

    async def _strike(self, fault: Fault, line: _Line, way: Way, piece: _Piece) -> None:
        self.struck.set()
        writer = line.writer(way)
        match fault:
            case Fault.CUT:
                line.cut()
            case Fault.LOSE:
                self._break_soon(line)
            case Fault.DELAY:
                await asyncio.sleep(_HELD_SECONDS)
                writer.write(piece.data)
            case Fault.DUPLICATE:
                writer.write(piece.data * 2)
            case Fault.GARBLE:
                writer.write(self._garbled(piece))
                self._break_soon(line)
            case Fault.TRICKLE:
                for byte in piece.data:
                    writer.write(bytes((byte,)))
                    await asyncio.sleep(0)
            case Fault.HALF_CLOSE:
                writer.write(piece.data)
                line.end(way)
            case Fault.SILENCE:
                line.is_silent = True

    def _garbled(self, piece: _Piece) -> bytes:
        """Return the bytes with some of the payload changed, or of the head where it is empty."""
        data = bytearray(piece.data)
        first = piece.head if piece.head < len(data) else 0
        for _ in range(self._rng.randint(1, 3)):
            data[self._rng.randrange(first, len(data))] ^= self._rng.randint(1, 255)
        return bytes(data)

    def _break_soon(self, line: _Line) -> None:
        def cut() -> None:
            line.cut()
            self.broken.set()

        asyncio.get_running_loop().call_later(_ILL_SECONDS, cut)


async def _pieces(reader: asyncio.StreamReader) -> AsyncIterator[_Piece]:
    """Yield the opening and then frame by frame; half a piece at the end is lost."""
    with contextlib.suppress(asyncio.IncompleteReadError):
        opening = await reader.readuntil(b"\r\n\r\n")
        yield _Piece(_Kind.OPENING, opening, 0)
        while True:
            head = await reader.readexactly(2)
            length, is_masked = head[1] & 0x7F, bool(head[1] & 0x80)
            if length >= 126:
                more = await reader.readexactly(2 if length == 126 else 8)
                head, length = head + more, int.from_bytes(more, "big")
            assert length <= 64 * MAX_FRAME, "not a frame"
            if is_masked:
                head += await reader.readexactly(4)
            kind = _Kind.CONTROL if head[0] & _CONTROL else _Kind.DATA
            yield _Piece(kind, head + await reader.readexactly(length), len(head))
