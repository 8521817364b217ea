"""Records whose results, options or texts are not what the rules and the format say."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from levata.game import CHANCE, EndReason, Facts
from levata.games import find_game
from levata.match import Match
from levata.options import parse_options
from levata.records.record import RecordFault, SeatLabel, format_record, load_record
from levata.records.replay import verify
from tests.support.records import (
    edited,
    fault_of,
    line_with,
    record_text,
    refused,
    whist_text,
    with_line,
)

# Results that are not what the rules say.


@pytest.mark.parametrize("field", ["cards", "bids", "took", "scores", "bonus", "totals", "void"])
def test_every_field_of_a_result_is_checked(field: str) -> None:
    def change(deal: Any) -> None:
        value = deal["result"][field]
        deal["result"][field] = [value[0] + 1, *value[1:]] if isinstance(value, list) else 9

    text, record = edited(3, change)
    fault = fault_of(record)
    assert (fault.code, fault.facts[0], fault.deal) == ("wrong_result", field, 4)
    assert fault.line == line_with(text, '"result"', 4)


def test_a_missing_result_is_refused() -> None:
    fault = fault_of(edited(3, lambda deal: deal.pop("result"))[1])
    assert (fault.code, fault.deal) == ("no_result", 4)
    fault = fault_of(edited(3, lambda deal: deal["result"].pop("scores"))[1])
    assert (fault.code, fault.facts[:2]) == ("wrong_result", ("scores", "null"))


@pytest.mark.parametrize("field", ["scores", "places"])
def test_the_final_result_is_checked(field: str) -> None:
    document = json.loads(whist_text())
    document["result"][field][0] += 1
    text = format_record(document)
    fault = refused(text)
    assert (fault.code, fault.facts[0], fault.deal) == ("wrong_end", field, 0)
    assert fault.line == line_with(text, '"reason"')


def test_ratings_that_a_game_does_not_give_are_refused() -> None:
    document = json.loads(whist_text())
    document["result"]["ratings"] = [0.0, 0.0, 0.0]
    assert refused(format_record(document)).facts[0] == "ratings"


def test_ratings_are_checked_to_two_decimals() -> None:
    document = json.loads(record_text("septica", 4))
    document["result"]["ratings"][0] += 0.001
    verify(load_record(format_record(document)))
    document["result"]["ratings"][0] += 0.02
    assert refused(format_record(document)).facts[0] == "ratings"


def test_a_stranger_cannot_have_left() -> None:
    document = json.loads(whist_text())
    document["result"]["left"] = [3]
    assert refused(format_record(document)).facts[0] == "left"


def test_an_unfinished_deal_has_no_result() -> None:
    document = json.loads(whist_text())
    document["result"]["reason"] = "stopped"
    document["deals"][-1]["actions"].pop()
    assert refused(format_record(document)).code == "deal_unfinished"


# Games and options.


def test_an_unknown_game_is_refused() -> None:
    line = line_with(whist_text(), '"game"')
    fault = refused(with_line(whist_text(), line, '"whist"', '"poker"'))
    assert (fault.code, fault.facts[:2], fault.line) == (
        "bad_options",
        ("unknown_game", "poker"),
        line,
    )


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ('"hook": "on"', '"hooked": "on"', "unknown_option"),
        ('"hook": "on"', '"hook": "maybe"', "bad_option"),
        ('"streak_len": 5', '"streak_len": 500', "bad_option"),
        ('"max_repeats": "none"', '"max_repeats": 3', "contradictory"),
    ],
)
def test_options_that_do_not_exist_are_refused(old: str, new: str, code: str) -> None:
    line = line_with(whist_text(), old)
    fault = refused(with_line(whist_text(), line, old, new))
    assert (fault.code, fault.facts[0], fault.line) == ("bad_options", code, line)


def test_a_number_of_seats_that_the_game_lacks_is_refused() -> None:
    document = json.loads(whist_text())
    document["seats"] *= 3
    document["result"]["scores"] *= 3
    document["result"]["places"] *= 3
    fault = refused(format_record(document))
    assert (fault.code, fault.facts[0]) == ("bad_options", "bad_seats")


def test_options_that_do_not_match_their_hash_are_refused() -> None:
    line = line_with(whist_text(), '"hook": "on"')
    fault = refused(with_line(whist_text(), line, '"on"', '"off"'))
    assert fault.code == "wrong_hash"
    assert fault.line == line_with(whist_text(), '"options_hash"')


# A double that a capot cancelled is recorded either way.


def capot_of_a_double(capot_cancels_double: bool) -> dict[str, Any]:
    """Return the record of a stopped match of Belot: all spades against a double."""
    game = find_game("belot")
    options = parse_options(
        game.info.options_type, {"capot_cancels_double": "on" if capot_cancels_double else "off"}, 4
    )
    match = Match(game, options, 4, labels=[SeatLabel("P", "person")] * 4)
    suits = [tuple(range(20 + suit, 52, 4)) for suit in (3, 2, 1, 0)]
    match.deal(game.deal_from(match.state, Facts(first=3, hands=tuple(suits))))
    calls = ["bid spades", "double", "pass", "pass", "pass"]
    while (seat := match.to_act()[0]) != CHANCE:
        plays = [action.text for action in match.legal(seat) if action.text[:4] == "play"]
        match.act(seat, calls.pop(0) if calls else plays[0])
    return match.record(match.outcome(reason=EndReason.STOPPED))


def test_a_double_cancelled_by_a_capot_may_be_recorded_as_none() -> None:
    document = capot_of_a_double(True)
    result = document["deals"][0]["result"]
    assert (result["multiplier"], result["capot"]) == (2, 0)
    verify(load_record(format_record(document)))
    result["multiplier"] = 1
    verify(load_record(format_record(document)))
    result["multiplier"] = 4
    assert refused(format_record(document)).facts[0] == "multiplier"


def test_a_double_that_counts_is_recorded() -> None:
    document = capot_of_a_double(False)
    verify(load_record(format_record(document)))
    document["deals"][0]["result"]["multiplier"] = 1
    assert refused(format_record(document)).facts[0] == "multiplier"


# Whatever is done to a record, it is refused as a record.

LINES = st.integers(1, len(whist_text().splitlines()))


def check_refused_or_fine(text: str) -> None:
    line = 0
    try:
        verify(load_record(text))
    except RecordFault as fault:
        line = fault.line
    assert 0 <= line <= text.count("\n") + 1


@given(LINES, LINES, st.sampled_from(["drop", "swap", "double"]))
def test_lines_out_of_place_are_refused_as_records(first: int, second: int, edit: str) -> None:
    lines = whist_text().splitlines()
    if edit == "drop":
        del lines[min(first, second) - 1 : max(first, second)]
    elif edit == "swap":
        lines[first - 1], lines[second - 1] = lines[second - 1], lines[first - 1]
    else:
        lines.insert(second - 1, lines[first - 1])
    check_refused_or_fine("\n".join(lines))


TOKENS = list(re.finditer(r'"[^"]*"|-?\d+|true|false|null', whist_text()))


@given(
    st.integers(0, len(TOKENS) - 1),
    st.sampled_from(
        ["0", "-1", "7", "99999999999999999999", "null", "[]", "{}", '""', '"AS"', "1e400", "true"]
    ),
)
def test_values_of_another_kind_are_refused_as_records(number: int, value: str) -> None:
    token = TOKENS[number]
    check_refused_or_fine(whist_text()[: token.start()] + value + whist_text()[token.end() :])
