"""A grid of cells on which cards are laid, one over the other, before they are drawn as rows."""

from __future__ import annotations

from levata_client.shown.text.words import Part, Words


class Grid:
    """``height`` rows of ``width`` cells; what is laid outside is cut off.

    Only text of one cell per character may be laid on it.
    """

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        self._texts = [[" "] * width for _ in range(height)]
        self._styles = [[""] * width for _ in range(height)]

    def lay(self, x: int, y: int, rows: tuple[Words, ...]) -> None:
        """Lay rows with their top left corner at a cell."""
        for step, row in enumerate(rows):
            if 0 <= y + step < self.height:
                self._lay_row(x, y + step, row)

    def _lay_row(self, x: int, y: int, row: Words) -> None:
        texts, styles = self._texts[y], self._styles[y]
        for part in row:
            for character in part.text:
                if 0 <= x < self.width:
                    texts[x] = character
                    styles[x] = part.style
                x += 1

    def rows(self) -> tuple[Words, ...]:
        """Return the rows, cells of one style joined."""
        return tuple(
            _join(texts, styles) for texts, styles in zip(self._texts, self._styles, strict=True)
        )


def _join(texts: list[str], styles: list[str]) -> Words:
    parts: list[Part] = []
    start = 0
    for index in range(1, len(texts) + 1):
        if index == len(texts) or styles[index] != styles[start]:
            parts.append(Part("".join(texts[start:index]), styles[start]))
            start = index
    return tuple(parts)
