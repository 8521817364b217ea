"""What a player of Whist knows: its own cards, those that are gone, and what others have shown."""

from __future__ import annotations

from msgspec import Struct

from levata.bots.bot import Question
from levata.cards import NO_CARD, SUIT_MASKS, Card, Mask, mask_of, top_ranks
from levata.events import CardPlayed, TrickTaken
from levata.game import Seat
from levata.games.whist import WhistOptions, WhistView
from levata.tricks import NO_TRUMP


class Knowledge(Struct, frozen=True):
    """A moment of a round as one seat knows it."""

    view: WhistView
    options: WhistOptions
    seats: int
    hand: Mask
    unseen: Mask
    """Cards in other hands or in the stock; the player cannot tell which."""
    out: int
    """How many of the unseen cards are in other hands."""
    voids: tuple[Mask, ...]
    """By seat, all cards of the suits that it has shown not to hold."""

    @property
    def trumps(self) -> Mask:
        """Return the thirteen cards of the trump suit, none without a trump."""
        return 0 if self.view.trump == NO_TRUMP else SUIT_MASKS[self.view.trump]

    def need_of(self, seat: Seat) -> int:
        """Return the tricks a seat still wants, negative if it took too many."""
        return self.view.bids[seat] - self.view.took[seat]


def read_knowledge(question: Question[WhistView]) -> Knowledge:
    """Return what the player who is asked knows."""
    view = question.view
    options = question.options
    assert isinstance(options, WhistOptions)
    hand = mask_of(view.hand)
    gone = mask_of((*view.trick, *view.last_trick))
    voids = [0] * question.seats
    led = NO_CARD
    for event in question.history:
        if isinstance(event, CardPlayed):
            gone |= 1 << event.card
            suit = event.card & 3
            if led == NO_CARD:
                led = event.card
            elif suit != led & 3:
                voids[event.seat] |= SUIT_MASKS[led & 3]
                if view.trump not in (NO_TRUMP, suit):
                    voids[event.seat] |= SUIT_MASKS[view.trump]
        elif isinstance(event, TrickTaken):
            led = NO_CARD
    shown = (card for card in (view.turned, *view.foreheads) if card != NO_CARD)
    return Knowledge(
        view=view,
        options=options,
        seats=question.seats,
        hand=hand,
        unseen=mask_of(top_ranks(2 * question.seats)) & ~(hand | gone | mask_of(shown)),
        out=sum(view.counts) - view.counts[view.seat],
        voids=tuple(voids),
    )


def cards_above(card: Card) -> Mask:
    """Return the higher cards of the suit of a card."""
    return SUIT_MASKS[card & 3] >> (card + 1) << (card + 1)
