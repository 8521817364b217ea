from __future__ import annotations

from levata_client.plain.columns import written


def test_columns_are_aligned_by_the_cells_of_a_terminal() -> None:
    rows = [["", "a", "bb"], ["十", "1", "10.5"], ["Ana", "22", ""]]
    assert written(rows) == ["      a    bb", "十    1  10.5", "Ana  22"]
    assert written(rows, left=(0, 1)) == ["     a     bb", "十   1   10.5", "Ana  22"]
