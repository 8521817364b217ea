"""The levels of computer players there are, by game."""

from __future__ import annotations

import random
from typing import Any, Final

from levata.bots.bot import Bot, Choice, Question
from levata.bots.games.belot import BelotBot
from levata.bots.games.hearts import HeartsBot
from levata.bots.games.rentz import RentzBot
from levata.bots.games.septica import SepticaBot
from levata.bots.games.whist import WhistBot
from levata.errors import OptionError

RANDOM: Final = "random"
"""Any legal action."""
EASY: Final = "easy"
"""As a person plays who knows the rules and remembers the cards that are gone."""
LEVELS: Final = (RANDOM, EASY)
"""Weakest first."""
DEFAULT_LEVEL: Final = EASY
"""That of a table for which nobody chose one."""


class RandomBot(Bot[Any]):
    """Chooses any legal action with the same chance."""

    def choose(self, question: Question[Any], rng: random.Random) -> Choice:
        """Return any legal action."""
        return Choice(rng.choice(question.view.legal))


_RANDOM_BOT: Final = RandomBot()
_EASY_BOTS: Final[dict[str, Bot[Any]]] = {
    "whist": WhistBot(),
    "rentz": RentzBot(),
    "septica": SepticaBot(),
    "belot": BelotBot(),
    "hearts": HeartsBot(),
}


def find_bot(game: str, level: str) -> Bot[Any]:
    """Return the bot of a level for a game, both by their names.

    A game that has no easy player yet is played at random.

    Raises:
        OptionError: ``unknown_level``, with the levels there are.
    """
    if level == RANDOM:
        return _RANDOM_BOT
    if level == EASY:
        return _EASY_BOTS.get(game, _RANDOM_BOT)
    raise OptionError("unknown_level", level[:40], ", ".join(LEVELS))


def bot_rng(match_seed: str, seat: int, decision: int, level: str) -> random.Random:
    """Return the generator of one decision of a seat, the same one whenever it is asked for."""
    return random.Random(f"{match_seed}|{seat}|{decision}|{level}")
