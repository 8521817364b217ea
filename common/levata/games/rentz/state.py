"""What a match of Rentz consists of: phases, actions, events, state and view."""

from __future__ import annotations

from enum import IntEnum
from typing import ClassVar, Final

from msgspec import Struct

from levata.cards import Card, Mask
from levata.events import Event
from levata.game import Action, View
from levata.games.rentz.options import KEYS, RentzOptions, Subgame


class Phase(IntEnum):
    """What a match of Rentz waits for."""

    DEAL = 0
    CHOOSE = 1
    REFUSE = 2
    """Every seat in turn, the chooser first, accepts or refuses the layout subgame."""
    TRICKS = 3
    LAYOUT = 4
    OVER = 5


class Choose(Action, frozen=True):
    """Choose a subgame, blind: before having looked at the cards."""

    subgame: int
    blind: bool = False

    @property
    def text(self) -> str:
        """Return the stable text."""
        return f"choose {KEYS[self.subgame]}{' blind' if self.blind else ''}"


class LookAtHand(Action, frozen=True):
    """Look at the cards and give up choosing blind.

    Records leave it out: a choice that is not blind may be made without it as well.
    """

    is_recorded: ClassVar[bool] = False

    @property
    def text(self) -> str:
        """Return the stable text."""
        return "look"


class Refuse(Action, frozen=True):
    """Refuse the layout subgame with a hand of end cards: the chooser deals again."""

    @property
    def text(self) -> str:
        """Return the stable text."""
        return "refuse"


class Accept(Action, frozen=True):
    """Do not refuse the layout subgame.

    Records leave it out: that the hand goes on says that every seat accepted.
    """

    is_recorded: ClassVar[bool] = False

    @property
    def text(self) -> str:
        """Return the stable text."""
        return "accept"


class Pass(Action, frozen=True):
    """Lay no card for want of one that fits; never a decision (R-A16)."""

    @property
    def text(self) -> str:
        """Return the stable text."""
        return "pass"


class Stop(Action, frozen=True):
    """Decline the second move after an ace (R-A10)."""

    @property
    def text(self) -> str:
        """Return the stable text."""
        return "stop"


CHOICES: Final = tuple(Choose(subgame) for subgame in Subgame)
BLIND_CHOICES: Final = tuple(Choose(subgame, blind=True) for subgame in Subgame)
LOOK: Final = LookAtHand()
REFUSE: Final = Refuse()
ACCEPT: Final = Accept()
PASS: Final = Pass()
STOP: Final = Stop()


class HandRow(Struct, frozen=True, array_like=True):
    """A finished hand, one entry of the score sheet; the tuples are by seat."""

    chooser: int
    subgame: int
    blind: bool
    scores: tuple[int, ...]
    totals: tuple[int, ...]
    places: tuple[int, ...] = ()
    """From 1, of the layout subgame only."""


class HandLooked(Event, frozen=True, tag=32):
    """The chooser looked at the cards and can no longer choose blind."""

    seat: int


class SubgameChosen(Event, frozen=True, tag=33):
    """The chooser named the subgame of the hand."""

    seat: int
    subgame: int
    blind: bool


class HandAccepted(Event, frozen=True, tag=34):
    """A seat did not refuse the layout subgame."""

    seat: int


class HandRefused(Event, frozen=True, tag=35):
    """A seat refused the layout subgame: the hand is void and dealt again."""

    seat: int
    blind: bool
    totals: tuple[int, ...]


class MoveGranted(Event, frozen=True, tag=36):
    """A seat may move a second time after its ace: it holds a card that fits."""

    seat: int


class MoveDeclined(Event, frozen=True, tag=37):
    """A seat did without the second move after its ace."""

    seat: int


class TurnSkipped(Event, frozen=True, tag=38):
    """A low end cost a seat its turn."""

    seat: int


class SeatFinished(Event, frozen=True, tag=39):
    """A seat took a place in the layout subgame."""

    seat: int
    place: int


class HandScored(Event, frozen=True, tag=40):
    """A hand ended; ``taken`` and ``tricks`` explain the scores of a trick subgame."""

    row: HandRow
    taken: tuple[Mask, ...]
    tricks: tuple[int, ...]


class RentzState(Struct, frozen=True):
    """A match of Rentz; tuples are by seat unless said otherwise."""

    options: RentzOptions
    """Resolved."""
    seats: int
    phase: int = Phase.DEAL
    match_first: int = 0
    """Who chose first in the match."""
    hand_index: int = 0
    """Hands scored so far."""
    refusals: int = 0
    """How often this hand was refused before."""
    chooser: int = 0
    looked: bool = False
    """Whether the chooser knows his cards."""
    subgame: int = -1
    """-1 until it is chosen."""
    blind: bool = False
    used: tuple[int, ...] = ()
    """Subgames each seat has chosen: bit `Subgame` is set."""
    turn: int = 0
    hands: tuple[Mask, ...] = ()
    trick: tuple[Card, ...] = ()
    """Cards on the table in order of play, `trick_leader` first."""
    trick_leader: int = 0
    last_trick: tuple[Card, ...] = ()
    last_leader: int = 0
    last_winner: int = -1
    tricks: tuple[int, ...] = ()
    """Tricks taken."""
    taken: tuple[Mask, ...] = ()
    """Scored cards taken; only those that count in the subgame."""
    laid: Mask = 0
    """Cards of the layout."""
    again: bool = False
    """Whether the seat to move has just laid an ace and moves a second time."""
    skipped: int = -1
    """The seat that the last move cost its turn."""
    places: tuple[int, ...] = ()
    """From 1, in the layout; 0 while a seat holds cards."""
    totals: tuple[int, ...] = ()
    rows: tuple[HandRow, ...] = ()


class RentzView(View, frozen=True):
    """What one seat, or a spectator, may know of a match of Rentz."""

    phase: int
    hand_index: int
    """Hands scored so far: the index of the current one, from 0."""
    hands_in_all: int
    refusals: int
    """How often this hand was refused before."""
    chooser: int
    looked: bool
    """Whether the chooser may know his cards."""
    subgame: int
    """-1 until it is chosen."""
    blind: bool
    used: tuple[int, ...]
    """Subgames each seat has chosen: bit `Subgame` is set."""
    trick: tuple[Card, ...]
    trick_leader: int
    last_trick: tuple[Card, ...]
    last_leader: int
    last_winner: int
    tricks: tuple[int, ...]
    taken: tuple[Mask, ...]
    """Scored cards taken by each seat; only those that count in the subgame."""
    laid: Mask
    """Cards of the layout."""
    again: bool
    """Whether the seat to move has just laid an ace and moves a second time."""
    skipped: int
    """The seat that the last move cost its turn, -1 for none."""
    places: tuple[int, ...]
    """From 1, in the layout; 0 while a seat holds cards."""
    rows: tuple[HandRow, ...]
    """Finished hands."""
