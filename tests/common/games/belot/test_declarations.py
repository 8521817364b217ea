"""Belot: sequences and carres, what a hand may declare and whose declarations count."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from levata.cards import Card, format_cards, mask_of, parse_cards, top_ranks
from levata.games.belot.declarations import (
    DECLARES,
    KINDS,
    Combination,
    Declaration,
    Declare,
    best_plan,
    contest,
    declarable,
    free_cards,
)
from levata.games.belot.options import BelotOptions
from tests.support.naive_belot import NATURAL_RANKS, TRUMP_RANKS, best_run, run_worth

PACK = top_ranks(8)


def combination(text: str) -> Combination:
    """Return the combination of cards separated by blanks."""
    cards = tuple(sorted(parse_cards(text)))
    found = [item.combination for item in DECLARES if item.combination.cards == cards]
    assert len(found) == 1, text
    return found[0]


def declared(*by_side: list[str]) -> list[Declaration]:
    """Return declarations of side A (seats 0 and 2 in turn) and side B (seats 1 and 3)."""
    items: list[Declaration] = []
    for side, texts in enumerate(by_side):
        for number, text in enumerate(texts):
            found = combination(text)
            items.append(Declaration(side + 2 * (number % 2), found.kind, found.cards))
    return items


def scored(items: list[Declaration], options: BelotOptions | None = None) -> tuple[int, int]:
    points = [0, 0]
    for item in contest(items, options or BelotOptions()):
        points[item.seat % 2] += item.points
    return points[0], points[1]


def texts_of(declares: tuple[Declare, ...]) -> list[str]:
    return [declare.text for declare in declares]


@pytest.mark.parametrize(
    ("side_a", "side_b", "points"),
    [
        pytest.param(["7S 8S 9S"], ["QH KH AH"], (0, 20), id="B73"),
        pytest.param(["7S 8S 9S TS"], ["QH KH AH"], (50, 0), id="B74"),
        pytest.param(["9S TS JS", "7H 8H 9H"], ["8D 9D TD"], (40, 0), id="B75"),
        pytest.param(["TS JS QS"], ["TH JH QH"], (0, 0), id="B76"),
        pytest.param(["TS JS QS", "7H 8H 9H TH"], ["JD QD KD AD"], (0, 50), id="B77"),
        pytest.param(["TS JS QS KS", "7H 8H 9H"], ["TD JD QD KD"], (0, 0), id="B78"),
        pytest.param(["7S 8S 9S TS JS QS"], ["TH JH QH KH AH"], (100, 0), id="B79"),
        pytest.param(["7S 8S 9S TS JS QS KS AS"], [], (100, 0), id="B80"),
        pytest.param(["9S 9H 9D 9C"], ["AS AH AD AC"], (150, 0), id="B82"),
        pytest.param(["KS KH KD KC"], ["TS TH TD TC"], (0, 100), id="B83"),
        pytest.param(["JS JH JD JC", "QS QH QD QC"], ["9S 9H 9D 9C"], (300, 0), id="B84"),
        pytest.param(["TS JS QS", "TD JD QD"], ["7H 8H 9H"], (40, 0), id="F2-equal-partners"),
        pytest.param([], ["7H 8H 9H", "TD TC TH TS"], (0, 120), id="one-side-only"),
        pytest.param(["JS JH JD JC"], ["7C 8C 9C"], (200, 20), id="two-separate-contests"),
        pytest.param(
            ["AS AH AD AC", "KS KH KD KC"], ["9S 9H 9D 9C"], (0, 150), id="best-one-never-the-sum"
        ),
        pytest.param(["7S 8S 9S", "TD JD QD"], ["7H 8H 9H TH JH"], (0, 100), id="longest-wins"),
    ],
)
def test_contest(side_a: list[str], side_b: list[str], points: tuple[int, int]) -> None:
    items = declared(side_a, side_b)
    assert scored(items) == points
    assert scored(declared(side_b, side_a)) == points[::-1]
    assert scored(items[::-1]) == points, "who spoke first does not matter"


def test_b79_with_quint_compare_class() -> None:
    options = BelotOptions(quint_compare="class")
    six, five = ["7S 8S 9S TS JS QS"], ["TH JH QH KH AH"]
    assert scored(declared(six, five), options) == (0, 100)
    assert scored(declared(["9S TS JS QS KS AS"], five), options) == (0, 0)
    assert scored(declared(["7S 8S 9S TS"], ["QH KH AH"]), options) == (50, 0)


def test_b80_run_of_eight() -> None:
    eight, five = ["7S 8S 9S TS JS QS KS AS"], ["TH JH QH KH AH"]
    assert scored(declared(eight, five), BelotOptions(eight_run=120)) == (120, 0)
    assert scored(declared(eight, five)) == (100, 0)
    by_class = BelotOptions(quint_compare="class")
    assert scored(declared(eight, five), by_class) == (0, 0), "both are hundreds up to the ace"
    worth_more = BelotOptions(quint_compare="class", eight_run=120)
    assert scored(declared(eight, five), worth_more) == (120, 0)


@pytest.mark.parametrize(
    ("rank", "points"), [("T", 100), ("Q", 100), ("K", 100), ("A", 100), ("9", 150), ("J", 200)]
)
def test_b81_carre_values(rank: str, points: int) -> None:
    assert combination(f"{rank}S {rank}H {rank}D {rank}C").points() == points


@pytest.mark.parametrize("rank", "78")
def test_b85_carres_of_sevens_and_eights_are_nothing(rank: str) -> None:
    assert declarable(mask_of(parse_cards(f"{rank}S {rank}H {rank}D {rank}C AS JH"))) == ()


@pytest.mark.parametrize(
    ("length", "points", "kind"),
    [
        (3, 20, "tierce"),
        (4, 50, "quarte"),
        (5, 100, "quint"),
        (6, 100, "quint"),
        (7, 100, "quint"),
        (8, 100, "quint"),
    ],
)
def test_sequence_values(length: int, points: int, kind: str) -> None:
    cards = [rank + "D" for rank in NATURAL_RANKS[:length]]
    found = combination(" ".join(cards))
    assert (found.points(), KINDS[found.kind]) == (points, kind)


def test_the_better_carre_follows_the_order_of_trumps() -> None:
    ranks = [rank for rank in TRUMP_RANKS if rank not in "78"]
    for better, worse in combinations(ranks, 2):
        a, b = (" ".join(rank + suit for suit in "CDHS") for rank in (better, worse))
        points = scored(declared([a], [b]))
        assert points == (combination(a).points(), 0)


def test_every_combination_has_one_text() -> None:
    texts = texts_of(DECLARES)
    assert len(DECLARES) == len(set(texts)) == 90
    assert "declare carre JC-JD-JH-JS" in texts
    assert "declare tierce 9S-TS-JS" in texts
    assert "declare quint 7S-8S-9S-TS-JS-QS-KS-AS" in texts
    assert all(item.combination.cards == tuple(sorted(item.combination.cards)) for item in DECLARES)


@pytest.mark.parametrize(
    ("hand", "declares"),
    [
        ("7C 9C JC KC 7D 9D JD KD", []),
        ("7S 8S 9S AS 7D 9D JD KD", ["tierce 7S-8S-9S"]),
        ("7S 8S 9S TS JS QS KS AS", ["quint 7S-8S-9S-TS-JS-QS-KS-AS"]),
        ("7S 8S 9S JS QS KS AS 7D", ["tierce 7S-8S-9S", "quarte JS-QS-KS-AS"]),
        ("JC JD JH JS 9S TS QS 7C", ["carre JC-JD-JH-JS", "quarte 9S-TS-JS-QS"]),
        ("AC AD AH AS 9C 9D 9H 9S", ["carre 9C-9D-9H-9S", "carre AC-AD-AH-AS"]),
        ("7H 8H 9H TS JS QS KD AD", ["tierce 7H-8H-9H", "tierce TS-JS-QS"]),
        ("AC 7D 8D KH AH 7S 9S TS", []),
    ],
)
def test_what_a_hand_may_declare(hand: str, declares: list[str]) -> None:
    texts = texts_of(declarable(mask_of(parse_cards(hand))))
    assert texts == [f"declare {text}" for text in declares]


@pytest.mark.parametrize(
    ("hand", "plan"),
    [
        ("7C 9C JC KC 7D 9D JD KD", []),
        ("JC JD JH JS 9S TS QS 7C", ["carre JC-JD-JH-JS"]),
        ("JC JD JH JS 7S 8S 9S TS", ["carre JC-JD-JH-JS", "quarte 7S-8S-9S-TS"]),
        ("AC AD AH AS TS JS QS KS", ["carre AC-AD-AH-AS", "quarte TS-JS-QS-KS"]),
        ("QC QD QH QS JS KS TS 9S", ["carre QC-QD-QH-QS", "tierce 9S-TS-JS"]),
        ("QC QD QH QS TS JS KS AS", ["carre QC-QD-QH-QS"]),
        ("TC TD TH TS 7S 8S 9S JS", ["carre TC-TD-TH-TS", "tierce 7S-8S-9S"]),
        ("7H 8H 9H TS JS QS KD AD", ["tierce 7H-8H-9H", "tierce TS-JS-QS"]),
    ],
)
def test_best_plan_scores_most(hand: str, plan: list[str]) -> None:
    assert texts_of(best_plan(mask_of(parse_cards(hand)))) == [f"declare {text}" for text in plan]


def worth(declares: tuple[Declare, ...]) -> int:
    return sum(declare.combination.points() for declare in declares)


def every_plan(cards: int) -> list[tuple[Declare, ...]]:
    plans: list[tuple[Declare, ...]] = [()]
    for declare in declarable(cards):
        plans += [(declare, *plan) for plan in every_plan(cards & ~declare.combination.mask)]
    return plans


def test_plans_of_random_hands_share_no_card_and_keep_runs_whole() -> None:
    rng = random.Random(5)
    for _ in range(3000):
        # Few suits and ranks, so that combinations abound and overlap.
        low = rng.randrange(0, 20)
        pool = [card for card in PACK if card - 20 >= low or card % 4 == 3]
        hand = rng.sample(pool, 8)
        mask = mask_of(hand)
        plan = best_plan(mask)
        used = [card for declare in plan for card in declare.combination.cards]
        assert len(used) == len(set(used))
        assert set(used) <= set(hand)
        assert worth(plan) == max(map(worth, every_plan(mask)))
        for declare in declarable(mask):
            check_whole(declare.combination.cards, hand)


def check_whole(cards: tuple[Card, ...], hand: list[Card]) -> None:
    if cards[1] - cards[0] == 4:
        assert cards[0] - 4 not in hand
        assert cards[-1] + 4 not in hand


def test_contest_of_random_declarations_is_the_referees() -> None:
    rng = random.Random(7)
    runs = [item for item in DECLARES if item.combination.kind < 3]
    for _ in range(3000):
        options = BelotOptions(
            quint_compare=rng.choice(["length", "class"]), eight_run=rng.choice([100, 120])
        )
        chosen = rng.sample(runs, rng.randint(0, 4))
        items = [
            Declaration(rng.randrange(4), item.combination.kind, item.combination.cards)
            for item in chosen
        ]
        by_side = [
            [format_cards(item.cards).split() for item in items if item.seat % 2 == side]
            for side in (0, 1)
        ]
        eight_run = options.eight_run
        best = [best_run(side, options.quint_compare, eight_run) for side in by_side]
        sums = [sum(run_worth(run, eight_run) for run in side) for side in by_side]
        expected = tuple(sums[side] if best[side] > best[1 - side] else 0 for side in (0, 1))
        assert scored(items, options) == expected


def test_free_cards_are_those_in_no_own_combination() -> None:
    items = declared(["TS JS QS"], ["9C 9D 9H 9S"])
    hand = mask_of(parse_cards("9S TS JS QS KS"))
    assert free_cards(hand, 0, items) == mask_of(parse_cards("9S KS"))
    assert free_cards(hand, 1, items) == mask_of(parse_cards("TS JS QS KS"))
    assert free_cards(hand, 2, items) == hand
