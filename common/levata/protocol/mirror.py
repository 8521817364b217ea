"""Documents kept in step: the server's end remembers what was sent, the client's end applies it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import compress, count
from operator import is_not
from typing import Any

from msgspec import Struct
from msgspec.structs import astuple, replace

from levata.errors import ProtocolError
from levata.protocol.codec import pack
from levata.protocol.diff import CHECK_MASK, Document, change_of, checksum, field_check, patch
from levata.protocol.messages import Sync, Update


class Changes:
    """What a step changes in the fields that all audiences see alike, once it is found."""

    __slots__ = ("fields", "gain", "shared")

    def __init__(self, view: Struct) -> None:
        self.fields = astuple(view)
        """The fields after the step; those that are an audience's own are nobody's here."""
        self.shared: list[Any] | None = None
        """The change of the others; None until it is asked for."""
        self.gain = 0
        """What the check of the document gains by it."""


class Source:
    """The server's end of one document for one audience.

    Most steps of a match touch a few fields of some twenty, and this is what a server does most,
    so only those are looked at. Fields stay as the view has them, structs and all; the frame alone
    holds their array form.
    """

    __slots__ = ("_check", "_fields", "_own", "_own_keys", "channel", "version")

    def __init__(self, channel: int, own_keys: tuple[int, ...] = ()) -> None:
        """``own_keys`` are those of the fields that differ from audience to audience."""
        self.channel = channel
        self.version = 0
        self._fields: tuple[Any, ...] = ()
        """Those last published, nobody's own ones among them."""
        self._own_keys = own_keys
        self._own: tuple[Any, ...] = ()
        """The own fields last published."""
        self._check = 0

    def sync(self, decision: int = 0, clock: tuple[int, ...] = ()) -> Sync:
        """Return the whole document as last published."""
        return Sync(self.channel, self.version, self._check, self._document(), decision, clock)

    def publish(
        self,
        view: Struct | Changes,
        events: Sequence[Any] = (),
        decision: int = 0,
        clock: tuple[int, ...] = (),
        own: tuple[Any, ...] = (),
    ) -> Update | Sync:
        """Return what brings viewers to a new version: the change, or the whole if no larger.

        Several audiences of a view are given the same `Changes` of it, at every step, and each its
        ``own`` fields in the order of their keys.
        """
        changes = view if isinstance(view, Changes) else Changes(view)
        former, self._fields = self._fields, changes.fields
        self.version += 1
        if not former:
            self._own = own
            self._check = checksum(self._document())
            return self._whole(events, decision, clock)
        change = self._change(former, own, changes)
        is_long = len(change) >= len(former)
        if is_long and len(pack(change)) >= len(pack(self._document())):
            return self._whole(events, decision, clock)
        facts = list(events)
        return Update(self.channel, self.version, self._check, change, facts, decision, clock)

    def _document(self) -> Document:
        assert self._fields, "publish before sync"
        fields = list(self._fields)
        for key, field in zip(self._own_keys, self._own, strict=True):
            fields[key] = field
        return fields

    def _whole(self, events: Sequence[Any], decision: int, clock: tuple[int, ...]) -> Sync:
        return replace(self.sync(decision, clock), events=list(events))

    def _change(self, former: tuple[Any, ...], own: tuple[Any, ...], changes: Changes) -> list[Any]:
        change = changes.shared
        if change is None:
            after, own_keys = changes.fields, self._own_keys
            touched = compress(count(), map(is_not, former, after))
            fields = [(key, former[key], after[key]) for key in touched if key not in own_keys]
            change, changes.gain = _change_of(fields)
            changes.shared = change
        check = self._check + changes.gain
        if own != self._own:
            mine, gain = _change_of(zip(self._own_keys, self._own, own, strict=True))
            change, check = change + mine, check + gain
            self._own = own
        self._check = check & CHECK_MASK
        return change


def _change_of(fields: Iterable[tuple[int, Any, Any]]) -> tuple[list[Any], int]:
    """Return the change of fields, each a key, before and after, and what the check gains."""
    change: list[Any] = []
    gain = 0
    for key, before, after in fields:
        if before is not after and before != after:
            change += change_of(key, before, after)
            gain += field_check(key, after) - field_check(key, before)
    return change, gain


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
