"""Match records as text, as ``levata replay`` prints them."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from levata.records.export import restrict
from levata.records.record import format_record, load_record
from levata_client.shown.games import find_words
from tests.support.commands import levata, saved
from tests.support.records import (
    default_tables,
    record_of,
    whist_text,
)
from tests.support.rules import Table

each_table = pytest.mark.parametrize("table", default_tables(), ids=lambda table: table.name)


def test_a_match_is_told_deal_by_deal(record: Path) -> None:
    ran = levata("replay", str(record))
    assert (ran.code, ran.err) == (0, "")
    loaded = load_record(whist_text())
    lines = ran.out.splitlines()
    assert lines[0] == "Whist, 3 players"
    assert lines[1] == "  0  Bot 1 (random)"
    assert "Options: sequence=1-4-1" in lines
    assert f"Seed: {loaded.seed}" in lines
    titles = [line for line in lines if line.startswith("Deal ")]
    assert len(titles) == len(loaded.deals)
    tricks = [line for line in lines if line.startswith("  trick ")]
    assert len(tricks) == 3 * 1 + 2 + 3 + 3 * 4 + 3 + 2 + 3 * 1
    assert loaded.result is not None
    best = loaded.result.places.index(1)
    assert lines[-3] == f"  1.  Bot {best + 1}  {loaded.result.scores[best]}"


def test_one_deal_is_told(record: Path) -> None:
    ran = levata("replay", str(record), "--deal", "5")
    deal = load_record(whist_text()).deals[4]
    assert deal.hands is not None
    assert deal.result is not None
    lines = ran.out.splitlines()
    assert lines[0] == f"Deal 5, Bot {deal.first + 1} begins, {deal.turned} turned up"
    for seat, hand in enumerate(deal.hands):
        assert f"  Bot {seat + 1}  {' '.join(hand or ())}" in lines
    bids = [line for line in deal.actions if line.action.startswith("bid")]
    assert "  " + ", ".join(f"Bot {bid.seat + 1} {bid.action}" for bid in bids) in lines
    first = ", ".join(
        f"Bot {line.seat + 1} {line.action.removeprefix('play ')}" for line in deal.actions[3:6]
    )
    taker = deal.actions[6].seat + 1
    assert f"  trick 1: {first} - Bot {taker} takes it" in lines
    row = next(line for line in lines if line.split()[:1] == ["bid"])
    assert row.split()[1:] == [str(bid) for bid in deal.result["bids"]]


def test_a_seat_sees_its_own_hand_only(record: Path) -> None:
    full = levata("replay", str(record), "--deal", "5").out
    own = levata("replay", str(record), "--deal", "5", "--seat", "1").out
    public = levata("replay", str(record), "--deal", "5", "--level", "public").out
    deal = load_record(whist_text()).deals[4]
    hands = [" ".join(hand or ()) for hand in deal.hands or ()]
    assert all(hand in full for hand in hands)
    assert [hand in own for hand in hands] == [False, True, False]
    assert not any(hand in public for hand in hands)
    assert "stock" in full
    assert "stock" not in own + public
    tail = full[full.index("  trick 1") :]
    assert own.endswith(tail)
    assert public.endswith(tail)
    assert "Seed" not in levata("replay", str(record), "--level", "public").out


@each_table
def test_every_game_is_told(table: Table, tmp_path: Path) -> None:
    """Every card that was played stands in the text, in the order of the record."""
    loaded = record_of(table)
    path = saved(tmp_path, loaded.text)
    for deal in restrict(loaded, "public").deals[:2]:
        text = levata("replay", path, "--deal", str(deal.number), "--level", "public").out
        place = 0
        for line in deal.actions:
            place = text.index(line.action.removeprefix("play "), place)
        assert "The deal was not finished" not in text


def test_a_layout_is_told_in_lines_of_two_turns(tmp_path: Path) -> None:
    table = next(table for table in default_tables() if table.name == "rentz-4")
    loaded = record_of(table)
    deal = next(deal for deal in loaded.deals if (deal.result or {})["subgame"] == "rentz")
    text = levata("replay", saved(tmp_path, loaded.text), "--deal", str(deal.number)).out
    lines = text.splitlines()
    start = next(index for index, line in enumerate(lines) if "choose rentz" in line) + 1
    end = next(index for index, line in enumerate(lines) if "subgame rentz" in line)
    told = [part for line in lines[start:end] for part in line.strip().split(", ")]
    assert [part.split(maxsplit=2)[2].split(" (")[0] for part in told] == [
        line.action.removeprefix("play ") for line in deal.actions[1:]
    ]
    assert all(line.count(", ") == 7 for line in lines[start : end - 1])
    assert "pass (" not in text


@each_table
def test_every_field_of_a_result_has_a_name(table: Table) -> None:
    for deal in record_of(table).deals:
        assert set(deal.result or ()) <= set(find_words(table.game.info.key).results)


def test_a_match_that_was_stopped_is_told(tmp_path: Path) -> None:
    document = json.loads(whist_text())
    document["result"] |= {"reason": "abandoned", "left": [1]}
    del document["deals"][2:]
    del document["deals"][1]["result"]
    document["deals"][1]["actions"].pop()
    totals = document["deals"][0]["result"]["totals"]
    document["result"]["scores"] = totals
    document["result"]["places"] = [1 + sum(other > total for other in totals) for total in totals]
    ran = levata("replay", saved(tmp_path, format_record(document)))
    assert ran.err == ""
    assert "The deal was not finished." in ran.out
    assert "The match ended because players left." in ran.out
    assert "Bot 2" in next(line for line in ran.out.splitlines() if "left the match" in line)


def test_why_somebody_did_not_act_himself_is_told(tmp_path: Path) -> None:
    document = json.loads(whist_text())
    document["deals"][0]["actions"][0]["auto"] = "timeout"
    document["deals"][0]["actions"][1]["auto"] = "takeover"
    text = levata("replay", saved(tmp_path, format_record(document)), "--deal", "1").out
    assert re.search(r"bid \d \(time was up\), Bot \d bid \d \(a bot played\)", text)


def test_names_cannot_move_the_text(tmp_path: Path) -> None:
    document = json.loads(whist_text())
    document["seats"][0]["name"] = "Ana\x1b[2J\n\u202e"
    document["seats"][1]["name"] = "\u200b"
    text = levata("replay", saved(tmp_path, format_record(document))).out
    assert "\x1b" not in text
    assert "  0  Ana[2J (random)" in text
    assert "  1  seat 1 (random)" in text
