"""What the contract itself does: actions, places, checks of deals, the registry."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from levata.errors import IllegalAction, OptionError, RecordError
from levata.game import (
    PLAYS,
    Bid,
    Deal,
    EndReason,
    Forced,
    PlayCard,
    check_deal,
    check_facts,
    places_of,
)
from levata.games import GAMES, find_game
from levata.games.whist import Whist, WhistOptions
from tests.support.naive_whist import places


def test_shared_actions_have_stable_texts() -> None:
    assert Bid(3).text == "bid 3"
    assert PlayCard(46).text == "play KH"
    assert [play.card for play in PLAYS] == list(range(52))


@given(st.lists(st.integers(-30, 30), max_size=6))
def test_places_share_ties_and_skip(scores: list[int]) -> None:
    assert list(places_of(scores)) == places(scores)


@pytest.mark.parametrize(
    "deal",
    [
        Deal(()),
        Deal((1, 2)),
        Deal((1, 2, 3, 4)),
        Deal((1, 2, 2)),
        Deal((1, 2, 4)),
        Deal((1, 2, 3), first=-1),
        Deal((1, 2, 3), first=4),
    ],
)
def test_deal_that_is_no_permutation_of_the_pack_is_refused(deal: Deal) -> None:
    with pytest.raises(IllegalAction, match="bad_deal"):
        check_deal((1, 2, 3), deal, seats=4)


def test_permutation_of_the_pack_is_a_deal() -> None:
    check_deal((1, 2, 3), Deal((3, 1, 2), first=3), seats=4)
    assert check_facts((1, 2, 3), [3, 1, 2]) == (3, 1, 2)


@pytest.mark.parametrize("order", [(), (1, 2), (1, 2, 2), (1, 2, 3, 3)])
def test_recorded_deal_must_hold_the_pack(order: tuple[int, ...]) -> None:
    with pytest.raises(RecordError, match="bad_deal"):
        check_facts((1, 2, 3), order)


class Unforced(Whist):
    """A game that leaves what is forced to the contract."""

    def forced(self, state: object) -> Forced | None:
        return super(Whist, self).forced(state)  # type: ignore[arg-type] # pyright: ignore[reportArgumentType] # never looked at


def test_nothing_is_forced_and_nobody_rated_unless_a_game_says_so() -> None:
    unforced = Unforced()
    state = unforced.setup(3, WhistOptions())
    assert unforced.forced(state) is None
    outcome = unforced.stopped_outcome(state, EndReason.VOID, (1,))
    assert (outcome.scores, outcome.places) == ((0, 0, 0), (1, 1, 1))
    assert (outcome.reason, outcome.ratings) == (EndReason.VOID, None)


def test_games_are_found_by_their_key() -> None:
    assert [find_game(entry.info.key) for entry in GAMES] == list(GAMES)
    with pytest.raises(OptionError) as refused:
        find_game("poker" * 20)
    assert refused.value.code == "unknown_game"
    assert len(refused.value.facts[0]) == 40
    assert "whist" in refused.value.facts[1]
