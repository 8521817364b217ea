"""``levata simulate``."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from levata.arena import match_seed, play_match
from levata.games.whist import Whist, WhistOptions
from levata.records.record import load_record
from levata.records.replay import verify
from tests.support.commands import levata

SHORT = ("simulate", "whist", "--players", "3", "--preset", "short", "--bots", "random")


def records_in(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def test_matches_are_summed_up_by_seat() -> None:
    ran = levata(*SHORT, "--matches", "5", "--seed", "7")
    assert (ran.code, ran.err) == (0, "")
    lines = ran.out.splitlines()
    assert lines[0] == "whist, 3 players, 5 matches, seed 7"
    assert lines[1].split() == ["seat", "bot", "mean", "wins", "best", "worst"]
    matches = [
        play_match(Whist(), WhistOptions(sequence="1-4-1"), ["random"] * 3, match_seed("7", number))
        for number in range(1, 6)
    ]
    for seat in range(3):
        scores = [match.scores[seat] for match in matches]
        wins = sum(match.places[seat] == 1 for match in matches)
        assert lines[2 + seat].split() == [
            str(seat),
            "random",
            f"{sum(scores) / 5:.2f}",
            str(wins),
            str(max(scores)),
            str(min(scores)),
        ]
    deals = sum(match.deals for match in matches)
    actions = sum(match.actions for match in matches)
    assert re.fullmatch(rf"deals {deals}, actions {actions}, \d+\.\d s", lines[5])


def test_records_are_written_and_right(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "folder"
    ran = levata(*SHORT, "--matches", "3", "--seed", "x", "--records", str(folder))
    assert ran.code == 0
    assert str(folder) in ran.out
    records = records_in(folder)
    assert list(records) == ["whist-0001.json", "whist-0002.json", "whist-0003.json"]
    for number, data in enumerate(records.values(), 1):
        record = load_record(data)
        verify(record)
        assert record.seed == match_seed("x", number)


def test_the_same_seed_writes_the_same_bytes(tmp_path: Path) -> None:
    for name in ("one", "two"):
        levata(*SHORT, "--matches", "3", "--records", str(tmp_path / name))
    assert records_in(tmp_path / "one") == records_in(tmp_path / "two")
    levata(*SHORT, "--matches", "3", "--seed", "2", "--records", str(tmp_path / "two"))
    assert records_in(tmp_path / "one") != records_in(tmp_path / "two")


def test_a_part_of_a_series_can_be_played_again(tmp_path: Path) -> None:
    levata(*SHORT, "--matches", "4", "--records", str(tmp_path / "all"))
    levata(*SHORT, "--matches", "2", "--first", "3", "--records", str(tmp_path / "part"))
    part = records_in(tmp_path / "part")
    whole = records_in(tmp_path / "all")
    assert part == {name: whole[name] for name in ("whist-0003.json", "whist-0004.json")}


@pytest.mark.slow
def test_several_processes_play_the_same_matches(tmp_path: Path) -> None:
    levata(*SHORT, "--matches", "4", "--records", str(tmp_path / "one"))
    ran = levata(*SHORT, "--matches", "4", "--jobs", "2", "--records", str(tmp_path / "two"))
    assert ran.code == 0
    assert records_in(tmp_path / "one") == records_in(tmp_path / "two")


def test_each_seat_can_have_its_own_level(tmp_path: Path) -> None:
    levels = "random, random,random"
    ran = levata(*SHORT[:-1], levels, "--records", str(tmp_path))
    assert ran.code == 0


@pytest.mark.parametrize(
    ("words", "part"),
    [
        ((*SHORT, "--bots", "genius"), "There is no level “genius”. There are: random"),
        ((*SHORT, "--bots", "random,random"), "--bots: 2 levels for 3 players"),
        ((*SHORT, "--matches", "0"), "--matches: “0” is no number from 1 to"),
        ((*SHORT, "--matches", "-3"), "--matches: “-3” is no number"),
        ((*SHORT, "--matches", "many"), "--matches: “many” is no number"),
        ((*SHORT, "--first", "0"), "--first: “0” is no number"),
        ((*SHORT, "--jobs", "0"), "--jobs: “0” is no number from 1 to 64"),
        ((*SHORT, "--jobs", "1.5"), "--jobs: “1.5” is no number"),
    ],
)
def test_what_makes_no_sense_is_refused_in_one_line(words: tuple[str, ...], part: str) -> None:
    ran = levata(*words)
    assert ran.code == 2
    assert ran.line.startswith(f"levata {words[0]}: ")
    assert part in ran.line


def test_control_codes_are_not_repeated() -> None:
    ran = levata("simulate", "\x1b[31mred\u202e")
    assert "\x1b" not in ran.line
    assert "\u202e" not in ran.line


def test_a_folder_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    ran = levata(*SHORT, "--records", str(tmp_path / "file" / "records"))
    assert ran.code == 2
    assert ran.line.startswith("levata simulate: --records: ")
    assert "cannot be written" in ran.line


def test_a_record_that_cannot_be_written_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_source: object, _target: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", fail)
    ran = levata(*SHORT, "--records", str(tmp_path))
    assert ran.code == 2
    assert ran.line.endswith("cannot be written: No space left on device")
