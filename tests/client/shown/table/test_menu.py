"""The menu of a table: what it offers whom, and what each entry asks for."""

from __future__ import annotations

from typing import Any

import pytest

from levata.protocol.documents import HandsShown, Presence, SeatKind, SeatRow, TablePhase
from levata.protocol.messages import Lend, Request, TakeBack, Vote
from levata_client.shown.table.menu import TableAction, menu_request, table_menu
from tests.support.documents import ME, model_at, table_view


def actions(phase: TablePhase = TablePhase.PLAYING, **changes: Any) -> list[TableAction]:
    return [entry.action for entry in table_menu(model_at(table_view(phase, **changes)))]


def label(action: TableAction, **changes: Any) -> str:
    menu = table_menu(model_at(table_view(TablePhase.PLAYING, **changes)))
    return next(entry.label for entry in menu if entry.action is action)


def test_somebody_who_plays_may_lend_the_seat_and_ask_the_others() -> None:
    assert actions() == [
        TableAction.LEND,
        TableAction.PAUSE,
        TableAction.STOP,
        TableAction.LEAVE,
    ]


def test_a_paused_match_can_go_on() -> None:
    assert actions(TablePhase.PAUSED)[1] is TableAction.RESUME


@pytest.mark.parametrize("presence", [Presence.LENT, Presence.TAKEN_OVER])
def test_a_seat_that_a_bot_plays_can_be_taken_back(presence: Presence) -> None:
    mine = SeatRow(SeatKind.PERSON, "Ana", ME, "", presence)
    seats = (mine, *table_view(TablePhase.PLAYING).seats[1:])
    assert actions(seats=seats)[0] is TableAction.TAKE_BACK


@pytest.mark.parametrize("phase", [TablePhase.OPEN, TablePhase.OVER])
def test_without_a_match_one_can_only_leave(phase: TablePhase) -> None:
    assert actions(phase) == [TableAction.LEAVE]


def test_who_watches_can_only_leave() -> None:
    others = (SeatRow(SeatKind.PERSON, "Dan", 9), *table_view(TablePhase.PLAYING).seats[1:])
    assert actions(seats=others) == [TableAction.LEAVE]


@pytest.mark.parametrize(
    ("changes", "action", "text"),
    [
        (
            {"watchers": ((9, "Dan"),)},
            TableAction.OPEN_HANDS,
            "Ask to show watchers all cards",
        ),
        (
            {"votes": (("open_hands", 9),)},
            TableAction.OPEN_HANDS,
            "Agree to show watchers all cards",
        ),
        (
            {"votes": (("open_hands", ME),)},
            TableAction.CLOSE_HANDS,
            "No longer agree to show all cards",
        ),
        ({"hands": HandsShown.OPEN}, TableAction.CLOSE_HANDS, "Hide the cards from watchers"),
    ],
)
def test_hands_are_opened_and_closed_by_agreement(
    changes: dict[str, Any], action: TableAction, text: str
) -> None:
    assert actions(**changes)[3] is action
    assert label(action, **changes) == text


@pytest.mark.parametrize(
    ("action", "wanted"),
    [
        (TableAction.TAKE_BACK, TakeBack(5)),
        (TableAction.LEND, Lend(5)),
        (TableAction.PAUSE, Vote(5, "pause")),
        (TableAction.RESUME, Vote(5, "resume")),
        (TableAction.STOP, Vote(5, "stop")),
        (TableAction.OPEN_HANDS, Vote(5, "open_hands")),
        (TableAction.CLOSE_HANDS, Vote(5, "close_hands")),
    ],
)
def test_an_entry_asks_for_what_it_says(action: TableAction, wanted: Request) -> None:
    request = menu_request(action)
    assert request is not None
    assert request(5) == wanted


def test_leaving_is_asked_about_first() -> None:
    assert menu_request(TableAction.LEAVE) is None
