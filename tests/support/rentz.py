"""Positions and lines of Rentz for its tests."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from levata.bots.bot import Question
from levata.bots.games.rentz import RentzBot
from levata.cards import format_cards, iter_cards, mask_of, parse_cards
from levata.events import CardPlayed, Event, TrickTaken
from levata.game import CHANCE, Deal, PlayCard, Step
from levata.games.rentz import Rentz
from levata.games.rentz.options import RentzOptions, Subgame, pack_mask
from levata.games.rentz.state import CHOICES, Phase, RentzState, RentzView
from levata.options import Scalar, parse_options

RENTZ = Rentz()


SUIT_HANDS = (
    "7C 8C 9C TC JC QC KC AC",
    "7D 8D 9D TD JD QD KD AD",
    "7H 8H 9H TH JH QH KH AH",
    "7S 8S 9S TS JS QS KS AS",
)
END_HANDS = (
    "7C 7D AC AD JC JD QC QD",
    "7H 7S AH AS JH JS QH QS",
    "8C 8D 8H 8S 9C 9D 9H 9S",
    "TC TD TH TS KC KD KH KS",
)
"""Seats 0 and 1 hold four end cards, seats 2 and 3 none."""


class Line(NamedTuple):
    """What a row of actions led to."""

    state: RentzState
    events: tuple[Event, ...]


def options_of(seats: int = 4, **texts: Scalar) -> RentzOptions:
    """Return resolved options from texts."""
    options = parse_options(RentzOptions, texts, seats)
    assert isinstance(options, RentzOptions)
    return options


def position(
    subgame: Subgame,
    *hands: str,
    leader: int = 0,
    laid: str = "",
    blind: bool = False,
    table: Mapping[str, Scalar] | None = None,
) -> RentzState:
    """Return a state in which ``leader`` is to move in a subgame; ``table`` has the options."""
    seats = len(hands)
    is_layout = subgame is Subgame.RENTZ
    masks = tuple(mask_of(parse_cards(hand)) for hand in hands)
    places = [0] * seats
    for seat in (seat for seat, hand in enumerate(masks) if is_layout and not hand):
        places[seat] = max(places) + 1
    return replace(
        RENTZ.setup(seats, options_of(seats, **(table or {}))),
        phase=Phase.LAYOUT if is_layout else Phase.TRICKS,
        looked=True,
        subgame=subgame,
        blind=blind,
        turn=leader,
        trick_leader=leader,
        hands=masks,
        laid=mask_of(parse_cards(laid)),
        places=tuple(places),
    )


def act(state: RentzState, texts: str) -> Line:
    """Return what actions lead to, each of whoever is to act first, separated by commas.

    A bare card is played.
    """
    events: tuple[Event, ...] = ()
    for text in (part.strip() for part in texts.split(",")):
        seat = RENTZ.to_act(state)[0]
        action = RENTZ.parse_action(f"play {text}" if len(text) == 2 else text)
        step = RENTZ.apply(state, seat, action)
        state, events = step.state, events + step.events
    return Line(state, events)


def legal_texts(state: RentzState, seat: int | None = None) -> list[str]:
    """Return the texts of what a seat, else the one to act, may do."""
    seat = RENTZ.to_act(state)[0] if seat is None else seat
    return [action.text for action in RENTZ.legal(state, seat)]


def legal_cards(state: RentzState) -> str:
    """Return the cards that the seat to act may play."""
    seat = RENTZ.to_act(state)[0]
    return format_cards(
        action.card for action in RENTZ.legal(state, seat) if isinstance(action, PlayCard)
    )


def deal_hands(state: RentzState, hands: Sequence[str], first: int = 0) -> RentzState:
    """Return what dealing these hands leads to, by seat; ``first`` chooses first in the match."""
    seats = len(hands)
    chooser = (first + state.hand_index) % seats
    order = [card for step in range(seats) for card in parse_cards(hands[(chooser + step) % seats])]
    return RENTZ.apply(state, CHANCE, Deal(tuple(order), first)).state


def shuffled(state: RentzState, rng: random.Random, first: int = 0) -> Step[RentzState]:
    """Return what dealing a shuffled pack leads to."""
    order = list(RENTZ.pack(state))
    rng.shuffle(order)
    return RENTZ.apply(state, CHANCE, Deal(tuple(order), first))


def chosen(subgame: Subgame, seats: int, rng: random.Random, **texts: Scalar) -> RentzState:
    """Return a freshly dealt first hand of which seat 0 chose a subgame."""
    state = shuffled(RENTZ.setup(seats, options_of(seats, **texts)), rng).state
    return RENTZ.apply(state, 0, CHOICES[subgame]).state


def play_hand(state: RentzState, rng: random.Random) -> Line:
    """Return what playing a hand to its end at random leads to."""
    events: tuple[Event, ...] = ()
    while state.phase not in (Phase.DEAL, Phase.OVER):
        seat = RENTZ.to_act(state)[0]
        step = RENTZ.apply(state, seat, rng.choice(RENTZ.legal(state, seat)))
        state, events = step.state, events + step.events
    return Line(state, events)


def play_match(seats: int, rng: random.Random, **texts: Scalar) -> RentzState:
    """Return the end of a match played at random."""
    state = RENTZ.setup(seats, options_of(seats, **texts))
    while state.phase != Phase.OVER:
        state = play_hand(shuffled(state, rng).state, rng).state
    return state


def start(seats: int = 4, **texts: Scalar) -> RentzState:
    """Return the state before the first deal."""
    return RENTZ.setup(seats, options_of(seats, **texts))


def asked(refuse_rentz: Scalar = 2, hands: tuple[str, ...] = END_HANDS) -> RentzState:
    """Return a state in which the chooser, seat 0, is asked whether he refuses."""
    return act(deal_hands(start(refuse_rentz=refuse_rentz), hands), "choose rentz").state


def question_of(state: RentzState, history: tuple[Event, ...] = ()) -> Question[RentzView]:
    """Return the question put to the seat to act."""
    seat = RENTZ.to_act(state)[0]
    return Question("rentz", state.options, state.seats, RENTZ.view(state, seat), history)


def gone(state: RentzState, cards: str = "") -> tuple[Event, ...]:
    """Return a history in which these cards were played in earlier tricks.

    Without ``cards`` every card that is neither held nor on the table was.
    """
    rest = pack_mask(state.seats) & ~sum(state.hands) & ~mask_of(state.trick)
    played = parse_cards(cards) if cards else tuple(iter_cards(rest))
    events: list[Event] = []
    for card in played:
        events += [CardPlayed(0, card), TrickTaken(0)]
    return tuple(events)


def answers(state: RentzState, history: tuple[Event, ...] | None = None) -> set[str]:
    """Return every answer the player may give, whatever his luck.

    Without a history all cards that nobody holds are gone.
    """
    question = question_of(state, gone(state) if history is None else history)
    return {RentzBot().choose(question, random.Random(seed)).action for seed in range(20)}
