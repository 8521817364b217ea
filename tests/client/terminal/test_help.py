"""The pages to read of the full screen."""

from __future__ import annotations

from levata_client.shown.text.words import plain
from levata_client.terminal.help import help_page, table_help
from levata_client.terminal.widgets.bars import FooterKey


def test_a_table_is_explained_whatever_its_game() -> None:
    assert any("star" in plain(line) for line in table_help().lines)


def test_help_begins_with_the_keys_of_the_screen() -> None:
    keys = [FooterKey("n", "New table", "new")]
    lines = [plain(line) for line in help_page(keys, None, is_table=True)]
    assert lines[:2] == ["Keys here", f"{'n':<14} New table"]
    assert "At the table" in lines
    assert "At the table" not in [plain(line) for line in help_page(keys, None, is_table=False)]
