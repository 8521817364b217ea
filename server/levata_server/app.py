"""The composition root: a server put together from its parts."""

from __future__ import annotations

import asyncio
import logging

from levata_server.bots import BotCounts, BotPool
from levata_server.clock import Clock, LoopClock
from levata_server.config import ServerConfig
from levata_server.hub import Hub
from levata_server.listener import Listener
from levata_server.logs import Event
from levata_server.store import Store, StoreError

_logger = logging.getLogger(__name__)


class StartError(Exception):
    """The server cannot start; the text says why in one line."""


class Server:
    """A whole server: `start`, let it run, `stop`."""

    def __init__(self, config: ServerConfig, clock: Clock | None = None) -> None:
        self.config = config
        self._clock = clock
        self._store = Store(config.database, config.records, self._store_failed)
        self._bots: BotPool | None = None
        self._hub: Hub | None = None
        self._listener: Listener | None = None
        self.failure: str | None = None
        """Why the server cannot go on, once `failed` is set."""
        self.failed = asyncio.Event()

    async def start(self) -> None:
        """Load what was stored, let its tables go on, and listen.

        Raises:
            StartError: the database or the port cannot be had; nothing is left running.
        """
        clock = self._clock or LoopClock()
        try:
            await self._store.open()
        except StoreError as error:
            raise StartError(str(error)) from error
        self._bots = BotPool(self.config.bot_workers, clock)
        self._bots.start()
        try:
            self._hub = Hub(
                self.config, clock, self._store, self._bots, await self._store.last_room()
            )
            self._hub.restore(await self._store.load_people(), await self._store.load_rooms())
            self._listener = Listener(self.config, clock, self._hub)
            await self._listener.start()
        except StoreError as error:
            await self.stop()
            raise StartError(str(error)) from error
        except OSError as error:
            await self.stop()
            raise StartError(self._explain(error)) from error

    async def stop(self) -> None:
        """Say goodbye, let the tables rest, write what waits, end the workers."""
        # The tables rest before anybody is sent away, so that nobody seems to have left them.
        if self._hub is not None:
            await self._hub.stop()
        if self._listener is not None:
            await self._listener.stop()
        if self._bots is not None:
            await self._bots.stop()
        await self._store.close()

    @property
    def port(self) -> int:
        """Return the port that the server listens on."""
        assert self._listener is not None, "start first"
        return self._listener.port

    @property
    def bot_counts(self) -> BotCounts:
        """Return what happened to the questions put to computer players."""
        assert self._bots is not None, "start first"
        return self._bots.counts

    @property
    def hub(self) -> Hub:
        """Return the server without its sockets."""
        assert self._hub is not None, "start first"
        return self._hub

    @property
    def store(self) -> Store:
        """Return the database of the server."""
        return self._store

    def _store_failed(self, error: StoreError) -> None:
        self.failure = f"{error}; the tables are stopped, and nothing that was shown is lost"
        _logger.critical(Event("the server cannot go on", reason=self.failure))
        self.failed.set()

    def _explain(self, error: OSError) -> str:
        where = f"port {self.config.port}"
        if self.config.host:
            where = f"{self.config.host}, {where}"
        # asyncio wraps the reason in a sentence of its own.
        reason = str(error.strerror or error)
        if "in use" in reason or getattr(error, "winerror", 0) == 10048:
            return f"{where} is in use by another program; choose another one with --port"
        return f"cannot listen on {where}: {reason}"
