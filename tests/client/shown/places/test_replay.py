"""A finished match, moment by moment, and somebody who watches it again."""

from __future__ import annotations

import pytest

from levata.errors import LevataError
from levata.events import Dealt, TrickTaken
from levata.games import GAMES, find_game
from levata.records.record import load_record
from levata_client.shown.places.replay import SPEEDS, ReplayPosition, ReplayTimeline
from levata_client.shown.text.words import plain
from tests.support.records import record_text

SHORT = (("sequence", "1-4-1"),)


def short_match() -> ReplayTimeline:
    return ReplayTimeline(load_record(record_text("whist", 4, SHORT)))


@pytest.mark.parametrize("game", [game.info.key for game in GAMES])
def test_every_game_shows_every_moment_to_every_seat(game: str) -> None:
    seats = find_game(game).info.default_seats
    timeline = ReplayTimeline(load_record(record_text(game, seats)))
    assert timeline.deals >= 1
    for index in (0, len(timeline.moments) // 2, len(timeline.moments) - 1):
        for seat in range(len(timeline.players)):
            model = timeline.model(index, seat)
            assert (model.view.seat, model.view.legal) == (seat, ())


def test_a_match_is_wound_by_tricks_and_deals() -> None:
    timeline = short_match()
    trick = timeline.next_trick(0, 1)
    assert any(isinstance(event, TrickTaken) for event in timeline.moments[trick].events)
    deal = timeline.next_deal(0, 1)
    assert any(isinstance(event, Dealt) for event in timeline.moments[deal].events)
    assert timeline.moments[deal].deal == 2
    assert timeline.next_deal(deal, -1) == 0
    assert timeline.next_deal(0, -1) == 0
    last = len(timeline.moments) - 1
    assert timeline.next_deal(last, 1) == last


def test_a_record_that_breaks_the_rules_is_refused() -> None:
    text = record_text("whist", 4, SHORT).replace('"bid ', '"bid 9', 1)
    with pytest.raises(LevataError):
        ReplayTimeline(load_record(text))


def test_a_watcher_stays_between_the_first_moment_and_the_last() -> None:
    position = ReplayPosition(short_match())
    assert not position.go(-1)
    assert position.go(1)
    assert position.moment is position.timeline.moments[1]
    assert position.go(10**6)
    assert position.index == position.last
    assert not position.go(position.last + 1)


def test_a_watcher_sees_what_a_seat_saw_and_is_told_where_he_is() -> None:
    position = ReplayPosition(short_match())
    name = position.timeline.players[position.seat].name
    assert plain(position.model().notice) == f"Replay: hand 1 of 16, seen by {name}, speed 1"
    for seat in (1, 2, 3, 0):
        position.change_seat()
        assert position.model().view.seat == seat


def test_speeds_have_ends() -> None:
    position = ReplayPosition(short_match())
    seen = {position.speed}
    for step in (1, 1, 1, -1, -1, -1, -1, -1):
        position.change_speed(step)
        seen.add(position.speed)
    assert seen == set(SPEEDS)
    assert position.speed == SPEEDS[0]
