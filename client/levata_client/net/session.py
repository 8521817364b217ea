"""A session with a server: where it takes place, the link, and what is known.

The application and the line mode have one, and so has whoever writes a computer player of his own.
A whole match against computer players takes a few lines::

    async with Session.at(parse_address("localhost"), "Robot") as session:
        await session.request(CreateTable, game="whist", seats=4)
        await session.request(Start)
        await session.play(lambda model: model.view.legal[0])
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from types import TracebackType
from typing import Concatenate, Final, ParamSpec, Self

from levata.errors import RequestError
from levata.protocol.messages import Act, CreateTable, Request
from levata_client.net.address import Address
from levata_client.net.link import Link
from levata_client.net.server_target import ServerTarget
from levata_client.state.link_events import Emit, LinkError, LinkEvent, LinkTiming
from levata_client.state.model import Change, Model, SessionEnded
from levata_client.state.new_table import NewTable

P = ParamSpec("P")

MOST_REVIVALS: Final = 5
"""How often a server of one's own is started again in one session."""


class Session:
    """Somebody at a server.

    What the link tells goes into `model` as it comes, and ``on_change`` is called with everything
    that changes, in order; a screen takes the events in its own time instead, see `hand_to`. As a
    context manager the session is opened on entering and closed on leaving.
    """

    def __init__(
        self,
        target: ServerTarget,
        name: str,
        on_change: Callable[[Change], None] | None = None,
        timing: LinkTiming | None = None,
    ) -> None:
        self.target = target
        self.model = Model()
        self.on_change = on_change
        self._name = name
        self._timing = timing
        self._link: Link | None = None
        self._held: list[LinkEvent] = []
        """Events that wait for somebody to take them."""
        self._emit: Emit = self._take_now
        self._news = asyncio.Event()
        self._ended: SessionEnded | None = None
        self._revivals = 0

    @classmethod
    def at(
        cls,
        address: Address,
        name: str,
        *,
        token: str = "",
        password: str = "",
        on_change: Callable[[Change], None] | None = None,
        timing: LinkTiming | None = None,
    ) -> Self:
        """Return the session of a program at a server that runs; nothing of it is kept.

        Args:
            address: where the server listens, see `parse_address`.
            name: what others see.
            token: that of an earlier `Welcome`, to be the same person again.
            password: that of the server, if it wants one.
            on_change: called with everything that changes.
            timing: how long the link waits for what.
        """
        return cls(ServerTarget.visit(address, token, password), name, on_change, timing)

    @property
    def link(self) -> Link:
        """The connection; the session must have been opened."""
        assert self._link is not None, "open first"
        return self._link

    # --- beginning and ending ------------------------------------------------------------------

    async def __aenter__(self) -> Self:
        await self.open()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()

    async def open(self) -> None:
        """Wait for the server and say hello.

        Raises:
            LinkError: there is no server, or it does not want this client; the session is closed.
        """
        try:
            address, identity = await self.target.address(), self.target.identity(self._name)
            self._link = Link(address, identity, self._pass_on, self._timing)
            await self._link.open()
        except BaseException:
            await self.close()
            raise

    async def close(self) -> None:
        """Hang up; a server of one's own ends."""
        if self._link is not None:
            await self._link.close()
        await self.target.close()

    async def revive(self) -> None:
        """Start a server of one's own again if it is gone, unless that happens again and again.

        Raises:
            LinkError: it cannot be started again.
        """
        if self._revivals < MOST_REVIVALS and await self.target.revive():
            self._revivals += 1
            self.link.retry_now()

    # --- what is asked -------------------------------------------------------------------------

    async def request(
        self, kind: Callable[Concatenate[int, P], Request], *args: P.args, **kwargs: P.kwargs
    ) -> int:
        """Send a request, such as ``request(Sit, seat=2)``, and return the value of its answer.

        Raises:
            RequestError: the server's refusal, or ``connection_lost`` if no answer can come.
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

    async def act(self, action: str) -> None:
        """Answer the pending decision.

        Raises:
            RequestError: the answer is refused.
        """
        await self.request(Act, decision=self.model.decision, action=action)

    async def play(self, choose: Callable[[Model], str]) -> None:
        """Play until the match is over; ``choose`` answers each decision with a legal action.

        Raises:
            RequestError: an answer is refused, other than for coming too late.
            LinkError: the session ended before the match.
        """
        answered = 0

        def has_news(model: Model) -> bool:
            may_act = model.is_my_turn and model.is_connected
            return model.is_over or (may_act and model.decision != answered)

        while True:
            await self.until(has_news)
            if self.model.is_over:
                return
            answered = self.model.decision
            try:
                await self.act(choose(self.model))
            except RequestError as error:
                if error.code not in ("stale_decision", "connection_lost"):
                    raise
                if error.code == "connection_lost":
                    answered = 0

    # --- what happens --------------------------------------------------------------------------

    async def until(self, is_so: Callable[[Model], bool]) -> None:
        """Wait until something is true of the model.

        Raises:
            LinkError: the session ended before.
        """
        while not is_so(self.model):
            if self._ended is not None:
                raise LinkError(self._ended.code, *self._ended.facts)
            self._news.clear()
            await self._news.wait()

    def hold(self) -> None:
        """Keep what the link tells until somebody is there to take it, see `hand_to`."""
        self._emit = self._held.append

    def hand_to(self, emit: Emit) -> None:
        """Hand what the link tells to ``emit``, which gives it to `take` when it suits.

        Events that were held back come first.
        """
        held, self._held = self._held, []
        self._emit = emit
        for event in held:
            emit(event)

    def take(self, event: LinkEvent) -> Change | None:
        """Bring the model up to an event of the link; return what has changed, if anything has."""
        change = self.model.apply(event)
        if isinstance(change, SessionEnded):
            self._ended = change
        if change is not None and self.on_change is not None:
            self.on_change(change)
        self._news.set()
        return change

    def _take_now(self, event: LinkEvent) -> None:
        self.take(event)

    def _pass_on(self, event: LinkEvent) -> None:
        self._emit(event)
