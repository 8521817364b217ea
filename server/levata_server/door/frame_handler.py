"""The gate: frames of clients become messages, if they are any and not too many.

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
    """Stands between the sockets and the hub."""

    def __init__(self, limits: Limits, clock: Clock, hub: Hall) -> None:
        self._limits = limits
        self._clock = clock
        self._hub = hub

    def receive(self, session: Connection, data: bytes | str) -> None:
        """Take one frame of a client."""
        if session.is_closing or session.is_deaf:
            return
        if isinstance(data, str):
            self._strike(session, ProtocolError("text_frame"))
            return
        now = self._clock.now()
        is_in_time = session.bucket.take(now)
        session.excess = max(0, session.excess + (-1 if is_in_time else 1))
        if session.excess > self._limits.frame_excess:
            session.bye("too_fast")
            return
        try:
            message = decode_client(data)
        except ProtocolError as error:
            if not self._is_foreign(session, hello_version(data)):
                self._strike(session, error)
            return
        if isinstance(message, Act):
            session.acted_at = now
        elif isinstance(message, Hello) and self._is_foreign(session, message.version):
            return
        self._request(session, message, is_in_time)

    def _request(self, session: Connection, message: ClientMessage, is_in_time: bool) -> None:
        try:
            if not is_in_time:
                raise RequestError("too_fast")
            self._hub.request(session, message)
        except LevataError as error:
            self._reject(session, message.ref, error)
            if error.code == "wrong_password":
                self._count_strike(session)
        except Exception as error:
            # A mistake of ours; whoever met it is told, and nobody else notices.
            failed = LogMessage(
                "a request failed", input=type(message).__name__, error=trace(error)
            )
            _logger.error(failed)
            self._reject(session, message.ref, RequestError("failed"))

    def _is_foreign(self, session: Connection, version: int | None) -> bool:
        """Send a client of another version away, telling which side must upgrade."""
        if session.person is not None or version is None or version == PROTOCOL_VERSION:
            return False
        side = "client" if version < PROTOCOL_VERSION else "server"
        session.bye("version", PROTOCOL_VERSION, levata.__version__, side)
        return True

    def _reject(self, session: Connection, ref: int, error: LevataError) -> None:
        self._hub.traffic.refusals.add(error.code)
        session.send(Rejected(ref, error.code, error.facts))

    def _strike(self, session: Connection, error: ProtocolError) -> None:
        self._reject(session, 0, error)
        self._count_strike(session)

    def _count_strike(self, session: Connection) -> None:
        session.strikes += 1
        if session.strikes >= self._limits.bad_frames:
            session.bye("bad_frames")
