"""Table views: how each game looks. A game is added with a line in `GAME_DISPLAYS`."""

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

AnyGameDisplay: TypeAlias = "GameDisplay[Any]"

GAME_DISPLAYS: Final[tuple[AnyGameDisplay, ...]] = (
    WhistDisplay(),
    RentzDisplay(),
    SepticaDisplay(),
    BelotDisplay(),
    HeartsDisplay(),
)
"""Every game's table view."""

_VIEWS_BY_KEY: Final = {view.key: view for view in GAME_DISPLAYS}


def find_display(key: str) -> AnyGameDisplay:
    """Return the table view of a game, a plain one if the game has none of its own."""
    view = _VIEWS_BY_KEY.get(key)
    if view is not None:
        return view
    try:
        return AnyDisplay(find_game(key).info.title)
    except OptionError:
        return AnyDisplay(key)
