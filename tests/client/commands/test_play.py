"""``levata play``."""

from __future__ import annotations

import argparse

import pytest

from levata_client import cli
from levata_client.commands import launch
from levata_client.commands.support.look_arguments import animation_of
from levata_client.state.new_table import NewTable


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
