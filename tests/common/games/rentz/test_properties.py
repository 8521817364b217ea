"""Rentz: what holds in every match, whatever is dealt and played."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from levata.cards import SUIT_MASKS, Mask, cards_of, mask_of
from levata.events import CardPlayed, Passed, TrickTaken
from levata.game import PlayCard
from levata.games.rentz.options import (
    ENDING,
    ITEMS,
    KEYS,
    Subgame,
    pack_mask,
    reachable,
    row_starts,
)
from levata.games.rentz.state import Phase, RentzState, SeatFinished, TurnSkipped
from levata.options import Scalar
from tests.support.rentz import RENTZ, chosen, options_of, play_hand, shuffled

SUMS = {
    ("classic7", Subgame.KING): (-100, -100, -100, -100),
    ("classic7", Subgame.QUEENS): (-120, -120, -120, -120),
    ("classic7", Subgame.DIAMONDS): (-60, -80, -100, -120),
    ("classic7", Subgame.TRICKS): (-80, -80, -80, -80),
    ("classic7", Subgame.TOTALS): (-360, -380, -400, -420),
    ("classic7", Subgame.WHIST): (80, 80, 80, 80),
    ("classic7", Subgame.RENTZ): (600, 700, 700, 700),
    ("online8", Subgame.KING): (-200, -200, -200, -200),
    ("online8", Subgame.QUEENS): (-160, -160, -160, -160),
    ("online8", Subgame.DIAMONDS): (-180, -240, -300, -360),
    ("online8", Subgame.TRICKS): (-400, -400, -400, -400),
    ("online8", Subgame.TOTALS): (-940, -1000, -1060, -1120),
    ("online8", Subgame.TEN_CLUBS): (200, 200, 200, 200),
    ("online8", Subgame.WHIST): (400, 400, 400, 400),
    ("online8", Subgame.RENTZ): (600, 700, 700, 700),
}
"""Sum of a hand over all seats, for 3, 4, 5 and 6 seats."""

seats_of = st.sampled_from((3, 4, 5, 6))
rngs = st.integers(0, 2**32).map(random.Random)
option_texts = st.fixed_dictionaries(
    {
        "preset": st.sampled_from(("auto", "classic7", "online8")),
        "layout_start": st.sampled_from(("jack", "median")),
        "ace_extra": st.sampled_from(("optional", "forced")),
        "early_end": st.sampled_from(("on", "off")),
        "hearts_lead": st.sampled_from(("free", "not_while_other_suit")),
        "nv": st.sampled_from(("on", "off")),
        "refuse_rentz": st.sampled_from(("off", 1, 2)),
    }
)


@pytest.mark.parametrize(("preset", "subgame"), list(SUMS), ids=lambda value: str(value).lower())
@given(seats=seats_of, rng=rngs, early_end=st.sampled_from(("on", "off")))
def test_sum_of_every_hand(
    preset: str, subgame: Subgame, seats: int, rng: random.Random, early_end: str
) -> None:
    start = chosen(subgame, seats, rng, preset=preset, early_end=early_end)
    row = play_hand(start, rng).state.rows[0]
    assert sum(row.scores) == SUMS[preset, subgame][seats - 3]
    assert (row.places != ()) == (subgame is Subgame.RENTZ)


def naive_playable(state: RentzState) -> Mask:
    """Return the cards that the rules allow the seat to act, written another way."""
    hand = cards_of(state.hands[state.turn])
    if state.phase == Phase.LAYOUT:
        laid = {(card & 3, card >> 2) for card in cards_of(state.laid)}
        starts = cards_of(row_starts(state.seats, state.options))
        return mask_of(
            card
            for card in hand
            if card in starts
            or (card & 3, (card >> 2) + 1) in laid
            or (card & 3, (card >> 2) - 1) in laid
        )
    if state.trick:
        same_suit = [card for card in hand if card & 3 == state.trick[0] & 3]
        return mask_of(same_suit or hand)
    others = [card for card in hand if card & 3 != 2]
    if state.options.hearts_lead == "not_while_other_suit" and others:
        return mask_of(others if KEYS[state.subgame] in ("king", "totals") else hand)
    return mask_of(hand)


@given(seats=seats_of, rng=rngs, texts=option_texts)
def test_a_hand_is_played_by_the_rules(
    seats: int, rng: random.Random, texts: dict[str, Scalar]
) -> None:
    options = options_of(seats, **texts)
    state = shuffled(RENTZ.setup(seats, options), rng, rng.randrange(seats)).state
    played: Mask = 0
    winner = -1
    while state.phase not in (Phase.DEAL, Phase.OVER):
        acting = RENTZ.to_act(state)
        seat = rng.choice(acting)
        legal = RENTZ.legal(state, seat)
        if state.phase in (Phase.TRICKS, Phase.LAYOUT):
            cards = mask_of(action.card for action in legal if isinstance(action, PlayCard))
            assert cards == naive_playable(state)
            assert sum(state.hands) | played == pack_mask(seats)
            assert not sum(state.hands) & played
        step = RENTZ.apply(state, seat, rng.choice(legal))
        for event in step.events:
            if isinstance(event, CardPlayed):
                played |= 1 << event.card
            elif isinstance(event, TrickTaken):
                winner = event.seat
                assert step.state.phase != Phase.TRICKS or step.state.turn == winner
        state = step.state
    if state.rows and not options.early_end:
        assert played == pack_mask(seats)
    if state.rows and state.rows[0].subgame != Subgame.RENTZ:
        check_taken(state, played)


def check_taken(state: RentzState, played: Mask) -> None:
    """Every item is taken once; tricks are missing only where the hand ended early."""
    subgame = Subgame(state.rows[0].subgame)
    assert sum(state.taken) == ITEMS[subgame] & pack_mask(state.seats)
    assert sum(state.tricks) == played.bit_count() // state.seats
    if not state.options.early_end or subgame not in ENDING:
        assert sum(state.tricks) == 8


@given(seats=seats_of, rng=rngs, texts=option_texts)
def test_layout_gives_every_seat_a_place_in_the_order_of_going_out(
    seats: int, rng: random.Random, texts: dict[str, Scalar]
) -> None:
    start = chosen(Subgame.RENTZ, seats, rng, **(texts | {"refuse_rentz": "off"}))
    end, events = play_hand(start, rng)
    finished = [event for event in events if isinstance(event, SeatFinished)]
    assert [event.place for event in finished] == list(range(1, seats + 1))
    row = end.rows[0]
    assert [row.places[event.seat] for event in finished] == list(range(1, seats + 1))
    skipped = {event.seat for event in events if isinstance(event, TurnSkipped)}
    passed = {event.seat for event in events if isinstance(event, Passed)}
    assert skipped | passed <= set(range(seats))
    for suit in SUIT_MASKS:
        row_cards = [card >> 2 for card in cards_of(end.laid & suit)]
        assert row_cards == list(range(row_cards[0], row_cards[-1] + 1)), "rows have no gaps"


@given(laid=st.integers(0, 2**52 - 1), seats=seats_of)
def test_reachable_cards_are_starts_or_neighbours(laid: Mask, seats: int) -> None:
    starts = row_starts(seats, options_of(seats))
    expected = {
        card
        for card in range(52)
        if not laid >> card & 1
        and (
            starts >> card & 1
            or (card >= 4 and laid >> (card - 4) & 1)
            or (card < 48 and laid >> (card + 4) & 1)
        )
    }
    assert set(cards_of(reachable(laid, starts) & (2**52 - 1))) == expected
