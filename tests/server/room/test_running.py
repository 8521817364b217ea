"""A match at a table: steps, computer players, forced actions, the end."""

from __future__ import annotations

import random
from typing import Any

import pytest

from levata.game import Deal, EndReason
from levata.games.whist import WhistView
from levata.protocol.documents import (
    Channel,
    Presence,
    TablePhase,
)
from levata.protocol.messages import (
    Act,
    Lend,
    Notice,
    Rejected,
    Start,
    TakeBack,
)
from levata.records.record import FORMAT
from levata_server.room.effects import (
    AppendToLog,
    AskBot,
    Effects,
    MatchFinished,
    NeedDeal,
    Send,
    SetTimer,
)
from levata_server.room.entries import (
    Acted,
    CardsDealt,
    HandsSet,
    MatchClosed,
    MatchStarted,
    PauseSet,
)
from levata_server.room.inputs import (
    BotChose,
    DealDrawn,
    Joined,
    Requested,
)
from levata_server.room.running import RunningMatch
from levata_server.room.seating import Seating
from levata_server.room.votes import Motion
from tests.support.room_parts import seating_of, terms_of
from tests.support.table import TableDriver, refusal


def running_of(seating: Seating, **changes: Any) -> tuple[RunningMatch, Effects]:
    """Return a match at a table by itself, which waits for its first deal."""
    effects = Effects()
    effects.begin(100.0)
    running = RunningMatch(
        MatchStarted(1, "seed"),
        steps_before=0,
        terms=terms_of(**changes),
        seating=seating,
        effects=effects,
    )
    return running, effects


def test_step_is_logged_and_returns_what_everybody_learns() -> None:
    running, effects = running_of(seating_of(1, 2, 3, 4), pace="none")
    running.advance()
    running.advance()
    (need,) = effects.take()
    assert isinstance(need, NeedDeal)
    assert (need.number, need.seed) == (1, "seed")
    deal = running.match.draw()
    events = running.deal(deal)
    assert events == running.match.history
    assert effects.take() == [AppendToLog(CardsDealt(deal.order, deal.first))]
    assert running.deal(deal) is None
    (seat,) = running.match.to_act()
    assert running.decisions.asked() == {seat: 1}
    assert running.decide(seat, 1, "bid 0")
    assert effects.take() == [AppendToLog(Acted(seat, "bid 0"))]
    assert (running.steps, running.is_decided, running.force()) == (2, False, None)


def test_what_the_log_says_is_done_again_without_a_word() -> None:
    running, effects = running_of(seating_of(1, 2, 3, 4))
    deal = running.match.draw()
    running.take(CardsDealt(deal.order, deal.first))
    (seat,) = running.match.to_act()
    running.take(Acted(seat, "bid 0", spent=2500))
    running.take(PauseSet(True))
    running.take(HandsSet(True))
    assert effects.take() == []
    assert (running.phase, running.are_hands_open) == (TablePhase.PAUSED, True)
    assert running.decisions.reserves[seat] == 57.5
    assert not running.decisions.pending
    running.look_ahead()
    assert list(running.decisions.asked().values()) == [2]
    running.take(PauseSet(False))
    assert running.phase == TablePhase.PLAYING
    running.take(MatchClosed(1, "void"))
    assert (running.phase, running.are_hands_open) == (TablePhase.OVER, False)
    assert refusal(running.take, Acted(seat, "dance")) == "unknown_action"


def test_whoever_surrendered_or_deserted_has_left() -> None:
    seating = seating_of(1, 2, 3, 4)
    running, effects = running_of(seating)
    running.surrender(2)
    running.surrender(0)
    seating.set_presence(3, Presence.TAKEN_OVER)
    seating.go(4)
    running.votes.agree(1, Motion.STOP)
    running.close(EndReason.STOPPED)
    _, closed, finished = effects.take()
    assert closed == AppendToLog(MatchClosed(1, "stopped", (0, 2, 3)))
    assert isinstance(finished, MatchFinished)
    assert finished.document["result"]["left"] == [0, 2, 3]
    assert (running.phase, running.votes.cast) == (TablePhase.OVER, ())


def test_agreement_on_hands_ends_with_a_notice_only_where_there_was_one() -> None:
    running, effects = running_of(seating_of(1, 2))
    running.votes.agree(1, Motion.OPEN_HANDS)
    running.close_hands("Ana")
    assert (running.votes.cast, effects.take()) == ((), [])
    running.open_hands()
    assert effects.take() == [AppendToLog(HandsSet(True))]
    running.close_hands("Ana")
    assert effects.take() == [
        AppendToLog(HandsSet(False)),
        Send(1, Notice("hands_closed", ("Ana",))),
        Send(2, Notice("hands_closed", ("Ana",))),
    ]


def test_pause_halts_what_goes_by_itself() -> None:
    running, effects = running_of(seating_of(1, 2, 3, 4))
    running.deal(running.match.draw())
    running.advance()
    effects.take()
    running.set_pause(True)
    (seat,) = running.match.to_act()
    assert effects.take() == [
        SetTimer(f"clock:{seat}", None),
        SetTimer("masked", None),
        AppendToLog(PauseSet(True)),
    ]
    assert refusal(running.decide, seat, 1, "bid 0") == "paused"
    running.advance()
    assert effects.take() == []
    running.set_pause(False)
    running.advance()
    assert effects.take() == [AppendToLog(PauseSet(False)), SetTimer(f"clock:{seat}", 180.0)]


# --- in a room -----------------------------------------------------------------------------------


def whist(table: TableDriver, person: int) -> WhistView:
    """Return a person's view of a match of Whist."""
    view = table.view(person)
    assert isinstance(view, WhistView)
    return view


def test_match_is_played_to_its_record() -> None:
    table = TableDriver(persons=2)
    table.start()
    table.play_on()
    record = table.documents[0]
    assert record["format"] == FORMAT
    assert [seat["kind"] for seat in record["seats"]] == ["person", "person", "bot", "bot"]
    assert record["result"]["reason"] == "completed"
    assert len(record["deals"]) == 16
    assert table.guests[1].phase() == TablePhase.OVER
    assert table.view(1).totals == tuple(record["result"]["scores"])


@pytest.mark.parametrize(
    ("decision", "action", "code"),
    [
        (0, "bid 0", "stale_decision"),
        (1000, "bid 0", "stale_decision"),
        (None, "bid 99", "unknown_action"),
        (None, "bid 8", "bid_out_of_range"),
        (None, "play AS", "wrong_phase"),
        (None, "\x1b[2J", "unknown_action"),
    ],
)
def test_bad_act_is_refused_and_changes_nothing(
    decision: int | None, action: str, code: str
) -> None:  # C6, C7
    table = TableDriver(persons=1)
    table.start()
    table.wait_for_turn()
    guest = table.guests[1]
    before, entries = guest.mirrors[Channel.GAME].document, len(table.log)
    number = guest.decision if decision is None else decision
    assert table.ask(1, Act(1, number, action)) == code
    assert guest.mirrors[Channel.GAME].document == before
    assert len(table.log) == entries


def test_double_click_acts_once() -> None:  # C8
    table = TableDriver(persons=1)
    table.start()
    table.wait_for_turn()
    decision = table.guests[1].decision
    assert table.ask(1, Act(1, decision, "bid 0")) == "ok"
    entries = len(table.log)
    assert table.ask(1, Act(1, decision, "bid 0")) == "stale_decision"
    assert table.ask(1, Act(1, decision, "bid 1")) == "stale_decision"
    assert len(table.log) == entries


def test_other_seats_turn_is_refused() -> None:
    table = TableDriver(persons=2)
    table.start()
    waiting = 1 if not table.guests[1].decision else 2
    assert table.ask(waiting, Act(1, 5, "bid 0")) == "stale_decision"


def test_refusals_carry_the_facts_to_explain_them() -> None:
    table = TableDriver(persons=1)
    table.start()
    table.wait_for_turn()
    table.ask(1, Act(1, table.guests[1].decision, "bid 7"))
    refused = [m for m in table.guests[1].messages if isinstance(m, Rejected)]
    assert refused[-1].facts == ("0", "1")


def test_bot_gets_a_view_and_a_seed_that_is_not_the_matchs() -> None:
    table = TableDriver(persons=1)
    table.start()
    ask = _next_question(table)
    assert ask.question.view.seat == ask.seat
    assert ask.seed != table.match.seed
    assert ask.delay == table.policy.bot_delay
    assert ask.question.history


@pytest.mark.parametrize("answer", ["", "bid 99", "play 2C"])
def test_bot_that_fails_plays_a_simple_legal_action(answer: str) -> None:  # E4
    table = TableDriver(persons=1)
    table.start()
    seat = _next_question(table).seat
    table.answer_bot(answer)
    actions = [entry for entry in table.log if getattr(entry, "seat", None) == seat]
    assert getattr(actions[-1], "auto", "") == "timeout"


def test_late_answers_of_bots_are_dropped() -> None:  # E5
    table = TableDriver(persons=1)
    table.start()
    question = _next_question(table)
    table.answer_bot()
    entries = len(table.log)
    table.handle(BotChose(question.seat, question.decision, "bid 0"))
    table.handle(BotChose(0, 1, "bid 0"))
    assert len(table.log) == entries


def test_deal_that_nobody_asked_for_is_dropped() -> None:
    table = TableDriver(persons=1)
    deal = DealDrawn(Deal(tuple(range(20, 52)), 0))
    table.handle(deal)
    table.start()
    before = table.guests[1].mirrors[Channel.GAME].document
    table.handle(deal)
    assert table.guests[1].mirrors[Channel.GAME].document == before


def test_cards_are_asked_for_once() -> None:
    table = TableDriver(persons=1)
    first = table.room.handle(table.now, Requested(1, Start(1)))
    again = table.room.handle(table.now, Joined(2, "P2"))
    needs = [[isinstance(effect, NeedDeal) for effect in effects] for effects in (first, again)]
    assert (any(needs[0]), any(needs[1])) == (True, False)


def test_lent_seat_is_played_by_a_bot_and_taken_back_at_once() -> None:  # B12, G8
    table = TableDriver(persons=1, pace="none")
    table.start()
    table.wait_for_turn()
    decision = table.guests[1].decision
    assert table.ask(1, Lend(1)) == "ok"
    assert table.ask(1, Lend(1)) == "ok"  # twice changes nothing
    assert table.guests[1].decision == 0
    assert table.ask(1, Act(1, decision, "bid 0")) == "bot_plays_seat"
    question = table.asked[-1]
    assert (question.seat, question.decision) == (0, decision)
    assert table.ask(1, TakeBack(1)) == "ok"
    assert table.ask(1, TakeBack(1)) == "ok"
    assert table.guests[1].decision == decision
    entries = len(table.log)
    table.handle(BotChose(0, decision, "bid 0"))  # one controller per seat
    assert len(table.log) == entries
    assert table.ask(1, Act(1, decision, "bid 0")) == "ok"


# --- forced actions ------------------------------------------------------------------------------


def test_forced_cards_of_a_forehead_round_are_played_by_the_server() -> None:
    table = TableDriver(persons=1, options={"sequence": "1-4-1", "forehead": "on"}, pace="none")
    table.start()
    table.wait_for_turn()
    assert whist(table, 1).hand == ()
    table.ask(1, Act(1, table.guests[1].decision, table.view(1).legal[0]))
    for _ in range(3):
        if table.asked and len(whist(table, 1).rounds) == 0:
            table.answer_bot()
    assert len(whist(table, 1).rounds) == 1


def test_forced_leave_of_septica_takes_the_time_of_a_decision() -> None:  # S-A24
    table = TableDriver(game="septica", seats=4, persons=4, options={})
    table.start()
    rng = random.Random(5)
    while "masked" not in table.timers:
        guest = next(guest for guest in table.guests.values() if guest.decision)
        table.ask(guest.number, Act(1, guest.decision, rng.choice(table.view(guest.number).legal)))
    leader = table.view(1).turn
    assert table.guests[1].clock == (20_000, 60_000)  # as for any decision
    guest = table.guests[leader + 1]
    assert guest.decision == 0
    assert table.ask(leader + 1, Act(1, len(table.log), "leave")) == "stale_decision"
    wait = table.timers["masked"] - table.now
    assert table.policy.masked_delay <= wait <= 2 * table.policy.masked_delay
    table.ask(leader + 1, Lend(1))
    assert table.timers["masked"] == table.now + table.policy.bot_delay
    assert not table.asked
    table.fire("masked")
    last = [entry for entry in table.log if isinstance(entry, Acted)][-1]
    assert (last.action, last.auto) == ("leave", "forced")


def _next_question(table: TableDriver) -> AskBot:
    while not table.asked:
        guest = table.guests[1]
        table.ask(1, Act(1, guest.decision, table.view(1).legal[0]))
    return table.asked[0]
