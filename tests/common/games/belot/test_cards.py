"""Belot: how cards rank, what they are worth, which may be played, when belot may be said."""

from __future__ import annotations

import random
from itertools import permutations

import pytest

from levata.cards import (
    SUITS,
    format_cards,
    iter_cards,
    mask_of,
    parse_card,
    parse_cards,
    top_ranks,
)
from levata.games.belot.cards import (
    CONTRACTS,
    LAST_TEN,
    POINTS,
    TRICKS,
    TRUMP_OF,
    can_say_belot,
    playable,
)
from tests.support.belot import in_trick, legal_texts, refusal_of
from tests.support.naive_belot import (
    PLAIN_RANKS,
    PLAIN_VALUES,
    TRUMP_RANKS,
    TRUMP_VALUES,
    is_trump,
    referee_legal,
    winning_place,
)

PACK = top_ranks(8)
each_contract = pytest.mark.parametrize("contract", CONTRACTS)


def trump_of(contract: str) -> int:
    return TRUMP_OF[CONTRACTS.index(contract)]


def playable_texts(contract: str, hand: str, trick: str) -> str:
    mask = playable(mask_of(parse_cards(hand)), parse_cards(trick), trump_of(contract))
    return format_cards(iter_cards(mask))


@pytest.mark.parametrize(
    ("contract", "points"),
    [("clubs", 162), ("spades", 162), ("alltrumps", 258), ("notrump", 130)],
)
def test_b1_points_of_a_deal(contract: str, points: int) -> None:
    worth = POINTS[CONTRACTS.index(contract)]
    assert sum(worth[card] for card in PACK) + LAST_TEN == points


@each_contract
def test_every_card_has_its_points(contract: str) -> None:
    for card in PACK:
        text = format_cards([card])
        values = TRUMP_VALUES if is_trump(contract, text) else PLAIN_VALUES
        assert POINTS[CONTRACTS.index(contract)][card] == values[text[0]], text


@pytest.mark.parametrize(
    ("contract", "trick", "place"),
    [
        pytest.param("hearts", "AS TS 7H KS", 2, id="B2"),
        pytest.param("alltrumps", "AS JH 9S JD", 2, id="B3"),
        pytest.param("notrump", "JS 9S TS KS", 2, id="B4"),
        pytest.param("hearts", "9H JH AH TH", 1, id="B5"),
    ],
)
def test_trick_winner(contract: str, trick: str, place: int) -> None:
    assert TRICKS.winner(parse_cards(trick), trump_of(contract)) == place


@each_contract
def test_order_of_each_suit_is_the_table(contract: str) -> None:
    for suit in SUITS:
        ranks = TRUMP_RANKS if is_trump(contract, "7" + suit) else PLAIN_RANKS
        for high, low in [(a, b) for i, a in enumerate(ranks) for b in ranks[i + 1 :]]:
            pair = parse_cards(f"{low}{suit} {high}{suit}")
            assert TRICKS.winner(pair, trump_of(contract)) == 1
            assert TRICKS.winner(pair[::-1], trump_of(contract)) == 0


@each_contract
def test_every_pair_of_cards_is_won_as_the_referee_says(contract: str) -> None:
    for pair in permutations(PACK, 2):
        texts = format_cards(pair).split()
        assert TRICKS.winner(pair, trump_of(contract)) == winning_place(contract, texts)


@each_contract
def test_winner_of_random_tricks_is_the_referees(contract: str) -> None:
    rng = random.Random(contract)
    for _ in range(1500):
        trick = rng.sample(PACK, 4)
        texts = format_cards(trick).split()
        assert TRICKS.winner(trick, trump_of(contract)) == winning_place(contract, texts)


@pytest.mark.parametrize(
    ("contract", "trick", "hand", "legal"),
    [
        pytest.param("hearts", "QS", "7S AS JH", "7S AS", id="B6"),
        pytest.param("hearts", "9H", "7H JH AS", "JH", id="B7"),
        pytest.param("hearts", "JH", "7H 9H AS", "7H 9H", id="B8"),
        pytest.param("hearts", "9H TH", "7H JH AS", "JH", id="B9"),
        pytest.param("hearts", "AS", "7H 9D KC", "7H", id="B10"),
        pytest.param("hearts", "AS 7S", "7H 9D KC", "7H 9D KC", id="B11"),
        pytest.param("hearts", "AS 8H", "7H 9H KC", "9H", id="B12"),
        pytest.param("hearts", "AS JH", "7H 9H KC", "7H 9H KC", id="B13"),
        pytest.param("hearts", "AS 7H", "KS 9H", "KS", id="B14"),
        pytest.param("clubs", "AD 7C", "9C JH", "9C", id="B15"),
        pytest.param("clubs", "AD KD 7C", "8C JH", "8C", id="B16"),
        pytest.param("clubs", "AD 7C KD", "8C JH", "8C JH", id="B17"),
        pytest.param("notrump", "AS", "7S TS AH", "7S TS", id="B18"),
        pytest.param("notrump", "AS", "9D AH", "9D AH", id="B19"),
        pytest.param("alltrumps", "TS 9S", "7S JS AS", "JS", id="B20"),
        pytest.param("alltrumps", "9S", "7S AS KH", "7S AS", id="B21"),
        pytest.param("alltrumps", "9S", "KH JD", "JD KH", id="B22"),
        pytest.param("hearts", "", "7S AS JH", "7S JH AS", id="first-card-any"),
        pytest.param("alltrumps", "9S AD", "7S AS JS", "JS", id="all-trumps-beat-led-suit-only"),
        pytest.param("hearts", "JH 9H", "AS 7D", "7D AS", id="void-in-led-trump"),
        pytest.param("hearts", "AS", "9D KC", "9D KC", id="void-and-no-trump"),
        pytest.param("hearts", "AS 7S TS", "9H KC", "9H", id="last-seat-must-trump-opponent"),
        pytest.param("hearts", "7S TS 8S", "9H KC", "9H KC", id="last-seat-partner-wins"),
    ],
)
def test_playable_cards(contract: str, trick: str, hand: str, legal: str) -> None:
    expected = format_cards(sorted(parse_cards(legal)))
    assert playable_texts(contract, hand, trick) == expected
    texts = legal_texts(in_trick(contract, trick, hand))
    assert texts == [f"play {card}" for card in expected.split()]


@each_contract
def test_playable_cards_are_the_referees(contract: str) -> None:
    rng = random.Random(contract)
    for _ in range(2500):
        cards = rng.sample(PACK, rng.randint(1, 11))
        on_table = rng.randint(0, min(3, len(cards) - 1))
        trick, hand = cards[:on_table], cards[on_table:]
        legal = playable(mask_of(hand), trick, trump_of(contract))
        expected = referee_legal(contract, format_cards(hand).split(), format_cards(trick).split())
        assert set(format_cards(iter_cards(legal)).split()) == expected


@pytest.mark.parametrize(
    ("contract", "trick", "hand", "card", "refusal"),
    [
        ("hearts", "QS", "7S JH", "KD", ("not_in_hand", "KD")),
        ("hearts", "", "7S JH", "KD", ("not_in_hand", "KD")),
        ("hearts", "QS", "7S JH", "JH", ("must_follow", "S")),
        ("notrump", "QS", "7S JH", "JH", ("must_follow", "S")),
        ("hearts", "9H", "7H JH", "7H", ("must_beat", "H")),
        ("alltrumps", "TS 9S", "7S JS", "7S", ("must_beat", "S")),
        ("hearts", "AS", "7H KC", "KC", ("must_trump", "H")),
        ("hearts", "AS 8H", "7H 9H KC", "KC", ("must_trump", "H")),
        ("hearts", "AS 8H", "7H 9H KC", "7H", ("must_overtrump", "H")),
    ],
)
def test_refused_card_names_the_duty(
    contract: str, trick: str, hand: str, card: str, refusal: tuple[str, ...]
) -> None:
    assert refusal_of(in_trick(contract, trick, hand), f"play {card}") == refusal


@pytest.mark.parametrize(
    ("contract", "trick", "hand", "card", "is_possible"),
    [
        pytest.param("hearts", "", "KH QH 7S", "KH", True, id="B86-led"),
        pytest.param("hearts", "TH", "KH QH 7S", "KH", True, id="B86-following"),
        pytest.param("hearts", "AS", "KH QH 7D", "KH", True, id="B86-ruffing"),
        pytest.param("hearts", "7S AS", "KH QH 7D", "QH", True, id="B86-ruffing-with-the-queen"),
        pytest.param("hearts", "", "KS QS 7H", "KS", False, id="B87"),
        pytest.param("alltrumps", "", "KS QS", "KS", True, id="B88-led"),
        pytest.param("alltrumps", "JS", "KS QS", "KS", True, id="B88-following"),
        pytest.param("alltrumps", "7H", "KS QS", "KS", False, id="B88-thrown"),
        pytest.param("notrump", "", "KS QS", "KS", False, id="B89"),
        pytest.param("hearts", "", "KH 7S", "KH", False, id="second-of-the-pair"),
        pytest.param("hearts", "", "QH 7S", "QH", False, id="only-the-queen"),
    ],
)
def test_belot_can_be_said(
    contract: str, trick: str, hand: str, card: str, is_possible: bool
) -> None:
    mask, table = mask_of(parse_cards(hand)), parse_cards(trick)
    assert can_say_belot(mask, parse_card(card), table, trump_of(contract)) is is_possible
    state = in_trick(contract, trick, hand)
    with_belot = f"play {card} belot"
    assert (with_belot in legal_texts(state)) is is_possible
    assert refusal_of(state, with_belot) == (() if is_possible else ("no_belot", card))


def test_belot_is_said_with_king_and_queen_only() -> None:
    hand = mask_of(parse_cards("JH QH KH AH"))
    said = [card for card in iter_cards(hand) if can_say_belot(hand, card, (), 2)]
    assert format_cards(said) == "QH KH"
    assert refusal_of(in_trick("hearts", "", "JH QH KH"), "play JH belot")[0] == "unknown_action"


def test_belot_can_be_said_when_only_one_card_is_legal() -> None:
    state = in_trick("hearts", "AS", "KH QS 7D")
    assert legal_texts(state) == ["play QS"]
    state = in_trick("hearts", "7H QH", "KH 7D")
    assert legal_texts(state) == ["play KH"]
    state = in_trick("hearts", "TH", "QH KH 7D")
    assert legal_texts(state) == ["play QH", "play QH belot", "play KH", "play KH belot"]
    state = in_trick("alltrumps", "QS 8S", "KS 7D")
    assert legal_texts(state) == ["play KS"]
