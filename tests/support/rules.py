"""Random play of any game through the rules contract, shared by the tests of rules and players.

Everything here works from `levata.games.GAMES` alone: a new game is covered once it is registered.
"""

from __future__ import annotations

import inspect
import random
import re
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple, Union, get_args, get_type_hints

import pytest
from hypothesis import strategies as st
from msgspec import Struct
from msgspec.structs import StructConfig

from levata.cards import Card, iter_cards, parse_card
from levata.errors import OptionError
from levata.game import CHANCE, Action, AnyGame, Deal, Seat, Step
from levata.games import GAMES
from levata.match import Match
from levata.options import OptionField, Options, Scalar, option_fields, parse_options

LONGEST_MATCH = 50_000
"""Steps after which random play counts as endless."""


class Table(NamedTuple):
    """A game with its number of players and its options."""

    game: AnyGame
    seats: int
    options: Options
    name: str
    """Such as ``whist-4-classic``; the test id."""


class Moment(NamedTuple):
    """One step of a match: who did what in which state, and what it led to."""

    before: Any
    seat: Seat
    action: Action | Deal
    step: Step[Any]


def preset_tables() -> list[Table]:
    """Return every game with every number of players and every preset that suits it."""
    tables: list[Table] = []
    for game in GAMES:
        for seats in game.info.seats:
            for preset, values in game.info.presets.items():
                try:
                    options = parse_options(game.info.options_type, values, seats)
                except OptionError as error:
                    if error.code != "contradictory":
                        raise
                    continue
                tables.append(Table(game, seats, options, f"{game.info.key}-{seats}-{preset}"))
    return tables


def mixed_tables(draws: int, seed: str = "mixed") -> list[Table]:
    """Return every game with every number of players and ``draws`` random sets of options."""
    tables: list[Table] = []
    for game in GAMES:
        for seats in game.info.seats:
            for draw in range(draws):
                name = f"{game.info.key}-{seats}-{seed}{draw}"
                options = random_options(game, seats, random.Random(name))
                tables.append(Table(game, seats, options, name))
    return tables


def random_options(game: AnyGame, seats: int, rng: random.Random) -> Options:
    """Return options of which about half are not at their default."""
    while True:
        texts: dict[str, Scalar] = {
            field.name: random_value(field, rng)
            for field in option_fields(game.info.options_type)
            if rng.random() < 0.5
        }
        try:
            return parse_options(game.info.options_type, texts, seats)
        except OptionError as error:
            if error.code != "contradictory":
                raise


def random_value(field: OptionField, rng: random.Random) -> Scalar:
    """Return a value that the field alone allows; the default of a list of numbers."""
    if field.kind == "numbers":
        return field.default
    values: list[Scalar] = list(field.choices)
    if field.kind == "number":
        values.append(rng.choice((field.low, field.high, rng.randint(field.low, field.high))))
    return rng.choice(values)


def random_deal(match: Match, rng: random.Random) -> Deal:
    """Return what a game makes of a shuffled pack and a seat drawn to begin."""
    pack = match.pack()
    return match.deal_of(Deal(tuple(rng.sample(pack, len(pack))), rng.randrange(match.seats)))


def walk(table: Table, seed: str) -> Iterator[Moment]:
    """Yield the steps of a match in which every seat plays at random."""
    rng = random.Random(f"{table.name}|{seed}")
    return random_steps(Match(table.game, table.options, table.seats), rng)


def random_steps(match: Match, rng: random.Random) -> Iterator[Moment]:
    """Yield the steps of a match while it is played to its end at random."""
    while acting := match.to_act():
        assert match.steps < LONGEST_MATCH, "the match does not end"
        before = match.state
        action: Action | Deal
        if acting == (CHANCE,):
            seat, action = CHANCE, random_deal(match, rng)
            events = match.deal(action)
        else:
            seat = rng.choice(acting)
            action = rng.choice(match.legal(seat))
            events = match.act(seat, action.text)
        yield Moment(before, seat, action, Step(match.state, events))


@cache
def played(table: Table, seed: str = "0") -> tuple[Moment, ...]:
    """Return a whole random match; the same one for the same seed."""
    return tuple(walk(table, seed))


def deals_of(match: tuple[Moment, ...]) -> list[tuple[Moment, ...]]:
    """Return the steps of each deal of a match, every one beginning with its `Deal`."""
    starts = [index for index, moment in enumerate(match) if isinstance(moment.action, Deal)]
    return [match[start:end] for start, end in zip(starts, [*starts[1:], len(match)], strict=True)]


def sampled(table: Table, seed: str = "0", count: int = 60) -> list[Moment]:
    """Return some steps of a random match in their order, with its first and last ones."""
    match = played(table, seed)
    chosen = random.Random(seed).sample(range(len(match)), min(count, len(match)))
    return [match[index] for index in sorted({0, 1, len(match) - 1, *chosen})]


def viewers(table: Table) -> list[Seat | None]:
    """Return whoever may look at a table: a spectator, then each seat."""
    return [None, *range(table.seats)]


def event_union(game: AnyGame) -> Any:
    """Return the type of any event of a game."""
    union: Any = Union
    return union[game.event_types]


def struct_config(kind: type[Struct]) -> StructConfig:
    """Return how a struct type was declared."""
    return kind.__struct_config__


def type_of(state: Any) -> Any:
    """Return the struct type of a state, which the contract leaves open."""
    return state.__class__


def played_card(action: Action | Deal) -> Card | None:
    """Return the card that an action lays on the table for all to see."""
    words = [] if isinstance(action, Deal) else action.text.split()
    return parse_card(words[1]) if words[:1] == ["play"] else None


def _numbers(value: Any) -> Iterator[int]:
    if isinstance(value, tuple):
        for part in value:  # pyright: ignore[reportUnknownVariableType] # any nesting of tuples
            yield from _numbers(part)
    elif isinstance(value, int):
        yield value


def _structs_in(hint: Any) -> Iterator[type[Struct]]:
    if isinstance(hint, type) and issubclass(hint, Struct):
        yield hint
    for part in get_args(hint):
        yield from _structs_in(part)


@cache
def card_fields(kind: type[Struct]) -> tuple[tuple[str, str], ...]:
    """Return the fields of a struct that can name cards, each with how it holds them."""
    texts: dict[str, str] = {}
    for base in kind.__mro__:
        texts = {name: str(text) for name, text in inspect.get_annotations(base).items()} | texts
    fields: list[tuple[str, str]] = []
    for name, hint in get_type_hints(kind).items():
        words = re.findall(r"\w+", texts[name])
        if "Card" in words or "Mask" in words:
            fields.append((name, "Card" if "Card" in words else "Mask"))
        elif any(card_fields(nested) for nested in _structs_in(hint)):
            fields.append((name, "struct"))
    return tuple(fields)


def cards_named(value: Any) -> set[Card]:
    """Return the cards that a view or event, or a tuple of them, names at any depth.

    Fields that hold cards are those annotated with ``Card`` or ``Mask``.
    """
    if isinstance(value, tuple):
        return {card for part in value for card in cards_named(part)}  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType] # any nesting of tuples
    named: set[Card] = set()
    if isinstance(value, Struct):
        for name, kind in card_fields(type(value)):
            field = getattr(value, name)
            if kind == "Card":
                named.update(card for card in _numbers(field) if card >= 0)
            elif kind == "Mask":
                named.update(card for mask in _numbers(field) for card in iter_cards(mask))
            else:
                named |= cards_named(field)
    return named


def cards_shown_by_rule(game: AnyGame, view: Any) -> set[Card]:
    """Return cards held by others that the rules of the game let a viewer see."""
    if game.info.key == "whist":
        return {card for owner, card in enumerate(view.foreheads) if owner != view.seat} - {-1}
    return set()


def seeds() -> st.SearchStrategy[str]:
    """Return seeds of random matches."""
    return st.integers(0, 2**32).map(str)


def deals(game: AnyGame, state: Any, seats: int) -> st.SearchStrategy[Deal]:
    """Return the deals that are possible in a state."""
    orders = st.permutations(game.pack(state)).map(tuple)
    return st.builds(Deal, orders, st.integers(0, seats - 1))


TABLES = preset_tables() + mixed_tables(2)
"""The tables of the ordinary run."""
each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.info.key)
each_table = pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name)
