"""Rows with values that are changed with left and right: settings and options of a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final, Generic, TypeVar

from textual.app import ComposeResult
from textual.binding import BindingType

from levata_client.cells import pad, wrap
from levata_client.shown.places.fields import Field, FieldKind
from levata_client.shown.text.words import ACCENT, FAINT, MUTED, PLAIN, STRONG, Part, Words, words
from levata_client.terminal.screens.dialogs import TextDialog
from levata_client.terminal.screens.frame import FramedScreen, bind
from levata_client.terminal.widgets.painted import app_of
from levata_client.terminal.widgets.rows import ListRow, RowList, TextBlock

ResultT = TypeVar("ResultT")
LABEL_WIDTH: Final = 27
VALUE_WIDTH: Final = 30
HELP_FROM: Final = 110
"""Columns from which every row has its explanation beside it."""


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
        if self.is_ready:
            self.rows.show([self._row(field) for field in self.fields()])
            field = self.field
            text = wrap(words(field.help if field is not None else ""), self.size.width - 2)
            self.query_one("#help", TextBlock).show(words(row, role=MUTED) for row in text)
        super().redraw()

    def _row(self, field: Field) -> ListRow:
        if field.kind is FieldKind.BUTTON:
            return ListRow(field.key, words(Part(f"[ {field.label} ]", STRONG)))
        text = field.shown or field.value
        if field.is_secret and field.value:
            text = "•" * 6
        role = STRONG if field.is_changed else PLAIN if text else FAINT
        arrows = ("‹ ", " ›") if field.kind in (FieldKind.CHOICE, FieldKind.NUMBER) else ("  ", "")
        value: Words = (
            Part(arrows[0], ACCENT),
            Part(text or "…", role),
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
        app_of(self).push_screen(dialog, done)
