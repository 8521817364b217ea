"""What the table of Belot says: contracts, sides, combinations and the duties of a player."""

from __future__ import annotations

from typing import Final

from levata.cards import SUIT_MASKS, Card, mask_of, suit_of
from levata.game import Seat
from levata.games.belot import BelotView
from levata.games.belot.auction import DOUBLE, PASS, REDOUBLE
from levata.games.belot.cards import NO_CONTRACT, NOTRUMP, TRICKS, TRUMP_OF
from levata.games.belot.declarations import CombinationKind
from levata.tricks import ALL_TRUMPS, NO_TRUMP
from levata_client.shown.games.trick_words import playable_words, your_turn
from levata_client.shown.text.language import _, pgettext
from levata_client.shown.text.terms import combination_name, contract_name
from levata_client.shown.text.words import (
    ACCENT,
    MUTED,
    STRONG,
    Part,
    Words,
    card_words,
    fill,
    rank_text,
    suit_words,
    words,
)

_ROOM: Final = 12
"""Cells for announcements on a plate."""


def contract_words(contract: int, multiplier: int = 1) -> Words:
    """Return a contract, with ``x2`` or ``x4`` if it is doubled or redoubled."""
    name = suit_words(contract) if contract < 4 else words(Part(contract_name(contract), STRONG))
    return words(name, Part(f" x{multiplier}", ACCENT)) if multiplier > 1 else name


def short_contract(contract: int, multiplier: int = 1) -> Words:
    """Return a contract in at most five cells, its multiplier included."""
    if contract < 4:
        return contract_words(contract, multiplier)
    name = (pgettext("contract", "NT"), pgettext("contract", "AT"))[contract - 4]
    doubled = Part(f" x{multiplier}" if multiplier > 1 else "", ACCENT)
    return words(Part(name, STRONG), doubled)


def call_words(call: int) -> Words:
    """Return what was called in the auction."""
    if call == PASS:
        return words(Part(_("pass"), MUTED))
    if call == DOUBLE:
        return words(Part(_("double"), ACCENT))
    return words(Part(_("redouble"), ACCENT)) if call == REDOUBLE else contract_words(call)


def last_call(view: BelotView, seat: Seat) -> Words:
    """Return the last call of a seat in this auction."""
    for index in range(len(view.calls) - 1, -1, -1):
        if (view.dealer + 1 + index) % 4 == seat:
            return call_words(view.calls[index])
    return ()


def announced_words(view: BelotView, seat: Seat) -> Words:
    """Return what a seat declared and whether it said belot; the number of those without room."""
    names = [combination_name(kind) for owner, kind in view.announced if owner == seat]
    names.extend([_("belot")] * view.belots.count(seat))
    for shown in range(len(names), 0, -1):
        rest = f" +{len(names) - shown}" if shown < len(names) else ""
        text = " ".join(names[:shown]) + rest
        if len(text) <= _ROOM:
            return words(Part(text, ACCENT))
    return words(Part(f"+{len(names)}", ACCENT)) if names else ()


def combination_words(kind: int, cards: tuple[Card, ...]) -> Words:
    """Return a combination with its cards, such as ``tierce 9-10-J♠`` or ``carre J``."""
    name = Part(combination_name(kind), STRONG)
    if kind == CombinationKind.CARRE:
        return words(name, " ", rank_text(cards[0]))
    ranks = f"{rank_text(cards[0])}-{rank_text(cards[-1])}"
    return words(name, f" {ranks}", suit_words(suit_of(cards[0])))


def trump_label(view: BelotView) -> Words:
    """Return what stands beside the viewer's plate during the play."""
    contract = contract_words(view.contract, view.multiplier)
    return fill(_("Trump {suit}"), suit=contract) if view.contract < NOTRUMP else contract


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
