"""Match records: how they are written, and what is refused when they are loaded."""

from __future__ import annotations

import json

import pytest

from levata.errors import RecordError
from levata.game import PLAYS, Deal, EndReason, Outcome
from levata.games.whist import BIDS, Whist, WhistOptions
from levata.records.positions import line_of
from levata.records.record import (
    MAX_LENGTH,
    RecordBuilder,
    RecordFault,
    SeatLabel,
    format_record,
    load_record,
)
from tests.support.records import line_with, whist_text, with_line

LABELS = (
    SeatLabel("Ana", "person"),
    SeatLabel("Șerban ♠", "person"),
    SeatLabel("Bot 1", "bot", "easy"),
)


def one_round() -> RecordBuilder:
    """Return a builder that has seen one round of Whist for three."""
    game, options = Whist(), WhistOptions(sequence="1-4-1")
    builder = RecordBuilder(game, options, LABELS, "7")
    state = game.setup(3, options)
    state = game.apply(state, -1, Deal(game.pack(state), 1)).state
    builder.dealt(state)
    for seat, action, auto in (
        (1, BIDS[1], ""),
        (2, BIDS[0], ""),
        (0, BIDS[1], "timeout"),
        (1, PLAYS[28], ""),
        (2, PLAYS[29], "takeover"),
        (0, PLAYS[30], ""),
    ):
        step = game.apply(state, seat, action)
        builder.acted(seat, action, step.events, auto)
        state = step.state
    return builder


def test_a_record_is_the_document_of_the_format() -> None:
    outcome = Outcome((1, 2, 3), (3, 2, 1), EndReason.STOPPED, (20.0, -1.666, 0.0))
    document = one_round().finish(outcome, (1,))
    assert document["format"] == "levata-record"
    assert document["version"] == 1
    assert document["game"] == "whist"
    assert document["options"]["sequence"] == "1-4-1"
    assert document["options"]["hook"] == "on"
    assert document["options"]["max_repeats"] == "none"
    assert document["seats"] == [
        {"name": "Ana", "kind": "person"},
        {"name": "Șerban ♠", "kind": "person"},
        {"name": "Bot 1", "kind": "bot", "level": "easy"},
    ]
    assert document["seed"] == "7"
    (deal,) = document["deals"]
    assert deal["number"] == 1
    assert deal["first"] == 1
    assert deal["hands"] == [["9H"], ["9C"], ["9D"]]
    assert deal["turned"] == "9S"
    assert len(deal["stock"]) == 20
    assert deal["actions"] == [
        {"seat": 1, "action": "bid 1"},
        {"seat": 2, "action": "bid 0"},
        {"seat": 0, "action": "bid 1", "auto": "timeout"},
        {"seat": 1, "action": "play 9C"},
        {"seat": 2, "action": "play 9D", "auto": "takeover"},
        {"seat": 0, "action": "play 9H"},
    ]
    assert deal["result"] == {
        "cards": 1,
        "bids": [1, 1, 0],
        "took": [0, 1, 0],
        "scores": [-1, 6, 5],
        "bonus": [0, 0, 0],
        "totals": [-1, 6, 5],
        "void": False,
    }
    assert document["result"] == {
        "scores": [1, 2, 3],
        "places": [3, 2, 1],
        "reason": "stopped",
        "ratings": [20.0, -1.67, 0.0],
        "left": [1],
    }


def test_the_text_has_one_action_a_line() -> None:
    text = format_record(one_round().finish(Outcome((1, 2, 3), (3, 2, 1))))
    lines = text.splitlines()
    assert '        {"seat": 1, "action": "bid 1"},' in lines
    assert '        {"seat": 0, "action": "play 9H"}' in lines
    assert '        ["9H"],' in lines
    assert '    "sequence": "1-4-1",' in lines
    assert '    {"name": "Șerban ♠", "kind": "person"},' in lines
    assert text.endswith("}\n")


def test_writing_and_loading_are_inverse() -> None:
    document = one_round().finish(Outcome((1, 2, 3), (3, 2, 1)), (2,))
    record = load_record(format_record(document))
    assert record.document == document
    assert format_record(record.document) == record.text
    assert load_record(record.text.encode()) == record
    assert record.deals[0].actions[2].auto == "timeout"
    assert record.result is not None
    assert record.result.left == (2,)


def test_an_unrecorded_action_is_left_out() -> None:
    builder = one_round()
    before = len(builder.finish(Outcome((0,), (1,)))["deals"][0]["actions"])

    class Silent(type(BIDS[0])):  # type: ignore[misc] # a class made for this test alone
        is_recorded = False

    builder.acted(0, Silent(1), ())
    assert len(builder.finish(Outcome((0,), (1,)))["deals"][0]["actions"]) == before


# Records that others wrote.


def test_the_layout_of_the_text_does_not_matter() -> None:
    record = load_record(whist_text())
    document = json.loads(whist_text())
    for text in (
        json.dumps(document),
        json.dumps(document, indent=4, ensure_ascii=True),
        json.dumps(document, sort_keys=True),
        whist_text().replace("\n", "\r\n"),
        "\ufeff" + whist_text(),
    ):
        assert load_record(text.encode()).deals == record.deals


def test_added_fields_are_kept_and_ignored() -> None:
    document = json.loads(whist_text())
    document["text"] = document["document"] = 5
    document["comment"] = {"x": [1]}
    document["seats"][0]["avatar"] = "cat"
    document["deals"][0]["fairness"] = {"nonce": "1"}
    document["deals"][0]["actions"][0]["spent"] = 1.5
    document["result"]["duration"] = 12
    record = load_record(json.dumps(document))
    assert record.deals == load_record(whist_text()).deals
    assert record.document == document


def test_what_is_not_needed_may_be_missing() -> None:
    document = json.loads(whist_text())
    del document["options_hash"]
    del document["seed"]
    del document["options"]["hook"]
    assert load_record(json.dumps(document)).seed == ""


# Refusals name the line.


def refused(text: str | bytes) -> RecordFault:
    with pytest.raises(RecordFault) as fault:
        load_record(text)
    return fault.value


@pytest.mark.parametrize("keep", [0, 1, 20, 400, 1500, -2, -30])
def test_a_text_that_was_cut_off_is_called_truncated(keep: int) -> None:
    text = whist_text()[:keep]
    fault = refused(text)
    assert fault.code == "truncated"
    assert fault.line == text.rstrip().count("\n") + 1


def test_damaged_json_names_the_line() -> None:
    line = line_with(whist_text(), '"action": "play', 5)
    fault = refused(with_line(whist_text(), line, '"action":', '"action"'))
    assert (fault.code, fault.line) == ("bad_json", line)


@pytest.mark.parametrize(
    "text", ["NaN", '{"a": Infinity}', "[" * 100_000, "1" * 5000, '{"a": 1}}', "nothing"]
)
def test_texts_that_are_no_json_are_refused(text: str) -> None:
    assert refused(text).code in ("bad_json", "truncated")


def test_text_in_another_encoding_names_the_line() -> None:
    data = b'{\n"format": "levata-record",\n"seed": "\xff"}'
    fault = refused(data)
    assert (fault.code, fault.line) == ("bad_json", 3)


def test_a_huge_file_is_not_read() -> None:
    assert refused(b" " * (MAX_LENGTH + 1)).code == "too_big"


@pytest.mark.parametrize(
    "text",
    [
        "[]",
        "1",
        "null",
        "{}",
        '{"format": "other", "version": 1}',
        '{"format": "levata-record"}',
        '{"format": "levata-record", "version": "1"}',
        '{"format": "levata-record", "version": true}',
        '{"format": "levata-record", "version": 0}',
        '{"format": "levata-record", "version": 1.5}',
    ],
)
def test_other_documents_are_no_records(text: str) -> None:
    assert refused(text).code == "not_a_record"


def test_a_newer_version_is_refused_whatever_it_holds() -> None:
    fault = refused('{"format": "levata-record",\n"version": 2, "deals": "elsewhere"}')
    assert (fault.code, fault.facts, fault.line) == ("newer_version", ("2", "1"), 2)


@pytest.mark.parametrize(
    ("old", "new", "where"),
    [
        ('"seat": 1', '"seat": "1"', "deals.0.actions.0.seat"),
        ('"seat": 1', '"seat": 1.5', "deals.0.actions.0.seat"),
        ('"seat": 1', '"seat": true', "deals.0.actions.0.seat"),
        ('"action": "bid', '"verb": "bid', "deals.0.actions.0"),
        ('"first": 1', '"first": null', "deals.0.first"),
        ('"first": 1', '"second": 1', "deals.0"),
        ('"number": 1', '"number": []', "deals.0.number"),
        ('["', '[7, "', "deals.0.hands.0.0"),
        ('"kind": "bot"', '"kind": 3', "seats.0.kind"),
        ('"hook": "on"', '"hook": true', "options"),
        ('"reason": "completed"', '"reason": "bored"', "result.reason"),
    ],
)
def test_a_field_of_the_wrong_kind_names_its_place(old: str, new: str, where: str) -> None:
    line = line_with(whist_text(), old)
    fault = refused(with_line(whist_text(), line, old, new))
    assert fault.code == "bad_field"
    assert fault.facts[0] == where
    assert fault.line == line_of(whist_text(), tuple(_steps(where)))
    assert fault.line <= line


def _steps(where: str) -> list[str | int]:
    return [int(step) if step.isdecimal() else step for step in where.split(".")]


def test_the_final_result_has_a_number_for_each_seat() -> None:
    line = line_with(whist_text(), '"reason": "completed"')
    fault = refused(with_line(whist_text(), line, '"places": [', '"places": [1, '))
    assert (fault.code, fault.facts[0], fault.line) == ("bad_field", "result.places", line)


def test_a_record_without_deals_is_refused() -> None:
    document = json.loads(whist_text())
    del document["deals"]
    assert refused(json.dumps(document)).code == "bad_field"


def test_faults_are_record_errors() -> None:
    fault = refused("")
    assert isinstance(fault, RecordError)
    assert (fault.deal, fault.seat, fault.action) == (0, None, "")
