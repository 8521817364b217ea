"""A connection as the hall sees it: somebody to hear and to answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from levata.protocol.documents import Channel
from levata.protocol.messages import Message
from levata_server.store.person import Person


class Visitor(Protocol):
    """One connection; `levata_server.door.connection.Connection` is what comes in by a socket."""

    @property
    def address(self) -> str:
        """Where the connection comes from, without its port."""
        ...

    @property
    def person(self) -> Person | None:
        """Who it is, None until `Hello` was accepted."""
        ...

    @property
    def acted_at(self) -> float:
        """When the last action of a match came, in seconds of the server's clock."""
        ...

    def admit(self, person: Person) -> None:
        """Note who it is, and that there is nothing to hurry any more."""
        ...

    def go_deaf(self) -> None:
        """Ignore whatever comes from now on."""
        ...

    def send(self, message: Message, frame: bytes | None = None) -> None:
        """Queue a message; ``frame`` is its packed form, if somebody has it already."""
        ...

    def missing(self) -> Sequence[Channel]:
        """Return the documents that were skipped for a slow client, each once."""
        ...

    def bye(self, code: str, *facts: str | int) -> None:
        """Send the client away, saying why."""
        ...
