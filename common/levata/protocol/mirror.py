"""Documents kept in step: the server's end remembers what was sent, the client's end applies it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress, count
from operator import is_not
from typing import Any

import msgspec
from msgspec import Struct

from levata.errors import ProtocolError
from levata.protocol.codec import pack
from levata.protocol.diff import CHECK_MASK, Document, change_of, checksum, field_check, patch
from levata.protocol.messages import Sync, Update


class Changes:
    """Fields that have changed in a step, for all audiences: most of them see the same.

    A field found once is neither compared nor packed again for another audience whose view had
    and has the same objects there.
    """

    __slots__ = ("found",)

    def __init__(self) -> None:
        self.found: dict[int, tuple[Any, Any, tuple[int, Any], int]] = {}
        """By key: the field before and after, the pair of the change, what the check gains."""


class Source:
    """The server's end of one document for one audience.

    Most steps of a match touch a few fields of some twenty, and this is what a server does most,
    so only those are looked at. Fields stay as the view has them, structs and all; the frame alone
    holds their array form.
    """

    __slots__ = (
        "_check",
        "_fields",
        "channel",
        "version",
    )

    def __init__(self, channel: int) -> None:
        self.channel = channel
        self.version = 0
        self._fields: tuple[Any, ...] = ()
        """Of the view last published."""
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
        changes: Changes | None = None,
    ) -> Update | Sync:
        """Return what brings viewers to a new version: the change, or the whole if no larger.

        ``changes`` are those of the same step for other audiences.
        """
        former, self._fields = self._fields, msgspec.structs.astuple(view)
        self.version += 1
        facts = list(events)
        if former:
            change = self._change_from(former, Changes() if changes is None else changes)
            if not self._is_bulky(change):
                version, check = self.version, self._check
                return Update(self.channel, version, check, change, facts, decision, clock)
        else:
            self._check = checksum(self._fields)
        return msgspec.structs.replace(self.sync(decision, clock), events=facts)

    def _change_from(self, former: tuple[Any, ...], changes: Changes) -> list[Any]:
        fields, known, check = self._fields, changes.found, self._check
        change: list[Any] = []
        for key in compress(count(), map(is_not, former, fields)):
            before, after = former[key], fields[key]
            found = known.get(key)
            if found is None or found[0] is not before or found[1] is not after:
                if before == after:
                    continue
                gain = field_check(key, after) - field_check(key, before)
                found = known[key] = before, after, change_of(key, before, after), gain
            change += found[2]
            check += found[3]
        self._check = check & CHECK_MASK
        return change

    def _is_bulky(self, change: list[Any]) -> bool:
        """Whether a change is no smaller than the document, which takes changes of most fields."""
        return len(change) >= len(self._fields) and len(pack(change)) >= len(pack(self._fields))


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
        document = self._patched(message)
        if document is None:
            self.resyncs += 1
            self.document = None
            return False
        self.document, self.version = document, message.version
        return True

    def _patched(self, message: Update) -> Document | None:
        """Return the document that a change leads to, None if it is not meant for ours."""
        if self.document is None or message.version != self.version + 1:
            return None
        try:
            document = patch(self.document, message.diff)
            return document if checksum(document) == message.check else None
        # Values may be nested so deep that they can be read but not packed.
        except (ProtocolError, RecursionError):
            return None
