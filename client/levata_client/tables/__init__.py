"""Table views: how each game looks. A game is added with a line in `TABLE_VIEWS`."""

from __future__ import annotations

from typing import Any, Final, TypeAlias

from levata.errors import OptionError
from levata.games import find_game
from levata_client.tables.belot import BelotTable
from levata_client.tables.fallback import AnyTable
from levata_client.tables.hearts import HeartsTable
from levata_client.tables.rentz import RentzTable
from levata_client.tables.septica import SepticaTable
from levata_client.tables.table_view import TableView
from levata_client.tables.whist import WhistTable

AnyTableView: TypeAlias = "TableView[Any]"

TABLE_VIEWS: Final[tuple[AnyTableView, ...]] = (
    WhistTable(),
    RentzTable(),
    SepticaTable(),
    BelotTable(),
    HeartsTable(),
)
"""Every game's table view."""

_VIEWS_BY_KEY: Final = {view.key: view for view in TABLE_VIEWS}


def find_table_view(key: str) -> AnyTableView:
    """Return the table view of a game, a plain one if the game has none of its own."""
    view = _VIEWS_BY_KEY.get(key)
    if view is not None:
        return view
    try:
        return AnyTable(find_game(key).info.title)
    except OptionError:
        return AnyTable(key)
