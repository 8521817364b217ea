"""The golden cases W1 to W45 of the Whist rules, each a test named by its id."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from levata.cards import NO_CARD, RANKS, format_card, parse_card, parse_cards, rank_of
from levata.events import Dealt, TrickTaken
from levata.game import CHANCE, Deal, places_of
from levata.games.whist import (
    TRICKS,
    Phase,
    RoundScored,
    WhistOptions,
    WhistState,
    barred_bid,
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


def played_streak(
    options: WhistOptions, results: Sequence[tuple[int, bool]]
) -> tuple[WhistState, list[int]]:
    """Play rounds of these sizes in which seat 0 meets its bid or not; return its bonuses."""
    state = GAME.setup(4, options)
    sizes = schedule(4, options.sequence)
    bonuses: list[int] = []
    for size, is_met in results:
        state = replace(state, round=sizes.index(size))
        state, _ = rigged_round(state, 0, {0: size if is_met else 0})
        bonuses.append(state.rounds[-1].bonus[0])
    return state, bonuses


def exact(sizes: Sequence[int]) -> list[tuple[int, bool]]:
    return [(size, True) for size in sizes]


def failed(sizes: Sequence[int]) -> list[tuple[int, bool]]:
    return [(size, False) for size in sizes]


# The pack and the order of the rounds.


@pytest.mark.parametrize(("seats", "cards"), [(3, 24), (4, 32), (5, 40), (6, 48)])
def test_w1_deck_size(seats: int, cards: int) -> None:
    pack = GAME.pack(GAME.setup(seats, WhistOptions()))
    assert len(pack) == len(set(pack)) == cards


@pytest.mark.parametrize(("seats", "rank"), [(3, "9"), (4, "7"), (5, "5"), (6, "3")])
def test_w2_lowest_rank(seats: int, rank: str) -> None:
    pack = GAME.pack(GAME.setup(seats, WhistOptions()))
    assert {RANKS[rank_of(card)] for card in pack} == set(RANKS[RANKS.index(rank) :])


@pytest.mark.parametrize("sequence", ["1-8-1", "8-1-8"])
@pytest.mark.parametrize(("seats", "rounds"), [(3, 21), (4, 24), (5, 27), (6, 30)])
def test_w3_number_of_rounds(seats: int, rounds: int, sequence: str) -> None:
    assert len(schedule(seats, sequence)) == rounds


def test_w4_round_sizes_up_and_down() -> None:
    expected = "1 1 1 1 2 3 4 5 6 7 8 8 8 8 7 6 5 4 3 2 1 1 1 1"
    assert " ".join(map(str, schedule(4, "1-8-1"))) == expected


def test_w5_round_sizes_down_and_up() -> None:
    expected = "8 8 8 7 6 5 4 3 2 1 1 1 2 3 4 5 6 7 8 8 8"
    assert " ".join(map(str, schedule(3, "8-1-8"))) == expected


@pytest.mark.parametrize(("seats", "tricks"), [(3, 84), (4, 94), (5, 104), (6, 114)])
def test_w6_tricks_in_all_up_and_down(seats: int, tricks: int) -> None:
    assert sum(schedule(seats, "1-8-1")) == tricks


@pytest.mark.parametrize(("seats", "tricks"), [(3, 105), (4, 122), (5, 139), (6, 156)])
def test_w7_tricks_in_all_down_and_up(seats: int, tricks: int) -> None:
    assert sum(schedule(seats, "8-1-8")) == tricks


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


# Scores.


@pytest.mark.parametrize(
    ("scoring", "bid", "took", "points"),
    [
        pytest.param("n+5", 3, 3, 8, id="W24"),
        pytest.param("n+5", 0, 0, 5, id="W25-nothing"),
        pytest.param("n+5", 8, 8, 13, id="W25-all"),
        pytest.param("2n+1", 3, 3, 7, id="W26"),
        pytest.param("2n+1", 0, 0, 1, id="W26-nothing"),
        pytest.param("2n+1", 8, 8, 17, id="W26-all"),
        *(
            pytest.param(scoring, bid, took, points, id=f"W27-{scoring}-{bid}-{took}")
            for scoring in ("n+5", "2n+1")
            for bid, took, points in ((3, 2, -1), (3, 6, -3), (0, 4, -4))
        ),
    ],
)
def test_w24_to_w27_points(scoring: str, bid: int, took: int, points: int) -> None:
    assert round_points(scoring, bid, took) == points


@pytest.mark.parametrize(
    ("results", "bonuses"),
    [
        pytest.param(exact([2, 3, 4, 5, 6]), {4: 10}, id="W28"),
        pytest.param(failed([2, 3, 4, 5, 6]), {4: -10}, id="W29"),
        pytest.param(exact([2, 3, 4, 5, 6, 7, 8, 8, 8]), {4: 10}, id="W30-nine"),
        pytest.param(exact([2, 3, 4, 5, 6, 7, 8, 8, 8, 8]), {4: 10, 9: 10}, id="W30-ten"),
        pytest.param(exact([2, 3, 4, 5]) + failed([6]) + exact([7, 8, 8, 8]), {}, id="W31"),
        pytest.param(exact([2, 3, 4, 5]) + failed([6, 7, 8, 8, 8]), {8: -10}, id="W32"),
        pytest.param(exact([3, 2]) + failed([1]) + exact([2, 3, 4]), {5: 10}, id="W36"),
    ],
)
def test_w28_to_w32_and_w36_streaks(
    results: list[tuple[int, bool]], bonuses: dict[int, int]
) -> None:
    _, paid = played_streak(WhistOptions(), results)
    assert {index: bonus for index, bonus in enumerate(paid) if bonus} == bonuses


@pytest.mark.parametrize(
    ("one_card_streak", "bonuses", "in_hand"),
    [
        pytest.param("ignore", {8: 10}, 0, id="W33"),
        pytest.param("reset", {}, 3, id="W34"),
        pytest.param("count", {4: 10}, 4, id="W35"),
    ],
)
def test_w33_to_w35_streaks_over_one_card_rounds(
    one_card_streak: str, bonuses: dict[int, int], in_hand: int
) -> None:
    options = options_of(sequence="8-1-8", one_card_streak=one_card_streak)
    state, paid = played_streak(options, exact([3, 2, 1, 1, 1, 1, 2, 3, 4]))
    assert {index: bonus for index, bonus in enumerate(paid) if bonus} == bonuses
    assert state.streaks[0] == in_hand


def test_w37_penalties_without_bonuses() -> None:
    options = WhistOptions(premiere=False, depremiere=True)
    _, paid = played_streak(options, exact([2, 3, 4, 5, 6]) + failed([2, 3, 4, 5, 6]))
    assert paid == [0] * 9 + [-10]


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
