"""What a match of Septica consists of: cards, options, actions, events, state and view."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from typing import Annotated, ClassVar, Final, Literal

from msgspec import Struct

from levata.cards import CARD_TEXTS, RANK_MASKS, RANKS, Card, Mask, top_ranks
from levata.errors import OptionError
from levata.events import Event
from levata.game import Action, View
from levata.options import Options, Range

HAND_SIZE: Final = 4
"""Cards of each seat, filled up after every trick."""
GAME_POINTS: Final = 8
"""Tens and aces of the pack."""
SEVENS: Final[Mask] = RANK_MASKS[RANKS.index("7")]
EIGHTS: Final[Mask] = RANK_MASKS[RANKS.index("8")]
POINT_CARDS: Final[Mask] = RANK_MASKS[RANKS.index("T")] | RANK_MASKS[RANKS.index("A")]


class SepticaOptions(Options, frozen=True):
    """The table settings of Septica."""

    games: Annotated[int, Range(1, 24)] = 1
    continue_when_winning: bool = False
    removed_eights: Literal["8C-8S", "8C-8D", "8C-8H", "8D-8H", "8D-8S", "8H-8S"] = "8C-8S"
    show_points: bool = True
    partners: bool = False
    regen: bool = True
    regen_mode: Literal["add", "set"] = "add"

    HELP: ClassVar = {
        "games": "Games in a match; the first leader moves on by one seat each game",
        "continue_when_winning": "A leader who is not cut may go on with a cutting card",
        "removed_eights": "The two eights taken out with three players; the others cut",
        "show_points": "Everybody sees the points taken so far; off: only your own",
        "partners": "Four players in two pairs who sit opposite and pool their points",
        "regen": "Whether an account of 200 or less may be filled up again",
        "regen_mode": "Filling up adds 400 to the account, or sets it to 400",
    }

    def check(self, seats: int) -> None:
        """Refuse pairs without four players, and a way to regenerate without regeneration."""
        if self.partners and seats != 4:
            raise OptionError("contradictory", "partners", "seats")
        if self.regen_mode != "add" and not self.regen:
            raise OptionError("contradictory", "regen_mode", "regen")


class Phase(IntEnum):
    """What a match of Septica waits for."""

    DEAL = 0
    PLAY = 1
    DECIDE = 2
    """The leader leaves the cards or goes on."""
    OVER = 3


class GameRow(Struct, frozen=True, array_like=True):
    """A finished game, one row of the score sheet; the tuples are by seat."""

    game: int
    """Index of the game, from 0."""
    first: int
    """Who led first."""
    points: tuple[int, ...]
    """Tens and aces taken."""
    scores: tuple[int, ...]
    totals: tuple[int, ...]


class LeaveTrick(Action, frozen=True):
    """Leave the trick to its holder, who takes the cards: the leader goes on no further."""

    @property
    def text(self) -> str:
        """Return the stable text."""
        return "leave"


class TakeTrick(Action, frozen=True):
    """Take the trick: the uncut leader could go on by an option, but has nothing to go on with.

    To others it looks like leaving. Records say nothing of it: he has no choice.
    """

    is_recorded: ClassVar[bool] = False

    @property
    def text(self) -> str:
        """Return the stable text."""
        return "take"


LEAVE: Final = LeaveTrick()
TAKE: Final = TakeTrick()


class CardsLeft(Event, frozen=True, tag=32):
    """The leader of the trick left the cards to its holder, who may be himself."""

    seat: int


class Refilled(Event, frozen=True, tag=33):
    """Every seat drew ``count`` cards, one at a time from the taker of the trick on."""

    count: int


class GameScored(Event, frozen=True, tag=34):
    """A game ended."""

    row: GameRow


class SepticaState(Struct, frozen=True):
    """A match of Septica; tuples are by seat unless said otherwise."""

    options: SepticaOptions
    seats: int
    phase: int = Phase.DEAL
    match_first: int = 0
    """Who led first in game 0."""
    game: int = 0
    """Index of the game."""
    first: int = 0
    """Who led first in this game."""
    leader: int = 0
    """Who led the trick."""
    holder: int = 0
    """Who played the latest cutting card, the leader at the start of a trick."""
    turn: int = 0
    hands: tuple[Mask, ...] = ()
    stock: tuple[Card, ...] = ()
    """Cards not drawn yet, the next one first."""
    pile: tuple[Card, ...] = ()
    """Cards on the table in order of play: rounds of one card per seat, `leader` first."""
    cutters: Mask = 0
    """Cards that cut the first card of the pile."""
    points: tuple[int, ...] = ()
    """Tens and aces taken in this game."""
    last_pile: tuple[Card, ...] = ()
    last_leader: int = 0
    last_taker: int = -1
    totals: tuple[int, ...] = ()
    games: tuple[GameRow, ...] = ()


class SepticaView(View, frozen=True):
    """What one seat, or a spectator, may know of a match of Septica."""

    own_fields = View.own_fields | {"points"}

    phase: int
    game: int
    """Index of the game, from 0."""
    games_in_all: int
    first: int
    """Who led first in this game."""
    leader: int
    """Who led the trick."""
    holder: int
    """Who played the latest cutting card; he takes the pile if nothing more happens."""
    pile: tuple[Card, ...]
    """Cards on the table in order of play: rounds of one card per seat, `leader` first."""
    stock: int
    """Number of cards not drawn yet."""
    points: tuple[int, ...]
    """Tens and aces taken by each seat in this game; -1 where the table hides them."""
    last_pile: tuple[Card, ...]
    last_leader: int
    last_taker: int
    """-1 before the first trick of a game is taken."""
    games: tuple[GameRow, ...]


def septica_pack(seats: int, removed_eights: str = "8C-8S") -> tuple[Card, ...]:
    """Return the cards in play, ascending: sevens to aces, with three players without two eights.

    >>> len(septica_pack(4)), len(septica_pack(3))
    (32, 30)
    """
    removed = removed_eights.split("-") if seats == 3 else ()
    return tuple(card for card in top_ranks(8) if CARD_TEXTS[card] not in removed)


def cutting_cards(first_card: Card, seats: int) -> Mask:
    """Return the cards that cut a trick of this first card (S-A1).

    >>> from levata.cards import cards_of, format_cards, parse_card
    >>> format_cards(cards_of(cutting_cards(parse_card("KH"), seats=4)))
    '7C 7D 7H 7S KC KD KH KS'
    """
    cutters = SEVENS | RANK_MASKS[first_card >> 2]
    return cutters | EIGHTS if seats == 3 else cutters


def count_points(cards: Sequence[Card]) -> int:
    """Return how many of the cards are tens or aces."""
    return sum([POINT_CARDS >> card & 1 for card in cards])
