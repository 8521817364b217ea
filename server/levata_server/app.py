"""The composition root: a server put together from its parts."""

from __future__ import annotations

import asyncio
import gc
import logging
import ssl

import levata
from levata_server.config import ServerConfig
from levata_server.door.listener import Listener
from levata_server.door.tls import CertificateError, server_context
from levata_server.hall.hall import Hall
from levata_server.operate.admin import (
    Access,
    AdminAnswer,
    AdminCommand,
    new_access_token,
    remove_access,
    write_access,
)
from levata_server.operate.admin_service import AdminService
from levata_server.operate.console import LOOPBACK, Console, Health
from levata_server.players.pool import BotPool
from levata_server.runtime.clock import Clock, LoopClock, within
from levata_server.runtime.logs import LogMessage
from levata_server.runtime.measures import Snapshot
from levata_server.store.store import Store, StoreError

_logger = logging.getLogger(__name__)

_PROBE_SECONDS = 3.0
"""A store that takes longer to write is no good."""


def tune_memory() -> None:
    """Let the garbage collector of this process, which only serves, look around less often.

    Tables are long-lived and make almost no cycles; at Python's defaults, meant for programs that
    make many, a server with a hundred tables spends a third of its time on looking for them.
    Lost connections make some; the listener sees to that.
    """
    gc.freeze()
    # Seldom, but in small steps: what is looked through at once makes somebody wait.
    gc.set_threshold(10_000, 4, 250)


class StartError(Exception):
    """The server cannot start; the text says why in one line."""


class Server:
    """A whole server: `start`, let it run, `begin_drain` if there is time, `stop`."""

    def __init__(self, config: ServerConfig, clock: Clock | None = None) -> None:
        self.config = config
        self._clock = clock
        self._store = Store(config.database, config.records, self._store_failed)
        self._bots: BotPool | None = None
        self._hall: Hall | None = None
        self._listener: Listener | None = None
        self._console: Console | None = None
        self._access: Access | None = None
        self._started_at = 0.0
        self.is_running = False
        """Whether it was started, so that `begin_drain` can be asked for."""
        self.failure: str | None = None
        """Why the server cannot go on, once `failed` is set."""
        self.failed = asyncio.Event()

    async def start(self) -> None:
        """Load what was stored, let its tables go on, and listen.

        Raises:
            StartError: the database, a port or the certificate cannot be had; nothing is left
                running.
        """
        tls = self._load_certificate()
        clock = self._clock = self._clock or LoopClock()
        self._started_at = clock.now()
        try:
            await self._store.open()
        except StoreError as error:
            raise StartError(str(error)) from error
        self._bots = BotPool(self.config.bot_workers, clock)
        self._bots.start()
        try:
            self._hall = Hall(
                self.config, clock, self._store, self._bots, await self._store.last_room()
            )
            self._hall.restore(await self._store.load_people(), await self._store.load_rooms())
            self._listener = Listener(self.config, clock, self._hall, tls)
            await self._listener.start()
            self._open_console()
            self.is_running = True
            _logger.info(
                LogMessage("the server is ready", port=self.port, version=levata.__version__)
            )
        except StoreError as error:
            await self.stop()
            raise StartError(str(error)) from error
        except OSError as error:
            await self.stop()
            raise StartError(_explain(error, self.config.host, self.config.port)) from error
        except StartError:
            await self.stop()
            raise

    async def stop(self) -> None:
        """Say goodbye, let the tables rest, write what waits, end the workers."""
        if self.is_running:
            _logger.info(LogMessage("the server stops"))
        if self._access is not None and self.config.admin_file is not None:
            remove_access(self.config.admin_file, self._access)
        # The tables rest before anybody is sent away, so that nobody seems to have left them.
        if self._hall is not None:
            await self._hall.stop()
        if self._listener is not None:
            await self._listener.stop()
        if self._console is not None:
            await self._console.stop()
        if self._bots is not None:
            await self._bots.stop()
        await self._store.close()

    def begin_drain(self, seconds: float | None = None) -> float:
        """Let running matches end; `drained` is set in so many seconds at most, which it returns.

        None is for as long as the server was told at its start.
        """
        limit = self.config.drain_seconds if seconds is None else seconds
        _logger.info(LogMessage("the server waits for its matches to stop", seconds=limit))
        self.hall.begin_drain(limit)
        return limit

    @property
    def is_draining(self) -> bool:
        """Whether the server is about to stop."""
        return self.hall.drain.is_on

    @property
    def drained(self) -> asyncio.Event:
        """Return what is set once nothing keeps the server from stopping, after `begin_drain`."""
        return self.hall.drain.done

    # --- what it tells (`levata_server.operate.console.Site`) ------------------------------------

    def snapshot(self) -> Snapshot:
        """Return the numbers of the server as they are now."""
        hall, bots, service = self.hall, self.bots, self._admin_service(self.hall)
        traffic, counts = hall.traffic, bots.counts
        return Snapshot(
            version=levata.__version__,
            uptime=self._uptime(),
            tables=service.tables_by_phase(),
            connections=self._connections(),
            people=service.people_by_place(),
            is_draining=hall.drain.is_on,
            actions=dict(traffic.actions),
            answered=traffic.answered.copy(),
            resyncs=dict(traffic.resyncs),
            refusals=dict(traffic.refusals.counts),
            farewells=dict(traffic.farewells.counts),
            thinking={level: times.copy() for level, times in bots.thinking.items()},
            bot_faults={
                "late": counts.late,
                "crashed": counts.crashed,
                "illegal": counts.illegal,
                "dismissed": counts.dismissed,
            },
            commits=self._store.commit_seconds.copy(),
            groups=self._store.group_sizes.copy(),
        )

    async def health(self) -> Health:
        """Return how the server is; the store is asked to write something."""
        clock = self._running_clock()
        began = clock.now()
        status = "ok"
        try:
            await within(clock, _PROBE_SECONDS, self._store.probe())
        except TimeoutError:
            status = "the store does not answer"
        except StoreError as error:
            status = str(error)
        return Health(
            status=status,
            uptime_seconds=round(self._uptime(), 3),
            store_seconds=round(clock.now() - began, 6),
            is_draining=self.hall.drain.is_on,
            tables=len(self.hall.lobby.view().tables),
            connections=self._connections(),
        )

    def carry_out(self, command: AdminCommand) -> AdminAnswer:
        """Carry out a command of the operator.

        Raises:
            levata_server.operate.admin.Refusal: it cannot be carried out.
        """
        return self._admin_service(self.hall).carry_out(command)

    # --- its parts -----------------------------------------------------------------------------

    @property
    def port(self) -> int:
        """Return the port that the server listens on."""
        assert self._listener is not None, "start first"
        return self._listener.port

    @property
    def console_port(self) -> int:
        """Return the loopback port of metrics, health and commands."""
        assert self._console is not None, "there is none"
        return self._console.port

    @property
    def bots(self) -> BotPool:
        """Return the processes in which computer players think."""
        assert self._bots is not None, "start first"
        return self._bots

    @property
    def hall(self) -> Hall:
        """Return the server without its sockets."""
        assert self._hall is not None, "start first"
        return self._hall

    @property
    def store(self) -> Store:
        """Return the database of the server."""
        return self._store

    def _running_clock(self) -> Clock:
        assert self._clock is not None, "start first"
        return self._clock

    def _uptime(self) -> float:
        return self._running_clock().now() - self._started_at

    def _connections(self) -> int:
        return self._listener.connections if self._listener is not None else 0

    def _admin_service(self, hall: Hall) -> AdminService:
        return AdminService(hall, self.begin_drain)

    def _load_certificate(self) -> ssl.SSLContext | None:
        if self.config.tls_certificate is None:
            return None
        try:
            return server_context(self.config.tls_certificate, self.config.tls_key)
        except CertificateError as error:
            raise StartError(str(error)) from error

    def _open_console(self) -> None:
        """Let the operator in, if he wants to."""
        config = self.config
        if config.metrics_port is None and config.admin_file is None:
            return
        token = new_access_token()
        is_telling = config.metrics_port is not None
        try:
            self._console = Console(self, config.metrics_port or 0, token, is_telling)
        except OSError as error:
            raise StartError(
                _explain(error, LOOPBACK, config.metrics_port or 0, "--metrics-port")
            ) from error
        self._console.start()
        if config.admin_file is not None:
            self._access = Access(self._console.port, token)
            try:
                write_access(config.admin_file, self._access)
            except OSError as error:
                # People can play without an operator.
                reason = f"cannot write {config.admin_file}: {error.strerror}"
                _logger.warning(LogMessage("levata-server admin will not work", reason=reason))

    def _store_failed(self, error: StoreError) -> None:
        if not self.is_running:
            # Whoever starts the server is told by `StartError`.
            return
        self.failure = f"{error}; the tables are stopped, and nothing that was shown is lost"
        _logger.critical(LogMessage("the server cannot go on", reason=self.failure))
        self.failed.set()


def _explain(error: OSError, host: str, port: int, option: str = "--port") -> str:
    where = f"{host}, port {port}" if host else f"port {port}"
    # asyncio wraps the reason in a sentence of its own.
    reason = str(error.strerror or error)
    if "in use" in reason or getattr(error, "winerror", 0) == 10048:
        return f"{where} is in use by another program; choose another one with {option}"
    return f"cannot listen on {where}: {reason}"
