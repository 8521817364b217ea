"""Opening a table: every option of the chosen game, with presets, and how long it will take."""

from __future__ import annotations

from collections.abc import Sequence

from levata.errors import LevataError
from levata_client.shown.places.create import FILL, CreateForm
from levata_client.shown.places.fields import Field, FieldKind
from levata_client.shown.text.language import _
from levata_client.shown.text.words import Words, words
from levata_client.state.new_table import NewTable
from levata_client.terminal.screens.forms import FormScreen
from levata_client.terminal.screens.frame import back_key, common_keys
from levata_client.terminal.services import Menus
from levata_client.terminal.widgets.bars import FooterKey


class CreateScreen(FormScreen[tuple[NewTable, bool] | None]):
    """The form of a new table; its result is the table, and whether bots fill it at once."""

    def __init__(self, menus: Menus) -> None:
        super().__init__(menus)
        self.form = CreateForm()

    def title_words(self) -> tuple[Words, Words]:
        return words(_("New table")), words(self.form.title)

    def footer_keys(self) -> Sequence[FooterKey]:
        field = self.field
        pick = _("Choose")
        if field is not None and field.kind in (FieldKind.TEXT, FieldKind.NUMBER):
            pick = _("Type")
        return (
            FooterKey("←→", _("Change"), "change(1)"),
            FooterKey("Enter", pick, "pick"),
            FooterKey("r", _("Default"), "reset"),
            back_key(),
            *common_keys(),
        )

    def fields(self) -> Sequence[Field]:
        return self.form.fields()

    def set_value(self, key: str, value: str) -> None:
        self.form.set_value(key, value)

    def reset(self, key: str) -> None:
        self.form.reset(key)

    def redraw(self) -> None:
        self._note = self.form.verdict()
        super().redraw()

    def press(self, key: str) -> None:
        try:
            self.dismiss((self.form.table(), key == FILL))
        except LevataError:
            self.redraw()

    def action_back(self) -> None:
        self.dismiss(None)
