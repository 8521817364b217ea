"""Documents kept in step: the server's end remembers what was sent, the client's end applies it."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from itertools import compress, count
from operator import is_not
from typing import Any

import msgspec
from msgspec import Struct

from levata.errors import ProtocolError
from levata.protocol.codec import pack
from levata.protocol.diff import Document, change_of, checksum, patch
from levata.protocol.messages import Sync, Update


class Source:
    """The server's end of one document for one audience.

    Only fields that have changed are packed again: most steps of a match touch a few of some
    twenty, and this is what a server does most. Fields stay as the view has them, structs and all;
    the frame alone holds their array form.
    """

    def __init__(self, channel: int) -> None:
        self.channel = channel
        self.version = 0
        self._fields: tuple[Any, ...] = ()
        """Of the view last published."""
        self._packed: list[bytes] = []
        """The document field by field, as it is packed."""
        self._header_bytes = 0
        self._header_check = 0
        self._check = 0

    def sync(self, decision: int = 0, clock: tuple[int, ...] = ()) -> Sync:
        """Return the whole document as last published."""
        assert self._fields, "publish before sync"
        fields = list(self._fields)
        return Sync(self.channel, self.version, self._check, fields, decision, clock)

    def publish(
        self,
        view: Struct,
        events: Sequence[Any] = (),
        decision: int = 0,
        clock: tuple[int, ...] = (),
    ) -> Update | Sync:
        """Return what brings viewers to a new version: the change, or the whole if no larger."""
        is_first = not self._fields
        change = self._take_whole(view) if is_first else self._take_changed(view)
        self.version += 1
        self._check = zlib.crc32(b"".join(self._packed), self._header_check) & 0xFFFF
        facts = list(events)
        if is_first or (len(change) >= len(self._fields) and self._is_bulky(change)):
            return msgspec.structs.replace(self.sync(decision, clock), events=facts)
        return Update(self.channel, self.version, self._check, change, facts, decision, clock)

    def _take_whole(self, view: Struct) -> list[Any]:
        self._fields = msgspec.structs.astuple(view)
        self._packed = list(map(pack, self._fields))
        size = sum(map(len, self._packed))
        whole = pack(self._fields)
        self._header_bytes = len(whole) - size
        self._header_check = zlib.crc32(whole[: self._header_bytes])
        return []

    def _take_changed(self, view: Struct) -> list[Any]:
        fields = msgspec.structs.astuple(view)
        change: list[Any] = []
        for key in compress(count(), map(is_not, self._fields, fields)):
            before, after = self._fields[key], fields[key]
            if before != after:
                change += change_of(key, before, after)
                self._packed[key] = pack(after)
        self._fields = fields
        return change

    def _is_bulky(self, change: list[Any]) -> bool:
        return len(pack(change)) >= self._header_bytes + sum(map(len, self._packed))


class Mirror:
    """The client's end of one document."""

    def __init__(self, channel: int) -> None:
        self.channel = channel
        self.version = 0
        self.document: Document | None = None
        self.resyncs = 0
        """How often a gap or a wrong check was met."""

    def clear(self) -> None:
        """Forget the document, as when the table is left."""
        self.document = None

    def sync(self, message: Sync) -> None:
        """Take a whole document."""
        self.document = message.view
        self.version = message.version

    def update(self, message: Update) -> bool:
        """Apply a change; answer whether the document is right, else ask for a sync.

        After a wrong one the document is gone until the sync arrives: later updates answer False
        without being counted again.
        """
        if self.document is None:
            return False
        try:
            document = patch(self.document, message.diff)
        except ProtocolError:
            document = None
        if (
            document is None
            or message.version != self.version + 1
            or checksum(document) != message.check
        ):
            self.resyncs += 1
            self.document = None
            return False
        self.document, self.version = document, message.version
        return True
