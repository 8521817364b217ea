"""The lobby as data: a row per table, what is known of a table, and what may be done with it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from levata.game import Seat
from levata.protocol.documents import LobbyDocument, SeatKind, SeatRow, TablePhase, TableRow
from levata.text import clean_text
from levata_client.shown.games import find_display
from levata_client.shown.places.option_words import changed_options, option_list, pace_label
from levata_client.shown.text.glyphs import EMPTY_PIP, FILLED_PIP
from levata_client.shown.text.language import _, ngettext
from levata_client.shown.text.words import MUTED, Part, Words, how_to, words


class LobbyAction(StrEnum):
    """What somebody in a lobby may do."""

    OPEN = "open"
    """Open a table of his own."""
    SIT = "sit"
    WATCH = "watch"
    SHOW_ALL = "show_all"
    """Show tables without a free seat too."""


@dataclass(frozen=True)
class LobbyRow:
    """A table as one row of the lobby."""

    number: int
    """The table's."""
    name: str
    game: str
    """What its game is called."""
    seats: str
    """A pip per seat, filled where somebody sits."""
    state: str
    """How far it is, and whether it wants a password."""
    is_open: bool
    """Whether its match has not begun."""


def lobby_rows(tables: Sequence[TableRow]) -> tuple[LobbyRow, ...]:
    """Return a row per table."""
    return tuple(
        LobbyRow(
            table.number,
            clean_text(table.name),
            find_display(table.game).title,
            " ".join(_pip(seat) for seat in table.seats),
            _state(table),
            table.phase == TablePhase.OPEN,
        )
        for table in tables
    )


def lobby_tables(lobby: LobbyDocument | None, has_free_only: bool = False) -> list[TableRow]:
    """Return the tables of a lobby; with ``has_free_only`` those before their match with a seat."""
    tables = list(lobby.tables) if lobby is not None else []
    if has_free_only:
        tables = [row for row in tables if row.phase == TablePhase.OPEN and _free(row)]
    return tables


def lobby_title(lobby: LobbyDocument | None) -> Words:
    """Return the name of the server, and how much goes on there."""
    if lobby is None:
        return words(_("Lobby"))
    people = ngettext("{count} person", "{count} people", len(lobby.people))
    tables = ngettext("{count} table", "{count} tables", len(lobby.tables))
    facts = f"{people.format(count=len(lobby.people))} · {tables.format(count=len(lobby.tables))}"
    return words(clean_text(lobby.server), Part(f"  {facts}", MUTED))


def lobby_detail(
    lobby: LobbyDocument | None, table: TableRow | None, has_free_only: bool = False
) -> list[Words]:
    """Return what is known of a table (``None`` stands for a new one), and who is in the lobby."""
    rows: list[Words] = []
    if table is not None:
        rows += [words(_seat_names(table)), words(_options(table), role=MUTED)]
    elif not lobby_tables(lobby, has_free_only):
        open_one = how_to(LobbyAction.OPEN, _(": {key} opens one"))
        line = words(_("No tables yet"), open_one, ".")
        if has_free_only:
            show_all = how_to(LobbyAction.SHOW_ALL, _(": {key} shows all of them"))
            open_one = how_to(LobbyAction.OPEN, _(", {key} opens one"))
            line = words(_("No table has a free seat"), show_all, open_one, ".")
        rows += [line, ()]
    else:
        rows += [words(_("A table with the options that you choose.")), ()]
    if lobby is not None:
        names = ", ".join(
            clean_text(row.name) + (f" ({row.table})" if row.table else "") for row in lobby.people
        )
        rows.append(words(Part(_("Here: "), MUTED), names))
    return rows


def invitation(addresses: Sequence[str]) -> list[Words]:
    """Return how others get to a server that listens at some addresses; nothing without any."""
    if not addresses:
        return []
    commands = "  ".join(f"levata join {text}" for text in addresses[:2])
    return [words(Part(_("Others on this network: "), MUTED), commands)]


def lobby_actions(table: TableRow | None) -> tuple[LobbyAction, ...]:
    """Return what may be done with a table, the usual thing first; ``None`` is a new one."""
    if table is None:
        return (LobbyAction.OPEN,)
    return (LobbyAction.SIT, LobbyAction.WATCH) if can_sit(table) else (LobbyAction.WATCH,)


def can_sit(table: TableRow) -> bool:
    """Whether somebody who comes finds a seat before the match begins."""
    return table.phase == TablePhase.OPEN and first_seat(table) is not None


def first_seat(table: TableRow) -> Seat | None:
    """Return the seat that somebody who comes takes: a free one, else a bot's."""
    for kind in (SeatKind.EMPTY, SeatKind.BOT):
        for number, row in enumerate(table.seats):
            if row.kind == kind:
                return number
    return None


def _free(table: TableRow) -> int:
    return sum(seat.kind == SeatKind.EMPTY for seat in table.seats)


def _pip(seat: SeatRow) -> str:
    return EMPTY_PIP if seat.kind == SeatKind.EMPTY else FILLED_PIP


def _state(table: TableRow) -> str:
    if table.phase == TablePhase.OPEN:
        free = _free(table)
        state = ngettext("{count} free", "{count} free", free).format(count=free)
    elif table.phase == TablePhase.OVER:
        state = _("finished")
    else:
        state = _("paused") if table.phase == TablePhase.PAUSED else _("playing")
    return f"{state}, {_('password')}" if table.has_password else state


def _seat_names(table: TableRow) -> str:
    names = [_seat_name(seat) for seat in table.seats]
    if table.watchers:
        watchers = ngettext("{count} watching", "{count} watching", table.watchers)
        names.append(watchers.format(count=table.watchers))
    return " · ".join(names)


def _seat_name(seat: SeatRow) -> str:
    if seat.kind == SeatKind.EMPTY:
        return _("free")
    name = clean_text(seat.name)
    return f"{name} ({_('bot')})" if seat.kind == SeatKind.BOT else name


def _options(table: TableRow) -> str:
    facts = [pace_label(table.pace)]
    changes = changed_options(table.game, table.options, len(table.seats))
    if changes:
        facts.insert(0, option_list(table.game, changes))
    return " · ".join(facts)
