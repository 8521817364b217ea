"""Displays: what is shown and said of each game. A game is added with a line in `GAME_DISPLAYS`."""

from __future__ import annotations

from typing import Any, Final, TypeAlias

from levata.errors import OptionError
from levata.games import find_game
from levata_client.shown.games.any_game import AnyDisplay
from levata_client.shown.games.belot.display import BelotDisplay
from levata_client.shown.games.game_display import GameDisplay
from levata_client.shown.games.hearts.display import HeartsDisplay
from levata_client.shown.games.rentz.display import RentzDisplay
from levata_client.shown.games.septica.display import SepticaDisplay
from levata_client.shown.games.whist.display import WhistDisplay
from levata_client.shown.text.game_words import GameWords

AnyGameDisplay: TypeAlias = "GameDisplay[Any]"

GAME_DISPLAYS: Final[tuple[AnyGameDisplay, ...]] = (
    WhistDisplay(),
    RentzDisplay(),
    SepticaDisplay(),
    BelotDisplay(),
    HeartsDisplay(),
)
"""Every game's display."""

_BY_KEY: Final = {display.key: display for display in GAME_DISPLAYS}


def find_display(key: str) -> AnyGameDisplay:
    """Return the display of a game, a plain one if the game has none of its own."""
    display = _BY_KEY.get(key)
    if display is not None:
        return display
    try:
        return AnyDisplay(find_game(key).info.title)
    except OptionError:
        return AnyDisplay(key)


def find_words(key: str) -> GameWords:
    """Return the words of a game; those of a game without a display are the rules' own."""
    return find_display(key).words
