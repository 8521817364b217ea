from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from levata_client import paths
from levata_client.paths import FileLock, write_atomically


def test_one_folder_holds_everything_when_the_environment_says_so(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv(paths.HOME_VARIABLE, str(tmp_path))
    folders = (paths.config_dir(), paths.data_dir(), paths.log_dir())
    assert all(folder.is_relative_to(tmp_path) for folder in folders)


def test_the_system_s_folders_are_used_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(paths.HOME_VARIABLE, raising=False)
    folders = (paths.config_dir(), paths.data_dir(), paths.log_dir())
    assert all("levata" in str(folder) for folder in folders)


def test_write_atomically_makes_folders_and_replaces(tmp_path: Path) -> None:
    path = tmp_path / "a" / "b.json"
    write_atomically(path, b"1")
    write_atomically(path, b"22")
    assert path.read_bytes() == b"22"
    assert [entry.name for entry in path.parent.iterdir()] == ["b.json"]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such modes")
def test_secrets_are_for_their_owner_only(tmp_path: Path) -> None:
    write_atomically(tmp_path / "open", b"")
    write_atomically(tmp_path / "secret", b"", is_private=True)
    assert (tmp_path / "open").stat().st_mode & 0o077
    assert not (tmp_path / "secret").stat().st_mode & 0o077


def test_a_failed_write_leaves_the_old_file_and_no_debris(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = tmp_path / "file"
    write_atomically(path, b"old")

    def fail(source: object, target: object) -> None:
        raise OSError("no")

    monkeypatch.setattr("os.replace", fail)
    with pytest.raises(OSError, match="no"):
        write_atomically(path, b"new")
    assert path.read_bytes() == b"old"
    assert [entry.name for entry in tmp_path.iterdir()] == ["file"]


def test_a_lock_is_held_by_one_process_until_that_ends(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    code = f"import fcntl; f = open({str(path)!r}, 'ab'); fcntl.flock(f, 2); print(); input()"
    if sys.platform == "win32":
        code = (
            f"import msvcrt; f = open({str(path)!r}, 'ab'); f.seek(0); "
            "msvcrt.locking(f.fileno(), 2, 1); print(); input()"
        )
    holder = subprocess.Popen(
        [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    with holder:
        assert holder.stdout is not None
        holder.stdout.readline()
        assert FileLock.take(path) is None
        holder.kill()
        holder.wait()
        lock = FileLock.take(path)
        assert lock is not None
        lock.release()
        again = FileLock.take(path)
        assert again is not None
        again.release()
