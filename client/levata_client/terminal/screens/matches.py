"""The list of finished matches, to be watched again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType

from levata_client.cells import pad, wrap
from levata_client.shown.places.matches import MatchRow, match_rows
from levata_client.shown.text.language import _, ngettext
from levata_client.shown.text.words import MUTED, STRONG, Part, Words, words
from levata_client.state.saved_matches import SavedMatch, list_matches
from levata_client.terminal.screens.dialogs import MenuDialog
from levata_client.terminal.screens.frame import (
    FramedScreen,
    back_key,
    bind,
    common_keys,
)
from levata_client.terminal.services import Menus, Replays
from levata_client.terminal.widgets.bars import FooterKey
from levata_client.terminal.widgets.painted import app_of
from levata_client.terminal.widgets.rows import ListRow, RowList, TextBlock


class MatchesScreen(FramedScreen[None]):
    """Finished matches, latest first."""

    BINDINGS: ClassVar[list[BindingType]] = [bind("d", "delete")]

    def __init__(self, replays: Replays, menus: Menus) -> None:
        super().__init__(menus)
        self._replays = replays
        self._matches: list[SavedMatch] = []

    def compose_body(self) -> ComposeResult:
        yield RowList(id="rows", column=18)
        yield TextBlock(id="help")

    def title_words(self) -> tuple[Words, Words]:
        count = len(self._matches)
        text = ngettext("{count} match", "{count} matches", count).format(count=count)
        return words(_("Replays")), words(text)

    def footer_keys(self) -> Sequence[FooterKey]:
        if not self._matches:
            return (back_key(), *common_keys())
        return (
            FooterKey("Enter", _("Watch"), "pick"),
            FooterKey("d", _("Delete"), "delete"),
            back_key(),
            *common_keys(),
        )

    def on_mount(self) -> None:
        self._matches = list_matches()

    @property
    def current(self) -> SavedMatch | None:
        """The match under the cursor."""
        row = self.rows.current
        return next((match for match in self._matches if row and match.path.name == row.key), None)

    def redraw(self) -> None:
        if self.is_ready:
            self.rows.show([_list_row(row) for row in match_rows(self._matches)])
            match = self.current
            text = _("No match has been finished on this computer yet.")
            if match is not None:
                text = str(match.path)
            block = wrap(words(text, role=MUTED), self.size.width - 2)
            self.query_one("#help", TextBlock).show(block)
        super().redraw()

    def on_row_list_picked(self, event: RowList.Picked) -> None:
        event.stop()
        match = self.current
        if match is not None:
            self._replays.show_match(match.path)

    def action_delete(self) -> None:
        match = self.current
        if match is None:
            return

        def done(key: str | None) -> None:
            if key == "delete":
                self._delete(match)

        rows = [("keep", _("Keep")), ("delete", _("Delete"))]
        text = _("The match is gone for good then.")
        app_of(self).push_screen(MenuDialog(_("Delete this match?"), rows, text), done)

    def _delete(self, match: SavedMatch) -> None:
        try:
            match.path.unlink(missing_ok=True)
        except OSError as error:
            reason = error.strerror or str(error)
            self.say(_("The file cannot be deleted: {reason}").format(reason=reason), is_bad=True)
        self._matches = list_matches()
        self.redraw()


def _list_row(row: MatchRow) -> ListRow:
    detail = words(pad(words(row.game, role=STRONG), 9), " ", Part(row.results or "…", MUTED))
    return ListRow(row.name, words(f"{row.finished:%Y-%m-%d %H:%M}"), detail)
