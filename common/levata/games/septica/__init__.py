"""Septica for 2 to 4 players: cut with a seven or with the rank of the first card.

Rules in short: 32 cards, 30 with three players; four cards each, the rest is drawn after every
trick. Each seat adds any card in turn; sevens, cards of the first card's rank and with three
players the two eights cut, and the latest cut holds the trick. When a round ends with the leader
cut, he leaves the cards to the holder or goes on with a cutting card, and everybody adds another.
Tens and aces are the eight points of a game.
"""

from __future__ import annotations

from levata.games.septica.model import (
    LEAVE,
    TAKE,
    CardsLeft,
    GameRow,
    GameScored,
    LeaveTrick,
    Phase,
    Refilled,
    SepticaOptions,
    SepticaState,
    SepticaView,
    TakeTrick,
    count_points,
    cutting_cards,
    septica_pack,
)
from levata.games.septica.rules import Septica
from levata.games.septica.scoring import game_scores, leaver_scores, seat_scores

__all__ = [
    "LEAVE",
    "TAKE",
    "CardsLeft",
    "GameRow",
    "GameScored",
    "LeaveTrick",
    "Phase",
    "Refilled",
    "Septica",
    "SepticaOptions",
    "SepticaState",
    "SepticaView",
    "TakeTrick",
    "count_points",
    "cutting_cards",
    "game_scores",
    "leaver_scores",
    "seat_scores",
    "septica_pack",
]
