"""The people at a table and its seats: who is here, who sits where, who owns the table."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from levata.cards import HandOrder
from levata.errors import RequestError
from levata.protocol.documents import Presence, SeatKind, SeatRow
from levata_server.room.entries import SeatSet

SPECTATOR: Final = -1
"""The audience of all who have no seat."""

BOT_NAMES = (
    "Ioana",
    "Mihai",
    "Elena",
    "Radu",
    "Vera",
    "Petar",
    "Ilinca",
    "Tudor",
    "Smaranda",
    "Georgi",
    "Catinca",
    "Horia",
)
"""Names of computer players; more than the largest table has seats."""


class SeatState(Struct, frozen=True):
    """One seat: who sits there, and who plays for him at the moment."""

    kind: SeatKind = SeatKind.EMPTY
    person: int = 0
    """Who it belongs to, 0 for nobody and for computer players."""
    name: str = ""
    level: str = ""
    presence: Presence = Presence.PRESENT
    order: HandOrder = HandOrder.SUITS
    """How the hand is laid out before its owner."""

    @property
    def is_bot_driven(self) -> bool:
        """Whether a computer player decides here now."""
        return self.kind == SeatKind.BOT or self.presence in (Presence.LENT, Presence.TAKEN_OVER)

    @property
    def is_gone(self) -> bool:
        """Whether the person of this seat has left it to a bot without lending it."""
        return self.kind == SeatKind.PERSON and self.presence == Presence.TAKEN_OVER

    @property
    def is_away(self) -> bool:
        """Whether the seat waits for a lost person to come back."""
        return self.kind == SeatKind.PERSON and self.presence == Presence.AWAY

    def row(self) -> SeatRow:
        """Return the seat as everybody sees it."""
        return SeatRow(self.kind, self.name, self.person, self.level, self.presence)


class Viewpoint(NamedTuple):
    """From where a person sees the game: what he is shown depends on it besides the match itself.

    Whether he must decide something does too, but that changes with a step or ends with the match,
    and of both he is told anyhow.
    """

    audience: int
    """His seat, or `SPECTATOR`."""
    is_bot_driven: bool
    """Whether a computer player decides at his seat."""


class Seating:
    """Owns the seats, who is present, from where they came, and whose the table is.

    Seats and presence are values that are replaced, never changed, so that whoever compares need
    only look whether they still are the same objects. It knows nothing of matches and says nothing
    to anybody: that is done by who calls it.
    """

    __slots__ = (
        "_numbers",
        "addresses",
        "audiences",
        "bot_driven",
        "owner",
        "present",
        "rows",
        "seats",
        "viewpoints",
        "watchers",
    )

    seats: tuple[SeatState, ...]
    present: Mapping[int, str]
    """Persons with a live connection at this table, in the order in which they came, and their
    names."""
    bot_driven: frozenset[int]
    """The seats at which a computer player decides now."""
    rows: tuple[SeatRow, ...]
    """The seats as everybody sees them."""
    watchers: tuple[tuple[int, str], ...]
    """Number and name of everybody here who has no seat."""
    addresses: Mapping[int, str]
    """From where each person here came, and each who has a seat came last. Never told to anybody.
    """
    audiences: Sequence[tuple[int, Sequence[int]]]
    """Who is here by what they see: every seat with its person, then `SPECTATOR` with the rest."""
    viewpoints: Mapping[int, Viewpoint]
    """From where everybody who is here sees the game."""

    def __init__(self, seats: int, owner: int) -> None:
        self.owner = owner
        """Person who may start, add bots and free seats; 0 for nobody."""
        self.addresses = {}
        self._put(tuple([SeatState() for _ in range(seats)]), {})

    def _put(self, seats: tuple[SeatState, ...], present: Mapping[int, str]) -> None:
        """Replace who sits where and who is here, and with it all that follows."""
        self.seats = seats
        self.present = present
        self.bot_driven = frozenset(
            [number for number, seat in enumerate(seats) if seat.is_bot_driven]
        )
        self.rows = tuple([seat.row() for seat in seats])
        numbers = {
            seat.person: number for number, seat in enumerate(seats) if seat.kind == SeatKind.PERSON
        }
        self._numbers = numbers
        self.watchers = tuple(
            [(person, name) for person, name in present.items() if person not in numbers]
        )
        audiences: list[tuple[int, Sequence[int]]] = [
            (numbers[person], (person,)) for person in present if person in numbers
        ]
        if self.watchers:
            audiences.append((SPECTATOR, tuple([person for person, _ in self.watchers])))
        self.audiences = audiences
        self.viewpoints = {
            person: Viewpoint(audience, audience in self.bot_driven)
            for audience, persons in audiences
            for person in persons
        }
        self.addresses = {
            person: address
            for person, address in self.addresses.items()
            if person in present or person in numbers
        }

    def _put_seat(self, number: int, seat: SeatState) -> None:
        self._put(self._seats_with(number, seat), self.present)

    def _seats_with(self, number: int, seat: SeatState) -> tuple[SeatState, ...]:
        return (*self.seats[:number], seat, *self.seats[number + 1 :])

    # --- who is where --------------------------------------------------------------------------

    def seat_of(self, person: int) -> int | None:
        """Return the seat that belongs to a person."""
        return self._numbers.get(person)

    def audience_of(self, person: int) -> int:
        """Return the seat that belongs to a person, `SPECTATOR` for none."""
        return self._numbers.get(person, SPECTATOR)

    def seat(self, number: int) -> SeatState:
        """Return a seat.

        Raises:
            RequestError: ``no_such_seat``.
        """
        if number >= len(self.seats):
            raise RequestError("no_such_seat", number)
        return self.seats[number]

    def own_seat(self, person: int) -> int:
        """Return the number of the seat that belongs to a person.

        Raises:
            RequestError: ``not_seated``.
        """
        number = self.seat_of(person)
        if number is None:
            raise RequestError("not_seated")
        return number

    def check_owner(self, person: int) -> None:
        """Refuse what only the owner of the table may do.

        Raises:
            RequestError: ``not_owner``.
        """
        if person != self.owner:
            raise RequestError("not_owner")

    @property
    def seated(self) -> list[int]:
        """Return the persons who have a seat, connected or not."""
        return [seat.person for seat in self.seats if seat.kind == SeatKind.PERSON]

    @property
    def electorate(self) -> list[int]:
        """Return the persons who have a seat and are here."""
        return [person for person in self.seated if person in self.present]

    @property
    def heir(self) -> int:
        """Return who is to own the table when its owner is gone, 0 for nobody."""
        return next(iter([*self.electorate, *self.present]), 0)

    def is_deserted(self, number: int) -> bool:
        """Return whether the person of a seat has left it to a bot and is not here."""
        seat = self.seats[number]
        return seat.is_gone and seat.person not in self.present

    def shared_addresses(self, newcomer: int = 0) -> list[tuple[str, list[str]]]:
        """Return by watcher who of those seated came from the same address.

        With a ``newcomer`` only what has to do with him.
        """
        found: list[tuple[str, list[str]]] = []
        for watcher, name in self.watchers:
            address = self.addresses.get(watcher)
            seated = [
                seat.name
                for seat in self.seats
                if address
                and self.addresses.get(seat.person) == address
                and newcomer in (0, watcher, seat.person)
            ]
            if seated:
                found.append((name, seated))
        return found

    # --- what changes it -----------------------------------------------------------------------

    def come(self, person: int, name: str, address: str) -> None:
        """Note a person who is here from now on; a seat that waited for him does no longer."""
        self.addresses = {**self.addresses, person: address}
        number = self.seat_of(person)
        if number is not None and self.seats[number].is_away:
            self.set_presence(number, Presence.PRESENT)
        self.rename(person, name)

    def rename(self, person: int, name: str) -> None:
        """Note the name of a person who is here, on his seat too."""
        number = self.seat_of(person)
        seats = self.seats
        if number is not None:
            seats = self._seats_with(number, replace(seats[number], name=name))
        self._put(seats, {**self.present, person: name})

    def go(self, person: int) -> None:
        """Note that a person is not here any more; his seat stays his."""
        self._put(self.seats, {each: self.present[each] for each in self.present if each != person})

    def occupy(self, entry: SeatSet) -> None:
        """Give a seat to somebody else, or free it, as the log says."""
        seat = SeatState(entry.kind, entry.person, entry.name, entry.level)
        self._put_seat(entry.seat, seat)

    def set_presence(self, number: int, presence: Presence) -> None:
        """Let somebody else play a person's seat."""
        self._put_seat(number, replace(self.seats[number], presence=presence))

    def arrange(self, number: int, order: HandOrder) -> None:
        """Lay out the hand of a seat in another way."""
        self._put_seat(number, replace(self.seats[number], order=order))

    def set_owner(self, person: int) -> None:
        """Give the table to a person, 0 for nobody."""
        self.owner = person

    def lose_all(self) -> None:
        """Let every seat wait for its person, as after a restart of the server."""
        self._put(
            tuple(
                [
                    replace(seat, presence=Presence.AWAY)
                    if seat.kind == SeatKind.PERSON and seat.presence == Presence.PRESENT
                    else seat
                    for seat in self.seats
                ]
            ),
            self.present,
        )


def bot_name(taken: Iterable[str], seed: str) -> str:
    """Return a name for a computer player that nobody at the table has."""
    names = [name for name in BOT_NAMES if name not in set(taken)]
    return random.Random(seed).choice(names)
