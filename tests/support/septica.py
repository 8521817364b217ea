"""Positions of Septica made for tests: chosen hands, and cards played from there."""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import replace

from levata.cards import mask_of, parse_card, parse_cards
from levata.events import Event
from levata.game import PLAYS
from levata.games.septica import Phase, Septica, SepticaOptions, SepticaState, cutting_cards

SEPTICA = Septica()
CLASSIC = SepticaOptions()


def position(
    *hands: str, stock: str = "", leader: int = 0, options: SepticaOptions = CLASSIC
) -> SepticaState:
    """Return a state in which ``leader`` leads a trick."""
    seats = len(hands)
    return replace(
        SEPTICA.setup(seats, options),
        phase=Phase.PLAY,
        leader=leader,
        holder=leader,
        turn=leader,
        hands=tuple(mask_of(parse_cards(hand)) for hand in hands),
        stock=parse_cards(stock),
    )


class Line(NamedTuple):
    state: SepticaState
    events: tuple[Event, ...]


def play(state: SepticaState, texts: str) -> Line:
    """Return what the actions lead to: cards by their text, ``leave`` and ``take``."""
    events: tuple[Event, ...] = ()
    for text in texts.split():
        action = SEPTICA.actions.get(text) or PLAYS[parse_card(text)]
        step = SEPTICA.apply(state, state.turn, action)
        state, events = step.state, (*events, *step.events)
    return Line(state, events)


def texts_of(state: SepticaState, seat: int) -> list[str]:
    return [action.text for action in SEPTICA.legal(state, seat)]


def does_cut(first: str, card: str, seats: int) -> bool:
    return bool(cutting_cards(parse_card(first), seats) >> parse_card(card) & 1)


# One round of four cards, each seat with one card to spare.
FOUR = ("KH 8C", "9S 8D", "7C 8H", "KD 8S")
