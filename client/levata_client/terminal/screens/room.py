"""A table before its match: who sits where, and what will be played."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.binding import BindingType

from levata.protocol.documents import HandsShown, Presence, SeatKind, SeatRow, TableDocument
from levata.protocol.messages import AddBot, FreeSeat, Sit, Stand, Start
from levata.text import clean_text
from levata_client.cells import wrap
from levata_client.shown.games import find_display
from levata_client.shown.places.option_words import (
    changed_options,
    level_label,
    option_list,
    pace_label,
)
from levata_client.shown.text.glyphs import EMPTY_PIP, FILLED_PIP
from levata_client.shown.text.language import _
from levata_client.shown.text.words import MUTED, STRONG, Part, Words, words
from levata_client.terminal.screens.frame import TextBlock, bind, common_keys
from levata_client.terminal.screens.place import PlaceScreen
from levata_client.terminal.screens.rows import ListRow, RowList
from levata_client.terminal.widgets.bars import FooterKey


class RoomScreen(PlaceScreen):
    """Where people gather around a table."""

    BINDINGS: ClassVar[list[BindingType]] = [
        bind("s", "start"),
        bind("b", "bot"),
        bind("x", "free"),
        bind("w", "stand"),
    ]

    @property
    def table(self) -> TableDocument | None:
        """The table."""
        return self.model.table

    @property
    def seat(self) -> int:
        """The seat under the cursor, -1 for none."""
        row = self.rows.current
        return int(row.key) if row is not None else -1

    def title_words(self) -> tuple[Words, Words]:
        table = self.table
        if table is None:
            return (), ()
        game = find_display(table.game).title
        return words(clean_text(table.name), Part(f"  {game}", MUTED)), self.connection_words()

    def footer_keys(self) -> Sequence[FooterKey]:
        if self.focused is not None:
            return self.typing_keys()
        table, model = self.table, self.model
        if table is None:
            return ()
        keys: list[FooterKey] = []
        if model.is_owner:
            keys.append(FooterKey("s", _("Start"), "start"))
        row = (
            table.seats[self.seat] if 0 <= self.seat < len(table.seats) else SeatRow(SeatKind.EMPTY)
        )
        if row.kind != SeatKind.PERSON:
            keys.append(FooterKey("Enter", _("Sit here"), "pick"))
        if model.is_owner and row.kind == SeatKind.EMPTY:
            keys.append(FooterKey("b", _("Bot here"), "bot"))
        if model.is_owner and (
            row.kind == SeatKind.BOT
            or (row.kind == SeatKind.PERSON and row.presence == Presence.AWAY)
        ):
            keys.append(FooterKey("x", _("Free the seat"), "free"))
        if model.seat >= 0:
            keys.append(FooterKey("w", _("Only watch"), "stand"))
        return (*keys, self.talk_key(), FooterKey("Esc", _("Leave"), "back"), *common_keys())

    def redraw(self) -> None:
        table = self.table
        if self.is_mounted and table is not None:
            self.rows.show([self._seat_row(number, row) for number, row in enumerate(table.seats)])
            self.query_one("#detail", TextBlock).show(self._detail(table))
        super().redraw()

    def _seat_row(self, number: int, row: SeatRow) -> ListRow:
        digit = str(number + 1)
        if row.kind == SeatKind.EMPTY:
            return ListRow(str(number), words(Part(f"{EMPTY_PIP} {_('free')}", MUTED)), (), digit)
        is_mine = number == self.model.seat
        name = f"{clean_text(row.name)}" + (f" ({_('you')})" if is_mine else "")
        facts: list[str] = []
        if row.kind == SeatKind.BOT:
            facts.append(_("bot, {level}").format(level=level_label(row.level)))
        elif row.presence == Presence.AWAY:
            facts.append(_("away"))
        if self.table is not None and row.person and row.person == self.table.owner:
            facts.append(_("looks after the table"))
        return ListRow(
            str(number),
            words(f"{FILLED_PIP} ", Part(name, STRONG)),
            words(", ".join(facts), style=MUTED),
            digit,
        )

    def _detail(self, table: TableDocument) -> list[Words]:
        options = option_list(changed_options(table.game, table.options, len(table.seats)))
        facts = [options] if options else [_("usual rules")]
        facts.append(pace_label(table.pace))
        if table.hands == HandsShown.DELAYED:
            facts.append(_("watchers see each hand once it is over"))
        rows = [words(row, style=MUTED) for row in wrap(words(" · ".join(facts)), 76)][:2]
        if table.watchers:
            names = ", ".join(clean_text(name) for _person, name in table.watchers)
            rows.append(words(Part(_("Watching: "), MUTED), names))
        if self.model.is_owner:
            rows.append(words(_("s starts the match; free seats get bots.")))
        else:
            owner = next((row.name for row in table.seats if row.person == table.owner), "")
            text = _("{name} starts the match.").format(name=clean_text(owner) or _("The owner"))
            rows.append(words(text))
        rows.extend(self.levata.invitation())
        return rows

    # --- what the user does --------------------------------------------------------------------

    def on_row_list_picked(self, event: RowList.Picked) -> None:
        event.stop()
        table = self.table
        if table is None or self.seat < 0:
            return
        row = table.seats[self.seat]
        if row.kind != SeatKind.PERSON:
            self.levata.ask(Sit, seat=self.seat)

    def action_start(self) -> None:
        self.levata.ask(Start)

    def action_bot(self) -> None:
        self.levata.ask(AddBot, seat=self.seat)

    def action_free(self) -> None:
        self.levata.ask(FreeSeat, seat=self.seat)

    def action_stand(self) -> None:
        self.levata.ask(Stand)

    def action_back(self) -> None:
        self.levata.leave_table()
