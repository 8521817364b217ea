"""Parts of a room by themselves."""

from __future__ import annotations

from typing import Any, Final

from msgspec.structs import replace

from levata.protocol.documents import SeatKind
from levata_server.room.entries import SeatSet
from levata_server.room.seating import Seating
from levata_server.room.terms import RoomPolicy, TableConfig, Terms

CONFIG: Final = TableConfig(
    number=7,
    name="Evening",
    game="whist",
    seats=4,
    options={"sequence": "1-4-1"},
    pace="normal",
    level="easy",
    owner=1,
    seed="secret",
)


def terms_of(**changes: Any) -> Terms:
    """Return the terms of a table that differs from the usual one."""
    return Terms(replace(CONFIG, **changes), RoomPolicy())


def seating_of(*persons: int, bots: int = 0) -> Seating:
    """Return four seats: first those of persons, who are here, then those of computer players."""
    seating = Seating(4, owner=1)
    for number, person in enumerate(persons):
        seating.come(person, f"P{person}", "")
        sit(seating, number, person)
    for number in range(len(persons), len(persons) + bots):
        seating.occupy(SeatSet(number, SeatKind.BOT, 0, f"B{number}", "easy"))
    return seating


def sit(seating: Seating, number: int, person: int) -> None:
    """Give a seat to a person."""
    seating.occupy(SeatSet(number, SeatKind.PERSON, person, f"P{person}"))
