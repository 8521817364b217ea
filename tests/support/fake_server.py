"""A server whose every message is in the hands of the test, listening on a port of the system's."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from types import TracebackType
from typing import Any, Self

from msgspec import Struct
from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.exceptions import ConnectionClosed

from levata.protocol.codec import decode_client, encode
from levata.protocol.documents import Channel, LobbyDocument
from levata.protocol.messages import (
    PROTOCOL_VERSION,
    Ack,
    AskSync,
    Bye,
    Hello,
    Message,
    Request,
    Sync,
    Welcome,
)
from levata.protocol.mirror import Source
from levata_client.net.address import Address

Answer = Callable[[Request], Message | None]


class FakeServer:
    """Says welcome, acknowledges every request, and records all that is asked.

    ``answer`` may answer a request otherwise; the documents are whatever `publish` was given.
    """

    def __init__(self, answer: Answer | None = None, bye: Bye | None = None) -> None:
        self.answer = answer
        self.bye = bye
        """Said instead of the welcome."""
        self.requests: list[Request] = []
        self.hellos: list[Hello] = []
        self.table = 0
        """The table at which a person is found on arriving."""
        self._documents: dict[int, tuple[Source, int]] = {}
        self._server: Server | None = None
        self._connections: list[ServerConnection] = []
        self._news = asyncio.Event()

    async def __aenter__(self) -> Self:
        self._server = await serve(self._talk, "127.0.0.1", 0, compression=None)
        self.port = next(iter(self._server.sockets)).getsockname()[1]
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.stop()

    @property
    def address(self) -> Address:
        """Where it listens."""
        return Address("127.0.0.1", self.port)

    async def stop(self) -> None:
        """Close the port and every connection."""
        if self._server is not None:
            self.drop()
            self._server.close()
            await self._server.wait_closed()
            self._server = None

    async def restart(self) -> None:
        """Listen again on the port of before."""
        self._server = await serve(self._talk, "127.0.0.1", self.port, compression=None)

    def drop(self) -> None:
        """Break every connection without a word."""
        for connection in self._connections:
            connection.transport.abort()

    def mute(self) -> None:
        """Take nothing more from the connections there are, and so never answer."""
        for connection in self._connections:
            transport = connection.transport
            assert isinstance(transport, asyncio.ReadTransport)
            transport.pause_reading()

    async def send(self, message: Message) -> None:
        """Send a message to every client."""
        for connection in self._connections:
            await connection.send(encode(message))

    async def publish(
        self, channel: Channel, view: Struct, events: list[Any] | None = None, decision: int = 0
    ) -> None:
        """Send what a new version of a document takes to every client."""
        source, _ = self._documents.get(channel, (Source(channel), 0))
        self._documents[channel] = source, decision
        await self.send(source.publish(view, events, decision))

    def skip(self, channel: Channel, view: Struct, decision: int = 0) -> None:
        """Make a new version of a document without telling anybody."""
        source, _ = self._documents[channel]
        self._documents[channel] = source, decision
        source.publish(view, decision=decision)

    def sync(self, channel: Channel) -> Sync:
        """Return the whole document."""
        source, decision = self._documents[channel]
        return source.sync(decision)

    async def until(self, is_so: Callable[[], bool]) -> None:
        """Wait until something is true after a request."""
        while not is_so():
            self._news.clear()
            await self._news.wait()

    async def _talk(self, connection: ServerConnection) -> None:
        self._connections.append(connection)
        try:
            async for frame in connection:
                assert isinstance(frame, bytes)
                request = decode_client(frame)
                await self._take(connection, request)
                self._news.set()
        except ConnectionClosed:
            pass
        finally:
            self._connections.remove(connection)

    async def _take(self, connection: ServerConnection, request: Request) -> None:
        if isinstance(request, Hello):
            self.hellos.append(request)
            await self._greet(connection, request)
            return
        self.requests.append(request)
        if isinstance(request, AskSync):
            await connection.send(encode(self.sync(request.channel)))
        answer = self.answer(request) if self.answer is not None else Ack(request.ref)
        if answer is not None:
            await connection.send(encode(answer))

    async def _greet(self, connection: ServerConnection, hello: Hello) -> None:
        if self.bye is not None:
            await connection.send(encode(self.bye))
            await connection.close()
            return
        name = hello.name or "Ana"
        token = hello.token or "secret"
        welcome = Welcome(hello.ref, PROTOCOL_VERSION, token, 7, name, "fake", self.table)
        await connection.send(encode(welcome))
        if Channel.LOBBY not in self._documents:
            source = Source(Channel.LOBBY)
            source.publish(LobbyDocument("fake"))
            self._documents[Channel.LOBBY] = source, 0
        # Like a real server: whoever is at a table hears nothing of the lobby.
        for channel in (
            (Channel.TABLE, Channel.GAME)
            if self.table
            else (Channel.LOBBY, Channel.TABLE, Channel.GAME)
        ):
            if channel in self._documents:
                await connection.send(encode(self.sync(channel)))
