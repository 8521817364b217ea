"""Cards laid on a grid of cells."""

from __future__ import annotations

from levata_client.shown.text.words import GOOD, MUTED, STRONG, Part, plain
from levata_client.terminal.drawing.grid import Grid


def test_later_rows_lie_above_and_what_is_outside_is_cut_off() -> None:
    grid = Grid(6, 3)
    grid.lay(1, 0, ((Part("aaa", STRONG),), (Part("bbb", STRONG),)))
    grid.lay(3, 1, ((Part("cccccc", MUTED),), (Part("d", MUTED),), (Part("e", MUTED),)))
    grid.lay(-1, 2, ((Part("fg", GOOD),),))
    assert [plain(row) for row in grid.rows()] == [" aaa  ", " bbccc", "g  d  "]


def test_cells_of_one_role_are_one_part() -> None:
    grid = Grid(5, 1)
    grid.lay(1, 0, ((Part("ab", STRONG), Part("c", STRONG)),))
    assert grid.rows() == ((Part(" "), Part("abc", STRONG), Part(" ")),)
