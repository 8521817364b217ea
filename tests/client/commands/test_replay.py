"""``levata replay``; what it prints is tested beside `levata_client.plain.transcript`."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from levata.records.record import format_record, load_record
from tests.support.commands import levata, saved
from tests.support.records import (
    line_with,
    whist_text,
    with_line,
    without_line,
)


def test_a_record_can_be_checked_alone(record: Path) -> None:
    ran = levata("replay", str(record), "--check")
    loaded = load_record(whist_text())
    actions = sum(len(deal.actions) for deal in loaded.deals)
    assert ran.out == f"good: deals {len(loaded.deals)}, actions {actions}\n"


def test_a_refused_card_names_file_line_deal_seat_and_reason(tmp_path: Path) -> None:
    line = line_with(whist_text(), '"action": "play')
    old = whist_text().splitlines()[line - 1]
    found = re.search(r'"seat": (\d), "action": "play (\w\w)"', old)
    assert found is not None
    path = saved(tmp_path, with_line(whist_text(), line, f"play {found[2]}", "play AS"))
    ran = levata("replay", path)
    assert ran.code == 1
    seat = found[1]
    if found[2] == "AS":
        pytest.fail("choose another seed: this card is the ace of spades")
    assert ran.line == (
        f"levata replay: {path}:{line}: deal 1, seat {seat}: play AS is refused: "
        "AS is not in the hand"
    )


@pytest.mark.parametrize(
    ("old", "new", "part"),
    [
        ('"version": 1', '"version": 3', "this program reads up to 1"),
        ('"whist"', '"poker"', "There is no game “poker”."),
        ('"bids": [', '"bids": [7, ', "by the rules it is ["),
        ('"format"', '"form"', "this is no match record"),
        ('"format":', '"format"', "the file is damaged"),
        (whist_text()[2000:], "", "the file ends too early: a part of it is missing"),
    ],
)
def test_damaged_records_are_refused_with_file_and_line(
    old: str, new: str, part: str, tmp_path: Path
) -> None:
    assert old in whist_text()
    path = saved(tmp_path, whist_text().replace(old, new, 1))
    for words in (("replay", path), ("replay", path, "--check"), ("export", path)):
        ran = levata(*words)
        assert ran.code == 1
        assert re.match(rf"levata {words[0]}: {re.escape(path)}:\d+: ", ran.line)
        assert part in ran.line


def test_missing_hands_are_refused(tmp_path: Path) -> None:
    document = json.loads(whist_text())
    del document["deals"][3]["hands"]
    ran = levata("replay", saved(tmp_path, format_record(document)))
    assert ran.line.endswith(": deal 4: 0 hands for 3 seats")


def test_a_missing_turned_card_is_refused(tmp_path: Path) -> None:
    line = line_with(whist_text(), '"turned"')
    ran = levata("replay", saved(tmp_path, without_line(whist_text(), line)))
    assert ran.line.endswith("deal 1: the cards, or who begins, do not fit this deal")


@pytest.mark.parametrize("number", ["14", "0"])
def test_a_deal_that_is_not_there_is_refused(record: Path, number: str) -> None:
    ran = levata("replay", str(record), "--deal", number)
    assert ran.code == 2
    assert ran.line == f"levata replay: --deal: “{number}” is no number from 1 to 13"
