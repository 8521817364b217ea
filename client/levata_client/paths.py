"""Where the client keeps files, and how it locks them."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import IO, Final

import platformdirs

HOME_VARIABLE: Final = "LEVATA_HOME"
"""Environment variable: a folder that holds everything, in place of the system's usual ones."""


def config_dir() -> Path:
    """Return the folder of the settings."""
    home = os.environ.get(HOME_VARIABLE)
    return Path(home) if home else Path(platformdirs.user_config_dir("levata", appauthor=False))


def data_dir() -> Path:
    """Return the folder of matches and seats."""
    home = os.environ.get(HOME_VARIABLE)
    return Path(home) if home else Path(platformdirs.user_data_dir("levata", appauthor=False))


def records_dir() -> Path:
    """Return the folder with a file of every match finished on a server of one's own."""
    return data_dir() / "records"


def log_dir() -> Path:
    """Return the folder of the logs."""
    home = os.environ.get(HOME_VARIABLE)
    return Path(home, "log") if home else Path(platformdirs.user_log_dir("levata", appauthor=False))


class FileLock:
    """A file that one process holds; the system lets go of it however the process ends."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file

    @classmethod
    def take(cls, path: Path) -> FileLock | None:
        """Return the lock, or None while another process holds it.

        Raises:
            OSError: the folder cannot be written.
        """
        path.parent.mkdir(parents=True, exist_ok=True)
        file = path.open("ab")
        try:
            _lock(file)
        except OSError:
            file.close()
            return None
        return cls(file)

    def release(self) -> None:
        """Let others take the lock."""
        self._file.close()


if sys.platform == "win32":
    import msvcrt

    def _lock(file: IO[bytes]) -> None:
        file.seek(0)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(file: IO[bytes]) -> None:
        fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
