"""The finished matches that are kept on this machine: a file each in the folder of records."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from msgspec import Struct

from levata.errors import LevataError
from levata.records.record import Record, load_record
from levata.text import clean_text
from levata_client import paths

MOST_LISTED: Final = 200
_NAME: Final = re.compile(r"(\d{8}-\d{6})-([a-z]+)-(\d+)-(\d+)\.json")
"""Files of records: when, game, table, match."""


class SavedMatch(Struct, frozen=True):
    """A finished match in the list."""

    path: Path
    game: str
    finished: datetime
    names: tuple[str, ...]
    scores: tuple[int, ...]


def list_matches() -> list[SavedMatch]:
    """Return the matches that were kept, latest first; files that are damaged are left out."""
    folder = paths.records_dir()
    names = sorted((path.name for path in folder.glob("*.json")), reverse=True)
    matches: list[SavedMatch] = []
    for name in names[:MOST_LISTED]:
        parts = _NAME.fullmatch(name)
        if parts is None:
            continue
        try:
            record = read_match(folder / name)
        except (OSError, LevataError):
            continue
        finished = datetime.strptime(parts[1], "%Y%m%d-%H%M%S").replace(tzinfo=UTC)
        seats = tuple(clean_text(seat.name) for seat in record.seats)
        scores = record.result.scores if record.result is not None else ()
        matches.append(SavedMatch(folder / name, record.game, finished.astimezone(), seats, scores))
    return matches


def has_matches() -> bool:
    """Whether any match was kept."""
    return next(paths.records_dir().glob("*.json"), None) is not None


def find_match(game: str, table: int, match: int, since: datetime) -> Path | None:
    """Return the file of a match that ended after a moment on a server of this machine."""
    earliest = since.astimezone(UTC).strftime("%Y%m%d-%H%M%S")
    files = sorted(paths.records_dir().glob(f"*-{game}-{table}-{match}.json"))
    found = [path for path in files if path.name >= earliest]
    return found[-1] if found else None


def read_match(path: Path) -> Record:
    """Return the record in a file.

    Raises:
        OSError: it cannot be read.
        LevataError: it is damaged.
    """
    return load_record(path.read_bytes())
