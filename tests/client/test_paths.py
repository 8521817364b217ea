from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from levata_client import paths
from levata_client.paths import FileLock


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
