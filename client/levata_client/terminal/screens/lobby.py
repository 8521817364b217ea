"""The tables of a server, and who is there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from textual.binding import BindingType

from levata.protocol.documents import TableRow
from levata_client.cells import cut, pad
from levata_client.shown.places.lobby import (
    LobbyAction,
    LobbyRow,
    lobby_actions,
    lobby_detail,
    lobby_rows,
    lobby_tables,
    lobby_title,
)
from levata_client.shown.text.language import _
from levata_client.shown.text.words import GOOD, MUTED, STRONG, Part, Words, with_keys, words
from levata_client.state.model import Model
from levata_client.terminal.screens.frame import bind, common_keys
from levata_client.terminal.screens.place import PlaceScreen
from levata_client.terminal.services import Invitations, LobbyQuestions, Menus, Tables, Talk
from levata_client.terminal.widgets.bars import FooterKey
from levata_client.terminal.widgets.rows import ListRow, RowList, TextBlock

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

    def __init__(
        self,
        model: Model,
        *,
        menus: Menus,
        talk: Talk,
        invitations: Invitations,
        tables: Tables,
        questions: LobbyQuestions,
    ) -> None:
        super().__init__(model, menus=menus, talk=talk, invitations=invitations)
        self._tables = tables
        self._questions = questions
        self._has_free_only = False

    @property
    def _shown_tables(self) -> list[TableRow]:
        return lobby_tables(self.model.lobby, self._has_free_only)

    @property
    def current(self) -> TableRow | None:
        """The table under the cursor."""
        row = self.rows.current
        return next(
            (table for table in self._shown_tables if row and str(table.number) == row.key), None
        )

    def title_words(self) -> tuple[Words, Words]:
        return lobby_title(self.model.lobby), self.connection_words()

    def footer_keys(self) -> Sequence[FooterKey]:
        if self.focused is not None:
            return self.typing_keys()
        labels = {
            LobbyAction.OPEN: _("Open"),
            LobbyAction.SIT: _("Sit"),
            LobbyAction.WATCH: _("Watch"),
        }
        first, *others = lobby_actions(self.current)
        keys = [FooterKey("Enter", labels[first], "pick")]
        keys += [FooterKey("w", labels[action], "watch") for action in others]
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
        if self.is_ready:
            rows = [
                _list_row(row, number)
                for number, row in enumerate(lobby_rows(self._shown_tables), 1)
            ]
            if rows:
                rows.insert(0, _head())
            rows.append(ListRow(NEW, words(_("New table…"), role=STRONG)))
            self.rows.show(rows)
            detail = lobby_detail(self.model.lobby, self.current, self._has_free_only)
            opens = "n" if self._has_free_only else "Enter"
            keys: dict[str, str] = {LobbyAction.OPEN: opens, LobbyAction.SHOW_ALL: "f"}
            told = [with_keys(row, keys) for row in detail]
            self.query_one("#detail", TextBlock).show([*told, *self.invitation_words()])
        super().redraw()

    def on_row_list_picked(self, event: RowList.Picked) -> None:
        event.stop()
        table = self.current
        if table is None:
            self.action_new()
        else:
            is_sitting = LobbyAction.SIT in lobby_actions(table)
            self._tables.join_table(table, is_sitting=is_sitting)

    def action_watch(self) -> None:
        table = self.current
        if table is not None:
            self._tables.join_table(table, is_sitting=False)

    def action_new(self) -> None:
        self._questions.ask_table()

    def action_filter(self) -> None:
        self._has_free_only = not self._has_free_only
        self.redraw()

    def action_back(self) -> None:
        self._questions.ask_leave_server()


def _head() -> ListRow:
    detail = words(
        pad(words(_("Game")), GAME_WIDTH), " ", pad(words(_("Seats")), SEATS_WIDTH), _("State")
    )
    return ListRow("head", words(_("Table")), detail, is_heading=True)


def _list_row(row: LobbyRow, number: int) -> ListRow:
    detail = words(
        pad(words(row.game), GAME_WIDTH),
        " ",
        pad(words(row.seats), SEATS_WIDTH),
        Part(row.state, GOOD if row.is_open else MUTED),
    )
    name = cut(words(row.name, role=STRONG), NAME_WIDTH)
    return ListRow(str(row.number), name, detail, str(number) if number < 10 else "")
