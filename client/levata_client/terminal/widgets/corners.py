"""What lies beside the viewer's plate: the card turned up and the last trick."""

from __future__ import annotations

from collections.abc import Sequence

from textual import events
from textual.message import Message

from levata.cards import Card
from levata_client.cells import cut, pad
from levata_client.shown.table.scene import LastTrick, Mark
from levata_client.shown.text.language import _
from levata_client.shown.text.words import MUTED, Part, Words, fill, join, words
from levata_client.terminal.drawing.faces import MINI, SMALL, CardLook, Size, draw_card
from levata_client.terminal.widgets.painted import Painted


class TrumpCard(Painted):
    """The card turned up, with a label above or beside it."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._card: Card | None = None
        self._label: Words = ()
        self._card_size = SMALL

    def show(self, card: Card | None, label: Words, size: Size) -> None:
        """Show a card, or with ``None`` the label alone."""
        self._card, self._label, self._card_size = card, label, size
        self.refresh()

    def paint(self, width: int, height: int) -> Sequence[Words]:
        label = words(self._label, role=MUTED)
        if self._card is None:
            return [(), pad(label, width)] if label else []
        face = draw_card(self._card, self._card_size)
        if height > self._card_size.height:
            above = [cut(label, width)]
            above = [(), *above] if height > self._card_size.height + 1 else above
            return [*above, *face]
        beside = width - self._card_size.width - 1
        first = words(face[0], " ", cut(label, beside)) if beside > 2 else face[0]
        return [first, *face[1:]]


class LastTrickView(Painted):
    """The last trick in small, and who took it; a click shows it large."""

    class LastTrickPressed(Message):
        """The last trick was clicked."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._trick: LastTrick | None = None

    def show(self, trick: LastTrick | None) -> None:
        """Show a trick, or nothing."""
        self._trick = trick
        self.refresh()

    def paint(self, width: int, height: int) -> Sequence[Words]:
        trick = self._trick
        if trick is None:
            return []
        per_row = max(1, (width + 1) // (MINI.width + 1))
        rows: list[Words] = []
        for start in range(0, len(trick.cards), per_row):
            row: list[Words] = []
            for laid in trick.cards[start : start + per_row]:
                look = CardLook.WINNER if laid.mark is Mark.WINNING else CardLook.PLAIN
                row.append(draw_card(laid.card, MINI, look)[0])
            rows.append(cut(join(" ", row), width))
        to = fill(_("to {name}"), MUTED, name=trick.winner)
        if len(rows) + 2 <= height:
            return [words(Part(cut_plain(_("Last trick"), width), MUTED)), *rows, cut(to, width)]
        return [*rows, cut(to, width)][:height]

    def on_click(self, event: events.Click) -> None:
        event.stop()
        self.post_message(self.LastTrickPressed())


def cut_plain(text: str, width: int) -> str:
    """Return a plain text cut to a width."""
    return "".join(part.text for part in cut(words(text), width))
