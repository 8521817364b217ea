"""Hints: what a computer player would do in one's place, found out on this machine."""

from __future__ import annotations

import random

from levata.bots.bot import Budget, Question
from levata.bots.levels import LEVELS, find_bot
from levata.errors import LevataError
from levata.events import Dealt, Event
from levata_client.state.model import Model

BUDGET = Budget(iterations=400, seconds=1.0)


def find_hint(model: Model) -> str | None:
    """Return the action that the strongest computer player would choose; it may take a second.

    None where nothing is to be decided, or not enough of the deal was seen.
    """
    view, game, options = model.view, model.game, model.options
    if view is None or game is None or options is None or not view.legal:
        return None
    question = Question(
        game=game.info.key,
        options=options,
        seats=len(view.counts),
        view=view,
        history=this_deal(model.history),
        budget=BUDGET,
    )
    for level in reversed(LEVELS):
        try:
            choice = find_bot(game.info.key, level).choose(question, random.Random(0))
        except (LevataError, LookupError, ValueError, AssertionError):
            # A client that came in the middle of a deal has not seen all that bots build on.
            continue
        if choice.action in view.legal:
            return choice.action
    return None


def this_deal(history: tuple[Event, ...]) -> tuple[Event, ...]:
    """Return the events since the last deal."""
    for index in range(len(history) - 1, -1, -1):
        if isinstance(history[index], Dealt):
            return history[index:]
    return history
