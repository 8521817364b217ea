"""The command line: its commands, its mistakes, its language."""

from __future__ import annotations

from pathlib import Path

import pytest

from levata_client import cli
from tests.support.commands import run_cli

COMMANDS = Path(cli.__file__).parent / "commands"


def test_every_command_is_listed_and_has_a_module() -> None:
    modules = {path.stem for path in COMMANDS.glob("*.py") if "def add_parser" in path.read_text()}
    assert set(cli.COMMANDS) == modules


def test_version_and_help_are_pleasant(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_cli(capsys, "--version")[:2] == (0, "levata 0.1.0\n")
    status, out, _ = run_cli(capsys, "--help")
    assert status == 0
    assert all(f"    {name} " in out for name in cli.COMMANDS)
    assert max(map(len, out.splitlines())) <= 80


@pytest.mark.parametrize("command", cli.COMMANDS)
def test_every_command_has_help(capsys: pytest.CaptureFixture[str], command: str) -> None:
    status, out, _ = run_cli(capsys, command, "--help")
    assert status == 0
    assert out.startswith(f"usage: levata {command}")


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (("dance",), "invalid choice: 'dance'"),
        (("play", "wist"), "There is no game “wist”. There are: whist"),
        (("play", "whist", "--players", "9"), "It takes 3, 4, 5, 6 players."),
        (("play", "whist", "--players", "x"), "This game cannot be played by x."),
        (("play", "whist", "--set", "hook"), "hook"),
        (("play", "whist", "--set", "hoook=on"), "There is no option “hoook”."),
        (("play", "--preset", "long"), "There is no preset “long”."),
        (("play", "--bots", "genius"), "There is no level “genius”."),
        (("play", "--pace", "hectic"), "There is no pace “hectic”."),
        (("play", "--theme", "plaid"), "invalid choice: 'plaid'"),
        (("play", "--name", "\x07"), "Type a name."),
        (("join", "a b"), "“a b” is no address."),
        (("host", "--port", "99999"), "“99999” is no number from 0 to 65535"),
    ],
)
@pytest.mark.usefixtures("terminal")
def test_mistakes_are_told_in_one_line(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...], text: str
) -> None:
    status, out, err = run_cli(capsys, *words)
    assert status == 2
    assert out == ""
    assert text in err
    assert err.startswith("levata")
    assert err.count("\n") == 1


def test_the_language_asked_for_counts_more_than_any_other(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    assert "comenzi" in run_cli(capsys, "--lang", "ro", "--help")[1]
    assert "comenzi" in run_cli(capsys, "--lang=ro", "--help")[1]
    assert "commands" in run_cli(capsys, "--help")[1]
    monkeypatch.setenv("LC_ALL", "ro_RO.UTF-8")
    assert "comenzi" in run_cli(capsys, "--help")[1]
