"""Positions of Hearts made for tests: chosen hands, cards passed and played from there."""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import replace

from levata.cards import SUITS, mask_of, parse_cards
from levata.events import Event
from levata.game import CHANCE, Facts
from levata.games.hearts import Hearts, HeartsOptions, HeartsState, Phase, passing_steps

HEARTS = Hearts()
CLASSIC = HeartsOptions()
ONE_SUIT_EACH = tuple(" ".join(rank + suit for rank in "23456789TJQKA") for suit in SUITS)
"""Clubs, diamonds, hearts and spades for seats 0 to 3."""


class Line(NamedTuple):
    state: HeartsState
    events: tuple[Event, ...]


def dealt(
    *hands: str, first: int = 0, deal: int = 0, options: HeartsOptions = CLASSIC
) -> HeartsState:
    """Return the state after a deal of these hands."""
    state = replace(HEARTS.setup(len(hands), options), deal=deal)
    facts = Facts(first, tuple(tuple(sorted(parse_cards(hand))) for hand in hands))
    if deal:
        state = replace(state, match_first=(first - deal) % len(hands))
    return HEARTS.apply(state, CHANCE, HEARTS.deal_from(state, facts)).state


def without_passing(seats: int) -> int:
    """Return the index of the first deal in which nothing is passed."""
    return passing_steps(seats).index(0)


def position(
    *hands: str,
    leader: int = 0,
    tricks: int = 1,
    is_broken: bool = False,
    taken: tuple[str, ...] = (),
    options: HeartsOptions = CLASSIC,
) -> HeartsState:
    """Return a state in which ``leader`` leads a trick, after the first one by default."""
    seats = len(hands)
    state = HEARTS.setup(seats, options)
    return replace(
        state,
        phase=Phase.PLAY,
        turn=leader,
        trick_leader=leader,
        tricks=tricks,
        is_broken=is_broken,
        hands=tuple(mask_of(parse_cards(hand)) for hand in hands),
        taken=tuple(mask_of(parse_cards(cards)) for cards in taken) or state.taken,
    )


def play(state: HeartsState, texts: str) -> Line:
    """Return what cards played in turn lead to."""
    events: tuple[Event, ...] = ()
    for text in texts.split():
        step = HEARTS.apply(state, state.turn, HEARTS.parse_action(f"play {text}"))
        state, events = step.state, (*events, *step.events)
    return Line(state, events)


def pass_cards(state: HeartsState, *texts: str) -> Line:
    """Return what passing three cards each, seat after seat, leads to."""
    events: tuple[Event, ...] = ()
    for seat, cards in enumerate(texts):
        for card in cards.split():
            step = HEARTS.apply(state, seat, HEARTS.parse_action(f"pass {card}"))
            state, events = step.state, (*events, *step.events)
    return Line(state, events)


def texts_of(state: HeartsState, seat: int) -> str:
    """Return the legal actions of a seat in one text, such as ``play 2C, play 3C``."""
    return ", ".join(action.text for action in HEARTS.legal(state, seat))
