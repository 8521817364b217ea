"""From a command line to the screen."""

from __future__ import annotations

import argparse

import pytest

from levata_client import cli
from levata_client.commands import launch
from levata_client.state.new_table import NewTable
from levata_client.terminal.preferences import Overrides
from tests.support.commands import run_cli


@pytest.mark.parametrize("words", [(), ("play",), ("join", "dan"), ("host",)])
def test_without_a_terminal_the_line_mode_is_named(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...]
) -> None:
    status, _, err = run_cli(capsys, *words)
    assert status == 2
    assert "levata plain play" in err


@pytest.mark.usefixtures("terminal")
def test_a_server_that_is_not_there_is_told_before_a_screen_is_shown(
    capsys: pytest.CaptureFixture[str],
) -> None:
    status, _, err = run_cli(capsys, "join", "127.0.0.1:1")
    assert status == 2
    assert err.startswith("levata join: No game is hosted at 127.0.0.1:1.")


def test_options_of_the_look_are_read_before_and_behind_the_command(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seen: list[Overrides] = []

    def start(arguments: argparse.Namespace, table: NewTable) -> int:
        seen.append(launch.overrides_of(arguments))
        return 0

    monkeypatch.setattr(launch, "check_terminal", lambda: None)
    monkeypatch.setattr(launch, "run_play", start)
    cli.main(["--name", "Ana", "--ascii", "play", "--theme", "wine", "--lang", "ro"])
    assert seen == [Overrides(name="Ana", language="ro", theme="wine", is_ascii=True)]
