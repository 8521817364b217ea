"""Cards laid on a grid of cells."""

from __future__ import annotations

from levata_client.shown.text.words import Part, plain
from levata_client.terminal.grid import Grid


def test_later_rows_lie_above_and_what_is_outside_is_cut_off() -> None:
    grid = Grid(6, 3)
    grid.lay(1, 0, ((Part("aaa", "x"),), (Part("bbb", "x"),)))
    grid.lay(3, 1, ((Part("cccccc", "y"),), (Part("d", "y"),), (Part("e", "y"),)))
    grid.lay(-1, 2, ((Part("fg", "z"),),))
    assert [plain(row) for row in grid.rows()] == [" aaa  ", " bbccc", "g  d  "]


def test_cells_of_one_style_are_one_part() -> None:
    grid = Grid(5, 1)
    grid.lay(1, 0, ((Part("ab", "x"), Part("c", "x")),))
    assert grid.rows() == ((Part(" "), Part("abc", "x"), Part(" ")),)
