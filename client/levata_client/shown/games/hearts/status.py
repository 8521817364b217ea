"""What the status line of Hearts tells a player to do with his cards."""

from __future__ import annotations

from levata.cards import CLUBS, DIAMONDS, HEARTS, SPADES, SUIT_MASKS, Mask, mask_of, suit_of
from levata.games.hearts import HeartsView
from levata.games.hearts.model import HEART_CARDS, QUEEN_OF_SPADES, lowest_club
from levata_client.shown.games.trick_words import playable_words, your_turn
from levata_client.shown.text.language import _
from levata_client.shown.text.words import Words, card_words, fill, join, suit_words


def play_status(view: HeartsView) -> Words:
    """Return what the viewer, whose turn it is, may play."""
    held = mask_of(view.hand)
    if not view.trick:
        return _lead_status(view, held)
    led = suit_of(view.trick[0])
    suit = suit_words(led)
    if held & SUIT_MASKS[led]:
        return your_turn(fill(_("follow {suit}"), suit=suit), playable_words(view))
    if len(view.legal) < len(view.hand):
        queen, hearts = card_words(QUEEN_OF_SPADES), suit_words(HEARTS)
        text = _("no {suit}: any card but {hearts} and {queen}")
        return your_turn(fill(text, suit=suit, hearts=hearts, queen=queen))
    return your_turn(fill(_("no {suit}: any card"), suit=suit))


def _lead_status(view: HeartsView, held: Mask) -> Words:
    if not view.tricks:
        card = card_words(lowest_club(len(view.counts)))
        return your_turn(fill(_("lead {card}"), card=card))
    if len(view.legal) < len(view.hand):
        others = join(" ", [suit_words(suit) for suit in (CLUBS, DIAMONDS, SPADES)])
        return your_turn(fill(_("you lead {suits}: hearts are not broken"), suits=others))
    if not held & ~HEART_CARDS:
        return your_turn(_("you lead, you have hearts only"))
    return your_turn(_("you lead, any card"))
