"""The command: its help, its options, and how it says what is wrong."""

from __future__ import annotations

import re
import socket
from pathlib import Path

import pytest

import levata
from levata.protocol.messages import DEFAULT_PORT
from levata_server.cli import main
from levata_server.config import Limits, ServerConfig


def run(*arguments: str) -> int:
    """Return the exit status of the command."""
    try:
        return main(arguments)
    except SystemExit as ended:
        # argparse ends with a number, always.
        return int(str(ended.code))


def test_help_has_groups_examples_and_every_default(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--help") == 0
    text = capsys.readouterr().out
    for part in ("network:", "tables:", "storage:", "examples:", "Exit status:", str(DEFAULT_PORT)):
        assert part in text
    assert max(len(line) for line in text.splitlines()) <= 100


def test_examples_of_the_help_are_valid(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    run("--help")
    examples = re.findall(r"^  levata-server(.*?)(?:  +.*)?$", capsys.readouterr().out, re.M)
    assert len(examples) >= 4
    started: list[ServerConfig] = []

    async def note(config: ServerConfig, *_: object) -> int:
        started.append(config)
        return 0

    monkeypatch.setattr("levata_server.cli._run", note)
    for example in examples:
        assert run(*example.replace('"', "").split()) == 0
    assert len(started) == len(examples)


def test_version_is_that_of_the_package(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--version") == 0
    assert levata.__version__ in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("--port", "70000"), "a number from 0 to 65535, not '70000'"),
        (("--port", "x"), "a number from 0 to 65535, not 'x'"),
        (("--port", "٣"), "a number from 0 to 65535"),
        (("--max-tables", "0"), "a number from 1 to 100000"),
        (("--name", ""), "name_empty"),
        (("--name", "x" * 99), "name_too_long"),
        (("--bot-delay", "quick"), "invalid choice: 'quick'"),
        (("--log-level", "loud"), "invalid choice: 'loud'"),
        (("--log-format", "xml"), "invalid choice: 'xml'"),
        (("--metrics-port", "70000"), "a number from 0 to 65535, not '70000'"),
        (("--drain-timeout", "-1"), "a number from 0 to 86400, not '-1'"),
        (("--hots", "x"), "unrecognized arguments: --hots"),
    ],
    ids=str,
)
def test_bad_option_is_explained(
    arguments: tuple[str, ...], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(*arguments) == 2
    assert complaint in capsys.readouterr().err


def test_port_in_use_is_one_clear_line(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert run("--host", "127.0.0.1", "--port", str(port), "--db", ":memory:") == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("levata-server: ")
    assert f"port {port} is in use by another program" in line


def test_address_of_another_machine_is_one_clear_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--host", "192.0.2.1", "--port", "0", "--db", ":memory:") == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("levata-server: cannot listen on 192.0.2.1")


def test_database_that_cannot_be_is_one_clear_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("--host", "127.0.0.1", "--port", "0", "--db", str(tmp_path)) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(f"levata-server: cannot use the database {tmp_path}: ")


def test_options_reach_the_configuration(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    started: list[ServerConfig] = []

    async def note(config: ServerConfig, *_: object) -> int:
        started.append(config)
        return 0

    monkeypatch.setattr("levata_server.cli._run", note)
    arguments = "--host ::1 --port 0 --db x.sqlite --name Acasă --password p --bot-workers 3"
    limits = f"--max-tables 7 --max-connections 9 --bot-delay none --records {tmp_path}"
    assert run(*arguments.split(), *limits.split()) == 0
    assert run() == 0
    monkeypatch.setenv("LEVATA_PASSWORD", "from outside")
    assert run() == 0
    config, plain, guarded = started
    assert (plain.password, guarded.password) == ("", "from outside")
    assert (config.host, config.port, config.database) == ("::1", 0, "x.sqlite")
    assert (config.name, config.password, config.bot_workers) == ("Acasă", "p", 3)
    assert (config.limits.tables, config.limits.connections) == (7, 9)
    assert (config.room.bot_delay, config.records) == (0.0, tmp_path)
    assert (plain.host, plain.port, plain.limits) == ("", DEFAULT_PORT, Limits())
    assert plain.database.endswith("server.db")


def test_operator_options_reach_the_configuration(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    started: list[ServerConfig] = []

    async def note(config: ServerConfig, *_: object) -> int:
        started.append(config)
        return 0

    def data_folder(*_: object) -> Path:
        return tmp_path

    monkeypatch.setattr("levata_server.cli._run", note)
    monkeypatch.setattr("platformdirs.user_data_path", data_folder)
    secure = "--tls-cert cert.pem --tls-key key.pem"
    assert run(*f"--metrics-port 9464 --admin-file a.json --drain-timeout 90 {secure}".split()) == 0
    assert run("--port", "7000") == 0
    assert run("--port", "0") == 0
    assert run("--no-admin") == 0
    told, usual, ephemeral, alone = started
    assert (told.metrics_port, told.admin_file, told.drain_seconds) == (9464, Path("a.json"), 90.0)
    assert (told.tls_certificate, told.tls_key) == (Path("cert.pem"), Path("key.pem"))
    assert (usual.metrics_port, usual.drain_seconds, usual.tls_certificate) == (None, 8.0, None)
    assert usual.admin_file == tmp_path / "admin-7000.json"
    # Whoever takes any port is not looked for by its number.
    assert ephemeral.admin_file is None
    assert alone.admin_file is None


def test_admin_is_a_command_of_its_own(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert run("admin", "--help") == 0
    text = capsys.readouterr().out
    for command in ("list", "people", "announce", "close", "kick", "drain"):
        assert f"    {command} " in text
    assert max(len(line) for line in text.splitlines()) <= 100
    assert run("admin", "--admin-file", str(tmp_path / "none"), "list") == 2
    assert run("admin") == 2
    assert run("admin", "close", "x") == 2
