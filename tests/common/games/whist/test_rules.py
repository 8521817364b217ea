"""Whist: the pack, dealing, forehead rounds, time that is up, ends and records."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from levata.cards import NO_CARD, RANKS, HandOrder, parse_card, parse_cards, rank_of
from levata.errors import OptionError, RecordError
from levata.events import Dealt
from levata.game import CHANCE, Deal, EndReason, places_of
from levata.games.whist import Phase, WhistOptions, schedule
from tests.support.whist import (
    GAME,
    at_size,
    dealt,
    options_of,
    position,
    rigged_round,
    run,
    texts_of,
)

# The pack and the order of the rounds.


@pytest.mark.parametrize(("seats", "cards"), [(3, 24), (4, 32), (5, 40), (6, 48)])
def test_w1_deck_size(seats: int, cards: int) -> None:
    pack = GAME.pack(GAME.setup(seats, WhistOptions()))
    assert len(pack) == len(set(pack)) == cards


@pytest.mark.parametrize(("seats", "rank"), [(3, "9"), (4, "7"), (5, "5"), (6, "3")])
def test_w2_lowest_rank(seats: int, rank: str) -> None:
    pack = GAME.pack(GAME.setup(seats, WhistOptions()))
    assert {RANKS[rank_of(card)] for card in pack} == set(RANKS[RANKS.index(rank) :])


def test_w8_first_and_hooked_seat_of_the_sixth_round() -> None:
    state = replace(GAME.setup(4, WhistOptions()), round=5)
    state = GAME.apply(state, CHANCE, Deal(GAME.pack(state), first=0)).state
    assert GAME.to_act(state) == (1,)
    state, _ = run(state, "bid 0", "bid 0", "bid 0")
    assert GAME.to_act(state) == (0,)
    assert texts_of(state, 0) == "bid 0, bid 1, bid 2"


def test_w9_how_often_each_of_five_seats_is_first() -> None:
    state = GAME.setup(5, WhistOptions())
    firsts: list[int] = []
    while state.phase != Phase.OVER:
        state, events = rigged_round(state, 0, {})
        firsts += [event.first for event in events if isinstance(event, Dealt)]
    assert [firsts.count(seat) for seat in range(5)] == [6, 6, 5, 5, 5]


def test_w44_equal_scores_share_a_place() -> None:
    assert places_of((100, 100, 80, 60)) == (1, 1, 3, 4)


def test_w45_forehead_round_shows_every_card_but_ones_own() -> None:
    hands = {0: "AH", 1: "7H", 2: "KS", 3: "9D"}
    state = dealt(4, hands, turned="7S", forehead=True)
    view = GAME.view(state, 0)
    others = tuple(parse_card(hands[seat]) for seat in (1, 2, 3))
    assert view.hand == ()
    assert view.foreheads == (NO_CARD, *others)
    assert view.counts == (1, 1, 1, 1)
    assert view.turned == parse_card("7S")


HANDS = {0: "KH", 1: "7S", 2: "AH", 3: "8D"}


def test_setup_refuses_wrong_tables() -> None:
    with pytest.raises(OptionError, match="bad_seats"):
        GAME.setup(2, WhistOptions())
    with pytest.raises(OptionError, match="contradictory: max_repeats, repeat_if_all_fail"):
        GAME.setup(4, WhistOptions(max_repeats=3))
    with pytest.raises(OptionError, match="contradictory: repeat_keep_scores"):
        GAME.setup(4, WhistOptions(repeat_keep_scores=True))


def test_eight_card_round_has_no_trump_and_no_stock() -> None:
    state = at_size(4, 8)
    step = GAME.apply(state, CHANCE, Deal(GAME.pack(state)))
    assert step.events == (Dealt(8, step.state.first),)
    assert (step.state.trump, step.state.turned, step.state.stock) == (-1, NO_CARD, 0)


def test_one_card_rounds_can_be_without_trump() -> None:
    state = at_size(4, 1, one_card_trump="off")
    step = GAME.apply(state, CHANCE, Deal(GAME.pack(state)))
    assert step.events == (Dealt(1, 0),)
    assert (step.state.trump, step.state.turned) == (-1, NO_CARD)
    assert step.state.stock.bit_count() == 28
    bigger = at_size(4, 2, one_card_trump="off")
    assert GAME.apply(bigger, CHANCE, Deal(GAME.pack(bigger))).state.trump >= 0


def test_short_match_has_a_trump_in_every_round() -> None:
    assert schedule(4, "1-4-1") == (1, 1, 1, 1, 2, 3, 4, 4, 4, 4, 3, 2, 1, 1, 1, 1)
    state = GAME.setup(4, options_of(sequence="1-4-1"))
    while state.phase != Phase.OVER:
        state, _ = rigged_round(state, 0, {})
    assert len(state.rounds) == 16
    assert all(row.trump >= 0 for row in state.rounds)


# Forehead rounds.


def test_forehead_card_is_forced_and_hidden_until_played() -> None:
    state = dealt(4, HANDS, turned="9S", forehead="on")
    assert GAME.forced(state) is None
    assert GAME.view(state, 0).legal == ("bid 0", "bid 1")
    state, _ = run(state, "bid 0", "bid 0", "bid 1", "bid 1")
    assert GAME.view(state, 0).legal == ()
    forced = GAME.forced(state)
    assert forced is not None
    assert (forced.seat, forced.action.text, forced.masked) == (0, "play KH", False)
    state, _ = run(state, "play KH")
    view = GAME.view(state, 0)
    assert view.foreheads[0] == NO_CARD
    assert view.trick == parse_cards("KH")
    assert GAME.view(state, 1).foreheads[0] == NO_CARD, "a card played is on no forehead"


def test_spectators_see_no_forehead() -> None:
    state = dealt(4, HANDS, turned="9S", forehead="on")
    assert GAME.view(state, None).foreheads == ()


def test_forehead_holds_for_one_card_rounds_only() -> None:
    state = GAME.apply(at_size(4, 2, forehead="on"), CHANCE, Deal(GAME.pack(at_size(4, 2)))).state
    view = GAME.view(state, state.turn)
    assert len(view.hand) == 2
    assert view.foreheads == ()
    assert GAME.forced(state) is None


def test_forehead_view_before_and_after_the_round_shows_nothing() -> None:
    state = GAME.setup(4, options_of(forehead="on"))
    assert GAME.view(state, 0).foreheads == ()
    state, _ = rigged_round(state, 0, {})
    assert GAME.view(state, 0).foreheads == ()
    assert GAME.view(state, 0).hand == ()


# Timeouts, ends and records.


def test_timeout_bids_the_lowest_legal_number() -> None:
    state, _ = run(dealt(4, HANDS, turned="9S"), "bid 0", "bid 1", "bid 0")
    assert GAME.timeout_action(state, 3).text == "bid 1"


@pytest.mark.parametrize(
    ("order", "card"),
    [(HandOrder.SUITS, "8D"), (HandOrder.PLAIN, "9C"), (HandOrder.RANKS, "7H")],
)
def test_timeout_plays_the_leftmost_card(order: HandOrder, card: str) -> None:
    hand = {"9C": "9C AC KH", "8D": "AC 8D KH", "7H": "AC 8D 7H"}[card]
    state = position([hand, "", "", ""], trump="C")
    assert GAME.timeout_action(state, 0, order).text == f"play {card}"


def test_stopped_match_keeps_its_scores_and_rates_nobody() -> None:
    state, _ = rigged_round(GAME.setup(4, WhistOptions()), 0, {0: 1})
    outcome = GAME.stopped_outcome(state, EndReason.STOPPED, (2,))
    assert outcome.scores == state.totals
    assert outcome.places[0] == 1
    assert outcome.reason is EndReason.STOPPED
    assert outcome.ratings is None


def test_deal_result_is_that_of_the_record() -> None:
    _, events = rigged_round(at_size(4, 2), 1, {0: 2, 1: 2, 2: 1, 3: 1})
    assert GAME.deal_result(events[:-1]) is None
    assert GAME.deal_result(events) == {
        "cards": 2,
        "bids": (2, 2, 1, 1),
        "took": (0, 2, 0, 0),
        "scores": (-2, 7, -1, -1),
        "bonus": (0, 0, 0, 0),
        "totals": (-2, 7, -1, -1),
        "void": False,
    }


def test_recorded_deal_must_fit_the_rotation_of_the_first_seat() -> None:
    state, _ = rigged_round(GAME.setup(4, WhistOptions()), 0, {})
    step = GAME.apply(state, CHANCE, Deal(GAME.pack(state)))
    facts = GAME.facts(step.state)
    assert facts.first == 1
    with pytest.raises(RecordError, match="bad_deal"):
        GAME.deal_from(state, replace(facts, first=2))


def test_recorded_deal_must_have_a_turned_card_where_there_is_a_trump() -> None:
    state = GAME.setup(4, WhistOptions())
    facts = GAME.facts(dealt(4, HANDS, turned="9S"))
    assert facts.stock is not None
    untrumped = replace(facts, turned=None, stock=(*facts.stock, parse_card("9S")))
    with pytest.raises(RecordError, match="bad_deal"):
        GAME.deal_from(state, untrumped)
