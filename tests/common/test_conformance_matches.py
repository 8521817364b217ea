"""What every game promises by `levata.game.Game`, checked on random matches of every table.

A game registered in `levata.games.GAMES` is covered with no change here: each number of players
with each preset, and with options drawn at random. The slow run plays many more matches.
"""

from __future__ import annotations

import json
import random
from typing import Any

import msgpack
import msgspec
import pytest

from levata.cards import HandOrder, cards_of
from levata.errors import IllegalAction
from levata.events import Event
from levata.game import CHANCE, AnyGame, Deal, EndReason, Outcome, Seat, places_of
from tests.support.rules import (
    Moment,
    Table,
    cards_named,
    each_table,
    event_union,
    mixed_tables,
    played,
    sampled,
    struct_config,
    type_of,
    viewers,
)

LARGEST_VIEW = 8 * 1024
"""Bytes of a packed view."""


# A match from the first deal to the end.


def check_match(table: Table, seed: str) -> None:
    """Check what holds along a whole match: who acts, scores, ends and results of deals."""
    game = table.game
    match = played(table, seed)
    state = game.setup(table.seats, table.options)
    assert game.to_act(state) == (CHANCE,)
    for moment in match:
        assert moment.before == state
        assert game.outcome(state) is None
        state = moment.step.state
        acting = game.to_act(state)
        assert acting == (CHANCE,) or len(set(acting)) == len(acting)
        assert all(0 <= seat < table.seats for seat in acting if acting != (CHANCE,))
        is_deal_over = acting in ((), (CHANCE,))
        result = game.deal_result(moment.step.events)
        assert (result is not None) == is_deal_over, f"{moment.action} in {table.name}"
        if result is not None:
            json.dumps(result)
        assert not (isinstance(moment.action, Deal) and is_deal_over)
    check_end(table, state, match[-1].step.events)


def check_end(table: Table, state: Any, events: tuple[Event, ...]) -> None:
    game = table.game
    assert game.to_act(state) == ()
    assert all(game.legal(state, seat) == () for seat in range(CHANCE, table.seats))
    outcome = game.outcome(state)
    assert outcome is not None
    check_outcome(table, outcome)
    assert outcome.reason is EndReason.COMPLETED
    assert outcome.scores == game.scores(state)
    assert events[-1] == msgspec.convert([7, outcome.scores, outcome.places], event_union(game))
    with pytest.raises(IllegalAction):
        game.apply(state, CHANCE, Deal(game.pack(state)))


def check_outcome(table: Table, outcome: Outcome) -> None:
    assert len(outcome.scores) == table.seats
    assert outcome.places == places_of(outcome.scores)
    assert outcome.ratings is None or len(outcome.ratings) == table.seats


@each_table
def test_match_ends_and_deals_have_results(table: Table) -> None:
    check_match(table, "0")


# One step.


def check_purity(table: Table, moment: Moment) -> None:
    """The same inputs give the same outputs, and nothing given is changed."""
    game, state = table.game, moment.before
    before = msgspec.msgpack.encode(state)
    for _ in range(2):
        assert game.apply(state, moment.seat, moment.action) == moment.step
        assert game.to_act(state) == game.to_act(state)
        assert game.pack(state) == game.pack(state)
        for viewer in viewers(table):
            assert game.view(state, viewer) == game.view(state, viewer)
        for seat in range(table.seats):
            assert game.legal(state, seat) == game.legal(state, seat)
    assert msgspec.msgpack.encode(state) == before
    assert struct_config(type_of(state)).frozen


def check_legality(table: Table, moment: Moment, rng: random.Random) -> None:
    """Legal actions exist for exactly those who act, and `apply` takes exactly those."""
    game, state = table.game, moment.before
    acting = game.to_act(state)
    before = msgspec.msgpack.encode(state)
    everything = list(game.actions.values())
    assert game.legal(state, CHANCE) == ()
    for seat in range(table.seats):
        legal = game.legal(state, seat)
        assert bool(legal) == (seat in acting)
        assert len(set(legal)) == len(legal)
        assert all(game.actions.get(action.text) == action for action in legal)
        for action in legal:
            step = game.apply(state, seat, action)
            assert step.state != state, "an action changes the state"
            assert step.events, "an action makes something happen"
        tried = everything if seat in acting else rng.sample(everything, min(8, len(everything)))
        for action in tried:
            if action not in legal:
                check_refused(game, state, seat, action)
        if acting != (CHANCE,):
            check_refused(game, state, seat, Deal(game.pack(state)))
    for stranger in (CHANCE, table.seats, -2):
        check_refused(game, state, stranger, rng.choice(everything))
    assert msgspec.msgpack.encode(state) == before


def check_refused(game: AnyGame, state: Any, seat: Seat, action: Any) -> None:
    with pytest.raises(IllegalAction) as refused:
        game.apply(state, seat, action)
    code = refused.value.code
    assert code
    assert code.replace("_", "").isalpha()
    assert code.islower()
    assert all(isinstance(fact, str) for fact in refused.value.facts)


def check_serialisation(table: Table, moment: Moment) -> None:
    """States, views and events survive the wire and the disk."""
    game, state = table.game, moment.step.state
    state_type = type_of(state)
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(state), type=state_type) == state
    assert msgspec.json.decode(msgspec.json.encode(state), type=state_type) == state
    for viewer in viewers(table):
        view = game.view(state, viewer)
        array = over_the_wire(view)
        assert isinstance(array, list)
        assert msgspec.convert(array, game.view_type, strict=True) == view
        assert len(msgspec.msgpack.encode(view)) <= LARGEST_VIEW
    for event in moment.step.events:
        array = over_the_wire(event)
        assert msgspec.convert(array, event_union(game), strict=True) == event
        assert type(event) in game.event_types


def over_the_wire(value: Any) -> Any:
    return msgpack.unpackb(msgspec.msgpack.encode(value))  # pyright: ignore[reportUnknownMemberType] # msgpack ships partial types


def check_views(table: Table, moment: Moment) -> None:
    """Views tell the truth about what everybody may know, and the actions of their viewer."""
    game, state = table.game, moment.step.state
    acting = game.to_act(state)
    forced = game.forced(state)
    public = game.view(state, None)
    shared = set(game.view_type.__struct_fields__) - game.view_type.own_fields
    assert public.seat == -1
    assert public.legal == ()
    assert public.hand == ()
    assert len(public.counts) == table.seats
    assert public.totals == game.scores(state)
    assert public.turn == -1 or public.turn in range(table.seats)
    for seat in range(table.seats):
        view = game.view(state, seat)
        assert view.seat == seat
        for name in shared:
            assert getattr(view, name) == getattr(public, name)
        assert list(view.hand) == sorted(set(view.hand))
        assert len(view.hand) <= view.counts[seat]
        texts = tuple(action.text for action in game.legal(state, seat))
        is_forced = forced is not None and forced.seat == seat
        assert view.legal == texts or (view.legal == () and is_forced)
    if acting in ((), (CHANCE,)):
        assert public.turn == -1
    elif len(acting) == 1:
        assert public.turn in (-1, acting[0])


def check_hands(table: Table, moment: Moment) -> None:
    """What the seats tell of the hands is true, and is all that any of them knows."""
    game, state = table.game, moment.step.state
    views = [game.view(state, seat) for seat in range(table.seats)]
    known = set[int]().union(*(cards_named(view) for view in views))
    hands = game.hands(views)
    assert len(hands) == table.seats
    for hand, held in zip(hands, state.hands or [0] * table.seats, strict=True):
        assert list(hand) == sorted(set(cards_of(held)) & known)


def check_timeouts(table: Table, moment: Moment) -> None:
    """Whoever must act has a default action, and what is forced is legal."""
    game, state = table.game, moment.before
    acting = game.to_act(state)
    for seat in acting if acting != (CHANCE,) else ():
        legal = game.legal(state, seat)
        for order in HandOrder:
            assert game.timeout_action(state, seat, order) in legal
    forced = game.forced(state)
    if forced is not None:
        assert forced.seat in acting
        assert forced.action in game.legal(state, forced.seat)


def check_stops(table: Table, moment: Moment) -> None:
    """A match can be stopped after any step, whoever left."""
    state = moment.step.state
    everybody = tuple(range(table.seats))
    for reason in (EndReason.STOPPED, EndReason.ABANDONED, EndReason.VOID):
        for left in ((), (0,), everybody[1:], everybody):
            outcome = table.game.stopped_outcome(state, reason, left)
            check_outcome(table, outcome)
            assert outcome.reason is reason
            if reason is EndReason.VOID:
                assert outcome.ratings is None


CHECKS = (
    check_purity,
    check_serialisation,
    check_views,
    check_hands,
    check_timeouts,
    check_stops,
)


@each_table
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__.removeprefix("check_"))
def test_steps(table: Table, check: Any) -> None:
    for moment in sampled(table):
        check(table, moment)


@each_table
def test_legal_actions_are_exactly_those_that_apply(table: Table) -> None:
    for number, moment in enumerate(sampled(table)):
        check_legality(table, moment, random.Random(number))


# The larger run.


@pytest.mark.slow
@pytest.mark.parametrize("table", mixed_tables(8, "many"), ids=lambda table: table.name)
def test_many_matches(table: Table) -> None:
    for seed in map(str, range(3)):
        check_match(table, seed)
        for number, moment in enumerate(sampled(table, seed)):
            check_legality(table, moment, random.Random(number))
            for check in CHECKS:
                check(table, moment)
    played.cache_clear()
