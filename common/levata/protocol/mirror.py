"""Documents kept in step: the server's end remembers what was sent, the client's end applies it."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from levata.errors import ProtocolError
from levata.protocol.diff import Document, checksum, diff, is_bulky, patch, project
from levata.protocol.messages import Sync, Update


class Source:
    """The server's end of one document for one audience."""

    def __init__(self, channel: int) -> None:
        self.channel = channel
        self.version = 0
        self._document: Document | None = None
        self._check = 0

    def sync(self, decision: int = 0, clock: tuple[int, ...] = ()) -> Sync:
        """Return the whole document as last published."""
        assert self._document is not None, "publish before sync"
        return Sync(self.channel, self.version, self._check, self._document, decision, clock)

    def publish(
        self,
        view: Struct,
        events: list[Any] | None = None,
        decision: int = 0,
        clock: tuple[int, ...] = (),
    ) -> Update | Sync:
        """Return what brings viewers to a new version: the change, or the whole if no larger."""
        document = project(view)
        change = diff(self._document, document) if self._document is not None else None
        self._document = document
        self.version += 1
        self._check = checksum(document)
        if change is None or is_bulky(change, document):
            return Sync(
                self.channel, self.version, self._check, document, decision, clock, events or []
            )
        return Update(
            self.channel, self.version, self._check, change, events or [], decision, clock
        )


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
