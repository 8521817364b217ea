"""The container's files agree with the server they are about."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from levata_server.cli import main
from levata_server.config import DEFAULT_PORT, ServerConfig
from levata_server.listener import HEALTH_PATH
from tests.support.server import ROOT

DOCKERFILE = (ROOT / "docker" / "Dockerfile").read_text()
COMPOSE = (ROOT / "docker" / "compose.yaml").read_text()


def test_container_asks_for_health_where_the_server_answers() -> None:
    assert f"http://127.0.0.1:{DEFAULT_PORT}{HEALTH_PATH}" in DOCKERFILE
    assert f"EXPOSE {DEFAULT_PORT}" in DOCKERFILE
    assert f'"{DEFAULT_PORT}:{DEFAULT_PORT}"' in COMPOSE


def test_container_runs_as_nobody_special_and_keeps_its_data_in_a_volume() -> None:
    final = DOCKERFILE.split("FROM ")[-1]
    assert re.search(r"^USER levata$", final, re.MULTILINE)
    (volume,) = re.findall(r"^VOLUME (\S+)$", final, re.MULTILINE)
    assert f"XDG_DATA_HOME={volume}" in final
    assert f"levata:{volume}" in COMPOSE


def test_container_copies_what_the_distribution_is_made_of() -> None:
    copied = set(re.findall(r"^COPY (?!--from)(.+) \S+$", DOCKERFILE, re.MULTILINE))
    names = {name for line in copied for name in line.split()}
    assert names == {"pyproject.toml", "README.md", "LICENSE", "common", "server", "client"}
    assert all((ROOT / name).exists() for name in names)
    ignored = (ROOT / "docker" / "Dockerfile.dockerignore").read_text()
    assert set(re.findall(r"^!(.+)$", ignored, re.MULTILINE)) == names


def test_options_of_the_composition_are_valid(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[ServerConfig] = []

    async def note(config: ServerConfig, *_: object) -> int:
        started.append(config)
        return 0

    monkeypatch.setattr("levata_server.cli._run", note)
    (command,) = re.findall(r"^ *command: \[(.+)\]$", COMPOSE, re.MULTILINE)
    assert main([word.strip(' "') for word in command.split(",")]) == 0
    assert started[0].records == Path("/var/lib/levata/records")
