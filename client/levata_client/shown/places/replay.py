"""Finished matches on this machine, and one of them as a tape that can be wound."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from levata.errors import LevataError
from levata.events import Dealt, Event, TrickTaken
from levata.game import Seat, View
from levata.records.record import Record, load_record
from levata.records.replay import Replay
from levata.text import clean_text
from levata_client import paths
from levata_client.shown.table.scene import Player
from levata_client.shown.table.table_model import TableModel

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


def list_records() -> list[SavedMatch]:
    """Return the matches that were kept, latest first; files that are damaged are left out."""
    folder = paths.records_dir()
    names = sorted((path.name for path in folder.glob("*.json")), reverse=True)
    entries: list[SavedMatch] = []
    for name in names[:MOST_LISTED]:
        match = _NAME.fullmatch(name)
        if match is None:
            continue
        try:
            record = load_record((folder / name).read_bytes())
        except (OSError, LevataError):
            continue
        finished = datetime.strptime(match[1], "%Y%m%d-%H%M%S").replace(tzinfo=UTC)
        seats = tuple(clean_text(seat.name) for seat in record.seats)
        scores = record.result.scores if record.result is not None else ()
        entries.append(SavedMatch(folder / name, record.game, finished.astimezone(), seats, scores))
    return entries


def has_records() -> bool:
    """Whether any match was kept."""
    return next(paths.records_dir().glob("*.json"), None) is not None


def find_record(game: str, table: int, match: int, since: datetime) -> Path | None:
    """Return the record of a match that ended after a moment on a server of this machine."""
    earliest = since.astimezone(UTC).strftime("%Y%m%d-%H%M%S")
    paths_found = sorted(paths.records_dir().glob(f"*-{game}-{table}-{match}.json"))
    found = [path for path in paths_found if path.name >= earliest]
    return found[-1] if found else None


class ReplayMoment(Struct, frozen=True):
    """A moment of a match."""

    deal: int
    events: tuple[Event, ...]
    """What led to it."""
    state: Any


class ReplayTimeline:
    """A match, moment by moment.

    Raises:
        LevataError: the record breaks the rules, or lacks what cannot be seen without.
    """

    def __init__(self, record: Record) -> None:
        replay = Replay(record)
        self.game = replay.game
        self.options = replay.options
        self.players = tuple(
            Player(clean_text(seat.name), seat.kind == "bot") for seat in record.seats
        )
        self.frames = tuple(ReplayMoment(step.deal, step.events, step.state) for step in replay)
        self.deals = len(record.deals)

    @property
    def first_person(self) -> Seat:
        """The seat whose view is shown first: that of a person."""
        return next((s for s, player in enumerate(self.players) if not player.is_bot), 0)

    def model(self, index: int, seat: Seat) -> TableModel:
        """Return a moment as a seat saw it, with nothing to decide."""
        view: View = self.game.view(self.frames[index].state, seat)
        return TableModel(
            game=self.game.info.key,
            options=self.options,
            view=replace(view, legal=()),
            players=self.players,
            are_hints_allowed=False,
        )

    def next_trick(self, index: int, step: int) -> int:
        """Return the moment at which the next trick was taken, or the one before (``-1``)."""
        return self._find(index, step, TrickTaken)

    def next_deal(self, index: int, step: int) -> int:
        """Return the moment at which the next deal was made, or the one before."""
        return self._find(index, step, Dealt)

    def _find(self, index: int, step: int, kind: type[Event]) -> int:
        last = len(self.frames) - 1
        place = index + step
        while 0 < place < last:
            if any(isinstance(event, kind) for event in self.frames[place].events):
                break
            place += step
        return min(max(place, 0), last)


def load_timeline(path: Path) -> ReplayTimeline:
    """Return the match of a file.

    Raises:
        OSError: it cannot be read.
        LevataError: it is damaged or breaks the rules.
    """
    return ReplayTimeline(load_record(path.read_bytes()))
