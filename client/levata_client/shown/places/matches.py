"""The finished matches as data: a row per match."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from levata_client.shown.games import find_display
from levata_client.state.saved_matches import SavedMatch


@dataclass(frozen=True)
class MatchRow:
    """A finished match in one row."""

    name: str
    """Of its file; tells rows apart."""
    finished: datetime
    game: str
    """What its game is called."""
    results: str
    """Names and scores, empty where the match was stopped before any."""


def match_rows(matches: list[SavedMatch]) -> tuple[MatchRow, ...]:
    """Return a row per match."""
    return tuple(
        MatchRow(
            match.path.name,
            match.finished,
            find_display(match.game).title,
            ", ".join(
                f"{name} {score}" for name, score in zip(match.names, match.scores, strict=False)
            ),
        )
        for match in matches
    )
