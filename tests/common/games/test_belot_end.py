"""Belot: what a deal scores, how a match ends, and what everybody is told of it."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from levata.cards import format_cards, parse_cards
from levata.errors import IllegalAction
from levata.events import CardPlayed, Dealt, MatchEnded, Passed, TrickTaken
from levata.game import CHANCE, Deal, Outcome
from levata.games.belot import BelotState
from levata.games.belot.declarations import Declaration
from levata.games.belot.state import (
    AuctionEnded,
    ContractBid,
    DealScored,
    Doubled,
    Phase,
    Redoubled,
)
from tests.support.belot import (
    BELOT,
    CLUBS_TO_SEAT_0,
    MIXED,
    act,
    events_of,
    last_trick,
    legal_texts,
    new_match,
    play_out,
    score,
)

# Scoring a deal.


def test_result_of_a_deal_with_all_parts() -> None:
    state = act(new_match(), "bid clubs", "double", "redouble", "pass", "pass", "pass")
    state = act(state, "declare quint 7C-8C-9C-TC-JC-QC-KC-AC", "play JC")
    state = act(state, "declare quint 7D-8D-9D-TD-JD-QD-KD-AD")
    after, events = play_out(state)
    assert score(events) == {
        "contract": "clubs",
        "by": 0,
        "multiplier": 4,
        "raw": (272, 0),
        "declared": (20, 0),
        "capot": 0,
        "recorded": (108, 0),
        "hanging": 0,
        "totals": (108, 0),
        "barrier": 151,
    }
    row = after.rows[-1]
    assert events[-1] == DealScored(row)
    assert (row.cards, row.last_side, row.tricks) == ((152, 0), 0, (8, 0))
    assert (row.combinations, row.belot, row.doubling) == ((0, 0), (20, 0), (0, 0))
    assert (row.rounded, row.claimed, row.factor) == ((27, 0), 0, 4)
    assert BELOT.scores(after) == (108, 0, 108, 0)
    assert BELOT.view(after, 1).totals == (108, 0, 108, 0)
    assert BELOT.view(after, 1).sides == (108, 0)


def test_capot_cancels_double() -> None:
    for option, recorded, factor in ((True, (27, 0), 1), (False, (54, 0), 2)):
        state = new_match(capot_cancels_double=option)
        state = act(state, "bid clubs", "double", "pass", "pass", "pass", "play JC")
        after, events = play_out(state)
        assert score(events)["recorded"] == recorded
        assert score(events)["multiplier"] == 2
        assert after.rows[-1].factor == factor
        assert after.barrier == 151


LOW_CLUBS = "7C 8C 9C 7D"
REST = " ".join(
    ["TC JC QC KC AC 8D 9D TD JD QD KD AD", "7H 8H 9H TH JH QH KH AH 7S 8S 9S TS"],
)
"""What is left but the last trick, which seat 0 takes."""


def test_capot_goes_by_tricks_not_by_points() -> None:
    last = ("AS", "JS", "QS", "KS")
    no_capot = last_trick("notrump", last, [REST, LOW_CLUBS])
    result = score(events_of(no_capot, *[f"play {card}" for card in last]))
    assert (result["raw"], result["capot"]) == ((260, 0), None)
    capot = last_trick("notrump", last, [f"{REST} {LOW_CLUBS}", ""])
    result = score(events_of(capot, *[f"play {card}" for card in last]))
    assert (result["raw"], result["capot"]) == ((350, 0), 0)


LAST_TO_SEAT_3 = ("7S", "8S", "9S", "TS")
"""In no-trump worth 20 with the last ten, 40 doubled."""
PLAY_LAST = [f"play {card}" for card in LAST_TO_SEAT_3]


def test_no_trump_doubles_points_and_the_last_ten() -> None:
    state = last_trick("notrump", LAST_TO_SEAT_3, ["AC KC QC JC", "TC TD TH AS"])
    row = act(state, *PLAY_LAST).rows[-1]
    assert row.last_side == 1
    assert row.cards == (20, 51)
    assert row.doubling == (20, 61)
    assert row.raw == (40, 122)


@pytest.mark.parametrize(
    ("multiplier", "recorded", "hanging"), [(1, (0, 4), 12), (2, (0, 0), 24), (4, (0, 0), 40)]
)
def test_points_hang_and_the_next_winner_claims_them(
    multiplier: int, recorded: tuple[int, int], hanging: int
) -> None:
    state = last_trick("notrump", LAST_TO_SEAT_3, ["TC TD", ""])
    auction = replace(state.auction, multiplier=multiplier)
    events = events_of(replace(state, hanging=8, auction=auction), *PLAY_LAST)
    result = score(events)
    assert (result["raw"], result["recorded"]) == ((40, 40), recorded)
    assert result["hanging"] == hanging
    state = last_trick("notrump", LAST_TO_SEAT_3, ["AC AD", ""])
    after = act(replace(state, hanging=hanging), *PLAY_LAST)
    assert after.rows[-1].recorded == (4 + hanging, 4)
    assert after.rows[-1].claimed == hanging
    assert after.hanging == 0


# The end of the match.


def finished() -> BelotState:
    state = act(new_match(target=20, capot_rule="none"), *CLUBS_TO_SEAT_0, "play JC")
    return play_out(state)[0]


def test_match_ends_at_the_target() -> None:
    state = finished()
    assert state.phase == Phase.OVER
    assert BELOT.to_act(state) == ()
    assert all(BELOT.legal(state, seat) == () for seat in range(4))
    assert BELOT.outcome(state) == Outcome((27, 0, 27, 0), (1, 3, 1, 3))
    assert BELOT.view(state, 0).turn == -1
    with pytest.raises(IllegalAction, match="wrong_phase"):
        BELOT.apply(state, CHANCE, Deal(BELOT.pack(state)))


def test_match_end_is_announced() -> None:
    state = act(new_match(target=20, capot_rule="none"), *CLUBS_TO_SEAT_0, "play JC")
    _, events = play_out(state)
    assert events[-1] == MatchEnded((27, 0, 27, 0), (1, 3, 1, 3))
    assert isinstance(events[-2], DealScored)


def test_capot_raises_the_barrier_and_the_match_goes_on() -> None:
    state = act(new_match(target=20), *CLUBS_TO_SEAT_0, "play JC")
    after, events = play_out(state)
    assert after.phase == Phase.DEAL
    assert score(events)["barrier"] == after.barrier == BELOT.view(after, None).barrier == 28


def test_declarations_alone_can_win_the_match_for_the_defenders() -> None:
    """Field report F3."""
    state = last_trick("clubs", ("TS", "7S", "8S", "9S"), ["7C 8C 9C TC", ""], target=24)
    jacks = Declaration(1, 3, parse_cards("JC JD JH JS"))
    after = act(replace(state, declarations=(jacks,)), "play TS", "play 7S", "play 8S", "play 9S")
    assert after.rows[-1].raw == (44, 200)
    assert after.rows[-1].tricks == (2, 0)
    assert BELOT.outcome(after) == Outcome((0, 24, 0, 24), (3, 1, 3, 1))


# Public facts and views.


def test_events_of_the_auction() -> None:
    events = events_of(
        new_match(), "bid clubs", "double", "redouble", "bid hearts", "pass", "pass", "pass"
    )
    assert events == (
        ContractBid(0, 0),
        Doubled(1),
        Redoubled(2),
        ContractBid(3, 2),
        Passed(0),
        Passed(1),
        Passed(2),
        AuctionEnded(3, 2, 1),
        Dealt(3, 0),
    )


def test_view_of_a_trick() -> None:
    state = act(new_match(hands=MIXED), *CLUBS_TO_SEAT_0)
    state = act(state, "play 7C", "play 8C", "play 9D", "play TH")
    view = BELOT.view(state, None)
    assert (view.turn, view.trick, view.trick_leader) == (1, (), 1)
    assert format_cards(view.last_trick) == "7C 8C 9D TH"
    assert (view.last_leader, view.last_winner, view.tricks) == (0, 1, (0, 1))
    assert (view.contract, view.by, view.multiplier) == (0, 0, 1)
    assert view.calls == (0, -1, -1, -1)
    assert (view.phase, view.number, view.dealer) == (Phase.PLAY, 1, 3)
    assert not view.hand
    assert not view.legal
    assert view.counts == (7, 7, 7, 7)
    own = BELOT.view(state, 1)
    assert own.legal == tuple(legal_texts(state))
    assert BELOT.view(state, 0).legal == ()


def test_trick_events() -> None:
    state = act(new_match(hands=MIXED), *CLUBS_TO_SEAT_0)
    events = events_of(state, "play 7C", "play 8C", "play 9D", "play TH")
    assert events[-2:] == (CardPlayed(3, parse_cards("TH")[0]), TrickTaken(1))


def test_only_the_end_of_a_deal_has_a_result() -> None:
    assert BELOT.deal_result(()) is None
    assert BELOT.deal_result((Passed(0),)) is None
    assert BELOT.forced(new_match()) is None
