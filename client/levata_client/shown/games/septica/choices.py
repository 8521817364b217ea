"""What is chosen in Septica besides cards: to leave them, or to take them."""

from __future__ import annotations

from typing import Final

from levata.games.septica import SepticaView, count_points
from levata_client.shown.table.scene import ChoiceItem, Choices, ChoiceStyle
from levata_client.shown.text.language import _, ngettext
from levata_client.shown.text.words import MUTED, Words, fill, words

_LEAVE_KEY: Final = "p"


def septica_choices(view: SepticaView, holder: Words) -> Choices | None:
    """Return what the leader of the trick may do instead of a cutting card.

    ``holder`` is the name of whoever holds the cards so far.
    """
    action = giving_up(view)
    if not action:
        return None
    label = words(_("take the cards"))
    if view.holder != view.seat:
        label = fill(_("leave the cards to {name}"), name=holder)
    count = count_points(view.pile)
    text = ngettext("{count} point lies on the table", "{count} points lie on the table", count)
    note = fill(text, MUTED, count=count)
    choice = ChoiceItem(action, label, _LEAVE_KEY, note=note)
    return Choices((), (choice,), style=ChoiceStyle.LINE)


def giving_up(view: SepticaView) -> str:
    """Return what the leader of the trick may do instead of playing on, empty for nothing."""
    return next((text for text in view.legal if not text.startswith("play ")), "")
