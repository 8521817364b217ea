from __future__ import annotations

import os
import stat
import sys
from pathlib import Path

import pytest

from levata.files import write_atomically

has_modes = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such permissions")


def test_a_text_is_written_as_utf8_with_plain_line_ends(tmp_path: Path) -> None:
    path = tmp_path / "record.json"
    write_atomically(path, "ș\n♠\n")
    assert path.read_bytes() == "ș\n♠\n".encode()
    write_atomically(path, "new")
    assert path.read_text() == "new"
    assert os.listdir(tmp_path) == ["record.json"]


def test_bytes_are_written_as_they_are(tmp_path: Path) -> None:
    path = tmp_path / "sheet.csv"
    write_atomically(path, b"1")
    write_atomically(path, b"\xff\r\n")
    assert path.read_bytes() == b"\xff\r\n"
    assert os.listdir(tmp_path) == ["sheet.csv"]


def test_the_old_file_stays_if_the_text_cannot_be_encoded(tmp_path: Path) -> None:
    path = tmp_path / "record.json"
    write_atomically(path, "old")
    with pytest.raises(UnicodeEncodeError):
        write_atomically(path, "new \ud800")
    assert path.read_text() == "old"
    assert os.listdir(tmp_path) == ["record.json"]


@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_a_failed_write_leaves_the_old_file_and_no_debris(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, step: str
) -> None:
    path = tmp_path / "file"
    write_atomically(path, b"old")

    def fail(*arguments: object) -> None:
        raise OSError("no")

    monkeypatch.setattr(os, step, fail)
    with pytest.raises(OSError, match="no"):
        write_atomically(path, b"new")
    assert path.read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["file"]


def test_the_file_is_on_the_disk_before_its_name_is_and_then_the_name(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = tmp_path / "record.json"
    steps: list[str] = []
    fsync, replace = os.fsync, os.replace

    def note_fsync(handle: int) -> None:
        is_folder = stat.S_ISDIR(os.fstat(handle).st_mode)
        steps.append("fsync folder" if is_folder else "fsync file")
        fsync(handle)

    def note_replace(source: Path, target: Path) -> None:
        steps.append("replace")
        assert source.read_text() == "x"
        replace(source, target)

    monkeypatch.setattr(os, "fsync", note_fsync)
    monkeypatch.setattr(os, "replace", note_replace)
    write_atomically(path, "x")
    assert steps[:2] == ["fsync file", "replace"]
    assert steps[2:] == ([] if sys.platform == "win32" else ["fsync folder"])


def test_a_missing_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        write_atomically(tmp_path / "no" / "record.json", "x")


@has_modes
@pytest.mark.parametrize(("is_private", "mode"), [(False, 0o644), (True, 0o600)])
def test_a_file_is_as_readable_as_any_other_or_for_its_owner_only(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, is_private: bool, mode: int
) -> None:
    modes: list[int] = []
    replace = os.replace

    def note_mode(source: Path, target: Path) -> None:
        modes.append(source.stat().st_mode & 0o777)
        replace(source, target)

    monkeypatch.setattr(os, "replace", note_mode)
    path = tmp_path / "record.json"
    # A file that stood there before does not lend its permissions.
    path.write_text("")
    path.chmod(0o666)
    before = os.umask(0o022)
    try:
        write_atomically(path, "x", is_private=is_private)
    finally:
        os.umask(before)
    assert modes == [mode]
    assert path.stat().st_mode & 0o777 == mode
