"""The connection to a server: one session that survives lost connections.

A `Link` keeps the documents in step, answers requests with futures, measures the way there and
back, and comes back by itself after a loss. It reports everything that happens by plain events to
one callback, in order, from the event loop it runs in; it knows nothing of screens.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
import ssl
from collections.abc import Callable
from typing import Any, Concatenate, ParamSpec

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidURI, WebSocketException

from levata import __version__
from levata.errors import ProtocolError, RequestError
from levata.protocol.codec import MAX_SERVER_FRAME, decode_server, encode
from levata.protocol.documents import Channel
from levata.protocol.messages import (
    PROTOCOL_VERSION,
    Ack,
    AskSync,
    Bye,
    Departed,
    Hello,
    Notice,
    Rejected,
    Request,
    Said,
    ServerMessage,
    Sync,
    Update,
    Welcome,
)
from levata.protocol.mirror import Mirror
from levata_client.net.address import Address
from levata_client.net.pending_requests import PendingRequests
from levata_client.state.link_events import (
    FINAL_BYES,
    Changed,
    Emit,
    Ended,
    Identity,
    LinkError,
    LinkEvent,
    LinkState,
    LinkTiming,
    StateChanged,
    Welcomed,
)

P = ParamSpec("P")


class Link:
    """A session with one server."""

    def __init__(
        self, address: Address, identity: Identity, emit: Emit, timing: LinkTiming | None = None
    ) -> None:
        self.address = address
        self.identity = identity
        self.state = LinkState.CONNECTING
        self.round_trip = 0.0
        self.table = 0
        """The table that the person was at when the session was opened, 0 for none."""
        self.resyncs = 0
        """How often a document was out of step and asked for anew."""
        self._emit = emit
        self._timing = timing or LinkTiming()
        self._socket: ClientConnection | None = None
        self._task: asyncio.Task[None] | None = None
        self._mirrors = {
            channel: Mirror(channel)
            for channel in (Channel.LOBBY, Channel.TABLE, Channel.GAME, Channel.HANDS)
        }
        self._requests = PendingRequests()
        self._bye: Bye | None = None
        self._retry = asyncio.Event()
        self._asked: set[int] = set()
        """Channels whose whole document is under way."""

    # --- for the owner ---------------------------------------------------------------------

    async def open(self) -> Welcome:
        """Connect for the first time and return the server's welcome.

        From here on the link comes back by itself until `close`.

        Raises:
            LinkError: with the code of the reason; nothing goes on in the background.
        """
        self._set_state(StateChanged(LinkState.CONNECTING, attempt=1))
        try:
            welcome = await self._connect()
        except LinkError:
            self.state = LinkState.CLOSED
            raise
        self._enter(welcome, is_back=False)
        self._task = asyncio.create_task(self._run())
        return welcome

    async def close(self) -> None:
        """Hang up; nothing is emitted afterwards."""
        self.state = LinkState.CLOSED
        self._emit = _ignore
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task
        await self._hang_up()
        self._requests.refuse_all("closed")

    def retry_now(self) -> None:
        """Try to come back at once instead of waiting for the next attempt."""
        self._retry.set()

    async def request(
        self, kind: Callable[Concatenate[int, P], Request], *args: P.args, **kwargs: P.kwargs
    ) -> int:
        """Send a request, such as ``request(Sit, seat=2)``, and return the value of its answer.

        Raises:
            RequestError: the server's refusal, or ``connection_lost`` if no answer can come.
        """
        message = kind(self._requests.next_ref(), *args, **kwargs)
        if self._socket is None:
            raise RequestError("connection_lost")
        answer = self._requests.add(message)
        try:
            await self._send(message)
            return await answer
        finally:
            self._requests.forget(message.ref)

    # --- one connection --------------------------------------------------------------------

    async def _connect(self) -> Welcome:
        try:
            async with asyncio.timeout(self._timing.open):
                # Proxies and extensions of the system have no business on a local network.
                connection = await connect(
                    self.address.url,
                    ssl=_encryption(self.address),
                    compression=None,
                    proxy=None,
                    max_size=MAX_SERVER_FRAME,
                    ping_interval=None,
                    open_timeout=None,
                    close_timeout=1.0,
                    user_agent_header=f"levata/{__version__}",
                )
                try:
                    return await self._greet(connection)
                except BaseException:
                    connection.transport.abort()
                    raise
        except LinkError:
            raise
        except TimeoutError:
            raise LinkError("timeout", self.address.text) from None
        except socket.gaierror:
            raise LinkError("unknown_host", self.address.host) from None
        except ConnectionRefusedError:
            raise LinkError("refused", self.address.text) from None
        except InvalidURI:
            raise LinkError("bad_address", self.address.text) from None
        except (WebSocketException, ProtocolError, EOFError):
            raise LinkError("not_levata", self.address.text) from None
        except ssl.SSLCertVerificationError:
            raise LinkError("bad_certificate", self.address.host) from None
        except (ssl.SSLError, ConnectionResetError):
            raise LinkError("not_levata", self.address.text) from None
        except OSError as error:
            # Several addresses of one name fail together, with the reasons in one text.
            code = "refused" if "refused" in str(error).lower() else "unreachable"
            raise LinkError(code, self.address.text) from None

    async def _greet(self, connection: ClientConnection) -> Welcome:
        hello = Hello(
            ref=self._requests.next_ref(),
            version=PROTOCOL_VERSION,
            name=self.identity.name,
            token=self.identity.token,
            client=f"levata/{__version__}",
            password=self.identity.password,
        )
        await connection.send(encode(hello))
        while True:
            match decode_server(_binary(await connection.recv())):
                case Welcome() as welcome:
                    self._socket = connection
                    return welcome
                case Bye(code, facts):
                    raise LinkError(code, *facts)
                case Rejected(_, code, facts):
                    raise LinkError(code, *facts)
                case _:
                    raise LinkError("not_levata", self.address.text)

    def _enter(self, welcome: Welcome, is_back: bool) -> None:
        self.identity = Identity(welcome.name, welcome.token, self.identity.password)
        self.table = welcome.table
        self._bye = None
        self._asked.clear()
        for mirror in self._mirrors.values():
            mirror.clear()
        self._set_state(StateChanged(LinkState.OK, self.round_trip))
        self._emit(Welcomed(welcome, is_back))

    async def _run(self) -> None:
        while True:
            code = await self._converse()
            self._requests.refuse_all("connection_lost")
            bye = self._bye
            if bye is not None and bye.code in FINAL_BYES:
                return self._end(bye.code, bye.facts)
            try:
                welcome = await self._come_back(bye.code if bye is not None else code)
            except LinkError as error:
                return self._end(error.code, error.facts)
            self._enter(welcome, is_back=True)

    async def _converse(self) -> str:
        """Take what the server sends until the connection ends; return why it did."""
        assert self._socket is not None
        connection = self._socket
        pinging = asyncio.create_task(self._measure(connection))
        try:
            async for frame in connection:
                await self._receive(decode_server(_binary(frame)))
                if self._bye is not None:
                    return self._bye.code
        except ProtocolError as error:
            return error.code
        except (ConnectionClosed, OSError):
            pass
        finally:
            pinging.cancel()
            await self._hang_up()
        return "connection_lost"

    async def _come_back(self, code: str) -> Welcome:
        attempt = 0
        while True:
            backoff = self._timing.backoff
            delay = backoff[min(attempt, len(backoff) - 1)]
            attempt += 1
            self._set_state(
                StateChanged(LinkState.LOST, attempt=attempt, retry_in=delay, code=code)
            )
            self._retry.clear()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(delay):
                    await self._retry.wait()
            try:
                return await self._connect()
            except LinkError as error:
                if error.code in FINAL_BYES:
                    raise

    async def _measure(self, connection: ClientConnection) -> None:
        timing = self._timing
        with contextlib.suppress(ConnectionClosed):
            while True:
                waiter = asyncio.ensure_future(await connection.ping())
                done, _ = await asyncio.wait([waiter], timeout=timing.slow)
                if not done:
                    self._set_state(StateChanged(LinkState.SLOW, self.round_trip))
                    done, _ = await asyncio.wait([waiter], timeout=timing.lost - timing.slow)
                if not done:
                    connection.transport.abort()
                    return
                self.round_trip = await waiter
                is_slow = self.round_trip >= timing.slow
                self._set_state(
                    StateChanged(LinkState.SLOW if is_slow else LinkState.OK, self.round_trip)
                )
                await asyncio.sleep(timing.ping)

    async def _hang_up(self) -> None:
        connection, self._socket = self._socket, None
        if connection is not None:
            with contextlib.suppress(ConnectionClosed, OSError):
                await connection.close()

    async def _send(self, message: Request) -> None:
        if self._socket is None:
            raise RequestError("connection_lost")
        try:
            await self._socket.send(encode(message))
        except (ConnectionClosed, OSError):
            raise RequestError("connection_lost") from None

    # --- what comes in ---------------------------------------------------------------------

    async def _receive(self, message: ServerMessage) -> None:
        match message:
            case Sync():
                self._mirrors[message.channel].sync(message)
                self._asked.discard(message.channel)
                self._requests.settle(message.ref, 0)
                self._publish(message, message.events, is_whole=True)
            case Update():
                is_right = self._mirrors[message.channel].update(message)
                self._requests.settle(message.ref, 0)
                self._publish(message, message.events, is_whole=False)
                if not is_right:
                    await self._ask_sync(message.channel)
            case Ack(ref, value):
                self._requests.settle(ref, value)
            case Rejected(ref, code, facts):
                self._requests.refuse(ref, RequestError(code, *facts))
            case Departed():
                for channel in (Channel.TABLE, Channel.GAME, Channel.HANDS):
                    self._mirrors[channel].clear()
                self._emit(message)
            case Said() | Notice():
                self._emit(message)
            case Bye():
                self._bye = message
            case Welcome():
                pass

    def _publish(self, message: Sync | Update, events: list[Any], is_whole: bool) -> None:
        document = self._mirrors[message.channel].document
        if document is None and not events:
            return
        self._emit(
            Changed(
                channel=message.channel,
                document=document,
                events=events,
                decision=message.decision,
                clock=message.clock,
                is_whole=is_whole,
            )
        )
        if message.channel == Channel.GAME and is_whole:
            self._requests.settle_acts(message.decision)

    async def _ask_sync(self, channel: Channel) -> None:
        if channel in self._asked:
            return
        self._asked.add(channel)
        self.resyncs += 1
        with contextlib.suppress(RequestError):
            await self._send(AskSync(self._requests.next_ref(), channel))

    def _end(self, code: str, facts: tuple[str, ...]) -> None:
        self.state = LinkState.CLOSED
        self._emit(StateChanged(LinkState.CLOSED, code=code))
        self._emit(Ended(code, facts))

    def _set_state(self, event: StateChanged) -> None:
        self.state = event.state
        self._emit(event)


def _encryption(address: Address) -> ssl.SSLContext | None:
    """Return how to speak with an address, None to speak openly."""
    if not address.is_secure:
        return None
    try:
        return ssl.create_default_context(cafile=address.authority or None)
    except OSError:
        raise LinkError("bad_authority", address.authority) from None


def _binary(frame: bytes | str) -> bytes:
    if isinstance(frame, str):
        raise ProtocolError("bad_message", "text frame")
    return frame


def _ignore(event: LinkEvent) -> None:
    pass
