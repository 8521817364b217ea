"""Documents as a server publishes them: a lobby, a table of three, a game that has just begun."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from levata.games.whist import Whist, WhistOptions, WhistView
from levata.options import format_options
from levata.protocol.documents import (
    Channel,
    LobbyDocument,
    PersonRow,
    SeatKind,
    SeatRow,
    TableDocument,
    TablePhase,
    TableRow,
)
from levata.protocol.messages import PROTOCOL_VERSION, Welcome
from levata_client.state.link_events import Changed, LinkState, StateChanged, Welcomed
from levata_client.state.model import Model
from tests.support import demo

ME = 7
"""The person that the fake server makes of whoever comes."""
SEATS = (
    SeatRow(SeatKind.PERSON, "Ana", ME),
    SeatRow(SeatKind.BOT, "Ioana", 0, "easy"),
    SeatRow(SeatKind.EMPTY),
)


def lobby_view(*tables: TableRow) -> LobbyDocument:
    """Return a lobby with two people and some tables."""
    people = (PersonRow(ME, "Ana"), PersonRow(9, "Dan", 1))
    return LobbyDocument("Dan's laptop", tables, people)


def table_row(number: int = 1, **changes: Any) -> TableRow:
    """Return a table of the lobby with a free seat."""
    seats = (SeatRow(SeatKind.PERSON, "Dan", 9), SeatRow(SeatKind.EMPTY), SeatRow(SeatKind.EMPTY))
    return replace(
        TableRow(number, "Seara", "whist", {}, "normal", TablePhase.OPEN, seats), **changes
    )


def table_view(phase: TablePhase = TablePhase.OPEN, **changes: Any) -> TableDocument:
    """Return a table of three that belongs to the user."""
    options = format_options(WhistOptions())
    table = TableDocument(3, "Ana's table", "whist", options, "none", "easy", phase, ME, SEATS)
    if phase != TablePhase.OPEN:
        seats = (SEATS[0], SEATS[1], SeatRow(SeatKind.BOT, "Mihai", 0, "easy"))
        table = replace(table, seats=seats, match=1)
    return replace(table, **changes)


def bidding(seats: int = 3, **changes: Any) -> WhistView:
    """Return the view of a user who bids first in the first hand."""
    rules = Whist()
    state = demo.deal_known(rules.setup(seats, WhistOptions()), {0: "KH"}, "9D")
    return replace(rules.view(state, 0), **changes)


def model_at(table: TableDocument | None = None, view: WhistView | None = None) -> Model:
    """Return what the client of `ME` knows at a table, and of the game there."""
    model = Model(lambda: 1000.0)
    model.apply(StateChanged(LinkState.OK, 0.003))
    number = table.number if table is not None else 0
    welcome = Welcome(1, PROTOCOL_VERSION, "secret", ME, "Ana", "fake", number)
    model.apply(Welcomed(welcome, is_back=False))
    if table is not None:
        _publish(model, Channel.TABLE, table)
    if view is not None:
        _publish(model, Channel.GAME, view)
    return model


def _publish(model: Model, channel: Channel, document: msgspec.Struct) -> None:
    values = msgspec.to_builtins(document)
    decision = 5 if channel == Channel.GAME else 0
    model.apply(
        Changed(
            channel=channel,
            document=values,
            events=[],
            decision=decision,
            clock=(),
            is_whole=True,
        )
    )
