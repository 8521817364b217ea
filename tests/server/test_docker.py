"""The container's files agree with the server they are about."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from urllib.request import urlopen

import msgspec
import pytest

from levata.protocol.messages import DEFAULT_PORT
from levata_server.cli import main
from levata_server.config import ServerConfig
from tests.support.server import ROOT, config_of, running

DOCKERFILE = (ROOT / "docker" / "Dockerfile").read_text()
COMPOSE = (ROOT / "docker" / "compose.yaml").read_text()


async def test_container_asks_for_health_where_the_server_answers() -> None:
    (entry,) = re.findall(r"^ENTRYPOINT \[(.+)\]$", DOCKERFILE, re.MULTILINE)
    words = [word.strip(' "') for word in entry.split(",")]
    assert words[:2] == ["levata-server", "--metrics-port"]
    (path,) = re.findall(rf"http://127\.0\.0\.1:{words[2]}(/\w+)", DOCKERFILE)
    config = msgspec.structs.replace(config_of(), metrics_port=0)
    async with running(config) as server:
        url = f"http://127.0.0.1:{server.console_port}{path}"
        with await asyncio.to_thread(urlopen, url) as answer:
            assert answer.status == 200


def test_container_opens_the_port_of_the_game() -> None:
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
