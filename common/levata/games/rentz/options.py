"""The subgames of Rentz, what they score, and the table settings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import IntEnum
from typing import Annotated, ClassVar, Final, Literal, Self, TypeAlias

from msgspec.structs import replace

from levata.cards import DIAMONDS, FULL_DECK, RANK_MASKS, RANKS, SUIT_MASKS, Mask, parse_card
from levata.errors import OptionError
from levata.options import Options, Range


class Subgame(IntEnum):
    """The subgames, in the order of the rules, which a timeout follows (R-A28)."""

    KING = 0
    QUEENS = 1
    DIAMONDS = 2
    TRICKS = 3
    TOTALS = 4
    TEN_CLUBS = 5
    WHIST = 6
    RENTZ = 7


KEYS: Final = tuple(subgame.name.lower() for subgame in Subgame)
"""The names of the subgames in commands and records, by `Subgame`."""
NEGATIVE: Final = frozenset(
    (Subgame.KING, Subgame.QUEENS, Subgame.DIAMONDS, Subgame.TRICKS, Subgame.TOTALS)
)
"""The subgames in which the scored items are to be avoided."""
PRICED: Final[tuple[Subgame, ...]] = (
    Subgame.KING,
    Subgame.QUEENS,
    Subgame.DIAMONDS,
    Subgame.TRICKS,
    Subgame.TEN_CLUBS,
    Subgame.WHIST,
)
"""The subgames whose item has a value of its own, in the order of the option ``values``."""

KING_OF_HEARTS: Final[Mask] = 1 << parse_card("KH")
TEN_OF_CLUBS: Final[Mask] = 1 << parse_card("TC")
QUEENS: Final[Mask] = RANK_MASKS[RANKS.index("Q")]
ACES: Final[Mask] = RANK_MASKS[RANKS.index("A")]
ITEMS: Final[tuple[Mask, ...]] = (
    KING_OF_HEARTS,
    QUEENS,
    SUIT_MASKS[DIAMONDS],
    0,
    KING_OF_HEARTS | QUEENS | SUIT_MASKS[DIAMONDS],
    TEN_OF_CLUBS,
    0,
    0,
)
"""The cards that score in each subgame."""
ENDING: Final = frozenset((Subgame.KING, Subgame.QUEENS, Subgame.DIAMONDS, Subgame.TEN_CLUBS))
"""The trick subgames in which nothing can be scored once the last item is taken (R-A20)."""

HAND_SIZE: Final = 8
"""Cards of each seat."""
REFUSING_ENDS: Final = 4
"""Aces and low ends in a hand that may refuse the layout subgame."""

Preset: TypeAlias = Literal["classic7", "online8"]
PRESET_VALUES: Final[Mapping[Preset, tuple[int, ...]]] = {
    "classic7": (-100, -30, -10, -10, 10),
    "online8": (-200, -40, -30, -50, 200, 50),
}
"""King, each queen, diamond and trick, in ``online8`` the ten of clubs, each trick of whist."""


class RentzOptions(Options, frozen=True):
    """The table settings of Rentz.

    ``preset`` and ``values`` have defaults that depend on the number of seats and on the preset;
    `resolve` writes them out.
    """

    preset: Literal["auto", "classic7", "online8"] = "auto"
    values: Annotated[tuple[int, ...] | Literal["preset"], Range(-1000, 1000)] = "preset"
    rentz_payout: Annotated[tuple[int, ...], Range(0, 1000)] = (400, 200, 100, 0)
    layout_start: Literal["jack", "median"] = "jack"
    ace_extra: Literal["optional", "forced"] = "optional"
    early_end: bool = True
    hearts_lead: Literal["free", "not_while_other_suit"] = "free"
    nv: bool = False
    refuse_rentz: Annotated[int | Literal["off"], Range(1, 20)] = "off"
    rating_pool: Literal["all", "present"] = "all"

    HELP: ClassVar = {
        "preset": "Subgames and values: classic7 has 7, online8 adds the ten of clubs; auto takes "
        "online8 for four players, else classic7",
        "values": "Points for the king of hearts, each queen, each diamond, each trick, with "
        "online8 the ten of clubs, and each trick of whist",
        "rentz_payout": "Points by place in the layout subgame; the last place gets 0",
        "layout_start": "Card that opens each row: the jack, or the middle rank of the pack",
        "ace_extra": "Whether the second move after an ace may be declined",
        "early_end": "A hand stops as soon as nothing more can be scored",
        "hearts_lead": "In king and totals hearts may be led at any time, or only from a hand of "
        "hearts",
        "nv": "A subgame may be chosen before looking at the cards; the scores are doubled",
        "refuse_rentz": "How often a hand may be refused by holders of four aces and low ends",
        "rating_pool": "Whose scores the rating is measured by: all seats, or those present",
    }

    def resolve(self, seats: int) -> Self:
        """Return the options with the preset and its values written out."""
        preset = self.preset
        if preset == "auto":
            preset = "online8" if seats == 4 else "classic7"
        values = PRESET_VALUES[preset] if self.values == "preset" else self.values
        return replace(self, preset=preset, values=values)

    def check(self, seats: int) -> None:
        """Refuse values that do not fit the preset, or a goal, and payouts that rise.

        Raises:
            OptionError: ``contradictory``.
        """
        values, priced = self._numbers, self._priced
        if len(values) != len(priced):
            raise OptionError("contradictory", "values", "preset")
        for subgame, value in zip(priced, values, strict=True):
            if value > 0 if subgame in NEGATIVE else value < 0:
                raise OptionError("contradictory", "values", KEYS[subgame])
        if list(self.rentz_payout) != sorted(self.rentz_payout, reverse=True):
            raise OptionError("contradictory", "rentz_payout", KEYS[Subgame.RENTZ])

    @property
    def subgames(self) -> tuple[Subgame, ...]:
        """Return the subgames of a match, in the order of the rules."""
        if self.preset == "online8":
            return tuple(Subgame)
        return tuple(subgame for subgame in Subgame if subgame is not Subgame.TEN_CLUBS)

    def value_of(self, subgame: Subgame) -> int:
        """Return what one item of a subgame scores; 0 for those without a value of their own."""
        priced = self._priced
        return self._numbers[priced.index(subgame)] if subgame in priced else 0

    @property
    def _priced(self) -> list[Subgame]:
        return [subgame for subgame in PRICED if subgame in self.subgames]

    @property
    def _numbers(self) -> tuple[int, ...]:
        return self.values if isinstance(self.values, tuple) else ()


def hands_in_all(seats: int, options: RentzOptions) -> int:
    """Return the hands of a match: every seat chooses every subgame once (R-A1, R-A4)."""
    return seats * len(options.subgames)


def pack_mask(seats: int) -> Mask:
    """Return the cards of the pack, eight for every seat."""
    return FULL_DECK ^ (1 << (13 - 2 * seats) * 4) - 1


def low_ends(seats: int) -> Mask:
    """Return the lowest card of every suit in the pack (R-A9)."""
    return RANK_MASKS[13 - 2 * seats]


def row_starts(seats: int, options: RentzOptions) -> Mask:
    """Return the cards that open the rows of the layout: the jacks, or the middle rank (R-A8)."""
    if options.layout_start == "median":
        return RANK_MASKS[13 - seats]
    return RANK_MASKS[RANKS.index("J")]


def reachable(laid: Mask, starts: Mask) -> Mask:
    """Return the cards that may be laid next to those on the table, or open a row.

    A mask has one bit per card in the order of ranks, four to a rank, so four places up or down
    is the neighbour in the same suit.
    """
    return (laid << 4 | laid >> 4 | starts) & ~laid


def item_points(options: RentzOptions, subgame: Subgame, taken: Mask, tricks: int) -> int:
    """Return what a seat scores in a trick subgame for the cards and tricks it took.

    In totals every item counts by itself, so the queen of diamonds counts twice.
    """
    points = 0
    for part in (Subgame.KING, Subgame.QUEENS, Subgame.DIAMONDS, Subgame.TEN_CLUBS):
        if subgame is part or (subgame is Subgame.TOTALS and part in NEGATIVE):
            points += options.value_of(part) * (taken & ITEMS[part]).bit_count()
    if subgame in (Subgame.TRICKS, Subgame.TOTALS):
        points += options.value_of(Subgame.TRICKS) * tricks
    elif subgame is Subgame.WHIST:
        points += options.value_of(Subgame.WHIST) * tricks
    return points


def place_points(options: RentzOptions, places: Sequence[int]) -> tuple[int, ...]:
    """Return the points of each seat for its place in the layout; the last place has 0 (R-A15)."""
    last = len(places)
    payout = (*options.rentz_payout, *(0,) * last)
    return tuple(0 if place == last else payout[place - 1] for place in places)


def end_cards(hand: Mask, seats: int) -> int:
    """Return how many aces and low ends a hand holds."""
    return (hand & (ACES | low_ends(seats))).bit_count()
