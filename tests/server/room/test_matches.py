"""The matches of a table, one after the other."""

from __future__ import annotations

from typing import Any

import pytest

from levata.game import EndReason
from levata.protocol.documents import (
    HandsShown,
    TablePhase,
)
from levata.protocol.messages import (
    Start,
)
from levata_server.room.effects import (
    AppendToLog,
    Effects,
    NeedDeal,
    SetTimer,
)
from levata_server.room.entries import (
    MatchStarted,
)
from levata_server.room.inputs import (
    Requested,
)
from levata_server.room.matches import Matches
from levata_server.room.votes import Motion
from tests.support.room_parts import seating_of, terms_of
from tests.support.table import TableDriver, refusal


def matches_of(**changes: Any) -> tuple[Matches, Effects]:
    """Return the matches of a table of one person and three bots, and what they lead to."""
    effects = Effects()
    return Matches(terms_of(**changes), seating_of(1, bots=3), effects), effects


def test_table_is_open_before_its_first_match() -> None:
    matches, effects = matches_of()
    assert (matches.phase, matches.number, matches.votes) == (TablePhase.OPEN, 0, ())
    assert (matches.running, matches.current) == (None, None)
    assert refusal(matches.in_progress) == "no_match"
    matches.check_none()
    matches.halt()
    assert effects.take() == [SetTimer("masked", None)]


def test_match_is_logged_and_in_progress_until_it_is_closed() -> None:
    matches, effects = matches_of()
    matches.start()
    assert effects.take() == [AppendToLog(MatchStarted(1, terms_of().match_seed(1)))]
    running = matches.in_progress()
    assert running is matches.running is matches.current
    assert (matches.phase, matches.number) == (TablePhase.PLAYING, 1)
    assert refusal(matches.check_none) == "match_running"
    running.set_pause(True)
    assert (matches.phase, matches.current) == (TablePhase.PAUSED, running)
    running.close(EndReason.VOID)
    assert (matches.phase, matches.running) == (TablePhase.OVER, running)
    assert matches.current is None
    assert refusal(matches.in_progress) == "no_match"
    matches.check_none()


def test_next_match_numbers_its_steps_on() -> None:
    matches, _ = matches_of()
    matches.start()
    first = matches.in_progress()
    first.deal(first.match.draw())
    first.close(EndReason.VOID)
    matches.start()
    second = matches.in_progress()
    assert (matches.number, second.match.steps, second.steps) == (2, 0, 1)
    assert second.match.seed != first.match.seed


@pytest.mark.parametrize(
    ("watch", "shown"), [("closed", HandsShown.CLOSED), ("delayed", HandsShown.DELAYED)]
)
def test_hands_are_open_only_while_a_match_agrees(watch: str, shown: HandsShown) -> None:
    matches, _ = matches_of(watch=watch)
    assert matches.hands_shown == shown
    matches.start()
    running = matches.in_progress()
    running.votes.agree(1, Motion.OPEN_HANDS)
    assert list(matches.votes) == [("open_hands", 1)]
    running.open_hands()
    assert (matches.hands_shown, matches.votes) == (HandsShown.OPEN, ())
    running.close(EndReason.VOID)
    assert matches.hands_shown == shown


def test_rematch_begins_another_match_with_other_decision_numbers() -> None:
    table = TableDriver(persons=1, pace="none")
    table.start()
    table.wait_for_turn()
    first = table.guests[1].decision
    table.play_on()
    table.documents.clear()
    table.start()
    table.wait_for_turn()
    assert table.guests[1].table.match == 2
    assert table.guests[1].decision > first
    assert table.documents == []


def test_start_draws_from_the_seed_of_the_match() -> None:
    table = TableDriver(persons=1)
    effects = table.room.handle(table.now, Requested(1, Start(1)))
    need = next(effect for effect in effects if isinstance(effect, NeedDeal))
    assert (need.number, need.seats, len(need.pack)) == (1, 4, 32)
