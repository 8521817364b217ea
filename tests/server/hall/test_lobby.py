"""The lobby without a server around it."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from levata.errors import LevataError, OptionError, RequestError
from levata.protocol.documents import PersonRow
from levata.protocol.messages import CreateTable
from levata.text import NAME_LENGTH
from levata_server.hall.lobby import Lobby
from levata_server.room.room import Room
from levata_server.room.terms import TableConfig
from levata_server.store.person import Person


@pytest.fixture
def lobby() -> Lobby:
    return Lobby("Home", max_tables=4, tables_per_person=3)


def arrive(lobby: Lobby, name: str) -> Person:
    person = lobby.arrive(name, f"hash {name}")
    lobby.connect(person)
    return person


def open_table(lobby: Lobby, person: Person, name: str = "", password: str = "") -> TableConfig:
    request = CreateTable(1, "whist", 4, name=name, password=password)
    config = lobby.create(person, request, "seed")
    lobby.open(config, Room(config).summary())
    return config


def refusal(lobby: Lobby, person: Person, request: CreateTable) -> str:
    with pytest.raises(LevataError) as refused:
        lobby.create(person, request, "seed")
    return refused.value.code


def test_arriving_person_is_seen_once_connected(lobby: Lobby) -> None:
    ana = lobby.arrive("Ana", "hash")
    assert lobby.view().people == ()
    lobby.connect(ana)
    assert lobby.view().people == (PersonRow(1, "Ana"),)
    assert lobby.find_token("hash") is ana
    assert lobby.find_person(1) is ana
    assert lobby.find_token("other") is None


@pytest.mark.parametrize(
    ("name", "code"),
    [("", "name_empty"), ("\u200b\u202e", "name_empty"), ("x" * 25, "name_too_long")],
)
def test_name_that_cannot_be_shown_is_refused(lobby: Lobby, name: str, code: str) -> None:
    with pytest.raises(RequestError) as refused:
        lobby.arrive(name, "hash")
    assert refused.value.code == code
    assert lobby.view().people == ()


def test_name_loses_what_would_move_the_text_of_others(lobby: Lobby) -> None:
    assert arrive(lobby, "A\x1bna\u202e [/b]").name == "Ana [/b]"


def test_same_name_twice_is_told_apart(lobby: Lobby) -> None:
    assert [arrive(lobby, name).name for name in ("Ana", "ana", "ANA")] == ["Ana", "ana 2", "ANA 3"]


def test_long_name_twice_keeps_its_length(lobby: Lobby) -> None:
    long = "x" * NAME_LENGTH
    arrive(lobby, long)
    assert arrive(lobby, long.upper()).name == "X" * (NAME_LENGTH - 2) + " 2"


def test_name_of_somebody_gone_is_free_and_he_gets_another_when_back(lobby: Lobby) -> None:
    first = arrive(lobby, "Ana")
    first.is_connected = False
    second = lobby.arrive("Ana", "hash 2")
    lobby.connect(second)
    lobby.connect(first)
    assert (second.name, first.name) == ("Ana", "Ana 2")


def test_name_of_somebody_away_from_his_table_is_not_free(lobby: Lobby) -> None:
    first = arrive(lobby, "Ana")
    first.table, first.is_connected = 1, False
    assert arrive(lobby, "Ana").name == "Ana 2"


def test_renamed_person_may_keep_his_name(lobby: Lobby) -> None:
    ana = arrive(lobby, "Ana")
    lobby.rename(ana, "Ana")
    assert ana.name == "Ana"
    lobby.rename(ana, "Anca")
    assert lobby.view().people[0].name == "Anca"


def test_table_without_a_title_is_named_after_its_owner(lobby: Lobby) -> None:
    ana = arrive(lobby, "Ana")
    titles = [open_table(lobby, ana, name).name for name in ("", "", "Marți")]
    assert titles == ["Ana", "Ana 2", "Marți"]


def test_created_table_has_every_option_written_out(lobby: Lobby) -> None:
    request = CreateTable(1, "whist", 4, {"sequence": "1-4-1"})
    config = lobby.create(arrive(lobby, "Ana"), request, "seed")
    assert config.options["sequence"] == "1-4-1"
    assert config.options["scoring"] == "n+5"
    assert (config.pace, config.level, config.owner) == ("normal", "easy", 1)
    assert config.watch == "closed"
    delayed = CreateTable(2, "whist", 4, watch="delayed")
    assert lobby.create(arrive(lobby, "Boris"), delayed, "seed").watch == "delayed"


@pytest.mark.parametrize(
    ("request_", "code"),
    [
        (CreateTable(1, "poker", 4), "unknown_game"),
        (CreateTable(1, "whist", 2), "bad_seats"),
        (CreateTable(1, "whist", 4, {"colour": "red"}), "unknown_option"),
        (CreateTable(1, "whist", 4, {"streak_len": 1}), "bad_option"),
        (CreateTable(1, "whist", 4, {"max_repeats": 3}), "contradictory"),
        (CreateTable(1, "whist", 4, pace="brisk"), "unknown_pace"),
        (CreateTable(1, "whist", 4, level="divine"), "unknown_level"),
        (CreateTable(1, "whist", 4, watch="open"), "unknown_watch"),
        (CreateTable(1, "whist", 4, name="x" * 200), "name_too_long"),
    ],
)
def test_table_that_cannot_be_is_refused(lobby: Lobby, request_: CreateTable, code: str) -> None:
    assert refusal(lobby, arrive(lobby, "Ana"), request_) == code
    assert lobby.view().tables == ()


def test_tables_of_one_person_and_of_all_are_limited(lobby: Lobby) -> None:
    ana, boris = arrive(lobby, "Ana"), arrive(lobby, "Boris")
    for _ in range(3):
        open_table(lobby, ana)
    assert refusal(lobby, ana, CreateTable(1, "whist", 4)) == "too_many_tables"
    open_table(lobby, boris)
    assert refusal(lobby, boris, CreateTable(1, "whist", 4)) == "server_full"


def test_table_numbers_go_on_after_those_that_ever_were() -> None:
    lobby = Lobby("Home", 4, 4, last_table=41)
    assert open_table(lobby, arrive(lobby, "Ana")).number == 42


def test_join_asks_for_the_password_of_the_table(lobby: Lobby) -> None:
    config = open_table(lobby, arrive(lobby, "Ana"), password="șase")
    assert "șase" not in config.password
    lobby.check_join(config.number, "șase")
    for table, password, code in (
        (config.number, "", "wrong_password"),
        (config.number, "sase", "wrong_password"),
        (99, "", "no_such_table"),
    ):
        with pytest.raises(RequestError) as refused:
            lobby.check_join(table, password)
        assert refused.value.code == code
    assert lobby.view().tables[0].has_password


def test_closed_table_sends_everybody_to_the_lobby(lobby: Lobby) -> None:
    ana, boris = arrive(lobby, "Ana"), arrive(lobby, "Boris")
    table = open_table(lobby, ana).number
    ana.table = table
    assert lobby.people_at(table) == [ana]
    assert lobby.close(table) == [ana]
    assert ana.table == 0
    assert lobby.people_at(0) == [ana, boris]
    assert lobby.view().tables == ()
    assert lobby.close(table) == []


def test_restored_person_keeps_number_name_and_token(lobby: Lobby) -> None:
    lobby.restore_person(Person(7, "Ana", "kept", table=3, is_kept=True))
    person = lobby.find_token("kept")
    assert person is not None
    assert (person.number, person.name, person.table) == (7, "Ana", 3)
    assert lobby.arrive("Boris", "new").number == 8


def test_forgotten_person_is_gone_with_his_token(lobby: Lobby) -> None:
    ana = arrive(lobby, "Ana")
    lobby.forget(ana)
    assert lobby.find_token(ana.token_hash) is None
    assert lobby.view().people == ()
    assert arrive(lobby, "Ana").number == 2


@given(st.lists(st.tuples(st.sampled_from("cdjlx"), st.integers(0, 4)), max_size=60))
def test_lobby_counts_exactly_who_is_there(steps: list[tuple[str, int]]) -> None:  # B2
    lobby = Lobby("Home", 3, 2)
    people = [lobby.arrive(f"P{number}", str(number)) for number in range(5)]
    tables: list[int] = []
    is_here = dict.fromkeys(range(5), False)
    for step, number in steps:
        person = people[number]
        if step == "c":
            lobby.connect(person)
            is_here[number] = True
        elif step == "d":
            person.is_connected = is_here[number] = False
        elif step == "j":
            try:
                tables.append(open_table(lobby, person).number)
            except (RequestError, OptionError):
                continue
            person.table = tables[-1]
        elif step == "l":
            person.table = 0
        elif tables:
            lobby.close(tables.pop(number % len(tables)))
    view = lobby.view()
    here: Mapping[int, int] = {row.person: row.table for row in view.people}
    assert here == {
        person.number: person.table for number, person in enumerate(people) if is_here[number]
    }
    assert {row.number for row in view.tables} == set(tables)
    assert all(table in {0, *tables} for table in here.values())
    names = [person.name.casefold() for person in people if person.is_connected]
    assert len(set(names)) == len(names)
