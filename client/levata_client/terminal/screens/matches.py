"""The list of finished matches, to be watched again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType

from levata_client.cells import pad, wrap
from levata_client.shown.games import find_display
from levata_client.shown.places.replay import SavedMatch, list_records
from levata_client.shown.text.language import _, ngettext
from levata_client.shown.text.words import MUTED, STRONG, Part, Words, words
from levata_client.terminal.screens.dialogs import MenuDialog
from levata_client.terminal.screens.frame import (
    FramedScreen,
    TextBlock,
    back_key,
    bind,
    common_keys,
)
from levata_client.terminal.screens.rows import ListRow, RowList
from levata_client.terminal.widgets.bars import FooterKey


class MatchesScreen(FramedScreen[None]):
    """Finished matches, latest first."""

    BINDINGS: ClassVar[list[BindingType]] = [bind("d", "delete")]

    def __init__(self) -> None:
        super().__init__()
        self._entries: list[SavedMatch] = []

    def compose_body(self) -> ComposeResult:
        yield RowList(id="rows", column=18)
        yield TextBlock(id="help")

    def title_words(self) -> tuple[Words, Words]:
        count = len(self._entries)
        text = ngettext("{count} match", "{count} matches", count).format(count=count)
        return words(_("Replays")), words(text)

    def footer_keys(self) -> Sequence[FooterKey]:
        if not self._entries:
            return (back_key(), *common_keys())
        return (
            FooterKey("Enter", _("Watch"), "pick"),
            FooterKey("d", _("Delete"), "delete"),
            back_key(),
            *common_keys(),
        )

    def on_mount(self) -> None:
        self._entries = list_records()

    @property
    def entry(self) -> SavedMatch | None:
        """The match under the cursor."""
        row = self.rows.current
        return next((e for e in self._entries if row and e.path.name == row.key), None)

    def redraw(self) -> None:
        if self.is_mounted:
            self.rows.show([_row(entry) for entry in self._entries])
            entry = self.entry
            text = _("No match has been finished on this computer yet.")
            if entry is not None:
                text = str(entry.path)
            block = wrap(words(text, style=MUTED), self.size.width - 2)
            self.query_one("#help", TextBlock).show(block)
        super().redraw()

    def on_row_list_picked(self, event: RowList.Picked) -> None:
        event.stop()
        if self.entry is not None:
            self.levata.show_match(self.entry.path)

    def action_delete(self) -> None:
        entry = self.entry
        if entry is None:
            return

        def done(key: str | None) -> None:
            if key == "delete":
                self._delete(entry)

        rows = [("keep", _("Keep")), ("delete", _("Delete"))]
        text = _("The match is gone for good then.")
        self.levata.push_screen(MenuDialog(_("Delete this match?"), rows, text), done)

    def _delete(self, entry: SavedMatch) -> None:
        try:
            entry.path.unlink(missing_ok=True)
        except OSError as error:
            reason = error.strerror or str(error)
            self.say(_("The file cannot be deleted: {reason}").format(reason=reason), is_bad=True)
        self._entries = list_records()
        self.redraw()


def _row(entry: SavedMatch) -> ListRow:
    title = find_display(entry.game).title
    results = ", ".join(
        f"{name} {score}" for name, score in zip(entry.names, entry.scores, strict=False)
    )
    detail = words(pad(words(title, style=STRONG), 9), " ", Part(results or "…", MUTED))
    return ListRow(entry.path.name, words(f"{entry.finished:%Y-%m-%d %H:%M}"), detail)
