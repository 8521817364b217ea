"""What the status line of Whist tells a player to do."""

from __future__ import annotations

from levata.cards import SUIT_MASKS, mask_of, suit_of
from levata.games.whist import WhistView
from levata.tricks import NO_TRUMP
from levata_client.shown.games.trick_words import playable_words, your_turn
from levata_client.shown.games.whist.choices import open_bids
from levata_client.shown.text.language import _
from levata_client.shown.text.words import Words, fill, suit_words


def bid_status(view: WhistView) -> Words:
    """Return what the viewer, whose turn it is, may bid."""
    barred = set(range(view.size + 1)) - open_bids(view)
    if barred:
        text = _("bid {low} to {high}, not {bid}: the sum may not be {high}")
        return your_turn(fill(text, low=0, high=view.size, bid=min(barred)))
    if view.foreheads:
        return your_turn(_("bid; you see every card but your own"))
    return your_turn(fill(_("bid from {low} to {high}"), low=0, high=view.size))


def play_status(view: WhistView) -> Words:
    """Return what the viewer, whose turn it is, may play."""
    if not view.trick:
        return your_turn(_("you lead, any card"))
    led = suit_of(view.trick[0])
    held = mask_of(view.hand)
    if held & SUIT_MASKS[led]:
        return your_turn(fill(_("follow {suit}"), suit=suit_words(led)), playable_words(view))
    if view.trump in (NO_TRUMP, led):
        return your_turn(fill(_("no {suit}: any card"), suit=suit_words(led)))
    suit, trump = suit_words(led), suit_words(view.trump)
    if held & SUIT_MASKS[view.trump]:
        text = _("no {suit}: you must play trump {trump}")
        return your_turn(fill(text, suit=suit, trump=trump), playable_words(view))
    return your_turn(fill(_("no {suit}, no {trump}: any card"), suit=suit, trump=trump))
