"""What the status line of Septica tells a player to do."""

from __future__ import annotations

from levata.games.septica import Phase, SepticaView, cutting_cards
from levata_client.shown.games.septica.choices import giving_up
from levata_client.shown.games.trick_words import your_turn
from levata_client.shown.text.language import _
from levata_client.shown.text.words import Words, card_words, fill, how_to, join


def turn_status(view: SepticaView) -> Words:
    """Return what the viewer, whose turn it is, may do."""
    if not view.pile:
        return your_turn(_("you lead, any card"))
    cuts = cutters(view)
    cutting = [card for card in view.hand if cuts >> card & 1]
    cards = join(" ", [card_words(card) for card in cutting])
    if view.phase == Phase.PLAY:
        if not cutting:
            return your_turn(_("any card; you cannot cut"))
        return your_turn(fill(_("any card; {cards} would cut"), cards=cards))
    if view.holder == view.seat:
        if not cutting:
            return your_turn(_("nobody cut: take the cards"))
        how = how_to(giving_up(view), _(": {key}"))
        return your_turn(fill(_("go on: {cards}, or take the cards"), cards=cards), how)
    if not cutting:
        how = how_to(giving_up(view), _(" with {key}"))
        return your_turn(_("you cannot cut: leave the cards"), how)
    how = how_to(giving_up(view), _(": {key}"))
    return your_turn(fill(_("cut again: {cards}, or leave the cards"), cards=cards), how)


def cutters(view: SepticaView) -> int:
    """Return the cards that cut the first card of the pile, none before it is led."""
    return cutting_cards(view.pile[0], len(view.counts)) if view.pile else 0
