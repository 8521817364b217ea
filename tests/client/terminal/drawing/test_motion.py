"""Motion: what flies where and when, and that it never holds anything up."""

from __future__ import annotations

from itertools import pairwise

import pytest

from levata.cards import NO_CARD
from levata_client.terminal.drawing.faces import CardLook
from levata_client.terminal.drawing.motion import (
    FRAME,
    TIMINGS,
    Flight,
    Motion,
    MotionPace,
    Point,
    Sprite,
    Stage,
    deal_stage,
)

FLIGHT = Stage(0.4, (Sprite(1, Point(0, 0)),), (Flight(5, Point(0, 0), Point(20, 10)),), 0.4)
HOLD = Stage(1.0, (Sprite(5, Point(20, 10), CardLook.WINNER),))


def test_card_leaves_its_start_slows_down_and_arrives() -> None:
    places = [FLIGHT.sprites(seconds)[-1].place for seconds in (0, 0.1, 0.2, 0.3, 0.4)]
    assert places[0] == (0, 0)
    assert places[-1] == (20, 10)
    steps = [after.x - before.x for before, after in pairwise(places)]
    assert steps == sorted(steps, reverse=True)
    assert min(steps) >= 0


def test_stages_follow_one_another_by_the_clock() -> None:
    motion = Motion()
    motion.add([FLIGHT, HOLD], 0.0)
    assert motion.stage(0.25) == (FLIGHT, 0.25)
    assert motion.stage(0.4) == (HOLD, 0.0)
    assert motion.stage(1.5) is None
    assert not motion.is_running


def test_picture_changes_every_frame_of_a_flight_and_once_after_a_pause() -> None:
    motion = Motion()
    motion.add([FLIGHT, HOLD], 0.0)
    assert motion.next_frame(0.1) == pytest.approx(FRAME)
    assert motion.next_frame(0.38) == pytest.approx(0.02)
    assert motion.next_frame(0.4) == pytest.approx(1.0)
    assert motion.next_frame(1.5) is None


def test_skipping_shows_the_table_at_once() -> None:
    motion = Motion()
    motion.add([FLIGHT, HOLD], 0.0)
    motion.skip()
    assert not motion.is_running
    assert motion.stage(0.1) is None


def test_whoever_is_more_than_two_steps_behind_catches_up_without_motion() -> None:
    motion = Motion()
    motion.add([HOLD], 0.0)
    motion.add([FLIGHT], 0.1)
    assert motion.stage(0.25) == (HOLD, 0.25)
    motion.add([FLIGHT], 0.3)
    assert not motion.is_running


def test_stages_without_duration_are_not_shown() -> None:
    motion = Motion()
    motion.add([Stage(0), Stage(0, (Sprite(1, Point(0, 0)),))], 0.0)
    assert not motion.is_running


@pytest.mark.parametrize("pace", MotionPace)
@pytest.mark.parametrize(("seats", "rounds"), [(2, 1), (4, 8), (6, 8)])
def test_deal_never_takes_longer_than_its_pace_allows(
    pace: MotionPace, seats: int, rounds: int
) -> None:
    timing = TIMINGS[pace]
    ends = [Point(seat, seat) for seat in range(seats)]
    stage = deal_stage(timing, Point(9, 9), ends, rounds)
    if pace is MotionPace.NONE:
        assert stage is None
        return
    assert stage is not None
    assert 0 < stage.duration <= timing.deal + 1e-9
    assert len(stage.flights) == seats * rounds
    assert {flight.card for flight in stage.flights} == {NO_CARD}
    assert stage.flights[0].end == ends[0]
    assert stage.flights[1].end == ends[1]


def test_dealt_cards_appear_one_by_one_and_vanish_at_their_plates() -> None:
    stage = deal_stage(TIMINGS[MotionPace.SLOW], Point(9, 9), [Point(0, 0), Point(1, 1)], 1)
    assert stage is not None
    assert len(stage.sprites(0.0)) == 1
    assert len(stage.sprites(0.2)) == 2
    assert stage.sprites(stage.duration) == ()


def test_paces_get_slower_from_none_to_slow() -> None:
    for durations in zip(*(TIMINGS[pace] for pace in MotionPace), strict=True):
        assert list(durations) == sorted(durations)
