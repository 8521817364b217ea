"""Figures in columns, for the output of commands."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from rich.cells import cell_len


def written(rows: Sequence[Sequence[str]], left: Collection[int] = (0,)) -> list[str]:
    """Return the rows as lines with aligned columns; those of ``left`` begin on the left.

    >>> written([["", "mean"], ["Ana", "1.5"]])
    ['     mean', 'Ana   1.5']
    """
    widths = [max(map(cell_len, column)) for column in zip(*rows, strict=True)]
    lines: list[str] = []
    for row in rows:
        cells: list[str] = []
        for index, (text, width) in enumerate(zip(row, widths, strict=True)):
            blanks = " " * (width - cell_len(text))
            cells.append(text + blanks if index in left else blanks + text)
        lines.append("  ".join(cells).rstrip())
    return lines
