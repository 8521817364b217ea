from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from levata_client import paths
from levata_client.net import saved_seats
from levata_client.net.saved_seats import SavedSeat, SeatFolder, TargetKind

PLAY, HOST, JOIN = TargetKind.PLAY, TargetKind.HOST, TargetKind.JOIN
OPEN = SavedSeat(token="secret", name="Ana", table=3, saved=1.0)


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv(paths.HOME_VARIABLE, str(tmp_path))
    return tmp_path


@pytest.fixture
def held() -> Iterator[list[SeatFolder]]:
    """Folders to be released at the end."""
    taken: list[SeatFolder] = []
    yield taken
    for folder in taken:
        folder.release()


def take(held: list[SeatFolder], kind: TargetKind, address: str = "") -> SeatFolder:
    folder = saved_seats.take(kind, address)
    held.append(folder)
    return folder


def test_a_seat_outlives_the_client(held: list[SeatFolder]) -> None:
    folder = saved_seats.take(PLAY)
    folder.remember(OPEN)
    assert saved_seats.open_seats() == []
    folder.release()
    assert saved_seats.open_seats() == [(PLAY, folder.path, OPEN)]
    again = saved_seats.take_folder(PLAY, folder.path)
    assert again is not None
    held.append(again)
    assert again.seat == OPEN


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such permissions")
def test_the_secret_is_for_its_owner_only(held: list[SeatFolder]) -> None:
    folder = take(held, PLAY)
    folder.remember(OPEN)
    assert (folder.path / "seat.json").stat().st_mode & 0o777 == 0o600


def test_two_clients_are_two_people(held: list[SeatFolder]) -> None:
    first = take(held, JOIN, "host")
    first.remember(SavedSeat(token="one", address="host"))
    second = take(held, JOIN, "host")
    assert second.path != first.path
    assert second.seat is None
    assert saved_seats.take_folder(JOIN, first.path) is None


def test_a_server_knows_the_user_again(held: list[SeatFolder]) -> None:
    for address in ("a", "b"):
        folder = saved_seats.take(JOIN, address)
        folder.remember(SavedSeat(token=f"token {address}", address=address))
        folder.release()
    assert [take(held, JOIN, address).seat for address in ("b", "a")] == [
        SavedSeat(token="token b", address="b"),
        SavedSeat(token="token a", address="a"),
    ]


def test_a_new_game_leaves_unfinished_ones_alone_while_there_is_room() -> None:
    folders: list[Path] = []
    for number in range(saved_seats.MOST[PLAY]):
        folder = saved_seats.take(PLAY)
        folder.remember(SavedSeat(token="secret", table=1, saved=number))
        folder.release()
        folders.append(folder.path)
    assert len(set(folders)) == saved_seats.MOST[PLAY]
    oldest = saved_seats.take(PLAY)
    assert oldest.path == folders[0]
    oldest.release()


def test_a_finished_game_makes_room(held: list[SeatFolder]) -> None:
    folder = saved_seats.take(PLAY)
    folder.remember(SavedSeat(token="secret", table=0))
    folder.release()
    assert take(held, PLAY).path == folder.path


def test_there_is_one_host(held: list[SeatFolder]) -> None:
    folder = saved_seats.take(HOST)
    folder.remember(OPEN)
    folder.release()
    assert take(held, HOST).path == folder.path


def test_the_latest_seat_comes_first() -> None:
    for saved in (1.0, 3.0, 2.0):
        folder = saved_seats.take(PLAY)
        folder.remember(SavedSeat(token="secret", table=1, saved=saved))
        folder.release()
    assert [seat.saved for _, _, seat in saved_seats.open_seats()] == [3.0, 2.0, 1.0]


def test_a_damaged_seat_is_none(held: list[SeatFolder]) -> None:
    folder = saved_seats.take(PLAY)
    (folder.path / "seat.json").write_text("{")
    folder.release()
    assert saved_seats.open_seats() == []
    assert take(held, PLAY).seat is None


def test_without_a_disk_the_folder_is_temporary(home: Path) -> None:
    (home / "play").write_text("in the way")
    folder = saved_seats.take(PLAY)
    assert not folder.path.is_relative_to(home)
    folder.remember(OPEN)
    folder.release()
    assert not folder.path.exists()
