"""Public facts that happened at a table. No event ever carries a hidden card.

Events are array-like structs with an integer tag, so they cost a few bytes on the wire. Tags below
32 are shared by the games; a game declares its own from 32 upwards in its rules module.
"""

from __future__ import annotations

from msgspec import Struct

from levata.cards import Card


class Event(Struct, frozen=True, array_like=True, tag=0):
    """Base of every event."""


class Dealt(Event, frozen=True, tag=1):
    """Every seat got cards: ``count`` each, the seat ``first`` before the others."""

    count: int
    first: int


class CardTurned(Event, frozen=True, tag=2):
    """A card of the pack was turned up for all to see."""

    card: Card


class BidMade(Event, frozen=True, tag=3):
    """A seat bid a number of tricks."""

    seat: int
    count: int


class CardPlayed(Event, frozen=True, tag=4):
    """A seat put a card on the table."""

    seat: int
    card: Card


class TrickTaken(Event, frozen=True, tag=5):
    """A seat took the cards of the trick."""

    seat: int


class Passed(Event, frozen=True, tag=6):
    """A seat passed."""

    seat: int


class MatchEnded(Event, frozen=True, tag=7):
    """The match was played to its end; scores and places, from 1, by seat."""

    scores: tuple[int, ...]
    places: tuple[int, ...]
