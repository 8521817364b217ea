"""What a hand is worth in each subgame, measured against hands drawn at random."""

from __future__ import annotations

import random
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from levata.bots.games.rentz.layout import cards_ahead
from levata.bots.games.rentz.tricks import TEN, hand_cost
from levata.cards import CLUBS, SUIT_MASKS, Mask, mask_of, top_ranks
from levata.games.rentz.options import ACES, HAND_SIZE, RentzOptions, Subgame

SWING: Final = 2.0
"""Points against the other seats for each point that a hand costs less than others.

Fitted to hands that this player played against itself; it hardly depends on the subgame.
"""
CATCHES: Final = 0.15
"""Chance that a club above the ten catches it."""
ACE_CATCHES: Final = 0.3
"""What the ace has on top of it."""
FIRST_OUT: Final = 0.65
"""Share of the first place's points that a hand is worth that waits for no card."""
SAMPLE: Final = 200
"""Hands that make an average."""


def subgame_worths(
    options: RentzOptions, seats: int, hand: Mask, subgames: Iterable[Subgame]
) -> dict[Subgame, float]:
    """Return how many points a hand is worth more than others in each of these subgames."""
    averages = _averages(options, seats)
    return {
        subgame: averages[subgame] - _cost(options, seats, subgame, hand) for subgame in subgames
    }


def _cost(options: RentzOptions, seats: int, subgame: Subgame, hand: Mask) -> float:
    """Return what choosing a subgame with a hand is likely to cost against the other seats."""
    if subgame is Subgame.RENTZ:
        waiting = cards_ahead(options, seats, hand) / _mean_ahead(options, seats)
        return FIRST_OUT * options.rentz_payout[0] * waiting
    if subgame is Subgame.TEN_CLUBS:
        catchers = (hand & SUIT_MASKS[CLUBS]) >> TEN + 1
        aces = hand & ACES & SUIT_MASKS[CLUBS]
        chance = CATCHES * catchers.bit_count() + ACE_CATCHES * aces.bit_count()
        return -options.value_of(subgame) * chance
    return SWING * hand_cost(options, seats, subgame, hand)


def _sample(seats: int) -> list[Mask]:
    rng = random.Random("rentz")
    pack = top_ranks(2 * seats)
    return [mask_of(rng.sample(pack, HAND_SIZE)) for _ in range(SAMPLE)]


@lru_cache(maxsize=64)
def _mean_ahead(options: RentzOptions, seats: int) -> float:
    return sum(cards_ahead(options, seats, hand) for hand in _sample(seats)) / SAMPLE


@lru_cache(maxsize=64)
def _averages(options: RentzOptions, seats: int) -> tuple[float, ...]:
    """Return what a hand costs on the average, by subgame."""
    hands = _sample(seats)
    return tuple(
        sum(_cost(options, seats, subgame, hand) for hand in hands) / SAMPLE for subgame in Subgame
    )
