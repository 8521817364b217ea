"""The one way in which deals are drawn from the seed of a match, for the server and the arena."""

from __future__ import annotations

import random
from collections.abc import Sequence

from levata.cards import Card
from levata.game import Deal


def draw_deal(pack: Sequence[Card], seats: int, seed: str, number: int) -> Deal:
    """Return the deal with this number, from 1, of the match with this seed.

    ``pack`` are the cards to be dealt, in the order in which the game names them. The same
    arguments give the same deal on every machine. The seed stays secret until the match is over:
    whoever has it knows every card.

    >>> draw_deal((0, 1, 2, 3), 4, "7", 1)
    Deal(order=(2, 0, 1, 3), first=2)
    """
    rng = random.Random(f"{seed}|deal|{number}")
    order = list(pack)
    rng.shuffle(order)
    return Deal(tuple(order), rng.randrange(seats))
