"""Carries out what the operator asks for, and tells him what he may know."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable
from typing import Final, assert_never

from levata.errors import RequestError
from levata.protocol.documents import SeatKind, SeatRow, TablePhase
from levata.protocol.messages import Notice
from levata.text import clean_chat
from levata_server.hall.hall import Hall
from levata_server.operate.admin import (
    AdminAnswer,
    AdminCommand,
    Announce,
    CloseTable,
    Kick,
    ListPeople,
    ListTables,
    PersonFacts,
    Refusal,
    StartDrain,
    TableFacts,
)
from levata_server.runtime.logs import LogMessage
from levata_server.store.person import Person

_logger = logging.getLogger(__name__)

PHASES: Final = {
    TablePhase.OPEN: "open",
    TablePhase.PLAYING: "playing",
    TablePhase.PAUSED: "paused",
    TablePhase.OVER: "over",
}


class AdminService:
    """The operator's side of a hall."""

    def __init__(self, hall: Hall, drain: Callable[[float | None], float]) -> None:
        """``drain`` begins to stop the server and returns within how many seconds."""
        self._hall = hall
        self._drain = drain

    def carry_out(self, command: AdminCommand) -> AdminAnswer:
        """Carry out a command.

        Raises:
            Refusal: it cannot be carried out; nothing has changed.
        """
        _logger.debug(LogMessage("the operator asks", input=type(command).__name__))
        match command:
            case ListTables():
                return AdminAnswer(tables=self._tables())
            case ListPeople():
                return AdminAnswer(people=self._people())
            case Announce():
                return self._announce(command.text)
            case CloseTable():
                return self._close(command.table)
            case Kick():
                return self._kick(command.person)
            case StartDrain():
                seconds = self._drain(command.seconds)
                return AdminAnswer(
                    f"the server stops when no match is played, in {seconds:g} s at most"
                )
            case _:
                assert_never(command)

    def tables_by_phase(self) -> dict[tuple[str, str], int]:
        """Return how many tables there are of each game in each phase."""
        rows = self._hall.lobby.view().tables
        return dict(Counter((row.game, PHASES[row.phase]) for row in rows))

    def people_by_place(self) -> dict[str, int]:
        """Return how many connected persons are in the lobby and at tables."""
        at_tables = sum(row.table > 0 for row in self._hall.lobby.view().people)
        return {"lobby": len(self._hall.visitors) - at_tables, "table": at_tables}

    def _tables(self) -> tuple[TableFacts, ...]:
        return tuple(
            TableFacts(
                table=row.number,
                name=row.name,
                game=row.game,
                phase=PHASES[row.phase],
                pace=row.pace,
                seats=tuple(_occupant(seat) for seat in row.seats),
                watchers=row.watchers,
            )
            for row in self._hall.lobby.view().tables
        )

    def _people(self) -> tuple[PersonFacts, ...]:
        visitors = self._hall.visitors
        return tuple(
            PersonFacts(
                person=person.number,
                name=person.name,
                table=person.table,
                address=visitors[person.number].address if person.number in visitors else "",
            )
            for person in self._people_here()
        )

    def _announce(self, text: str) -> AdminAnswer:
        try:
            line = clean_chat(text)
        except RequestError as error:
            raise Refusal(f"this cannot be announced: {error}") from None
        self._hall.announce(Notice("announced", (line,)))
        return AdminAnswer(f"announced to {_counted(len(self._hall.visitors), 'person', 'people')}")

    def _close(self, table: int) -> AdminAnswer:
        if not self._hall.close_table(table):
            raise Refusal(f"there is no table {table}")
        _logger.info(LogMessage("the operator closes a table", table=table))
        return AdminAnswer(f"table {table} is closed")

    def _kick(self, text: str) -> AdminAnswer:
        person = self._find(text)
        _logger.info(LogMessage("the operator sends a person away", person=person.number))
        self._hall.send_away(person)
        return AdminAnswer(f"{person.name} (person {person.number}) is sent away")

    def _find(self, text: str) -> Person:
        """Return the person of a number or a name."""
        people = self._people_here()
        for person in people:
            if text == str(person.number):
                return person
        name = text.strip().casefold()
        named = [person for person in people if person.name.casefold() == name]
        if len(named) == 1:
            return named[0]
        if named:
            numbers = ", ".join(str(person.number) for person in named)
            raise Refusal(f"several people have this name: {numbers}; give the number")
        raise Refusal("there is nobody of this name or number")

    def _people_here(self) -> list[Person]:
        """Return who is connected or has a place at a table to come back to."""
        people = self._hall.lobby.known_people()
        return [person for person in people if person.is_connected or person.table]


def _occupant(seat: SeatRow) -> str:
    if seat.kind == SeatKind.EMPTY:
        return "-"
    return f"{seat.name} ({seat.level})" if seat.kind == SeatKind.BOT else seat.name


def _counted(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"
