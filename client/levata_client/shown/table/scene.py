"""What a table screen shows, as plain values: made by the display of a game, drawn by front ends.

A `Scene` is complete: the same scene always looks the same. It speaks of seats as the rules number
them; where a seat sits on the screen is the business of the screen.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from levata.cards import NO_CARD, Card
from levata.game import Seat
from levata.options import Options
from levata_client.shown.table.seating import Mode
from levata_client.shown.text.words import Words


@dataclass(frozen=True)
class Player:
    """Who sits on a seat."""

    name: str
    """Cleaned by `levata.text.clean_text`."""
    is_bot: bool = False
    away: int | None = None
    """Seconds until a computer player sits in for somebody away; ``None`` for somebody here."""


@dataclass(frozen=True)
class TableInfo:
    """What is known of a table besides the view of the game."""

    options: Options
    players: tuple[Player, ...]
    owner: Seat = 0


@dataclass(frozen=True)
class Plate:
    """The plate of a seat."""

    name: str
    is_viewer: bool = False
    is_turn: bool = False
    is_dealer: bool = False
    """Who bears the chip: the player who begins this deal, or the dealer, as the game has it."""
    is_bot: bool = False
    away: int | None = None
    progress: Words = ()
    """How far the seat has come, such as the pips of its bid."""
    taken: tuple[Words, ...] = ()
    """What the seat took that counts, thing by thing, in the place of the progress."""
    announced: tuple[str, ...] = ()
    """What the seat announced, in the place of the progress."""
    figure: Words = ()
    """The progress in figures, such as ``1/2``."""
    remark: Words = ()
    """The progress in words, where there is room for them."""
    cards: int = 0
    score: str = ""
    team: int | None = None


class Mark(StrEnum):
    """What is special about a card on the table."""

    NONE = ""
    WINNING = "winning"
    FRAMED = "framed"
    """It sets the rule, as the first card of a Septica trick does."""
    SHOWN = "shown"
    """It is not played, only shown, as on a forehead."""


@dataclass(frozen=True)
class LaidCard:
    """A card that a seat put on the table."""

    seat: Seat
    card: Card
    mark: Mark = Mark.NONE


@dataclass(frozen=True)
class Trick:
    """Cards before the seats that played them, and the place where the viewer's will lie."""

    cards: tuple[LaidCard, ...] = ()
    is_viewer_next: bool = False


@dataclass(frozen=True)
class Cell:
    """One place of a board: a card, an open place with the action that fills it, or nothing."""

    card: Card | None = None
    action: str | None = None
    """What fills the place; the viewer may lay ``card`` here now."""
    mark: Mark = Mark.NONE
    label: Words = ()
    """Below the card, where the board has room for it."""


@dataclass(frozen=True)
class Board:
    """Cards in rows and columns: the rows of Rentz, the pile of Septica."""

    rows: tuple[tuple[Cell, ...], ...]
    above: Words = ()
    below: Words = ()


Middle: TypeAlias = Trick | Board


@dataclass(frozen=True)
class HandCard:
    """A card of the viewer."""

    card: Card = NO_CARD
    """`NO_CARD` for one that he may not see."""
    action: str | None = None
    """What playing the card does, or would do on his turn."""
    is_legal: bool = True
    reason: Words = ()
    """Why it may not be played now."""
    note: str = ""
    """One or two characters beside the card: its points, or that it would cut."""


@dataclass(frozen=True)
class Hand:
    """The viewer's cards as he sees them, left to right."""

    cards: tuple[HandCard, ...] = ()
    is_choosing: bool = False
    """Whether a card is wanted now: legal ones are raised, the others dimmed."""
    can_queue: bool = False
    """Whether a card may be marked to be played when the turn comes."""


class ChoiceStyle(StrEnum):
    """How choices are laid out."""

    SLOTS = "slots"
    """Side by side in places of equal width that never move, such as bids."""
    LIST = "list"
    """In columns, with room for words."""
    LINE = "line"
    """One after the other, each as wide as it is."""


@dataclass(frozen=True)
class ChoiceItem:
    """Something to choose besides a card. Those not allowed are shown struck, never left out."""

    action: str
    label: Words
    key: str
    """A digit or a letter of its own, by which it may be chosen."""
    is_enabled: bool = True
    reason: Words = ()
    """Why it is not allowed."""
    note: Words = ()
    """What choosing it means, shown while it is highlighted."""
    is_ticked: bool | None = None
    """For choices that are switched on and off; ``None`` for others."""
    opens_row: bool = False
    """Whether a row begins with it, where choices stand in lines."""


@dataclass(frozen=True)
class Choices:
    """A panel of choices."""

    title: Words
    choices: tuple[ChoiceItem, ...]
    notes: tuple[Words, ...] = ()
    style: ChoiceStyle = ChoiceStyle.SLOTS
    is_open: bool = True
    """Whether the viewer may choose now."""


@dataclass(frozen=True)
class LastTrick:
    """The trick before this one."""

    cards: tuple[LaidCard, ...]
    winner: Words


@dataclass(frozen=True)
class HeaderItem:
    """A fact of the header; where there is little room it gets shorter, then it goes."""

    text: Words
    short: Words = ()
    """The shorter form, empty for none."""
    weight: int = 0
    """Facts of less weight give way first."""


@dataclass(frozen=True)
class Scene:
    """All that a table screen shows of a game."""

    header: tuple[HeaderItem, ...]
    """The title first, then facts."""
    plates: tuple[Plate, ...]
    """By seat."""
    status: Words
    """The instruction: whose turn, what may be done, why not. See `choice_keys`."""
    middle: Middle
    hand: Hand = Hand()
    viewer: Seat = 0
    """Who sits at the bottom; seat 0 for spectators."""
    is_turn: bool = False
    """Whether the viewer must act now."""
    choices: Choices | None = None
    trump: Card | None = None
    """The card turned up, or ``None``."""
    trump_label: Words = ()
    last_trick: LastTrick | None = None
    mode: Mode = Mode.COMPASS
    counter_clockwise: bool = False
    is_over: bool = False


def choice_keys(scene: Scene) -> Mapping[str, str]:
    """Return the keys of what may be chosen, by action, for `with_keys`."""
    choices = scene.choices.choices if scene.choices is not None else ()
    return {choice.action: choice.key for choice in choices}


@dataclass(frozen=True)
class Standing:
    """One line of the final ranking."""

    seat: Seat
    place: int
    name: str
    score: str
    remark: Words = ()


@dataclass(frozen=True)
class Summary:
    """The end of a match."""

    title: Words
    standings: tuple[Standing, ...]
    """Best first."""
    curves: tuple[tuple[int, ...], ...]
    """Totals after every deal by seat, the start included."""
    rounds: tuple[str, ...]
    """A short text per value of the curves."""
    awards: tuple[Words, ...] = ()


@dataclass(frozen=True)
class Narration:
    """A public event in words."""

    text: Words
    is_minor: bool = False
    """Whether it is seen anyway; such lines stand in the line mode, not in the log beside it."""
    seat: Seat | None = None
    """Whose announcement it is, shown on that plate for a moment."""
    bubble: Words = ()


@dataclass(frozen=True)
class Notes:
    """Explanations of a table for the help panel."""

    rules: tuple[Words, ...] = ()
    glossary: tuple[tuple[str, str], ...] = ()
