"""A table before its match as data: seats, facts, and what may be done."""

from __future__ import annotations

from typing import Any

import pytest

from levata.protocol.documents import HandsShown, Presence, SeatKind, SeatRow, TableDocument
from levata.protocol.messages import AddBot, FreeSeat, Request, Sit, Stand, Start
from levata_client.shown.places.room import (
    RoomAction,
    room_actions,
    room_facts,
    room_people,
    room_request,
    room_seats,
    room_title,
)
from levata_client.shown.text.words import plain, with_keys
from levata_client.state.model import Model
from tests.support.documents import ME, SEATS, model_at, table_view

AWAY = SeatRow(SeatKind.PERSON, "Dan", 9, "", Presence.AWAY)


def model(**changes: Any) -> Model:
    return model_at(table_view(**changes))


def seats(table: TableDocument, own: int = 0) -> list[tuple[str, str]]:
    return [(plain(row.label), row.detail) for row in room_seats(table, own)]


def test_every_seat_says_who_sits_there() -> None:
    assert seats(table_view()) == [
        ("● Ana (you)", "looks after the table"),
        ("● Ioana", "bot, easy"),
        ("○ free", ""),
    ]
    assert seats(table_view(owner=9, seats=(AWAY, *SEATS[1:])), -1)[0] == (
        "● Dan",
        "away, looks after the table",
    )


def test_the_title_has_the_game() -> None:
    assert plain(room_title(table_view())) == "Ana's table  Whist"


def test_facts_are_what_is_not_as_usual() -> None:
    assert room_facts(table_view()) == "usual rules · no clock"
    options = {**table_view().options, "hook": "off"}
    table = table_view(options=options, hands=HandsShown.DELAYED)
    assert room_facts(table) == "Hook off · no clock · watchers see each hand once it is over"


def test_who_starts_is_said_to_everybody_else() -> None:
    table = table_view(owner=9, seats=(AWAY, *SEATS[1:]), watchers=((11, "Eva"), (12, "Ion")))
    assert [plain(row) for row in room_people(table, False)] == [
        "Watching: Eva, Ion",
        "Dan starts the match.",
    ]
    watching = table_view(owner=11)
    assert [plain(row) for row in room_people(watching, False)] == ["The owner starts the match."]
    (own,) = room_people(table_view(), True)
    assert plain(own) == "You start the match; free seats get bots."
    told = with_keys(own, {RoomAction.START: "s"})
    assert plain(told) == "s starts the match; free seats get bots."


@pytest.mark.parametrize(
    ("seat", "actions"),
    [
        (0, {RoomAction.START, RoomAction.STAND}),
        (1, {RoomAction.START, RoomAction.STAND, RoomAction.SIT, RoomAction.FREE_SEAT}),
        (2, {RoomAction.START, RoomAction.STAND, RoomAction.SIT, RoomAction.ADD_BOT}),
    ],
)
def test_the_owner_looks_after_the_seats(seat: int, actions: set[RoomAction]) -> None:
    assert set(room_actions(model(), seat)) == actions


def test_somebody_away_can_be_taken_off_his_seat() -> None:
    table = (AWAY, *SEATS[1:])
    assert RoomAction.FREE_SEAT in room_actions(model(seats=table), 0)
    present = (SeatRow(SeatKind.PERSON, "Dan", 9), *SEATS[1:])
    assert RoomAction.FREE_SEAT not in room_actions(model(seats=present), 0)


def test_a_guest_only_chooses_his_own_seat() -> None:
    assert room_actions(model(owner=9), 1) == (RoomAction.SIT, RoomAction.STAND)
    watching = (AWAY, *SEATS[1:])
    assert room_actions(model(owner=9, seats=watching), 2) == (RoomAction.SIT,)
    assert room_actions(Model(), 0) == ()


@pytest.mark.parametrize(
    ("action", "request_wanted"),
    [
        (RoomAction.START, Start(5)),
        (RoomAction.SIT, Sit(5, 2)),
        (RoomAction.ADD_BOT, AddBot(5, 2)),
        (RoomAction.FREE_SEAT, FreeSeat(5, 2)),
        (RoomAction.STAND, Stand(5)),
    ],
)
def test_every_action_asks_for_something(action: RoomAction, request_wanted: Request) -> None:
    assert room_request(action, 2)(5) == request_wanted


def test_the_person_of_the_models_is_the_owner_of_the_table() -> None:
    assert model().is_owner
    assert model().person == ME
