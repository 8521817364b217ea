"""The derivation of deals from seeds."""

from __future__ import annotations

import math
from collections import Counter

from levata.cards import top_ranks
from levata.dealing import draw_deal
from levata.game import check_deal

PACK = top_ranks(8)


def test_draw_deal_gives_the_same_deal_for_the_same_seed_and_number() -> None:
    assert draw_deal(PACK, 4, "secret", 3) == draw_deal(PACK, 4, "secret", 3)


def test_draw_deal_differs_by_seed_and_by_number() -> None:
    deals = {draw_deal(PACK, 4, seed, number).order for seed in "ab" for number in range(1, 6)}
    assert len(deals) == 10


def test_draw_deal_is_what_records_of_this_version_were_dealt_with() -> None:
    deal = draw_deal(range(8), 3, "levata", 1)
    assert (deal.order, deal.first) == ((4, 1, 5, 0, 3, 2, 7, 6), 2)


def test_draw_deal_is_a_permutation_that_the_rules_accept() -> None:
    for number in range(1, 50):
        check_deal(PACK, draw_deal(PACK, 6, "legal", number), 6)


def test_draw_deal_puts_every_card_everywhere_equally_often() -> None:
    deals = [draw_deal(range(4), 4, "uniform", number) for number in range(1, 4801)]
    orders = Counter(deal.order for deal in deals)
    expected = 4800 / 24
    chi_square = sum((count - expected) ** 2 / expected for count in orders.values())
    # 23 degrees of freedom: mean 23, standard deviation sqrt(46); the seed is fixed.
    assert len(orders) == 24
    assert abs(chi_square - 23) < 4 * math.sqrt(46)
    firsts = Counter(deal.first for deal in deals)
    assert all(abs(count - 1200) < 4 * math.sqrt(900) for count in firsts.values())
