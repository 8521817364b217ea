"""Rows of text: one row, a block of rows, and a list of rows with a cursor."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from textual import events
from textual.message import Message

from levata_client.cells import cut, pad, spread, width_of
from levata_client.shown.text.glyphs import TURN_MARK
from levata_client.shown.text.words import ACCENT, MUTED, STRONG, TITLE, Part, Words, words
from levata_client.terminal.drawing.styles import TURN, on_ground
from levata_client.terminal.widgets.painted import Painted

INDENT: Final = 5
"""Columns before the text: the cursor and the number."""


class TextRow(Painted):
    """One row of text."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._left: Words = ()
        self._right: Words = ()

    @property
    def text(self) -> Words:
        """What stands at the left."""
        return self._left

    def show(self, left: Words, right: Words = ()) -> None:
        """Show texts at the two ends."""
        self._left, self._right = left, right
        self.refresh()

    def paint(self, width: int, height: int) -> Sequence[Words]:
        return [spread(words(" ", self._left), words(self._right, " "), width)]


class TextBlock(Painted):
    """Rows of text, cut to the width there is."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._rows: tuple[Words, ...] = ()

    @property
    def text(self) -> tuple[Words, ...]:
        """What is shown."""
        return self._rows

    def show(self, rows: Iterable[Words]) -> None:
        """Show rows."""
        self._rows = tuple(rows)
        self.refresh()

    def paint(self, width: int, height: int) -> Sequence[Words]:
        return [pad(cut(words(" ", row), width), width) for row in self._rows[:height]]


@dataclass(frozen=True)
class ListRow:
    """A row of a list."""

    key: str
    """Tells rows apart when the list changes under the cursor."""
    text: Words
    detail: Words = ()
    """In the second column."""
    number: str = ""
    """The digit that picks the row."""
    is_heading: bool = False
    """Whether the cursor passes over it."""


class RowList(Painted):
    """Rows, one of them under the cursor; it scrolls when there are more than fit."""

    class Picked(Message):
        """A row was picked by key or click."""

        def __init__(self, row: ListRow) -> None:
            super().__init__()
            self.row = row

    class Moved(Message):
        """The cursor stands on another row."""

    def __init__(self, *, column: int = 22, id: str | None = None) -> None:
        super().__init__(id=id)
        self._rows: tuple[ListRow, ...] = ()
        self._cursor = 0
        self._top = 0
        self._column = column
        self._is_active = True

    @property
    def items(self) -> tuple[ListRow, ...]:
        """All rows."""
        return self._rows

    @property
    def current(self) -> ListRow | None:
        """The row under the cursor."""
        return self._rows[self._cursor] if self._cursor < len(self._rows) else None

    def show(self, rows: Sequence[ListRow], current: str | None = None) -> None:
        """Show rows; the cursor stays on its row, or goes to the one named."""
        here = self.current
        wanted = current or (here.key if here is not None else "")
        self._rows = tuple(rows)
        keys = [row.key for row in self._rows]
        if wanted in keys:
            self._cursor = keys.index(wanted)
        self._cursor = min(self._cursor, max(len(keys) - 1, 0))
        if self.current is not None and self.current.is_heading:
            self.move(1)
        self.refresh()

    def move(self, step: int) -> None:
        """Move the cursor, around the ends."""
        wanted = [index for index, row in enumerate(self._rows) if not row.is_heading]
        if not wanted:
            return
        if self._cursor in wanted:
            place = wanted.index(self._cursor) + step
            place = place % len(wanted) if abs(step) == 1 else min(max(place, 0), len(wanted) - 1)
            self._cursor = wanted[place]
        else:
            later = [index for index in wanted if index > self._cursor]
            self._cursor = (later or wanted)[0]
        self.refresh()
        self.post_message(self.Moved())

    def pick(self) -> None:
        """Pick the row under the cursor."""
        row = self.current
        if row is not None and not row.is_heading:
            self.post_message(self.Picked(row))

    def pick_number(self, number: str) -> bool:
        """Pick the row that a digit stands for, if there is one."""
        for index, row in enumerate(self._rows):
            if row.number and row.number == number:
                self._cursor = index
                self.refresh()
                self.post_message(self.Picked(row))
                return True
        return False

    def paint(self, width: int, height: int) -> Sequence[Words]:
        if self._cursor < self._top:
            self._top = self._cursor
        self._top = min(max(self._top, self._cursor - height + 1), self._cursor)
        self._top = max(0, min(self._top, len(self._rows) - height))
        shown = self._rows[self._top : self._top + height]
        painted = [
            self._paint_row(row, index + self._top == self._cursor, width)
            for index, row in enumerate(shown)
        ]
        below = len(self._rows) - self._top - height
        if below > 0 and painted:
            painted[-1] = pad(words(" " * INDENT, Part(f"↓ {below + 1}", MUTED)), width)
            if self._cursor == self._top + height - 1:
                self._top += 1
                return self.paint(width, height)
        return painted

    def _paint_row(self, row: ListRow, is_current: bool, width: int) -> Words:
        if row.is_heading:
            head = words(" " * INDENT, pad(row.text, self._column), " ", row.detail)
            return pad(words(head, role=MUTED), width)
        mark = Part(f" {TURN_MARK} " if is_current else "   ", ACCENT)
        number = Part(f"{row.number:<2}", TITLE if row.number else MUTED)
        column = min(self._column, max(width // 2 - INDENT, 8))
        text = row.text
        if row.detail:
            text = pad(text, column) if width_of(text) <= column else words(text, " ")
            text = words(text, " ", row.detail)
        line = pad(words(mark, number, cut(text, width - INDENT)), width)
        if not is_current:
            return line
        return on_ground(words(line, role=STRONG), TURN)

    def on_click(self, event: events.Click) -> None:
        event.stop()
        index = self._top + event.y
        if index < len(self._rows) and not self._rows[index].is_heading:
            self._cursor = index
            self.refresh()
            self.pick()

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        event.stop()
        self.move(1)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        event.stop()
        self.move(-1)
