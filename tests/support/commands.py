"""Running the commands of `levata` as they are typed, without a process of their own."""

from __future__ import annotations

import argparse
import io
from types import ModuleType
from typing import NamedTuple

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
