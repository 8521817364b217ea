"""Hearts: what holds in every match, whatever is dealt and played."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from levata.cards import cards_of, format_cards
from levata.events import CardPlayed, TrickTaken
from levata.games.hearts import DealScored, HeartsOptions
from levata.match import Match
from tests.support.hearts import HEARTS
from tests.support.rules import random_steps


@settings(max_examples=15)
@given(st.sampled_from((3, 4, 5)), st.booleans(), st.randoms(use_true_random=False))
def test_a_match_loses_all_points_of_every_deal(seats: int, jack: bool, rng: Any) -> None:
    options = HeartsOptions(target=40, jack_of_diamonds=jack)
    match = Match(HEARTS, options, seats)
    table: list[int] = []
    for before, _, _, step in random_steps(match, rng):
        for event in step.events:
            if isinstance(event, CardPlayed):
                table.append(event.card)
            if isinstance(event, TrickTaken):
                # Read the trick again by its texts.
                texts = [format_cards([card]) for card in table]
                best = max(
                    (text for text in texts if text[1] == texts[0][1]),
                    key=lambda text: "23456789TJQKA".index(text[0]),
                )
                assert event.seat == (before.trick_leader + texts.index(best)) % seats
                table = []
            if isinstance(event, DealScored):
                row = event.row
                assert sum(row.points) == 26
                lost = 26 if row.moon < 0 else 26 * (seats - 1)
                assert sum(row.scores) == (10 if jack else 0) - lost
        held = [card for hand in match.state.hands for card in cards_of(hand)]
        assert len(held) == len(set(held))
    assert min(match.state.totals) <= -40
