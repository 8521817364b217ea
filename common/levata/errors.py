"""The one hierarchy of errors: each carries a stable code and the facts to explain it.

Codes travel on the wire and are turned into sentences by the client, in the language of its user.
"""

from __future__ import annotations


class LevataError(Exception):
    """Anything that Levata refuses, with a code and the facts that belong to it."""

    def __init__(self, code: str, *facts: str | int) -> None:
        super().__init__(code, *facts)
        self.code = code
        self.facts: tuple[str, ...] = tuple(str(fact) for fact in facts)

    def __str__(self) -> str:
        return self.code if not self.facts else f"{self.code}: {', '.join(self.facts)}"


class CardError(LevataError):
    """A text that names no card."""


class IllegalAction(LevataError):
    """An action that the rules refuse; the state is unchanged."""


class OptionError(LevataError):
    """Table options that are unknown, out of range or contradict each other."""


class RecordError(LevataError):
    """A match record that is damaged, of an unknown version or breaks the rules."""


class ProtocolError(LevataError):
    """A message that is not part of the protocol."""


class RequestError(LevataError):
    """A request that is understood but refused: no such table, seat taken, not the owner."""
