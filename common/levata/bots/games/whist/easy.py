"""The easy player of Whist: it counts its tricks, bids them, and plays to take exactly those.

It looks one card ahead. Each card of the hand has a chance of taking a trick later on; the card to
play is the one after which the tricks still wanted are the likeliest number. So it wins cheaply
while it needs tricks and keeps its sure ones, and throws high cards under higher ones when it
needs none.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from typing import Final

from levata.bots.bot import Bot, Choice, Question
from levata.bots.games.whist.chances import (
    BID_WEIGHTS,
    PLAY_WEIGHTS,
    Weights,
    later_chances,
    only_card_chance,
    trick_chance,
)
from levata.bots.games.whist.knowledge import Knowledge, cards_above, read_knowledge
from levata.cards import Card, format_card, mask_of, parse_card
from levata.games.whist import Phase, WhistView, round_points

DOUBT: Final = 0.7
"""What is left of the chance of the only card for each seat that has bid the trick before."""
TIE: Final = 1e-9
"""Points by which a card must be better than those tried before."""


class WhistBot(Bot[WhistView]):
    """The easy player of Whist. It has no use for luck."""

    def __init__(self, bid: Weights = BID_WEIGHTS, play: Weights = PLAY_WEIGHTS) -> None:
        self._bid_weights = bid
        self._play_weights = play

    def choose(self, question: Question[WhistView], rng: random.Random) -> Choice:
        """Return the bid or card that promises most points."""
        legal = question.view.legal
        if len(legal) == 1:
            return Choice(legal[0])
        known = read_knowledge(question)
        if question.view.phase == Phase.BID:
            return self._choose_bid(known, [int(text.split()[1]) for text in legal])
        return self._choose_card(known, [parse_card(text.split()[1]) for text in legal])

    def _choose_bid(self, known: Knowledge, bids: Sequence[int]) -> Choice:
        view = known.view
        if view.size == 1:
            chances = [only_card_chance(known) * DOUBT ** view.bids.count(1)]
        else:
            is_leading = view.first == view.seat
            chances = list(later_chances(known, self._bid_weights, 0, is_leading).values())
        tricks = _spread(chances)
        # A bid that the hook pushes away never falls below the sure tricks.
        sure = sure_tricks(known)
        kept = [bid for bid in bids if bid >= sure] or bids
        best = max(kept, key=lambda bid: _points(tricks, bid, _prize(known, bid)))
        return Choice(f"bid {best}", {"expected": sum(chances)})

    def _choose_card(self, known: Knowledge, cards: Sequence[Card]) -> Choice:
        need = known.need_of(known.view.seat)
        prize = _prize(known, known.view.bids[known.view.seat])
        after_win = later_chances(known, self._play_weights, need - 1, is_leading=True)
        after_loss = later_chances(known, self._play_weights, need, is_leading=False)
        best, best_points = cards[0], float("-inf")
        for card in distinct_cards(known, cards, is_lowest_first=need > 0):
            wins = trick_chance(known, card)
            points = 0.0
            if wins > 0:
                points += wins * _points(_spread(_without(after_win, card)), need - 1, prize)
            if wins < 1:
                points += (1 - wins) * _points(_spread(_without(after_loss, card)), need, prize)
            if points > best_points + TIE:
                best, best_points = card, points
        return Choice(f"play {format_card(best)}", {"points": best_points})


def sure_tricks(known: Knowledge) -> int:
    """Return how many trumps of the hand nothing can beat."""
    sure = 0
    trumps = (known.hand | known.unseen) & known.trumps
    while trumps:
        highest = 1 << (trumps.bit_length() - 1)
        if not known.hand & highest:
            break
        sure += 1
        trumps ^= highest
    return sure


def distinct_cards(known: Knowledge, cards: Sequence[Card], is_lowest_first: bool) -> list[Card]:
    """Return one card of each run of equals, those of a suit with no card of others in between.

    ``cards`` are ascending. While tricks are wanted the lowest of a run is spent, else the highest.
    """
    alive = known.unseen | mask_of(known.view.trick)
    distinct: list[Card] = []
    for card in cards if is_lowest_first else reversed(cards):
        above = cards_above(card)
        if not any(
            kept & 3 == card & 3 and not alive & (above ^ cards_above(kept)) for kept in distinct
        ):
            distinct.append(card)
    return distinct


def _without(chances: dict[Card, float], card: Card) -> Iterable[float]:
    return (chance for other, chance in chances.items() if other != card)


def _spread(chances: Iterable[float]) -> list[float]:
    """Return how likely each number of tricks is, from none to one for each card."""
    spread = [1.0]
    for chance in chances:
        longer = [likely * (1 - chance) for likely in spread]
        longer.append(0.0)
        for tricks, likely in enumerate(spread):
            longer[tricks + 1] += likely * chance
        spread = longer
    return spread


def _points(spread: Sequence[float], wanted: int, prize: int) -> float:
    """Return the points to expect of a round when a number of tricks is wanted."""
    return sum(
        likely * (prize if tricks == wanted else -abs(tricks - wanted))
        for tricks, likely in enumerate(spread)
    )


def _prize(known: Knowledge, bid: int) -> int:
    return round_points(known.options.scoring, bid, bid)
