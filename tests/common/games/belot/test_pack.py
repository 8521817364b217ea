"""Belot: dealing, deals thrown in, and cutting without shuffling."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from levata.cards import cards_of, format_cards, parse_cards, top_ranks
from levata.errors import IllegalAction, RecordError
from levata.events import Dealt, Passed
from levata.game import CHANCE, Deal, Facts
from levata.games.belot import BelotOptions, BelotState
from levata.games.belot.auction import Auction
from levata.games.belot.state import AuctionEnded
from tests.support.belot import (
    BELOT,
    CLUBS_TO_SEAT_0,
    EIGHT_EACH,
    MIXED,
    act,
    dealt,
    events_of,
    hands_of,
    new_match,
    play_out,
    score,
)


def test_three_and_two_cards_are_dealt_from_the_dealers_right_then_three() -> None:
    pack = top_ranks(8)
    done = BELOT.apply(BELOT.setup(4, BelotOptions()), CHANCE, Deal(pack, 2))
    assert done.events == (Dealt(5, 3),)
    state = done.state
    assert (state.dealer, state.turn, state.number) == (2, 3, 1)
    assert cards_of(state.hands[3]) == pack[0:3] + pack[12:14]
    assert cards_of(state.hands[2]) == pack[9:12] + pack[18:20]
    assert BELOT.facts(state).hands[3] == pack[0:3] + pack[12:14] + pack[20:23]
    events = events_of(state, *["pass"] * 3, "bid hearts", *["pass"] * 3)
    assert events[-2:] == (AuctionEnded(2, 2, 1), Dealt(3, 3))
    state = act(state, *["pass"] * 3, "bid hearts", *["pass"] * 3)
    assert set(cards_of(state.hands[0])) == {*pack[3:6], *pack[14:16], *pack[23:26]}
    assert state.talon == ()
    assert BELOT.to_act(state) == (3,)


def test_auction_shows_five_cards() -> None:
    state = new_match(hands=MIXED)
    view = BELOT.view(state, 0)
    assert format_cards(view.hand) == "9S TS JC JD JH"
    assert view.counts == (5, 5, 5, 5)
    state = act(state, *CLUBS_TO_SEAT_0)
    assert view.hand != BELOT.view(state, 0).hand == tuple(sorted(parse_cards(MIXED[0])))


def test_first_dealer_is_drawn_once_and_the_deal_passes_to_the_right() -> None:
    state = BELOT.setup(4, BelotOptions())
    for number, dealer in enumerate([3, 0, 1, 2, 3], 1):
        drawn = 3 if number == 1 else 1
        state = BELOT.apply(state, CHANCE, Deal(BELOT.pack(state), drawn)).state
        assert (state.number, state.dealer) == (number, dealer)
        assert BELOT.facts(state).first == dealer
        state = act(state, *["pass"] * 4)


def test_deal_is_refused_where_none_is_wanted_or_by_a_seat() -> None:
    state = BELOT.setup(4, BelotOptions())
    deal = Deal(BELOT.pack(state))
    with pytest.raises(IllegalAction, match="wrong_phase"):
        BELOT.apply(state, 0, deal)
    with pytest.raises(IllegalAction, match="wrong_phase"):
        BELOT.apply(new_match(), CHANCE, deal)
    with pytest.raises(IllegalAction, match="bad_deal"):
        BELOT.apply(state, CHANCE, Deal(deal.order[1:]))


def test_facts_that_fit_no_deal_are_refused() -> None:
    state = BELOT.setup(4, BelotOptions())
    hands = hands_of(*EIGHT_EACH)
    second = act(new_match(dealer=3), *["pass"] * 4)
    bad = [
        (state, Facts(4, hands)),
        (state, Facts(0, hands[:3])),
        (state, Facts(0, (hands[0][:7], *hands[1:]))),
        (state, Facts(0, (hands[1], *hands[1:]))),
        (second, Facts(3, hands)),
    ]
    for before, facts in bad:
        with pytest.raises(RecordError, match="bad_deal"):
            BELOT.deal_from(before, facts)
    assert BELOT.apply(second, CHANCE, BELOT.deal_from(second, Facts(0, hands))).state.dealer == 0


# A deal thrown in.


def test_thrown_in_deal_scores_nothing_and_keeps_its_facts() -> None:
    state = replace(new_match(hands=MIXED), hanging=11, totals=(20, 30))
    facts = BELOT.facts(state)
    assert facts == Facts(3, tuple(map(sorted_fives, hands_of(*MIXED))))
    events = events_of(state, *["pass"] * 4)
    assert events[:4] == tuple(Passed(seat) for seat in range(4))
    assert score(events) == {
        "contract": None,
        "recorded": (0, 0),
        "hanging": 11,
        "totals": (20, 30),
        "barrier": 151,
    }
    after = act(state, *["pass"] * 4)
    assert BELOT.to_act(after) == (CHANCE,)
    assert (after.dealer, after.hanging, after.hands) == (0, 11, (0, 0, 0, 0))
    assert [row.number for row in after.rows] == [1]


def sorted_fives(hand: tuple[int, ...]) -> tuple[int, ...]:
    return (*sorted(hand[:5]), *hand[5:])


# Cutting without shuffling.


def cut_only_match(calls: tuple[str, ...]) -> BelotState:
    state = act(new_match(hands=MIXED, shuffle="cut_only"), *calls)
    return play_out(state)[0]


def test_cut_only_gathers_the_tricks() -> None:
    state = cut_only_match(CLUBS_TO_SEAT_0)
    pack = BELOT.pack(state)
    assert sorted(pack) == list(top_ranks(8))
    under = state.dealer % 2
    over_pile, under_pile = state.piles[1 - under], state.piles[under]
    assert pack[: len(over_pile)][:4] == over_pile[-4:]
    assert pack[-4:] == under_pile[:4]


def test_cut_only_gathers_a_deal_thrown_in() -> None:
    state = cut_only_match(("pass",) * 4)
    fives = [card for hand in hands_of(*MIXED) for card in sorted(hand[:5])]
    assert BELOT.pack(state)[:20] == tuple(fives)
    assert BELOT.pack(state)[20:23] == parse_cards("JS QS 7C")


def test_cut_only_deals_a_rotation_of_the_gathered_pack() -> None:
    state = cut_only_match(CLUBS_TO_SEAT_0)
    pack = BELOT.pack(state)
    for place in (0, 1, 17, 31):
        shuffled = (pack[place], *[card for card in sorted(pack) if card != pack[place]])
        deal = BELOT.deal_of(state, shuffled, 2)
        assert deal == Deal(pack[place:] + pack[:place], 2)
        after = BELOT.apply(state, CHANCE, deal).state
        assert after.dealer == 0
        assert BELOT.apply(state, CHANCE, BELOT.deal_from(state, BELOT.facts(after))).state == after


def test_first_deal_and_shuffled_deals_take_the_order_as_it_is() -> None:
    order = tuple(reversed(top_ranks(8)))
    for state in (
        BELOT.setup(4, BelotOptions(shuffle="cut_only")),
        BELOT.setup(4, BelotOptions()),
        act(new_match(), *["pass"] * 4),
    ):
        assert BELOT.deal_of(state, order, 1) == Deal(order, 1)
        assert BELOT.pack(state) == top_ranks(8)


def test_a_new_auction_forgets_the_last_one() -> None:
    state = act(new_match(), "bid clubs", "double", "pass", "pass", "pass", "play JC")
    after = dealt(play_out(state)[0], 0, EIGHT_EACH)
    assert after.auction == Auction()
    assert after.piles == ((), ())
    assert not after.belots
    assert not after.declarations
