"""Finished matches: the list, and a match wound forwards and backwards."""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path

import pytest

from levata.errors import LevataError
from levata.events import Dealt, TrickTaken
from levata.games import GAMES, find_game
from levata.records.record import load_record
from levata_client import paths
from levata_client.shown.places import replay
from levata_client.shown.places.replay import ReplayTimeline, find_record, list_records
from levata_client.terminal.screens.home import HomeScreen
from levata_client.terminal.screens.matches import MatchesScreen
from levata_client.terminal.screens.replay import ReplayScreen
from tests.support.app import Play, running
from tests.support.records import record_text

NAME = "20261114-211005-{game}-1-1.json"


def record_of(game: str, **options: str) -> str:
    """Return the record of a match of random players."""
    return record_text(game, find_game(game).info.default_seats, tuple(options.items()))


@pytest.fixture
def kept(untouched_home: Path) -> Path:
    """A record of a short match of Whist in the folder of records."""
    folder = paths.records_dir()
    folder.mkdir(parents=True)
    path = folder / NAME.format(game="whist")
    path.write_text(record_of("whist", sequence="1-4-1"))
    (folder / "20261115-100000-whist-1-1.json").write_text("{")
    (folder / "notes.json").write_text("{}")
    return path


def test_damaged_files_and_others_are_left_out(kept: Path) -> None:
    (entry,) = list_records()
    assert entry.path == kept
    assert (entry.game, len(entry.names), len(entry.scores)) == ("whist", 4, 4)


def test_the_record_of_a_match_is_found_by_table_number_and_time(kept: Path) -> None:
    then = datetime(2026, 11, 14, 21, 0, 0).astimezone()
    early = then - timedelta(days=3)
    late = then + timedelta(days=300)
    assert find_record("whist", 1, 1, early) is not None
    assert find_record("whist", 1, 2, early) is None
    assert find_record("belot", 1, 1, early) is None
    assert find_record("whist", 1, 1, late) is None


@pytest.mark.parametrize("game", [game.info.key for game in GAMES])
def test_a_tape_of_every_game_shows_every_moment_to_every_seat(game: str) -> None:
    tape = ReplayTimeline(load_record(record_of(game)))
    assert tape.deals >= 1
    for index in (0, len(tape.frames) // 2, len(tape.frames) - 1):
        for seat in range(len(tape.players)):
            model = tape.model(index, seat)
            assert (model.view.seat, model.view.legal) == (seat, ())


def test_a_tape_is_wound_by_tricks_and_deals() -> None:
    tape = ReplayTimeline(load_record(record_of("whist", sequence="1-4-1")))
    trick = tape.next_trick(0, 1)
    assert any(isinstance(event, TrickTaken) for event in tape.frames[trick].events)
    deal = tape.next_deal(0, 1)
    assert any(isinstance(event, Dealt) for event in tape.frames[deal].events)
    assert tape.frames[deal].deal == 2
    assert tape.next_deal(deal, -1) == 0
    assert tape.next_deal(0, -1) == 0
    last = len(tape.frames) - 1
    assert tape.next_deal(last, 1) == last


def test_a_record_that_breaks_the_rules_is_refused() -> None:
    text = record_of("whist", sequence="1-4-1").replace('"bid ', '"bid 9', 1)
    with pytest.raises(LevataError):
        ReplayTimeline(load_record(text))


async def opened(play: Play) -> ReplayScreen:
    await play.until_shows("Replays")
    await play.press("4")
    await play.until_screen(MatchesScreen)
    await play.until_shows("Whist", "1 match")
    await play.press("enter")
    await play.until_screen(ReplayScreen)
    assert isinstance(play.screen, ReplayScreen)
    return play.screen


@pytest.mark.usefixtures("kept")
async def test_a_match_is_watched_by_keys() -> None:
    async with running() as play:
        screen = await opened(play)
        await play.until_shows("Replay: hand 1 of 16", "speed 1")
        await play.press("right", "right")
        assert screen.index == 2
        await play.press("left")
        assert screen.index == 1
        await play.press("pagedown")
        await play.until_shows("Replay: hand 2 of 16")
        await play.press("2")
        assert screen.seat == 1
        await play.press("end")
        await play.until_shows("Final — Whist")
        await play.press("home")
        await play.until_shows("Replay: hand 1 of 16")
        await play.press("escape")
        await play.until_screen(MatchesScreen)
        await play.press("escape")
        await play.until_screen(HomeScreen)


@pytest.mark.usefixtures("kept")
async def test_a_match_goes_on_by_itself_until_it_is_stopped() -> None:
    async with running() as play:
        screen = await opened(play)
        await play.press("plus", "plus", "plus")
        assert screen.speed == 4
        await play.press("space")
        await play.until(lambda: screen.index >= 2)
        assert screen.is_going_on
        await play.press("space")
        assert not screen.is_going_on


async def test_a_match_is_deleted_after_a_question(kept: Path) -> None:
    async with running() as play:
        await play.press("4")
        await play.until_screen(MatchesScreen)
        await play.until_shows("1 match")
        await play.press("d", "1")
        await play.until_screen(MatchesScreen)
        assert len(list_records()) == 1
        await play.press("d", "2")
        await play.until_shows("No match has been finished on this computer yet.")
        assert list_records() == []


async def test_a_file_that_cannot_be_shown_says_why(kept: Path) -> None:
    async with running() as play:
        await play.press("4")
        await play.until_screen(MatchesScreen)
        await play.until_shows("1 match")
        play.app.show_match(kept.parent / "20261115-100000-whist-1-1.json")
        await play.until_shows("This match cannot be shown")


def test_without_matches_there_is_nothing_to_watch() -> None:
    assert not replay.has_records()
    assert list_records() == []
