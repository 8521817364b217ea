"""Compare random play of Whist with OpenSpiel's Oh Hell: ``python tests/bench/random_play.py``.

Both play whole hands of eight cards for four players in turn, in the same process, from the shuffle
over the bids to the last card: the legal actions are asked for, `random.Random.choice` takes one,
it is applied; no views. Ours may take at most twice as long.

Oh Hell turns a card after the deal, so its pack has nine cards a suit. The medians of several
rounds are compared. The last line is one JSON object; the exit code tells whether the ratio holds.
OpenSpiel is no dependency: ``pip install open_spiel`` into the environment that runs this.
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from statistics import median
from typing import Any, Final

if __name__ == "__main__":
    root = Path(__file__).resolve().parents[2]
    sys.path[:0] = [str(root / part) for part in ("common", "server", "client")]

from levata.game import CHANCE, Deal
from levata.games.whist import Phase, Whist, WhistOptions

SEATS: Final = 4
SIZE: Final = 8
ROUNDS: Final = 7
SECONDS: Final = 0.6
LOWEST_RATIO: Final = 0.5


def our_hand(rng: random.Random) -> Callable[[], None]:
    """Return a function that plays one hand of Whist through the contract."""
    game = Whist()
    start = game.setup(SEATS, WhistOptions(sequence="8-1-8"))
    pack = list(game.pack(start))
    choice, to_act, legal, apply = rng.choice, game.to_act, game.legal, game.apply

    def play() -> None:
        rng.shuffle(pack)
        state = apply(start, CHANCE, Deal(tuple(pack), 0)).state
        while state.phase != Phase.DEAL:
            seat = to_act(state)[0]
            state = apply(state, seat, choice(legal(state, seat))).state

    return play


def their_hand(game: Any, rng: random.Random) -> Callable[[], None]:
    """Return a function that plays one hand of Oh Hell; its deal is made of chance actions."""
    choice = rng.choice

    def play() -> None:
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(choice(state.legal_actions()))

    return play


def rate(play: Callable[[], None]) -> float:
    """Return how often a function runs in a second of processor time."""
    count = 0
    start = time.process_time()
    while (spent := time.process_time() - start) < SECONDS:
        for _ in range(20):
            play()
        count += 20
    return count / spent


def compared(ours: Callable[[], None], theirs: Callable[[], None]) -> dict[str, float]:
    """Return the median rates of both, measured in turn, and of their ratio."""
    rounds = [(rate(ours), rate(theirs)) for _ in range(ROUNDS)]
    return {
        "ours": round(median(our for our, _ in rounds)),
        "open_spiel": round(median(their for _, their in rounds)),
        "ratio": round(median(our / their for our, their in rounds), 2),
    }


def main() -> int:
    """Print the figures; return whether the ratio holds, as an exit code."""
    try:
        pyspiel: Any = import_module("pyspiel")
    except ImportError:
        print("This comparison needs OpenSpiel: pip install open_spiel (no dependency of Levata).")
        return 2
    game: Any = pyspiel.load_game(
        "oh_hell",
        {
            "players": SEATS,
            "num_suits": 4,
            "num_cards_per_suit": SIZE + 1,
            "num_tricks_fixed": SIZE,
        },
    )
    rng = random.Random(1)
    found = compared(our_hand(rng), their_hand(game, rng))
    print(
        f"ours {found['ours']:>8.0f}/s   OpenSpiel {found['open_spiel']:>8.0f}/s"
        f"   ratio {found['ratio']:.2f}"
    )
    print(json.dumps(found))
    return 0 if found["ratio"] >= LOWEST_RATIO else 1


if __name__ == "__main__":
    sys.exit(main())
