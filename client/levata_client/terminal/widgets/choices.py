"""The panel of choices: bids, contracts, declarations. Places never move; what is not allowed
stays where it is, struck out and explained."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final, NamedTuple

from textual import events
from textual.message import Message

from levata_client.cells import cut, pad, width_of
from levata_client.shown.table.scene import ChoiceItem, Choices, ChoiceStyle
from levata_client.shown.text.words import (
    ACCENT,
    BAD,
    CHIP,
    MUTED,
    STRONG,
    STRUCK,
    TITLE,
    Part,
    Words,
    plain,
    words,
)
from levata_client.terminal.widgets.painted import Painted

LINE_ROOM: Final = 50
"""Cells that choices in lines have at least, on terminals that are not too small."""
_FRAME_FROM: Final = 4
"""Rows from which the panel has a frame."""


class _Place(NamedTuple):
    """The cells of one choice."""

    x: int
    y: int
    width: int


class ChoicePanel(Painted):
    """Choices to be made by key, by arrows and Enter, or by click."""

    class ChoicePressed(Message):
        """A choice was clicked, allowed or not."""

        def __init__(self, index: int) -> None:
            super().__init__()
            self.index = index

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._choices: Choices | None = None
        self._cursor: int | None = None
        self._hovered: int | None = None
        self._refused: int | None = None

    def show(
        self, choices: Choices | None, cursor: int | None = None, refused: int | None = None
    ) -> None:
        """Show choices; ``refused`` is one that was just tried in vain."""
        self._choices, self._cursor, self._refused = choices, cursor, refused
        self.refresh()

    def paint(self, width: int, height: int) -> Sequence[Words]:
        choices = self._choices
        if choices is None:
            return []
        has_frame = self._has_frame(choices, width, height)
        inside = width - 4 if has_frame else width
        room = height - 2 if has_frame else height
        body = self._choice_rows(choices, inside)[:room]
        notes = list(choices.notes)
        explanation = self._explanation(choices)
        if explanation:
            # Where rows are few, what the cursor means matters more than the standing notes.
            notes = notes[: max(room - len(body) - 1, 0)]
            notes.append(explanation)
        body.extend(pad(note, inside, "center") for note in notes[: room - len(body)])
        while len(body) < room:
            body.append(())
        if not has_frame:
            return body
        line = Part("│", ACCENT)
        framed = [words(line, " ", pad(row, inside), " ", line) for row in body]
        title = cut(words(choices.title, role=TITLE), inside - 2)
        top = words(Part("╭─ ", ACCENT), title, " ")
        rest = "─" * (width - width_of(top) - 1)
        return [
            words(top, Part(f"{rest}╮", ACCENT)),
            *framed,
            (Part(f"╰{'─' * (width - 2)}╯", ACCENT),),
        ]

    def _has_frame(self, choices: Choices, width: int, height: int) -> bool:
        """Return whether a frame leaves room for all choices, in lines for a word on them too."""
        if height < _FRAME_FROM:
            return False
        rows = 1 + max((place.y for place in self._places(choices, width - 4)), default=-1)
        return rows + (choices.style is ChoiceStyle.LINE) <= height - 2

    def _explanation(self, choices: Choices) -> Words:
        for index in (self._refused, self._hovered, self._cursor):
            if index is not None and index < len(choices.choices):
                choice = choices.choices[index]
                return words(choice.reason, role=BAD) or choice.note
        if choices.style is not ChoiceStyle.SLOTS:
            return ()
        reasons = [choice.reason for choice in choices.choices if choice.reason]
        return words(reasons[0], role=BAD) if reasons else ()

    def _places(self, choices: Choices, inside: int) -> list[_Place]:
        """Return where every choice stands inside the frame."""
        widths = [width_of(_label(choices, choice)) for choice in choices.choices]
        if choices.style is ChoiceStyle.LINE:
            return [
                _Place(x, y, min(width, inside - x))
                for width, (x, y) in zip(
                    widths, flow(widths, inside, _row_openers(choices)), strict=True
                )
            ]
        widest = max(widths, default=1)
        if choices.style is ChoiceStyle.SLOTS:
            cell = min(widest + 2, max(inside, 1))
            step = cell + 1 if (cell + 1) * len(choices.choices) - 1 <= inside else cell
            per_row = max(1, min(len(choices.choices), (inside + step - cell) // step))
        else:
            per_row = max(1, min(3, inside // (min(widest + 2, inside) + 1)))
            step = inside // per_row
            cell = step - 1 if per_row > 1 else step
        taken = per_row * step - (step - cell)
        left = max(0, (inside - taken) // 2) if choices.style is ChoiceStyle.SLOTS else 0
        return [
            _Place(left + (index % per_row) * step, index // per_row, cell)
            for index in range(len(choices.choices))
        ]

    def _choice_rows(self, choices: Choices, inside: int) -> list[Words]:
        rows: list[Words] = []
        for index, place in enumerate(self._places(choices, inside)):
            while len(rows) <= place.y:
                rows.append(())
            missing = place.x - width_of(rows[place.y])
            cell = self._cell(choices, index, place.width)
            rows[place.y] = words(rows[place.y], " " * missing, cell)
        return rows

    def _cell(self, choices: Choices, index: int, width: int) -> Words:
        choice = choices.choices[index]
        align = "center" if choices.style is ChoiceStyle.SLOTS else "left"
        label = _label(choices, choice)
        indent = " " if choices.style is ChoiceStyle.LIST else ""
        label = words(indent, label)
        if index in (self._cursor, self._hovered) and choice.is_enabled:
            return (Part(plain(pad(label, width, align)), CHIP),)
        if not choice.is_enabled:
            text = plain(cut(label, width)).strip()
            role = MUTED if choice.is_ticked else STRUCK
            return pad(words(indent, Part(text, role)), width, align)
        return pad(label, width, align)

    def index_at(self, x: int, y: int) -> int | None:
        """Return the choice at a point of the panel."""
        choices = self._choices
        if choices is None:
            return None
        has_frame = self._has_frame(choices, self.size.width, self.size.height)
        inside = self.size.width - 4 if has_frame else self.size.width
        x, y = (x - 2, y - 1) if has_frame else (x, y)
        for index, place in enumerate(self._places(choices, inside)):
            if y == place.y and place.x <= x < place.x + place.width:
                return index
        return None

    def on_click(self, event: events.Click) -> None:
        event.stop()
        index = self.index_at(event.x, event.y)
        if index is not None:
            self.post_message(self.ChoicePressed(index))

    def on_mouse_move(self, event: events.MouseMove) -> None:
        self._hover(self.index_at(event.x, event.y))

    def on_leave(self) -> None:
        self._hover(None)

    def _hover(self, index: int | None) -> None:
        if index != self._hovered:
            self._hovered = index
            self.refresh()


def panel_rows(choices: Choices) -> int:
    """Return the rows that the panel of some choices would like, frame included.

    Lines without a title, which leave what they are about in view, need no frame.
    """
    has_frame = choices.style is not ChoiceStyle.LINE or bool(choices.title)
    return _choice_rows(choices) + len(choices.notes) + 2 * has_frame


def _choice_rows(choices: Choices) -> int:
    if choices.style is ChoiceStyle.SLOTS:
        return min(len(choices.choices), 1)
    if choices.style is ChoiceStyle.LIST:
        return -(-len(choices.choices) // 2)
    widths = [
        width_of(choice.label) + len(choice.key) + (1 if choice.is_ticked is None else 5)
        for choice in choices.choices
    ]
    places = flow(widths, LINE_ROOM, _row_openers(choices))
    return 1 + max((row for _column, row in places), default=-1)


def _row_openers(choices: Choices) -> frozenset[int]:
    """Return the choices that begin a row, by index."""
    return frozenset(index for index, choice in enumerate(choices.choices) if choice.opens_row)


def flow(
    widths: Sequence[int], room: int, breaks: Collection[int] = (), gap: int = 2
) -> tuple[tuple[int, int], ...]:
    """Return column and row of pieces set one after the other in rows of ``room`` cells.

    ``breaks`` are the pieces that begin a row.

    >>> flow((3, 4, 3), 10), flow((3, 4, 3), 20, {1})
    (((0, 0), (5, 0), (0, 1)), ((0, 0), (0, 1), (6, 1)))
    """
    places: list[tuple[int, int]] = []
    x = y = 0
    for index, width in enumerate(widths):
        if x and (x + width > room or index in breaks):
            x, y = 0, y + 1
        places.append((x, y))
        x += width + gap
    return tuple(places)


def _label(choices: Choices, choice: ChoiceItem) -> Words:
    """Return what stands in the place of a choice; its key too, if the label does not say it."""
    label = words(choice.label, role=STRONG)
    tick: Words = ()
    if choice.is_ticked is not None:
        tick = words("[x] " if choice.is_ticked else "[ ] ")
    if choice.key and plain(choice.label) != choice.key:
        return words(tick, Part(choice.key, TITLE if choice.is_enabled else MUTED), " ", label)
    return words(tick, label)
