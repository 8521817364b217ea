"""A display for any game: whatever the rules allow can be done, without a picture of it."""

from __future__ import annotations

import re

from levata.cards import HandOrder
from levata.events import Event
from levata.game import View
from levata_client.shown.games.game_display import GameDisplay, card_actions
from levata_client.shown.games.trick_words import your_turn
from levata_client.shown.table.scene import (
    ChoiceItem,
    Choices,
    ChoiceStyle,
    HeaderItem,
    Narration,
    Scene,
    TableInfo,
    Trick,
)
from levata_client.shown.text.game_words import GameWords
from levata_client.shown.text.language import _
from levata_client.shown.text.words import TITLE, Part, words

_KEYS = "1234567890"
_CAPITAL = re.compile(r"(?<=[a-z])(?=[A-Z])")


class AnyDisplay(GameDisplay[View]):
    """The display of a game that has none of its own."""

    key = ""

    def __init__(self, title: str) -> None:
        self.words = GameWords(title=title)

    def scene(self, view: View, table: TableInfo, order: HandOrder = HandOrder.SUITS) -> Scene:
        is_turn = bool(view.legal)
        plays = card_actions(view.legal)
        others = tuple(text for text in view.legal if text not in plays.values())
        status = your_turn(_("choose")) if is_turn else ()
        return Scene(
            header=(HeaderItem(words(Part(self.title, TITLE))),),
            plates=self.plates(view, table),
            status=status or self.waiting(view, table),
            middle=Trick(),
            hand=self.hand(view, order),
            viewer=max(view.seat, 0),
            is_turn=is_turn,
            choices=_choices(others, has_plays=bool(plays)) if others else None,
        )

    def narrate(self, event: Event, view: View, table: TableInfo) -> Narration | None:
        known = super().narrate(event, view, table)
        if known is not None:
            return known
        name = _CAPITAL.sub(" ", type(event).__name__).lower()
        return Narration(words(name.capitalize()))


def _choices(texts: tuple[str, ...], has_plays: bool) -> Choices:
    """Return the actions as a list; digits mean cards if cards can be played as well."""
    keys = "" if has_plays else _KEYS
    return Choices(
        title=words(_("Choose")),
        choices=tuple(
            ChoiceItem(text, words(text), keys[index] if index < len(keys) else "")
            for index, text in enumerate(texts)
        ),
        style=ChoiceStyle.LIST,
    )
