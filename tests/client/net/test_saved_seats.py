from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from levata_client import paths
from levata_client.net import saved_seats
from levata_client.net.saved_seats import SavedSeat, SeatSummary

OPEN = SeatSummary("secret", "Ana", table=3, saved=1.0)


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv(paths.HOME_VARIABLE, str(tmp_path))
    return tmp_path


@pytest.fixture
def held() -> Iterator[list[SavedSeat]]:
    """Slots to be released at the end."""
    taken: list[SavedSeat] = []
    yield taken
    for slot in taken:
        slot.release()


def take(held: list[SavedSeat], kind: saved_seats.TargetKind, address: str = "") -> SavedSeat:
    slot = saved_seats.take(kind, address)
    held.append(slot)
    return slot


def test_a_seat_outlives_the_client(held: list[SavedSeat]) -> None:
    slot = saved_seats.take("play")
    slot.remember(OPEN)
    assert saved_seats.open_seats() == []
    slot.release()
    assert saved_seats.open_seats() == [("play", slot.folder, OPEN)]
    again = saved_seats.take_folder("play", slot.folder)
    assert again is not None
    held.append(again)
    assert again.seat == OPEN


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such permissions")
def test_the_secret_is_for_its_owner_only(held: list[SavedSeat]) -> None:
    slot = take(held, "play")
    slot.remember(OPEN)
    assert (slot.folder / "seat.json").stat().st_mode & 0o777 == 0o600


def test_two_clients_are_two_people(held: list[SavedSeat]) -> None:
    first = take(held, "join", "host")
    first.remember(SeatSummary("one", address="host"))
    second = take(held, "join", "host")
    assert second.folder != first.folder
    assert second.seat is None
    assert saved_seats.take_folder("join", first.folder) is None


def test_a_server_knows_the_user_again(held: list[SavedSeat]) -> None:
    for address in ("a", "b"):
        slot = saved_seats.take("join", address)
        slot.remember(SeatSummary(f"token {address}", address=address))
        slot.release()
    assert [take(held, "join", address).seat for address in ("b", "a")] == [
        SeatSummary("token b", address="b"),
        SeatSummary("token a", address="a"),
    ]


def test_a_new_game_leaves_unfinished_ones_alone_while_there_is_room() -> None:
    folders: list[Path] = []
    for number in range(saved_seats.MOST["play"]):
        slot = saved_seats.take("play")
        slot.remember(SeatSummary("secret", table=1, saved=number))
        slot.release()
        folders.append(slot.folder)
    assert len(set(folders)) == saved_seats.MOST["play"]
    oldest = saved_seats.take("play")
    assert oldest.folder == folders[0]
    oldest.release()


def test_a_finished_game_makes_room(held: list[SavedSeat]) -> None:
    slot = saved_seats.take("play")
    slot.remember(SeatSummary("secret", table=0))
    slot.release()
    assert take(held, "play").folder == slot.folder


def test_there_is_one_host(held: list[SavedSeat]) -> None:
    slot = saved_seats.take("host")
    slot.remember(OPEN)
    slot.release()
    assert take(held, "host").folder == slot.folder


def test_the_latest_seat_comes_first() -> None:
    for saved in (1.0, 3.0, 2.0):
        slot = saved_seats.take("play")
        slot.remember(SeatSummary("secret", table=1, saved=saved))
        slot.release()
    assert [seat.saved for _, _, seat in saved_seats.open_seats()] == [3.0, 2.0, 1.0]


def test_a_damaged_seat_is_none(held: list[SavedSeat]) -> None:
    slot = saved_seats.take("play")
    (slot.folder / "seat.json").write_text("{")
    slot.release()
    assert saved_seats.open_seats() == []
    assert take(held, "play").seat is None


def test_without_a_disk_the_slot_is_temporary(home: Path) -> None:
    (home / "play").write_text("in the way")
    slot = saved_seats.take("play")
    assert slot.is_temporary
    folder = slot.folder
    slot.remember(OPEN)
    slot.release()
    assert not folder.exists()
