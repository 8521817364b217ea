from __future__ import annotations

import argparse
import io
from pathlib import Path
from typing import TextIO

import pytest

from levata.errors import OptionError, RequestError
from levata_client.commands.support.running import (
    DONE,
    MISUSED,
    REFUSED,
    CommandError,
    command,
    number,
    read_file,
)


def test_a_number_is_one_in_its_range() -> None:
    assert number("--port", " 7 ", 0, 65535) == 7
    for text in ("", "x", "-1", "65536", "1.5", "٣", "9" * 20):
        with pytest.raises(CommandError, match="is no number from 0 to 65535"):
            number("--port", text, 0, 65535)


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"x")
    assert read_file(tmp_path / "file") == b"x"
    with pytest.raises(CommandError, match="nowhere cannot be read"):
        read_file(tmp_path / "nowhere")


@pytest.mark.parametrize(
    ("error", "line", "exit_code"),
    [
        (CommandError("no\x1b"), "levata x: no", MISUSED),
        (CommandError("no", REFUSED), "levata x: no", REFUSED),
        (OptionError("unknown_game", "go", "whist"), "levata x: There is no game “go”.", MISUSED),
        (RequestError("not_a_number", "y"), "levata x: “y” is no number.", REFUSED),
    ],
)
def test_failures_are_told_in_one_line(error: Exception, line: str, exit_code: int) -> None:
    def fail(arguments: argparse.Namespace, out: TextIO) -> int:
        raise error

    err = io.StringIO()
    assert command("x", fail)(argparse.Namespace(), io.StringIO(), err) == exit_code
    assert err.getvalue().startswith(line)
    assert err.getvalue().count("\n") == 1


def test_what_a_command_returns_is_its_exit_code() -> None:
    def write(arguments: argparse.Namespace, out: TextIO) -> int:
        out.write("done")
        return DONE

    out = io.StringIO()
    assert command("x", write)(argparse.Namespace(), out, io.StringIO()) == DONE
    assert out.getvalue() == "done"
