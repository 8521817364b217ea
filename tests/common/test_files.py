from __future__ import annotations

import os
from pathlib import Path

import pytest

from levata.files import write_atomically


def test_a_text_is_written_as_utf8_with_plain_line_ends(tmp_path: Path) -> None:
    path = tmp_path / "record.json"
    write_atomically(path, "ș\n♠\n")
    assert path.read_bytes() == "ș\n♠\n".encode()
    write_atomically(path, "new")
    assert path.read_text() == "new"
    assert os.listdir(tmp_path) == ["record.json"]


def test_the_old_file_stays_if_writing_fails(tmp_path: Path) -> None:
    path = tmp_path / "record.json"
    write_atomically(path, "old")
    with pytest.raises(UnicodeEncodeError):
        write_atomically(path, "new \ud800")
    assert path.read_text() == "old"
    assert os.listdir(tmp_path) == ["record.json"]


def test_a_missing_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        write_atomically(tmp_path / "no" / "record.json", "x")


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such permissions")
def test_a_file_is_as_readable_as_any_other(tmp_path: Path) -> None:
    before = os.umask(0o022)
    try:
        write_atomically(tmp_path / "record.json", "x")
    finally:
        os.umask(before)
    assert (tmp_path / "record.json").stat().st_mode & 0o777 == 0o644
