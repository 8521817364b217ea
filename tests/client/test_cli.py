"""The command line: what is refused in one line, and what it starts."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path

import pytest

from levata_client import cli
from levata_client.commands import launch
from levata_client.commands.support.look_arguments import animation_of, can_write_unicode
from levata_client.net.address import Address
from levata_client.net.server_target import ServerTarget
from levata_client.state.new_table import NewTable
from levata_client.terminal.preferences import Overrides

COMMANDS = Path(cli.__file__).parent / "commands"


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    """Run a command line; return status, output and errors."""
    try:
        status = cli.main(words)
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else 99
    captured = capsys.readouterr()
    return status, captured.out, captured.err


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """A terminal that can be drawn on."""
    monkeypatch.setattr(launch, "check_terminal", lambda: None)


def test_every_command_is_listed_and_has_a_module() -> None:
    modules = {path.stem for path in COMMANDS.glob("*.py") if "def add_parser" in path.read_text()}
    assert set(cli.COMMANDS) == modules


def test_version_and_help_are_pleasant(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "--version")[:2] == (0, "levata 0.1.0\n")
    status, out, _ = run(capsys, "--help")
    assert status == 0
    assert all(f"    {name} " in out for name in cli.COMMANDS)
    assert max(map(len, out.splitlines())) <= 80


@pytest.mark.parametrize("command", cli.COMMANDS)
def test_every_command_has_help(capsys: pytest.CaptureFixture[str], command: str) -> None:
    status, out, _ = run(capsys, command, "--help")
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
    status, out, err = run(capsys, *words)
    assert status == 2
    assert out == ""
    assert text in err
    assert err.startswith("levata")
    assert err.count("\n") == 1


@pytest.mark.parametrize("words", [(), ("play",), ("join", "dan"), ("host",)])
def test_without_a_terminal_the_line_mode_is_named(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...]
) -> None:
    status, _, err = run(capsys, *words)
    assert status == 2
    assert "levata plain play" in err


@pytest.mark.usefixtures("terminal")
def test_a_server_that_is_not_there_is_told_before_a_screen_is_shown(
    capsys: pytest.CaptureFixture[str],
) -> None:
    status, _, err = run(capsys, "join", "127.0.0.1:1")
    assert status == 2
    assert err.startswith("levata join: No game is hosted at 127.0.0.1:1.")


def test_the_line_mode_tells_it_too(capsys: pytest.CaptureFixture[str]) -> None:
    status, _, err = run(capsys, "plain", "join", "127.0.0.1:1")
    assert status == 2
    assert "No game is hosted at 127.0.0.1:1." in err


@pytest.mark.usefixtures("terminal")
def test_play_starts_what_was_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[tuple[NewTable, str]] = []

    def start(arguments: argparse.Namespace, table: NewTable) -> int:
        started.append((table, animation_of(arguments)))
        return 0

    monkeypatch.setattr(launch, "run_play", start)
    assert cli.main(["play", "belot", "--bots", "random", "--animation", "fast"]) == 0
    assert cli.main(["play", "--players", "5", "--set", "hook=off"]) == 0
    (belot, fast), (whist, normal) = started
    assert (belot.game, belot.level, belot.pace, fast) == ("belot", "random", "none", "fast")
    assert (whist.game, whist.seats, whist.options, normal) == (
        "whist",
        5,
        {"hook": "off"},
        "normal",
    )


@pytest.mark.usefixtures("terminal")
def test_join_and_host_go_where_they_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Callable[[], ServerTarget]] = []

    def start(arguments: argparse.Namespace, make: Callable[[], ServerTarget]) -> int:
        made.append(make)
        return 0

    hosted: list[tuple[object, ...]] = []
    joined: list[tuple[object, ...]] = []

    def host(*arguments: object) -> None:
        hosted.append(arguments)

    def join(*arguments: object) -> None:
        joined.append(arguments)

    monkeypatch.setattr(launch, "run_session", start)
    monkeypatch.setattr(ServerTarget, "host", host)
    monkeypatch.setattr(ServerTarget, "join", join)
    assert cli.main(["join", "dan:9000", "--password", "x"]) == 0
    words = ["host", "--port", "0", "--name", "Ana", "--listen", "127.0.0.1"]
    assert cli.main([*words, "--animation", "slow"]) == 0
    for make in made:
        make()
    assert joined == [(Address("dan", 9000), "x")]
    assert hosted == [(0, "Ana", "", "slow", "127.0.0.1")]


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


def test_the_language_asked_for_counts_more_than_any_other(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    assert "comenzi" in run(capsys, "--lang", "ro", "--help")[1]
    assert "comenzi" in run(capsys, "--lang=ro", "--help")[1]
    assert "commands" in run(capsys, "--help")[1]
    monkeypatch.setenv("LC_ALL", "ro_RO.UTF-8")
    assert "comenzi" in run(capsys, "--help")[1]


@pytest.mark.parametrize(
    ("encoding", "wanted"),
    [("utf-8", True), ("UTF8", True), ("ascii", False), ("latin-1", False), (None, False)],
)
def test_plain_characters_are_used_where_nothing_else_can_be_written(
    monkeypatch: pytest.MonkeyPatch, encoding: str | None, wanted: bool
) -> None:
    stream = argparse.Namespace(encoding=encoding)
    monkeypatch.setattr("sys.__stdout__", stream)
    assert can_write_unicode() is wanted
