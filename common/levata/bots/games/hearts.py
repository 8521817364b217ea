"""The easy player of Hearts: it knows the rules and remembers the cards that are gone.

Every card is given a cost in points: what the trick will hold times the chance of taking it, less
the harm the card may still do in hand. A jack of diamonds that counts makes a trick worth having.
"""

from __future__ import annotations

import random
from typing import Final

from msgspec import Struct

from levata.bots.bot import Bot, Choice, Question
from levata.cards import HEARTS, SPADES, SUIT_MASKS, Card, Mask, iter_cards, mask_of, parse_card
from levata.events import CardPlayed
from levata.game import Seat
from levata.games.hearts import (
    JACK_OF_DIAMONDS,
    QUEEN_OF_SPADES,
    HeartsOptions,
    HeartsView,
    hearts_pack,
    points_of,
)

QUEEN: Final[Mask] = 1 << QUEEN_OF_SPADES
JACK: Final[Mask] = 1 << JACK_OF_DIAMONDS
HIGH_SPADES: Final[Mask] = mask_of((parse_card("KS"), parse_card("AS")))
"""The two cards that take the queen."""
GUARDS: Final = 4
"""Other spades that make the queen, or the cards above her, safe to hold."""
THROWN: Final = 1.6
"""Points that a player throws on a trick who cannot follow, while the queen is in no other hand."""
THROWN_QUEEN: Final = 4.0
"""What he throws more while the queen may be his."""
QUEEN_CAUGHT: Final = 8.0
"""What a king or ace of spades risks to catch while the queen is out."""
SUIT_HARM: Final = (1.5, 1.5, 1.5, 1.0)
"""What a card that is sure to take its trick costs by and by, by suit."""
MOON_ALARM: Final = 18
"""Points of one seat, with none of any other, that make it look like shooting the moon."""
MOON_STOPPED: Final = 8.0
"""What it is worth to take points from such a seat."""
MOON_FED: Final = 2.0
"""What each point costs that is thrown to such a seat."""


class HeartsBot(Bot[HeartsView]):
    """The easy player of Hearts."""

    def choose(self, question: Question[HeartsView], rng: random.Random) -> Choice:
        """Return the card of the lowest cost; equal ones have the same chance."""
        legal = question.view.legal
        if len(legal) == 1:
            return Choice(legal[0])
        known = _read(question)
        is_passing = legal[0].startswith("pass")
        costs = [
            -_harm(known, card) if is_passing else _cost(known, card)
            for card in (parse_card(text.split()[1]) for text in legal)
        ]
        least = min(costs)
        actions = [text for text, cost in zip(legal, costs, strict=True) if cost < least + 1e-9]
        return Choice(rng.choice(actions), {"cost": least})


class _Knowledge(Struct, frozen=True):
    """What the player knows."""

    view: HeartsView
    seats: int
    hand: Mask
    """Cards that stay in hand: without those chosen to be passed."""
    unseen: Mask
    """Cards in other hands."""
    has_jack: bool
    """Whether the jack of diamonds counts."""
    shooter: Seat
    """Who seems to shoot the moon, -1 for nobody."""


def _read(question: Question[HeartsView]) -> _Knowledge:
    view, options = question.view, question.options
    assert isinstance(options, HeartsOptions)
    hand = mask_of(view.hand)
    played = [event.card for event in question.history if isinstance(event, CardPlayed)]
    unseen = mask_of(hearts_pack(question.seats)) & ~hand & ~mask_of((*played, *view.trick))
    points = [points_of(cards) for cards in view.taken]
    scorers = [seat for seat, count in enumerate(points) if count]
    is_alarm = len(scorers) == 1 and points[scorers[0]] >= MOON_ALARM
    shooter = scorers[0] if is_alarm and scorers[0] != view.seat else -1
    chosen = mask_of(view.passed) & hand
    return _Knowledge(
        view=view,
        seats=question.seats,
        hand=hand & ~chosen,
        unseen=unseen,
        has_jack=options.jack_of_diamonds,
        shooter=shooter,
    )


def _cost(known: _Knowledge, card: Card) -> float:
    """Return what playing a card costs, in points."""
    view = known.view
    trick = view.trick
    to_come = known.seats - 1 - len(trick)
    led = (trick[0] if trick else card) & 3
    best = max((other for other in trick if other & 3 == led), default=card)
    worth = _worth(known, mask_of((*trick, card))) + to_come * _thrown(known, led)
    if to_come and led == SPADES and known.unseen & QUEEN and 1 << card & HIGH_SPADES:
        worth += QUEEN_CAUGHT
    if card & 3 != led or card < best:
        # Points thrown to someone who shoots the moon help him.
        holder = (view.trick_leader + trick.index(best)) % known.seats
        fed = points_of(1 << card) if holder == known.shooter else 0
        return MOON_FED * fed - _harm(known, card)
    if known.shooter >= 0 and worth > 0:
        worth = -MOON_STOPPED
    return worth * _chance(known, card, to_come) - _harm(known, card)


def _worth(known: _Knowledge, cards: Mask) -> float:
    """Return what the cards of a trick cost who takes it."""
    jack = 10 if known.has_jack and cards & JACK else 0
    return float(points_of(cards) - jack)


def _thrown(known: _Knowledge, suit: int) -> float:
    """Return the points that a seat still to play is likely to add to a trick of a suit."""
    if not known.view.tricks:
        return 0.0
    if suit == HEARTS:
        return 1.0
    left = (known.unseen & SUIT_MASKS[suit]).bit_count()
    others = known.seats - 1
    is_void = (1 - 1 / others) ** left
    return is_void * (THROWN + (THROWN_QUEEN if known.unseen & QUEEN else 0.0))


def _chance(known: _Knowledge, card: Card, to_come: int) -> float:
    """Return the chance that the highest card of a trick so far takes it."""
    suit = known.unseen & SUIT_MASKS[card & 3]
    higher = (suit >> card).bit_count()
    if not to_come or not higher:
        return 1.0
    return (suit.bit_count() - higher + 1) / (suit.bit_count() + 1)


def _harm(known: _Knowledge, card: Card) -> float:
    """Return what a card may still cost in hand."""
    suit = card & 3
    bit = 1 << card
    own = known.hand & SUIT_MASKS[suit] & ~bit
    if suit == SPADES and (bit & QUEEN or (bit & HIGH_SPADES and known.unseen & QUEEN)):
        guards = (own & ~QUEEN & ~HIGH_SPADES).bit_count()
        bare = max(0.0, 1 - guards / GUARDS)
        return 0.5 + 8.0 * bare if bit & QUEEN else 1.0 + 6.0 * bare
    if known.has_jack and bit & JACK:
        return -5.0
    others = known.unseen & SUIT_MASKS[suit]
    if not others:
        return 0.2 * bool(own == 0)
    lower = (others & (bit - 1)).bit_count()
    harm = SUIT_HARM[suit] * lower / others.bit_count()
    # Low cards of the suit are ways out, and a short suit is soon gone.
    ways_out = sum(other < card for other in iter_cards(own))
    return harm / (1 + 0.3 * ways_out) + (0.3 if own.bit_count() < 2 else 0.0)
