"""Tables as they are typed."""

from __future__ import annotations

from pathlib import Path

import pytest

from levata.records.record import load_record
from levata_client import cli
from levata_client.commands.support.running import CommandError
from levata_client.commands.support.table_arguments import parse_settings
from tests.support.commands import levata

SHORT = ("simulate", "whist", "--players", "3", "--preset", "short", "--bots", "random")


def test_settings_are_taken_from_the_preset_and_then_one_by_one(tmp_path: Path) -> None:
    settings = ("--set", "scoring=2n+1", "--set", "sequence=1-8-1")
    assert levata(*SHORT, *settings, "--records", str(tmp_path)).code == 0
    record = load_record((tmp_path / "whist-0001.json").read_bytes())
    assert record.options["scoring"] == "2n+1"
    assert record.options["sequence"] == "1-8-1"


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (("simulate", "poker"), "There is no game “poker”. There are: whist"),
        ((*SHORT, "--set", "colour=red"), "There is no option “colour”. There are: scoring"),
        ((*SHORT, "--set", "scoring=3n"), "scoring cannot be “3n”. It can be: n+5, 2n+1"),
        ((*SHORT, "--set", "streak_len=99"), "It can be: 2 to 10"),
        ((*SHORT, "--set", "hook"), "--set: “hook” is not written OPTION=VALUE"),
        ((*SHORT, "--set", "max_repeats=3"), "max_repeats contradicts repeat_if_all_fail"),
        ((*SHORT, "--players", "2"), "This game cannot be played by 2. It takes 3, 4, 5, 6"),
        ((*SHORT, "--players", "four"), "cannot be played by four. It takes 3, 4, 5, 6"),
        ((*SHORT, "--preset", "long"), "There is no preset “long”. There are: classic, short"),
    ],
)
def test_a_table_that_makes_no_sense_is_refused_in_one_line(
    words: tuple[str, ...], part: str
) -> None:
    ran = levata(*words)
    assert ran.code == 2
    assert ran.line.startswith(f"levata {words[0]}: ")
    assert part in ran.line


@pytest.mark.parametrize(
    "words",
    [
        ("--players", "9"),
        ("--players", "four"),
        ("--preset", "long"),
        ("--set", "hook"),
        ("--set", "hook=maybe"),
        ("--set", "colour=red"),
    ],
)
def test_every_command_says_the_same_of_a_mistake(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...]
) -> None:
    said: set[str] = set()
    for command in ("play", "plain play", "simulate", "rules"):
        assert cli.main([*command.split(), "whist", *words]) == 2
        error = capsys.readouterr().err
        assert error.startswith(f"levata {command}: ")
        said.add(error.partition(": ")[2])
    assert len(said) == 1


def test_settings_are_read_from_words() -> None:
    assert parse_settings(["a=1", "b = x=y"]) == {"a": "1", "b": "x=y"}
    for word in ("a", "=1"):
        with pytest.raises(CommandError):
            parse_settings([word])
