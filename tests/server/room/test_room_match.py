"""Matches in a room: acting, bots, votes, the end, records."""

from __future__ import annotations

import pytest

from levata.cards import parse_cards, top_ranks
from levata.game import Deal
from levata.games import find_game
from levata.games.whist import WhistView
from levata.protocol.documents import Channel, Presence, SeatKind, TablePhase
from levata.protocol.messages import (
    Act,
    Arrange,
    Lend,
    Nudge,
    Rejected,
    Sit,
    Stand,
    Start,
    TakeBack,
    Update,
    Vote,
)
from levata.records.record import FORMAT
from levata_server.room.effects import AskBot, NeedDeal
from levata_server.room.inputs import BotChose, DealDrawn, Joined, Requested, TimerFired
from levata_server.room.terms import RoomPolicy
from tests.support.table import TableDriver


def whist(table: TableDriver, person: int) -> WhistView:
    """Return a person's view of a match of Whist."""
    view = table.view(person)
    assert isinstance(view, WhistView)
    return view


def play_on(table: TableDriver) -> None:
    """Play until the match is over: bots and people do anything legal."""
    for _ in range(5000):
        if table.documents:
            return
        table.run_bots()
        for person, guest in table.guests.items():
            if guest.decision:
                table.ask(person, Act(1, guest.decision, table.view(person).legal[0]))
    raise AssertionError("the match does not end")


def wait_for_turn(table: TableDriver, person: int = 1) -> None:
    """Let everybody else act until a person must."""
    while not table.guests[person].decision:
        if table.asked:
            table.answer_bot()
            continue
        other = next(number for number, guest in table.guests.items() if guest.decision)
        table.ask(other, Act(1, table.guests[other].decision, table.view(other).legal[0]))


def test_match_is_played_to_its_record() -> None:
    table = TableDriver(persons=2)
    table.start()
    play_on(table)
    record = table.documents[0]
    assert record["format"] == FORMAT
    assert [seat["kind"] for seat in record["seats"]] == ["person", "person", "bot", "bot"]
    assert record["result"]["reason"] == "completed"
    assert len(record["deals"]) == 16
    assert table.guests[1].phase() == TablePhase.OVER
    assert table.view(1).totals == tuple(record["result"]["scores"])


def test_rematch_begins_another_match_with_other_decision_numbers() -> None:
    table = TableDriver(persons=1, pace="none")
    table.start()
    wait_for_turn(table)
    first = table.guests[1].decision
    play_on(table)
    table.documents.clear()
    table.start()
    wait_for_turn(table)
    assert table.guests[1].table.match == 2
    assert table.guests[1].decision > first
    assert table.documents == []


def test_accepted_act_is_answered_by_its_own_update_only() -> None:
    table = TableDriver(persons=2)
    table.start()
    actor = next(person for person in (1, 2) if _reaches(table, person))
    other = 3 - actor
    table.guests[other].messages.clear()
    assert table.ask(actor, Act(1, table.guests[actor].decision, "bid 0")) == "ok"
    updates = [m for m in table.guests[other].messages if isinstance(m, Update)]
    assert all(update.ref == 0 for update in updates)


def _reaches(table: TableDriver, person: int) -> bool:
    for _ in range(10):
        if table.guests[person].decision:
            return True
        if not table.asked:
            return False
        table.answer_bot()
    return False


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
    wait_for_turn(table)
    guest = table.guests[1]
    before, entries = guest.mirrors[Channel.GAME].document, len(table.log)
    number = guest.decision if decision is None else decision
    assert table.ask(1, Act(1, number, action)) == code
    assert guest.mirrors[Channel.GAME].document == before
    assert len(table.log) == entries


def test_double_click_acts_once() -> None:  # C8
    table = TableDriver(persons=1)
    table.start()
    wait_for_turn(table)
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


def test_bot_gets_a_view_and_a_seed_that_is_not_the_matchs() -> None:
    table = TableDriver(persons=1)
    table.start()
    ask = _next_question(table)
    assert ask.question.view.seat == ask.seat
    assert ask.seed != table.match.seed
    assert ask.delay == table.policy.bot_delay
    assert ask.question.history


def _next_question(table: TableDriver) -> AskBot:
    while not table.asked:
        guest = table.guests[1]
        table.ask(1, Act(1, guest.decision, table.view(1).legal[0]))
    return table.asked[0]


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


def test_lent_seat_is_played_by_a_bot_and_taken_back_at_once() -> None:  # B12, G8
    table = TableDriver(persons=1, pace="none")
    table.start()
    wait_for_turn(table)
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


def test_bot_in_a_persons_seat_is_marked_in_the_record() -> None:
    table = TableDriver(persons=1, pace="none")
    table.start()
    table.ask(1, Lend(1))
    assert table.guests[1].presence(0) == Presence.LENT
    play_on(table)
    autos = {
        action.get("auto")
        for deal in table.documents[0]["deals"]
        for action in deal["actions"]
        if action["seat"] == 0
    }
    assert autos == {"takeover"}
    assert "left" not in table.documents[0]["result"]
    table.documents.clear()
    table.start()
    assert table.guests[1].presence(0) == Presence.PRESENT


def test_whoever_is_gone_at_the_end_stands_in_the_record() -> None:  # G6
    table = TableDriver(persons=2, pace="none")
    table.start()
    table.leave(2)
    play_on(table)
    assert table.documents[0]["result"]["left"] == [1]
    table.documents.clear()
    table.start()
    assert table.guests[1].table.seats[1].kind == SeatKind.BOT


def test_return_before_the_end_clears_the_mark() -> None:
    table = TableDriver(persons=2, pace="none")
    table.start()
    table.leave(2)
    table.join(2)
    play_on(table)
    assert "left" not in table.documents[0]["result"]
    assert table.guests[1].presence(1) == Presence.TAKEN_OVER


def test_pause_by_vote_stops_everything_until_resumed() -> None:  # D8
    table = TableDriver(persons=3)
    table.start()
    guest = table.guests[1]
    assert table.ask(1, Vote(1, "resume")) == "not_paused"
    assert table.ask(1, Vote(1, "dance")) == "unknown_motion"
    assert table.ask(1, Vote(1, "pause")) == "ok"
    assert guest.table.votes == (("pause", 1),)
    assert table.ask(1, Vote(1, "pause", False)) == "ok"
    assert not guest.table.votes
    table.ask(1, Vote(1, "pause"))
    assert guest.phase() == TablePhase.PLAYING
    table.ask(2, Vote(1, "pause"))
    assert guest.phase() == TablePhase.PAUSED
    assert not guest.table.votes
    assert not [name for name in table.timers if name.startswith("clock")]
    assert table.ask(1, Act(1, 1, "bid 0")) == "paused"
    assert table.ask(1, Vote(1, "pause")) == "paused"
    asked = list(table.asked)
    table.run_bots()
    assert guest.phase() == TablePhase.PAUSED
    table.ask(1, Vote(1, "resume"))
    table.ask(3, Vote(1, "resume"))
    assert guest.phase() == TablePhase.PLAYING
    if asked:
        assert [ask.decision for ask in table.asked] == [ask.decision for ask in asked]
    play_on(table)


def test_vote_to_stop_ends_the_match_with_its_scores() -> None:
    table = TableDriver(persons=2)
    table.start()
    table.ask(1, Vote(1, "stop"))
    table.ask(2, Vote(1, "stop"))
    record = table.documents[0]
    assert record["result"]["reason"] == "stopped"
    assert "result" not in record["deals"][-1]
    assert table.guests[1].phase() == TablePhase.OVER


@pytest.mark.parametrize("goes", ["drop", "leave"])
def test_votes_of_people_who_go_do_not_count(goes: str) -> None:
    table = TableDriver(persons=4)
    table.start()
    for person in (3, 4):
        table.ask(person, Vote(1, "stop"))
    getattr(table, goes)(4)
    assert table.guests[1].table.votes == (("stop", 3),)
    getattr(table, goes)(3)
    assert not table.guests[1].table.votes


def test_whoever_gives_up_the_seat_after_the_match_sees_it_as_a_spectator() -> None:
    table = TableDriver(persons=2, pace="none")
    table.start()
    play_on(table)
    table.ask(2, Stand(1))
    assert table.view(2).seat == -1
    table.ask(2, Sit(1, 2))
    assert table.view(2).seat == 2


def test_nudge_reminds_whoever_must_act_but_not_too_often() -> None:
    table = TableDriver(persons=1)
    table.start()
    wait_for_turn(table)
    assert table.ask(1, Nudge(1)) == "ok"
    assert ("nudged", ("P1", "P1")) in table.guests[1].notices
    assert table.ask(1, Nudge(1)) == "too_soon"
    table.now += table.policy.nudge_interval
    assert table.ask(1, Nudge(1)) == "ok"


def test_hand_order_decides_what_a_timeout_plays() -> None:
    own = parse_cards("AC 7H 8H 9H TH JH QH KH")
    deal = Deal((*own, *(card for card in top_ranks(8) if card not in own)), first=0)
    played = {}
    for order in ("suits", "ranks"):
        table = TableDriver(persons=1, options={"sequence": "8-1-8"}, first_deals=[deal])
        assert table.ask(1, Arrange(1, order)) == "ok"
        table.start()
        wait_for_turn(table)
        table.ask(1, Act(1, table.guests[1].decision, table.view(1).legal[0]))
        wait_for_turn(table)
        table.fire("clock:0")
        played[order] = set(own) - set(table.view(1).hand)
    assert played == {"suits": {own[0]}, "ranks": {own[1]}}


def test_forced_cards_of_a_forehead_round_are_played_by_the_server() -> None:
    table = TableDriver(persons=1, options={"sequence": "1-4-1", "forehead": "on"}, pace="none")
    table.start()
    wait_for_turn(table)
    assert whist(table, 1).hand == ()
    table.ask(1, Act(1, table.guests[1].decision, table.view(1).legal[0]))
    for _ in range(3):
        if table.asked and len(whist(table, 1).rounds) == 0:
            table.answer_bot()
    assert len(whist(table, 1).rounds) == 1


def test_bots_only_match_goes_on_without_people_where_allowed() -> None:
    policy = RoomPolicy(is_kept_without_people=True)
    table = TableDriver(persons=1, policy=policy, pace="none")
    table.start()
    table.leave(1)
    play_on(table)
    assert table.documents


def test_timers_of_the_past_do_nothing() -> None:
    table = TableDriver(persons=1)
    for name in ("clock:0", "grace:0", "masked"):
        table.handle(TimerFired(name))
    table.start()
    for name in ("clock:3", "grace:0", "masked"):
        table.handle(TimerFired(name))
    assert table.guests[1].table.seats[0].kind == SeatKind.PERSON
    assert table.guests[1].mirrors[Channel.TABLE].resyncs == 0


def test_start_draws_from_the_seed_of_the_match() -> None:
    table = TableDriver(persons=1)
    effects = table.room.handle(table.now, _start(table))
    need = next(effect for effect in effects if isinstance(effect, NeedDeal))
    assert (need.number, need.seats, len(need.pack)) == (1, 4, 32)


def _start(_table: TableDriver) -> Requested:
    return Requested(1, Start(1))


def test_refusals_carry_the_facts_to_explain_them() -> None:
    table = TableDriver(persons=1)
    table.start()
    wait_for_turn(table)
    table.ask(1, Act(1, table.guests[1].decision, "bid 7"))
    refused = [m for m in table.guests[1].messages if isinstance(m, Rejected)]
    assert refused[-1].facts == ("0", "1")


def test_answer_that_settles_it_for_all_ends_their_decisions(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = TableDriver(game="hearts", seats=4, persons=4, options={})
    table.start()
    assert all(guest.decision for guest in table.guests.values())

    def first_goes_on_alone(_game: object, _state: object) -> tuple[int, ...]:
        return (0,)

    monkeypatch.setattr(type(find_game("hearts")), "to_act", first_goes_on_alone)
    assert table.ask(1, Act(1, table.guests[1].decision, table.view(1).legal[0])) == "ok"
    assert [bool(guest.decision) for guest in table.guests.values()] == [True, False, False, False]
    assert not {"clock:1", "clock:2", "clock:3"} & table.timers.keys()


def test_cards_are_asked_for_once() -> None:
    table = TableDriver(persons=1)
    first = table.room.handle(table.now, _start(table))
    again = table.room.handle(table.now, Joined(2, "P2"))
    needs = [[isinstance(effect, NeedDeal) for effect in effects] for effects in (first, again)]
    assert (any(needs[0]), any(needs[1])) == (True, False)
