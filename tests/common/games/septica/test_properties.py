"""Septica: what holds in every match, checked against a slow second reading of the rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from levata.cards import format_card, mask_of
from levata.errors import IllegalAction
from levata.events import CardPlayed, TrickTaken
from levata.game import CHANCE, Deal, EndReason
from levata.games.septica import (
    LEAVE,
    TAKE,
    GameScored,
    Phase,
    Refilled,
    Septica,
    SepticaOptions,
    SepticaState,
)
from levata.match import Match
from tests.support.rules import Moment, random_steps

SEPTICA = Septica()


@st.composite
def matches(draw: st.DrawFn) -> tuple[int, SepticaOptions, Any]:
    seats = draw(st.sampled_from((2, 3, 4)))
    options = SepticaOptions(
        games=draw(st.integers(1, 2)),
        continue_when_winning=draw(st.booleans()),
        show_points=draw(st.booleans()),
        partners=seats == 4 and draw(st.booleans()),
    )
    return seats, options, draw(st.randoms(use_true_random=False))


def moves_of(seats: int, options: SepticaOptions, rng: Any) -> Iterator[Moment]:
    return random_steps(Match(SEPTICA, options, seats), rng)


def holder_by_text(pile: list[str], leader: int, seats: int) -> int:
    """Return who holds a pile: the last whose card is a seven, of the first rank or an eight."""
    cuts = {"7", pile[0][0], *("8" if seats == 3 else "")}
    return [leader + index for index, card in enumerate(pile) if card[0] in cuts][-1] % seats


@given(matches())
@settings(max_examples=60, deadline=None)
def test_matches_follow_the_rules(match: tuple[int, SepticaOptions, Any]) -> None:
    seats, options, rng = match
    taken: set[int] = set()
    points = [0] * seats
    games = 0
    state = SEPTICA.setup(seats, options)
    for before, seat, action, step in moves_of(seats, options, rng):
        state = step.state
        if isinstance(action, Deal):
            taken.clear()
            points = [0] * seats
        for event in step.events:
            if isinstance(event, CardPlayed):
                assert (event.seat, before.turn) == (seat, seat)
            if isinstance(event, TrickTaken):
                pile = [format_card(card) for card in state.last_pile]
                assert len(pile) % seats == 0
                assert event.seat == holder_by_text(pile, before.leader, seats)
                points[event.seat] += sum(card[0] in "TA" for card in pile)
                taken |= set(state.last_pile)
                assert state.leader == event.seat
            if isinstance(event, GameScored):
                games += 1
                assert event.row.points == tuple(points)
                assert sum(points) == 8
                assert sum(event.row.scores) == 0
                assert taken == set(SEPTICA.pack(state))
        # Cards are neither lost nor doubled, hands are equally long between rounds.
        held = [card for hand in state.hands for card in range(52) if hand >> card & 1]
        in_play = [*held, *state.stock, *state.pile, *taken]
        assert sorted(in_play) == sorted(SEPTICA.pack(state))
        assert len(state.stock) % seats == 0
        if len(state.pile) % seats == 0:
            sizes = {hand.bit_count() for hand in state.hands}
            assert len(sizes) == 1
            assert not state.stock or state.pile or sizes == {4}
        if state.phase == Phase.DECIDE:
            assert len(state.pile) % seats == 0
            assert state.holder != state.leader or options.continue_when_winning
    assert games == options.games
    outcome = SEPTICA.outcome(state)
    assert outcome is not None
    assert outcome.reason is EndReason.COMPLETED
    assert outcome.scores == state.totals


@given(matches())
@settings(max_examples=25, deadline=None)
def test_exactly_the_legal_actions_are_accepted(match: tuple[int, SepticaOptions, Any]) -> None:
    for before, seat, action, _ in moves_of(*match):
        if isinstance(action, Deal):
            continue
        legal = SEPTICA.legal(before, seat)
        assert len(set(legal)) == len(legal)
        if before.phase == Phase.PLAY:
            # Any card may be played in one's turn (S-A8).
            assert len(legal) == before.hands[seat].bit_count()
        assert SEPTICA.timeout_action(before, seat) in legal
        for candidate in SEPTICA.actions.values():
            if candidate not in legal:
                with pytest.raises(IllegalAction):
                    SEPTICA.apply(before, seat, candidate)
            else:
                assert SEPTICA.apply(before, seat, candidate)


@given(matches())
@settings(max_examples=40, deadline=None)
def test_a_forced_leave_looks_like_a_decision(match: tuple[int, SepticaOptions, Any]) -> None:
    for before, seat, _, _ in moves_of(*match):
        forced = SEPTICA.forced(before)
        if before.phase != Phase.DECIDE:
            assert forced is None
            continue
        assert (forced is not None) == (SEPTICA.legal(before, seat) in ((LEAVE,), (TAKE,)))
        if forced is None:
            continue
        assert forced.masked == (before.hands[seat] != 0)
        # Another hand of the same size, with a choice or not, changes nothing that others see.
        unseen = [*before.stock, *(card for card in range(52) if before.hands[seat] >> card & 1)]
        other = mask_of(unseen[: before.hands[seat].bit_count()])
        swapped = _with_hand(before, seat, other, tuple(unseen))
        for viewer in (*range(before.seats), None):
            if viewer != seat:
                assert SEPTICA.view(before, viewer) == SEPTICA.view(swapped, viewer)
        ended = [
            SEPTICA.apply(state, seat, SEPTICA.timeout_action(state, seat)).events
            for state in (before, swapped)
        ]
        assert ended[0][:2] == ended[1][:2]


def _with_hand(state: SepticaState, seat: int, hand: int, unseen: tuple[int, ...]) -> SepticaState:
    hands = tuple(hand if owner == seat else cards for owner, cards in enumerate(state.hands))
    return replace(state, hands=hands, stock=unseen[hand.bit_count() :])


@given(matches())
@settings(max_examples=25, deadline=None)
def test_refills_are_public_and_keep_the_order_of_the_stock(
    match: tuple[int, SepticaOptions, Any],
) -> None:
    for before, _, action, step in moves_of(*match):
        state = step.state
        for event in step.events:
            if isinstance(event, Refilled):
                drawn = event.count * before.seats
                assert state.stock == before.stock[drawn:]
                for index, card in enumerate(before.stock[:drawn]):
                    owner = (state.leader + index) % before.seats
                    assert state.hands[owner] >> card & 1
        if isinstance(action, Deal):
            fresh = SEPTICA.deal_from(before, SEPTICA.facts(state))
            assert SEPTICA.apply(before, CHANCE, fresh).state == state
