"""Seats that can be taken again: who this user is to which server, kept from run to run.

A slot is a folder with the secret of one identity. While a client runs it holds the slot's lock,
so a second client on the same computer is somebody else instead of pushing the first one out.
There are three kinds: ``play`` and ``host`` hold the database of a server of one's own too, and
``join`` the identity on somebody else's.
"""

from __future__ import annotations

import contextlib
import shutil
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final, Literal, TypeAlias

import msgspec
from msgspec import Struct

from levata.files import write_atomically
from levata_client import paths

TargetKind: TypeAlias = Literal["play", "host", "join"]

MOST: Final[dict[TargetKind, int]] = {"play": 4, "host": 1, "join": 24}
"""How many slots of a kind are kept; beyond that the oldest one is used again."""


class SeatSummary(Struct, frozen=True):
    """An identity, and the table it is at."""

    token: str
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


class SavedSeat:
    """A slot in the hands of this process."""

    def __init__(self, kind: TargetKind, folder: Path, lock: paths.FileLock | None) -> None:
        self.kind: TargetKind = kind
        self.folder = folder
        self._lock = lock
        self.seat = _read(folder)

    @property
    def is_temporary(self) -> bool:
        """Whether nothing here outlives this process, because the disk cannot be written."""
        return self._lock is None

    @property
    def database(self) -> Path:
        """The database of the server that belongs to the slot."""
        return self.folder / "levata.sqlite"

    def remember(self, seat: SeatSummary) -> None:
        """Keep the seat for later runs; a full or locked disk only costs the resuming."""
        if self.seat is not None and msgspec.structs.replace(self.seat, saved=seat.saved) == seat:
            return
        self.seat = seat
        with contextlib.suppress(OSError):
            write_atomically(self.folder / "seat.json", msgspec.json.encode(seat), is_private=True)

    def release(self) -> None:
        """Let others use the slot."""
        if self._lock is not None:
            self._lock.release()
        else:
            shutil.rmtree(self.folder, ignore_errors=True)


def take(kind: TargetKind, address: str = "") -> SavedSeat:
    """Return a slot for a new game: of this address, else unused, else the oldest."""
    root = paths.data_dir() / kind
    try:
        return _take(kind, root, address)
    except OSError:
        return SavedSeat(kind, Path(tempfile.mkdtemp(prefix="levata-")), None)


def open_seats() -> list[tuple[TargetKind, Path, SeatSummary]]:
    """Return the seats that can be taken again and that no client holds, latest first."""
    found: list[tuple[TargetKind, Path, SeatSummary]] = []
    for kind in MOST:
        for folder in _folders(paths.data_dir() / kind):
            seat = _read(folder)
            if seat is not None and seat.table and not _is_held(folder):
                found.append((kind, folder, seat))
    return sorted(found, key=lambda entry: entry[2].saved, reverse=True)


def take_folder(kind: TargetKind, folder: Path) -> SavedSeat | None:
    """Return the slot of a folder of `open_seats`, None if another client was faster."""
    with contextlib.suppress(OSError):
        lock = paths.FileLock.take(folder / "lock")
        if lock is not None:
            return SavedSeat(kind, folder, lock)
    return None


def now() -> float:
    """Return the time for `SeatSummary.saved`."""
    return time.time()


def _take(kind: TargetKind, root: Path, address: str) -> SavedSeat:
    idle: list[SavedSeat] = []
    chosen: SavedSeat | None = None
    for folder in _folders(root):
        slot = take_folder(kind, folder)
        if slot is not None:
            idle.append(slot)
    if kind == "join":
        chosen = next((s for s in idle if s.seat is not None and s.seat.address == address), None)
    else:
        chosen = next((s for s in idle if s.seat is None or not s.seat.table), None)
    if chosen is None and len(idle) >= MOST[kind]:
        chosen = min(idle, key=lambda slot: slot.seat.saved if slot.seat is not None else 0.0)
        if kind == "join":
            chosen.seat = None
    for slot in idle:
        if slot is not chosen:
            slot.release()
    return chosen or _make(kind, root)


def _make(kind: TargetKind, root: Path) -> SavedSeat:
    for number in range(1000):
        folder = root / str(number)
        if folder.exists():
            continue
        slot = take_folder(kind, folder)
        if slot is not None:
            return slot
    raise OSError("no slot is free")


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


def _read(folder: Path) -> SeatSummary | None:
    try:
        return msgspec.json.decode((folder / "seat.json").read_bytes(), type=SeatSummary)
    except (OSError, msgspec.DecodeError, msgspec.ValidationError):
        return None
