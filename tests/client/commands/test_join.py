"""``levata join``."""

from __future__ import annotations

import argparse
from collections.abc import Callable

import pytest

from levata_client import cli
from levata_client.commands import launch
from levata_client.net.address import Address
from levata_client.net.server_target import ServerTarget


@pytest.mark.usefixtures("terminal")
def test_join_goes_where_it_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    joined: list[tuple[object, ...]] = []

    def start(arguments: argparse.Namespace, make: Callable[[], ServerTarget]) -> int:
        make()
        return 0

    def join(*arguments: object) -> None:
        joined.append(arguments)

    monkeypatch.setattr(launch, "run_session", start)
    monkeypatch.setattr(ServerTarget, "join", join)
    assert cli.main(["join", "dan:9000", "--password", "x"]) == 0
    assert joined == [(Address("dan", 9000), "x")]
