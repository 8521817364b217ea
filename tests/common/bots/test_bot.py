"""The contract of computer players: what they are asked with, and what they never see."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from levata import bots
from levata.bots.bot import Budget, Choice, Question

SOURCES = sorted(Path(bots.__file__).parent.rglob("*.py"))


def test_a_question_holds_what_a_person_knows_and_nothing_else() -> None:
    names = Question.__struct_fields__
    assert names == ("game", "options", "seats", "view", "history", "budget")


def test_a_choice_needs_no_figures() -> None:
    assert Choice("pass") == Choice("pass", {})
    assert Budget().seconds < 1


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.stem)
def test_no_player_names_the_state_of_a_match(source: Path) -> None:
    imports = [
        alias.name
        for node in ast.walk(ast.parse(source.read_text("utf-8")))
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    ]
    assert [name for name in imports if name.endswith("State")] == []
