"""Documents kept in step: the server's end remembers what was sent, the client's end applies it."""

from __future__ import annotations

from itertools import compress, count
from operator import is_not
from typing import Any

from msgspec import Struct
from msgspec.structs import astuple, replace

from levata.errors import ProtocolError
from levata.protocol.codec import pack
from levata.protocol.diff import CHECK_MASK, Document, change_of, checksum, field_check, patch
from levata.protocol.messages import Sync, Update


class SharedPart:
    """The fields of a document that all its audiences see alike, and what a step changes in them.

    Most steps of a match touch a few fields of some twenty, and this is what a server does most,
    so they are found once for everybody, and the checks of all others are kept.
    """

    __slots__ = ("_checks", "_own_keys", "change", "check", "fields", "former")

    def __init__(self, view: Struct, own_keys: tuple[int, ...] = ()) -> None:
        """``own_keys`` are those of the fields that differ from audience to audience."""
        self._own_keys = own_keys
        self.fields = astuple(view)
        """Struct and all, as the view has them; an audience's own fields are nobody's here."""
        self._checks = [
            0 if key in own_keys else field_check(key, field)
            for key, field in enumerate(self.fields)
        ]
        self.check = sum(self._checks)
        """The part of the document's check that these fields make."""
        self.former: tuple[Any, ...] = ()
        """The fields before the last step."""
        self.change: list[Any] = []
        """What the last step changed. Not to be touched: it is part of messages."""

    @property
    def nobodys(self) -> tuple[Any, ...]:
        """Return the own fields of who has none, in the order of their keys."""
        return tuple([self.fields[key] for key in self._own_keys])

    def step(self, view: Struct) -> None:
        """Take the view after a step."""
        former, checks = self.fields, self._checks
        fields = astuple(view)
        change: list[Any] = []
        for key in compress(count(), map(is_not, former, fields)):
            after = fields[key]
            if former[key] != after and key not in self._own_keys:
                change += change_of(key, former[key], after)
                check = field_check(key, after)
                self.check += check - checks[key]
                checks[key] = check
        self.former, self.fields, self.change = former, fields, change


class Source:
    """The server's end of one document for one audience."""

    __slots__ = (
        "_alone",
        "_fields",
        "_own",
        "_own_check",
        "_own_checks",
        "_own_keys",
        "channel",
        "check",
        "version",
    )

    def __init__(self, channel: int, own_keys: tuple[int, ...] = ()) -> None:
        """``own_keys`` are those of the fields that differ from audience to audience."""
        self.channel = channel
        self.version = 0
        self.check = 0
        self._alone: SharedPart | None = None
        """The fields of a document that has no other audience."""
        self._fields: tuple[Any, ...] = ()
        """Those of all audiences, as last published."""
        self._own_keys = own_keys
        self._own: tuple[Any, ...] = ()
        """The own fields last published, in the order of their keys, as are their checks."""
        self._own_checks: list[int] = []
        self._own_check = 0

    def sync(self, decision: int = 0, clock: tuple[int, ...] = ()) -> Sync:
        """Return the whole document as last published."""
        return Sync(self.channel, self.version, self.check, self._document(), decision, clock)

    def publish(
        self,
        view: Struct | SharedPart,
        events: list[Any] | None = None,
        decision: int = 0,
        clock: tuple[int, ...] = (),
        own: tuple[Any, ...] = (),
    ) -> Update | Sync:
        """Return what brings viewers to a new version: the change, or the whole if no larger.

        Several audiences of a view are given the same `SharedPart`, after every step of it, and
        each its ``own`` fields in the order of their keys.
        """
        part = view if isinstance(view, SharedPart) else self._part_of(view)
        facts = [] if events is None else events
        former = self._fields
        self._fields = part.fields
        version = self.version = self.version + 1
        change = part.change
        if own is not self._own and own != self._own:
            change = change + self._take_own(own)
        check = self.check = (part.check + self._own_check) & CHECK_MASK
        is_in_step = former is part.former and former
        if not is_in_step or (len(change) >= len(former) and self._is_long(change)):
            return replace(self.sync(decision, clock), events=facts)
        return Update(self.channel, version, check, change, facts, decision, clock)

    def _part_of(self, view: Struct) -> SharedPart:
        if self._alone is None:
            self._alone = SharedPart(view)
        else:
            self._alone.step(view)
        return self._alone

    def _take_own(self, own: tuple[Any, ...]) -> list[Any]:
        """Note the audience's own fields; return what has changed in them."""
        change: list[Any] = []
        if not self._own:
            self._own_checks = [
                field_check(key, field) for key, field in zip(self._own_keys, own, strict=True)
            ]
            self._own_check = sum(self._own_checks)
        else:
            for place, (key, before, after) in enumerate(
                zip(self._own_keys, self._own, own, strict=True)
            ):
                if before != after:
                    change += change_of(key, before, after)
                    check = field_check(key, after)
                    self._own_check += check - self._own_checks[place]
                    self._own_checks[place] = check
        self._own = own
        return change

    def _is_long(self, change: list[Any]) -> bool:
        return len(pack(change)) >= len(pack(self._document()))

    def _document(self) -> Document:
        assert self._fields, "publish before sync"
        fields = list(self._fields)
        for key, field in zip(self._own_keys, self._own, strict=True):
            fields[key] = field
        return fields


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
