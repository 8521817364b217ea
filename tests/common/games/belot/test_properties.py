"""Belot: whole random matches against the referee, and what holds in every one of them."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from levata.cards import CARD_TEXTS, cards_of, format_cards, mask_of, top_ranks
from levata.events import Event
from levata.game import CHANCE, Action, Facts
from levata.games.belot import BelotOptions, BelotState
from levata.games.belot.cards import CAPOT, CONTRACTS, LAST_TEN
from levata.games.belot.play import PlayWithBelot
from levata.games.belot.state import Phase
from levata.options import format_options
from tests.support.belot import BELOT
from tests.support.naive_belot import (
    NATURAL_RANKS,
    TRUMP_RANKS,
    is_trump,
    referee_legal,
    referee_result,
)

PACK = top_ranks(8)


class PlayedDeal(NamedTuple):
    """A deal as a record has it."""

    before: BelotState
    facts: Facts
    actions: list[tuple[int, Action]]
    states: list[BelotState]
    """The state in which each action was done."""
    events: tuple[Event, ...]
    after: BelotState


def random_options(rng: random.Random) -> BelotOptions:
    return BelotOptions(
        target=rng.choice((10, 51, 101, 151)),
        shuffle=rng.choice(("each_deal", "cut_only")),
        capot_rule=rng.choice(("barrier", "one_more_deal", "none")),
        quint_compare=rng.choice(("length", "class")),
        eight_run=rng.choice((100, 120)),
        auto_belot=rng.random() < 0.5,
        run_from_double=rng.random() < 0.5,
        capot_cancels_double=rng.random() < 0.5,
        zero_to_one=rng.random() < 0.5,
    )


def play_match(rng: random.Random, options: BelotOptions) -> Iterator[PlayedDeal]:
    """Yield the deals of a match at random, with more passes than chance alone would give."""
    state = BELOT.setup(4, options)
    while BELOT.to_act(state) == (CHANCE,):
        before = state
        order = rng.sample(BELOT.pack(state), len(PACK))
        step = BELOT.apply(state, CHANCE, BELOT.deal_of(state, order, rng.randrange(4)))
        state, events = step.state, step.events
        facts = BELOT.facts(state)
        actions: list[tuple[int, Action]] = []
        states: list[BelotState] = []
        while state.phase in (Phase.AUCTION, Phase.PLAY):
            (seat,) = BELOT.to_act(state)
            legal = BELOT.legal(state, seat)
            action = legal[0] if rng.random() < 0.4 else rng.choice(legal)
            actions.append((seat, action))
            states.append(state)
            step = BELOT.apply(state, seat, action)
            state, events = step.state, events + step.events
        yield PlayedDeal(before, facts, actions, states, events, state)


def matches() -> st.SearchStrategy[random.Random]:
    return st.integers(0, 2**32).map(random.Random)


def as_lists(result: dict[str, Any]) -> Any:
    """Return a result as it comes out of a record."""
    return json.loads(json.dumps(result))


def check_against_referee(deal: PlayedDeal) -> None:
    before = {
        "totals": list(deal.before.totals),
        "hanging": deal.before.hanging,
        "barrier": deal.before.barrier,
    }
    expected, is_over = referee_result(
        format_options(deal.before.options),
        before,
        deal.facts.first,
        [format_cards(hand).split() for hand in deal.facts.hands],
        [(seat, action.text) for seat, action in deal.actions],
    )
    result = BELOT.deal_result(deal.events)
    assert result is not None
    assert as_lists(result) == expected
    assert (deal.after.phase == Phase.OVER) is is_over


@settings(max_examples=100, deadline=None)
@given(matches())
def test_random_matches_are_scored_as_the_referee_says(rng: random.Random) -> None:
    for deal in play_match(rng, random_options(rng)):
        check_against_referee(deal)


@pytest.mark.slow
def test_many_random_matches_are_scored_as_the_referee_says() -> None:
    rng = random.Random(11)
    hung = capots = thrown_in = 0
    for _ in range(1500):
        for deal in play_match(rng, random_options(rng)):
            check_against_referee(deal)
            row = deal.after.rows[-1]
            hung += row.hanging > deal.before.hanging
            capots += row.capot_side >= 0
            thrown_in += row.contract < 0
    assert min(hung, capots, thrown_in) > 0, "the sample holds every kind of deal"


def naive_legal(state: BelotState) -> set[str]:
    """Return the texts of everything the seat to play may do, found card by card."""
    contract = CONTRACTS[state.auction.contract]
    hand = format_cards(cards_of(state.hands[state.turn])).split()
    trick = format_cards(state.trick).split()
    texts: set[str] = set()
    for card in referee_legal(contract, hand, trick):
        partner = {"K": "Q", "Q": "K"}.get(card[0], "-") + card[1]
        is_shown = not trick or trick[0][1] == card[1] or contract != "alltrumps"
        has_belot = partner in hand and is_trump(contract, card) and is_shown
        if has_belot:
            texts.add(f"play {card} belot")
        if not has_belot or not state.options.auto_belot:
            texts.add(f"play {card}")
    if len(hand) == 8 and contract != "notrump":
        used = {
            CARD_TEXTS[card]
            for item in state.declarations
            if item.seat == state.turn
            for card in item.cards
        }
        texts |= naive_declares([card for card in hand if card not in used])
    return texts


def naive_declares(cards: list[str]) -> set[str]:
    texts: set[str] = set()
    for rank in TRUMP_RANKS[:6]:
        if all(rank + suit in cards for suit in "CDHS"):
            texts.add("declare carre " + "-".join(rank + suit for suit in "CDHS"))
    for suit in "CDHS":
        present = "".join(rank if rank + suit in cards else " " for rank in NATURAL_RANKS)
        for run in present.split():
            if len(run) >= 3:
                kind = {3: "tierce", 4: "quarte"}.get(len(run), "quint")
                texts.add(f"declare {kind} " + "-".join(rank + suit for rank in run))
    return texts


@settings(max_examples=50, deadline=None)
@given(matches())
def test_legal_actions_in_play_are_the_naive_ones(rng: random.Random) -> None:
    for deal in play_match(rng, random_options(rng)):
        for state in deal.states:
            if state.phase == Phase.PLAY:
                legal = [action.text for action in BELOT.legal(state, state.turn)]
                assert len(legal) == len(set(legal))
                assert set(legal) == naive_legal(state)


@settings(max_examples=50, deadline=None)
@given(matches())
def test_sums_of_a_played_deal(rng: random.Random) -> None:
    for deal in play_match(rng, random_options(rng)):
        row = deal.after.rows[-1]
        if row.contract < 0:
            continue
        plain = {4: 130, 5: 258}.get(row.contract, 162)
        assert sum(row.cards) + LAST_TEN == plain
        assert sum(row.tricks) == 8
        assert sum(row.belot) <= 80
        assert row.doubling == ((0, 0) if row.contract != 4 else row.doubling)
        parts = sum(row.combinations) + sum(row.belot) + sum(row.doubling)
        assert sum(row.raw) == plain + parts + (CAPOT if row.capot_side >= 0 else 0)
        assert row.totals == tuple(
            old + new for old, new in zip(deal.before.totals, row.recorded, strict=True)
        )
        pot = (sum(row.raw) + 5) // 10
        assert sum(row.rounded) == pot
        came_in = sum(row.recorded) + row.hanging
        assert came_in == pot * row.factor + deal.before.hanging
        assert row.claimed in (0, deal.before.hanging)


@settings(max_examples=50, deadline=None)
@given(matches())
def test_hands_and_piles_always_hold_the_whole_pack(rng: random.Random) -> None:
    for deal in play_match(rng, random_options(rng)):
        for state in deal.states:
            places = [*state.hands, *map(mask_of, (state.talon, state.trick, *state.piles))]
            assert sum(places) == mask_of(PACK)
            assert sum(place.bit_count() for place in places) == len(PACK)


@settings(max_examples=50, deadline=None)
@given(matches())
def test_nobody_else_learns_the_cards_of_a_combination(rng: random.Random) -> None:
    for deal in play_match(rng, random_options(rng)):
        for state, (seat, action) in zip(deal.states, deal.actions, strict=True):
            if not action.text.startswith("declare"):
                continue
            after = BELOT.apply(state, seat, action).state
            for other in (None, *(set(range(4)) - {seat})):
                view = BELOT.view(after, other)
                dealt = () if other is None else deal.facts.hands[other]
                assert {*view.hand, *sum(view.own, ())} <= set(dealt)
                assert view.shown == ()
                assert view.announced[-1][0] == seat


@settings(max_examples=50, deadline=None)
@given(matches())
def test_timeouts_play_a_deal_to_its_end_and_say_everything(rng: random.Random) -> None:
    options = random_options(rng)
    state = BELOT.setup(4, options)
    order = rng.sample(PACK, len(PACK))
    state = BELOT.apply(state, CHANCE, BELOT.deal_of(state, order, 0)).state
    first = rng.choice([call for call in BELOT.legal(state, 1) if call.text != "pass"])
    state = BELOT.apply(state, 1, first).state
    while state.phase in (Phase.AUCTION, Phase.PLAY):
        seat = state.turn
        action = BELOT.timeout_action(state, seat)
        legal = BELOT.legal(state, seat)
        assert action in legal
        if action.text.startswith("play"):
            assert not any(text.text.startswith("declare") for text in legal)
            card = action.text.split()[1]
            can_say = BELOT.actions.get(f"play {card} belot") in legal
            assert isinstance(action, PlayWithBelot) is can_say
        state = BELOT.apply(state, seat, action).state
    assert len(state.rows) == 1


@settings(max_examples=50, deadline=None)
@given(matches())
def test_facts_lead_to_the_same_deal(rng: random.Random) -> None:
    for deal in play_match(rng, random_options(rng)):
        again = BELOT.apply(deal.before, CHANCE, BELOT.deal_from(deal.before, deal.facts))
        assert again.state == deal.states[0]


@settings(max_examples=50, deadline=None)
@given(matches())
def test_cut_only_deals_a_cut_of_what_was_gathered(rng: random.Random) -> None:
    for deal in play_match(rng, BelotOptions(shuffle="cut_only", target=101)):
        if deal.before.number:
            pack = BELOT.pack(deal.before)
            assert sorted(pack) == list(PACK)
            first = (deal.facts.first + 1) % 4
            starts = [place for place in range(32) if cut_gives(pack, place, deal.facts, first)]
            assert len(starts) == 1


def cut_gives(pack: tuple[int, ...], place: int, facts: Facts, first: int) -> bool:
    order = pack[place:] + pack[:place]
    hand = {*order[:3], *order[12:14]}
    return hand == set(facts.hands[first][:5]) and order[20:23] == facts.hands[first][5:]
