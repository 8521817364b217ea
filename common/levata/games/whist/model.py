"""What a match of Whist consists of: options, state, view and events."""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated, ClassVar, Literal

from msgspec import Struct

from levata.cards import NO_CARD, Card, Mask
from levata.errors import OptionError
from levata.events import Event
from levata.game import View
from levata.options import Options, Range
from levata.tricks import NO_TRUMP


class WhistOptions(Options, frozen=True):
    """The table settings of Whist."""

    scoring: Literal["n+5", "2n+1"] = "n+5"
    sequence: Literal["1-8-1", "8-1-8", "1-4-1"] = "1-8-1"
    forehead: bool = False
    premiere: bool = True
    depremiere: bool = True
    one_card_streak: Literal["ignore", "reset", "count"] = "ignore"
    streak_len: Annotated[int, Range(2, 10)] = 5
    streak_bonus: Annotated[int, Range(1, 50)] = 10
    hook: bool = True
    one_card_trump: bool = True
    repeat_if_all_fail: bool = False
    repeat_keep_scores: bool = False
    max_repeats: Annotated[int | None, Range(1, 20)] = None

    HELP: ClassVar = {
        "scoring": "Points for a bid of n that is met; a miss always costs the difference",
        "sequence": "Cards dealt in each round; 1-4-1 is the short match",
        "forehead": "In rounds of one card you see everybody's card but your own",
        "premiere": "Bonus for a streak of bids met",
        "depremiere": "Penalty for a streak of bids missed",
        "one_card_streak": "What rounds of one card do to a streak",
        "streak_len": "Rounds in a row that make a streak",
        "streak_bonus": "Points a streak earns or costs",
        "hook": "The last bidder may not make the bids add up to the cards",
        "one_card_trump": "Whether rounds of one card have a trump",
        "repeat_if_all_fail": "Play a round again when nobody met the bid",
        "repeat_keep_scores": "Keep the minus points of a round that is played again",
        "max_repeats": "How often the same round may be played again",
    }

    def check(self, seats: int) -> None:
        """Refuse repeat settings without repeating."""
        if not self.repeat_if_all_fail:
            for name in ("repeat_keep_scores", "max_repeats"):
                if getattr(self, name):
                    raise OptionError("contradictory", name, "repeat_if_all_fail")


class Phase(IntEnum):
    """What a match of Whist waits for."""

    DEAL = 0
    BID = 1
    PLAY = 2
    OVER = 3


class Round(Struct, frozen=True, array_like=True):
    """A finished round, one row of the score sheet; the tuples are by seat."""

    cards: int
    trump: int
    """Suit, -1 for none."""
    first: int
    bids: tuple[int, ...]
    took: tuple[int, ...]
    scores: tuple[int, ...]
    """Points of this round, bonus included."""
    bonus: tuple[int, ...]
    totals: tuple[int, ...]
    void: bool
    """Whether all failed and the round is played again."""


class RoundScored(Event, frozen=True, tag=32):
    """A round ended."""

    row: Round


class WhistState(Struct, frozen=True):
    """A match of Whist; tuples are by seat unless said otherwise."""

    options: WhistOptions
    seats: int
    phase: int = Phase.DEAL
    match_first: int = 0
    """Who was first in round 0."""
    round: int = 0
    """Index into `schedule`."""
    repeats: int = 0
    """How often this round was void before."""
    size: int = 0
    """Cards of this round."""
    first: int = 0
    turn: int = 0
    trump: int = NO_TRUMP
    turned: Card = NO_CARD
    hands: tuple[Mask, ...] = ()
    stock: Mask = 0
    """Undealt cards after the turned one."""
    bids: tuple[int, ...] = ()
    """-1 while a seat has not bid."""
    took: tuple[int, ...] = ()
    trick: tuple[Card, ...] = ()
    """Cards on the table in order of play, `trick_leader` first."""
    trick_leader: int = 0
    last_trick: tuple[Card, ...] = ()
    last_leader: int = 0
    last_winner: int = -1
    streaks: tuple[int, ...] = ()
    """Bids met in a row, negative for bids missed in a row."""
    totals: tuple[int, ...] = ()
    rounds: tuple[Round, ...] = ()


class WhistView(View, frozen=True):
    """What one seat, or a spectator, may know of a match of Whist."""

    own_fields = View.own_fields | {"foreheads"}

    phase: int
    round: int
    """Index of the round, from 0."""
    rounds_in_all: int
    size: int
    """Cards of this round."""
    first: int
    trump: int
    turned: Card
    bids: tuple[int, ...]
    took: tuple[int, ...]
    trick: tuple[Card, ...]
    trick_leader: int
    last_trick: tuple[Card, ...]
    last_leader: int
    last_winner: int
    streaks: tuple[int, ...]
    foreheads: tuple[Card, ...]
    """In a forehead round the card on each seat's forehead, -1 for one's own; else empty."""
    rounds: tuple[Round, ...]
