"""The keys of a table, and those of them that the footer shows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from textual.binding import Binding, BindingType

from levata_client.shown.table.scene import Scene
from levata_client.shown.table.table_model import TableModel
from levata_client.shown.text.language import _, pgettext
from levata_client.terminal.table.panels import Panels
from levata_client.terminal.widgets.bars import FooterKey
from levata_client.terminal.widgets.hand import CARD_KEYS


def _bind(keys: str, action: str) -> Binding:
    return Binding(keys, action, show=False, id=f"table.{action}")


TABLE_BINDINGS: Final[list[BindingType]] = [
    _bind("left", "previous"),
    _bind("right", "next"),
    _bind("up", "up"),
    _bind("down", "down"),
    _bind("enter", "act"),
    _bind("space", "skip"),
    _bind("l", "last_trick"),
    _bind("s", "sheet"),
    _bind("t,slash", "talk"),
    _bind("h", "hint"),
    _bind("o", "order"),
    _bind("v", "side"),
    _bind("full_stop", "nudge"),
    _bind("question_mark,f1", "help"),
    _bind("f10", "menu"),
    _bind("escape", "back"),
    _bind("pageup", "sheet_up"),
    _bind("pagedown", "sheet_down"),
    _bind("r", "rematch"),
    _bind("w", "replay"),
    _bind("e", "export"),
]
"""All of them can be remapped by their id. Digits and the keys of choices are not bound: what they
mean depends on what is asked."""


def footer_keys(
    scene: Scene, model: TableModel, shown: Mapping[str, str], panels: Panels
) -> tuple[FooterKey, ...]:
    """Return the keys that do something now, the most useful first.

    ``shown`` is the key of each action as it is written, in the user's own keymap.
    """

    def key(action: str, label: str) -> FooterKey:
        return FooterKey(shown.get(action, "?"), label, action)

    if panels.is_typing:
        return (
            FooterKey("Enter", _("Send"), "send"),
            FooterKey("Esc", _("Back to the game"), "leave_chat"),
        )
    if panels.is_grid_open:
        return (
            FooterKey("↑↓", _("Scroll"), "down"),
            key("export", _("Export")),
            key("sheet", _("Close")),
        )
    talk = key("talk", _("Message"))
    sheet = key("sheet", _("Scores"))
    if scene.is_over:
        return (
            key("rematch", _("Rematch")),
            key("replay", _("Watch replay")),
            sheet,
            key("export", _("Export")),
            talk,
            key("side", _("Table")),
            FooterKey(shown.get("back", "Esc"), _("Leave"), "back"),
        )
    keys = [*_answer_keys(scene)]
    if scene.last_trick is not None:
        keys.append(key("last_trick", _("Last trick")))
    if model.are_hints_allowed and scene.is_turn:
        keys.append(key("hint", _("Hint")))
    keys.extend((sheet, talk, key("help", _("Help")), key("menu", _("Menu"))))
    if _can_nudge(scene, model):
        keys.append(key("nudge", _("Nudge")))
    keys.extend((key("side", pgettext("side panel", "Side")), key("order", _("Order"))))
    return tuple(keys)


def _answer_keys(scene: Scene) -> list[FooterKey]:
    """Return the keys that answer the decision: digits, and the letters of choices."""
    keys: list[FooterKey] = []
    choices = scene.choices if scene.is_turn else None
    if choices is not None and choices.is_open:
        digits = [choice.key for choice in choices.choices if choice.key.isdecimal()]
        if digits:
            keys.append(FooterKey(_span(digits), _("Choose"), "next"))
    if scene.hand.is_choosing or scene.hand.can_queue:
        cards = list(CARD_KEYS[: len(scene.hand.cards)])
        if cards:
            label = _("Play") if scene.hand.is_choosing else _("Play next")
            keys.append(FooterKey(_span(cards), label, "next"))
    return keys


def _span(keys: list[str]) -> str:
    return keys[0] if len(keys) == 1 else f"{keys[0]}-{keys[-1]}"


def _can_nudge(scene: Scene, model: TableModel) -> bool:
    turn = model.view.turn
    if scene.is_turn or not 0 <= turn < len(model.players):
        return False
    return not model.players[turn].is_bot
