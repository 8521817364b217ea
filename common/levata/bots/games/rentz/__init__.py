"""The easy player of Rentz: it knows the rules and remembers the cards that are gone."""

from __future__ import annotations

import random
from typing import Final

from levata.bots.bot import Bot, Choice, Question
from levata.bots.games.rentz.choice import subgame_worths
from levata.bots.games.rentz.layout import DECLINED, move_values
from levata.bots.games.rentz.tricks import card_costs
from levata.cards import mask_of, parse_card
from levata.game import PLAYS
from levata.games.rentz.options import KEYS, RentzOptions, Subgame
from levata.games.rentz.state import Phase, RentzView

REFUSED_BELOW: Final = -50.0
"""Worth of a hand in the layout below which another one is wanted."""


class RentzBot(Bot[RentzView]):
    """The easy player of Rentz. It always looks at its cards before it chooses."""

    def choose(self, question: Question[RentzView], rng: random.Random) -> Choice:
        """Return the action of the highest worth; equal ones have the same chance."""
        legal = question.view.legal
        if len(legal) == 1:
            return Choice(legal[0])
        worths = _worths(question)
        best = max(worths.values())
        actions = [text for text, worth in worths.items() if worth > best - 1e-9]
        return Choice(rng.choice(actions), {"worth": best})


def _worths(question: Question[RentzView]) -> dict[str, float]:
    """Return what the actions are worth that the player considers."""
    view, options = question.view, question.options
    assert isinstance(options, RentzOptions)
    legal = view.legal
    if view.phase == Phase.CHOOSE:
        if "look" in legal:
            return {"look": 0.0}
        subgames = [Subgame(KEYS.index(text.removeprefix("choose "))) for text in legal]
        worths = subgame_worths(options, question.seats, mask_of(view.hand), subgames)
        return {f"choose {KEYS[subgame]}": worth for subgame, worth in worths.items()}
    if view.phase == Phase.REFUSE:
        worths = subgame_worths(options, question.seats, mask_of(view.hand), [Subgame.RENTZ])
        return {"accept": worths[Subgame.RENTZ], "refuse": REFUSED_BELOW}
    cards = mask_of(parse_card(text[5:]) for text in legal if text.startswith("play "))
    if view.phase == Phase.LAYOUT:
        moves = {PLAYS[card].text: worth for card, worth in move_values(question, cards).items()}
        return moves | ({"stop": DECLINED} if "stop" in legal else {})
    return {PLAYS[card].text: -cost for card, cost in card_costs(question, cards).items()}
