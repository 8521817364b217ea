"""The score sheet: narrow and wide beside the felt, and the traditional grid on the full screen."""

from __future__ import annotations

from collections.abc import Sequence

from textual import events

from levata.game import places_of
from levata_client.cells import cut, pad, spread
from levata_client.sheet_cells import FULL_CELL, MEDIUM_CELL, SHORT_CELL, entry, label_words
from levata_client.shown.table.sheet import Sheet, SheetForm, SheetRow
from levata_client.shown.text.glyphs import TURN_MARK
from levata_client.shown.text.words import FAINT, MUTED, STRONG, TITLE, Part, Words, words
from levata_client.terminal.drawing.styles import PLATE, TURN, on_ground
from levata_client.terminal.widgets.painted import Painted

GRID_LABEL: int = 8
GRID_REMARK: int = 9
MOST_CELL: int = 14
SIDE_LABEL: int = 2
"""Cells of the labels beside the felt."""
SIDE_WORD_LABEL: int = 8
"""Cells of the labels beside the felt where they are words, and columns are few."""

_SEPARATOR = Part("│", FAINT)


class ScoreSheet(Painted):
    """The sheet in the side panel; where columns are too narrow, the ranking instead."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._sheet: Sheet | None = None
        self._top: int | None = None

    def show(self, sheet: Sheet) -> None:
        """Show a sheet, its current row in view."""
        if sheet != self._sheet:
            self._sheet, self._top = sheet, None
            self.refresh()

    def paint(self, width: int, height: int) -> Sequence[Words]:
        sheet = self._sheet
        if sheet is None or height < 2:
            return []
        inside = width - 1
        title = on_ground(pad(words(" ", sheet.title, role=TITLE), width), PLATE)
        rows: list[Words] = []
        label = _label_width(sheet) + 1
        cell = (inside - label) // max(len(sheet.names), 1) - 1
        if cell < SHORT_CELL:
            rows.extend(_ranking(sheet, inside, height - 1))
        else:
            cell = min(cell, MOST_CELL)
            rows.append(_names(sheet, cell))
            visible = height - 2
            top = self._first_row(visible)
            rows.extend(_row(row, sheet, cell, inside) for row in sheet.rows[top : top + visible])
        return [title, *(words(" ", row) for row in rows)]

    def _first_row(self, visible: int) -> int:
        assert self._sheet is not None
        rows = self._sheet.rows
        last = max(0, len(rows) - visible)
        if self._top is not None:
            return min(self._top, last)
        return first_visible(rows, visible)

    def scroll_rows(self, rows: int) -> None:
        """Scroll by some rows, down if positive."""
        if self._sheet is None:
            return
        visible = max(self.size.height - 2, 1)
        last = max(0, len(self._sheet.rows) - visible)
        self._top = max(0, min(self._first_row(visible) + rows, last))
        self.refresh()

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        event.stop()
        self.scroll_rows(1)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        event.stop()
        self.scroll_rows(-1)


def first_visible(rows: Sequence[SheetRow], visible: int) -> int:
    """Return the first row to show so that the current one stands in the middle."""
    now = next((index for index, row in enumerate(rows) if row.is_now), len(rows) - 1)
    return max(0, min(now - visible // 2, len(rows) - visible))


def _names(sheet: Sheet, cell: int) -> Words:
    row = words(" " * (_label_width(sheet) + 1))
    for index, name in enumerate(sheet.names):
        role = TITLE if index == sheet.viewer else STRONG
        row = words(row, _SEPARATOR, pad((Part(_first_cells(name, cell), role),), cell, "center"))
    return row


def _first_cells(name: str, width: int) -> str:
    """Return the beginning of a name; an ellipsis would cost one of its few letters."""
    return "".join(part.text for part in cut(words(name), width + 1)).rstrip("…")[:width]


def _row(row: SheetRow, sheet: Sheet, cell: int, inside: int) -> Words:
    mark = Part(TURN_MARK, TITLE) if row.is_now else Part(" ")
    text = words(mark, pad(label_words(row), _label_width(sheet)))
    for index in range(len(sheet.names)):
        text = words(text, _SEPARATOR, _entry(sheet, row, index, cell))
    text = pad(text, inside)
    return on_ground(text, TURN) if row.is_now else text


def _label_width(sheet: Sheet) -> int:
    return SIDE_WORD_LABEL if sheet.form is SheetForm.SUMS else SIDE_LABEL


def _entry(sheet: Sheet, row: SheetRow, column: int, width: int) -> Words:
    """Return what stands in a column of a row, in exactly ``width`` cells."""
    found = entry(sheet, row, column)
    text: Words = ()
    if found is not None:
        text = found.short if width < MEDIUM_CELL else found.medium
        text = text if width < FULL_CELL else found.full
    return pad(text, width, "right")


def _ranking(sheet: Sheet, inside: int, height: int) -> list[Words]:
    """Return the players by total, with what the current row says of them."""
    now = next((row for row in sheet.rows if row.is_now), None)
    places = places_of(sheet.totals)
    order = sorted(range(len(places)), key=lambda column: (places[column], column))
    rows: list[Words] = []
    for column in order[:height]:
        name = Part(sheet.names[column], TITLE if column == sheet.viewer else STRONG)
        found = entry(sheet, now, column) if now is not None else None
        figures = words(found.short if found else (), f"{sheet.totals[column]:>5}", " ")
        rows.append(spread(words(Part(f" {places[column]} ", MUTED), name), figures, inside))
    return rows


class ScoreGrid(Painted):
    """The sheet on the full screen, as it is written on paper."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._sheet: Sheet | None = None
        self._game = ""
        self._top: int | None = None

    def show(self, sheet: Sheet, game: str) -> None:
        """Show a sheet of a game."""
        if sheet != self._sheet:
            self._sheet, self._game, self._top = sheet, game, None
            self.refresh()

    def paint(self, width: int, height: int) -> Sequence[Words]:
        sheet = self._sheet
        if sheet is None or not sheet.names:
            return []
        room = width - 2 - GRID_LABEL - GRID_REMARK - 1
        cell = max(SHORT_CELL, min(room // len(sheet.names) - 1, MOST_CELL))
        title = words(Part(" "), words(sheet.title, f" — {self._game}", role=TITLE))
        head = [
            on_ground(spread(title, words(sheet.note, " "), width), PLATE),
            self._head_row(sheet, cell, sheet.names, sheet.remark_head),
        ]
        if cell >= FULL_CELL and sheet.cell_head:
            heads = (sheet.cell_head,) * len(sheet.names)
            head.append(self._head_row(sheet, cell, heads, ""))
        head.append(_rule(sheet, cell))
        body = self._body(sheet, cell)
        visible = max(height - len(head), 1)
        top = self._first(body, visible)
        return [*head, *body[top : top + visible]]

    def _head_row(self, sheet: Sheet, cell: int, heads: Sequence[str], remark: str) -> Words:
        is_names = tuple(heads) == sheet.names
        label = sheet.label_head if is_names else ""
        row = words("  ", pad((Part(label, MUTED),), GRID_LABEL))
        for index, head in enumerate(heads):
            role = MUTED if not is_names else TITLE if index == sheet.viewer else STRONG
            text = pad((Part(head, role),), cell, "center" if is_names else "left")
            row = words(row, _SEPARATOR, text)
        return words(row, _SEPARATOR, Part(f" {remark}", MUTED))

    def _body(self, sheet: Sheet, cell: int) -> list[Words]:
        rows: list[Words] = []
        for row in sheet.rows:
            if row.opens_group:
                rows.append(_rule(sheet, cell))
            mark = Part(f" {TURN_MARK}" if row.is_now else "  ", TITLE)
            text = words(mark, pad(row.full_label or label_words(row), GRID_LABEL))
            for index in range(len(sheet.names)):
                text = words(text, _SEPARATOR, _entry(sheet, row, index, cell))
            text = words(text, _SEPARATOR, " ", pad(row.remark, GRID_REMARK - 1))
            rows.append(on_ground(text, TURN) if row.is_now else text)
        return rows

    def _first(self, body: Sequence[Words], visible: int) -> int:
        last = max(0, len(body) - visible)
        if self._top is not None:
            return min(self._top, last)
        now = next(
            (index for index, row in enumerate(body) if row and TURN_MARK in row[0].text), None
        )
        return 0 if now is None else max(0, min(now - visible // 2, last))

    def scroll_rows(self, rows: int) -> None:
        """Scroll by some rows, down if positive."""
        body = self.rows()
        if self._sheet is None or not body:
            return
        cell = max(SHORT_CELL, self.size.width)
        everything = self._body(self._sheet, cell)
        visible = max(self.size.height - 4, 1)
        first = self._first(everything, visible)
        self._top = max(0, min(first + rows, max(0, len(everything) - visible)))
        self.refresh()

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        event.stop()
        self.scroll_rows(1)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        event.stop()
        self.scroll_rows(-1)


def _rule(sheet: Sheet, cell: int) -> Words:
    columns = "".join("┼" + "─" * cell for _name in sheet.names)
    return (Part("─" * (GRID_LABEL + 2) + columns + "┼" + "─" * GRID_REMARK, FAINT),)
