"""``levata replay``, ``levata export`` and ``levata rules``."""

from __future__ import annotations

import csv
import io
import json
import re
from pathlib import Path

import pytest

from levata.records.export import restrict, to_csv
from levata.records.record import RecordFault, format_record, load_record
from levata_client.plain.transcript import FIELD_NAMES
from levata_client.shown.text.record_faults import fault_text
from tests.support.commands import levata
from tests.support.records import (
    default_tables,
    line_with,
    record_of,
    whist_text,
    with_line,
    without_line,
)
from tests.support.rules import Table

each_table = pytest.mark.parametrize("table", default_tables(), ids=lambda table: table.name)


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """Return a file that holds a short match of Whist for three."""
    path = tmp_path / "match.json"
    path.write_text(whist_text(), encoding="utf-8")
    return path


def saved(tmp_path: Path, text: str) -> str:
    path = tmp_path / "edited.json"
    path.write_text(text, encoding="utf-8")
    return str(path)


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
        assert set(deal.result or ()) <= set(FIELD_NAMES)


def test_a_record_can_be_checked_alone(record: Path) -> None:
    ran = levata("replay", str(record), "--check")
    loaded = load_record(whist_text())
    actions = sum(len(deal.actions) for deal in loaded.deals)
    assert ran.out == f"good: deals {len(loaded.deals)}, actions {actions}\n"


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


# Refusals.


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
    ("fault", "text"),
    [
        (
            RecordFault("refused", "must_follow", "S", line=132, deal=3, seat=1, action="play KH"),
            "132: deal 3, seat 1: play KH is refused: must follow spades",
        ),
        (
            RecordFault("refused", "bid_barred", "2", "3", line=9, deal=1, seat=0, action="bid 2"),
            "9: deal 1, seat 0: bid 2 is refused: the bids may not add up to 3",
        ),
        (RecordFault("newer_version", 2, 1, line=3), "3: the record has version 2, this program"),
        (RecordFault("too_big", 16), "the file is longer than 16 bytes"),
        (RecordFault("bad_options", "bad_seats", "9", "3 to 6", line=4), "4: This game cannot"),
    ],
)
def test_faults_are_sentences(fault: RecordFault, text: str) -> None:
    assert fault_text(fault).startswith(text)


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


@pytest.mark.parametrize(
    ("words", "code", "part"),
    [
        (("--deal", "14"), 2, "--deal: “14” is no number from 1 to 13"),
        (("--deal", "0"), 2, "--deal: “0” is no number from 1 to 13"),
        (("--seat", "3"), 2, "--seat: “3” is no number from 0 to 2"),
        (("--seat", "Ana"), 2, "--seat: “Ana” is no number from 0 to 2"),
        (("--level", "secret"), 2, "--level: “secret” is none of public, seat, full"),
        (("--level", "seat"), 2, "--level seat needs --seat"),
        (("--level", "public", "--seat", "1"), 2, "--seat goes with --level seat only"),
    ],
)
def test_arguments_that_make_no_sense_are_refused(
    record: Path, words: tuple[str, ...], code: int, part: str
) -> None:
    ran = levata("replay", str(record), *words)
    assert ran.code == code
    assert ran.line == f"levata replay: {part}"


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    for path in (tmp_path / "none.json", tmp_path):
        ran = levata("replay", str(path))
        assert ran.code == 2
        assert "cannot be read" in ran.line


# Export.


def test_a_record_is_exported_as_json_at_every_level(record: Path) -> None:
    loaded = load_record(whist_text())
    assert levata("export", str(record)).out == whist_text()
    public = levata("export", str(record), "--to", "json", "--level", "public").out
    assert public == restrict(loaded, "public").text
    own = levata("export", str(record), "--seat", "2").out
    assert own == restrict(loaded, "seat", 2).text


def test_a_record_is_exported_as_a_table(record: Path) -> None:
    out = levata("export", str(record), "--to", "csv").out
    assert out == to_csv(load_record(whist_text()))
    assert len(list(csv.reader(io.StringIO(out)))) == 1 + 3 * 13


def test_a_record_is_exported_as_text(record: Path) -> None:
    assert levata("export", str(record), "--to", "text").out == levata("replay", str(record)).out


def test_an_export_is_written_to_a_file(record: Path, tmp_path: Path) -> None:
    target = tmp_path / "table.csv"
    ran = levata("export", str(record), "--to", "csv", "--output", str(target))
    assert (ran.code, ran.out) == (0, "")
    assert target.read_text(encoding="utf-8") == to_csv(load_record(whist_text()))
    ran = levata("export", str(record), "--output", str(tmp_path / "no" / "x"))
    assert ran.code == 2
    assert "--output" in ran.line


def test_a_restricted_record_is_exported_but_not_replayed(tmp_path: Path) -> None:
    public = restrict(load_record(whist_text()), "public")
    path = saved(tmp_path, public.text)
    assert levata("export", path).out == public.text
    assert levata("export", path, "--to", "csv").out == to_csv(public)
    for words in (
        ("replay", path),
        ("export", path, "--to", "text"),
        ("export", path, "--seat", "0"),
    ):
        ran = levata(*words)
        assert ran.code == 1
        assert "this record is restricted (public)" in ran.line


def test_an_unknown_format_is_refused(record: Path) -> None:
    ran = levata("export", str(record), "--to", "pdf")
    assert ran.code == 2
    assert ran.line == "levata export: --to: “pdf” is none of json, csv, text"


# Rules.


def test_rules_are_printed_with_the_options_given() -> None:
    ran = levata("rules", "whist", "--players", "5", "--set", "scoring=2n+1")
    assert ran.code == 0
    assert ran.out.startswith("Whist, 5 players\n================\n")
    assert "A match has 27 rounds." in ran.out
    assert "7 for a bid of" in ran.out
    assert max(map(len, ran.out.splitlines())) <= 78


@each_table
def test_every_game_has_rules_to_print(table: Table) -> None:
    ran = levata("rules", table.game.info.key, "--players", str(table.seats))
    assert ran.code == 0


def test_rules_of_an_unknown_game_are_refused() -> None:
    assert levata("rules", "go").line.startswith("levata rules: There is no game “go”.")
