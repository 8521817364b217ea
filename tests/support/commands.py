"""Running the commands of `levata` as they are typed, without a process of their own."""

from __future__ import annotations

import argparse
import io
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

import pytest

from levata_client import cli
from levata_client.commands import arena, export, replay, rules, simulate

COMMANDS: tuple[ModuleType, ...] = (simulate, arena, replay, export, rules)


class Ran(NamedTuple):
    """What a command wrote, and its exit code."""

    code: int
    out: str
    err: str

    @property
    def line(self) -> str:
        """Return the one line of the refusal."""
        assert self.out == ""
        assert self.err.count("\n") == 1
        assert self.err.endswith("\n")
        return self.err.strip()


def parser() -> argparse.ArgumentParser:
    """Return the parser of `levata` with these commands alone."""
    whole = argparse.ArgumentParser("levata")
    subparsers = whole.add_subparsers(required=True)
    for module in COMMANDS:
        module.add_parser(subparsers)
    return whole


def levata(*words: str) -> Ran:
    """Run a command line without the ``levata`` in front."""
    arguments = parser().parse_args(words)
    out, err = io.StringIO(), io.StringIO()
    return Ran(arguments.run(arguments, out, err), out.getvalue(), err.getvalue())


def saved(folder: Path, text: str) -> str:
    """Write a record to a file; return its path."""
    path = folder / "edited.json"
    path.write_text(text, encoding="utf-8")
    return str(path)


def run_cli(capsys: pytest.CaptureFixture[str], *words: str) -> Ran:
    """Run a whole command line of any command, whose help ends the program."""
    try:
        code = cli.main(words)
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else 99
    captured = capsys.readouterr()
    return Ran(code, captured.out, captured.err)
