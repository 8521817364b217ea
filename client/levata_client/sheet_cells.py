"""The entries of score sheets in the cells of a terminal, for each width that a column may have.

Every form of sheet has its layout, so that the figures of a column stand below one another. The
full screen shows all widths, the line mode the short texts, files for spreadsheets the full ones.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from levata_client.shown.table.sheet import CellMark, Sheet, SheetCell, SheetForm, SheetRow
from levata_client.shown.text.glyphs import (
    AGAIN,
    EMPTY_PIP,
    FILLED_PIP,
    MADE,
    MISSED,
    NOT_NOW,
    POINT,
    TURN_MARK,
    WINNER_MARK,
)
from levata_client.shown.text.numbers import short_number, signed
from levata_client.shown.text.words import ACCENT, FAINT, GOOD, MUTED, Part, Piece, Words, words

SHORT_CELL: Final = 4
MEDIUM_CELL: Final = 8
FULL_CELL: Final = 12

_MARKS: Final[Mapping[CellMark, str]] = {
    CellMark.NONE: "",
    CellMark.MADE: MADE,
    CellMark.MISSED: MISSED,
    CellMark.AGAIN: AGAIN,
    CellMark.CHOOSER: TURN_MARK,
    CellMark.WINNER: WINNER_MARK,
    CellMark.NOW: TURN_MARK,
    CellMark.OPEN: NOT_NOW,
}
_BAR_CELLS: Final = (4, 7, 10)
_MOST_MARKS: Final = 5


class Entry(NamedTuple):
    """An entry of the sheet, ready for each width of column."""

    short: Words
    """Up to four cells."""
    medium: Words
    """Up to eight cells."""
    full: Words
    """Up to twelve cells."""


def entry(sheet: Sheet, row: SheetRow, column: int) -> Entry | None:
    """Return what stands in a column of a row, nothing where there is no entry."""
    cell = row.cells[column] if column < len(row.cells) else None
    return None if cell is None else _LAYOUTS[sheet.form](cell, row.is_now)


def label_words(row: SheetRow) -> Words:
    """Return the short label of a row, indented if it belongs to the row above."""
    return words(" ", row.label) if row.is_addition else row.label


def _everywhere(*pieces: Piece) -> Entry:
    """Return an entry that is the same at every width."""
    text = words(*pieces)
    return Entry(text, text, text)


def _with_margins(text: Words, medium: int, full: int) -> Entry:
    """Return a text with blanks to the right of it, below which other fields stand."""
    return Entry(text, words(text, " " * medium), words(text, " " * full))


def _number(cell: SheetCell) -> int:
    """Return the number of an entry that has but one."""
    numbers = (cell.points, cell.total, cell.count, cell.took)
    return next((number for number in numbers if number is not None), 0)


def _totals(cell: SheetCell, is_now: bool) -> Entry:
    return _everywhere(Part(str(_number(cell)), cell.role))


def _bids(cell: SheetCell, is_now: bool) -> Entry:
    mark, role = _MARKS[cell.mark], cell.role
    if cell.of is not None:
        length = _number(cell)
        share = f"{length}/{cell.of}"
        return Entry(
            words(Part(f"{length}{mark or ' '}", role)),
            words(Part(f"{mark}{share}", role)),
            words(Part(f"{mark * min(length, _MOST_MARKS):<{_MOST_MARKS}}{share:>6} ", role)),
        )
    if cell.points is not None:
        bonus = Part(f"{cell.points:+d}", role)
        total = words(bonus, Part(f"{cell.total:>5}", role))
        return Entry(words(bonus, " "), total, words(total, " "))
    if cell.total is not None:
        end = " " if cell.mark is CellMark.MADE else mark
        return Entry(
            words(Part(f"{cell.total}{end}", role)),
            words(Part(f"{cell.bid} {mark} {cell.total:>3}", role)),
            words(f"{cell.bid}  {cell.took}  ", Part(f"{cell.total:>4}{end}", role)),
        )
    bid = NOT_NOW if cell.bid is None else str(cell.bid)
    took = " " if cell.took is None else str(cell.took)
    return Entry(
        words(Part(f"({bid})", role)),
        words(Part(f"{bid}      ", role)),
        words(Part(f"{bid}  {took}       ", role)),
    )


def _deals(cell: SheetCell, is_now: bool) -> Entry:
    if cell.total is None:
        text = NOT_NOW if cell.points is None else str(cell.points)
        return _with_margins(words(Part(text, cell.role)), 5, 7)
    mark = _MARKS[cell.mark] or " "
    return Entry(
        words(Part(str(cell.total), cell.role)),
        words(Part(f"{cell.points:>3} {cell.total:>4}", cell.role)),
        words(Part(f"{cell.points:>4}{mark} {cell.total:>5} ", cell.role)),
    )


def _choices(cell: SheetCell, is_now: bool) -> Entry:
    role = cell.role
    if cell.place is not None:
        return _everywhere(Part(f"{cell.place}.", role))
    if cell.points is None and cell.total is None:
        return _everywhere(Part(_MARKS[cell.mark], role))
    if cell.points is None:
        total = words(Part(str(cell.total), role))
        return Entry(words(Part(short_number(_number(cell)), role)), total, total)
    short = words(Part(short_number(cell.points, sign=True), role))
    if is_now:
        return _everywhere(short)
    points = Part(signed(cell.points).text, role)
    if cell.total is None:
        return Entry(short, (points,), (points,))
    mark = Part(_MARKS[cell.mark] or " ", MUTED)
    return Entry(
        short,
        words(mark, " " * (6 - len(points.text)), points),
        words(mark, " " * (5 - len(points.text)), points, f"{cell.total:>6}"),
    )


def _taken(cell: SheetCell, is_now: bool) -> Entry:
    role = cell.role
    if cell.total is not None:
        total = words(Part(signed(cell.total).text, role))
        return Entry(
            words(Part(short_number(cell.total, sign=True), role)), total, words(total, " ")
        )
    taken = NOT_NOW if cell.took is None else f"{cell.took} {POINT}"
    if cell.points is None:
        return _with_margins(words(Part(taken, role)), 5, 9)
    points = Part(signed(cell.points).text, role)
    return Entry(
        words(Part(short_number(cell.points, sign=True), role)),
        words(taken, " " * (5 - len(points.text)), points),
        words(taken, " " * (8 - len(points.text)), points, " "),
    )


def _sums(cell: SheetCell, is_now: bool) -> Entry:
    if cell.of is not None:
        return _bar(min(_number(cell) / cell.of, 1.0))
    if cell.points is not None and cell.total is not None:
        points = Part(signed(cell.points).text, cell.role)
        return Entry(
            (points,),
            words(points, Part(f"{cell.total:>4}", MUTED)),
            words(points, Part(f"{cell.total:>6}", MUTED), "  "),
        )
    if is_now:
        if cell.took is None:
            text = words(Part(NOT_NOW, ACCENT))
            return Entry(text, text, words(text, "  "))
        pips = words(Part(FILLED_PIP * cell.took, cell.role))
        return Entry(words(Part(str(cell.took), cell.role)), pips, words(pips, "  "))
    figure = cell.text or str(_number(cell))
    if cell.points is not None:
        figure = f"+{cell.points}"
    return _with_margins(words(Part(figure, cell.role)), 1, 2)


def _bar(share: float) -> Entry:
    """Return how far a side is on its way, as pips."""
    short, medium, full = (
        words(
            Part(FILLED_PIP * int(share * cells), GOOD),
            Part(EMPTY_PIP * (cells - int(share * cells)), FAINT),
        )
        for cells in _BAR_CELLS
    )
    return Entry(short, words(medium, " "), words(full, "  "))


_LAYOUTS: Final[Mapping[SheetForm, Callable[[SheetCell, bool], Entry]]] = {
    SheetForm.TOTALS: _totals,
    SheetForm.BIDS: _bids,
    SheetForm.DEALS: _deals,
    SheetForm.CHOICES: _choices,
    SheetForm.TAKEN: _taken,
    SheetForm.SUMS: _sums,
}
