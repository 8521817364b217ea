"""Match records: how they are written, and what is refused when they are loaded."""

from __future__ import annotations

import json

import pytest

from levata.errors import RecordError
from levata.game import Outcome
from levata.records.positions import line_of
from levata.records.record import MAX_LENGTH, RecordFault, format_record, load_record
from tests.support.records import line_with, one_round, whist_text, with_line


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
