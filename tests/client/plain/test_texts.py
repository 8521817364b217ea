from __future__ import annotations

import pytest

from levata_client.plain.texts import WIDTH, MenuEntry, broken, find_entry


def test_long_lines_are_broken_at_blanks_and_continued_ones_indented() -> None:
    pieces = list(broken("Hand over: You -1, Smaranda -1, Ioana -1, Petar +5"))
    assert pieces == ["Hand over: You -1, Smaranda -1, Ioana", "  -1, Petar +5"]
    assert all(len(piece) <= WIDTH for piece in broken("x" * 200))


@pytest.mark.parametrize("typed", ["2", "play TH", "10♥", "th"])
def test_an_entry_is_found_by_all_its_names(typed: str) -> None:
    entries = (MenuEntry("1", "K♥", "play KH"), MenuEntry("2", "10♥", "play TH"))
    assert find_entry(typed, entries) == entries[1]
