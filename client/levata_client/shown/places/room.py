"""A table before its match as data: a row per seat, what will be played, and what may be done."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from functools import partial

from levata.game import Seat
from levata.protocol.documents import HandsShown, Presence, SeatKind, SeatRow, TableDocument
from levata.protocol.messages import AddBot, FreeSeat, Request, Sit, Stand, Start
from levata.text import clean_text
from levata_client.shown.games import find_display
from levata_client.shown.places.option_words import (
    changed_options,
    level_label,
    option_list,
    pace_label,
)
from levata_client.shown.text.glyphs import EMPTY_PIP, FILLED_PIP
from levata_client.shown.text.language import _
from levata_client.shown.text.words import MUTED, STRONG, Part, Words, how_to, words
from levata_client.state.model import Model


class RoomAction(StrEnum):
    """What somebody at a table may do before its match."""

    START = "start"
    SIT = "sit"
    ADD_BOT = "add_bot"
    FREE_SEAT = "free_seat"
    STAND = "stand"


@dataclass(frozen=True)
class RoomSeat:
    """A seat as one row of the room."""

    number: Seat
    label: Words
    """A pip, and who sits there."""
    detail: str
    """What else is known of him."""


def room_title(table: TableDocument) -> Words:
    """Return the name of the table, and its game."""
    game = find_display(table.game).title
    return words(clean_text(table.name), Part(f"  {game}", MUTED))


def room_seats(table: TableDocument, own_seat: Seat) -> tuple[RoomSeat, ...]:
    """Return a row per seat; ``own_seat`` is the viewer's, -1 for none."""
    return tuple(
        _seat(number, row, table, is_own=number == own_seat)
        for number, row in enumerate(table.seats)
    )


def _seat(number: Seat, row: SeatRow, table: TableDocument, is_own: bool) -> RoomSeat:
    if row.kind == SeatKind.EMPTY:
        return RoomSeat(number, words(Part(f"{EMPTY_PIP} {_('free')}", MUTED)), "")
    name = clean_text(row.name) + (f" ({_('you')})" if is_own else "")
    facts: list[str] = []
    if row.kind == SeatKind.BOT:
        facts.append(_("bot, {level}").format(level=level_label(row.level)))
    elif row.presence == Presence.AWAY:
        facts.append(_("away"))
    if row.person and row.person == table.owner:
        facts.append(_("looks after the table"))
    return RoomSeat(number, words(f"{FILLED_PIP} ", Part(name, STRONG)), ", ".join(facts))


def room_facts(table: TableDocument) -> str:
    """Return what will be played: options that are not as usual, pace, what watchers see."""
    options = option_list(table.game, changed_options(table.game, table.options, len(table.seats)))
    facts = [options or _("usual rules"), pace_label(table.pace)]
    if table.hands == HandsShown.DELAYED:
        facts.append(_("watchers see each hand once it is over"))
    return " · ".join(facts)


def room_people(table: TableDocument, is_owner: bool) -> list[Words]:
    """Return who watches, and who starts the match."""
    rows: list[Words] = []
    if table.watchers:
        names = ", ".join(clean_text(name) for _person, name in table.watchers)
        rows.append(words(Part(_("Watching: "), MUTED), names))
    if is_owner:
        start = how_to(RoomAction.START, _("{key} starts the match"), _("You start the match"))
        rows.append(words(start, _("; free seats get bots.")))
    else:
        owner = next((row.name for row in table.seats if row.person == table.owner), "")
        text = _("{name} starts the match.").format(name=clean_text(owner) or _("The owner"))
        rows.append(words(text))
    return rows


def room_actions(model: Model, seat: Seat) -> tuple[RoomAction, ...]:
    """Return what the user may do; ``seat`` is the one that he looks at, -1 for none."""
    table = model.table
    if table is None:
        return ()
    row = table.seats[seat] if 0 <= seat < len(table.seats) else SeatRow(SeatKind.EMPTY)
    is_person = row.kind == SeatKind.PERSON
    can_free = row.kind == SeatKind.BOT or (is_person and row.presence == Presence.AWAY)
    may = {
        RoomAction.START: model.is_owner,
        RoomAction.SIT: not is_person,
        RoomAction.ADD_BOT: model.is_owner and row.kind == SeatKind.EMPTY,
        RoomAction.FREE_SEAT: model.is_owner and can_free,
        RoomAction.STAND: model.seat >= 0,
    }
    return tuple(action for action in RoomAction if may[action])


def room_request(action: RoomAction, seat: Seat) -> Callable[[int], Request]:
    """Return what an action asks the server for, given the number of the request."""
    match action:
        case RoomAction.START:
            return Start
        case RoomAction.SIT:
            return partial(Sit, seat=seat)
        case RoomAction.ADD_BOT:
            return partial(AddBot, seat=seat)
        case RoomAction.FREE_SEAT:
            return partial(FreeSeat, seat=seat)
        case RoomAction.STAND:
            return Stand
