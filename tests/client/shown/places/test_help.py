"""What is explained, as data."""

from __future__ import annotations

import pytest

from levata.games import GAMES
from levata_client.shown.places.help import game_rules, rules_help
from levata_client.shown.table.scene import Notes
from levata_client.shown.text.words import plain, words


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.info.key)
def test_the_rules_of_every_game_have_lines_and_words(game: object) -> None:
    (found,) = (each for each in GAMES if each is game)
    rules, glossary = game_rules(found)
    assert len(rules.lines) > 3
    assert all(plain(line).startswith("• ") for line in rules.lines)
    assert glossary.title == "Words"
    assert glossary.entries


def test_rules_without_words_are_one_part() -> None:
    (part,) = rules_help(Notes((words("Follow suit."),)), "The rules of this table")
    assert (part.title, [plain(line) for line in part.lines]) == (
        "The rules of this table",
        ["• Follow suit."],
    )
