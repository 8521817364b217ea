"""One WebSocket to a server: everything that comes is handed over as it is, at once."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Self

from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.http11 import Response
from websockets.protocol import State
from websockets.uri import parse_uri


class Line(asyncio.Protocol):
    """A connection, without the queue and the tasks of the library's own client.

    With those, what was received and what was taken note of would be two different things.
    """

    def __init__(self, port: int, hear: Callable[[bytes], None], end: Callable[[], None]) -> None:
        """``hear`` is told each message, ``end`` once that nothing comes any more."""
        uri = parse_uri(f"ws://127.0.0.1:{port}/")
        self._protocol = ClientProtocol(uri, max_size=None)
        self._port = port
        self._hear = hear
        self._end = end
        self._transport: asyncio.Transport
        self._pieces: list[bytes] = []
        self._opened = asyncio.get_running_loop().create_future()
        self._echoes: dict[bytes, asyncio.Future[None]] = {}
        self._pings = 0
        self.is_lost = False
        """Whether nothing comes any more."""

    async def open(self) -> Self:
        """Connect."""
        loop = asyncio.get_running_loop()
        await loop.create_connection(lambda: self, "127.0.0.1", self._port)
        await self._opened
        return self

    @property
    def is_open(self) -> bool:
        """Whether something can be sent."""
        return not self.is_lost and self._protocol.state is State.OPEN

    @property
    def farewell(self) -> tuple[int | None, str | None]:
        """Return code and reason with which the connection was closed."""
        return self._protocol.close_code, self._protocol.close_reason

    # --- what is sent --------------------------------------------------------------------------

    def send(self, frame: bytes) -> None:
        """Send a binary message."""
        self._protocol.send_binary(frame)
        self._flush()

    def send_text(self, text: str) -> None:
        """Send a text message."""
        self._protocol.send_text(text.encode())
        self._flush()

    def send_in_pieces(self, first: bytes, second: bytes) -> None:
        """Send one message as two frames."""
        self._protocol.send_binary(first, fin=False)
        self._protocol.send_continuation(second, fin=True)
        self._flush()

    def close(self) -> None:
        """Close in good order."""
        self._protocol.send_close(1000)
        self._flush()

    def cut(self) -> None:
        """Lose the connection as when a cable is pulled."""
        self._transport.abort()

    def echo(self) -> asyncio.Future[None]:
        """Return what is done when all that the server has sent so far was heard, or all it ever
        will.
        """
        echo: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        if self.is_open:
            self._pings += 1
            payload = self._pings.to_bytes(4, "big")
            self._echoes[payload] = echo
            self._protocol.send_ping(payload)
            self._flush()
        else:
            echo.set_result(None)
        return echo

    def _flush(self) -> None:
        for data in self._protocol.data_to_send():
            if data:
                self._transport.write(data)
            elif self._transport.can_write_eof() and not self._transport.is_closing():
                self._transport.write_eof()

    # --- what comes (`asyncio.Protocol`) -------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        self._protocol.send_request(self._protocol.connect())
        self._flush()

    def data_received(self, data: bytes) -> None:
        self._protocol.receive_data(data)
        self._flush()
        for event in self._protocol.events_received():
            if isinstance(event, Response):
                self._opened.set_result(None)
            elif isinstance(event, Frame):
                self._take(event)

    def eof_received(self) -> None:
        self._protocol.receive_eof()
        self._flush()

    def connection_lost(self, exc: Exception | None) -> None:
        self.is_lost = True
        for echo in self._echoes.values():
            echo.set_result(None)
        self._echoes.clear()
        if not self._opened.done():
            self._opened.set_exception(exc or ConnectionError("the server hung up"))
        self._end()

    def _take(self, frame: Frame) -> None:
        if frame.opcode in (Opcode.BINARY, Opcode.TEXT, Opcode.CONT):
            self._pieces.append(bytes(frame.data))
            if frame.fin:
                message, self._pieces = b"".join(self._pieces), []
                self._hear(message)
        elif frame.opcode is Opcode.PONG:
            echo = self._echoes.pop(bytes(frame.data), None)
            if echo is not None:
                echo.set_result(None)
