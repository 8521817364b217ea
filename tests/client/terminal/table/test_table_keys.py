"""The keys that the footer of a table shows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from levata.games.whist import WhistState
from levata_client.shown.games import find_display
from levata_client.shown.table.scene import Player, Scene, TableInfo
from levata_client.shown.table.table_model import TableModel
from levata_client.terminal.table.panels import Panels
from levata_client.terminal.table.table_keys import TABLE_BINDINGS, footer_keys
from tests.support import demo

SHOWN = {
    "talk": "t", "sheet": "s", "help": "?", "menu": "F10", "hint": "h", "last_trick": "l",
    "nudge": ".", "side": "v", "order": "o", "export": "e", "rematch": "r", "replay": "w",
}  # fmt: skip


def shown(state: WhistState, seat: int = 0) -> tuple[Scene, TableModel]:
    model = demo.model_of(state, seat)
    table = TableInfo(model.options, model.players)
    return find_display("whist").scene(model.view, table), model


def keys(scene: Scene, model: TableModel, panels: Panels | None = None) -> list[str]:
    footer = footer_keys(scene, model, SHOWN, panels or Panels())
    return [f"{key.key} {key.label}" for key in footer]


def typing(panels: Panels) -> None:
    panels.start_typing()


@pytest.mark.parametrize(
    ("open_panel", "first"),
    [(typing, "Enter Send"), (Panels.toggle_grid, "↑↓ Scroll")],
)
def test_what_is_open_has_keys_of_its_own(open_panel: Callable[[Panels], None], first: str) -> None:
    panels = Panels()
    open_panel(panels)
    assert keys(*shown(demo.trick_begun()), panels)[0] == first


def test_the_keys_that_answer_come_first() -> None:
    footer = keys(*shown(demo.trick_begun()))
    assert footer[:4] == ["1-4 Play", "l Last trick", "h Hint", "s Scores"]
    assert keys(*shown(demo.last_bid_open(), 2))[0] == "0-5 Choose"


def test_a_hint_is_offered_where_hints_are_allowed() -> None:
    scene, model = shown(demo.trick_begun())
    assert "h Hint" not in keys(scene, replace(model, are_hints_allowed=False))


def test_only_people_can_be_nudged() -> None:
    scene, model = shown(demo.five_cards())
    assert model.view.turn == 3
    assert ". Nudge" in keys(scene, model)
    bots = tuple(Player(player.name, is_bot=True) for player in model.players)
    assert ". Nudge" not in keys(scene, replace(model, players=bots))


def test_the_end_offers_another_match() -> None:
    footer = keys(*shown(demo.last_hand()))
    assert footer[:2] == ["r Rematch", "w Watch replay"]
    assert footer[-1] == "Esc Leave"


def test_every_key_can_be_remapped_by_its_own_id() -> None:
    ids = [getattr(binding, "id", None) for binding in TABLE_BINDINGS]
    assert None not in ids
    assert len(ids) == len(set(ids))
