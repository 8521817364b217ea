from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.commands import levata


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (("--seat", "3"), "--seat: “3” is no number from 0 to 2"),
        (("--seat", "Ana"), "--seat: “Ana” is no number from 0 to 2"),
        (("--level", "secret"), "--level: “secret” is none of public, seat, full"),
        (("--level", "seat"), "--level seat needs --seat"),
        (("--level", "public", "--seat", "1"), "--seat goes with --level seat only"),
    ],
)
def test_arguments_that_make_no_sense_are_refused(
    record: Path, words: tuple[str, ...], part: str
) -> None:
    ran = levata("replay", str(record), *words)
    assert ran.code == 2
    assert ran.line == f"levata replay: {part}"


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    for path in (tmp_path / "none.json", tmp_path):
        ran = levata("replay", str(path))
        assert ran.code == 2
        assert "cannot be read" in ran.line
