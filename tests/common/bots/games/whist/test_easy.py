"""The easy player of Whist: positions in which a person knows what to do."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from levata.bots.games.whist import WhistBot
from levata.bots.games.whist.easy import sure_tricks
from levata.bots.games.whist.knowledge import read_knowledge
from levata.events import Event
from levata.game import Seat
from levata.games.whist import WhistOptions, WhistState
from tests.support.whist import dealt, in_play, question_of, run

BOT = WhistBot()


def answer(state: WhistState, history: Sequence[Event] = ()) -> str:
    """Return what the player in turn does, which must not depend on his luck."""
    question = question_of(state, state.turn, history)
    answers = {BOT.choose(question, random.Random(seed)).action for seed in range(5)}
    assert len(answers) == 1
    assert answers <= set(question.view.legal)
    return answers.pop()


# Following.


@pytest.mark.parametrize(
    ("hand", "trick", "needs", "card"),
    [
        # Wins as cheaply as it can, and keeps what is sure to win.
        pytest.param("AH QH 9H", "TH 8H 7H", 3, "QH", id="wins-cheaply"),
        pytest.param("AS 7S", "KH QH TH", 2, "7S", id="ruffs-low"),
        pytest.param("AS KS 8S", "KH QH 7S", 3, "8S", id="overruffs-low"),
        pytest.param("KH QH JH", "8H 9H 7H", 3, "JH", id="lowest-of-equals"),
        # Cannot win: throws what is worth least, keeps what may win.
        pytest.param("KH 8H", "AH 7H 9H", 1, "8H", id="keeps-king"),
        pytest.param("AD 7C", "AH 7H 9H", 1, "7C", id="keeps-ace"),
        # Wants none: ducks with the highest losing card, throws the most dangerous one.
        pytest.param("QH 9H 7H", "KH 8H TH", 0, "QH", id="ducks-high"),
        pytest.param("KH 8H", "AH 7H 9H", 0, "KH", id="throws-king-under-ace"),
        pytest.param("AD 8C 7C", "AH 7H 9H", 0, "AD", id="throws-ace"),
        pytest.param("KS 7S", "KH AS 9H", 0, "KS", id="throws-high-trump"),
        pytest.param("QH JH TH", "KH 8H AH", 0, "QH", id="highest-of-equals"),
        # Must win though it wants none: gets rid of the most dangerous card.
        pytest.param("AH QH", "TH 8H 7H", 0, "AH", id="wins-with-most-dangerous"),
        # The last wanted trick is won with a card that might win another one.
        pytest.param("AH 8H 7C", "QH 9H TH", 1, "AH", id="last-trick-wanted"),
        # Too many tricks already: the same as wanting none.
        pytest.param("QH 9H 7H", "KH 8H TH", -2, "QH", id="too-many-tricks"),
    ],
)
def test_last_to_play(hand: str, trick: str, needs: int, card: str) -> None:
    state, history = in_play(hand, trick, needs=needs)
    assert answer(state, history) == f"play {card}"


@pytest.mark.parametrize(
    ("hand", "trick", "needs", "card"),
    [
        pytest.param("AH 8H", "KH", 1, "AH", id="takes-with-the-ace"),
        pytest.param("AH 8H", "KH", 0, "8H", id="ducks-under"),
        pytest.param("TH 7H", "AH KS", 1, "7H", id="does-not-climb-in-vain"),
        pytest.param("TH 7H", "AH KS", 0, "TH", id="throws-under-ruff"),
        pytest.param("AS 8S", "KH", 2, "8S", id="ruffs-low-before-others"),
    ],
)
def test_others_play_after(hand: str, trick: str, needs: int, card: str) -> None:
    state, history = in_play(hand, trick, needs=needs)
    assert answer(state, history) == f"play {card}"


def test_eight_card_round_has_no_ruff() -> None:
    state, history = in_play("AS KD 7C", "TH 9H QH", needs=0, trump="")
    assert answer(state, history) in ("play AS", "play KD")


# Leading.


@pytest.mark.parametrize(
    ("hand", "needs", "cards"),
    [
        pytest.param("AS KS 7H", 3, "AS KS", id="needs-all-leads-high"),
        pytest.param("AS KS QS", 3, "QS", id="lowest-of-sure-ones"),
        pytest.param("AH 7D 7C", 0, "7D 7C", id="wants-none-leads-low"),
        pytest.param("AH 8H 7D", 0, "7D", id="wants-none-leads-the-lowest"),
    ],
)
def test_leading(hand: str, needs: int, cards: str) -> None:
    state, history = in_play(hand, needs=needs)
    assert answer(state, history) in [f"play {card}" for card in cards.split()]


def test_card_whose_betters_are_gone_is_led_like_an_ace() -> None:
    state, history = in_play("QH 7D", needs=2, trump="", gone="AH KH 9H 8H")
    assert answer(state, history) == "play QH"


# Bidding.


def bid_of(
    hand: str, *, turned: str | None = "7S", before: Sequence[int] = (), **options: str
) -> int:
    """Return the bid of a hand of seat 0 of four after the bids before."""
    first = -len(before) % 4
    state = dealt(4, {0: hand}, turned=turned, first=first, **options)
    state, _ = run(state, *(f"bid {bid}" for bid in before))
    return int(answer(state).split()[1])


@pytest.mark.parametrize(
    ("hand", "low", "high"),
    [
        ("7H 7D 8C", 0, 0),
        ("AS KS QS", 3, 3),
        ("AS 7H 7D", 1, 1),
        ("AS AH AD KD KC", 3, 4),
        ("7H 8D 7C 8H 9D", 0, 0),
        ("AS KS QS JS TS 9S 8S", 7, 7),
    ],
)
def test_bids_what_the_hand_is_worth(hand: str, low: int, high: int) -> None:
    assert low <= bid_of(hand) <= high


@pytest.mark.parametrize(
    ("hand", "low", "high"),
    [
        ("AS KS AH KH AD KD AC KC", 7, 8),
        ("7S 8S 7H 8H 7D 8D 7C 8C", 0, 0),
        ("AS KS QS JS 7H 7D 7C 8C", 3, 5),
    ],
)
def test_bids_without_a_trump(hand: str, low: int, high: int) -> None:
    assert low <= bid_of(hand, turned=None) <= high


def test_better_cards_never_make_a_lower_bid() -> None:
    for low, high in (("8S", "QS"), ("QS", "AS"), ("7H", "AH"), ("9D", "KD")):
        for rest in ("7C 8C", "AD KH", "KS 7D", "JS TS"):
            assert bid_of(f"{low} {rest}") <= bid_of(f"{high} {rest}")


def test_hook_pushes_a_bid_up_rather_than_below_the_sure_tricks() -> None:
    """Field report E7: the holder of the top trump bid nothing, for his bid was forbidden."""
    assert bid_of("AS 7H 7D") == 1
    assert bid_of("AS 7H 7D", before=(2, 0, 0)) == 2
    assert bid_of("AS KS 7D", before=(1, 0, 0)) == 3
    assert bid_of("AS 7H 7D", before=(2, 0, 0), hook="off") == 1


def test_bid_below_the_sure_tricks_is_made_only_when_nothing_else_is_open() -> None:
    assert bid_of("AS", before=(0, 0, 0)) == 0
    assert bid_of("AS", before=(1, 0, 0)) == 1
    assert bid_of("AS KS", before=(0, 0, 0)) == 1


def test_bids_before_count() -> None:
    hand = "KS QH 7D"
    assert bid_of(hand, before=(3, 3, 3)) <= bid_of(hand, before=(0, 0, 0))


@pytest.mark.parametrize(
    ("card", "before", "bid"),
    [
        ("AS", (), 1),
        ("8S", (1, 1), 0),
        ("QS", (), 1),
        ("7H", (), 0),
        ("AH", (), 0),
        ("AH", (0,), 0),
        ("KH", (0, 0), 0),
    ],
)
def test_bid_on_one_card(card: str, before: tuple[int, ...], bid: int) -> None:
    """A plain ace that is led is ruffed more often than a bid of one can bear."""
    assert bid_of(card, turned="7S", before=before) == bid


def test_bid_on_one_card_without_a_trump() -> None:
    assert bid_of("AH", turned=None, one_card_trump="off") == 1
    assert bid_of("KH", turned=None, one_card_trump="off") == 1
    assert bid_of("AH", turned=None, one_card_trump="off", before=(0, 0, 0)) == 0


@pytest.mark.parametrize(
    ("hands", "first", "bid"),
    [
        # Nobody else has a trump: a lead wins often, for it is its suit that counts.
        pytest.param({1: "7H", 2: "8D", 3: "7C"}, 0, 1, id="weak-others-own-lead"),
        pytest.param({1: "AS", 2: "8D", 3: "7C"}, 0, 0, id="top-trump-before-one"),
        pytest.param({1: "AH", 2: "8D", 3: "7C"}, 1, 0, id="ace-led"),
    ],
)
def test_forehead_bid_goes_by_what_others_hold(
    hands: dict[Seat, str], first: Seat, bid: int
) -> None:
    state = dealt(4, {0: "9D", **hands}, turned="7S", first=first, forehead="on")
    for _ in range(-first % 4):
        state, _ = run(state, "bid 0")
    assert answer(state) == f"bid {bid}"


def test_only_bid_or_card_is_taken_without_thought() -> None:
    state, history = in_play("8H AS", "9H", needs=1)
    choice = BOT.choose(question_of(state, 0, history), random.Random(0))
    assert (choice.action, choice.info) == ("play 8H", {})


def test_sure_tricks_are_the_run_of_top_trumps() -> None:
    for hand, turned, sure in (
        ("AS KS JS", "7S", 2),
        ("KS QS AH", "7S", 0),
        ("KS QS AH", "AS", 2),
        ("AH KH AD", "7S", 0),
        ("AS KS QS JS TS 9S 8S", "7S", 7),
    ):
        state = dealt(4, {0: hand}, turned=turned)
        assert sure_tricks(read_knowledge(question_of(state, 0))) == sure, hand


def test_bid_looks_at_the_scoring() -> None:
    """A bid of 2n+1 is worth more for each trick, so a doubtful trick is rather bid."""
    hands = ("8D JS AC KH", "TS AS 9H AH", "9D TC AD 9H", "7H 8D 7C 8H", "AS KS QS JS")
    plain = [bid_of(hand) for hand in hands]
    double = [bid_of(hand, scoring="2n+1") for hand in hands]
    assert all(low <= high for low, high in zip(plain, double, strict=True))
    assert plain[:3] != double[:3]
    assert plain[3:] == double[3:] == [0, 4]


def test_default_options_are_enough() -> None:
    assert WhistOptions() == dealt(4, {0: "AS"}, turned="9S").options
