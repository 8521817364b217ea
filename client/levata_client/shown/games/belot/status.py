"""What the status line of Belot tells a player to do with his cards."""

from __future__ import annotations

from levata.cards import SUIT_MASKS, Card, mask_of, suit_of
from levata.games.belot import BelotView
from levata.games.belot.cards import NO_CONTRACT, TRICKS, TRUMP_OF
from levata.tricks import ALL_TRUMPS, NO_TRUMP
from levata_client.shown.games.trick_words import playable_words, your_turn
from levata_client.shown.text.language import _
from levata_client.shown.text.words import Words, card_words, fill, suit_words


def trump_of(view: BelotView) -> int:
    """Return the trump of the contract as `levata.tricks` has it, during the play."""
    return NO_TRUMP if view.contract == NO_CONTRACT else TRUMP_OF[view.contract]


def duty_words(view: BelotView) -> Words:
    """Return what the viewer, whose turn it is to play, has to do, and why."""
    if not view.trick:
        return your_turn(_("you lead, any card"))
    held, trump = mask_of(view.hand), trump_of(view)
    led = suit_of(view.trick[0])
    suit = suit_words(led)
    if held & SUIT_MASKS[led]:
        return _follow_words(view, trump, led)
    if trump in (NO_TRUMP, ALL_TRUMPS, led):
        return your_turn(fill(_("no {suit}: any card"), suit=suit))
    if not held & SUIT_MASKS[trump]:
        text = _("no {suit}, no {trump}: any card")
        return your_turn(fill(text, suit=suit, trump=suit_words(trump)))
    return _trump_words(view, trump, suit)


def _follow_words(view: BelotView, trump: int, led: int) -> Words:
    suit = suit_words(led)
    if trump not in (led, ALL_TRUMPS):
        return your_turn(fill(_("follow {suit}"), suit=suit), playable_words(view))
    best = _best(view, led)
    own = [card for card in view.hand if suit_of(card) == led]
    if any(TRICKS.trumps[card] > TRICKS.trumps[best] for card in own):
        text = _("follow {suit} and beat {card}")
        return your_turn(fill(text, suit=suit, card=card_words(best)))
    text = _("follow {suit}; you cannot beat {card}")
    return your_turn(fill(text, suit=suit, card=card_words(best)))


def _trump_words(view: BelotView, trump: int, suit: Words) -> Words:
    """Return the duty of a player who cannot follow but has trumps."""
    partner = len(view.trick) - 2
    if partner >= 0 and TRICKS.winner(view.trick, trump) == partner:
        return your_turn(_("your partner is winning: any card"))
    trump_suit = suit_words(trump)
    if not any(suit_of(card) == trump for card in view.trick):
        text = _("no {suit}: you must trump with {trump}")
        return your_turn(fill(text, suit=suit, trump=trump_suit))
    best = _best(view, trump)
    own = [card for card in view.hand if suit_of(card) == trump]
    if all(TRICKS.trumps[card] < TRICKS.trumps[best] for card in own):
        text = _("you cannot trump higher than {card}: any card")
        return your_turn(fill(text, card=card_words(best)))
    text = _("no {suit}: trump higher than {card}")
    return your_turn(fill(text, suit=suit, card=card_words(best)))


def _best(view: BelotView, suit: int) -> Card:
    """Return the highest card of a suit that counts as trump on the table."""
    cards = [card for card in view.trick if suit_of(card) == suit]
    return max(cards, key=lambda card: TRICKS.trumps[card])
