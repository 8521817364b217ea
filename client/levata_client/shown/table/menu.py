"""What the menu offers somebody at a table, and which request each entry means."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from functools import partial
from typing import NamedTuple

from levata.protocol.messages import Lend, Request, TakeBack, Vote
from levata_client.shown.table.view_model import can_take_seat
from levata_client.shown.text.language import _
from levata_client.state.model import Model


class TableAction(StrEnum):
    """What somebody at a table may want besides playing; motions have the names of the wire."""

    TAKE_BACK = "take_back"
    LEND = "lend"
    PAUSE = "pause"
    RESUME = "resume"
    STOP = "stop"
    OPEN_HANDS = "open_hands"
    CLOSE_HANDS = "close_hands"
    LEAVE = "leave"
    """Asked about by the front end before anything is sent."""


class TableMenuEntry(NamedTuple):
    """One entry of the menu."""

    action: TableAction
    label: str


def table_menu(model: Model) -> tuple[TableMenuEntry, ...]:
    """Return what the menu offers now."""
    entries: list[TableMenuEntry] = []
    if model.seat >= 0 and model.is_playing:
        if can_take_seat(model):
            entries.append(TableMenuEntry(TableAction.TAKE_BACK, _("Take my seat back")))
        else:
            entries.append(TableMenuEntry(TableAction.LEND, _("Let a bot play for me")))
        if model.is_paused:
            entries.append(TableMenuEntry(TableAction.RESUME, _("Ask to go on")))
        else:
            entries.append(TableMenuEntry(TableAction.PAUSE, _("Ask for a pause")))
        entries.append(TableMenuEntry(TableAction.STOP, _("Ask to stop the match")))
        hands = _hands_entry(model)
        if hands is not None:
            entries.append(hands)
    return (*entries, TableMenuEntry(TableAction.LEAVE, _("Leave the table")))


def _hands_entry(model: Model) -> TableMenuEntry | None:
    """Return what somebody seated can do about all cards being shown to those who watch."""
    agreed = model.votes_for(TableAction.OPEN_HANDS)
    if model.are_hands_open:
        return TableMenuEntry(TableAction.CLOSE_HANDS, _("Hide the cards from watchers"))
    if model.person in agreed:
        return TableMenuEntry(TableAction.CLOSE_HANDS, _("No longer agree to show all cards"))
    if agreed:
        return TableMenuEntry(TableAction.OPEN_HANDS, _("Agree to show watchers all cards"))
    if model.table is not None and model.table.watchers:
        return TableMenuEntry(TableAction.OPEN_HANDS, _("Ask to show watchers all cards"))
    return None


def menu_request(action: TableAction) -> Callable[[int], Request] | None:
    """Return what an entry asks the server for, given the number of the request.

    ``None`` where the front end has to ask the user first.
    """
    match action:
        case TableAction.TAKE_BACK:
            return TakeBack
        case TableAction.LEND:
            return Lend
        case TableAction.LEAVE:
            return None
        case _:
            return partial(Vote, motion=action.value)
