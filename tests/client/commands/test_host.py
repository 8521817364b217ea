"""``levata host``."""

from __future__ import annotations

import argparse
from collections.abc import Callable

import pytest

from levata_client import cli
from levata_client.commands import launch
from levata_client.net.server_target import ServerTarget


@pytest.mark.usefixtures("terminal")
def test_host_listens_where_it_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    hosted: list[tuple[object, ...]] = []

    def start(arguments: argparse.Namespace, make: Callable[[], ServerTarget]) -> int:
        make()
        return 0

    def host(*arguments: object) -> None:
        hosted.append(arguments)

    monkeypatch.setattr(launch, "run_session", start)
    monkeypatch.setattr(ServerTarget, "host", host)
    words = ["host", "--port", "0", "--name", "Ana", "--listen", "127.0.0.1"]
    assert cli.main([*words, "--animation", "slow"]) == 0
    assert hosted == [(0, "Ana", "", "slow", "127.0.0.1")]
