"""Matches of computer players with every question that they were asked."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from levata.bots.bot import Bot, Question
from levata.bots.levels import bot_rng
from levata.events import Event
from levata.game import CHANCE, Action, Deal
from tests.support.rules import Moment, Table, random_deal


class Turn(NamedTuple):
    """One step of a match of computer players."""

    moment: Moment
    question: Question[Any] | None
    """What the player was asked; nothing for deals and forced actions."""


def turns(table: Table, bots: Sequence[Bot[Any]], seed: str) -> Iterator[Turn]:
    """Yield the steps of a match, bots by seat; the deals depend on the seed alone."""
    game, seats = table.game, table.seats
    deals = random.Random(seed)
    state = game.setup(seats, table.options)
    history: list[Event] = []
    decisions = 0
    while acting := game.to_act(state):
        seat = acting[0]
        question: Question[Any] | None = None
        action: Action | Deal
        forced = game.forced(state)
        if seat == CHANCE:
            action = random_deal(game, state, deals, seats)
            history.clear()
        elif forced is not None:
            seat, action = forced.seat, forced.action
        else:
            view = game.view(state, seat)
            question = Question(game.info.key, table.options, seats, view, tuple(history))
            rng = bot_rng(seed, seat, decisions, "self-play")
            action = game.parse_action(bots[seat].choose(question, rng).action)
            decisions += 1
        step = game.apply(state, seat, action)
        history += step.events
        yield Turn(Moment(state, seat, action, step), question)
        state = step.state
