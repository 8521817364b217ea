"""All houses of a run, played one after the other against one checkout."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

from tests.bench.lockstep.absence import sit_around
from tests.bench.lockstep.games import play_games, play_over_restarts
from tests.bench.lockstep.house import House
from tests.bench.lockstep.manners import MOST_TABLES, PASSWORD, be_refused, visit
from tests.bench.lockstep.oversight import be_looked_after
from tests.bench.lockstep.transcript import Transcript

Scene: TypeAlias = Callable[[House, int, str], Awaitable[None]]
"""What happens in a house, given how many matches are played at each table, and the seed."""
MEMORY: Final = Path("/dev/shm")
"""Where there is such a folder, the databases need not wait for a disk."""


class Setting(NamedTuple):
    """A house to be."""

    scene: Scene
    arguments: tuple[str, ...] = ()
    """Of the command, besides those that every house has."""


RESTARTS: Final = "restarts"
SETTINGS: Final = {
    "password": Setting(be_refused, ("--password", PASSWORD)),
    "manners": Setting(visit, ("--max-tables", str(MOST_TABLES))),
    "operator": Setting(be_looked_after),
    "absence": Setting(sit_around),
    RESTARTS: Setting(play_over_restarts),
    "games": Setting(play_games),
}


def transcribe(
    checkouts: Sequence[Path], houses: Sequence[str], matches: int, seed: str
) -> list[Transcript]:
    """Play in the houses named; return what came of each.

    ``checkouts`` are those that the servers are started from, the first time, the second and so on.
    """
    folder = MEMORY if MEMORY.is_dir() else None
    with tempfile.TemporaryDirectory(dir=folder) as root:
        folders = [Path(root) / name for name in houses]
        for each in folders:
            each.mkdir()
        return [asyncio.run(_play(each.name, checkouts, each, matches, seed)) for each in folders]


async def _play(
    name: str, checkouts: Sequence[Path], folder: Path, matches: int, seed: str
) -> Transcript:
    setting = SETTINGS[name]
    house = House(name, checkouts, folder, setting.arguments)
    try:
        async with house:
            await setting.scene(house, matches, f"{seed} {name}")
    except Exception as error:
        # Whatever a server does to the driver is something to compare.
        house.transcript.failure = f"{type(error).__name__}: {error}"
    return house.transcript
