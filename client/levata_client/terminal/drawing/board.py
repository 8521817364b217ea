"""Cards in rows and columns: the rows of Rentz, the pile of Septica. Pure drawing on a grid."""

from __future__ import annotations

from typing import Final, NamedTuple

from textual.geometry import Region

from levata_client.cells import pad, width_of
from levata_client.shown.table.scene import Board, Cell, Mark
from levata_client.shown.text.glyphs import NOT_NOW
from levata_client.shown.text.words import (
    ACCENT,
    FAINT,
    TITLE,
    Part,
    Words,
    card_words,
    plain,
    words,
)
from levata_client.terminal.drawing.faces import (
    LARGE,
    MINI,
    SMALL,
    TINY,
    CardLook,
    Size,
    draw_card,
    draw_slot,
)
from levata_client.terminal.drawing.grid import Grid

_SIZES: Final = (LARGE, SMALL, TINY, MINI)
_BRACKETS: Final = 2
"""Columns around a card of one row for the brackets of an open place."""


class BoardPlan(NamedTuple):
    """Where the cells of a board lie."""

    size: Size
    left: int
    top: int
    column_step: int
    row_step: int
    rows: int
    columns: int
    has_labels: bool

    def cell_at(self, x: int, y: int) -> tuple[int, int] | None:
        """Return row and column of the cell at a point."""
        column, within_x = divmod(x - self.left, self.column_step)
        row, within_y = divmod(y - self.top, self.row_step)
        inside = within_x < self.size.width and within_y < self.size.height
        if inside and 0 <= row < self.rows and 0 <= column < self.columns:
            return row, column
        return None


def plan_board(board: Board, area: Region) -> BoardPlan:
    """Return the plan with the largest cards that fit into an area."""
    rows = len(board.rows)
    columns = max((len(row) for row in board.rows), default=0)
    wants_labels = any(cell.label for row in board.rows for cell in row)
    captions = bool(board.above) + bool(board.below)
    room = area.height - captions
    for size in _SIZES:
        is_last = size == MINI
        for label_rows in (1, 0) if wants_labels else (0,):
            step = size.width + 1
            if is_last and columns * (size.width + _BRACKETS) - 1 <= area.width:
                step = size.width + _BRACKETS
            height = size.height + label_rows
            spare = room - rows * height
            has_gap = spare >= rows - 1
            gap = 1 if has_gap and rows > 1 else 0
            # Rows of tall cards that touch one another could not be told apart.
            fits = columns * step - 1 <= area.width and (has_gap or (label_rows and spare >= 0))
            if fits or (is_last and not label_rows):
                taken = rows * (height + gap) - gap
                left = area.x + max(0, (area.width - (columns * step - (step - size.width))) // 2)
                top = area.y + bool(board.above) + max(0, (room - taken) // 2)
                return BoardPlan(
                    size, left, top, step, height + gap, rows, columns, bool(label_rows)
                )
    raise AssertionError("the smallest card always has a plan")


def draw_board(grid: Grid, board: Board, plan: BoardPlan) -> None:
    """Lay a board on the felt."""
    for text, y in (
        (board.above, plan.top - 1),
        (board.below, plan.top + plan.rows * plan.row_step),
    ):
        if text:
            width = (plan.columns - 1) * plan.column_step + plan.size.width
            left = plan.left + (width - width_of(text)) // 2
            grid.lay(max(0, min(left, grid.width - width_of(text))), y, (text,))
    for row, cells in enumerate(board.rows):
        for column, cell in enumerate(cells):
            x = plan.left + column * plan.column_step
            y = plan.top + row * plan.row_step
            _draw_cell(grid, cell, plan, x, y)
            if plan.has_labels and cell.label:
                label = pad(cell.label, plan.size.width, "center")
                grid.lay(x, y + plan.size.height, (label,))


def _draw_cell(grid: Grid, cell: Cell, plan: BoardPlan, x: int, y: int) -> None:
    size = plan.size
    if cell.action is not None and cell.card is not None:
        _draw_open(grid, cell, size, x, y)
    elif cell.card is not None:
        look = CardLook.WINNER if cell.mark is Mark.WINNING else CardLook.PLAIN
        grid.lay(x, y, draw_card(cell.card, size, look))
        if cell.mark is Mark.FRAMED:
            _draw_frame(grid, size, x, y)
    else:
        dot: Words = (Part(NOT_NOW, FAINT),)
        grid.lay(x + size.width // 2, y + size.height // 2, (dot,))


def _draw_frame(grid: Grid, size: Size, x: int, y: int) -> None:
    """Put a card between bars, or brackets where it has but one row."""
    left, right = ("[", "]") if size == MINI else ("│", "│")
    for row in range(size.height):
        grid.lay(x - 1, y + row, ((Part(left, TITLE),),))
        grid.lay(x + size.width, y + row, ((Part(right, TITLE),),))


def _draw_open(grid: Grid, cell: Cell, size: Size, x: int, y: int) -> None:
    """Draw a place that the viewer may fill: the card without its paper, framed."""
    assert cell.card is not None
    text = plain(card_words(cell.card))
    if size.height > 2:
        grid.lay(x, y, draw_slot(size, ACCENT))
        grid.lay(x + 1, y + size.height // 2, (pad(words(text), size.width - 2, "center"),))
        return
    left = x - 1 if size == MINI else x
    grid.lay(left, y, ((Part(f"[{text}]", TITLE),),))
