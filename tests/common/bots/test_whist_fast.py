"""Fast playouts of Whist against the rules: cards, winners, tricks and chances are the same."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import SupportsIndex, cast

import pytest

from levata.bots.games.whist_fast import TRUMP_BONUS, RandomPlayout
from levata.cards import Card, mask_of
from levata.game import PLAYS, Action, PlayCard
from levata.games.whist import Phase, Whist, WhistOptions, WhistState

WHIST = Whist()


def dealt(seats: int, size: int, trump: int, rng: random.Random) -> WhistState:
    """Return a round of Whist in which the play begins."""
    cards = rng.sample(range(52 - 8 * seats, 52), seats * size)
    leader = rng.randrange(seats)
    return WhistState(
        options=WhistOptions(),
        seats=seats,
        phase=Phase.PLAY,
        round=5,
        size=size,
        first=leader,
        turn=leader,
        trump=trump,
        hands=tuple(mask_of(cards[seat::seats]) for seat in range(seats)),
        bids=(0,) * seats,
        took=(0,) * seats,
        trick_leader=leader,
        streaks=(0,) * seats,
        totals=(0,) * seats,
    )


def random_position(rng: random.Random, size: int = 0) -> WhistState:
    """Return a moment of a random round, 3 to 6 players, trump or none, often inside a trick."""
    seats = rng.randint(3, 6)
    size = size or rng.randint(1, 8)
    state = dealt(seats, size, rng.randint(-1, 3), rng)
    for _ in range(rng.randrange(seats * size)):
        state = play(state, rng.choice(WHIST.legal(state, state.turn)))
    return state


def play(state: WhistState, action: Action) -> WhistState:
    return WHIST.apply(state, state.turn, action).state


def playout_of(state: WhistState) -> RandomPlayout:
    return RandomPlayout(state.hands, state.trump, state.trick_leader, state.trick)


class Watched(list[int]):
    """A stack that notes who took which card from it."""

    def __init__(self, cards: list[int], seat: int, log: list[tuple[int, Card]]) -> None:
        super().__init__(cards)
        self._seat = seat
        self._log = log

    def pop(self, index: SupportsIndex = -1) -> int:
        card = super().pop(index)
        self._log.append((self._seat, card % TRUMP_BONUS))
        return card


def traced(playout: RandomPlayout, rng: random.Random) -> tuple[list[int], list[tuple[int, Card]]]:
    """Return the tricks of one playout, and every card of it with its seat, in order."""
    log: list[tuple[int, Card]] = []
    stacks = [
        [Watched(stack, seat, log) for seat, stack in enumerate(row)]
        for row in playout.shuffled(rng)
    ]
    return playout.play(stacks, rng.random), log


def check_by_the_rules(rng: random.Random) -> None:
    """Every card of a playout is legal when it is played, and the tricks go to the same seats."""
    state = random_position(rng)
    took, log = traced(playout_of(state), rng)
    after = state
    for seat, card in log:
        assert after.phase == Phase.PLAY
        assert after.turn == seat
        after = play(after, PLAYS[card])
    assert after.phase == Phase.DEAL
    assert took == [end - start for start, end in zip(state.took, after.took, strict=True)]


def test_playouts_follow_the_rules() -> None:
    rng = random.Random("rules")
    for _ in range(1_500):
        check_by_the_rules(rng)


@pytest.mark.slow
def test_ten_thousand_playouts_follow_the_rules() -> None:
    rng = random.Random("many")
    for _ in range(10_000):
        check_by_the_rules(rng)


@pytest.mark.slow
@pytest.mark.parametrize("size", range(1, 9))
def test_every_legal_card_is_played_and_no_other(size: int) -> None:
    """Over many playouts of a position the first cards are exactly the legal ones."""
    check_legal_sets(random.Random(f"legal{size}"), size, 150)


def test_the_first_cards_are_the_legal_ones() -> None:
    check_legal_sets(random.Random("legal"), 0, 60)


def check_legal_sets(rng: random.Random, size: int, positions: int) -> None:
    for _ in range(positions):
        state = random_position(rng, size)
        legal = {action.text for action in WHIST.legal(state, state.turn)}
        playout = playout_of(state)
        seen = {PLAYS[traced(playout, rng)[1][0][1]].text for _ in range(90)}
        assert seen == legal


def lines(state: WhistState, chance: float = 1.0) -> Iterator[tuple[tuple[Card, ...], float]]:
    """Yield every way to play a round out with its chance where all legal cards are alike."""
    if state.phase != Phase.PLAY:
        yield (), chance
        return
    legal = WHIST.legal(state, state.turn)
    for action in legal:
        card = cast(PlayCard, action).card
        for rest, its_chance in lines(play(state, action), chance / len(legal)):
            yield (card, *rest), its_chance


@pytest.mark.parametrize(("size", "trump"), [(1, 0), (2, -1), (2, 1), (2, 3), (3, 2)])
def test_all_legal_cards_have_the_same_chance(size: int, trump: int) -> None:
    """Every line of play comes up as often as it must if each legal card is as likely.

    The sum of squared deviations has the mean and the deviation of its distribution: within five
    of them is as good as certain.
    """
    rng = random.Random(f"chances{size}{trump}")
    state = dealt(3, size, trump, rng)
    expected = dict(lines(state))
    assert sum(expected.values()) == pytest.approx(1)
    playout = playout_of(state)
    runs = max(2_000, 8 * len(expected))
    found = Counter(tuple(card for _, card in traced(playout, rng)[1]) for _ in range(runs))
    assert set(found) <= set(expected)
    freedom = len(expected) - 1
    squares = sum(
        (found[line] - runs * chance) ** 2 / (runs * chance) for line, chance in expected.items()
    )
    assert abs(squares - freedom) <= 5 * (2 * freedom) ** 0.5 + 1e-9


def test_long_suits_are_shuffled_too() -> None:
    """A hand of eight cards of one suit is led from in any order."""
    hands = [mask_of(range(20 + suit, 52, 4)) for suit in range(4)]
    playout = RandomPlayout(hands, -1, 2)
    rng = random.Random("long")
    leads = Counter(traced(playout, rng)[1][0] for _ in range(800))
    assert set(leads) == {(2, card) for card in range(22, 52, 4)}
    assert min(leads.values()) > 60
    assert playout(rng) == [0, 0, 8, 0]


def test_the_same_generator_gives_the_same_playout() -> None:
    state = dealt(4, 8, 1, random.Random(1))
    playout = playout_of(state)
    results = [playout(random.Random(seed)) for seed in range(50)]
    assert results == [playout(random.Random(seed)) for seed in range(50)]
    assert all(sum(took) == 8 for took in results)
    assert len({tuple(took) for took in results}) > 5
