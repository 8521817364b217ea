"""One connection as the server sees it: who it is, what waits for it, what it may still send."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

from levata.protocol.codec import encode
from levata.protocol.documents import Channel
from levata.protocol.messages import Ack, Bye, Departed, Message, Sync, Update
from levata_server.config import Limits
from levata_server.door.outbox import Outbox
from levata_server.runtime.clock import Timer
from levata_server.runtime.token_bucket import TokenBucket
from levata_server.store.person import Person


class Connection:
    """A connection. The listener empties its outbox; the hall decides what goes in."""

    __slots__ = (
        "_abort",
        "_push",
        "_shown",
        "_wake",
        "acted_at",
        "address",
        "bucket",
        "ended_for",
        "excess",
        "hello_timer",
        "is_closing",
        "is_deaf",
        "is_dropped",
        "outbox",
        "person",
        "sending_since",
        "strikes",
    )

    def __init__(
        self,
        address: str,
        limits: Limits,
        abort: Callable[[], None],
        push: Callable[[bytes], bool] = lambda _: False,
    ) -> None:
        """``push`` sends a frame at once if the connection takes it, or answers False."""
        self.address = address
        self.person: Person | None = None
        """None until `Hello` was accepted."""
        self.outbox = Outbox(limits.outbox_messages, limits.outbox_bytes)
        self.bucket = TokenBucket(limits.frame_rate, limits.frame_burst)
        self.excess = 0
        """Frames sent beyond the rate, less those that kept it since."""
        self.acted_at = 0.0
        """When the last action of a match came."""
        self.strikes = 0
        """Frames that were no messages, and wrong passwords."""
        self.hello_timer: Timer | None = None
        self.is_deaf = False
        """Whether what it sends is ignored until the farewell."""
        self.is_closing = False
        """Whether nothing but what waits is sent any more."""
        self.is_dropped = False
        self.ended_for = ""
        """Code of the farewell; ``too_slow`` also for who never heard it; empty for who went."""
        self.sending_since: float | None = None
        """Since when the connection has not taken the frame that is being sent."""
        self._shown: set[int] = set()
        """Channels of which the client has a document, so that changes are of use."""
        self._abort = abort
        self._push = push
        self._wake = asyncio.Event()

    def admit(self, person: Person) -> None:
        """Note who it is, and that there is nothing to hurry any more."""
        self.person = person
        if self.hello_timer is not None:
            self.hello_timer.cancel()

    def go_deaf(self) -> None:
        """Ignore whatever comes until the farewell."""
        self.is_deaf = True

    def missing(self) -> Sequence[Channel]:
        """Return the documents that were skipped because the client is slow, each once."""
        return self.outbox.missing()

    def send(self, message: Message, frame: bytes | None = None) -> None:
        """Queue a message; ``frame`` is its packed form, if somebody has it already."""
        if self.is_closing:
            return
        match message:
            case Update():
                # The table may say so before the person came, or came again; the document follows.
                if message.channel not in self._shown:
                    if not message.ref:
                        return
                    message, frame = Ack(message.ref), None
            case Sync():
                self._shown.add(message.channel)
            case Departed():
                self._shown -= {Channel.TABLE, Channel.GAME, Channel.HANDS}
            case _:
                pass
        packed = encode(message) if frame is None else frame
        # Mostly nothing waits and the connection takes it; the way round is for slow clients.
        if self.sending_since is None and self.outbox.is_idle and self._push(packed):
            return
        self.outbox.put(message, packed)
        if self.outbox.is_over:
            # If it reads at all it learns why; if not, the listener cuts it soon.
            self.bye("too_slow")
        self._wake.set()

    def bye(self, code: str, *facts: str | int) -> None:
        """End the session: whatever waits is forgotten, the farewell is sent, then it closes."""
        if self.is_closing:
            return
        self.outbox.clear()
        farewell = Bye(code, tuple(map(str, facts)))
        self.outbox.put(farewell, encode(farewell))
        self.ended_for = code
        self.is_closing = True
        self._wake.set()

    def end(self) -> None:
        """Note that the connection is closed."""
        self.is_closing = True
        self.outbox.clear()
        if self.hello_timer is not None:
            self.hello_timer.cancel()
        self._wake.set()

    def drop(self) -> None:
        """Cut a connection that takes nothing any more."""
        self.ended_for = self.ended_for or "too_slow"
        self.is_closing = True
        self.is_dropped = True
        self.outbox.clear()
        self._abort()
        self._wake.set()

    async def wait(self) -> None:
        """Return when something may have changed."""
        await self._wake.wait()
        self._wake.clear()
