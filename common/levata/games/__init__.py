"""The registry of games: adding one is a line here, and a line in the client's registry."""

from __future__ import annotations

from typing import Final

from levata.errors import OptionError
from levata.game import AnyGame
from levata.games.belot import Belot
from levata.games.hearts import Hearts
from levata.games.rentz import Rentz
from levata.games.septica import Septica
from levata.games.whist import Whist

GAMES: Final[tuple[AnyGame, ...]] = (Whist(), Rentz(), Septica(), Belot(), Hearts())
"""Every game, in the order in which menus show them."""

_GAMES_BY_KEY: Final = {game.info.key: game for game in GAMES}


def find_game(key: str) -> AnyGame:
    """Return the game of a key such as ``whist``.

    Raises:
        OptionError: ``unknown_game``, with the keys there are.
    """
    game = _GAMES_BY_KEY.get(key)
    if game is None:
        raise OptionError("unknown_game", key[:40], ", ".join(_GAMES_BY_KEY))
    return game
