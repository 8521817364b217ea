"""What the driver knows of the protocol: tags, places of fields, and how documents change."""

from __future__ import annotations

from enum import IntEnum
from typing import Any, Final, TypeAlias

import msgpack

Message: TypeAlias = list[Any]
Document: TypeAlias = list[Any]

VERSION: Final = 1


class Ask(IntEnum):
    """Tags of what a client sends."""

    HELLO = 1
    CREATE_TABLE = 2
    JOIN = 3
    SIT = 4
    STAND = 5
    ADD_BOT = 6
    FREE_SEAT = 7
    START = 8
    ACT = 9
    SAY = 10
    NUDGE = 11
    LEAVE = 12
    ASK_SYNC = 13
    RENAME = 14
    TAKE_BACK = 15
    LEND = 16
    ARRANGE = 17
    VOTE = 18
    GIVE_OWNERSHIP = 19


class Tell(IntEnum):
    """Tags of what a server sends."""

    WELCOME = 1
    SYNC = 2
    UPDATE = 3
    ACK = 4
    REJECTED = 5
    SAID = 6
    NOTICE = 7
    DEPARTED = 8
    BYE = 9


class Channel(IntEnum):
    """The documents."""

    LOBBY = 0
    TABLE = 1
    GAME = 2
    HANDS = 3


class Phase(IntEnum):
    """Phases of a table."""

    OPEN = 0
    PLAYING = 1
    PAUSED = 2
    OVER = 3


class Lobby(IntEnum):
    """Places in the lobby document."""

    TABLES = 1
    PEOPLE = 2


class Table(IntEnum):
    """Places in the table document."""

    NUMBER = 0
    GAME = 2
    PHASE = 6
    OWNER = 7
    SEATS = 8
    WATCHERS = 9
    MATCH = 10
    HANDS = 12


class Seat(IntEnum):
    """Places in a row of the table document's seats."""

    KIND = 0
    NAME = 1
    PERSON = 2
    PRESENCE = 4


BOT: Final = 2
"""Kind of a seat that is a computer player's."""
PRESENT, AWAY, LENT, TAKEN_OVER = range(4)
"""Who plays a person's seat."""
HANDS_OPEN: Final = 2


class Game(IntEnum):
    """Places in the game document; the last two are those of Hearts."""

    LEGAL = 2
    HAND = 3
    PHASE = 6
    CHOSEN = 9


PASSING: Final = 1
"""Phase of Hearts in which several seats act at once, and cards that each must choose."""
PASSED_CARDS: Final = 3

CARDS: Final = tuple(f"{rank}{suit}" for rank in "23456789TJQKA" for suit in "CDHS")

_REF_PLACES: Final = {
    Tell.WELCOME: 1,
    Tell.SYNC: 8,
    Tell.UPDATE: 8,
    Tell.ACK: 1,
    Tell.REJECTED: 1,
}


def pack(message: object) -> bytes:
    """Return a value as it travels."""
    return msgpack.packb(message)


def unpack(frame: bytes) -> Any:
    """Return the value of a frame."""
    return msgpack.unpackb(frame, strict_map_key=False)


def ref_of(message: Message) -> int:
    """Return which request a message answers, 0 for none."""
    place = _REF_PLACES.get(message[0])
    ref: int = message[place] if place is not None and place < len(message) else 0
    return ref


class Documents:
    """The documents that a client has."""

    def __init__(self) -> None:
        self._fields: dict[int, Document] = {}
        self._versions: dict[int, int] = {}
        self.decision = 0
        """Number of the decision that the client must answer, 0 for none."""
        self.clock: tuple[int, ...] = ()
        """Milliseconds left for it, and in the reserve, as told with it."""

    def take(self, message: Message) -> None:
        """Apply what a message says."""
        tag, channel = message[0], message[1]
        if tag == Tell.DEPARTED:
            self._forget(Channel.TABLE, Channel.GAME, Channel.HANDS)
        elif tag == Tell.SYNC:
            self._note(channel, message[2], message[4], message[5], message[6])
        elif tag == Tell.UPDATE:
            document = patched(self._fields[channel], message[4])
            self._note(channel, message[2], document, message[6], message[7])

    def _note(
        self, channel: int, version: int, document: Document, decision: int, clock: list[int]
    ) -> None:
        former = self._fields.get(channel)
        self._fields[channel], self._versions[channel] = document, version
        if channel == Channel.GAME:
            self.decision, self.clock = decision, tuple(clock)
        elif channel == Channel.TABLE:
            if former is None:
                # Whoever is at a table is not told any more how the lobby changes.
                self._forget(Channel.LOBBY)
            elif former[Table.MATCH] != document[Table.MATCH]:
                # What is known of the last match says nothing about this one.
                self._forget(Channel.GAME)

    def _forget(self, *channels: Channel) -> None:
        for channel in channels:
            self._fields.pop(channel, None)
        self.decision = 0

    def has(self, channel: Channel) -> bool:
        """Answer whether a document has come."""
        return channel in self._fields

    def version(self, channel: Channel) -> int:
        """Return the version of a document, 0 for none."""
        return self._versions[channel] if channel in self._fields else 0

    def field(self, channel: Channel, place: int) -> Any:
        """Return a field of a document that has come."""
        return self._fields[channel][place]


def patched(document: Document, change: list[Any]) -> Document:
    """Return a document with a change applied: pairs of a place and what is there now.

    >>> patched([3, [1, 2], "a"], [0, 4, -2, [9]])
    [4, [1, 2, 9], 'a']
    """
    result = list(document)
    for place, value in zip(change[::2], change[1::2], strict=True):
        if place < 0:
            result[-place - 1] = result[-place - 1] + value
        else:
            result[place] = value
    return result
