"""Open motions and who agreed to them."""

from __future__ import annotations

import pytest

from levata.errors import RequestError
from levata_server.room.votes import Motion, Votes, parse_motion


def test_nobody_has_agreed_at_first() -> None:
    votes = Votes()
    assert not votes.cast
    assert votes.voters(Motion.STOP) == frozenset()


def test_votes_are_listed_by_motion_in_their_order_and_by_person() -> None:
    votes = Votes()
    votes.agree(5, Motion.STOP)
    votes.agree(3, Motion.PAUSE)
    votes.agree(2, Motion.STOP)
    votes.agree(2, Motion.STOP)
    assert list(votes.cast) == [("stop", 2), ("stop", 5), ("pause", 3)]
    assert {type(motion) for motion, _ in votes.cast} == {str}
    assert votes.voters(Motion.STOP) == {2, 5}


def test_motion_without_voters_is_gone_and_comes_last_again() -> None:
    votes = Votes()
    votes.agree(1, Motion.STOP)
    votes.agree(1, Motion.PAUSE)
    votes.withdraw(1, [Motion.STOP])
    assert list(votes.cast) == [("pause", 1)]
    votes.agree(2, Motion.STOP)
    assert list(votes.cast) == [("pause", 1), ("stop", 2)]


def test_vote_is_taken_back_from_some_motions_or_from_all() -> None:
    votes = Votes()
    for motion in Motion:
        votes.agree(1, motion)
        votes.agree(2, motion)
    votes.withdraw(1, [Motion.PAUSE, Motion.STOP])
    assert votes.voters(Motion.PAUSE) == votes.voters(Motion.STOP) == {2}
    assert votes.voters(Motion.OPEN_HANDS) == {1, 2}
    votes.withdraw(2)
    assert votes.voters(Motion.OPEN_HANDS) == {1}
    votes.withdraw(3)
    assert {person for _, person in votes.cast} == {1}


def test_motion_is_dropped_whoever_agreed() -> None:
    votes = Votes()
    votes.agree(1, Motion.OPEN_HANDS)
    votes.agree(2, Motion.STOP)
    votes.drop(Motion.OPEN_HANDS)
    votes.drop(Motion.RESUME)
    assert list(votes.cast) == [("stop", 2)]
    votes.clear()
    assert not votes.cast


@pytest.mark.parametrize("motion", Motion)
def test_motion_is_read_from_its_text(motion: Motion) -> None:
    assert parse_motion(motion.value) is motion


def test_unknown_motion_is_refused_with_those_there_are() -> None:
    with pytest.raises(RequestError) as refused:
        parse_motion("dance" * 20)
    assert refused.value.code == "unknown_motion"
    assert refused.value.facts == (
        ("dance" * 20)[:40],
        "pause, resume, stop, open_hands, close_hands",
    )
