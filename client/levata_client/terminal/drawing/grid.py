"""A grid of cells on which cards are laid, one over the other, before they are drawn as rows."""

from __future__ import annotations

from levata_client.shown.text.words import PLAIN, OwnStyle, Part, Role, Words


class Grid:
    """``height`` rows of ``width`` cells; what is laid outside is cut off.

    Only text of one cell per character may be laid on it.
    """

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        self._texts = [[" "] * width for _ in range(height)]
        self._roles: list[list[Role | OwnStyle]] = [[PLAIN] * width for _ in range(height)]

    def lay(self, x: int, y: int, rows: tuple[Words, ...]) -> None:
        """Lay rows with their top left corner at a cell."""
        for step, row in enumerate(rows):
            if 0 <= y + step < self.height:
                self._lay_row(x, y + step, row)

    def _lay_row(self, x: int, y: int, row: Words) -> None:
        texts, roles = self._texts[y], self._roles[y]
        for part in row:
            for character in part.text:
                if 0 <= x < self.width:
                    texts[x] = character
                    roles[x] = part.role
                x += 1

    def rows(self) -> tuple[Words, ...]:
        """Return the rows, cells of one role joined."""
        return tuple(
            _join(texts, roles) for texts, roles in zip(self._texts, self._roles, strict=True)
        )


def _join(texts: list[str], roles: list[Role | OwnStyle]) -> Words:
    parts: list[Part] = []
    start = 0
    for index in range(1, len(texts) + 1):
        if index == len(texts) or roles[index] != roles[start]:
            parts.append(Part("".join(texts[start:index]), roles[start]))
            start = index
    return tuple(parts)
