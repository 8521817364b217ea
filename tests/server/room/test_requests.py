"""What persons may ask for, what is refused, and what the seats of a match agree to."""

from __future__ import annotations

import random

import pytest

from levata.protocol.documents import (
    Channel,
    HandsDocument,
    HandsShown,
    SeatKind,
    TablePhase,
)
from levata.protocol.messages import (
    Act,
    AddBot,
    Arrange,
    AskSync,
    FreeSeat,
    GiveOwnership,
    Hello,
    Lend,
    Nudge,
    Request,
    Say,
    Sit,
    Stand,
    Start,
    TakeBack,
    Vote,
)
from levata_server.room.entries import (
    HandsSet,
)
from tests.support.table import TableDriver
from tests.support.watching import (
    CLOSE,
    NOTHING,
    OPEN,
    OTHER,
    WATCHER,
    agree,
    frames_of_hands,
    opened_table,
    truth,
    watched_table,
)


def test_sit_takes_a_seat_and_frees_the_former_one() -> None:
    table = TableDriver(persons=1)
    assert table.ask(1, Sit(1, 2)) == "ok"
    seats = table.guests[1].table.seats
    assert [seat.kind for seat in seats] == [
        SeatKind.EMPTY,
        SeatKind.EMPTY,
        SeatKind.PERSON,
        SeatKind.EMPTY,
    ]


def test_sit_replaces_a_bot_before_the_match() -> None:
    table = TableDriver(persons=1)
    assert table.ask(1, AddBot(1, 1)) == "ok"
    table.join(2)
    assert table.ask(2, Sit(1, 1)) == "ok"
    assert table.guests[1].table.seats[1].person == 2


@pytest.mark.parametrize(
    ("request_", "code"),
    [
        (Sit(1, 9), "no_such_seat"),
        (Sit(1, 0), "seat_taken"),
        (Stand(1), "not_seated"),
        (AddBot(1, 1), "not_owner"),
        (FreeSeat(1, 0), "not_owner"),
        (Start(1), "not_owner"),
        (GiveOwnership(1, 2), "not_owner"),
        (Act(1, 1, "bid 0"), "not_seated"),
        (Lend(1), "not_seated"),
        (TakeBack(1), "not_seated"),
        (Arrange(1, "suits"), "not_seated"),
        (Vote(1, "stop"), "not_seated"),
        (Nudge(1), "no_match"),
        (Say(1, "\u200b"), "chat_empty"),
        (Say(1, "x" * 301), "chat_too_long"),
        (AskSync(1, Channel.LOBBY), "no_such_document"),
        (Hello(1, 1), "not_at_a_table"),
    ],
)
def test_request_of_a_watcher_is_refused_with_a_code(request_: Request, code: str) -> None:
    table = TableDriver(persons=1)
    table.join(2)
    before = table.guests[1].table
    assert table.ask(2, request_) == code
    assert table.guests[1].table == before


@pytest.mark.parametrize(
    ("request_", "code"),
    [
        (AddBot(1, 1), "seat_taken"),
        (AddBot(1, 2, "godlike"), "unknown_level"),
        (FreeSeat(1, 2), "seat_empty"),
        (FreeSeat(1, 1), "seat_in_use"),
        (FreeSeat(1, 9), "no_such_seat"),
        (GiveOwnership(1, 5), "not_here"),
        (Lend(1), "no_match"),
        (Vote(1, "stop"), "no_match"),
        (Act(1, 1, "bid 0"), "no_match"),
        (Arrange(1, "upside down"), "unknown_order"),
    ],
)
def test_request_of_the_owner_before_the_match_is_refused(request_: Request, code: str) -> None:
    table = TableDriver(persons=2)
    assert table.ask(1, request_) == code


def test_free_seat_sends_a_bot_or_oneself_off() -> None:
    table = TableDriver(persons=1)
    table.ask(1, AddBot(1, 1))
    assert table.ask(1, FreeSeat(1, 1)) == "ok"
    assert table.ask(1, FreeSeat(1, 0)) == "ok"
    assert {seat.kind for seat in table.guests[1].table.seats} == {SeatKind.EMPTY}


def test_owner_frees_the_seat_of_somebody_away() -> None:  # B11, B19
    table = TableDriver(persons=2)
    table.start()
    assert table.ask(1, FreeSeat(1, 1)) == "seat_in_use"
    table.drop(2)
    assert table.ask(1, FreeSeat(1, 1)) == "ok"
    assert table.guests[1].table.seats[1].kind == SeatKind.BOT
    assert ("seat_freed", ("P2",)) in table.guests[1].notices
    assert table.ask(1, FreeSeat(1, 1)) == "match_running"
    assert table.ask(1, AddBot(1, 1)) == "match_running"
    assert table.ask(1, Start(1)) == "match_running"
    assert table.guests[1].phase() == TablePhase.PLAYING


def test_owner_hands_the_table_over() -> None:
    table = TableDriver(persons=2)
    assert table.ask(1, GiveOwnership(1, 2)) == "ok"
    assert table.guests[1].table.owner == 2
    assert table.ask(1, Start(1)) == "not_owner"
    assert table.ask(2, Start(1)) == "ok"


def test_chat_reaches_everybody_cleaned() -> None:
    table = TableDriver(persons=2)
    table.ask(1, Say(1, "hi [b]you\x1b[31m\u202e"))
    assert table.guests[1].said == table.guests[2].said == ["hi [b]you[31m"]


def test_nudge_reminds_whoever_must_act_but_not_too_often() -> None:
    table = TableDriver(persons=1)
    table.start()
    table.wait_for_turn()
    assert table.ask(1, Nudge(1)) == "ok"
    assert ("nudged", ("P1", "P1")) in table.guests[1].notices
    assert table.ask(1, Nudge(1)) == "too_soon"
    table.now += table.policy.nudge_interval
    assert table.ask(1, Nudge(1)) == "ok"


def test_ask_sync_brings_the_document_again() -> None:
    table = TableDriver(persons=1)
    assert table.ask(1, AskSync(1, Channel.GAME)) == "ok"  # nothing to send yet
    table.start()
    for channel in (Channel.TABLE, Channel.GAME):
        table.guests[1].mirrors[channel].clear()
        assert table.ask(1, AskSync(1, channel)) == "ok"
        assert table.guests[1].mirrors[channel].document is not None


# --- votes ---------------------------------------------------------------------------------------


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
    table.play_on()


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


# --- consent to open hands -----------------------------------------------------------------------


def test_consent_takes_every_person_and_no_computer_player() -> None:
    table = watched_table(persons=3)
    watcher = table.guests[WATCHER]
    assert table.ask(WATCHER, OPEN) == "not_seated"
    agree(table, 1, 2, 2)
    assert watcher.table.votes == (("open_hands", 1), ("open_hands", 2))
    assert watcher.table.hands == HandsShown.CLOSED
    assert ("hands_agreed", ("P2",)) in table.guests[3].notices
    assert not frames_of_hands(watcher)
    agree(table, 3)
    assert not watcher.table.votes
    assert watcher.table.hands == HandsShown.OPEN
    assert ("hands_opened", ()) in table.guests[3].notices
    assert watcher.hands == HandsDocument(1, False, truth(table))
    assert table.ask(1, OPEN) == "hands_open"


def test_consent_needs_a_match() -> None:
    table = TableDriver(persons=1)
    assert table.ask(1, OPEN) == "no_match"


def test_absent_persons_count_but_may_have_agreed_before() -> None:
    table = watched_table(persons=3)
    agree(table, 2)
    table.drop(2)
    table.drop(3)
    agree(table, 1)
    assert table.guests[1].table.votes == (("open_hands", 1), ("open_hands", 2))
    table.fire("grace:2")  # a bot takes over, the seat stays his
    assert table.guests[1].hands_shown() == HandsShown.CLOSED
    table.join(3)
    agree(table, 3)
    assert table.guests[1].hands_shown() == HandsShown.OPEN


def test_whoever_lends_the_seat_must_agree_too() -> None:
    table = watched_table(persons=2)
    assert table.ask(2, Lend(1)) == "ok"
    agree(table, 1)
    assert table.guests[1].hands_shown() == HandsShown.CLOSED
    agree(table, 2)
    assert table.guests[1].hands_shown() == HandsShown.OPEN
    assert not frames_of_hands(table.guests[2])


def test_agreement_can_be_taken_back_before_all_agree() -> None:
    table = watched_table(persons=2)
    for answer in (CLOSE, Vote(1, "open_hands", False), Vote(1, "close_hands", False)):
        agree(table, 1)
        assert table.ask(1, answer) == "ok"
        assert table.guests[2].table.votes == ()
    agree(table, 2)
    assert table.guests[1].hands_shown() == HandsShown.CLOSED
    assert not [entry for entry in table.log if isinstance(entry, HandsSet)]


@pytest.mark.parametrize("answer", [CLOSE, Vote(1, "open_hands", False)])
def test_any_seat_alone_ends_it_at_once(answer: Vote) -> None:  # A4
    table, rng = opened_table(), random.Random(2)
    watcher = table.guests[WATCHER]
    for _ in range(7):
        table.step(rng)
    assert table.ask(3, answer) == "ok"
    assert watcher.hands == NOTHING
    assert watcher.table.hands == HandsShown.CLOSED
    assert ("hands_closed", ("P3",)) in table.guests[1].notices
    sent = len(frames_of_hands(watcher))
    for _ in range(40):
        table.step(rng)
    table.join(OTHER)
    assert table.ask(WATCHER, AskSync(1, Channel.HANDS)) == "ok"
    assert watcher.hands == NOTHING
    assert len(frames_of_hands(watcher)) == sent + 1
    assert not frames_of_hands(table.guests[OTHER])
    agree(table, 1, 2, 3)
    assert watcher.hands == NOTHING
    agree(table, 4)
    assert watcher.hands is not None
    assert watcher.hands.hands == truth(table)


@pytest.mark.parametrize("is_open", [True, False])
@pytest.mark.parametrize("how", ["stand", "leave", "free"])
def test_somebody_else_at_a_seat_ends_it(how: str, is_open: bool) -> None:
    table = watched_table()
    agree(table, *range(1, 5 if is_open else 4))
    if how == "stand":
        assert table.ask(2, Stand(1)) == "ok"
    elif how == "leave":
        table.leave(2)
    else:
        table.drop(2)
        assert table.guests[1].hands_shown() == (HandsShown.OPEN if is_open else HandsShown.CLOSED)
        assert table.ask(1, FreeSeat(1, 1)) == "ok"
    view = table.guests[1].table
    assert (view.hands, view.votes) == (HandsShown.CLOSED, ())
    assert (("hands_closed", ("P2",)) in table.guests[1].notices) is is_open
    assert table.guests[WATCHER].hands == (NOTHING if is_open else None)
    agree(table, 1, 3, 4)
    # Whoever has left may come back to his seat, so he must agree.
    is_asked = how == "leave"
    assert table.guests[1].hands_shown() == (HandsShown.CLOSED if is_asked else HandsShown.OPEN)


def test_it_ends_with_the_match() -> None:
    table, rng = opened_table(), random.Random(3)
    while table.step(rng):
        pass
    watcher = table.guests[WATCHER]
    assert (watcher.table.phase, watcher.table.hands) == (TablePhase.OVER, HandsShown.CLOSED)
    assert watcher.hands == NOTHING
    table.start()
    assert watcher.table.hands == HandsShown.CLOSED
    assert watcher.hands == NOTHING
