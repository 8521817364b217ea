"""Boards on the felt: the largest cards that fit, open places, labels."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from textual.geometry import Region

from levata.cards import parse_card
from levata_client.glyph_modes import WHITELIST
from levata_client.shown.table.scene import Board, Cell, Mark
from levata_client.shown.text.words import plain, words
from levata_client.terminal.drawing.board import draw_board, plan_board
from levata_client.terminal.drawing.faces import MINI
from levata_client.terminal.drawing.grid import Grid


def layout() -> Board:
    """Return four rows as of Rentz, in which three cards may be laid."""
    rows: list[tuple[Cell, ...]] = []
    for suit in "SHDC":
        cells = [Cell(parse_card(rank + suit)) for rank in "9TJQ"]
        rows.append((Cell(), Cell(parse_card("8" + suit), f"play 8{suit}"), *cells, Cell(), Cell()))
    return Board(tuple(rows), above=words("The layout"))


@given(width=st.integers(40, 120), height=st.integers(5, 40))
def test_board_takes_the_largest_cards_that_fit(width: int, height: int) -> None:
    board, area = layout(), Region(2, 3, width, height)
    plan = plan_board(board, area)
    grid = Grid(width + 4, height + 6)
    draw_board(grid, board, plan)
    right = plan.left + 7 * plan.column_step + plan.size.width
    bottom = plan.top + 3 * plan.row_step + plan.size.height
    assert area.x <= plan.left
    assert right <= area.right
    assert area.y <= plan.top
    assert bottom <= area.bottom
    drawn = "".join(plain(row) for row in grid.rows())
    assert all(text in drawn for text in ("8♠", "10♥", "Q♣", "·"))
    assert {letter for letter in drawn if not letter.isascii()} <= WHITELIST
    for row in range(4):
        x = plan.left + plan.column_step
        assert plan.cell_at(x, plan.top + row * plan.row_step) == (row, 1)
    assert plan.cell_at(plan.left - 1, plan.top) is None


def test_open_places_of_small_boards_stand_in_brackets() -> None:
    grid = Grid(56, 9)
    plan = plan_board(layout(), Region(0, 0, 56, 9))
    assert plan.size == MINI
    draw_board(grid, layout(), plan)
    assert "[8♠]" in "".join(plain(row) for row in grid.rows())


def test_labels_of_a_pile_stand_below_its_cards() -> None:
    cells = tuple(
        Cell(parse_card(text), mark=mark, label=words(name))
        for text, mark, name in [
            ("TC", Mark.FRAMED, "You"),
            ("KH", Mark.NONE, "Ioana"),
            ("7S", Mark.WINNING, "Mihai"),
        ]
    )
    board = Board((cells,), below=words("points on the table: 2"))
    grid = Grid(56, 9)
    draw_board(grid, board, plan_board(board, Region(0, 0, 56, 9)))
    rows = [plain(row) for row in grid.rows()]
    assert any("Ioana" in row and "Mihai" in row for row in rows)
    assert any("★" in row for row in rows)
    assert any("points on the table: 2" in row for row in rows)
