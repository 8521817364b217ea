"""A small reference client: the protocol from the other side, with mirrors that must agree.

It keeps every message it got, so tests wait for what they expect instead of sleeping.
"""

from __future__ import annotations

import asyncio
import random
import socket
from collections.abc import Callable
from types import TracebackType
from typing import Any, Self, TypeVar, cast

import msgspec
from msgspec import Struct
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from levata.game import View
from levata.games import find_game
from levata.options import Scalar
from levata.protocol.codec import decode_server, encode
from levata.protocol.documents import Channel, LobbyDocument, TableDocument, TablePhase
from levata.protocol.messages import (
    PROTOCOL_VERSION,
    Ack,
    Act,
    AddBot,
    Bye,
    CreateTable,
    Departed,
    Hello,
    Join,
    Message,
    Rejected,
    Request,
    ServerMessage,
    Sit,
    Start,
    Sync,
    Update,
    Welcome,
)
from levata.protocol.mirror import Mirror

M = TypeVar("M", bound=Message)
PATIENCE = 30.0
"""Seconds after which a test that waits has failed; nothing waits so long when all is well."""


class Client:
    """One connection to a server."""

    def __init__(self, port: int, buffer: int = 0) -> None:
        self.port = port
        self._buffer = buffer
        """Bytes that the system may hold for this client, 0 for as many as it likes."""
        self.welcome: Welcome
        self.messages: list[ServerMessage] = []
        self.frames: list[bytes] = []
        self.mirrors = {
            channel: Mirror(channel)
            for channel in (Channel.LOBBY, Channel.TABLE, Channel.GAME, Channel.HANDS)
        }
        self.decision = 0
        self.close_code: int | None = None
        self._socket: ClientConnection
        self._reader: asyncio.Task[None]
        self._changed = asyncio.Condition()
        self._ref = 0

    # --- the connection ------------------------------------------------------------------------

    async def open(self) -> Self:
        """Connect without saying anything."""
        line = socket.socket(proto=socket.IPPROTO_TCP)
        line.setblocking(False)
        if self._buffer:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, self._buffer)
        await asyncio.get_running_loop().sock_connect(line, ("127.0.0.1", self.port))
        self._socket = await connect(
            f"ws://127.0.0.1:{self.port}/",
            sock=line,
            compression=None,
            max_size=None,
            max_queue=None,
        )
        self._reader = asyncio.create_task(self._read())
        return self

    async def __aenter__(self) -> Self:
        return await self.open()

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Close the connection in good order."""
        await self._socket.close()
        await self._reader

    async def cut(self) -> None:
        """Lose the connection as when a cable is pulled."""
        self._socket.transport.abort()
        await self._reader

    async def send_frame(self, frame: bytes | str) -> None:
        """Send a frame as it is."""
        await self._socket.send(frame)

    async def send_in_pieces(self, *pieces: bytes) -> None:
        """Send one message as several frames of the WebSocket."""
        await self._socket.send(pieces)

    def send_bytes(self, data: bytes) -> None:
        """Send bytes as they are, frames or parts of frames."""
        self._socket.transport.write(data)

    def stop_reading(self) -> None:
        """Take nothing from the network any more."""
        self._socket.transport.pause_reading()

    def resume_reading(self) -> None:
        """Take everything again."""
        self._socket.transport.resume_reading()

    async def _read(self) -> None:
        try:
            async for frame in self._socket:
                assert isinstance(frame, bytes)
                self.frames.append(frame)
                await self._take(decode_server(frame))
        except ConnectionClosed:
            pass
        self.close_code = self._socket.close_code
        async with self._changed:
            self._changed.notify_all()

    async def _take(self, message: ServerMessage) -> None:
        match message:
            case Sync():
                self.mirrors[message.channel].sync(message)
            case Update():
                is_right = self.mirrors[message.channel].update(message)
                assert is_right, f"the mirror of channel {message.channel} is wrong"
            case Departed() if message.table == self.table_number:
                self.mirrors[Channel.TABLE].clear()
                self.mirrors[Channel.GAME].clear()
                self.mirrors[Channel.HANDS].clear()
            case _:
                pass
        if isinstance(message, Sync | Update) and message.channel == Channel.GAME:
            self.decision = message.decision
        async with self._changed:
            self.messages.append(message)
            self._changed.notify_all()

    # --- waiting -------------------------------------------------------------------------------

    async def until(self, condition: Callable[[], bool]) -> None:
        """Return once a condition holds that depends on what was received.

        Raises:
            ConnectionError: the connection is closed, so it never will.
        """
        async with asyncio.timeout(PATIENCE), self._changed:
            await self._changed.wait_for(lambda: condition() or self.close_code is not None)
        if not condition():
            raise ConnectionError(f"closed after {self.messages[-1:]}")

    async def until_closed(self) -> None:
        """Return once the connection is closed."""
        await self.until(lambda: self.close_code is not None)

    async def receive(
        self, kind: type[M], test: Callable[[M], bool] = lambda _: True, since: int = 0
    ) -> M:
        """Return the first message of a kind that passes a test, waiting for it."""

        def found() -> M | None:
            for message in self.messages[since:]:
                if isinstance(message, kind) and test(message):
                    return message
            return None

        await self.until(lambda: found() is not None)
        message = found()
        assert message is not None
        return message

    async def bye(self) -> Bye:
        """Return the server's farewell, once the connection is closed too."""
        farewell = await self.receive(Bye)
        await self.until_closed()
        return farewell

    # --- requests ------------------------------------------------------------------------------

    def next_ref(self) -> int:
        """Return a number for the next request."""
        self._ref += 1
        return self._ref

    async def post(self, request: Request) -> None:
        """Send a request without waiting."""
        await self.send_frame(encode(request))

    async def ask(self, request: Request) -> ServerMessage:
        """Send a request and return its answer."""
        since = len(self.messages)
        await self.post(request)

        def is_answer(message: Message) -> bool:
            return getattr(message, "ref", 0) == request.ref

        return cast(ServerMessage, await self.receive(Message, is_answer, since))

    async def done(self, request: Request) -> int:
        """Send a request that must succeed; return the value of its answer."""
        answer = await self.ask(request)
        assert isinstance(answer, Ack), answer
        return answer.value

    async def refused(self, request: Request) -> str:
        """Send a request that must be refused; return the code."""
        answer = await self.ask(request)
        assert isinstance(answer, Rejected), answer
        return answer.code

    async def hello(self, name: str = "", token: str = "", password: str = "") -> Welcome:
        """Open the session."""
        hello = Hello(
            self.next_ref(), PROTOCOL_VERSION, name, token, client="reference", password=password
        )
        answer = await self.ask(hello)
        assert isinstance(answer, Welcome), answer
        self.welcome = answer
        return answer

    async def create(
        self,
        game: str = "whist",
        seats: int = 4,
        options: dict[str, Scalar] | None = None,
        pace: str = "none",
        level: str = "random",
        password: str = "",
    ) -> int:
        """Open a table and wait until it is there; return its number."""
        short: dict[str, Scalar] = {"sequence": "1-4-1"} if game == "whist" else {}
        chosen = short if options is None else options
        table = await self.done(
            CreateTable(
                self.next_ref(), game, seats, chosen, level=level, pace=pace, password=password
            )
        )
        await self.until(lambda: self.is_seated)
        return table

    async def join(self, table: int, password: str = "") -> None:
        """Come to a table as a watcher."""
        await self.done(Join(self.next_ref(), table, password))
        await self.until(lambda: self.table_number == table)

    async def sit(self, seat: int) -> None:
        """Take a seat."""
        await self.done(Sit(self.next_ref(), seat))

    async def add_bot(self, seat: int, level: str = "") -> None:
        """Put a bot on a seat."""
        await self.done(AddBot(self.next_ref(), seat, level))

    async def start(self) -> None:
        """Begin a match."""
        await self.done(Start(self.next_ref()))

    async def act(self, action: str | None = None) -> None:
        """Answer the present decision, with the first legal action if none is given."""
        chosen = self.game.legal[0] if action is None else action
        answer = await self.ask(Act(self.next_ref(), self.decision, chosen))
        assert isinstance(answer, Sync | Update), answer

    # --- what the client sees ------------------------------------------------------------------

    @property
    def lobby(self) -> LobbyDocument:
        """Return the lobby document; an empty one before it has come."""
        if self.mirrors[Channel.LOBBY].document is None:
            return LobbyDocument("")
        return msgspec.convert(self.mirrors[Channel.LOBBY].document, LobbyDocument)

    def is_informed(self) -> bool:
        """Whether the lobby document has come."""
        return self.mirrors[Channel.LOBBY].document is not None

    @property
    def table(self) -> TableDocument:
        """Return the table document."""
        return msgspec.convert(self.mirrors[Channel.TABLE].document, TableDocument)

    @property
    def table_number(self) -> int:
        """Return the number of the table the client is at, 0 for none."""
        return self.table.number if self.mirrors[Channel.TABLE].document is not None else 0

    @property
    def seat(self) -> int | None:
        """Return the client's seat."""
        for number, row in enumerate(self.table.seats):
            if row.person == self.welcome.person:
                return number
        return None

    @property
    def is_seated(self) -> bool:
        """Whether the client is at a table and has a seat there."""
        return bool(self.table_number) and self.seat is not None

    @property
    def is_over(self) -> bool:
        """Whether the match at the table has ended."""
        return bool(self.table_number) and self.table.phase == TablePhase.OVER

    @property
    def game(self) -> View:
        """Return the game document."""
        rules = find_game(self.table.game)
        view_type: type[Struct] = rules.view_type
        return cast(View, msgspec.convert(self.mirrors[Channel.GAME].document, view_type))

    @property
    def is_to_act(self) -> bool:
        """Whether the client has a decision to answer."""
        return bool(self.decision) and self.mirrors[Channel.GAME].document is not None

    @property
    def resyncs(self) -> int:
        """Return how often a mirror was wrong."""
        return sum(mirror.resyncs for mirror in self.mirrors.values())


async def play(client: Client, seed: Any, stop_after: int | None = None) -> int:
    """Play random legal actions until the match is over, or after so many; return how many."""
    rng = random.Random(f"client {seed}")
    actions = 0
    while stop_after is None or actions < stop_after:
        await client.until(lambda: client.is_to_act or client.is_over)
        if client.is_over:
            break
        decision = client.decision
        await client.act(rng.choice(client.game.legal))
        assert client.decision != decision or client.is_over
        actions += 1
    return actions
