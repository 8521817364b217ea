"""What the status line of Rentz tells a player to do with his cards."""

from __future__ import annotations

from typing import Final

from levata.cards import SUIT_MASKS, mask_of, suit_of
from levata.games.rentz.state import RentzView
from levata_client.shown.games.game_display import card_actions
from levata_client.shown.games.trick_words import playable_words, your_turn
from levata_client.shown.text.language import _, ngettext
from levata_client.shown.text.words import Words, card_words, fill, how_to, join, suit_words

_MOST_NAMED: Final = 5
"""Cards that are named one by one."""


def trick_status(view: RentzView) -> Words:
    """Return what the viewer, whose turn it is, may play in a subgame with tricks."""
    if not view.trick:
        if len(view.legal) < len(view.hand):
            return your_turn(_("you lead, but hearts may not be led"))
        return your_turn(_("you lead, any card"))
    led = suit_of(view.trick[0])
    suit = suit_words(led)
    if mask_of(view.hand) & SUIT_MASKS[led]:
        return your_turn(fill(_("follow {suit}"), suit=suit), playable_words(view))
    return your_turn(fill(_("no {suit}: any card"), suit=suit))


def layout_status(view: RentzView) -> Words:
    """Return what the viewer, whose turn it is, may lay in the layout."""
    cards = [card_words(card) for card in card_actions(view.legal)]
    if not cards:
        return your_turn(_("none of your cards fits, pass"))
    if len(cards) > _MOST_NAMED:
        text = ngettext("lay {count} of your cards", "lay one of {count} cards", len(cards))
        named = fill(text, count=len(cards))
    else:
        *first, last = cards
        named = last
        if first:
            named = fill(_("{cards} or {last}"), cards=join(", ", first), last=last)
        named = fill(_("lay {cards}"), cards=named)
    if "stop" in view.legal:
        how = how_to("stop", _("{key}: "))
        return your_turn(fill(_("{lay}, or {how}do not play again"), lay=named, how=how))
    return your_turn(fill(_("once more: {lay}"), lay=named)) if view.again else your_turn(named)
