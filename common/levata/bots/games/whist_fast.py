"""Rounds of Whist played to their end at random, as fast as plain Python can.

Hands come as the rank-major masks of `levata.cards`. Within a round they are kept as one stack of
cards for each suit of each seat, shuffled beforehand: following suit or trumping is then a ``pop``,
and where the whole hand is open the suit is drawn in proportion to its cards. What is left of a
stack says nothing about its order, so every legal card is played with the same chance.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from itertools import permutations
from typing import Final, TypeAlias

from levata.cards import SUIT_MASKS, Card, Mask, cards_of
from levata.game import Seat

Stacks: TypeAlias = Sequence[Sequence[list[int]]]
"""``stacks[suit][seat]``: cards to be popped, trumps with `TRUMP_BONUS` added."""
TRUMP_BONUS: Final = 64
"""Makes every trump higher than any other card."""
_MOST_LISTED: Final = 6
"""Longer stacks have too many orders to list them all."""


class RandomPlayout:
    """A position of a round from which any number of random playouts start.

    Args:
        hands: cards of each seat, 3 to 6 seats; those who have played to the trick hold one less.
        trump: suit, -1 for none.
        leader: seat that leads, or has led, the trick.
        trick: cards on the table, ``leader`` first.
    """

    def __init__(
        self, hands: Sequence[Mask], trump: int, leader: Seat, trick: Sequence[Card] = ()
    ) -> None:
        seats = len(hands)
        self._seats = seats
        self._trump = trump
        self._no_trumps: Sequence[list[int]] = [[] for _ in hands]
        self._left = max(hand.bit_count() for hand in hands)
        self._others = tuple(
            tuple((seat + step) % seats for step in range(1, seats)) for seat in range(seats)
        )
        self._winner, self._order = leader, self._others[leader]
        self._led, self._best = -1, -1
        if trick:
            self._take_up(trick, leader)
        self._orders = [
            [_orders(self._values(hand & suit_mask)) for hand in hands] for suit_mask in SUIT_MASKS
        ]

    def __call__(self, rng: random.Random) -> list[int]:
        """Return the tricks that each seat takes from here on in one random playout."""
        return self.play(self.shuffled(rng), rng.random)

    def shuffled(self, rng: random.Random) -> Stacks:
        """Return the hands as stacks in random order."""
        draw = rng.random
        return [
            [
                list(orders[int(draw() * count)]) if count else rng.sample(cards, len(cards))
                for orders, count, cards in row
            ]
            for row in self._orders
        ]

    def play(self, stacks: Stacks, draw: Callable[[], float]) -> list[int]:
        """Return the tricks that each seat takes when these stacks are played out.

        ``draw`` returns numbers from 0 up to 1; the stacks are used up.
        """
        clubs, diamonds, hearts, spades = stacks
        trump = self._trump
        trumps = stacks[trump] if trump >= 0 else self._no_trumps
        discards = [
            [stack for suit, stack in enumerate(stacks) if suit not in (led, trump)]
            for led in range(4)
        ]
        others = self._others
        took = [0] * self._seats
        left, led, best = self._left, self._led, self._best
        winner, order = self._winner, self._order
        while True:
            if led < 0:
                drawn = draw() * left
                stack = clubs[winner]
                if drawn < len(stack):
                    led = 0
                else:
                    drawn -= len(stack)
                    stack = diamonds[winner]
                    if drawn < len(stack):
                        led = 1
                    else:
                        drawn -= len(stack)
                        stack = hearts[winner]
                        if drawn < len(stack):
                            led = 2
                        else:
                            stack = spades[winner]
                            led = 3
                best = stack.pop()
                order = others[winner]
            suit = stacks[led]
            for seat in order:
                stack = suit[seat]
                if stack:
                    card = stack.pop()
                    if card > best:
                        best, winner = card, seat
                elif trumps[seat]:
                    card = trumps[seat].pop()
                    if card > best:
                        best, winner = card, seat
                else:
                    drawn = draw() * left
                    for row in discards[led]:
                        stack = row[seat]
                        if drawn < len(stack):
                            stack.pop()
                            break
                        drawn -= len(stack)
            took[winner] += 1
            left -= 1
            if not left:
                return took
            led = -1

    def _take_up(self, trick: Sequence[Card], leader: Seat) -> None:
        """Note who wins the trick so far and who still plays to it."""
        self._led = trick[0] & 3
        for step, card in enumerate(trick):
            value = self._value(card)
            if card & 3 in (self._led, self._trump) and value > self._best:
                self._best, self._winner = value, (leader + step) % self._seats
        self._order = self._others[leader][len(trick) - 1 :]

    def _value(self, card: Card) -> int:
        return card + TRUMP_BONUS if card & 3 == self._trump else card

    def _values(self, cards: Mask) -> list[int]:
        return [self._value(card) for card in cards_of(cards)]


def _orders(cards: list[int]) -> tuple[tuple[tuple[int, ...], ...], int, list[int]]:
    """Return every order of the cards with their number, none where they are too many."""
    if len(cards) > _MOST_LISTED:
        return (), 0, cards
    orders = tuple(permutations(cards))
    return orders, len(orders), cards
