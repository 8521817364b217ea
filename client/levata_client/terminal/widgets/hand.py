"""The viewer's cards: legal ones raised and numbered, the others dimmed, on his turn only."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from textual import events
from textual.message import Message

from levata.cards import NO_CARD
from levata_client.shown.table.scene import Hand
from levata_client.shown.text.glyphs import ARROW, NOT_NOW
from levata_client.shown.text.words import ACCENT, CHIP, MUTED, TITLE, Part, Words
from levata_client.terminal.drawing.arrange import Arrangement
from levata_client.terminal.drawing.faces import MEDIUM, CardLook, Size, draw_card, draw_edge
from levata_client.terminal.drawing.grid import Grid
from levata_client.terminal.widgets.painted import Painted

CARD_KEYS: Final = "1234567890abc"
"""The keys of cards, left to right: letters follow the digits in hands of more than ten."""
SHAKE: Final = (1, -1, 1, 0)
"""Columns by which a refused card moves, picture by picture."""
SHAKE_FRAME: Final = 0.06


class HandView(Painted):
    """The hand, one row higher than its cards and with a row of keys below them."""

    class CardPressed(Message):
        """A card was clicked."""

        def __init__(self, index: int) -> None:
            super().__init__()
            self.index = index

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._hand = Hand()
        self._card_size = MEDIUM
        self._step = MEDIUM.width + 1
        self._cursor: int | None = None
        self._queued: int | None = None
        self._hovered: int | None = None
        self._shaken: int | None = None
        self._shift = 0
        self._has_keys = True

    def show(
        self,
        hand: Hand,
        arrangement: Arrangement,
        cursor: int | None = None,
        queued: int | None = None,
        has_keys: bool = True,
    ) -> None:
        """Show a hand; ``has_keys`` is whether digits mean its cards now."""
        self._hand, self._cursor, self._queued = hand, cursor, queued
        self._card_size, self._step = arrangement.hand_card, arrangement.hand_step
        self._has_keys = has_keys
        if self._hovered is not None and self._hovered >= len(hand.cards):
            self._hovered = None
        self.refresh()

    def shake(self, index: int) -> None:
        """Move a card from side to side, as a sign that it was refused."""
        self._shaken = index
        for number, shift in enumerate(SHAKE):
            self.set_timer(number * SHAKE_FRAME + 0.01, lambda shift=shift: self._move(shift))

    def _move(self, shift: int) -> None:
        self._shift = shift
        if not shift:
            self._shaken = None
        self.refresh()

    def _left(self, index: int) -> int:
        count = len(self._hand.cards)
        taken = (count - 1) * self._step + self._card_size.width
        return max(0, (self.size.width - taken) // 2) + index * self._step

    def paint(self, width: int, height: int) -> Sequence[Words]:
        grid = Grid(width, height)
        for index, held in enumerate(self._hand.cards):
            is_raised = self._hand.is_choosing and held.is_legal
            shift = self._shift if index == self._shaken else 0
            # Without a gap between them cards are told apart by their edges.
            draw = draw_card if self._step > self._card_size.width else draw_edge
            face = draw(held.card, self._card_size, self._look(index))
            grid.lay(self._left(index) + shift, 0 if is_raised else 1, face)
            self._lay_key(grid, index, self._card_size, height)
        return grid.rows()

    def _look(self, index: int) -> CardLook:
        if self._hand.is_choosing and not self._hand.cards[index].is_legal:
            return CardLook.DIM
        return CardLook.WARM if index in (self._cursor, self._hovered) else CardLook.PLAIN

    def _lay_key(self, grid: Grid, index: int, size: Size, height: int) -> None:
        held = self._hand.cards[index]
        if held.card == NO_CARD and held.action is None:
            return
        middle = self._left(index) + (min(size.width, self._step) - 1) // 2
        is_wanted = self._hand.is_choosing and held.is_legal
        text, role = "", MUTED
        if index == self._queued:
            text, role = ARROW, ACCENT
        elif self._hand.is_choosing and not held.is_legal:
            text = NOT_NOW
        elif self._has_keys and (is_wanted or self._hand.can_queue):
            text = CARD_KEYS[index] if index < len(CARD_KEYS) else NOT_NOW
            role = TITLE if is_wanted else MUTED
        if index == self._cursor:
            grid.lay(middle - 1, height - 1, ((Part(f" {text or NOT_NOW} ", CHIP),),))
        elif text:
            grid.lay(middle, height - 1, ((Part(text, role),),))
        if held.note:
            grid.lay(middle + 2, height - 1, ((Part(held.note, MUTED),),))

    def index_at(self, x: int) -> int | None:
        """Return the card in a column; where cards overlap, the upper one."""
        for index in reversed(range(len(self._hand.cards))):
            left = self._left(index)
            if left <= x < left + self._card_size.width:
                return index
        return None

    def on_click(self, event: events.Click) -> None:
        event.stop()
        index = self.index_at(event.x)
        if index is not None:
            self.post_message(self.CardPressed(index))

    def on_mouse_move(self, event: events.MouseMove) -> None:
        self._hover(self.index_at(event.x))

    def on_leave(self) -> None:
        self._hover(None)

    def _hover(self, index: int | None) -> None:
        if index != self._hovered:
            self._hovered = index
            self.refresh()
