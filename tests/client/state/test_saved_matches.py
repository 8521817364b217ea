"""Finished matches on this machine: which files are listed, found and read."""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path

import pytest

from levata.errors import LevataError
from levata_client.state.saved_matches import find_match, has_matches, list_matches, read_match


def test_damaged_files_and_others_are_left_out(kept_match: Path) -> None:
    (match,) = list_matches()
    assert match.path == kept_match
    assert (match.game, len(match.names), len(match.scores)) == ("whist", 4, 4)
    assert has_matches()


def test_the_latest_record_of_a_match_is_found_by_table_number_and_time(
    kept_match: Path,
) -> None:
    then = datetime(2026, 11, 14, 21, 0, 0).astimezone()
    early = then - timedelta(days=3)
    late = then + timedelta(days=300)
    assert find_match("whist", 1, 1, early) == kept_match.parent / "20261115-100000-whist-1-1.json"
    assert find_match("whist", 1, 2, early) is None
    assert find_match("belot", 1, 1, early) is None
    assert find_match("whist", 1, 1, late) is None


def test_a_damaged_file_cannot_be_read(kept_match: Path) -> None:
    assert read_match(kept_match).game == "whist"
    with pytest.raises(LevataError):
        read_match(kept_match.parent / "20261115-100000-whist-1-1.json")


def test_without_matches_there_is_nothing_to_watch() -> None:
    assert not has_matches()
    assert list_matches() == []
