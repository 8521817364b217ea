"""From what a client knows to what the displays of games are told."""

from __future__ import annotations

from typing import Final

from levata.protocol.documents import Presence, SeatKind, SeatRow
from levata.text import clean_text
from levata_client.shown.table import table_model as shown
from levata_client.shown.table.scene import Player, TableInfo
from levata_client.shown.table.table_model import TAKE_SEAT
from levata_client.shown.text import messages
from levata_client.shown.text.language import _
from levata_client.shown.text.words import Words, how_to, words
from levata_client.state.link_events import LinkState
from levata_client.state.model import ChatLine, Model

GRACE_SECONDS: Final = 60
"""How long a lost person's seat waits for him, unless the server was told otherwise."""


def table_of(model: Model) -> TableInfo | None:
    """Return the table as displays know it, None while there is none or its game is unknown."""
    if model.table is None or model.options is None:
        return None
    return TableInfo(model.options, players_of(model), max(_seat_of(model, model.table.owner), 0))


def table_model(model: Model) -> shown.TableModel | None:
    """Return all that a table screen shows, None before the game's first document."""
    table = table_of(model)
    if table is None or model.table is None or model.view is None:
        return None
    deadline = model.deadline
    return shown.TableModel(
        game=model.table.game,
        options=table.options,
        view=model.view,
        players=table.players,
        owner=table.owner,
        decision=model.decision or None,
        clock=None if deadline is None else shown.ShownClock(deadline.time, deadline.reserve),
        connection=connection_of(model),
        chat=chat_of(model),
        notice=notice_of(model),
        can_take_seat=can_take_seat(model),
        open_hands=open_hands_of(model),
        are_hands_open=model.are_hands_open,
    )


def players_of(model: Model) -> tuple[Player, ...]:
    """Return who sits on the seats."""
    rows = model.table.seats if model.table is not None else ()
    return tuple(_player(model, seat, row) for seat, row in enumerate(rows))


def connection_of(model: Model) -> shown.Connection:
    """Return how the connection is."""
    link = model.link
    milliseconds = round(link.round_trip * 1000) if link.round_trip else None
    if link.state is LinkState.SLOW:
        return shown.Connection(shown.ConnectionState.SLOW, milliseconds)
    if link.state is LinkState.OK:
        return shown.Connection(shown.ConnectionState.OK, milliseconds)
    waited = model.now() - model.link_since
    return shown.Connection(shown.ConnectionState.LOST, None, max(0, round(link.retry_in - waited)))


def chat_of(model: Model) -> tuple[shown.ShownLine, ...]:
    """Return what was said, and what happened beside the game, as lines without an author."""
    lines: list[shown.ShownLine] = []
    for line in model.lines:
        if isinstance(line, ChatLine):
            lines.append(shown.ShownLine(clean_text(line.name), clean_text(line.text)))
    return tuple(lines)


def notice_of(model: Model) -> Words:
    """Return what the player must know before all else, empty for nothing."""
    link = model.link
    if link.state is LinkState.LOST:
        if link.code == "shutdown":
            return words(messages.farewell("shutdown"))
        retry = connection_of(model).retry or 0
        if retry:
            return words(_("Connection lost, trying again in {seconds} s").format(seconds=retry))
        return words(_("Connection lost, trying again…"))
    row = model.seat_row
    if row is not None and row.presence == Presence.TAKEN_OVER:
        how = how_to(TAKE_SEAT, _(" {key} takes your seat back"))
        return words(_("A bot plays for you."), how)
    if row is not None and row.presence == Presence.LENT:
        how = how_to(TAKE_SEAT, _(" {key} takes it back"))
        return words(_("You lent your seat to a bot."), how)
    if model.is_paused:
        return words(_("The table is paused"))
    return ()


def open_hands_of(model: Model) -> shown.OpenHands | None:
    """Return what all seats hold, None where the user sits at the table or may not see it."""
    hands, view = model.hands, model.view
    if model.seat >= 0 or not hands.hands or view is None:
        return None
    counts = (0,) * len(hands.hands) if hands.is_over else view.counts
    hidden = [max(0, count - len(hand)) for count, hand in zip(counts, hands.hands, strict=True)]
    return shown.OpenHands(hands.hands, tuple(hidden), hands.deal, hands.is_over)


def can_take_seat(model: Model) -> bool:
    """Whether a bot plays on the seat of the player."""
    row = model.seat_row
    return row is not None and row.presence in (Presence.LENT, Presence.TAKEN_OVER)


def _seat_of(model: Model, person: int) -> int:
    for seat, row in enumerate(model.table.seats if model.table is not None else ()):
        if row.kind == SeatKind.PERSON and row.person == person:
            return seat
    return -1


def _player(model: Model, seat: int, row: SeatRow) -> Player:
    away: int | None = None
    if row.presence == Presence.AWAY:
        since = model.away_since.get(seat, model.now())
        away = max(0, round(GRACE_SECONDS - (model.now() - since)))
    is_bot = row.kind == SeatKind.BOT or row.presence in (Presence.LENT, Presence.TAKEN_OVER)
    return Player(clean_text(row.name) or _("free"), is_bot, away)
