"""The hands of all seats, shown to a watcher in the place where players have their own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from levata_client.cells import cut, pad, width_of
from levata_client.shown.table.table_model import OpenHands, hand_words, hands_title
from levata_client.shown.text.glyphs import CARD_BACK
from levata_client.shown.text.words import BACKS, MUTED, NAME, TITLE, Part, Words, words
from levata_client.terminal.widgets.painted import Painted

MOST_NAME: Final = 12
"""Cells that a name takes at most beside the cards."""


class OpenHandsView(Painted):
    """A row that says what is shown, and a line for each seat."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._hands: OpenHands | None = None
        self._names: tuple[str, ...] = ()

    def show(self, hands: OpenHands | None, names: Sequence[str]) -> None:
        """Show the hands of the seats, or nothing."""
        self._hands, self._names = hands, tuple(names)
        self.refresh()

    def paint(self, width: int, height: int) -> Sequence[Words]:
        hands = self._hands
        if hands is None:
            return []
        seats = len(hands.hands)
        columns = -(-seats // max(1, height - 1))
        per_column = -(-seats // columns)
        room = width // columns
        lines = [self._line(hands, seat, room - 1) for seat in range(seats)]
        title = cut(words(" ", Part(hands_title(hands), MUTED if hands.is_over else TITLE)), width)
        rows = [title]
        for row in range(per_column):
            cells = [pad(words(" ", line), room) for line in lines[row::per_column]]
            rows.append(words(*cells))
        return rows

    def _line(self, hands: OpenHands, seat: int, width: int) -> Words:
        cards = words(hand_words(hands.hands[seat]), Part(CARD_BACK * hands.hidden[seat], BACKS))
        names = [width_of(words(name)) for name in self._names]
        # Cards are what is looked for here: where columns are few the name gets shorter.
        room = max(3, min(MOST_NAME, max(names, default=0), width - width_of(cards) - 1))
        name = pad(words(Part(self._names[seat], NAME)), room)
        return cut(words(name, " ", cards), width)
