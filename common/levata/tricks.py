"""The trick engine shared by the trick games: obligations and winners (common rule 4).

A `TrickRules` value says how strong each card is and which of the four obligations hold: following
suit always does; trumping when void, beating within the led suit and over-trumping are flags.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from typing import Final

from msgspec import Struct

from levata.cards import RANKS, SUIT_MASKS, Card, Mask, format_card
from levata.errors import IllegalAction

NO_TRUMP: Final = -1
"""What stands for the suit of trumps where there is none."""
ALL_TRUMPS: Final = 4
"""Every suit counts as trump: it is ranked as one, but no suit beats another."""


class VoidDuty(IntEnum):
    """Whether a player who cannot follow a plain suit must trump."""

    NONE = 0
    ALWAYS = 1
    WHEN_OPPONENT_WINS = 2


def strengths(ranks_low_to_high: str) -> tuple[int, ...]:
    """Return the strength of each of the 52 cards for an order of ranks.

    Ranks that are not named come below all others, at 0.

    >>> strengths("789JQKTA")[32], strengths("789JQKTA")[44]
    (7, 6)
    """
    order = {rank: place + 1 for place, rank in enumerate(ranks_low_to_high)}
    return tuple(order.get(RANKS[card >> 2], 0) for card in range(52))


NATURAL: Final = strengths(RANKS)
"""The order from two to ace."""


class TrickRules(Struct, frozen=True):
    """How tricks of one game are followed and won."""

    plain: tuple[int, ...] = NATURAL
    """Strength of each card in a plain suit."""
    trumps: tuple[int, ...] = NATURAL
    """Strength of each card as a trump."""
    void_duty: VoidDuty = VoidDuty.NONE
    beat_trump_lead: bool = False
    """Whether a led trump must be beaten, even the partner's."""
    over_trump: bool = False
    """Whether an opponent's winning trump must be beaten by a higher one, else any card."""

    def winner(self, trick: Sequence[Card], trump: int) -> int:
        """Return the index in the trick of the card that wins it.

        ``trump`` is a suit, `NO_TRUMP` or `ALL_TRUMPS`.

        >>> from levata.cards import CLUBS, parse_cards
        >>> TrickRules().winner(parse_cards("9H AH 2C AD"), CLUBS)
        2
        """
        suit = led = trick[0] & 3
        if trump != led and 0 <= trump < ALL_TRUMPS:
            for card in trick:
                if card & 3 == trump:
                    suit = trump
                    break
        strength = self.trumps if trump in (suit, ALL_TRUMPS) else self.plain
        best = winner = -1
        for index, card in enumerate(trick):
            if card & 3 == suit and strength[card] > best:
                best, winner = strength[card], index
        return winner

    def playable(
        self, hand: Mask, trick: Sequence[Card], trump: int, partner_wins: bool = False
    ) -> Mask:
        """Return the cards of a hand that may be added to a trick.

        ``partner_wins`` says whether the partner's card is winning at this moment; it matters
        only where a duty depends on it.
        """
        if not trick:
            return hand
        led = trick[0] & 3
        follow = hand & SUIT_MASKS[led]
        if follow:
            if self.beat_trump_lead and trump in (led, ALL_TRUMPS):
                return self._higher(follow, trick, led) or follow
            return follow
        if trump in (NO_TRUMP, ALL_TRUMPS, led) or self.void_duty is VoidDuty.NONE:
            return hand
        own_trumps = hand & SUIT_MASKS[trump]
        if not own_trumps:
            return hand
        if self.void_duty is VoidDuty.WHEN_OPPONENT_WINS and partner_wins:
            return hand
        if self.over_trump and any(card & 3 == trump for card in trick):
            return self._higher(own_trumps, trick, trump) or hand
        return own_trumps

    def _higher(self, cards: Mask, trick: Sequence[Card], suit: int) -> Mask:
        best = max(self.trumps[card] for card in trick if card & 3 == suit)
        higher = 0
        while cards:
            low = cards & -cards
            if self.trumps[low.bit_length() - 1] > best:
                higher |= low
            cards ^= low
        return higher


def refuse_card(hand: Mask, card: Card, trick: Sequence[Card], trump: int) -> IllegalAction:
    """Return the reason why a card that `TrickRules.playable` leaves out is refused.

    Its code is ``not_in_hand`` (with the card), or ``must_follow``, ``must_beat``, ``must_trump``
    or ``must_overtrump`` (with the letter of the suit).
    """
    if not hand >> card & 1:
        return IllegalAction("not_in_hand", format_card(card))
    led = trick[0] & 3
    if hand & SUIT_MASKS[led]:
        if card & 3 != led:
            return IllegalAction("must_follow", "CDHS"[led])
        return IllegalAction("must_beat", "CDHS"[led])
    if card & 3 != trump:
        return IllegalAction("must_trump", "CDHS"[trump])
    return IllegalAction("must_overtrump", "CDHS"[trump])
