"""Sequences and carres of Belot: which may be declared, and whose score (B-A18 to B-A24)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import IntEnum
from functools import lru_cache
from typing import Final

from msgspec import Struct

from levata.cards import CARD_TEXTS, RANKS, Card, Mask, mask_of
from levata.game import Action, Seat
from levata.games.belot.cards import TRUMP_ORDER
from levata.games.belot.options import BelotOptions


class CombinationKind(IntEnum):
    """The kinds of combinations. Only its kind is said of one before the deal is over."""

    TIERCE = 0
    QUARTE = 1
    QUINT = 2
    CARRE = 3


KINDS: Final = ("tierce", "quarte", "quint", "carre")
"""How each kind stands in actions and records."""
_RUN_POINTS: Final = (20, 50, 100)
_CARRE_POINTS: Final = {"9": 150, "T": 100, "J": 200, "Q": 100, "K": 100, "A": 100}
_EIGHT: Final = 8
_EVERY_FOURTH: Final = 0x1111111111111


class Combination(Struct, frozen=True, array_like=True):
    """A sequence or a carre; its cards ascend, by rank or, in a carre, by suit."""

    kind: int
    cards: tuple[Card, ...]

    @property
    def mask(self) -> Mask:
        """Return the cards as a set."""
        return mask_of(self.cards)

    def points(self, eight_run: int = 100) -> int:
        """Return what it is worth; a run of all eight cards is worth the option `eight_run`."""
        if self.kind == CombinationKind.CARRE:
            return _CARRE_POINTS[RANKS[self.cards[0] >> 2]]
        return eight_run if len(self.cards) == _EIGHT else _RUN_POINTS[self.kind]


class Declare(Action, frozen=True):
    """Declare a combination before one's first card. Texts list its cards in ascending order."""

    combination: Combination

    @property
    def text(self) -> str:
        """Return the stable text, such as ``declare tierce 9S-TS-JS``."""
        cards = "-".join(CARD_TEXTS[card] for card in self.combination.cards)
        return f"declare {KINDS[self.combination.kind]} {cards}"


class Declaration(Struct, frozen=True, array_like=True):
    """A combination that a seat declared, and what it scored."""

    seat: Seat
    kind: int
    cards: tuple[Card, ...]
    points: int = 0
    """0 where the contest was lost, or before it is decided."""


def _run(low: Card, length: int) -> Declare:
    cards = tuple(range(low, low + 4 * length, 4))
    return Declare(Combination(min(length, 5) - 3, cards))


def _carre(rank: int) -> Declare:
    return Declare(Combination(CombinationKind.CARRE, tuple(range(rank * 4, rank * 4 + 4))))


_SEVEN: Final = RANKS.index("7")
_RUNS: Final = {
    (low, length): _run(low, length)
    for length in range(3, 9)
    for low in range(_SEVEN * 4, (14 - length) * 4)
}
_CARRES: Final = {RANKS.index(rank): _carre(RANKS.index(rank)) for rank in _CARRE_POINTS}
DECLARES: Final = (*_CARRES.values(), *_RUNS.values())
"""Every combination there is: 6 carres and 84 sequences."""


def declarable(cards: Mask) -> tuple[Declare, ...]:
    """Return what may be declared with cards that no earlier combination used.

    Carres come first, then runs from their lowest card. A run counts only whole, as long as it is
    in these cards (B-R13): declaring a carre first leaves the rest of a run to be declared.
    """
    found: list[Declare] = []
    fours = cards & cards >> 1 & cards >> 2 & cards >> 3 & _EVERY_FOURTH
    while fours:
        low = fours & -fours
        carre = _CARRES.get((low.bit_length() - 1) >> 2)
        if carre is not None:
            found.append(carre)
        fours ^= low
    if cards & cards >> 4 & cards >> 8:
        starts = cards & ~(cards << 4)
        while starts:
            low = starts & -starts
            length = 1
            while cards & low << 4 * length:
                length += 1
            if length > 2:
                found.append(_RUNS[low.bit_length() - 1, length])
            starts ^= low
    return tuple(found)


def best_plan(cards: Mask) -> tuple[Declare, ...]:
    """Return the combinations that are worth most together, in an order in which each is legal.

    A carre goes before a run of the same worth.
    """
    return _best_plan(cards)[1]


@lru_cache(maxsize=1024)
def _best_plan(cards: Mask) -> tuple[int, tuple[Declare, ...]]:
    best: tuple[int, tuple[Declare, ...]] = (0, ())
    for declare in declarable(cards):
        combination = declare.combination
        points, plan = _best_plan(cards & ~combination.mask)
        points += combination.points()
        if points > best[0]:
            best = points, (declare, *plan)
    return best


def contest(declared: Sequence[Declaration], options: BelotOptions) -> tuple[Declaration, ...]:
    """Return the declarations with what each scores.

    Sequences and carres are two contests. The side with the best one of a contest scores all its
    own, the other none; the best of each side being equal, nobody scores.
    """
    eight_run = options.eight_run
    runs = _winning_side(
        (item.seat % 2, _run_rank(item, options))
        for item in declared
        if item.kind != CombinationKind.CARRE
    )
    carres = _winning_side(
        (item.seat % 2, (TRUMP_ORDER.index(RANKS[item.cards[0] >> 2]), 0))
        for item in declared
        if item.kind == CombinationKind.CARRE
    )
    return tuple(_scored(item, runs, carres, eight_run) for item in declared)


def _scored(item: Declaration, runs: int, carres: int, eight_run: int) -> Declaration:
    winner = carres if item.kind == CombinationKind.CARRE else runs
    is_scoring = item.seat % 2 == winner
    points = Combination(item.kind, item.cards).points(eight_run) if is_scoring else 0
    return Declaration(item.seat, item.kind, item.cards, points)


def _run_rank(item: Declaration, options: BelotOptions) -> tuple[int, int]:
    by_length = options.quint_compare == "length"
    worth = Combination(item.kind, item.cards).points(options.eight_run)
    return (len(item.cards) if by_length else worth), item.cards[-1] >> 2


def _winning_side(ranked: Iterable[tuple[int, tuple[int, int]]]) -> int:
    """Return the side with the best of the ranked combinations, -1 if both or none have it."""
    best: list[tuple[int, int]] = [(-1, -1), (-1, -1)]
    for side, rank in ranked:
        best[side] = max(best[side], rank)
    if best[0] == best[1]:
        return -1
    return 0 if best[0] > best[1] else 1


def free_cards(hand: Mask, seat: Seat, declared: Sequence[Declaration]) -> Mask:
    """Return the cards of a hand that its owner used in no combination yet."""
    for item in declared:
        if item.seat == seat:
            hand &= ~mask_of(item.cards)
    return hand
