"""The auction of Belot: who may call what, and when it is over (B-A5 to B-A8)."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from levata.errors import IllegalAction
from levata.game import Action, Seat
from levata.games.belot.cards import CONTRACTS, NO_CONTRACT

DOUBLE: Final = 6
REDOUBLE: Final = 7
PASS: Final = -1
"""A call is a contract 0..5 or one of these three."""
_TEXTS: Final = {
    PASS: "pass",
    **{contract: f"bid {name}" for contract, name in enumerate(CONTRACTS)},
    DOUBLE: "double",
    REDOUBLE: "redouble",
}


class Call(Action, frozen=True):
    """Pass, bid a contract, double or redouble."""

    call: int

    @property
    def text(self) -> str:
        """Return the stable text."""
        return _TEXTS[self.call]


CALLS: Final = {call: Call(call) for call in _TEXTS}
"""One shared `Call` per call, in the order in which legal ones are listed."""


class Auction(Struct, frozen=True, array_like=True):
    """What was called since the deal."""

    calls: tuple[int, ...] = ()
    """In turn order from the seat right of the dealer."""
    contract: int = NO_CONTRACT
    by: Seat = -1
    """Who bid the contract."""
    multiplier: int = 1
    """1, doubled 2, redoubled 4."""
    passes: int = 0
    """Passes in a row since the last other call."""

    @property
    def is_over(self) -> bool:
        """Return whether nobody may call any more."""
        return self.passes == (3 if self.contract != NO_CONTRACT else 4)

    def after(self, seat: Seat, call: int) -> Auction:
        """Return the auction after a legal call."""
        calls = (*self.calls, call)
        if call == PASS:
            return Auction(calls, self.contract, self.by, self.multiplier, self.passes + 1)
        if call in (DOUBLE, REDOUBLE):
            return Auction(calls, self.contract, self.by, self.multiplier * 2)
        return Auction(calls, call, seat)


def refusal(auction: Auction, seat: Seat, call: int, run_from_double: bool) -> str | None:
    """Return the code of the reason why a call is refused, if it is."""
    is_own_side = (seat - auction.by) % 2 == 0
    has_contract = auction.contract != NO_CONTRACT
    if call == PASS:
        return None
    if call == DOUBLE:
        if not has_contract:
            return "nothing_to_double"
        if is_own_side:
            return "double_own_side"
        return "already_doubled" if auction.multiplier > 1 else None
    if call == REDOUBLE:
        if auction.multiplier == 1:
            return "nothing_to_redouble"
        if not is_own_side:
            return "redouble_other_side"
        return "already_redoubled" if auction.multiplier > 2 else None
    if call <= auction.contract:
        return "bid_too_low"
    if auction.multiplier > 1 and is_own_side and not run_from_double:
        return "run_from_double"
    return None


def legal_calls(auction: Auction, seat: Seat, run_from_double: bool) -> tuple[Call, ...]:
    """Return the calls open to the seat whose turn it is: pass, bids upwards, double, redouble."""
    return tuple(
        [
            action
            for call, action in CALLS.items()
            if refusal(auction, seat, call, run_from_double) is None
        ]
    )


def check_call(auction: Auction, seat: Seat, call: int, run_from_double: bool) -> None:
    """Refuse a call that is not legal.

    Raises:
        IllegalAction: the code of `refusal`, with the contract it is about.
    """
    code = refusal(auction, seat, call, run_from_double)
    if code is not None:
        has_contract = auction.contract != NO_CONTRACT
        raise IllegalAction(code, *([CONTRACTS[auction.contract]] if has_contract else []))
