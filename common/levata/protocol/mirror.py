"""Documents kept in step: the server's end remembers what was sent, the client's end applies it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress, count
from operator import is_not
from typing import Any

from msgspec import Struct
from msgspec.structs import astuple

from levata.errors import ProtocolError
from levata.protocol.codec import pack
from levata.protocol.diff import CHECK_MASK, Document, change_of, checksum, field_check, patch
from levata.protocol.documents import Channel
from levata.protocol.messages import Sync, Update


class SharedPart:
    """The fields of a document that all its audiences see alike, and what a step changes in them.

    Most steps of a match touch a few fields of some twenty, and this is what a server does most,
    so they are found once for everybody, and the checks of all others are kept.
    """

    __slots__ = ("_checks", "_keys", "change", "check", "fields", "own_keys", "version")

    def __init__(self, view: Struct, own_keys: tuple[int, ...] = ()) -> None:
        """``own_keys`` are those of the fields that differ from audience to audience."""
        self.own_keys = own_keys
        self.version = 1
        self.fields = astuple(view)
        """Structs and all, as the view has them; an audience's own fields are nobody's here."""
        self._keys = tuple(range(len(self.fields)))
        self._checks = [
            None if key in own_keys else field_check(key, field)
            for key, field in enumerate(self.fields)
        ]
        self.check = _sum(self._checks)
        """The part of the document's check that these fields make."""
        self.change: list[Any] = []
        """What the last step changed. Not to be touched: it is part of messages."""

    @property
    def nobodys(self) -> tuple[Any, ...]:
        """Return the own fields of who has none, in the order of their keys."""
        return tuple([self.fields[key] for key in self.own_keys])

    def step(self, view: Struct) -> None:
        """Take the view after a step."""
        former, self.fields = self.fields, astuple(view)
        self.change, gain = _change(self._keys, former, self.fields, self._checks)
        self.check += gain
        self.version += 1


class Source:
    """The server's end of one document for one audience.

    One of several has the part that is common to all of them, which must be stepped first, and
    then tells its own audience. A document without other audiences is just published.
    """

    __slots__ = ("_own_check", "_own_checks", "_part", "channel", "own")

    def __init__(
        self, channel: Channel, part: SharedPart | None = None, own: tuple[Any, ...] = ()
    ) -> None:
        """``own`` are the fields that differ from audience to audience, as they are now."""
        self.channel = channel
        self._part = part
        self.own = own
        """As last published."""
        self._own_checks: list[int | None] = [
            field_check(key, field)
            for key, field in zip(part.own_keys if part else (), own, strict=True)
        ]
        self._own_check = _sum(self._own_checks)

    @property
    def version(self) -> int:
        """Return the version last published, 0 for none."""
        return self._part.version if self._part else 0

    def sync(
        self,
        decision: int = 0,
        clock: tuple[int, ...] = (),
        events: list[Any] | None = None,
        ref: int = 0,
    ) -> Sync:
        """Return the whole document as last published."""
        part = self._part
        assert part is not None, "publish before sync"
        check = (part.check + self._own_check) & CHECK_MASK
        view = self._document(part)
        return Sync(self.channel, part.version, check, view, decision, clock, events or [], ref)

    def publish(
        self,
        view: Struct,
        events: list[Any] | None = None,
        decision: int = 0,
        clock: tuple[int, ...] = (),
    ) -> Update | Sync:
        """Return what brings viewers to a new version: the change, or the whole if no larger."""
        if self._part is None:
            self._part = SharedPart(view)
            return self.sync(decision, clock, events)
        self._part.step(view)
        return self.tell((), events or [], decision, clock)

    def tell(
        self,
        own: tuple[Any, ...],
        events: list[Any],
        decision: int,
        clock: tuple[int, ...],
        ref: int = 0,
    ) -> Update | Sync:
        """Return what brings viewers to the version that the shared part has been stepped to.

        ``own`` are the audience's own fields after the step, in the order of their keys. Events
        must not be touched afterwards.
        """
        part = self._part
        assert part is not None, "publish first"
        change = part.change
        if own is not self.own and own != self.own:
            change = change + self._take_own(part, own)
        if len(change) >= len(part.fields) and self._is_long(part, change):
            return self.sync(decision, clock, events, ref)
        check = (part.check + self._own_check) & CHECK_MASK
        return Update(self.channel, part.version, check, change, events, decision, clock, ref)

    def _take_own(self, part: SharedPart, own: tuple[Any, ...]) -> list[Any]:
        """Note the audience's own fields; return what has changed in them."""
        former, self.own = self.own, own
        change, gain = _change(part.own_keys, former, own, self._own_checks)
        self._own_check += gain
        return change

    def _is_long(self, part: SharedPart, change: list[Any]) -> bool:
        return len(pack(change)) >= len(pack(self._document(part)))

    def _document(self, part: SharedPart) -> Document:
        fields = list(part.fields)
        for key, field in zip(part.own_keys, self.own, strict=True):
            fields[key] = field
        return fields


def _sum(checks: Sequence[int | None]) -> int:
    return sum([check for check in checks if check is not None])


def _change(
    keys: Sequence[int], before: tuple[Any, ...], after: tuple[Any, ...], checks: list[int | None]
) -> tuple[list[Any], int]:
    """Return the change of some fields of a document, and what the sum of their checks gains.

    ``keys`` are the numbers of the fields in the document. The checks are brought up to date;
    fields that have none are passed over.
    """
    change: list[Any] = []
    gain = 0
    for place in compress(count(), map(is_not, before, after)):
        field, former = after[place], checks[place]
        if former is not None and before[place] != field:
            key = keys[place]
            change += change_of(key, before[place], field)
            checks[place] = check = field_check(key, field)
            gain += check - former
    return change, gain


class Mirror:
    """The client's end of one document."""

    def __init__(self, channel: Channel) -> None:
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
