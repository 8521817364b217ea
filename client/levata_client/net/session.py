"""A session with a server as the screens use it: the place, the link, and what is known."""

from __future__ import annotations

from collections.abc import Callable
from typing import Concatenate, ParamSpec

from levata.errors import RequestError
from levata.protocol.messages import CreateTable, Request
from levata_client.net.link import Link
from levata_client.net.server_target import ServerTarget
from levata_client.state.link_events import LinkEvent, LinkTiming
from levata_client.state.model import Model
from levata_client.state.new_table import NewTable

P = ParamSpec("P")


class Session:
    """Somebody at a venue; events of the link go to ``emit``, and from there to `Model.apply`."""

    def __init__(self, venue: ServerTarget, name: str, timing: LinkTiming | None = None) -> None:
        self.venue = venue
        self.model = Model()
        self.name = name
        self.waiting: list[LinkEvent] = []
        """Events that nobody has taken yet."""
        self.emit: Callable[[LinkEvent], None] = self.waiting.append
        """Where events of the link go."""
        self.revivals = 0
        """How often the server was started again."""
        self._timing = timing
        self._link: Link | None = None

    @property
    def link(self) -> Link:
        """The connection; `open` must have been called."""
        assert self._link is not None, "open first"
        return self._link

    async def open(self) -> None:
        """Wait for the server and say hello.

        Raises:
            LinkError: there is no server, or it does not want this client.
        """
        address = await self.venue.address()
        link = Link(address, self.venue.identity(self.name), self._pass_on, self._timing)
        self._link = link
        await link.open()

    def _pass_on(self, event: LinkEvent) -> None:
        self.emit(event)

    async def close(self) -> None:
        """Hang up and leave the venue; a server of one's own ends."""
        if self._link is not None:
            await self._link.close()
        await self.venue.close()

    async def request(
        self, kind: Callable[Concatenate[int, P], Request], *args: P.args, **kwargs: P.kwargs
    ) -> int:
        """Send a request and return the value of its answer; see `Link.request`.

        Raises:
            RequestError: the server refuses, or cannot be asked.
        """
        if self._link is None:
            raise RequestError("connection_lost")
        return await self._link.request(kind, *args, **kwargs)

    async def create(self, table: NewTable) -> int:
        """Open a table and return its number.

        Raises:
            RequestError: the server refuses.
        """
        return await self.request(
            CreateTable,
            game=table.game,
            seats=table.seats,
            options=table.options,
            name=table.name,
            level=table.level,
            pace=table.pace,
            password=table.password,
            watch=table.watch,
        )
