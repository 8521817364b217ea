"""The sockets: one WebSocket each, read and written by two tasks.

Beside `levata_server.door.frames` the only module of the server that knows websockets. It closes
what takes too long, takes too much or takes nothing; what the messages mean is the hall's business.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import http
import ipaddress
import logging
import ssl
from collections import Counter
from functools import partial
from socket import (
    AF_INET6,
    IPPROTO_TCP,
    SO_SNDBUF,
    SOCK_STREAM,
    SOL_SOCKET,
    create_server,
    getaddrinfo,
    has_dualstack_ipv6,
)
from socket import socket as Socket

from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response

from levata.protocol.messages import MAX_FRAME
from levata_server.config import ServerConfig
from levata_server.door.connection import Connection
from levata_server.door.frame_handler import FrameHandler
from levata_server.door.frames import PlayerConnection
from levata_server.hall.hall import Hall
from levata_server.runtime.clock import Clock, Timer
from levata_server.runtime.logs import LogMessage

_logger = logging.getLogger(__name__)
# What strangers send at the door is no news for the operator.
_wire_logger = logging.getLogger(f"{__name__}.wire")
_wire_logger.setLevel(logging.CRITICAL)

HEALTH_PATH = "/health"
_SWEEP_SECONDS = 1.0
"""How often connections that take nothing are looked for."""
_LITTER = 200
"""After so many lost connections the memory they held is looked for: their parts know each other,
and `levata_server.app.tune_memory` lets the garbage collector look at old objects hardly ever."""
_FAREWELL_SECONDS = 2.0
"""Whoever is sent away may take so long to hear it."""


class Listener:
    """Accepts connections and keeps them."""

    def __init__(
        self, config: ServerConfig, clock: Clock, hall: Hall, tls: ssl.SSLContext | None = None
    ) -> None:
        self._config = config
        self._limits = config.limits
        self._clock = clock
        self._hall = hall
        self._frame_handler = FrameHandler(config.limits, clock, hall)
        self._tls = tls
        self._connections: set[Connection] = set()
        self._handlers: set[asyncio.Task[None]] = set()
        self._server: Server | None = None
        self._sweep_timer: Timer | None = None
        self._lost = 0
        """Connections that have ended."""

    async def start(self) -> None:
        """Listen.

        Raises:
            OSError: the address or port cannot be had.
        """
        limits = self._limits
        self._server = await serve(
            self._handle,
            sock=bind(self._config.host, self._config.port, limits.socket_bytes),
            compression=None,
            max_size=MAX_FRAME,
            write_limit=limits.socket_bytes,
            open_timeout=limits.hello_seconds,
            ping_interval=limits.ping_seconds,
            ping_timeout=limits.ping_seconds,
            close_timeout=_FAREWELL_SECONDS,
            process_request=_answer_plain_http,
            server_header=None,
            create_connection=PlayerConnection,
            ssl=self._tls,
            ssl_handshake_timeout=limits.hello_seconds if self._tls is not None else None,
            logger=_wire_logger,
        )
        self._sweep()

    @property
    def port(self) -> int:
        """Return the port listened on."""
        assert self._server is not None, "start first"
        port: int = next(iter(self._server.sockets)).getsockname()[1]
        return port

    @property
    def connections(self) -> int:
        """Return how many connections are open."""
        return len(self._connections)

    async def stop(self) -> None:
        """Say goodbye to everybody and close the sockets."""
        if self._server is None:
            return
        if self._sweep_timer is not None:
            self._sweep_timer.cancel()
        self._server.close(close_connections=False)
        for connection in list(self._connections):
            connection.bye("shutdown")
        if self._handlers:
            await asyncio.wait(self._handlers, timeout=_FAREWELL_SECONDS)
        for connection in list(self._connections):
            connection.drop()
        await self._server.wait_closed()

    # --- one connection ------------------------------------------------------------------------

    async def _handle(self, socket: ServerConnection) -> None:
        task = asyncio.current_task()
        assert task is not None
        assert isinstance(socket, PlayerConnection)
        connection = Connection(_address(socket), self._limits, socket.transport.abort, socket.push)
        self._handlers.add(task)
        self._connections.add(connection)
        if self._is_crowded(connection):
            connection.bye("too_many")
        else:
            at = self._clock.now() + self._limits.hello_seconds
            connection.hello_timer = self._clock.call_at(at, lambda: connection.bye("idle"))
        writer = asyncio.create_task(self._write(socket, connection))
        socket.listen = partial(self._frame_handler.receive, connection)
        try:
            with contextlib.suppress(ConnectionClosed):
                async for data in socket:
                    self._frame_handler.receive(connection, data)
        finally:
            if connection.ended_for:
                self._hall.traffic.farewells.add(connection.ended_for)
            connection.end()
            self._connections.discard(connection)
            self._hall.disconnect(connection)
            with contextlib.suppress(ConnectionClosed):
                await writer
            self._handlers.discard(task)
            self._lost += 1
            if self._lost % _LITTER == 0:
                gc.collect()

    async def _write(self, socket: ServerConnection, connection: Connection) -> None:
        while not connection.is_dropped:
            frame = connection.outbox.take()
            if frame is not None:
                connection.sending_since = self._clock.now()
                await socket.send(frame)
                connection.sending_since = None
                continue
            if connection.is_closing:
                await socket.close()
                return
            self._hall.send_missing(connection)
            if not len(connection.outbox):
                await connection.wait()

    # --- the door ------------------------------------------------------------------------------

    def _is_crowded(self, connection: Connection) -> bool:
        limits = self._limits
        if len(self._connections) > limits.connections:
            return True
        if is_loopback(connection.address):
            return False
        of_address = Counter(other.address for other in self._connections)
        return of_address[connection.address] > limits.connections_per_address

    def _sweep(self) -> None:
        """Drop connections that have taken nothing for too long."""
        now = self._clock.now()
        for connection in list(self._connections):
            since = connection.sending_since
            patience = _FAREWELL_SECONDS if connection.is_closing else self._limits.stall_seconds
            if since is not None and now - since > patience:
                _logger.info(
                    LogMessage("a client takes nothing and is dropped", address=connection.address)
                )
                connection.drop()
        self._sweep_timer = self._clock.call_at(now + _SWEEP_SECONDS, self._sweep)


def bind(host: str, port: int, send_bytes: int) -> Socket:
    """Return a socket that listens on one address, or with one port on all of them."""
    line = _open_line(host, port)
    line.setsockopt(SOL_SOCKET, SO_SNDBUF, send_bytes)
    # Small messages leave at once only from sockets that say they are TCP: asyncio looks there.
    return Socket(line.family, line.type, IPPROTO_TCP, line.detach())


def _open_line(host: str, port: int) -> Socket:
    if host:
        family, _, _, _, address = getaddrinfo(host, port, type=SOCK_STREAM)[0]
        return create_server(address, family=family)
    if has_dualstack_ipv6():
        with contextlib.suppress(OSError):
            return create_server(("", port), family=AF_INET6, dualstack_ipv6=True)
    return create_server(("", port))


def _address(socket: ServerConnection) -> str:
    remote = socket.remote_address
    return str(remote[0]).removeprefix("::ffff:") if remote else "unknown"


def is_loopback(address: str) -> bool:
    try:
        parsed = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return False
    return parsed.is_loopback


def _answer_plain_http(socket: ServerConnection, request: Request) -> Response | None:
    """Answer those who look whether the server is alive."""
    if request.path == HEALTH_PATH:
        return socket.respond(http.HTTPStatus.OK, "ok\n")
    return None
