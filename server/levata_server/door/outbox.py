"""What waits to be sent to one client: bounded, and collapsing to whole documents when too much.

A client that reads slowly misses steps, never the state: when too much waits, the queued changes
are dropped, and once the rest is sent the whole documents are asked for.
"""

from __future__ import annotations

from collections import deque
from typing import NamedTuple

from levata.protocol.codec import encode
from levata.protocol.documents import Channel
from levata.protocol.messages import Ack, Departed, Message, Sync, Update


class _Item(NamedTuple):
    message: Message
    frame: bytes


class Outbox:
    """The queue of one client. Plain state: whoever sends takes frames from it."""

    __slots__ = (
        "_asked",
        "_bytes",
        "_items",
        "_lagging",
        "_max_bytes",
        "_max_messages",
        "collapses",
        "is_over",
    )

    def __init__(self, max_messages: int, max_bytes: int) -> None:
        self._max_messages = max_messages
        self._max_bytes = max_bytes
        self._items: deque[_Item] = deque()
        self._bytes = 0
        self._lagging: set[Channel] = set()
        """Channels whose changes were dropped, until a whole document comes."""
        self._asked: set[Channel] = set()
        """Those of them for which a whole document was asked."""
        self.is_over = False
        """Whether even without documents too much waits: the client must be dropped."""
        self.collapses = 0

    def __len__(self) -> int:
        return len(self._items)

    @property
    def is_idle(self) -> bool:
        """Whether nothing waits, not even for a whole document."""
        return not self._items and not self._lagging

    def put(self, message: Message, frame: bytes) -> None:
        """Queue a message with its frame."""
        match message:
            case Sync():
                self._caught_up({message.channel})
            case Update() if message.channel in self._lagging:
                # The change is of no use any more; that the request was carried out still is.
                if message.ref:
                    self._append(Ack(message.ref))
                return
            case Departed():
                self._caught_up({Channel.TABLE, Channel.GAME, Channel.HANDS})
            case _:
                pass
        self._append(message, frame)
        if self._is_too_much():
            self._collapse()

    def take(self) -> bytes | None:
        """Return the next frame to send, None if nothing waits."""
        if not self._items:
            return None
        item = self._items.popleft()
        self._bytes -= len(item.frame)
        return item.frame

    def missing(self) -> tuple[Channel, ...]:
        """Return the channels to ask whole documents for, once, when nothing else waits."""
        if self._items:
            return ()
        channels = self._lagging - self._asked
        self._asked |= channels
        return tuple(sorted(channels))

    def clear(self) -> None:
        """Forget everything that waits."""
        self._items.clear()
        self._caught_up(set(self._lagging))
        self._bytes = 0

    def _caught_up(self, channels: set[Channel]) -> None:
        self._lagging -= channels
        self._asked -= channels

    def _append(self, message: Message, frame: bytes | None = None) -> None:
        item = _Item(message, encode(message) if frame is None else frame)
        self._items.append(item)
        self._bytes += len(item.frame)

    def _is_too_much(self) -> bool:
        return len(self._items) > self._max_messages or self._bytes > self._max_bytes

    def _collapse(self) -> None:
        self.collapses += 1
        items = list(self._items)
        self._items.clear()
        self._bytes = 0
        for message, frame in items:
            if isinstance(message, Sync | Update):
                self._lagging.add(message.channel)
                self._asked.discard(message.channel)
                if message.ref:
                    self._append(Ack(message.ref))
            else:
                self._append(message, frame)
        # Half of the bound must be free again, or the next message would collapse it once more.
        self.is_over = (
            2 * len(self._items) > self._max_messages or 2 * self._bytes > self._max_bytes
        )
