"""Whist beyond its golden cases: every option, every refusal, views and records."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from levata.cards import NO_CARD, HandOrder, parse_card, parse_cards
from levata.errors import IllegalAction, OptionError, RecordError
from levata.events import BidMade, CardPlayed, CardTurned, Dealt, MatchEnded, TrickTaken
from levata.game import CHANCE, Action, Bid, Deal, EndReason, PlayCard
from levata.games.whist import (
    Phase,
    RoundScored,
    WhistOptions,
    barred_bid,
    next_streak,
    round_points,
    schedule,
)
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

HANDS = {0: "KH", 1: "7S", 2: "AH", 3: "8D"}


def refusal(state: object, seat: int, action: object) -> tuple[str, tuple[str, ...]]:
    with pytest.raises(IllegalAction) as refused:
        GAME.apply(state, seat, action)  # type: ignore[arg-type] # pyright: ignore[reportArgumentType] # wrong on purpose
    return refused.value.code, refused.value.facts


# Refusals.


def test_deal_is_refused_when_no_deal_is_due() -> None:
    state = dealt(4, HANDS, turned="9S")
    deal = Deal(GAME.pack(state))
    assert refusal(state, CHANCE, deal) == ("wrong_phase", ())
    assert refusal(GAME.setup(4, WhistOptions()), 0, deal) == ("wrong_phase", ())


def test_bids_are_refused_out_of_phase_turn_and_range() -> None:
    state = dealt(4, HANDS, turned="9S")
    assert refusal(GAME.setup(4, WhistOptions()), 0, Bid(0)) == ("wrong_phase", ())
    assert refusal(state, 1, Bid(0)) == ("not_your_turn", ())
    assert refusal(state, 0, Bid(2)) == ("bid_out_of_range", ("0", "1"))
    assert refusal(state, 0, Bid(-1)) == ("bid_out_of_range", ("0", "1"))
    bidding_over, _ = run(state, "bid 0", "bid 0", "bid 1", "bid 1")
    assert refusal(bidding_over, 0, Bid(0)) == ("wrong_phase", ())


def test_hooked_bid_is_refused() -> None:
    state, _ = run(dealt(4, HANDS, turned="9S"), "bid 0", "bid 0", "bid 0")
    assert refusal(state, 3, Bid(1)) == ("bid_barred", ("1", "1"))


def test_cards_are_refused_out_of_phase_and_turn() -> None:
    state = dealt(4, HANDS, turned="9S")
    assert refusal(state, 0, PlayCard(parse_card("KH"))) == ("wrong_phase", ())
    state, _ = run(state, "bid 0", "bid 0", "bid 1", "bid 1")
    assert refusal(state, 1, PlayCard(parse_card("7S"))) == ("not_your_turn", ())


@pytest.mark.parametrize(
    ("hand", "trick", "trump", "card", "reason"),
    [
        ("7H AH 9S", "9H", "S", "8C", ("not_in_hand", ("8C",))),
        ("7H AH 9S", "", "S", "8C", ("not_in_hand", ("8C",))),
        ("7H AH 9S", "9H", "S", "9S", ("must_follow", ("H",))),
        ("7H AH 9S", "9H", "", "9S", ("must_follow", ("H",))),
        ("9S KS 8D", "9H QS", "S", "8D", ("must_trump", ("S",))),
    ],
)
def test_cards_against_the_obligations_are_refused(
    hand: str, trick: str, trump: str, card: str, reason: tuple[str, tuple[str, ...]]
) -> None:
    hands = ["", "", "", ""]
    hands[len(parse_cards(trick))] = hand
    state = position(hands, trick=trick, trump=trump)
    assert refusal(state, state.turn, PlayCard(parse_card(card))) == reason


class Wink(Action, frozen=True):
    """An action that Whist does not know."""


def test_actions_of_other_games_are_refused() -> None:
    state = dealt(4, HANDS, turned="9S")
    assert refusal(state, 0, Wink()) == ("unknown_action", ("Wink",))


def test_nobody_acts_after_the_end() -> None:
    state = replace(GAME.setup(4, WhistOptions()), round=23)
    state, events = rigged_round(state, 0, {})
    assert isinstance(events[-1], MatchEnded)
    assert refusal(state, state.turn, Bid(0)) == ("wrong_phase", ())
    assert refusal(state, state.turn, PlayCard(0)) == ("wrong_phase", ())
    assert GAME.to_act(state) == ()
    assert GAME.view(state, 0).turn == -1


def test_setup_refuses_wrong_tables() -> None:
    with pytest.raises(OptionError, match="bad_seats"):
        GAME.setup(2, WhistOptions())
    with pytest.raises(OptionError, match="contradictory: max_repeats, repeat_if_all_fail"):
        GAME.setup(4, WhistOptions(max_repeats=3))
    with pytest.raises(OptionError, match="contradictory: repeat_keep_scores"):
        GAME.setup(4, WhistOptions(repeat_keep_scores=True))


# A round, event by event.


def test_round_of_one_card() -> None:
    state = GAME.setup(4, WhistOptions())
    order = parse_cards("AH 8D KH 7S 9S")
    rest = tuple(card for card in GAME.pack(state) if card not in order)
    step = GAME.apply(state, CHANCE, Deal((*order, *rest), first=2))
    assert step.events == (Dealt(1, 2), CardTurned(parse_card("9S")))
    assert GAME.to_act(step.state) == (2,)
    state, events = run(step.state, "bid 1", "bid 0", "bid 0", "bid 1")
    assert events == [BidMade(2, 1), BidMade(3, 0), BidMade(0, 0), BidMade(1, 1)]
    state, events = run(state, "play AH", "play 8D", "play KH", "play 7S")
    assert events[-3:-1] == [CardPlayed(1, parse_card("7S")), TrickTaken(1)]
    assert isinstance(events[-1], RoundScored)
    row = events[-1].row
    assert (row.cards, row.trump, row.first) == (1, 3, 2)
    assert row.bids == (0, 1, 1, 0)
    assert row.took == (0, 1, 0, 0)
    assert row.scores == row.totals == state.totals == (5, 6, -1, 5)
    assert row.bonus == (0, 0, 0, 0)
    assert GAME.to_act(state) == (CHANCE,)
    assert GAME.scores(state) == (5, 6, -1, 5)


def test_trick_winner_leads_the_next_trick() -> None:
    state = position(["7H 7D", "AH 8D", "8H 9D", "9H AD"], size=2)
    state, _ = run(state, "play 7H", "play AH", "play 8H", "play 9H")
    assert GAME.to_act(state) == (1,)
    view = GAME.view(state, None)
    assert (view.trick, view.trick_leader) == ((), 1)
    assert (view.last_trick, view.last_leader, view.last_winner) == (
        parse_cards("7H AH 8H 9H"),
        0,
        1,
    )


def test_eight_card_round_has_no_trump_and_no_stock() -> None:
    state = at_size(4, 8)
    step = GAME.apply(state, CHANCE, Deal(GAME.pack(state)))
    assert step.events == (Dealt(8, step.state.first),)
    assert (step.state.trump, step.state.turned, step.state.stock) == (-1, NO_CARD, 0)


# Options.


def test_hook_can_be_off() -> None:
    assert barred_bid(5, (1, 2, 1), hook=False) == -1
    state = dealt(4, HANDS, turned="9S", hook="off")
    state, _ = run(state, "bid 0", "bid 0", "bid 0")
    assert texts_of(state, 3) == "bid 0, bid 1"


def test_hook_binds_the_last_bidder_only() -> None:
    state = dealt(4, HANDS, turned="9S")
    for _ in range(3):
        assert texts_of(state, state.turn) == "bid 0, bid 1"
        state, _ = run(state, "bid 0")
    assert texts_of(state, state.turn) == "bid 0"


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


@pytest.mark.parametrize(("scoring", "points"), [("n+5", 9), ("2n+1", 9)])
def test_scoring_counts_in_a_round(scoring: str, points: int) -> None:
    state, _ = rigged_round(at_size(4, 4, scoring=scoring), 0, {0: 4})
    assert state.totals[0] == points == round_points(scoring, 4, 4)


def test_streak_length_and_bonus_can_be_chosen() -> None:
    state = GAME.setup(4, options_of(streak_len=2, streak_bonus=50, one_card_streak="count"))
    for bonus in (0, 50, 0, 50):
        state, _ = rigged_round(state, 0, {0: 1})
        assert state.rounds[-1].bonus[0] == bonus
        assert state.rounds[-1].scores[0] == 6 + bonus


@pytest.mark.parametrize(
    ("option", "streak", "made", "expected"),
    [
        ("premiere", 4, True, (0, 0)),
        ("premiere", -4, False, (0, -10)),
        ("depremiere", 4, True, (0, 10)),
        ("depremiere", -4, False, (0, 0)),
    ],
)
def test_streaks_start_again_though_a_switch_is_off(
    option: str, streak: int, made: bool, expected: tuple[int, int]
) -> None:
    """W-A9: switches never change the timing of later bonuses."""
    assert next_streak(replace(WhistOptions(), **{option: False}), 5, streak, made) == expected


@pytest.mark.parametrize(
    ("option", "streak", "made", "after"),
    [
        ("ignore", 3, True, 3),
        ("ignore", 3, False, 3),
        ("reset", 3, True, 0),
        ("reset", -3, False, 0),
        ("count", 3, True, 4),
        ("count", 3, False, -1),
        ("count", -3, True, 1),
        ("count", -3, False, -4),
    ],
)
def test_one_card_rounds_and_streaks(option: str, streak: int, made: bool, after: int) -> None:
    options = options_of(one_card_streak=option)
    assert next_streak(options, 1, streak, made) == (after, 0)
    expected = {(3, True): 4, (3, False): -1, (-3, True): 1, (-3, False): -4}[streak, made]
    assert next_streak(options, 2, streak, made) == (expected, 0)


def test_repeated_round_can_keep_its_minus_points() -> None:
    before = at_size(4, 2, repeat_if_all_fail="on", repeat_keep_scores="on")
    after, _ = rigged_round(before, 1, {0: 2, 1: 1, 2: 1, 3: 1})
    assert after.rounds[-1].void
    assert after.totals == (-2, -1, -1, -1)
    assert after.streaks == (0, 0, 0, 0)
    assert after.rounds[-1].bonus == (0, 0, 0, 0)
    assert (after.round, after.repeats) == (before.round, 1)


def test_round_is_not_repeated_when_one_seat_met_its_bid() -> None:
    before = at_size(4, 2, repeat_if_all_fail="on")
    after, _ = rigged_round(before, 1, {0: 2, 1: 2, 2: 1, 3: 1})
    assert not after.rounds[-1].void
    assert after.totals == (-2, 7, -1, -1)
    assert after.round == before.round + 1


def test_repeats_of_one_round_have_an_end() -> None:
    state = at_size(4, 2, repeat_if_all_fail="on", max_repeats=2)
    start = state.round
    for void in (True, True, False):
        assert state.round == start
        state, _ = rigged_round(state, 1, {0: 2, 1: 1, 2: 1, 3: 1})
        assert state.rounds[-1].void is void
    assert (state.round, state.repeats) == (start + 1, 0)
    state, _ = rigged_round(state, 1, {0: 2, 1: 1, 2: 1, 3: 1})
    assert state.rounds[-1].void, "the next round may be repeated again"


def test_last_round_can_be_repeated() -> None:
    options = options_of(sequence="1-4-1", repeat_if_all_fail="on")
    last = replace(GAME.setup(4, options), round=15)
    last, _ = rigged_round(last, 1, {0: 1, 1: 0, 2: 1, 3: 1})
    assert GAME.to_act(last) == (CHANCE,)
    assert GAME.outcome(last) is None
    over, events = rigged_round(last, 1, {0: 1, 1: 1, 2: 1, 3: 1})
    assert GAME.to_act(over) == ()
    assert isinstance(events[-1], MatchEnded)


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
