"""What a match of Hearts consists of: cards, options, actions, events, state, view, scores."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from typing import Annotated, ClassVar, Final, Literal

from msgspec import Struct

from levata.cards import CARD_TEXTS, CLUBS, HEARTS, SUIT_MASKS, Card, Mask, parse_card
from levata.events import Event
from levata.game import Action, View
from levata.options import Options, Range

PASS_SIZE: Final = 3
"""Cards that each seat passes."""
HEART_CARDS: Final[Mask] = SUIT_MASKS[HEARTS]
QUEEN_OF_SPADES: Final[Card] = parse_card("QS")
JACK_OF_DIAMONDS: Final[Card] = parse_card("JD")
QUEEN_POINTS: Final = 13
JACK_POINTS: Final = 10
POINT_CARDS: Final[Mask] = HEART_CARDS | 1 << QUEEN_OF_SPADES
"""The cards that cost points."""
MOON_POINTS: Final = 26
"""All points of a deal."""
REMOVED: Final = {3: ("2D",), 4: (), 5: ("2C", "2D")}
"""Cards taken out so that the pack can be shared equally, by number of players (H-R1)."""


class HeartsOptions(Options, frozen=True):
    """The table settings of Hearts."""

    target: Annotated[int, Range(20, 200)] = 100
    passing: bool = True
    moon: Literal["add", "subtract"] = "add"
    jack_of_diamonds: bool = False

    HELP: ClassVar = {
        "target": "The match ends when somebody has lost this many points",
        "passing": "Three cards are passed before a deal is played",
        "moon": "Taking all points costs each of the others 26, or earns 26",
        "jack_of_diamonds": "Who takes the jack of diamonds earns 10",
    }


class Phase(IntEnum):
    """What a match of Hearts waits for."""

    DEAL = 0
    PASS = 1
    """Every seat that has not chosen three cards yet."""
    PLAY = 2
    OVER = 3


class PassCard(Action, frozen=True):
    """Choose a card to pass; the cards change hands when everybody has chosen three."""

    card: Card

    @property
    def text(self) -> str:
        """Return the stable text."""
        return f"pass {CARD_TEXTS[self.card]}"


PASSES: Final = tuple(PassCard(card) for card in range(52))


class DealRow(Struct, frozen=True, array_like=True):
    """A finished deal, one row of the score sheet; the tuples are by seat."""

    passing: int
    """How many seats on the cards were passed, 0 for a deal without passing."""
    points: tuple[int, ...]
    """Hearts taken, and 13 for the queen of spades."""
    moon: int
    """Who took all points, -1 for nobody."""
    scores: tuple[int, ...]
    totals: tuple[int, ...]


class CardChosen(Event, frozen=True, tag=32):
    """A seat chose a card to pass."""

    seat: int


class CardsPassed(Event, frozen=True, tag=33):
    """Everybody's cards went ``step`` seats on."""

    step: int


class DealScored(Event, frozen=True, tag=34):
    """A deal ended."""

    row: DealRow


class HeartsState(Struct, frozen=True):
    """A match of Hearts; tuples are by seat unless said otherwise."""

    options: HeartsOptions
    seats: int
    phase: int = Phase.DEAL
    match_first: int = 0
    """Who got the first cards in deal 0."""
    deal: int = 0
    """Index of the deal."""
    first: int = 0
    """Who got the first cards of this deal."""
    passing: int = 0
    """How many seats on cards are passed in this deal, 0 for none."""
    hands: tuple[Mask, ...] = ()
    passed: tuple[Mask, ...] = ()
    """Cards that each seat chose to pass."""
    received: tuple[Mask, ...] = ()
    turn: int = 0
    trick: tuple[Card, ...] = ()
    """Cards on the table in order of play, `trick_leader` first."""
    trick_leader: int = 0
    tricks: int = 0
    """Tricks finished in this deal."""
    is_broken: bool = False
    """Whether a heart was thrown, so that hearts may be led."""
    taken: tuple[Mask, ...] = ()
    """Cards taken that count: hearts, QS, and JD where the table plays with it."""
    last_trick: tuple[Card, ...] = ()
    last_leader: int = 0
    last_winner: int = -1
    totals: tuple[int, ...] = ()
    rows: tuple[DealRow, ...] = ()


class HeartsView(View, frozen=True):
    """What one seat, or a spectator, may know of a match of Hearts."""

    own_fields = View.own_fields | {"passed", "received"}

    phase: int
    deal: int
    """Index of the deal, from 0."""
    passing: int
    """How many seats on cards are passed in this deal, 0 for none."""
    chosen: tuple[int, ...]
    """How many cards each seat has chosen to pass."""
    passed: tuple[Card, ...]
    """Cards the viewer chose to pass, ascending; he holds them until all have chosen."""
    received: tuple[Card, ...]
    """Cards the viewer was passed, ascending."""
    trick: tuple[Card, ...]
    trick_leader: int
    """-1 before the first card of a deal."""
    tricks: int
    """Tricks finished in this deal."""
    is_broken: bool
    """Whether hearts may be led."""
    taken: tuple[Mask, ...]
    """Cards taken that count, as masks by seat."""
    last_trick: tuple[Card, ...]
    last_leader: int
    last_winner: int
    """-1 before the first trick of a deal is taken."""
    rows: tuple[DealRow, ...]


def hearts_pack(seats: int) -> tuple[Card, ...]:
    """Return the cards in play, ascending.

    >>> [len(hearts_pack(seats)) for seats in (3, 4, 5)]
    [51, 52, 50]
    """
    return tuple(card for card in range(52) if CARD_TEXTS[card] not in REMOVED[seats])


def lowest_club(seats: int) -> Card:
    """Return the card that leads the first trick."""
    return next(card for card in hearts_pack(seats) if card & 3 == CLUBS)


def passing_steps(seats: int) -> tuple[int, ...]:
    """Return how many seats on cards are passed, by deal (H-R3): left, right, across, not.

    >>> passing_steps(4), passing_steps(3)
    ((1, 3, 2, 0), (1, 2, 0))
    """
    return (1, seats - 1, *((2,) if seats == 4 else ()), 0)


def points_of(cards: Mask) -> int:
    """Return the points of cards taken, without the jack of diamonds.

    >>> points_of(HEART_CARDS), points_of(POINT_CARDS)
    (13, 26)
    """
    return (cards & HEART_CARDS).bit_count() + QUEEN_POINTS * (cards >> QUEEN_OF_SPADES & 1)


def deal_scores(options: HeartsOptions, taken: Sequence[Mask]) -> tuple[int, ...]:
    """Return the scores of a deal by the cards taken (H-R9 to H-R11).

    They are negative, but for the jack and the moon.
    """
    points = [points_of(cards) for cards in taken]
    if MOON_POINTS in points:
        winner = points.index(MOON_POINTS)
        shot = (MOON_POINTS, 0) if options.moon == "subtract" else (0, -MOON_POINTS)
        scores = [shot[0] if seat == winner else shot[1] for seat in range(len(points))]
    else:
        scores = [-count for count in points]
    if options.jack_of_diamonds:
        for seat, cards in enumerate(taken):
            scores[seat] += JACK_POINTS * (cards >> JACK_OF_DIAMONDS & 1)
    return tuple(scores)
