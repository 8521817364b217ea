"""A line chart of braille dots: two by four of them in every cell.

Where lines cross, the colour of a cell is that of the line drawn last; the label at the end of each
line names it as well, so colour is never the only sign.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from levata_client.cells import cut, pad, width_of
from levata_client.shown.text.words import MUTED, PLAIN, Part, Role, Words, words
from levata_client.terminal.drawing.styles import bold

_DOTS: Final = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
"""Bit of each dot of a cell, by row and column."""
_BLANK: Final = 0x2800


@dataclass(frozen=True)
class Series:
    """One line: its name, its role and a value per round, the start included."""

    label: str
    role: Role
    values: tuple[int, ...]


def draw_chart(
    series: Sequence[Series],
    width: int,
    height: int,
    rounds: Sequence[str] = (),
    cursor: int | None = None,
) -> tuple[Words, ...]:
    """Return a chart as ``height`` rows of ``width`` cells.

    Args:
        series: The lines, all of the same length; later ones lie above earlier ones.
        width: Columns, scale and labels included.
        height: Rows, the row of rounds included.
        rounds: A short text per value for the axis.
        cursor: Index of the value to mark with a vertical line.
    """
    values = [value for line in series for value in line.values]
    if not values or width < 12 or height < 3:
        return (pad((), width),) * height
    low, high = min(values), max(values)
    scale = max(len(str(low)), len(str(high)))
    names = min(max(width_of(words(line.label)) for line in series), width // 4)
    columns, rows = width - scale - names - 2, height - 1
    plot = _Plot(columns, rows, low, high)
    count = max(len(line.values) for line in series)
    if cursor is not None and 0 <= cursor < count:
        plot.draw_cursor(plot.column(cursor, count))
    for line in series:
        plot.draw_line(line, count)
    ends = _label_rows([plot.row_of(line.values[-1]) for line in series], rows)
    body: list[Words] = []
    for row in range(rows):
        body.append(
            words(
                Part(_scale_text(row, rows, low, high).rjust(scale), MUTED),
                " ",
                plot.row(row),
                " ",
                pad(_label(series, ends, row), names),
            )
        )
    body.append(pad(words(" " * (scale + 1), _axis(rounds, plot, count)), width))
    return tuple(body)


class _Plot:
    """The dots and the role of every cell."""

    def __init__(self, columns: int, rows: int, low: int, high: int) -> None:
        self.columns, self.rows = columns, rows
        self.low, self.span = low, max(high - low, 1)
        self._dots = [[0] * columns for _ in range(rows)]
        self._roles: list[list[Role]] = [[PLAIN] * columns for _ in range(rows)]

    def column(self, index: int, count: int) -> int:
        """Return the column of dots of a value."""
        return index * (self.columns * 2 - 1) // max(count - 1, 1)

    def _height(self, value: float) -> int:
        return round((1 - (value - self.low) / self.span) * (self.rows * 4 - 1))

    def row_of(self, value: int) -> int:
        """Return the row of cells of a value."""
        return self._height(value) // 4

    def draw_cursor(self, column: int) -> None:
        """Draw a vertical line of every other dot."""
        for y in range(0, self.rows * 4, 2):
            self._dot(column, y, MUTED)

    def draw_line(self, line: Series, count: int) -> None:
        """Draw the dots of a line, one per column of dots, joined vertically."""
        previous: int | None = None
        for index in range(len(line.values) - 1):
            start, end = self.column(index, count), self.column(index + 1, count)
            for x in range(start, end + 1):
                share = (x - start) / max(end - start, 1)
                value = line.values[index] + share * (line.values[index + 1] - line.values[index])
                y = self._height(value)
                span = range(y, y + 1) if previous is None else _between(previous, y)
                for step in span:
                    self._dot(x, step, line.role)
                previous = y
        if len(line.values) == 1:
            self._dot(0, self._height(line.values[0]), line.role)

    def _dot(self, x: int, y: int, role: Role) -> None:
        self._dots[y // 4][x // 2] |= _DOTS[y % 4][x % 2]
        self._roles[y // 4][x // 2] = role

    def row(self, row: int) -> Words:
        """Return the cells of a row."""
        return tuple(
            Part(chr(_BLANK + dots) if dots else " ", role)
            for dots, role in zip(self._dots[row], self._roles[row], strict=True)
        )


def _between(previous: int, current: int) -> range:
    """Return the heights from just after the previous dot to the current one."""
    if current > previous:
        return range(previous + 1, current + 1)
    if current < previous:
        return range(current, previous)
    return range(current, current + 1)


def _scale_text(row: int, rows: int, low: int, high: int) -> str:
    """Return the value that stands at a row of the scale: about one in four rows has one."""
    marks = max(2, min(rows // 4 + 1, high - low + 1))
    for mark in range(marks):
        if row == mark * (rows - 1) // (marks - 1):
            return str(round(high - (high - low) * mark / (marks - 1)))
    return ""


def _label_rows(wanted: Sequence[int], rows: int) -> tuple[int, ...]:
    """Return a row of its own for every label, as near as may be to the wanted one."""
    order = sorted(range(len(wanted)), key=lambda index: (wanted[index], index))
    placed = [0] * len(wanted)
    floor = 0
    for place, index in enumerate(order):
        below = len(order) - place - 1
        row = max(floor, min(wanted[index], rows - 1 - below))
        placed[index] = row
        floor = row + 1
    return tuple(placed)


def _label(series: Sequence[Series], rows: Sequence[int], row: int) -> Words:
    for line, place in zip(series, rows, strict=True):
        if place == row:
            return (Part(line.label, bold(line.role)),)
    return ()


def _axis(rounds: Sequence[str], plot: _Plot, count: int) -> Words:
    """Return the texts of the rounds under their values, leaving out those without room."""
    cells = [" "] * plot.columns
    free = 0
    for index, text in enumerate(rounds[:count]):
        start = min(plot.column(index, count) // 2, plot.columns - len(text))
        if start >= free:
            cells[start : start + len(text)] = text
            free = start + len(text) + 1
    return cut((Part("".join(cells), MUTED),), plot.columns)
