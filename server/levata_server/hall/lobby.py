"""Who is on the server and which tables there are: pure, without an event loop.

What people see of it is `LobbyDocument`. Every count in it is derived from the people and tables
themselves, so it cannot drift.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from levata.bots.levels import DEFAULT_LEVEL, LEVELS
from levata.errors import OptionError, RequestError
from levata.games import find_game
from levata.options import format_options, parse_options
from levata.protocol.documents import PACES, WATCHES, LobbyDocument, PersonRow, TableRow
from levata.protocol.messages import CreateTable
from levata.text import NAME_LENGTH, clean_name
from levata_server.hall.credentials import hash_password, is_password
from levata_server.room.terms import TableConfig
from levata_server.store.person import Person

DEFAULT_PACE: Final = next(iter(PACES))
DEFAULT_WATCH: Final = WATCHES[0]


@dataclass
class _Table:
    config: TableConfig
    row: TableRow


class Lobby:
    """The people and tables of a server."""

    def __init__(
        self, server: str, max_tables: int, tables_per_person: int, last_table: int = 0
    ) -> None:
        self._server = server
        self._max_tables = max_tables
        self._tables_per_person = tables_per_person
        self._people: dict[int, Person] = {}
        self._by_token: dict[str, Person] = {}
        self._tables: dict[int, _Table] = {}
        self._last_person = 0
        self._last_table = last_table

    # --- people --------------------------------------------------------------------------------

    def arrive(self, name: str, token_hash: str) -> Person:
        """Return a new person.

        Raises:
            RequestError: the name cannot be shown, see `levata.text.clean_name`.
        """
        cleaned = clean_name(name)
        self._last_person += 1
        person = Person(self._last_person, "", token_hash)
        person.name = self._distinct(cleaned, person)
        self._add(person)
        return person

    def restore_person(self, person: Person) -> None:
        """Take in somebody whom the store knows."""
        self._last_person = max(self._last_person, person.number)
        self._add(person)

    def find_token(self, token_hash: str) -> Person | None:
        """Return whose token has this hash."""
        return self._by_token.get(token_hash)

    def find_person(self, number: int) -> Person | None:
        """Return the person of a number."""
        return self._people.get(number)

    def known_people(self) -> list[Person]:
        """Return everybody with a token, connected or not."""
        return list(self._people.values())

    def rename(self, person: Person, name: str) -> None:
        """Give a person another name.

        Raises:
            RequestError: the name cannot be shown.
        """
        person.name = self._distinct(clean_name(name), person)

    def connect(self, person: Person) -> None:
        """Note that a person is here; while he was away his name may have been taken."""
        person.name = self._distinct(person.name, person)
        person.is_connected = True

    def forget(self, person: Person) -> None:
        """Forget a person; the token is worth nothing any more."""
        del self._people[person.number]
        del self._by_token[person.token_hash]

    def people_at(self, table: int) -> list[Person]:
        """Return the persons at a table, connected or not; of 0 those in the lobby."""
        return [person for person in self._people.values() if person.table == table]

    # --- tables --------------------------------------------------------------------------------

    def create(self, person: Person, request: CreateTable, seed: str) -> TableConfig:
        """Return the table that a person asked for; `open` must follow.

        Raises:
            RequestError: ``too_many_tables`` (with the limit), or its name cannot be shown.
            OptionError: game, seats, options, pace, level or watch are not what they may be.
        """
        own = sum(table.config.owner == person.number for table in self._tables.values())
        if own >= self._tables_per_person:
            raise RequestError("too_many_tables", self._tables_per_person)
        if len(self._tables) >= self._max_tables:
            raise RequestError("server_full", self._max_tables)
        game = find_game(request.game)
        if request.seats not in game.info.seats:
            raise OptionError("bad_seats", request.seats, ", ".join(map(str, game.info.seats)))
        options = parse_options(game.info.options_type, request.options, request.seats)
        pace, level = request.pace or DEFAULT_PACE, request.level or DEFAULT_LEVEL
        if pace not in PACES:
            raise OptionError("unknown_pace", pace[:40], ", ".join(PACES))
        if level not in LEVELS:
            raise OptionError("unknown_level", level[:40], ", ".join(LEVELS))
        watch = request.watch or DEFAULT_WATCH
        if watch not in WATCHES:
            raise OptionError("unknown_watch", watch[:40], ", ".join(WATCHES))
        title = clean_name(request.name) if request.name else person.name
        self._last_table += 1
        return TableConfig(
            number=self._last_table,
            name=_distinct(title, (table.config.name for table in self._tables.values())),
            game=game.info.key,
            seats=request.seats,
            options=format_options(options),
            pace=pace,
            level=level,
            owner=person.number,
            seed=seed,
            password=hash_password(request.password),
            watch=watch,
        )

    def open(self, config: TableConfig, row: TableRow) -> None:
        """Show a table to everybody."""
        self._tables[config.number] = _Table(config, row)

    def has_password(self, number: int) -> bool:
        """Answer whether a table, if there is one, can only be joined with a password."""
        table = self._tables.get(number)
        return table is not None and bool(table.config.password)

    def check_join(self, number: int, password: str) -> None:
        """Refuse whoever may not come to a table.

        Raises:
            RequestError: ``no_such_table`` or ``wrong_password``.
        """
        table = self._tables.get(number)
        if table is None:
            raise RequestError("no_such_table", number)
        if not is_password(password, table.config.password):
            raise RequestError("wrong_password")

    def summarise(self, row: TableRow) -> None:
        """Show a table as it is now."""
        self._tables[row.number].row = row

    def close(self, number: int) -> list[Person]:
        """Take a table away; return who was there and is in the lobby now."""
        self._tables.pop(number, None)
        people = self.people_at(number)
        for person in people:
            person.table = 0
        return people

    # --- what everybody sees -------------------------------------------------------------------

    def view(self) -> LobbyDocument:
        """Return the server as everybody sees it."""
        return LobbyDocument(
            server=self._server,
            tables=tuple([table.row for table in self._tables.values()]),
            people=tuple(
                [
                    PersonRow(person.number, person.name, person.table)
                    for person in self._people.values()
                    if person.is_connected
                ]
            ),
        )

    def _add(self, person: Person) -> None:
        self._people[person.number] = person
        self._by_token[person.token_hash] = person

    def _distinct(self, name: str, person: Person) -> str:
        taken = (
            other.name
            for other in self._people.values()
            if other is not person and (other.is_connected or other.table)
        )
        return _distinct(name, taken)


def _distinct(name: str, taken: Iterable[str]) -> str:
    """Return the name, with a number where it would be taken for another.

    >>> _distinct("Ana", ["ana", "Ana 2"])
    'Ana 3'
    """
    folded = {other.casefold() for other in taken}
    candidate, number = name, 1
    while candidate.casefold() in folded:
        number += 1
        suffix = f" {number}"
        candidate = name[: NAME_LENGTH - len(suffix)].rstrip() + suffix
    return candidate
