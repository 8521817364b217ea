"""Requests that wait for their answers."""

from __future__ import annotations

import asyncio

from levata.errors import RequestError
from levata.protocol.messages import Act, Request


class PendingRequests:
    """The numbers of a link's requests, and a future for the answer to each."""

    def __init__(self) -> None:
        self._waiting: dict[int, tuple[Request, asyncio.Future[int]]] = {}
        self._next_ref = 1

    def next_ref(self) -> int:
        """Return the number of the next message."""
        ref = self._next_ref
        self._next_ref += 1
        return ref

    def add(self, request: Request) -> asyncio.Future[int]:
        """Return the future of a request's answer; whoever waits for it calls `forget` in the end.

        Its result is the value of the answer, its exception a `RequestError`.
        """
        future: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        # Where the line breaks while the request is sent, nobody comes to wait for the answer.
        future.add_done_callback(_retrieve)
        self._waiting[request.ref] = request, future
        return future

    def forget(self, ref: int) -> None:
        """Wait no more for an answer."""
        self._waiting.pop(ref, None)

    def settle(self, ref: int, value: int) -> None:
        """Give a request its answer, if it waits for one."""
        waiting = self._waiting.pop(ref, None)
        if waiting is not None and not waiting[1].done():
            waiting[1].set_result(value)

    def settle_acts(self, decision: int) -> None:
        """Settle acts whose answer went under in a snapshot: their decision is past.

        ``decision`` is the one that the snapshot asks for.
        """
        for ref, (request, _) in list(self._waiting.items()):
            if isinstance(request, Act) and request.decision != decision:
                self.settle(ref, 0)

    def refuse(self, ref: int, error: RequestError) -> None:
        """Let a request fail, if it waits for an answer."""
        waiting = self._waiting.pop(ref, None)
        if waiting is not None and not waiting[1].done():
            waiting[1].set_exception(error)

    def refuse_all(self, code: str) -> None:
        """Let every request fail, because no answer can come."""
        for ref in list(self._waiting):
            self.refuse(ref, RequestError(code))


def _retrieve(future: asyncio.Future[int]) -> None:
    if not future.cancelled():
        future.exception()
