"""The tables of a server, and who is there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from textual.binding import BindingType

from levata.protocol.documents import SeatKind, SeatRow, TablePhase, TableRow
from levata.text import clean_text
from levata_client.cells import cut, pad
from levata_client.shown.games import find_display
from levata_client.shown.places.option_words import changed_options, option_list, pace_label
from levata_client.shown.text.glyphs import EMPTY_PIP, FILLED_PIP
from levata_client.shown.text.language import _, ngettext
from levata_client.shown.text.words import GOOD, MUTED, STRONG, Part, Words, words
from levata_client.terminal.screens.frame import TextBlock, bind, common_keys
from levata_client.terminal.screens.place import PlaceScreen
from levata_client.terminal.screens.rows import ListRow, RowList
from levata_client.terminal.widgets.bars import FooterKey

NEW: Final = "new"
NAME_WIDTH: Final = 18
GAME_WIDTH: Final = 9
SEATS_WIDTH: Final = 14


class LobbyScreen(PlaceScreen):
    """Where tables are found and opened."""

    BINDINGS: ClassVar[list[BindingType]] = [
        bind("w", "watch"),
        bind("n", "new"),
        bind("f", "filter"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._has_free_only = False

    @property
    def _tables(self) -> list[TableRow]:
        lobby = self.model.lobby
        tables = list(lobby.tables) if lobby is not None else []
        if self._has_free_only:
            tables = [row for row in tables if row.phase == TablePhase.OPEN and _free(row)]
        return tables

    @property
    def current(self) -> TableRow | None:
        """The table under the cursor."""
        row = self.rows.current
        return next((table for table in self._tables if row and str(table.number) == row.key), None)

    def title_words(self) -> tuple[Words, Words]:
        lobby = self.model.lobby
        if lobby is None:
            return words(_("Lobby")), self.connection_words()
        people = ngettext("{count} person", "{count} people", len(lobby.people))
        tables = ngettext("{count} table", "{count} tables", len(lobby.tables))
        facts = f"{people.format(count=len(lobby.people))} · " + tables.format(
            count=len(lobby.tables)
        )
        return words(clean_text(lobby.server), Part(f"  {facts}", MUTED)), self.connection_words()

    def footer_keys(self) -> Sequence[FooterKey]:
        if self.focused is not None:
            return self.typing_keys()
        table = self.current
        enter = _("Open") if table is None else _("Sit") if _can_sit(table) else _("Watch")
        keys = [FooterKey("Enter", enter, "pick")]
        if table is not None and _can_sit(table):
            keys.append(FooterKey("w", _("Watch"), "watch"))
        label = _("All tables") if self._has_free_only else _("Free seats")
        return (
            *keys,
            FooterKey("n", _("New table"), "new"),
            FooterKey("f", label, "filter"),
            self.talk_key(),
            FooterKey("Esc", _("Leave"), "back"),
            *common_keys(),
        )

    def redraw(self) -> None:
        if self.is_mounted:
            rows = [_table_row(table, number) for number, table in enumerate(self._tables, 1)]
            if rows:
                rows.insert(0, _head())
            rows.append(ListRow(NEW, words(_("New table…"), style=STRONG)))
            self.rows.show(rows)
            self.query_one("#detail", TextBlock).show(self._detail())
        super().redraw()

    def _detail(self) -> list[Words]:
        lobby, table = self.model.lobby, self.current
        rows: list[Words] = []
        if table is not None:
            rows += [words(_seat_names(table)), words(_options(table), style=MUTED)]
        elif not self._tables:
            text = _("No tables yet: Enter opens one.")
            if self._has_free_only:
                text = _("No table has a free seat: f shows all of them, n opens one.")
            rows += [words(text), ()]
        else:
            rows += [words(_("A table with the options that you choose.")), ()]
        if lobby is not None:
            names = ", ".join(
                clean_text(row.name) + (f" ({row.table})" if row.table else "")
                for row in lobby.people
            )
            rows.append(words(Part(_("Here: "), MUTED), names))
        rows.extend(self.levata.invitation())
        return rows

    def on_row_list_picked(self, event: RowList.Picked) -> None:
        event.stop()
        table = self.current
        if table is None:
            self.action_new()
        else:
            self.levata.join_table(table, is_sitting=_can_sit(table))

    def action_watch(self) -> None:
        table = self.current
        if table is not None:
            self.levata.join_table(table, is_sitting=False)

    def action_new(self) -> None:
        self.levata.ask_table()

    def action_filter(self) -> None:
        self._has_free_only = not self._has_free_only
        self.redraw()

    def action_back(self) -> None:
        self.levata.ask_leave_server()


def _free(table: TableRow) -> int:
    return sum(seat.kind == SeatKind.EMPTY for seat in table.seats)


def _can_sit(table: TableRow) -> bool:
    return table.phase == TablePhase.OPEN and any(
        seat.kind != SeatKind.PERSON for seat in table.seats
    )


def _head() -> ListRow:
    detail = words(
        pad(words(_("Game")), GAME_WIDTH), " ", pad(words(_("Seats")), SEATS_WIDTH), _("State")
    )
    return ListRow("head", words(_("Table")), detail, is_heading=True)


def _table_row(table: TableRow, number: int) -> ListRow:
    title = find_display(table.game).title
    pips = " ".join(_pip(seat) for seat in table.seats)
    detail = words(
        pad(words(title), GAME_WIDTH),
        " ",
        pad(words(pips), SEATS_WIDTH),
        Part(_state(table), GOOD if table.phase == TablePhase.OPEN else MUTED),
    )
    name = cut(words(clean_text(table.name), style=STRONG), NAME_WIDTH)
    return ListRow(str(table.number), name, detail, str(number) if number < 10 else "")


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
    names = [
        _("free") if seat.kind == SeatKind.EMPTY else clean_text(seat.name) for seat in table.seats
    ]
    names = [
        f"{name} ({_('bot')})" if seat.kind == SeatKind.BOT else name
        for name, seat in zip(names, table.seats, strict=True)
    ]
    watchers = ngettext("{count} watching", "{count} watching", table.watchers)
    more = f" · {watchers.format(count=table.watchers)}" if table.watchers else ""
    return " · ".join(names) + more


def _options(table: TableRow) -> str:
    facts = [pace_label(table.pace)]
    changes = changed_options(table.game, table.options, len(table.seats))
    if changes:
        facts.insert(0, option_list(changes))
    return " · ".join(facts)
