"""The finished matches as data."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from levata_client.shown.places.matches import match_rows
from levata_client.state.saved_matches import SavedMatch

THEN = datetime(2026, 11, 14, 21, 10, tzinfo=UTC)


def test_a_match_is_one_row_with_its_scores() -> None:
    match = SavedMatch(Path("records/a.json"), "whist", THEN, ("Ana", "Dan"), (12, -3))
    (row,) = match_rows([match])
    assert (row.name, row.finished, row.game) == ("a.json", THEN, "Whist")
    assert row.results == "Ana 12, Dan -3"


def test_a_match_that_was_stopped_has_no_scores() -> None:
    (row,) = match_rows([SavedMatch(Path("a.json"), "belot", THEN, ("Ana", "Dan"), ())])
    assert row.results == ""
