"""Documents kept in step: the server's end remembers what was sent, the client's end applies it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
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
    """What a step changes in the fields that all audiences see alike, once it is found."""

    __slots__ = ("gain", "shared")

    def __init__(self) -> None:
        self.shared: list[Any] | None = None
        """The change of those fields; None until the first audience is served."""
        self.gain = 0
        """What the check of the document gains by it."""


class Source:
    """The server's end of one document for one audience.

    Most steps of a match touch a few fields of some twenty, and this is what a server does most,
    so only those are looked at. Fields stay as the view has them, structs and all; the frame alone
    holds their array form.
    """

    __slots__ = ("_check", "_fields", "_own", "channel", "version")

    def __init__(self, channel: int) -> None:
        self.channel = channel
        self.version = 0
        self._fields: tuple[Any, ...] = ()
        """Of the view last published."""
        self._own: tuple[int, ...] = ()
        """Keys of the fields that differ from audience to audience."""
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

        ``changes`` are those of the same step for other audiences, which were served the step
        before as well.
        """
        former, self._fields = self._fields, msgspec.structs.astuple(view)
        self.version += 1
        if not former:
            self._own = _own_keys(type(view))
            self._check = checksum(self._fields)
            return self._whole(events, decision, clock)
        change = self._change_from(former, Changes() if changes is None else changes)
        if len(change) >= len(former) and len(pack(change)) >= len(pack(self._fields)):
            return self._whole(events, decision, clock)
        facts = list(events)
        return Update(self.channel, self.version, self._check, change, facts, decision, clock)

    def _whole(self, events: Sequence[Any], decision: int, clock: tuple[int, ...]) -> Sync:
        return msgspec.structs.replace(self.sync(decision, clock), events=list(events))

    def _change_from(self, former: tuple[Any, ...], changes: Changes) -> list[Any]:
        fields, own = self._fields, self._own
        shared = changes.shared
        if shared is None:
            touched = compress(count(), map(is_not, former, fields))
            common = [key for key in touched if key not in own]
            shared, changes.gain = _change(former, fields, common)
            changes.shared = shared
        mine, gain = _change(former, fields, own)
        self._check = (self._check + changes.gain + gain) & CHECK_MASK
        return shared + mine


def _change(
    former: tuple[Any, ...], fields: tuple[Any, ...], keys: Sequence[int]
) -> tuple[list[Any], int]:
    """Return the change of some fields, and what the check gains by it."""
    change: list[Any] = []
    gain = 0
    for key in keys:
        before, after = former[key], fields[key]
        if before is not after and before != after:
            change += change_of(key, before, after)
            gain += field_check(key, after) - field_check(key, before)
    return change, gain


@cache
def _own_keys(view: type[Struct]) -> tuple[int, ...]:
    """Return the keys of the fields that are the viewer's own, for a view of a game."""
    own: frozenset[str] = getattr(view, "own_fields", frozenset())
    return tuple([key for key, name in enumerate(view.__struct_fields__) if name in own])


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
