"""A client without a screen, for tests and line mode, and an example for whoever writes a bot.

A whole match against computer players takes a few lines::

    async with Headless(parse_address("localhost"), Identity("Robot")) as client:
        await client.request(CreateTable, game="whist", seats=4)
        await client.request(Start)
        await client.play(lambda model: model.view.legal[0])
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from types import TracebackType
from typing import Concatenate, ParamSpec, Self

from levata.errors import RequestError
from levata.protocol.messages import Act, Request
from levata_client.net.address import Address
from levata_client.net.link import Link
from levata_client.state.link_events import Identity, LinkError, LinkEvent, LinkTiming
from levata_client.state.model import Change, Model, SessionEnded

P = ParamSpec("P")


class Headless:
    """A link and a model that follow one session.

    ``on_change`` is called with everything that changes, in order. As a context manager the
    client opens the session on entering and closes it on leaving.
    """

    def __init__(
        self,
        address: Address,
        identity: Identity,
        on_change: Callable[[Change], None] | None = None,
        timing: LinkTiming | None = None,
    ) -> None:
        self.model = Model()
        self.link = Link(address, identity, self._take, timing)
        self._on_change = on_change
        self._news = asyncio.Event()
        self._ended: SessionEnded | None = None

    async def __aenter__(self) -> Self:
        await self.link.open()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.link.close()

    async def request(
        self, kind: Callable[Concatenate[int, P], Request], *args: P.args, **kwargs: P.kwargs
    ) -> int:
        """Send a request and return the value of its answer; see `Link.request`."""
        return await self.link.request(kind, *args, **kwargs)

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

    def _take(self, event: LinkEvent) -> None:
        change = self.model.apply(event)
        if isinstance(change, SessionEnded):
            self._ended = change
        if change is not None and self._on_change is not None:
            self._on_change(change)
        self._news.set()
