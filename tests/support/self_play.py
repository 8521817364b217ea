"""Matches of computer players with every question that they were asked."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from levata.bots.bot import Bot, Question
from levata.bots.levels import bot_rng
from levata.game import CHANCE, Action, AnyGame, Deal, Step
from levata.match import Match
from levata.options import Options
from tests.support.rules import Moment, random_deal


class Turn(NamedTuple):
    """One step of a match of computer players."""

    moment: Moment
    question: Question[Any] | None
    """What the player was asked; nothing for deals and forced actions."""


class Decision(NamedTuple):
    """What a computer player was asked, in which state, and what he answered."""

    before: Any
    question: Question[Any]
    answer: str


def turns(game: AnyGame, options: Options, bots: Sequence[Bot[Any]], seed: str) -> Iterator[Turn]:
    """Yield the steps of a match, bots by seat; the deals depend on the seed alone."""
    match = Match(game, options, len(bots), seed=seed)
    deals = random.Random(seed)
    decisions = 0
    while acting := match.to_act():
        before, seat = match.state, acting[0]
        question: Question[Any] | None = None
        action: Action | Deal
        forced = match.forced()
        if seat == CHANCE:
            action = random_deal(match, deals)
            events = match.deal(action)
        elif forced is not None:
            seat, action = forced.seat, forced.action
            events = match.act(seat, action.text, "forced")
        else:
            question = match.question(seat)
            rng = bot_rng(seed, seat, decisions, "self-play")
            text = bots[seat].choose(question, rng).action
            action = game.parse_action(text)
            events = match.act(seat, text)
            decisions += 1
        yield Turn(Moment(before, seat, action, Step(match.state, events)), question)


def decisions(
    game: AnyGame, options: Options, bots: Sequence[Bot[Any]], seed: str
) -> Iterator[Decision]:
    """Yield every decision of such a match."""
    for moment, question in turns(game, options, bots, seed):
        if question is not None:
            assert not isinstance(moment.action, Deal)
            yield Decision(moment.before, question, moment.action.text)


def final_state(game: AnyGame, options: Options, bots: Sequence[Bot[Any]], seed: str) -> Any:
    """Return the state in which such a match ends."""
    *_, last = turns(game, options, bots, seed)
    return last.moment.step.state
