"""Belot: rounding, outcome of a deal, hanging points and the end of the match."""

from __future__ import annotations

from typing import Literal

import pytest

from levata.games.belot.cards import CONTRACTS
from levata.games.belot.options import BelotOptions
from levata.games.belot.scoring import Pair, next_barrier, pot_of, round_pair, settle
from tests.support.naive_belot import referee_record

SUIT, NOTRUMP, ALLTRUMPS = 2, 4, 5


def swapped(pair: Pair) -> Pair:
    return pair[1], pair[0]


@pytest.mark.parametrize(
    ("contract", "raw", "recorded"),
    [
        pytest.param(ALLTRUMPS, (34, 224), (4, 22), id="B23"),
        pytest.param(ALLTRUMPS, (164, 194), (17, 19), id="B24"),
        pytest.param(SUIT, (56, 106), (6, 10), id="B25"),
        pytest.param(SUIT, (6, 156), (1, 15), id="B26"),
        pytest.param(SUIT, (82, 80), (8, 8), id="B27"),
        pytest.param(SUIT, (97, 65), (10, 6), id="B28"),
        pytest.param(SUIT, (95, 67), (9, 7), id="B29"),
        pytest.param(SUIT, (100, 62), (10, 6), id="B30"),
        pytest.param(SUIT, (162, 0), (16, 0), id="B31"),
        pytest.param(SUIT, (86, 96), (9, 9), id="B32"),
        pytest.param(ALLTRUMPS, (130, 128), (13, 13), id="B33"),
        pytest.param(ALLTRUMPS, (133, 125), (13, 13), id="B34"),
        pytest.param(ALLTRUMPS, (139, 119), (14, 12), id="B35"),
        pytest.param(ALLTRUMPS, (258, 0), (26, 0), id="B36"),
        pytest.param(NOTRUMP, (132, 128), (13, 13), id="B37"),
        pytest.param(NOTRUMP, (144, 116), (14, 12), id="B38"),
        pytest.param(NOTRUMP, (136, 124), (14, 12), id="B39"),
        pytest.param(SUIT, (252, 0), (25, 0), id="B40"),
        pytest.param(ALLTRUMPS, (348, 0), (35, 0), id="B41"),
        pytest.param(NOTRUMP, (350, 0), (35, 0), id="B42"),
    ],
)
def test_rounding_where_both_record(contract: int, raw: Pair, recorded: Pair) -> None:
    assert round_pair(contract, raw) == recorded
    assert round_pair(contract, swapped(raw)) == swapped(recorded)
    if raw[0] > raw[1]:
        assert settle(contract, 0, 1, raw).recorded == recorded
        assert settle(contract, 1, 1, swapped(raw)).recorded == swapped(recorded)


@pytest.mark.parametrize(
    ("contract", "multiplier", "hanging", "raw", "recorded", "hanging_after"),
    [
        pytest.param(SUIT, 1, 0, (100, 62), (10, 6), 0, id="B43"),
        pytest.param(SUIT, 1, 0, (80, 82), (0, 16), 0, id="B44"),
        pytest.param(ALLTRUMPS, 1, 0, (128, 130), (0, 26), 0, id="B45"),
        pytest.param(NOTRUMP, 1, 0, (120, 140), (0, 26), 0, id="B46"),
        pytest.param(ALLTRUMPS, 1, 0, (154, 154), (0, 15), 16, id="B47"),
        pytest.param(SUIT, 1, 0, (106, 106), (0, 10), 11, id="B48"),
        pytest.param(SUIT, 1, 0, (81, 81), (0, 8), 8, id="B49"),
        pytest.param(ALLTRUMPS, 1, 0, (129, 129), (0, 13), 13, id="B50"),
        pytest.param(NOTRUMP, 1, 0, (130, 130), (0, 13), 13, id="B51"),
        pytest.param(SUIT, 1, 0, (91, 91), (0, 9), 9, id="B52"),
        pytest.param(ALLTRUMPS, 1, 0, (139, 139), (0, 14), 14, id="B53"),
        pytest.param(ALLTRUMPS, 1, 0, (204, 204), (0, 20), 21, id="B54"),
        pytest.param(SUIT, 1, 8, (81, 81), (0, 8), 16, id="B55"),
        pytest.param(SUIT, 1, 8, (100, 62), (18, 6), 0, id="B56"),
        pytest.param(SUIT, 1, 8, (62, 100), (0, 24), 0, id="B57"),
        pytest.param(SUIT, 2, 0, (100, 62), (32, 0), 0, id="B58"),
        pytest.param(SUIT, 2, 0, (62, 100), (0, 32), 0, id="B59"),
        pytest.param(SUIT, 4, 0, (100, 62), (64, 0), 0, id="B60"),
        pytest.param(ALLTRUMPS, 2, 0, (140, 118), (52, 0), 0, id="B61"),
        pytest.param(ALLTRUMPS, 4, 0, (118, 140), (0, 104), 0, id="B62"),
        pytest.param(NOTRUMP, 2, 0, (150, 110), (52, 0), 0, id="B63"),
        pytest.param(NOTRUMP, 4, 0, (110, 150), (0, 104), 0, id="B64"),
        pytest.param(ALLTRUMPS, 2, 0, (129, 129), (0, 0), 52, id="B65"),
        pytest.param(SUIT, 4, 0, (91, 91), (0, 0), 72, id="B66"),
        pytest.param(SUIT, 2, 13, (100, 62), (45, 0), 0, id="B67"),
        pytest.param(SUIT, 1, 0, (252, 0), (25, 0), 0, id="B68"),
        pytest.param(ALLTRUMPS, 2, 0, (348, 0), (70, 0), 0, id="B69"),
        pytest.param(NOTRUMP, 1, 0, (350, 0), (35, 0), 0, id="B70"),
        pytest.param(SUIT, 1, 0, (252, 20), (25, 2), 0, id="B71"),
        pytest.param(SUIT, 1, 0, (0, 252), (0, 25), 0, id="B72"),
    ],
)
def test_outcome_of_a_deal(
    contract: int,
    multiplier: int,
    hanging: int,
    raw: Pair,
    recorded: Pair,
    hanging_after: int,
) -> None:
    """The pairs are bidder, opponents; both sides are tried as bidder."""
    settled = settle(contract, 0, multiplier, raw, hanging)
    assert (settled.recorded, settled.hanging) == (recorded, hanging_after)
    assert settled.claimed == (hanging if raw[0] != raw[1] else 0)
    mirrored = settle(contract, 1, multiplier, swapped(raw), hanging)
    assert (mirrored.recorded, mirrored.hanging) == (swapped(recorded), hanging_after)


TOTALS = {
    SUIT: range(162, 753, 10),
    ALLTRUMPS: range(258, 849, 10),
    NOTRUMP: (260, 350),
}


@pytest.mark.parametrize("contract", TOTALS, ids=["suit", "alltrumps", "notrump"])
def test_recorded_pair_adds_up_to_the_pot_for_every_split(contract: int) -> None:
    for total in TOTALS[contract]:
        for own in range(0, total + 1, 2 if contract == NOTRUMP else 1):
            raw = (own, total - own)
            assert sum(round_pair(contract, raw)) == pot_of(raw)
            settled = settle(contract, 0, 1, raw, 7)
            assert sum(settled.recorded) + settled.hanging == pot_of(raw) + 7


@pytest.mark.parametrize("contract", TOTALS, ids=["suit", "alltrumps", "notrump"])
@pytest.mark.parametrize("multiplier", [1, 2, 4])
@pytest.mark.parametrize("zero_to_one", [False, True])
def test_every_split_is_recorded_as_the_referee_says(
    contract: int, multiplier: int, zero_to_one: bool
) -> None:
    for total in TOTALS[contract]:
        for own in range(0, total + 1, 2 if contract == NOTRUMP else 1):
            raw = (own, total - own)
            settled = settle(contract, 1, multiplier, raw, 5, zero_to_one)
            expected = referee_record(CONTRACTS[contract], 1, multiplier, raw, 5, zero_to_one)
            assert (list(settled.recorded), settled.hanging) == expected, raw


@pytest.mark.parametrize(
    ("contract", "raw", "off", "on"),
    [
        (SUIT, (157, 5), (16, 0), (15, 1)),
        (SUIT, (162, 0), (16, 0), (16, 0)),
        (SUIT, (156, 6), (15, 1), (15, 1)),
        (ALLTRUMPS, (255, 3), (26, 0), (25, 1)),
        (NOTRUMP, (256, 4), (26, 0), (25, 1)),
        (SUIT, (3, 159), (0, 16), (0, 16)),
    ],
)
def test_zero_to_one_gives_whoever_has_points_one(
    contract: int, raw: Pair, off: tuple[int, int], on: tuple[int, int]
) -> None:
    assert settle(contract, 0, 1, raw).recorded == off
    assert settle(contract, 0, 1, raw, zero_to_one=True).recorded == on
    doubled = settle(contract, 0, 2, raw, zero_to_one=True)
    assert doubled == settle(contract, 0, 2, raw)


@pytest.mark.parametrize(
    ("totals", "barrier", "is_capot", "expected"),
    [
        pytest.param((151, 120), 151, False, (True, 151), id="B90"),
        pytest.param((155, 160), 151, False, (True, 151), id="B91"),
        pytest.param((153, 153), 151, False, (False, 151), id="B92"),
        pytest.param((165, 130), 151, True, (False, 166), id="B93"),
        pytest.param((175, 136), 166, False, (True, 166), id="B94"),
        pytest.param((165, 156), 166, False, (False, 166), id="B95"),
        pytest.param((125, 80), 151, True, (False, 151), id="B96"),
        pytest.param((190, 130), 166, True, (False, 191), id="B97"),
        pytest.param((150, 120), 151, False, (False, 151), id="one-short"),
        pytest.param((120, 151), 151, False, (True, 151), id="other-side"),
        pytest.param((130, 165), 151, True, (False, 166), id="capot-by-the-side-behind"),
    ],
)
def test_end_of_the_match(
    totals: tuple[int, int], barrier: int, is_capot: bool, expected: tuple[bool, int]
) -> None:
    assert next_barrier(BelotOptions(), totals, barrier, is_capot) == expected


@pytest.mark.parametrize(
    ("rule", "totals", "is_capot", "is_over"),
    [
        ("none", (165, 130), True, True),
        ("none", (153, 153), True, False),
        ("one_more_deal", (165, 130), True, False),
        ("one_more_deal", (165, 130), False, True),
        ("one_more_deal", (165, 165), False, False),
        ("one_more_deal", (140, 130), False, False),
    ],
)
def test_capot_rules_without_barrier(
    rule: Literal["barrier", "one_more_deal", "none"],
    totals: tuple[int, int],
    is_capot: bool,
    is_over: bool,
) -> None:
    options = BelotOptions(capot_rule=rule)
    assert next_barrier(options, totals, 151, is_capot) == (is_over, 151)
