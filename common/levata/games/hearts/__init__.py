"""Hearts (Black Lady) for 3 to 5 players: avoid hearts and the queen of spades.

Rules in short: the whole pack is dealt, with three players without 2D, with five without 2C and 2D.
Everybody passes three cards, to the left, to the right, with four players across, and then a deal
without passing. The lowest club leads the first trick, on which no points are thrown; follow suit;
hearts are not led until one was thrown. A heart costs 1, the queen of spades 13; who takes all 26
shoots the moon. The match ends when somebody has lost the target; scores are negative, the highest
one wins.
"""

from __future__ import annotations

from levata.games.hearts.model import (
    JACK_OF_DIAMONDS,
    PASSES,
    POINT_CARDS,
    QUEEN_OF_SPADES,
    CardChosen,
    CardsPassed,
    DealRow,
    DealScored,
    HeartsOptions,
    HeartsState,
    HeartsView,
    PassCard,
    Phase,
    deal_scores,
    hearts_pack,
    lowest_club,
    passing_steps,
    points_of,
)
from levata.games.hearts.rules import Hearts

__all__ = [
    "JACK_OF_DIAMONDS",
    "PASSES",
    "POINT_CARDS",
    "QUEEN_OF_SPADES",
    "CardChosen",
    "CardsPassed",
    "DealRow",
    "DealScored",
    "Hearts",
    "HeartsOptions",
    "HeartsState",
    "HeartsView",
    "PassCard",
    "Phase",
    "deal_scores",
    "hearts_pack",
    "lowest_club",
    "passing_steps",
    "points_of",
]
