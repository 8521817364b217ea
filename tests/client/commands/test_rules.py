"""``levata rules``."""

from __future__ import annotations

import pytest

from tests.support.commands import levata
from tests.support.records import (
    default_tables,
)
from tests.support.rules import Table

each_table = pytest.mark.parametrize("table", default_tables(), ids=lambda table: table.name)


def test_rules_are_printed_with_the_options_given() -> None:
    ran = levata("rules", "whist", "--players", "5", "--set", "scoring=2n+1")
    assert ran.code == 0
    assert ran.out.startswith("Whist, 5 players\n================\n")
    assert "A match has 27 rounds." in ran.out
    assert "7 for a bid of" in ran.out
    assert max(map(len, ran.out.splitlines())) <= 78


@each_table
def test_every_game_has_rules_to_print(table: Table) -> None:
    ran = levata("rules", table.game.info.key, "--players", str(table.seats))
    assert ran.code == 0


def test_rules_of_an_unknown_game_are_refused() -> None:
    assert levata("rules", "go").line.startswith("levata rules: There is no game “go”.")
