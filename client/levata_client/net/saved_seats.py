"""Seats that can be taken again: who this user is to which server, kept from run to run.

Every identity has a folder of its own. While a client runs it holds the folder's lock, so a second
client on the same computer is somebody else instead of pushing the first one out.
"""

from __future__ import annotations

import contextlib
import shutil
import tempfile
import time
from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path
from typing import Final, NamedTuple

import msgspec
from msgspec import Struct

from levata.files import write_atomically
from levata_client import paths


class TargetKind(StrEnum):
    """Which sort of server a seat is at."""

    PLAY = "play"
    """One of the user's own, for him alone; its database stands in the folder too."""
    HOST = "host"
    """One of the user's own, for everybody on the network; likewise."""
    JOIN = "join"
    """Somebody else's."""


MOST: Final = {TargetKind.PLAY: 4, TargetKind.HOST: 1, TargetKind.JOIN: 24}
"""How many folders of a kind are kept; beyond that the oldest one is used again."""


class SavedSeat(Struct, frozen=True, kw_only=True):
    """An identity, and the table it is at, as ``seat.json`` holds it."""

    token: str
    """The secret by which the server knows the user again."""
    name: str = ""
    address: str = ""
    """Of somebody else's server; empty for one's own."""
    authority: str = ""
    """As in `levata_client.net.address.Address`."""
    server: str = ""
    table: int = 0
    """0 where there is nothing to come back to."""
    title: str = ""
    game: str = ""
    saved: float = 0.0
    """Seconds since the epoch."""


class OpenSeat(NamedTuple):
    """A seat that can be taken again, in a folder that no client holds."""

    kind: TargetKind
    folder: Path
    seat: SavedSeat


class SeatFolder:
    """The folder of an identity, in the hands of this process.

    Without a lock it is a temporary one, which does not outlive the process.
    """

    def __init__(self, kind: TargetKind, path: Path, lock: paths.FileLock | None) -> None:
        self.kind = kind
        self.path = path
        self.seat = _read(path)
        """What was saved last, None for a new identity."""
        self._lock = lock

    @property
    def database(self) -> Path:
        """The database of the server that belongs to the folder."""
        return self.path / "levata.sqlite"

    def remember(self, seat: SavedSeat) -> None:
        """Keep the seat for later runs; a full or locked disk only costs the resuming."""
        if self.seat is not None and msgspec.structs.replace(self.seat, saved=seat.saved) == seat:
            return
        self.seat = seat
        with contextlib.suppress(OSError):
            write_atomically(self.path / "seat.json", msgspec.json.encode(seat), is_private=True)

    def release(self) -> None:
        """Let others use the folder."""
        if self._lock is not None:
            self._lock.release()
        else:
            shutil.rmtree(self.path, ignore_errors=True)


def take(kind: TargetKind, address: str = "") -> SeatFolder:
    """Return the folder for a new game: that of this address, else an unused one, else the oldest.

    ``address`` is that of somebody else's server, empty for one's own.
    """
    try:
        return _take(kind, paths.data_dir() / kind, address)
    except OSError:
        return SeatFolder(kind, Path(tempfile.mkdtemp(prefix="levata-")), None)


def open_seats() -> list[OpenSeat]:
    """Return the seats that can be taken again and that no client holds, latest first."""
    found: list[OpenSeat] = []
    for kind in TargetKind:
        for folder in _folders(paths.data_dir() / kind):
            seat = _read(folder)
            if seat is not None and seat.table and not _is_held(folder):
                found.append(OpenSeat(kind, folder, seat))
    return sorted(found, key=lambda entry: entry.seat.saved, reverse=True)


def take_folder(kind: TargetKind, path: Path) -> SeatFolder | None:
    """Return the folder of an `OpenSeat`, None if another client was faster."""
    with contextlib.suppress(OSError):
        lock = paths.FileLock.take(path / "lock")
        if lock is not None:
            return SeatFolder(kind, path, lock)
    return None


def now() -> float:
    """Return the time for `SavedSeat.saved`."""
    return time.time()


def _take(kind: TargetKind, root: Path, address: str) -> SeatFolder:
    taken = (take_folder(kind, path) for path in _folders(root))
    idle = [folder for folder in taken if folder is not None]
    chosen = next((folder for folder in idle if _fits(folder, address)), None)
    if chosen is None and len(idle) >= MOST[kind]:
        chosen = min(idle, key=lambda folder: folder.seat.saved if folder.seat is not None else 0.0)
        if kind is TargetKind.JOIN:
            chosen.seat = None
    for folder in idle:
        if folder is not chosen:
            folder.release()
    return chosen or _make(kind, root)


def _fits(folder: SeatFolder, address: str) -> bool:
    """Whether a folder is the right one for a new game, and nothing is lost by it."""
    if folder.kind is TargetKind.JOIN:
        return folder.seat is not None and folder.seat.address == address
    return folder.seat is None or not folder.seat.table


def _make(kind: TargetKind, root: Path) -> SeatFolder:
    for number in range(1000):
        path = root / str(number)
        if path.exists():
            continue
        folder = take_folder(kind, path)
        if folder is not None:
            return folder
    raise OSError("no folder is free")


def _folders(root: Path) -> Iterator[Path]:
    if root.is_dir():
        yield from sorted(path for path in root.iterdir() if path.name.isdecimal())


def _is_held(folder: Path) -> bool:
    try:
        lock = paths.FileLock.take(folder / "lock")
    except OSError:
        return True
    if lock is not None:
        lock.release()
    return lock is None


def _read(folder: Path) -> SavedSeat | None:
    try:
        return msgspec.json.decode((folder / "seat.json").read_bytes(), type=SavedSeat)
    except (OSError, msgspec.DecodeError, msgspec.ValidationError):
        return None
