"""A real terminal for tests: a program in a tmux of its own, its keys and what it shows."""

from __future__ import annotations

import os
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from tests.support.server import child_environment

PATIENCE: Final = 60.0
"""Seconds until a test gives up; a busy machine may take long."""
LOOK: Final = 0.05


class Terminal:
    """A terminal of some size in which the ``levata`` command runs; leaving it ends everything."""

    def __init__(
        self,
        folder: Path,
        *arguments: str,
        size: tuple[int, int] = (80, 24),
        environment: Mapping[str, str] | None = None,
        home: Path | None = None,
    ) -> None:
        if shutil.which("tmux") is None:
            raise AssertionError("tmux is missing: install it to test in a real terminal")
        self.home = home or folder / "home"
        # A tmux that ends takes a while to free its socket, and a path must be short.
        self._folder = tempfile.TemporaryDirectory(prefix="levata-")
        self._arguments = arguments
        self._size = size
        self._environment = {
            **child_environment(),
            "LEVATA_HOME": str(self.home),
            "LANG": "C.UTF-8",
            "TERM": "xterm-256color",
            "COLORTERM": "truecolor",
            **(environment or {}),
        }
        for name in ("LC_ALL", "NO_COLOR"):
            if name not in (environment or {}):
                self._environment.pop(name, None)

    def __enter__(self) -> Self:
        # The tmux of the pane would say which terminal it is, whatever the environment says.
        terminal = f"TERM={self._environment['TERM']}"
        command = [sys.executable, "-m", "levata_client.cli", *self._arguments]
        width, height = self._size
        # What is printed when the program has ended tells how it ended, and that it gave the
        # terminal back.
        line = f"{terminal} {shlex.join(command)}; echo ended with $?; exec sleep 1000"
        self._tmux("new-session", "-d", "-x", str(width), "-y", str(height), line)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._tmux("kill-server", check=False)
        self._folder.cleanup()

    @property
    def text(self) -> str:
        """What the terminal shows."""
        return self._tmux("capture-pane", "-p")

    @property
    def codes(self) -> str:
        """What the terminal shows, with the codes of its colours."""
        return self._tmux("capture-pane", "-p", "-e")

    def keys(self, *keys: str) -> None:
        """Press keys, named as tmux does."""
        self._tmux("send-keys", *keys)

    def type(self, text: str) -> None:
        """Type a text."""
        self._tmux("send-keys", "-l", text)

    def resize(self, width: int, height: int) -> None:
        """Give the terminal another size."""
        self._tmux("resize-window", "-x", str(width), "-y", str(height))

    def until(self, is_so: Callable[[str], bool]) -> str:
        """Wait until something is true of what is shown; return that."""
        end = time.monotonic() + PATIENCE
        while True:
            text = self.text
            if is_so(text):
                return text
            if time.monotonic() > end:
                raise AssertionError(f"never so; the terminal shows\n{text}")
            time.sleep(LOOK)

    def until_shows(self, *parts: str) -> str:
        """Wait until texts are shown; return all that is shown."""
        return self.until(lambda text: all(part in text for part in parts))

    @property
    def client(self) -> int:
        """The process of the program."""
        shell = int(self._tmux("display-message", "-p", "#{pane_pid}"))
        return _child(shell, "levata_client")

    @property
    def server(self) -> int:
        """The process of the program's own server."""
        return _child(self.client, "levata_server")

    def kill(self, process: int) -> None:
        """End a process of this terminal without a chance to tidy up."""
        os.kill(process, signal.SIGKILL)

    def _tmux(self, *arguments: str, check: bool = True) -> str:
        done = subprocess.run(
            ["tmux", "-S", f"{self._folder.name}/tmux", "-f", os.devnull, *arguments],
            capture_output=True,
            text=True,
            encoding="utf-8",
            env=self._environment,
            check=False,
        )
        assert not check or done.returncode == 0, done.stderr
        return done.stdout


def is_alive(process: int) -> bool:
    """Whether a process runs; one that has ended and waits to be counted does not."""
    state = subprocess.run(
        ["ps", "-o", "stat=", "-p", str(process)], capture_output=True, text=True, check=False
    ).stdout.strip()
    return bool(state) and not state.startswith("Z")


def until_gone(process: int) -> None:
    """Wait until a process has ended."""
    end = time.monotonic() + PATIENCE
    while is_alive(process):
        assert time.monotonic() < end, f"process {process} does not end"
        time.sleep(LOOK)


def _child(parent: int, name: str) -> int:
    """Return the child of a process in whose command a name stands."""
    table = subprocess.run(
        ["ps", "-A", "-o", "pid=,ppid=,args="], capture_output=True, text=True, check=True
    ).stdout
    for line in table.splitlines():
        pid, ppid, command = line.split(None, 2)
        if int(ppid) == parent and name in command:
            return int(pid)
    raise AssertionError(f"process {parent} has no child {name}")
