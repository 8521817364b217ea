"""A table before its match: who sits where, and what will be played."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.binding import BindingType

from levata.protocol.documents import TableDocument
from levata_client.cells import wrap
from levata_client.shown.places.room import (
    RoomAction,
    RoomSeat,
    room_actions,
    room_facts,
    room_people,
    room_request,
    room_seats,
    room_title,
)
from levata_client.shown.text.language import _
from levata_client.shown.text.words import MUTED, Words, with_keys, words
from levata_client.state.model import Model
from levata_client.terminal.screens.frame import bind, common_keys
from levata_client.terminal.screens.place import PlaceScreen
from levata_client.terminal.services import Invitations, Leaving, Menus, Requests, Talk
from levata_client.terminal.widgets.bars import FooterKey
from levata_client.terminal.widgets.rows import ListRow, RowList, TextBlock


class RoomScreen(PlaceScreen):
    """Where people gather around a table."""

    BINDINGS: ClassVar[list[BindingType]] = [
        bind("s", "start"),
        bind("b", "bot"),
        bind("x", "free"),
        bind("w", "stand"),
    ]

    def __init__(
        self,
        model: Model,
        *,
        menus: Menus,
        talk: Talk,
        invitations: Invitations,
        requests: Requests,
        leaving: Leaving,
    ) -> None:
        super().__init__(model, menus=menus, talk=talk, invitations=invitations)
        self._requests = requests
        self._leaving = leaving

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
        return (room_title(table), self.connection_words()) if table is not None else ((), ())

    def footer_keys(self) -> Sequence[FooterKey]:
        if self.focused is not None:
            return self.typing_keys()
        if self.table is None:
            return ()
        keys = {
            RoomAction.START: FooterKey("s", _("Start"), "start"),
            RoomAction.SIT: FooterKey("Enter", _("Sit here"), "pick"),
            RoomAction.ADD_BOT: FooterKey("b", _("Bot here"), "bot"),
            RoomAction.FREE_SEAT: FooterKey("x", _("Free the seat"), "free"),
            RoomAction.STAND: FooterKey("w", _("Only watch"), "stand"),
        }
        return (
            *(keys[action] for action in room_actions(self.model, self.seat)),
            self.talk_key(),
            FooterKey("Esc", _("Leave"), "back"),
            *common_keys(),
        )

    def redraw(self) -> None:
        table = self.table
        if self.is_ready and table is not None:
            self.rows.show([_list_row(row) for row in room_seats(table, self.model.seat)])
            facts = wrap(words(room_facts(table)), 76)[:2]
            self.query_one("#detail", TextBlock).show(
                [
                    *(words(row, role=MUTED) for row in facts),
                    *(
                        with_keys(row, {RoomAction.START: "s"})
                        for row in room_people(table, self.model.is_owner)
                    ),
                    *self.invitation_words(),
                ]
            )
        super().redraw()

    # --- what the user does --------------------------------------------------------------------

    def on_row_list_picked(self, event: RowList.Picked) -> None:
        event.stop()
        if RoomAction.SIT in room_actions(self.model, self.seat):
            self._do(RoomAction.SIT)

    def action_start(self) -> None:
        self._do(RoomAction.START)

    def action_bot(self) -> None:
        self._do(RoomAction.ADD_BOT)

    def action_free(self) -> None:
        self._do(RoomAction.FREE_SEAT)

    def action_stand(self) -> None:
        self._do(RoomAction.STAND)

    def _do(self, action: RoomAction) -> None:
        """Ask the server for something, about the seat under the cursor where it is about one."""
        self._requests.ask(room_request(action, self.seat))

    def action_back(self) -> None:
        self._leaving.leave_table()


def _list_row(row: RoomSeat) -> ListRow:
    detail = words(row.detail, role=MUTED)
    return ListRow(str(row.number), row.label, detail, str(row.number + 1))
