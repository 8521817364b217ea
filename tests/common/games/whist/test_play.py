"""Whist: bids and cards, every refusal, and the end of a round."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from levata.cards import format_card, parse_card, parse_cards
from levata.errors import IllegalAction
from levata.events import BidMade, CardPlayed, CardTurned, Dealt, MatchEnded, TrickTaken
from levata.game import CHANCE, Action, Bid, Deal, PlayCard
from levata.games.whist import (
    TRICKS,
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

# The hook.


@pytest.mark.parametrize(
    ("seats", "size", "earlier", "forbidden"),
    [
        pytest.param(4, 5, (1, 2, 1), 1, id="W10"),
        pytest.param(4, 1, (0, 0, 0), 1, id="W11"),
        pytest.param(4, 1, (0, 1, 0), 0, id="W12"),
        pytest.param(4, 1, (1, 1, 0), None, id="W13"),
        pytest.param(4, 8, (3, 3, 4), None, id="W14"),
        pytest.param(3, 8, (0, 0), 8, id="W15"),
    ],
)
def test_w10_to_w15_hook(
    seats: int, size: int, earlier: tuple[int, ...], forbidden: int | None
) -> None:
    assert barred_bid(size, earlier) == (-1 if forbidden is None else forbidden)
    state = at_size(seats, size)
    state = GAME.apply(state, CHANCE, Deal(GAME.pack(state))).state
    state, _ = run(state, *(f"bid {bid}" for bid in earlier))
    allowed = [f"bid {bid}" for bid in range(size + 1) if bid != forbidden]
    assert texts_of(state, state.turn) == ", ".join(allowed)


# Legal cards and tricks.


@pytest.mark.parametrize(
    ("hand", "trick", "trump", "legal"),
    [
        pytest.param("7H AH 9S", "9H", "S", "7H AH", id="W16"),
        pytest.param("9S KS 8D", "9H QS", "S", "9S KS", id="W17"),
        pytest.param("8D 9C", "9H", "S", "8D 9C", id="W18"),
        pytest.param("8D 9C", "7S", "S", "8D 9C", id="W19"),
        pytest.param("KS 8D", "9H", "", "8D KS", id="W20"),
    ],
)
def test_w16_to_w20_legal_cards(hand: str, trick: str, trump: str, legal: str) -> None:
    hands = ["", "", "", ""]
    on_table = parse_cards(trick)
    hands[len(on_table)] = hand
    state = position(hands, trick=trick, trump=trump, size=3 if trump else 8)
    expected = ", ".join(f"play {format_card(card)}" for card in parse_cards(legal))
    assert texts_of(state, state.turn) == expected


@pytest.mark.parametrize(
    ("cards", "trump", "size", "winner"),
    [
        pytest.param("KH 7S AH 8S", "S", 1, 3, id="W21"),
        pytest.param("7H AS AD 9H", "", 8, 3, id="W22"),
        pytest.param("TC AD KD 7D", "H", 1, 0, id="W23"),
    ],
)
def test_w21_to_w23_trick_winner(cards: str, trump: str, size: int, winner: int) -> None:
    state = position(cards.split(), trump=trump, size=size)
    assert TRICKS.winner(parse_cards(cards), state.trump) == winner
    _, events = run(state, *(f"play {card}" for card in cards.split()))
    assert TrickTaken(winner) in events


@pytest.mark.parametrize(
    ("sequence", "scoring", "totals"),
    [
        pytest.param("1-8-1", "n+5", (219, 244, 269, 294), id="W38"),
        pytest.param("8-1-8", "n+5", (240, 282, 314, 346), id="W39"),
        pytest.param("1-8-1", "2n+1", (219, 242, 265, 288), id="W40"),
        pytest.param("8-1-8", "2n+1", (261, 308, 345, 382), id="W41"),
    ],
)
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_w38_to_w41_perfect_match(
    sequence: str, scoring: str, totals: tuple[int, ...], seats: int
) -> None:
    state = GAME.setup(seats, options_of(seats, sequence=sequence, scoring=scoring))
    for size in schedule(seats, sequence):
        state, _ = rigged_round(state, 1, {1: size})
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert outcome.scores[1] == totals[seats - 3]
    assert outcome.places[1] == 1


def test_w42_match_of_211_points_without_a_failed_round() -> None:
    state = GAME.setup(4, WhistOptions())
    # These sizes add up to 61 tricks; seat 0 takes none in the other rounds.
    swept = [8, 8, 8, 8, 7, 7, 6, 6, 3]
    assert sum(swept) == 61
    for size in schedule(4, "1-8-1"):
        is_swept = size in swept
        if is_swept:
            swept.remove(size)
        state, _ = rigged_round(state, 0 if is_swept else 1, {0: size if is_swept else 0})
    rows = state.rounds
    assert len(rows) == 24
    assert all(row.bids[0] == row.took[0] for row in rows)
    assert sum(row.took[0] for row in rows) == 61
    assert sum(row.bonus[0] for row in rows) == 30
    assert state.totals[0] == 211


@pytest.mark.parametrize("repeat", [False, True])
def test_w43_round_in_which_all_fail(repeat: bool) -> None:
    before = at_size(4, 2, repeat_if_all_fail=repeat)
    after, events = rigged_round(before, 1, {0: 2, 1: 1, 2: 1, 3: 1})
    row = after.rounds[-1]
    assert row.took == (0, 2, 0, 0)
    assert row.void is repeat
    assert row.scores == after.totals == ((0, 0, 0, 0) if repeat else (-2, -1, -1, -1))
    assert after.streaks == ((0, 0, 0, 0) if repeat else (-1, -1, -1, -1))
    assert RoundScored(row) in events
    again = GAME.apply(after, CHANCE, Deal(GAME.pack(after))).state
    assert (again.size, again.first) == ((2, row.first) if repeat else (3, row.first + 1))


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
