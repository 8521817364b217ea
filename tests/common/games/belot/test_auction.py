"""Belot: who may call what and when the auction is over."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from levata.game import Seat
from levata.games.belot import BelotState
from levata.games.belot.auction import CALLS, Auction, refusal
from levata.games.belot.cards import CONTRACTS
from levata.games.belot.state import Phase
from tests.support.belot import BELOT, act, legal_texts, new_match, refusal_of

SHORT = {
    "P": "pass",
    "C": "bid clubs",
    "D": "bid diamonds",
    "NT": "bid notrump",
    "AT": "bid alltrumps",
    "X": "double",
    "XX": "redouble",
}


def after(calls: str, **options: Any) -> BelotState:
    """Return the state after calls from seat 0 on, the dealer being seat 3."""
    return act(new_match(**options), *[SHORT[call] for call in calls.split()])


def test_b98_four_passes_throw_the_cards_in() -> None:
    state = after("P P P P")
    assert state.phase == Phase.DEAL
    assert state.dealer == 0
    assert state.totals == (0, 0)
    assert state.rows[-1].contract == -1


def test_b99_three_passes_leave_the_fourth_player_to_speak() -> None:
    state = after("P P P")
    assert state.phase == Phase.AUCTION
    assert BELOT.to_act(state) == (3,)


@pytest.mark.parametrize(
    ("calls", "contract", "by", "multiplier"),
    [
        pytest.param("P C P P P", "clubs", 1, 1, id="B100"),
        pytest.param("C X P P P", "clubs", 0, 2, id="B101"),
        pytest.param("C X XX P P P", "clubs", 0, 4, id="B102"),
        pytest.param("C X D P P P", "diamonds", 2, 1, id="B103"),
        pytest.param("C P P X P P P", "clubs", 0, 2, id="B104"),
        pytest.param("AT X P P P", "alltrumps", 0, 2, id="B109"),
        pytest.param("P P P C P P P", "clubs", 3, 1, id="dealer-bids-last"),
        pytest.param("C X P P D P P P", "diamonds", 0, 1, id="bidder-runs"),
        pytest.param("C X P D P P P", "diamonds", 3, 1, id="doublers-bid"),
        pytest.param("C X XX D X P P P", "diamonds", 3, 2, id="doubled-anew"),
    ],
)
def test_contract_of_an_auction(calls: str, contract: str, by: Seat, multiplier: int) -> None:
    state = after(calls)
    auction = state.auction
    assert state.phase == Phase.PLAY
    assert (CONTRACTS[auction.contract], auction.by, auction.multiplier) == (
        contract,
        by,
        multiplier,
    )
    assert BELOT.to_act(state) == (0,)
    assert [hand.bit_count() for hand in state.hands] == [8] * 4


@pytest.mark.parametrize(
    ("calls", "call", "refused"),
    [
        pytest.param("C P", "X", ("double_own_side", "clubs"), id="B105"),
        pytest.param("C X P", "XX", ("redouble_other_side", "clubs"), id="B106"),
        pytest.param("C X P P", "XX", (), id="B107"),
        pytest.param("AT P", "NT", ("bid_too_low", "alltrumps"), id="B108"),
        pytest.param("C", "C", ("bid_too_low", "clubs"), id="same-bid"),
        pytest.param("", "X", ("nothing_to_double",), id="double-nothing"),
        pytest.param("P", "XX", ("nothing_to_redouble",), id="redouble-nothing"),
        pytest.param("C", "XX", ("nothing_to_redouble", "clubs"), id="redouble-undoubled"),
        pytest.param("C P P", "X", (), id="last-opponent-doubles"),
        pytest.param("C X P", "X", ("already_doubled", "clubs"), id="double-twice"),
        pytest.param("C X XX", "X", ("already_doubled", "clubs"), id="double-a-redouble"),
        pytest.param("C X XX P", "XX", ("already_redoubled", "clubs"), id="redouble-twice"),
    ],
)
def test_calls_are_refused(calls: str, call: str, refused: tuple[str, ...]) -> None:
    state = after(calls)
    assert refusal_of(state, SHORT[call]) == refused
    assert (SHORT[call] in legal_texts(state)) == (refused == ())


@pytest.mark.parametrize(
    ("calls", "is_refused"),
    [("C X", True), ("C X P P", True), ("C X XX P", True), ("C X P", False), ("C P", False)],
)
def test_run_from_double_off_bars_the_bidding_side_only(calls: str, is_refused: bool) -> None:
    state = after(calls, run_from_double=False)
    expected = ("run_from_double", "clubs") if is_refused else ()
    assert refusal_of(state, "bid diamonds") == expected
    assert not refusal_of(after(calls), "bid diamonds")


def test_turn_and_phase_are_checked() -> None:
    state = after("C")
    assert refusal_of(state, "pass", seat=0) == ("not_your_turn",)
    assert refusal_of(state, "play 7C") == ("wrong_phase",)
    assert refusal_of(after("C P P P"), "pass") == ("wrong_phase",)


def naive_refusal(calls: list[str], call: str) -> bool:
    """Return whether a call is refused, found by reading all calls from the start."""
    bids = [place for place, text in enumerate(calls) if text.startswith("bid")]
    last = bids[-1] if bids else None
    since = calls[last:] if last is not None else []
    is_bidding_side = last is not None and (len(calls) - last) % 2 == 0
    if call == "double":
        return last is None or is_bidding_side or "double" in since
    if call == "redouble":
        return not is_bidding_side or "double" not in since or "redouble" in since
    order = [f"bid {name}" for name in CONTRACTS]
    is_bid = call != "pass"
    return is_bid and last is not None and order.index(call) <= order.index(calls[last])


def naive_is_over(calls: list[str]) -> bool:
    if len(calls) < 4:
        return False
    return calls[-3:] == ["pass"] * 3 and (calls[-4] != "pass" or len(calls) == 4)


def test_every_auction_of_nine_calls_agrees_with_a_naive_reading() -> None:
    """All auctions with three of the bids, their legal calls and ends (field report F4)."""
    texts = ["pass", "bid clubs", "bid notrump", "bid alltrumps", "double", "redouble"]
    numbers = {action.text: call for call, action in CALLS.items()}
    open_auctions: list[tuple[Auction, list[str]]] = [(Auction(), [])]
    seen = 0
    for _ in range(9):
        following: list[tuple[Auction, list[str]]] = []
        for (auction, calls), text in product(open_auctions, texts):
            seat = len(calls) % 4
            is_refused = refusal(auction, seat, numbers[text], True) is not None
            assert is_refused is naive_refusal(calls, text), (calls, text)
            seen += 1
            if is_refused:
                continue
            longer = [*calls, text]
            made = auction.after(seat, numbers[text])
            assert made.is_over is naive_is_over(longer), longer
            if not made.is_over:
                following.append((made, longer))
        open_auctions = following
    assert seen > 10_000


def test_auction_ends_after_all_trumps_only_by_passes() -> None:
    state = after("AT")
    assert legal_texts(state) == ["pass", "double"]
    assert after("AT X XX P P P").auction.multiplier == 4


def test_calls_are_listed_pass_first_then_bids_upwards() -> None:
    assert legal_texts(after("")) == ["pass", *(f"bid {name}" for name in CONTRACTS)]
    assert legal_texts(after("NT")) == ["pass", "bid alltrumps", "double"]
    assert legal_texts(after("NT X")) == ["pass", "bid alltrumps", "redouble"]
