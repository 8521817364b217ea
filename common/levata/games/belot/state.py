"""The state of a match of Belot, what a seat may know of it, and the facts that happen."""

from __future__ import annotations

from enum import IntEnum

from msgspec import Struct

from levata.cards import Card, Mask
from levata.events import Event
from levata.game import Seat, View
from levata.games.belot.auction import Auction
from levata.games.belot.cards import NO_CONTRACT
from levata.games.belot.declarations import Declaration
from levata.games.belot.options import BelotOptions
from levata.games.belot.scoring import Pair
from levata.tricks import NO_TRUMP


class Phase(IntEnum):
    """What a match of Belot waits for."""

    DEAL = 0
    AUCTION = 1
    PLAY = 2
    """A card, before the first one also declarations."""
    OVER = 3


class DealRow(Struct, frozen=True, array_like=True):
    """A finished deal, one row of the score sheet with every part of the sum.

    For each side ``raw`` is ``cards``, the last ten, ``combinations``, ``belot``, ``doubling`` and
    the 90 of a capot. A deal thrown in has no contract and keeps the defaults.
    """

    number: int
    """Of the deal, from 1; thrown-in ones count."""
    dealer: Seat
    totals: Pair
    """After the deal, as are ``hanging`` and ``barrier``."""
    hanging: int
    barrier: int
    contract: int = NO_CONTRACT
    """0..5 for clubs, diamonds, hearts, spades, no-trump, all-trumps; -1 thrown in."""
    by: Seat = -1
    multiplier: int = 1
    """That of the auction: 1, doubled 2, redoubled 4."""
    factor: int = 1
    """The multiplier that counted; 1 where a capot cancelled the double."""
    tricks: Pair = (0, 0)
    cards: Pair = (0, 0)
    """Points of the cards won."""
    last_side: int = -1
    """The side that took the last trick and its 10 points."""
    combinations: Pair = (0, 0)
    """Points of sequences and carres."""
    belot: Pair = (0, 0)
    doubling: Pair = (0, 0)
    """What no-trump adds: as much again."""
    capot_side: int = -1
    """The side that took every trick."""
    raw: Pair = (0, 0)
    rounded: Pair = (0, 0)
    """Each side's own tens, before inside, doubling and hanging."""
    claimed: int = 0
    """Hung points of earlier deals that went to the winner of this one."""
    recorded: Pair = (0, 0)


class ContractBid(Event, frozen=True, tag=32):
    """A seat bid a contract, 0..5."""

    seat: Seat
    contract: int


class Doubled(Event, frozen=True, tag=33):
    """A seat doubled the contract."""

    seat: Seat


class Redoubled(Event, frozen=True, tag=34):
    """A seat redoubled the contract."""

    seat: Seat


class AuctionEnded(Event, frozen=True, tag=35):
    """The auction is over and leaves a contract; the rest of the cards is dealt."""

    seat: Seat
    contract: int
    multiplier: int


class CombinationDeclared(Event, frozen=True, tag=36):
    """A seat said the kind of a combination; its cards stay hidden until the end of the deal."""

    seat: Seat
    kind: int


class BelotSaid(Event, frozen=True, tag=37):
    """A seat said belot with the card it just played."""

    seat: Seat


class CombinationsShown(Event, frozen=True, tag=38):
    """The deal is over: the combinations declared in it, and what each scored."""

    declarations: tuple[Declaration, ...]


class DealScored(Event, frozen=True, tag=39):
    """A deal ended, played or thrown in."""

    row: DealRow


class BelotState(Struct, frozen=True):
    """A match of Belot; sides are seats 0 and 2, then seats 1 and 3."""

    options: BelotOptions
    barrier: int
    """What a side must reach to win the match."""
    phase: int = Phase.DEAL
    number: int = 0
    """Deals dealt so far, thrown-in ones included."""
    dealer: Seat = 0
    """Of this deal, or of the next while it waits to be dealt."""
    turn: Seat = 0
    auction: Auction = Auction()
    trump: int = NO_TRUMP
    """As in `levata.tricks`, during play."""
    hands: tuple[Mask, ...] = (0, 0, 0, 0)
    talon: tuple[Card, ...] = ()
    """The twelve cards that are dealt after the auction, in the order of the pack."""
    trick: tuple[Card, ...] = ()
    """Cards on the table in order of play, `trick_leader` first."""
    trick_leader: Seat = 0
    last_trick: tuple[Card, ...] = ()
    last_leader: Seat = 0
    last_winner: Seat = -1
    piles: tuple[tuple[Card, ...], tuple[Card, ...]] = ((), ())
    """Cards won by each side, in the order in which they were taken."""
    declarations: tuple[Declaration, ...] = ()
    """In the order in which they were made; their points are known after the deal."""
    belots: tuple[Seat, ...] = ()
    """Who said belot, once for each pair."""
    hanging: int = 0
    totals: Pair = (0, 0)
    gathered: tuple[Card, ...] = ()
    """With ``cut_only``: the pack as it was gathered, top first; empty before the first deal."""
    rows: tuple[DealRow, ...] = ()


class BelotView(View, frozen=True):
    """What one seat, or a spectator, may know of a match of Belot.

    ``totals`` of the base holds the number of each seat's side.
    """

    own_fields = View.own_fields | {"own"}

    phase: int
    number: int
    """Of the deal, from 1; 0 before the first."""
    dealer: Seat
    """Of this deal, or of the next while it waits to be dealt."""
    calls: tuple[int, ...]
    """Contracts 0..5, 6 double, 7 redouble, -1 pass; in turn order from right of the dealer."""
    contract: int
    """-1 for none."""
    by: Seat
    """Who bid the contract, -1 for nobody."""
    multiplier: int
    trick: tuple[Card, ...]
    trick_leader: Seat
    last_trick: tuple[Card, ...]
    last_leader: Seat
    last_winner: Seat
    tricks: Pair
    announced: tuple[tuple[Seat, int], ...]
    """Seat and kind of the combinations declared in this deal."""
    own: tuple[tuple[Card, ...], ...]
    """The combinations the viewer declared in this deal."""
    belots: tuple[Seat, ...]
    """Who said belot in this deal, once for each pair."""
    shown: tuple[Declaration, ...]
    """The combinations of the deal that just ended, with what each scored."""
    sides: Pair
    """Match score of seats 0 and 2, and of seats 1 and 3."""
    hanging: int
    barrier: int
    rows: tuple[DealRow, ...]
