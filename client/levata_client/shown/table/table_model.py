"""What a table screen is told besides the view of the game: people, clock, connection, talk."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from levata.cards import Card, suit_of
from levata.game import View
from levata.options import Options
from levata_client.shown.table.scene import Player
from levata_client.shown.text.language import _
from levata_client.shown.text.words import SUITS, Part, Words, join, rank_text, suit_words, words

TAKE_SEAT: Final = "take seat"
"""What notices call the action of taking one's seat back."""


@dataclass(frozen=True)
class ShownClock:
    """The time of the decision that is open, whoever's it is."""

    deadline: float
    """When it ends, in seconds of the clock that the screen was given."""
    reserve: float = 0.0
    """Seconds that follow when it has ended."""


class ConnectionState(StrEnum):
    """How the connection is."""

    OK = "ok"
    SLOW = "slow"
    LOST = "lost"


@dataclass(frozen=True)
class Connection:
    """The connection to the server."""

    state: ConnectionState = ConnectionState.OK
    milliseconds: int | None = None
    """There and back; ``None`` if unknown."""
    retry: int | None = None
    """Seconds until the next attempt, when it is lost."""


@dataclass(frozen=True)
class ShownLine:
    """Something that somebody said; both texts are cleaned."""

    author: str
    text: str


@dataclass(frozen=True)
class OpenHands:
    """What all seats hold, for a watcher who may see it."""

    hands: tuple[tuple[Card, ...], ...]
    """By seat."""
    hidden: tuple[int, ...]
    """Cards of each seat that nobody may see yet."""
    deal: int
    is_over: bool = False
    """Whether the deal is over: then these are all cards that each seat held in it."""


def hands_title(hands: OpenHands) -> str:
    """Return what is shown, in a few words."""
    if hands.is_over:
        return _("The cards of hand {number}, which is over").format(number=hands.deal)
    return _("All cards are open to you")


def hand_words(cards: Sequence[Card]) -> Words:
    """Return a hand by suits, the highest cards first: ``♠AK10 ♥Q``."""
    suits: dict[int, list[Card]] = {}
    for card in sorted(cards, reverse=True):
        suits.setdefault(suit_of(card), []).append(card)
    return join(
        " ",
        [
            words(suit_words(suit), Part("".join(map(rank_text, suits[suit])), SUITS[suit]))
            for suit in sorted(suits, reverse=True)
        ],
    )


@dataclass(frozen=True)
class TableModel:
    """All that a table screen shows; a new one replaces it whenever anything changes."""

    game: str
    options: Options
    view: View
    players: tuple[Player, ...]
    owner: int = 0
    decision: int | None = None
    """The id of the decision that is the viewer's, to be sent with his answer."""
    clock: ShownClock | None = None
    connection: Connection = field(default_factory=Connection)
    chat: tuple[ShownLine, ...] = ()
    """All that was said so far, oldest first."""
    notice: Words = ()
    """Something to know before all else, such as who plays for the viewer."""
    can_take_seat: bool = False
    """Whether a computer player holds the viewer's seat, which he may take back."""
    are_hints_allowed: bool = True
    open_hands: OpenHands | None = None
    """What all seats hold, if the viewer watches and may see it."""
    are_hands_open: bool = False
    """Whether those who watch see all cards, as everybody should know."""
