"""Records played again: every step is checked, and a refusal names its line."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest

from levata.cards import CARD_TEXTS
from levata.game import CHANCE, Deal, EndReason
from levata.games import find_game
from levata.records.record import RecordFault, format_record, load_record
from levata.records.replay import Replay, verify
from tests.support.records import (
    default_tables,
    edited,
    fault_of,
    line_with,
    record_of,
    refused,
    stopped_record,
    whist_text,
    with_line,
    without_line,
)
from tests.support.rules import Table, mixed_tables

TABLES = default_tables() + mixed_tables(1, "records")
each_table = pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name)


# What the server and the arena write is accepted.


@each_table
def test_records_of_every_table_replay(table: Table) -> None:
    record = record_of(table)
    replayed = Replay(record)
    steps = list(replayed)
    assert steps == list(Replay(record)), "a replay can be repeated"
    recorded = [step for step in steps if step.is_recorded and step.seat != CHANCE]
    assert [(step.seat, step.text) for step in recorded] == [
        (line.seat, line.action) for deal in record.deals for line in deal.actions
    ]
    assert [step.deal for step in steps if isinstance(step.action, Deal)] == list(
        range(1, len(record.deals) + 1)
    )
    assert [step.result for step in steps if step.result] == [deal.result for deal in record.deals]
    assert table.game.to_act(steps[-1].state) == ()


@pytest.mark.parametrize("table", default_tables(), ids=lambda table: table.name)
@pytest.mark.parametrize("reason", [EndReason.STOPPED, EndReason.ABANDONED, EndReason.VOID])
def test_matches_that_ended_early_replay(table: Table, reason: EndReason) -> None:
    for steps in (0, 1, 2, 7, 40, 133):
        verify(stopped_record(table.game, table.options, table.seats, steps, reason))


def test_a_match_that_goes_on_replays_but_is_not_verified() -> None:
    document = json.loads(whist_text())
    del document["result"]
    del document["deals"][5:]
    del document["deals"][4]["result"]
    del document["deals"][4]["actions"][4:]
    record = load_record(format_record(document))
    assert len([step for step in Replay(record) if step.seat != CHANCE]) == sum(
        len(deal["actions"]) for deal in document["deals"]
    )
    with pytest.raises(RecordFault, match="unfinished"):
        verify(record)


def test_hands_and_stock_may_stand_in_any_order() -> None:
    document = json.loads(whist_text())
    for deal in document["deals"]:
        for cards in (*deal["hands"], deal["stock"]):
            cards.reverse()
    verify(load_record(format_record(document)))


def test_what_does_not_apply_may_be_left_out_of_results() -> None:
    document = json.loads(whist_text())
    for deal in document["deals"]:
        del deal["result"]["void"]
        deal["result"]["comment"] = "mine"
    verify(load_record(format_record(document)))


# Deals that do not fit.


def test_missing_hands_are_refused() -> None:
    text, record = edited(2, lambda deal: deal.pop("hands"))
    fault = fault_of(record)
    assert (fault.code, fault.facts, fault.deal) == ("bad_hands", ("0", "3"), 3)
    assert fault.line == line_with(text, '"number": 3') - 1


def test_a_missing_hand_is_refused() -> None:
    text, record = edited(2, lambda deal: deal["hands"].pop())
    fault = fault_of(record)
    assert (fault.code, fault.facts, fault.deal) == ("bad_hands", ("2", "3"), 3)
    assert fault.line == line_with(text, '"hands"', 3)


def test_hands_of_unequal_length_are_refused() -> None:
    def move(deal: Any) -> None:
        deal["hands"][0].append(deal["hands"][1].pop())

    text, record = edited(4, move)
    fault = fault_of(record)
    assert (fault.code, fault.facts, fault.deal) == ("uneven_hands", ("4, 2, 3",), 5)
    assert fault.line == line_with(text, '"hands"', 5)


def test_a_card_that_is_there_twice_is_refused() -> None:
    def double(deal: Any) -> None:
        deal["hands"][0][0] = deal["hands"][1][0]

    text, record = edited(4, double)
    fault = fault_of(record)
    assert fault.code == "card_twice"
    assert fault.facts == (record.document["deals"][4]["hands"][1][0],)
    assert fault.line == line_with(text, '"number": 5') - 1


def test_a_card_of_another_pack_is_refused() -> None:
    def foreign(deal: Any) -> None:
        deal["hands"][0][0] = "2C"

    fault = fault_of(edited(1, foreign)[1])
    assert (fault.code, fault.facts, fault.deal) == ("not_in_pack", ("2C",), 2)


def test_a_text_that_is_no_card_is_refused() -> None:
    def unknown(deal: Any) -> None:
        deal["hands"][1][0] = "10H"

    text, record = edited(1, unknown)
    fault = fault_of(record)
    assert (fault.code, fault.facts, fault.deal) == ("bad_card", ("10H",), 2)
    assert fault.line == line_with(text, '"10H"')


def shorten(deal: Any) -> None:
    for hand in deal["hands"]:
        hand.pop()


def test_a_deal_with_too_few_cards_is_refused() -> None:
    edits: list[Callable[[Any], object]] = [
        lambda deal: deal.pop("turned"),
        lambda deal: deal.pop("stock"),
        lambda deal: deal["stock"].pop(),
        shorten,
    ]
    for edit in edits:
        fault = fault_of(edited(4, edit)[1])
        assert (fault.code, fault.deal) == ("bad_deal", 5)


@pytest.mark.parametrize("first", [-1, 3, 99])
def test_a_first_seat_that_is_none_is_refused(first: int) -> None:
    text, record = edited(4, lambda deal: deal.update(first=first))
    fault = fault_of(record)
    assert (fault.code, fault.facts) == ("wrong_first", (str(first),))
    assert fault.line == line_with(text, f'"first": {first}')


def test_another_first_seat_than_the_rules_want_is_refused() -> None:
    fault = fault_of(edited(4, lambda deal: deal.update(first=(deal["first"] + 1) % 3))[1])
    assert (fault.code, fault.deal) == ("bad_deal", 5)


def test_a_deal_out_of_its_place_is_refused() -> None:
    text, record = edited(4, lambda deal: deal.update(number=6))
    fault = fault_of(record)
    assert (fault.code, fault.facts) == ("wrong_number", ("6", "5"))
    assert fault.line == line_with(text, '"number": 6')


def test_a_deal_left_out_is_refused() -> None:
    document = json.loads(whist_text())
    del document["deals"][3]
    fault = refused(format_record(document))
    assert (fault.code, fault.deal) == ("wrong_number", 4)


def test_a_deal_after_the_end_is_refused() -> None:
    document = json.loads(whist_text())
    document["deals"].append(document["deals"][-1] | {"number": 14})
    fault = refused(format_record(document))
    assert (fault.code, fault.deal) == ("deal_after_end", 14)


# Actions that the rules refuse.


def test_a_card_that_does_not_follow_is_refused_with_its_line() -> None:
    """The line of the card is named, and why it is refused."""
    record = load_record(whist_text())
    for step in Replay(record):
        state = step.state
        if step.seat == CHANCE or not state.trick:
            continue
        seat = state.turn
        hand = [card for card in range(52) if state.hands[seat] >> card & 1]
        legal = [action.text for action in find_game("whist").legal(state, seat)]
        wrong = [card for card in hand if f"play {CARD_TEXTS[card]}" not in legal]
        if wrong:
            break
    else:
        pytest.fail("no such moment in this match")
    deal = record.deals[step.deal - 1]
    done = [(line.seat, line.action) for line in deal.actions].index((step.seat, step.text))
    line = record.line_of(("deals", step.deal - 1, "actions", done + 1))
    card = CARD_TEXTS[wrong[0]]
    text = whist_text().splitlines()
    text[line - 1] = re.sub(r"play \w\w", f"play {card}", text[line - 1])
    fault = refused("\n".join(text))
    assert fault.code == "refused"
    assert fault.facts[0] in ("must_follow", "must_trump")
    assert (fault.line, fault.deal, fault.seat) == (line, step.deal, seat)
    assert fault.action == f"play {card}"


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ('"action": "bid', '"action": "bidding', "unknown_action"),
        ('"action": "bid', '"action": "play KH', "unknown_action"),
        ('"seat": 1', '"seat": 2', "not_your_turn"),
        ('"seat": 1', '"seat": -1', "not_your_turn"),
        ('"seat": 1', '"seat": 77', "not_your_turn"),
    ],
)
def test_other_actions_are_refused(old: str, new: str, reason: str) -> None:
    line = line_with(whist_text(), '"action": "bid')
    fault = refused(with_line(whist_text(), line, old, new))
    assert (fault.code, fault.facts[0], fault.line) == ("refused", reason, line)
    assert fault.deal == 1


def test_an_action_left_out_is_refused_at_the_next_one() -> None:
    line = line_with(whist_text(), '"action": "bid')
    fault = refused(without_line(whist_text(), line))
    assert (fault.code, fault.facts[0], fault.line) == ("refused", "not_your_turn", line)


def test_an_action_after_the_end_of_the_deal_is_refused() -> None:
    def repeat(deal: Any) -> None:
        deal["actions"].append(deal["actions"][-1])

    _, record = edited(2, repeat)
    fault = fault_of(record)
    assert (fault.code, fault.deal) == ("action_after_end", 3)
    assert fault.line == record.line_of(("deals", 2, "actions", 6))


def test_a_deal_that_stops_short_is_refused() -> None:
    def cut(deal: Any) -> None:
        deal["actions"].pop()

    text, record = edited(2, cut)
    fault = fault_of(record)
    assert (fault.code, fault.deal) == ("deal_unfinished", 3)
    assert fault.line == line_with(text, '"number": 3') - 1


def test_a_match_that_stops_short_is_refused() -> None:
    document = json.loads(whist_text())
    del document["deals"][-1]
    fault = refused(format_record(document))
    assert (fault.code, fault.deal) == ("match_unfinished", 0)
