"""``levata arena``."""

from __future__ import annotations

import re

import pytest

from tests.support.commands import levata


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (("arena", "random", "genius"), "There is no level “genius”. There are: random"),
        (("arena", "random", "random", "--sets", "1"), "--sets: “1” is no number from 2 to"),
        (("arena", "random", "random", "--game", "go"), "There is no game “go”"),
    ],
)
def test_what_makes_no_sense_is_refused_in_one_line(words: tuple[str, ...], part: str) -> None:
    ran = levata(*words)
    assert ran.code == 2
    assert ran.line.startswith(f"levata {words[0]}: ")
    assert part in ran.line


def test_a_level_is_measured_against_another() -> None:
    ran = levata("arena", "random", "random", "--players", "3", "--preset", "short", "--sets", "3")
    assert (ran.code, ran.err) == (0, "")
    lines = ran.out.splitlines()
    assert lines[0] == "random against random: whist, 3 players, seed 1"
    assert lines[1] == "3 sets, 9 matches"
    assert lines[2] == "difference +0.00 ± 0.00 points a match (95 %)"
    assert lines[4] == "matches won 33.3 % (fair share 33.3 %)"
    assert re.match(r"CPU a decision: mean \d+\.\d\d ms, 99 % within", lines[5])
