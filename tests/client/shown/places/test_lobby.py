"""The lobby as data: rows, details, and what may be done with a table."""

from __future__ import annotations

import pytest

from levata.protocol.documents import LobbyDocument, PersonRow, SeatKind, SeatRow, TablePhase
from levata_client.shown.places.lobby import (
    LobbyAction,
    can_sit,
    first_seat,
    invitation,
    lobby_actions,
    lobby_detail,
    lobby_rows,
    lobby_tables,
    lobby_title,
)
from levata_client.shown.text.words import Words, plain, with_keys
from tests.support.documents import lobby_view, table_row

FULL = (SeatRow(SeatKind.PERSON, "Dan", 9), SeatRow(SeatKind.PERSON, "Eva", 10))
WITH_BOT = (SeatRow(SeatKind.PERSON, "Dan", 9), SeatRow(SeatKind.BOT, "Ioana", 0, "easy"))


def texts(rows: list[Words]) -> list[str]:
    return [plain(row) for row in rows]


def test_a_table_is_one_row() -> None:
    (row,) = lobby_rows([table_row(4)])
    assert (row.number, row.name, row.game) == (4, "Seara", "Whist")
    assert (row.seats, row.state, row.is_open) == ("● ○ ○", "2 free", True)


@pytest.mark.parametrize(
    ("phase", "has_password", "state"),
    [
        (TablePhase.OPEN, True, "2 free, password"),
        (TablePhase.PLAYING, False, "playing"),
        (TablePhase.PAUSED, False, "paused"),
        (TablePhase.OVER, True, "finished, password"),
    ],
)
def test_the_state_says_how_far_a_table_is(
    phase: TablePhase, has_password: bool, state: str
) -> None:
    (row,) = lobby_rows([table_row(phase=phase, has_password=has_password)])
    assert (row.state, row.is_open) == (state, phase == TablePhase.OPEN)


def test_control_characters_of_a_name_are_taken_out() -> None:
    (row,) = lobby_rows([table_row(name="Se\x1bara")])
    assert "\x1b" not in row.name


def test_tables_without_a_free_seat_can_be_left_out() -> None:
    lobby = lobby_view(
        table_row(1), table_row(2, seats=FULL), table_row(3, phase=TablePhase.PLAYING)
    )
    assert [table.number for table in lobby_tables(lobby)] == [1, 2, 3]
    assert [table.number for table in lobby_tables(lobby, has_free_only=True)] == [1]
    assert lobby_tables(None) == []


def test_the_title_counts_people_and_tables() -> None:
    assert plain(lobby_title(lobby_view(table_row()))) == "Dan's laptop  2 people · 1 table"
    assert plain(lobby_title(None)) == "Lobby"


def test_a_table_is_told_with_its_players_its_options_and_who_is_here() -> None:
    table = table_row(seats=WITH_BOT, watchers=2, options={"hook": "off"})
    assert texts(lobby_detail(lobby_view(table), table)) == [
        "Dan · Ioana (bot) · 2 watching",
        "Hook off · 20 s + 60 s",
        "Here: Ana, Dan (1)",
    ]


def test_without_tables_it_is_said_how_one_is_opened() -> None:
    keys: dict[str, str] = {LobbyAction.OPEN: "n", LobbyAction.SHOW_ALL: "f"}
    first, *_rest = lobby_detail(lobby_view(), None)
    assert plain(first) == "No tables yet."
    assert plain(with_keys(first, keys)) == "No tables yet: n opens one."
    first, *_rest = lobby_detail(lobby_view(table_row(seats=FULL)), None, True)
    assert plain(first) == "No table has a free seat."
    said = "No table has a free seat: f shows all of them, n opens one."
    assert plain(with_keys(first, keys)) == said
    first, *_rest = lobby_detail(lobby_view(table_row()), None)
    assert plain(first) == "A table with the options that you choose."


@pytest.mark.parametrize(
    ("seats", "phase", "seat", "actions"),
    [
        (None, TablePhase.OPEN, 1, (LobbyAction.SIT, LobbyAction.WATCH)),
        (WITH_BOT, TablePhase.OPEN, 1, (LobbyAction.SIT, LobbyAction.WATCH)),
        (FULL, TablePhase.OPEN, None, (LobbyAction.WATCH,)),
        (WITH_BOT, TablePhase.PLAYING, 1, (LobbyAction.WATCH,)),
    ],
)
def test_a_seat_is_a_free_one_or_a_bots(
    seats: tuple[SeatRow, ...] | None,
    phase: TablePhase,
    seat: int | None,
    actions: tuple[LobbyAction, ...],
) -> None:
    table = table_row(phase=phase, seats=seats or table_row().seats)
    assert first_seat(table) == seat
    assert lobby_actions(table) == actions
    assert can_sit(table) == (LobbyAction.SIT in actions)


def test_the_row_of_no_table_opens_one() -> None:
    assert lobby_actions(None) == (LobbyAction.OPEN,)


def test_an_invitation_has_two_addresses_at_most() -> None:
    assert invitation([]) == []
    (line,) = invitation(["10.0.0.2", "10.0.0.3", "10.0.0.4"])
    assert plain(line) == ("Others on this network: levata join 10.0.0.2  levata join 10.0.0.3")


def test_a_lobby_without_people_says_nothing_of_them() -> None:
    assert texts(lobby_detail(LobbyDocument("x", (), (PersonRow(1, "Ana"),)), None))[-1] == (
        "Here: Ana"
    )
    assert len(lobby_detail(None, None)) == 2
