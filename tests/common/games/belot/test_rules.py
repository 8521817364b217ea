"""Belot: the table, time that is up, how a match ends, and what everybody is told of it."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from levata.cards import HandOrder, format_cards, mask_of, parse_cards
from levata.errors import IllegalAction, OptionError
from levata.events import CardPlayed, Dealt, MatchEnded, Passed, TrickTaken
from levata.game import CHANCE, Bid, Deal, Outcome
from levata.games.belot import BelotOptions, BelotState
from levata.games.belot.declarations import Declaration
from levata.games.belot.state import (
    AuctionEnded,
    ContractBid,
    DealScored,
    Doubled,
    Phase,
    Redoubled,
)
from levata.options import format_options, parse_options
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

# Setting up.


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_four_players_only(seats: int) -> None:
    with pytest.raises(OptionError) as refused:
        BELOT.setup(seats, BelotOptions())
    assert (refused.value.code, refused.value.facts) == ("bad_seats", (str(seats), "4"))


def test_options_as_texts_with_their_defaults() -> None:
    options = parse_options(BelotOptions, {}, 4)
    assert format_options(options) == {
        "target": 151,
        "shuffle": "each_deal",
        "capot_rule": "barrier",
        "quint_compare": "length",
        "eight_run": 100,
        "auto_belot": "on",
        "run_from_double": "on",
        "capot_cancels_double": "off",
        "zero_to_one": "off",
    }
    for preset in BELOT.info.presets.values():
        parse_options(BelotOptions, preset, 4)


def test_match_begins_with_a_deal() -> None:
    state = BELOT.setup(4, BelotOptions(target=100))
    assert BELOT.to_act(state) == (CHANCE,)
    assert BELOT.legal(state, 0) == ()
    assert BELOT.outcome(state) is None
    assert BELOT.scores(state) == (0, 0, 0, 0)
    assert state.barrier == 100


def test_unknown_actions_are_refused() -> None:
    with pytest.raises(IllegalAction, match="unknown_action"):
        BELOT.apply(new_match(), 0, Bid(3))
    for text in ("bid 3", "play 2C", "play JC belot", "declare tierce 9S-JS-TS", "declare"):
        with pytest.raises(IllegalAction, match="unknown_action"):
            BELOT.parse_action(text)


# The time is up.


@pytest.mark.parametrize("auto_belot", [True, False])
def test_timeouts(auto_belot: bool) -> None:
    hands = (
        "JC JD JH JS 7S 8S 9S TS",
        "QC KC AC 7C 8C 9C TC QS",
        "7D 8D 9D TD QD KD AD KS",
        "7H 8H 9H TH QH KH AH AS",
    )
    state = new_match(hands=hands, auto_belot=auto_belot)
    assert BELOT.timeout_action(state, 0).text == "pass"
    state = act(state, "bid clubs", "pass", "pass", "pass")
    for text in ("declare carre JC-JD-JH-JS", "declare quarte 7S-8S-9S-TS", "play JD"):
        assert BELOT.timeout_action(state, 0).text == text
        state = act(state, text)
    texts = ["declare tierce QC-KC-AC", "declare quarte 7C-8C-9C-TC"]
    seen: list[str] = []
    while state.turn == 1:
        seen.append(BELOT.timeout_action(state, 1).text)
        state = act(state, seen[-1])
    assert sorted(seen[:-1]) == sorted(texts)
    assert seen[-1] == "play 7C"
    hearts = act(new_match(auto_belot=auto_belot), "bid clubs", "pass", "pass", "pass")
    hearts = replace(hearts, hands=(mask_of(parse_cards("QC KC 7S")), *hearts.hands[1:]))
    assert BELOT.timeout_action(hearts, 0).text == "play 7S"
    assert BELOT.timeout_action(hearts, 0, HandOrder.PLAIN).text == "play QC belot"


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
