"""The frame handler: frames of clients become messages, if they are any and not too many.

What is no message is answered and counted against the client; whoever goes too far is sent away.
"""

from __future__ import annotations

import logging

import levata
from levata.errors import LevataError, ProtocolError, RequestError
from levata.protocol.codec import decode_client, hello_version
from levata.protocol.messages import PROTOCOL_VERSION, Act, ClientMessage, Hello, Rejected
from levata_server.config import Limits
from levata_server.door.connection import Connection
from levata_server.hall.hall import Hall
from levata_server.runtime.clock import Clock
from levata_server.runtime.faults import trace
from levata_server.runtime.logs import LogMessage

_logger = logging.getLogger(__name__)


class FrameHandler:
    """Stands between the sockets and the hall."""

    def __init__(self, limits: Limits, clock: Clock, hall: Hall) -> None:
        self._limits = limits
        self._clock = clock
        self._hall = hall

    def receive(self, connection: Connection, data: bytes | str) -> None:
        """Take one frame of a client."""
        if connection.is_closing or connection.is_deaf:
            return
        if isinstance(data, str):
            self._strike(connection, ProtocolError("text_frame"))
            return
        now = self._clock.now()
        is_in_time = connection.bucket.take(now)
        connection.excess = max(0, connection.excess + (-1 if is_in_time else 1))
        if connection.excess > self._limits.frame_excess:
            connection.bye("too_fast")
            return
        try:
            message = decode_client(data)
        except ProtocolError as error:
            if not self._is_foreign(connection, hello_version(data)):
                self._strike(connection, error)
            return
        if isinstance(message, Act):
            connection.acted_at = now
        elif isinstance(message, Hello) and self._is_foreign(connection, message.version):
            return
        self._request(connection, message, is_in_time)

    def _request(self, connection: Connection, message: ClientMessage, is_in_time: bool) -> None:
        try:
            if not is_in_time:
                raise RequestError("too_fast")
            self._hall.request(connection, message)
        except LevataError as error:
            self._reject(connection, message.ref, error)
            if error.code == "wrong_password":
                self._count_strike(connection)
        except Exception as error:
            # A mistake of ours; whoever met it is told, and nobody else notices.
            failed = LogMessage(
                "a request failed", input=type(message).__name__, error=trace(error)
            )
            _logger.error(failed)
            self._reject(connection, message.ref, RequestError("failed"))

    def _is_foreign(self, connection: Connection, version: int | None) -> bool:
        """Send a client of another version away, telling which side must upgrade."""
        if connection.person is not None or version is None or version == PROTOCOL_VERSION:
            return False
        side = "client" if version < PROTOCOL_VERSION else "server"
        connection.bye("version", PROTOCOL_VERSION, levata.__version__, side)
        return True

    def _reject(self, connection: Connection, ref: int, error: LevataError) -> None:
        self._hall.traffic.refusals.add(error.code)
        connection.send(Rejected(ref, error.code, error.facts))

    def _strike(self, connection: Connection, error: ProtocolError) -> None:
        self._reject(connection, 0, error)
        self._count_strike(connection)

    def _count_strike(self, connection: Connection) -> None:
        connection.strikes += 1
        if connection.strikes >= self._limits.bad_frames:
            connection.bye("bad_frames")
