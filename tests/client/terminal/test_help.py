"""The pages to read."""

from __future__ import annotations

from levata.games import find_game
from levata_client.shown.table.scene import Notes
from levata_client.shown.text.words import plain, words
from levata_client.terminal.help import help_page, rules_page, table_help
from levata_client.terminal.widgets.bars import FooterKey

KEYS = (FooterKey("Enter", "Open", "pick"), FooterKey("PgUp/PgDn/Home", "Scroll", "x"))


def test_the_help_of_a_screen_has_its_keys_in_a_column() -> None:
    rows = [plain(row) for row in help_page(KEYS, None, is_table=False)]
    assert rows[:4] == ["Keys here", "Enter          Open", "PgUp/PgDn/Home Scroll", ""]
    assert "Keys everywhere" in rows
    assert "At the table" not in rows


def test_the_help_of_a_table_has_its_rules_and_words() -> None:
    notes = Notes((words("Follow suit."),), (("hook", "the last bid is barred"),))
    rows = [plain(row) for row in help_page((), notes, is_table=True)]
    end = rows.index("The rules of this table")
    assert "At the table" in rows[:end]
    assert rows[end:] == [
        "The rules of this table",
        "• Follow suit.",
        "",
        "Words",
        "hook           the last bid is barred",
    ]


def test_the_rules_of_a_game_begin_without_a_title() -> None:
    first, *_rest = rules_page(find_game("whist"))
    assert plain(first).startswith("• ")


def test_a_table_is_explained_whatever_its_game() -> None:
    assert any("star" in plain(line) for line in table_help().lines)
