"""What all commands share: how they fail, and how they read numbers."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import Final, TextIO, TypeAlias

from levata.errors import LevataError, OptionError
from levata.text import clean_text
from levata_client.shown.text.language import _
from levata_client.shown.text.messages import refusal

DONE: Final = 0
REFUSED: Final = 1
MISUSED: Final = 2

Run: TypeAlias = Callable[[argparse.Namespace, TextIO, TextIO], int]
Body: TypeAlias = Callable[[argparse.Namespace, TextIO], int]


class CommandError(Exception):
    """A command cannot do what it was asked: one sentence and the exit code."""

    def __init__(self, text: str, exit_code: int = MISUSED) -> None:
        super().__init__(text)
        self.text = text
        self.exit_code = exit_code


def command(name: str, body: Body) -> Run:
    """Return a command that tells failures in one line, such as ``levata replay: why``."""

    def run(arguments: argparse.Namespace, out: TextIO, err: TextIO) -> int:
        try:
            return body(arguments, out)
        except CommandError as error:
            text, exit_code = error.text, error.exit_code
        except LevataError as error:
            text = refusal(error)
            exit_code = MISUSED if isinstance(error, OptionError) else REFUSED
        err.write(f"levata {name}: {clean_text(text)}\n")
        return exit_code

    return run


def number(option: str, text: str, low: int, high: int) -> int:
    """Return the number of an option.

    Raises:
        CommandError: it is none, or out of range.
    """
    digits = text.strip()
    if digits.isascii() and digits.isdigit() and len(digits) < 12 and low <= int(digits) <= high:
        return int(digits)
    raise CommandError(
        _("{option}: “{text}” is no number from {low} to {high}").format(
            option=option, text=text[:40], low=low, high=high
        )
    )


def read_file(path: Path) -> bytes:
    """Return what a file holds.

    Raises:
        CommandError: it cannot be read.
    """
    try:
        return path.read_bytes()
    except OSError as error:
        raise cannot(_("{path} cannot be read: {reason}"), path, error) from None


def cannot(template: str, path: Path, error: OSError) -> CommandError:
    """Return why a file or folder cannot be used; the template names ``path`` and ``reason``."""
    return CommandError(template.format(path=path, reason=error.strerror or type(error).__name__))
