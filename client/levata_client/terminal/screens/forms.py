"""Rows with values that are changed with left and right: settings and options of a table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import ClassVar, Final, Generic, TypeVar

from textual.app import ComposeResult
from textual.binding import BindingType

from levata_client.cells import pad, wrap
from levata_client.shown.text.words import ACCENT, FAINT, MUTED, STRONG, Part, Words, words
from levata_client.terminal.screens.dialogs import TextDialog
from levata_client.terminal.screens.frame import FramedScreen, TextBlock, bind
from levata_client.terminal.screens.rows import ListRow, RowList

ResultT = TypeVar("ResultT")
LABEL_WIDTH: Final = 27
VALUE_WIDTH: Final = 30
HELP_FROM: Final = 110
"""Columns from which every row has its explanation beside it."""


class FieldKind(Enum):
    """How a field is changed."""

    CHOICE = auto()
    """Left and right go through its choices."""
    NUMBER = auto()
    """Left and right count; the number can be typed too."""
    TEXT = auto()
    """It is typed."""
    BUTTON = auto()
    """It does something when picked."""
    HEADING = auto()
    """It only says what follows."""


@dataclass(frozen=True)
class Field:
    """One row of a form."""

    key: str
    label: str
    value: str = ""
    """As it is kept."""
    shown: str = ""
    """As the user reads it; empty for the value itself."""
    help: str = ""
    kind: FieldKind = FieldKind.CHOICE
    choices: tuple[str, ...] = ()
    low: int = 0
    high: int = 0
    is_secret: bool = False
    is_changed: bool = False
    """Whether it is not at its default."""

    def stepped(self, step: int) -> str | None:
        """Return the value one step on, None where there is no other."""
        if self.kind is FieldKind.CHOICE and self.choices:
            place = self.choices.index(self.value) if self.value in self.choices else 0
            return self.choices[(place + step) % len(self.choices)]
        if self.kind is FieldKind.NUMBER:
            return self._counted(step)
        return None

    def _counted(self, step: int) -> str:
        """Count within the bounds; the words that may stand instead lie below the lowest."""
        words = self.choices
        if self.value in words:
            place = words.index(self.value) + step
            if 0 <= place < len(words):
                return words[place]
            return str(self.low if step > 0 else self.high)
        number = int(self.value) + step
        if number > self.high:
            return words[0] if words else str(self.low)
        if number < self.low:
            return words[-1] if words else str(self.high)
        return str(number)


class FormScreen(FramedScreen[ResultT], Generic[ResultT]):
    """A screen of fields."""

    BINDINGS: ClassVar[list[BindingType]] = [
        bind("left", "change(-1)"),
        bind("right", "change(1)"),
        bind("minus", "change(-10)"),
        bind("plus", "change(10)"),
        bind("r", "reset"),
    ]

    # --- what a form fills in ------------------------------------------------------------------

    def fields(self) -> Sequence[Field]:
        """Return the rows."""
        return ()

    def set_value(self, key: str, value: str) -> None:
        """Take another value of a field.

        Raises:
            LevataError: it cannot have this value.
        """

    def press(self, key: str) -> None:
        """Do what a button says."""

    def reset(self, key: str) -> None:
        """Give a field its default again."""

    def compose_body(self) -> ComposeResult:
        yield RowList(id="rows", column=LABEL_WIDTH)
        yield TextBlock(id="help")

    # --- the form ------------------------------------------------------------------------------

    @property
    def field(self) -> Field | None:
        """The field under the cursor."""
        row = self.rows.current
        return next((field for field in self.fields() if row and field.key == row.key), None)

    def redraw(self) -> None:
        if self.is_mounted:
            self.rows.show([self._row(field) for field in self.fields()])
            field = self.field
            text = wrap(words(field.help if field is not None else ""), self.size.width - 2)
            self.query_one("#help", TextBlock).show(words(row, style=MUTED) for row in text)
        super().redraw()

    def _row(self, field: Field) -> ListRow:
        if field.kind is FieldKind.HEADING:
            return ListRow(field.key, words(field.label), is_heading=True)
        if field.kind is FieldKind.BUTTON:
            return ListRow(field.key, words(Part(f"[ {field.label} ]", STRONG)))
        text = field.shown or field.value
        if field.is_secret and field.value:
            text = "•" * 6
        style = STRONG if field.is_changed else ""
        arrows = ("‹ ", " ›") if field.kind in (FieldKind.CHOICE, FieldKind.NUMBER) else ("  ", "")
        value: Words = (
            Part(arrows[0], ACCENT),
            Part(text or "…", style or (FAINT if not text else "")),
            Part(arrows[1], ACCENT),
        )
        # Where columns are few, the explanation of the row under the cursor below is enough.
        has_room = self.size.width >= HELP_FROM
        detail = words(pad(value, VALUE_WIDTH), " ", Part(field.help if has_room else "", MUTED))
        return ListRow(field.key, words(field.label), detail)

    def action_change(self, step: int) -> None:
        field = self.field
        if field is None:
            return
        if abs(step) > 1 and field.kind is not FieldKind.NUMBER:
            return
        value = field.stepped(step)
        if value is not None:
            self._note = ()
            self.set_value(field.key, value)
            self.redraw()

    def action_reset(self) -> None:
        field = self.field
        if field is not None:
            self._note = ()
            self.reset(field.key)
            self.redraw()

    def on_row_list_picked(self, event: RowList.Picked) -> None:
        event.stop()
        field = self.field
        if field is None:
            return
        if field.kind is FieldKind.BUTTON:
            self.press(field.key)
        elif field.kind is FieldKind.CHOICE:
            self.action_change(1)
        else:
            self._type(field)

    def _type(self, field: Field) -> None:
        async def check(text: str) -> None:
            self.set_value(field.key, text)

        def done(text: str | None) -> None:
            if text is not None:
                self._note = ()
                self.redraw()

        value = "" if field.is_secret else field.value
        dialog = TextDialog(field.label, value, field.help, check, field.is_secret, 400)
        self.levata.push_screen(dialog, done)
