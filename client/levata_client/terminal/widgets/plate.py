"""The plate of a seat: who sits there, whose turn it is, how far the seat has come."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from textual import events
from textual.message import Message

from levata.game import Seat
from levata_client.cells import cut, pad, spread, width_of
from levata_client.shown.table.scene import Plate
from levata_client.shown.text.glyphs import CARD_BACK, EDGE, EMPTY_PIP, RULE, TURN_MARK
from levata_client.shown.text.language import _
from levata_client.shown.text.words import (
    ACCENT,
    BACKS,
    CHIP,
    FAINT,
    MUTED,
    SERIES,
    STRONG,
    TITLE,
    Part,
    Words,
    join,
    words,
)
from levata_client.terminal.widgets.painted import Painted

NARROW: Final = 14
"""Columns from which there is a blank between the turn mark and the name."""
TAKEN_ROOM: Final = 8
"""Cells for the things taken, beside their points."""
ANNOUNCED_ROOM: Final = 12
"""Cells for what was announced."""


class SeatPlate(Painted):
    """The plate of one player, counted from the viewer."""

    class SeatPressed(Message):
        """A plate was clicked."""

        def __init__(self, seat: Seat) -> None:
            super().__init__()
            self.seat = seat

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._seat = 0
        self._plate = Plate("")
        self._bubble: Words = ()

    def show(self, seat: Seat, plate: Plate, bubble: Words = ()) -> None:
        """Show the plate of a seat; a bubble covers its second row for a moment."""
        self._seat, self._plate, self._bubble = seat, plate, bubble
        self.set_class(plate.is_turn, "-turn")
        self.refresh()

    def paint(self, width: int, height: int) -> Sequence[Words]:
        plate = self._plate
        body = [self._name_row(width), self._progress_row(width)]
        if height > 3:
            body.append(pad(words("  ", plate.remark), width - 1))
        body.append(self._cards_row(width))
        return [words(self._edge(width), row) for row in body]

    def _edge(self, width: int) -> Part:
        plate = self._plate
        if plate.is_turn:
            return Part(EDGE, ACCENT)
        if plate.team is not None:
            return Part(EDGE, SERIES[plate.team])
        # Narrow plates touch one another: a thin rule keeps them apart.
        return Part(RULE, FAINT) if width < NARROW else Part(" ")

    def _name_row(self, width: int) -> Words:
        plate = self._plate
        mark = TURN_MARK if plate.is_turn else " "
        gap = " " if width >= NARROW else ""
        chip: Words = (Part(" D ", CHIP),) if plate.is_dealer else ()
        if plate.is_dealer and width < NARROW:
            chip = (Part("D", CHIP),)
        state = self._state_text()
        room = width - 2 - len(gap) - width_of(chip) - (len(state) + 1 if state else 0)
        role = MUTED if plate.away is not None else TITLE if plate.is_viewer else STRONG
        name = cut((Part(plate.name, role),), room)
        suffix = (Part(f" {state}", MUTED),) if state and room > 2 else ()
        return spread(words(Part(mark, ACCENT), gap, name, suffix), chip, width - 1)

    def _state_text(self) -> str:
        plate = self._plate
        if plate.away is not None:
            return f"{EMPTY_PIP} {plate.away // 60}:{plate.away % 60:02}"
        return _("bot") if plate.is_bot else ""

    def _progress_row(self, width: int) -> Words:
        indent = "  " if width >= NARROW else " "
        left = self._bubble or progress_words(self._plate)
        right = () if self._bubble else words(self._plate.figure, " ")
        return spread(words(indent, left), right, width - 1)

    def _cards_row(self, width: int) -> Words:
        plate = self._plate
        indent = "  " if width >= NARROW else " "
        score = words(Part(plate.score, MUTED), " ") if plate.score else ()
        room = width - 1 - len(indent) - width_of(score) - 1
        backs = CARD_BACK * plate.cards
        if plate.cards > room:
            backs = f"{CARD_BACK}{plate.cards}"
        return pad(spread(words(indent, Part(backs, BACKS)), score, width - 1), width - 1)

    def on_click(self, event: events.Click) -> None:
        event.stop()
        self.post_message(self.SeatPressed(self._seat))


def progress_words(plate: Plate) -> Words:
    """Return how far a seat has come, as far as there is room for it."""
    if plate.taken:
        text = join(" ", plate.taken)
        return text if width_of(text) <= TAKEN_ROOM else words(*plate.taken)
    return _announced_words(plate.announced) or plate.progress


def _announced_words(names: Sequence[str]) -> Words:
    """Return what was announced; the number of those without room."""
    for shown in range(len(names), 0, -1):
        rest = f" +{len(names) - shown}" if shown < len(names) else ""
        text = " ".join(names[:shown]) + rest
        if len(text) <= ANNOUNCED_ROOM:
            return words(Part(text, ACCENT))
    return words(Part(f"+{len(names)}", ACCENT)) if names else ()
