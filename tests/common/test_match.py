"""The driver of a match: what it deals, carries out, remembers, tells and records."""

from __future__ import annotations

import random
from typing import Any

import pytest

from levata.bots.bot import Budget
from levata.cards import Card, HandOrder, cards_of, mask_of, parse_cards
from levata.dealing import draw_deal
from levata.errors import IllegalAction, OptionError
from levata.events import Event
from levata.game import CHANCE, Deal, EndReason
from levata.games.belot import Belot, BelotOptions
from levata.games.hearts import Hearts, HeartsOptions
from levata.games.whist import Whist, WhistOptions
from levata.match import Match
from levata.records.record import SeatLabel, format_record, load_record
from levata.records.replay import verify
from tests.support.records import default_tables
from tests.support.rules import Table

each_table = pytest.mark.parametrize("table", default_tables(), ids=lambda table: table.name)
SHORT = WhistOptions(sequence="1-4-1")


def match_at(table: Table, **more: Any) -> Match:
    return Match(table.game, table.options, table.seats, seed="7", **more)


def whist(**more: Any) -> Match:
    """Return a short match of three."""
    return Match(Whist(), SHORT, 3, seed="7", **more)


def labels(seats: int) -> list[SeatLabel]:
    return [SeatLabel(f"P{seat}", "person") for seat in range(seats)]


def play_step(match: Match, rng: random.Random) -> tuple[Event, ...]:
    """Let the match go on by one deal or action."""
    acting = match.to_act()
    if acting == (CHANCE,):
        return match.deal(match.draw())
    seat = rng.choice(acting)
    return match.act(seat, rng.choice(match.legal(seat)).text)


def play_out(match: Match) -> None:
    rng = random.Random(1)
    while match.to_act():
        play_step(match, rng)


# Deals and actions.


@each_table
def test_steps_and_deals_are_counted_and_a_deal_has_a_history_of_its_own(table: Table) -> None:
    match, rng = match_at(table), random.Random(1)
    told: tuple[Event, ...] = ()
    for step in range(1, 120):
        acting, deals = match.to_act(), match.deals
        if not acting:
            break
        is_deal = acting == (CHANCE,)
        events = play_step(match, rng)
        told = events if is_deal else told + events
        assert match.history == told
        assert (match.steps, match.deals) == (step, deals + is_deal)


def test_a_new_match_waits_for_a_deal() -> None:
    match = whist()
    assert match.to_act() == (CHANCE,)
    assert (match.steps, match.deals, match.history, match.finished) == (0, 0, (), None)
    assert (match.number, match.seed, match.seats) == (1, "7", 3)


def test_a_table_that_the_game_refuses_makes_no_match() -> None:
    with pytest.raises(OptionError, match="bad_seats"):
        Match(Whist(), SHORT, 9)


def test_what_the_rules_refuse_changes_nothing() -> None:
    match = whist()
    match.deal(match.draw())
    before = match.state, match.history, match.steps, match.deals
    with pytest.raises(IllegalAction, match="wrong_phase"):
        match.deal(match.draw())
    with pytest.raises(IllegalAction, match="not_your_turn"):
        match.act((match.to_act()[0] + 1) % 3, "bid 1")
    with pytest.raises(IllegalAction, match="unknown_action"):
        match.act(match.to_act()[0], "dance")
    assert (match.state, match.history, match.steps, match.deals) == before


def test_deals_are_drawn_from_the_seed_by_their_number() -> None:
    match = whist()
    for number in (1, 2):
        assert match.draw() == draw_deal(match.pack(), 3, "7", number)
        match.deal(match.draw())
        while match.to_act() not in ((), (CHANCE,)):
            seat = match.to_act()[0]
            match.act(seat, match.timeout_action(seat))


def test_a_game_may_only_cut_a_shuffled_pack() -> None:
    match = Match(Belot(), BelotOptions(shuffle="cut_only"), 4, seed="7")
    match.deal(match.draw())
    for _ in range(4):
        match.act(match.to_act()[0], "pass")
    gathered = match.pack()
    cut = match.deal_of(Deal(tuple(reversed(gathered)), 2))
    assert cut == Deal((gathered[-1], *gathered[:-1]), 2)
    assert set(match.draw().order) == set(gathered)


def test_what_is_forced_is_told_and_the_rest_is_for_the_seats() -> None:
    match = Match(Hearts(), HeartsOptions(passing=False), 4, seed="7")
    assert match.forced() is None
    match.deal(match.draw())
    forced = match.forced()
    assert forced is not None
    assert (forced.seat, forced.action.text) == (match.to_act()[0], "play 2C")
    match.act(forced.seat, forced.action.text, "forced")
    assert match.forced() is None


@each_table
def test_time_that_is_up_leads_through_a_match(table: Table) -> None:
    match = match_at(table)
    for _ in range(300):
        acting = match.to_act()
        if acting == (CHANCE,):
            match.deal(match.draw())
        elif acting:
            text = match.timeout_action(acting[-1], HandOrder.RANKS)
            assert text in match.view(acting[-1]).legal
            match.act(acting[-1], text, "timeout")
    assert match.deals > 1 or not match.to_act()


# Who knows what.


@each_table
def test_a_view_is_what_all_know_with_what_is_ones_own(table: Table) -> None:
    match, rng = match_at(table), random.Random(2)
    for _ in range(40):
        if match.to_act():
            play_step(match, rng)
        assert match.view(None) == match.public()
        for seat in range(table.seats):
            fields = list(match.public().__struct_fields__)
            own = [getattr(match.view(seat), fields[key]) for key in match.own_keys]
            assert tuple(own) == match.own(seat)
            assert [action.text for action in match.legal(seat)] == list(match.view(seat).legal)


def test_a_computer_player_is_asked_with_its_view_and_the_history_of_the_deal() -> None:
    match = whist()
    match.deal(match.draw())
    first = match.to_act()[0]
    match.act(first, "bid 0")
    second = match.to_act()[0]
    question = match.question(second)
    assert (question.game, question.options, question.seats) == ("whist", SHORT, 3)
    assert (question.view, question.history) == (match.view(second), match.history)
    assert question.budget == Budget()
    assert match.question(second, Budget(iterations=5)).budget == Budget(iterations=5)


@each_table
def test_hands_of_a_finished_deal_are_all_cards_that_seats_held(table: Table) -> None:
    match, rng = match_at(table, are_hands_noted=True), random.Random(3)
    held: list[set[Card]] = []
    while match.to_act() and match.deals < 3:
        if match.to_act() == (CHANCE,):
            if held:
                assert match.finished is not None
                assert match.finished[0] == match.deals
                assert [set(hand) for hand in match.finished[1]] == held
            held = [set() for _ in range(table.seats)]
        play_step(match, rng)
        for cards, hand in zip(held, match.state.hands, strict=True):
            cards.update(cards_of(hand))


def test_hands_are_noted_only_on_demand_and_never_of_a_pack_that_is_kept() -> None:
    silent = whist()
    kept = Match(Belot(), BelotOptions(shuffle="cut_only"), 4, are_hands_noted=True, seed="7")
    for match in (silent, kept):
        while match.deals < 2:
            play_step(match, random.Random(4))
        assert match.finished is None


def test_hands_on_foreheads_are_known_between_the_seats() -> None:
    match = Match(Whist(), WhistOptions(forehead=True), 3, seed="7")
    match.deal(match.draw())
    assert match.view(0).hand == ()
    assert mask_of(card for hand in match.hands() for card in hand) == sum(match.state.hands)


# The end.


@each_table
def test_the_record_of_a_match_is_true(table: Table) -> None:
    match = match_at(table, labels=labels(table.seats))
    play_out(match)
    outcome = match.outcome()
    assert outcome.reason is EndReason.COMPLETED
    record = load_record(format_record(match.record(outcome)))
    verify(record)
    assert len(record.deals) == match.deals
    assert record.seed == "7"


def test_a_match_that_ends_before_its_time_has_a_reason_and_those_who_left() -> None:
    match = whist(labels=labels(3))
    match.deal(match.draw())
    match.act(match.to_act()[0], match.timeout_action(match.to_act()[0]), "timeout")
    outcome = match.outcome([1], EndReason.ABANDONED)
    assert outcome.reason is EndReason.ABANDONED
    record = load_record(format_record(match.record(outcome, [1])))
    verify(record)
    assert record.result is not None
    assert (record.result.left, record.deals[0].actions[0].auto) == ((1,), "timeout")


def test_a_finished_match_needs_no_reason_unless_somebody_left() -> None:
    match = whist()
    play_out(match)
    assert match.outcome() == match.outcome((), EndReason.VOID)
    assert match.outcome([0]).reason is EndReason.COMPLETED


def test_a_deal_can_be_given_card_by_card() -> None:
    match = whist()
    order = parse_cards("AS KS QS JS") + tuple(
        card for card in match.pack() if card not in parse_cards("AS KS QS JS")
    )
    match.deal(Deal(order, first=1))
    assert [match.view(seat).hand for seat in (1, 2, 0)] == [
        parse_cards(text) for text in ("AS", "KS", "QS")
    ]
    assert match.public().turn == 1
