"""The settings of a server, passed in from the composition root."""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct

from levata.protocol.messages import DEFAULT_PORT
from levata_server.room.terms import RoomPolicy


class Limits(Struct, frozen=True, kw_only=True):
    """How much a server takes from one client and from all of them."""

    hello_seconds: float = 10.0
    """A connection says `Hello` within this time."""
    password_seconds: float = 1.0
    """A wrong password is refused after this time."""
    guess_burst: int = 20
    """Wrong passwords that may come from one address at once."""
    guess_seconds: float = 3.0
    """After those, one more is possible every so many seconds."""
    frame_rate: float = 50.0
    """Frames a second that one connection may send over longer times."""
    frame_burst: int = 150
    """Frames it may send at once."""
    frame_excess: int = 200
    """Frames beyond those that are refused one by one before the connection is closed."""
    bad_frames: int = 10
    """Frames that are no messages, and wrong passwords, before the connection is closed."""
    connections: int = 500
    connections_per_address: int = 64
    """Does not count for connections from this machine."""
    outbox_messages: int = 256
    outbox_bytes: int = 512 * 1024
    socket_bytes: int = 32 * 1024
    """What the system may hold for one client, and asyncio again as much, so that a slow one is
    noticed soon."""
    stall_seconds: float = 30.0
    """A client that takes nothing for so long while something waits for it is dropped."""
    ping_seconds: float = 20.0
    """A lost line is noticed within twice this time."""
    tables: int = 200
    tables_per_person: int = 5
    mailbox: int = 256
    """Requests that may wait for one table."""
    lobby_interval: float = 0.2
    """The lobby document changes at most this often, in seconds."""
    kick_seconds: float = 600.0
    """Whom the operator sent away may not come back before."""
    strangers: int = 1000
    """Persons without a connection who are remembered though they never came to a table."""


class ServerConfig(Struct, frozen=True, kw_only=True):
    """Everything a server must know to start."""

    host: str = ""
    """Address to listen on, empty for every interface."""
    port: int = DEFAULT_PORT
    """0 for any free one."""
    database: str = ":memory:"
    """Path of a SQLite file, ``:memory:``, or a database URL."""
    records: Path | None = None
    """Folder that gets a file of every finished match."""
    name: str = "Levata"
    password: str = ""
    """What clients must know, empty for nothing."""
    bot_workers: int = 1
    tls_certificate: Path | None = None
    """PEM file of the certificate; clients then need ``wss://``."""
    tls_key: Path | None = None
    """PEM file of its key, if that is not in the same file."""
    metrics_port: int | None = None
    """Loopback port for metrics and health; None for none, 0 for any free one."""
    admin_file: Path | None = None
    """Where the operator's command finds this server; None to take no commands."""
    drain_seconds: float = 8.0
    """How long running matches may go on when the server is asked to stop."""
    limits: Limits = Limits()
    room: RoomPolicy = RoomPolicy()
