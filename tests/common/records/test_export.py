"""What leaves a record: levels that hold no more than somebody saw, and tables."""

from __future__ import annotations

import csv
import io
import json
import random
import re

import pytest

from levata.cards import CARD_TEXTS
from levata.errors import RecordError
from levata.records.export import restrict, to_csv
from levata.records.record import Record, RecordFault, format_record, load_record
from levata.records.replay import Replay, verify
from tests.support.records import default_tables, record_of, record_text, whist_text
from tests.support.rules import Table, cards_named, mixed_tables, played_card

TABLES = default_tables() + mixed_tables(1, "exports")
each_table = pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name)


def cut_off(record: Record, rng: random.Random) -> Record:
    """Return the record of the same match while it went on, somewhere in a deal."""
    document = json.loads(record.text)
    deals = document["deals"]
    del deals[rng.randrange(len(deals)) + 1 :]
    del deals[-1]["actions"][rng.randrange(len(deals[-1]["actions"])) :]
    del deals[-1]["result"]
    del document["result"]
    return load_record(format_record(document))


def cards_seen(record: Record, viewer: int | None) -> set[str]:
    """Return the cards of the last deal that the public, and a viewer, have seen."""
    seen: set[int] = set()
    for step in Replay(record):
        if step.deal == len(record.deals):
            game = Replay(record).game
            seen |= cards_named(game.view(step.state, None)) | cards_named(step.events)
            card = played_card(step.action)
            seen |= set() if card is None else {card}
            if viewer is not None:
                seen |= set(game.view(step.state, viewer).hand)
    return {CARD_TEXTS[card] for card in seen}


def cards_told(record: Record) -> set[str]:
    """Return the cards that the last deal of a record names."""
    deal = json.dumps(record.document["deals"][-1])
    return set(re.findall(r"\b[2-9TJQKA][CDHS]\b", deal))


@each_table
def test_a_running_match_tells_no_more_than_was_seen(table: Table) -> None:  # A9
    rng = random.Random(table.name)
    record = record_of(table)
    for _ in range(2):
        running = cut_off(record, rng)
        public = restrict(running, "public")
        assert cards_told(public) <= cards_seen(running, None)
        assert all(deal.hands is None and deal.stock is None for deal in public.deals)
        viewer = rng.randrange(table.seats)
        own = restrict(running, "seat", viewer)
        assert cards_told(own) <= cards_seen(running, viewer)
        for shown in (public, own):
            assert shown.seed == ""
            assert "seed" not in shown.document
            assert shown.game == record.game
            assert [len(deal.actions) for deal in shown.deals] == [
                len(deal.actions) for deal in running.deals
            ]


@each_table
def test_a_seat_keeps_the_hands_it_held(table: Table) -> None:
    record = record_of(table)
    own = restrict(record, "seat", 1)
    assert (own.level, own.viewer) == ("seat", 1)
    if table.name.startswith("whist"):
        for deal, shown in zip(record.deals, own.deals, strict=True):
            assert deal.hands is not None
            assert shown.hands == tuple(
                hand if seat == 1 else None for seat, hand in enumerate(deal.hands)
            )
    assert [deal.result for deal in own.deals] == [deal.result for deal in record.deals]
    assert own.result == record.result


def test_a_forehead_card_is_known_to_its_owner_once_it_lies_on_the_table() -> None:
    document = json.loads(record_text("whist", 3, (("forehead", "on"),)))
    del document["result"]
    del document["deals"][1:]
    deal = document["deals"][0]
    del deal["result"]
    played = deal["actions"].pop
    while len(deal["actions"]) > 3:
        played()
    first = deal["first"]
    before = restrict(load_record(format_record(document)), "seat", first)
    assert before.deals[0].hands is not None
    assert before.deals[0].hands[first] == ()


def test_the_last_cards_of_a_belot_deal_thrown_in_stay_hidden() -> None:
    record = load_record(record_text("belot", 4))
    own = restrict(record, "seat", 2)
    thrown_in = [
        (deal, shown)
        for deal, shown in zip(record.deals, own.deals, strict=True)
        if deal.result is not None and deal.result["contract"] is None
    ]
    played = [deal for deal in own.deals if deal.result and deal.result["contract"]]
    for deal in played:
        assert deal.hands is not None
        assert len(deal.hands[2] or ()) == 8
    for deal, shown in thrown_in:
        assert deal.hands is not None
        assert shown.hands is not None
        assert shown.hands[2] == (deal.hands[2] or ())[:5]


def declared() -> tuple[Record, int]:
    """Return a match of Belot and the index of a deal in which somebody declares."""
    table = next(table for table in TABLES if table.name.startswith("belot"))
    for number in range(60):
        record = record_of(table, str(number))
        for index, deal in enumerate(record.deals):
            if any(line.action.startswith("declare") for line in deal.actions):
                return record, index
    pytest.fail("nobody ever declared")


def declarations(record: Record, deal: int) -> list[tuple[int, str]]:
    actions = record.deals[deal].actions
    return [(line.seat, line.action) for line in actions if line.action.startswith("declare")]


def test_a_declaration_tells_its_cards_when_the_deal_is_over() -> None:
    record, index = declared()
    whole = declarations(record, index)
    assert declarations(restrict(record, "public"), index) == whole
    document = json.loads(record.text)
    del document["result"]
    del document["deals"][index + 1 :]
    del document["deals"][index]["result"]
    document["deals"][index]["actions"].pop()
    running = load_record(format_record(document))
    kinds = [(seat, " ".join(text.split()[:2])) for seat, text in whole]
    assert declarations(restrict(running, "public"), index) == kinds
    own = declarations(restrict(running, "seat", whole[0][0]), index)
    assert own[0] == whole[0]


def test_that_others_had_no_choice_is_not_told() -> None:
    record = load_record(record_text("septica", 4))
    forced = [
        (line.seat, line) for deal in record.deals for line in deal.actions if line.auto == "forced"
    ]
    assert forced
    public = restrict(record, "public")
    assert not any(line.auto for deal in public.deals for line in deal.actions)
    seat = forced[0][0]
    own = restrict(record, "seat", seat)
    assert any(line.auto for deal in own.deals for line in deal.actions)
    assert {line.seat for deal in own.deals for line in deal.actions if line.auto} == {seat}


def test_timeouts_are_public() -> None:
    document = json.loads(whist_text())
    document["deals"][0]["actions"][0]["auto"] = "timeout"
    public = restrict(load_record(format_record(document)), "public")
    assert public.deals[0].actions[0].auto == "timeout"


def test_everything_is_told_only_after_the_match() -> None:
    record = load_record(whist_text())
    assert restrict(record, "full") == record
    running = cut_off(record, random.Random(0))
    with pytest.raises(RecordError, match="match_running"):
        restrict(running, "full")


@pytest.mark.parametrize("seat", [None, -1, 3])
def test_a_seat_that_is_none_sees_nothing(seat: int | None) -> None:
    with pytest.raises(RecordError, match="bad_seat"):
        restrict(load_record(whist_text()), "seat", seat)


def test_a_restricted_record_is_a_record_but_cannot_be_played_again() -> None:
    public = restrict(load_record(whist_text()), "public")
    assert public.level == "public"
    assert load_record(public.text) == public
    with pytest.raises(RecordFault, match="not_full"):
        verify(public)
    with pytest.raises(RecordFault, match="not_full"):
        restrict(public, "seat", 0)


# Tables.


def rows_of(record: Record) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(to_csv(record))))


def test_a_table_has_a_row_for_each_seat_in_each_deal() -> None:
    record = load_record(whist_text())
    rows = rows_of(record)
    assert len(rows) == 3 * len(record.deals)
    assert record.result is not None
    for index, row in enumerate(rows):
        deal, seat = record.deals[index // 3], index % 3
        assert deal.hands is not None
        assert deal.result is not None
        assert row["game"] == "whist"
        assert row["deal"] == str(deal.number)
        assert row["seat"] == str(seat)
        assert row["name"] == f"Bot {seat + 1}"
        assert row["hand"] == " ".join(deal.hands[seat] or ())
        assert row["turned"] == deal.turned
        assert row["deal_bids"] == str(deal.result["bids"][seat])
        assert row["deal_totals"] == str(deal.result["totals"][seat])
        assert row["deal_void"] == "no"
        assert row["match_score"] == str(record.result.scores[seat])
        assert row["match_place"] == str(record.result.places[seat])


def test_numbers_of_a_side_stand_with_both_its_seats() -> None:
    record = load_record(record_text("belot", 4))
    rows = rows_of(record)
    deal = next(deal for deal in record.deals if deal.result and deal.result["contract"])
    assert deal.result is not None
    mine = [row for row in rows if row["deal"] == str(deal.number)]
    raw = deal.result["raw"]
    assert [row["deal_raw"] for row in mine] == [str(raw[0]), str(raw[1])] * 2
    assert {row["deal_contract"] for row in mine} == {deal.result["contract"]}
    assert {row["deal_by"] for row in mine} == {str(deal.result["by"])}


@each_table
def test_every_level_of_every_game_makes_a_table(table: Table) -> None:
    record = record_of(table)
    count = table.seats * len(record.deals)
    assert len(rows_of(record)) == count
    public = rows_of(restrict(record, "public"))
    assert len(public) == count
    assert {row["hand"] for row in public} == {""}
    hands = {row["seat"] for row in rows_of(restrict(record, "seat", 1)) if row["hand"]}
    assert hands == {"1"}


def test_a_match_that_goes_on_has_no_final_score() -> None:
    running = cut_off(load_record(whist_text()), random.Random(3))
    rows = rows_of(running)
    assert {row["match_score"] for row in rows} == {""}
    assert {row["deal_scores"] for row in rows[-3:]} == {""}


@pytest.mark.parametrize(
    ("name", "cell"),
    [
        ("=1+1", "'=1+1"),
        ("@SUM(A1)", "'@SUM(A1)"),
        ("-cmd", "'-cmd"),
        ("+x", "'+x"),
        ("A,B", "A,B"),
        ('say "hi"', 'say "hi"'),
        ("a\nb\x1b[31m\u202e", "a b[31m"),
    ],
)
def test_names_are_only_names_in_a_spreadsheet(name: str, cell: str) -> None:
    document = json.loads(whist_text())
    document["seats"][0]["name"] = name
    rows = rows_of(load_record(json.dumps(document)))
    assert rows[0]["name"] == cell
    assert len(rows) == 3 * len(document["deals"])
