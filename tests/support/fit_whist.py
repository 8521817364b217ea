"""Fit the weights of the easy player of Whist to its own play, from nothing.

``python -m tests.support.fit_whist`` (with ``common`` on the path) prints the weights of
`levata.bots.games.whist.chances`. Matches are played by the current weights, every card of every
hand is labelled by whether it took a trick, and a logistic regression on these labels is averaged
with those before. It takes some minutes and gives the same numbers every time.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from math import exp
from typing import NamedTuple

from levata.bots.games.whist import WhistBot
from levata.bots.games.whist.chances import CardRole, Features, Weights, card_features
from levata.bots.games.whist.knowledge import read_knowledge
from levata.cards import Card
from levata.events import CardPlayed, TrickTaken
from levata.games.whist import Phase, WhistOptions
from tests.support.rules import Table
from tests.support.self_play import turns
from tests.support.whist import GAME, options_of

GENERATIONS = 6
MATCHES = ((4, "1-8-1", 40), (3, "1-8-1", 25), (5, "1-8-1", 25), (6, "1-8-1", 20), (4, "8-1-8", 14))
"""Seats, sequence and number of matches in each generation."""
STEPS = 6
"""Of Newton's method; more change nothing."""
FIRST_GUESS: Features = (-1.0, 2.0, -0.5, 0.0, 0.0, 0.0, 0.0, 0.5, 0.5, -1.0)


class Sample(NamedTuple):
    """A card in a hand and whether it took a trick."""

    features: Features
    has_won: bool


def samples_of(
    table: Table, bot: WhistBot, seed: str
) -> tuple[list[list[Sample]], list[list[Sample]]]:
    """Return the samples of a match by kind of card: of its bids, then of its cards."""
    samples: tuple[list[list[Sample]], list[list[Sample]]] = ([[], [], []], [[], [], []])
    pending: list[tuple[bool, Card, CardRole, Features]] = []
    winners: set[Card] = set()
    trick: dict[int, Card] = {}
    for moment, question in turns(table.game, table.options, [bot] * table.seats, seed):
        state = moment.before
        if question is not None and state.size > 1:
            seen = read_knowledge(question)
            is_play = bool(state.phase == Phase.PLAY)
            need = seen.need_of(moment.seat) if is_play else 0
            is_leading = not state.trick if is_play else state.first == moment.seat
            for card, role, features in card_features(seen, need, is_leading):
                pending.append((is_play, card, role, features))
        for event in moment.step.events:
            if isinstance(event, CardPlayed):
                trick[event.seat] = event.card
            elif isinstance(event, TrickTaken):
                winners.add(trick[event.seat])
        if GAME.deal_result(moment.step.events) is not None:
            for is_play, card, role, features in pending:
                samples[is_play][role].append(Sample(features, card in winners))
            pending.clear()
            winners.clear()
    return samples


def fitted(samples: Sequence[Sample]) -> Features:
    """Return the weights of a logistic regression, by Newton's method with a slight ridge."""
    size = len(FIRST_GUESS)
    weights = [0.0] * size
    for _ in range(STEPS):
        slope = [-1e-3 * weight for weight in weights]
        curve = [[1e-3 if row == column else 0.0 for column in range(size)] for row in range(size)]
        for features, has_won in samples:
            log_odds = sum(map(float.__mul__, weights, features))
            chance = 1 / (1 + exp(-max(-30.0, min(30.0, log_odds))))
            error = has_won - chance
            spread = chance * (1 - chance)
            for row, value in enumerate(features):
                if value:
                    slope[row] += error * value
                    scaled = spread * value
                    line = curve[row]
                    for column in range(row + 1):
                        line[column] += scaled * features[column]
        for row in range(size):
            for column in range(row):
                curve[column][row] = curve[row][column]
        change = solved(curve, slope)
        weights = [weight + step for weight, step in zip(weights, change, strict=True)]
    return tuple(weights)


def solved(matrix: list[list[float]], values: list[float]) -> list[float]:
    """Return the solution of linear equations, by elimination with pivots."""
    rows = [[*row, value] for row, value in zip(matrix, values, strict=True)]
    size = len(rows)
    for column in range(size):
        pivot = max(range(column, size), key=lambda row: abs(rows[row][column]))
        rows[column], rows[pivot] = rows[pivot], rows[column]
        for row in range(size):
            if row != column:
                factor = rows[row][column] / rows[column][column]
                rows[row] = [
                    own - factor * other for own, other in zip(rows[row], rows[column], strict=True)
                ]
    return [row[-1] / row[index] for index, row in enumerate(rows)]


def next_generation(bid: Weights, play: Weights, generation: int) -> tuple[Weights, Weights]:
    """Return the weights after one more round of self-play."""
    bot = WhistBot(bid, play)
    collected: tuple[list[list[Sample]], list[list[Sample]]] = ([[], [], []], [[], [], []])
    for seats, sequence, matches in MATCHES:
        options: WhistOptions = options_of(seats, sequence=sequence)
        table = Table(GAME, seats, options, f"fit-{seats}-{sequence}")
        for match in range(matches):
            new = samples_of(table, bot, f"{table.name}-{generation}-{match}")
            for old_kinds, new_kinds in zip(collected, new, strict=True):
                for old, samples in zip(old_kinds, new_kinds, strict=True):
                    old.extend(samples)
    bid_fit, play_fit = (
        (fitted(trumps), fitted(plain), fitted(no_trump)) for trumps, plain, no_trump in collected
    )
    return blended(bid, bid_fit, generation), blended(play, play_fit, generation)


def blended(old: Weights, new: Weights, generation: int) -> Weights:
    """Return the mean of all generations' weights, so that play does not swing to and fro."""
    trumps, plain, no_trump = (
        tuple(
            (generation * before + after) / (generation + 1)
            for before, after in zip(*pair, strict=True)
        )
        for pair in zip(old, new, strict=True)
    )
    return trumps, plain, no_trump


def main() -> None:
    """Print the fitted weights."""
    bid: Weights = (FIRST_GUESS, FIRST_GUESS, FIRST_GUESS)
    play = bid
    for generation in range(GENERATIONS):
        bid, play = next_generation(bid, play, generation)
        sys.stderr.write(f"generation {generation}\n")
    for name, weights in (("BID_WEIGHTS", bid), ("PLAY_WEIGHTS", play)):
        sys.stdout.write(f"{name}: Final[Weights] = (\n")
        for features in weights:
            sys.stdout.write(
                f"    ({', '.join(f'{round(weight, 2) + 0.0:.2f}' for weight in features)}),\n"
            )
        sys.stdout.write(")\n")


if __name__ == "__main__":
    main()
