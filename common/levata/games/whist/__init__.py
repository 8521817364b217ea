"""Romanian Whist for 3 to 6 players: bid your tricks, take exactly as many.

Rules in short: ``8 * N`` cards of the highest ranks; rounds of 1 to 8 cards in the order of the
option `sequence`; below 8 cards the next card is turned up and its suit is trump. Every seat bids
once; the last may not make the bids add up to the round's cards (the hook). Follow suit, else
trump. A bid met exactly scores, any other costs the difference; five in a row earn or cost a bonus.
"""

from __future__ import annotations

from levata.games.whist.model import Phase, Round, RoundScored, WhistOptions, WhistState, WhistView
from levata.games.whist.play import TRICKS
from levata.games.whist.rules import BIDS, BIG_ROUND, Whist
from levata.games.whist.scoring import barred_bid, next_streak, round_points, schedule

__all__ = [
    "BIDS",
    "BIG_ROUND",
    "TRICKS",
    "Phase",
    "Round",
    "RoundScored",
    "Whist",
    "WhistOptions",
    "WhistState",
    "WhistView",
    "barred_bid",
    "next_streak",
    "round_points",
    "schedule",
]
