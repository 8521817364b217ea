"""Belot: declarations and belot said in play, and what a deal scores."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from levata.cards import HandOrder, format_cards, parse_cards
from levata.events import CardPlayed
from levata.games.belot.cards import CONTRACTS, TRUMP_OF, arrange_cards
from levata.games.belot.declarations import Declaration
from levata.games.belot.state import BelotSaid, CombinationDeclared, CombinationsShown, DealScored
from tests.support.belot import (
    BELOT,
    CLUBS_TO_SEAT_0,
    EIGHT_EACH,
    MIXED,
    act,
    dealt,
    events_of,
    last_trick,
    legal_texts,
    new_match,
    play_out,
    refusal_of,
    score,
    step,
)

# Declarations.


def test_declaring_is_offered_before_the_first_card_only() -> None:
    state = act(new_match(hands=MIXED), *CLUBS_TO_SEAT_0)
    assert legal_texts(state)[:2] == ["declare carre JC-JD-JH-JS", "declare quarte 9S-TS-JS-QS"]
    state = act(state, "play 7C")
    assert legal_texts(state)[:2] == ["declare tierce 8C-9C-TC", "declare tierce QC-KC-AC"]
    state = act(state, "play 8C", "play 9D", "play TH")
    assert not any(text.startswith("declare") for text in legal_texts(state))
    assert refusal_of(state, "declare tierce QC-KC-AC") == ("too_late_to_declare",)


def test_declaring_shrinks_what_is_left() -> None:
    state = act(new_match(hands=MIXED), *CLUBS_TO_SEAT_0)
    carre_first = act(state, "declare carre JC-JD-JH-JS")
    assert legal_texts(carre_first)[0].startswith("play"), "9-10 and Q alone are no run"
    run_first = act(state, "declare quarte 9S-TS-JS-QS")
    assert legal_texts(run_first)[0].startswith("play"), "the jack is used"
    assert refusal_of(run_first, "declare carre JC-JD-JH-JS") == ("already_declared", "JS")
    assert refusal_of(run_first, "declare quarte 9S-TS-JS-QS") == ("already_declared", "9S")


def test_rest_of_a_run_may_follow_a_carre() -> None:
    hands = (
        "JC JD JH JS TS 9S 8S 7S",
        "7C 8C 9C TC QC KC AC QS",
        "7D 8D 9D TD QD KD AD KS",
        "7H 8H 9H TH QH KH AH AS",
    )
    state = act(new_match(hands=hands), *CLUBS_TO_SEAT_0)
    assert legal_texts(state)[:2] == [
        "declare carre JC-JD-JH-JS",
        "declare quint 7S-8S-9S-TS-JS",
    ]
    assert refusal_of(state, "declare quarte 7S-8S-9S-TS") == ("part_of_run",)
    state = act(state, "declare carre JC-JD-JH-JS")
    assert legal_texts(state)[0] == "declare quarte 7S-8S-9S-TS"
    state = act(state, "declare quarte 7S-8S-9S-TS")
    assert state.declarations == (
        Declaration(0, 3, parse_cards("JC JD JH JS")),
        Declaration(0, 1, parse_cards("7S 8S 9S TS")),
    )


def test_refused_declarations() -> None:
    state = act(new_match(hands=MIXED), *CLUBS_TO_SEAT_0)
    assert refusal_of(state, "declare tierce 9S-TS-JS") == ("part_of_run",)
    assert refusal_of(state, "declare tierce QS-KS-AS") == ("not_in_hand", "KS")
    assert refusal_of(state, "declare carre JC-JD-JH-JS", seat=1) == ("not_your_turn",)
    no_trump = act(new_match(hands=MIXED), "bid notrump", "pass", "pass", "pass")
    assert refusal_of(no_trump, "declare carre JC-JD-JH-JS") == ("no_declarations",)
    assert legal_texts(no_trump)[0] == "play 7C"
    in_auction = new_match(hands=MIXED)
    assert refusal_of(in_auction, "declare carre JC-JD-JH-JS") == ("wrong_phase",)


def test_others_hear_the_kind_only_until_the_end_of_the_deal() -> None:
    state = act(new_match(hands=MIXED), *CLUBS_TO_SEAT_0)
    done = step(state, "declare carre JC-JD-JH-JS")
    assert done.events == (CombinationDeclared(0, 3),)
    state = done.state
    own, other, spectator = (BELOT.view(state, seat) for seat in (0, 1, None))
    assert own.own == (parse_cards("JC JD JH JS"),)
    assert other.own == spectator.own == ()
    assert own.announced == other.announced == spectator.announced == ((0, 3),)
    assert own.shown == other.shown == ()
    after, events = play_out(act(state, "play 7C"))
    shown = (Declaration(0, 3, parse_cards("JC JD JH JS"), 200),)
    assert CombinationsShown(shown) in events
    for seat in (0, 1, None):
        assert BELOT.view(after, seat).shown == shown
    again = dealt(after, 0, EIGHT_EACH)
    assert not BELOT.view(again, 1).shown
    assert not BELOT.view(again, 1).announced


def test_declarations_count_without_any_trick() -> None:
    """B-A22, and capot keeps its 90."""
    hands = (
        "7C 8C 9C TC JC QC KC AC",
        "7D 8D 9D JD KD AD 7H 8H",
        "9H TH JH QH KH 7S 8S 9S",
        "TD QD AH TS JS QS KS AS",
    )
    state = act(new_match(hands=hands), *CLUBS_TO_SEAT_0, "play JC")
    state = act(state, "declare tierce 7D-8D-9D")
    after, events = play_out(state)
    assert score(events)["raw"] == (162 + 90 + 20, 20)
    assert score(events)["declared"] == (20, 20)
    assert after.totals == (27, 2)


# Belot.


def test_auto_belot_replaces_the_card() -> None:
    state = act(new_match(), *CLUBS_TO_SEAT_0)
    texts = legal_texts(state)
    assert "play QC belot" in texts
    assert "play QC" not in texts
    assert refusal_of(state, "play QC") == ("say_belot", "QC")
    done = step(state, "play QC belot")
    assert done.events == (CardPlayed(0, parse_cards("QC")[0]), BelotSaid(0))
    assert done.state.belots == BELOT.view(done.state, 2).belots == (0,)


def test_belot_may_be_kept_silent_without_auto_belot_but_is_then_lost() -> None:
    state = act(new_match(auto_belot=False), *CLUBS_TO_SEAT_0)
    texts = legal_texts(state)
    assert texts[-5:] == ["play QC", "play QC belot", "play KC", "play KC belot", "play AC"]
    silent = act(state, "play QC", "play 7D", "play 7H", "play 7S")
    assert refusal_of(silent, "play KC belot") == ("no_belot", "KC")
    assert silent.belots == ()
    assert refusal_of(state, "play AC belot")[0] == "unknown_action"


def test_several_belots_count_in_all_trumps() -> None:
    state = act(new_match(), "bid alltrumps", "pass", "pass", "pass")
    after, events = play_out(act(state, "play QC belot"))
    # The others only discard, so their kings and queens never meet the conditions (B-A16).
    assert after.belots == (0,)
    assert score(events)["declared"] == (20, 0)
    hands = (
        "KC QC KD QD 7C 8C 7D 8D",
        "9C TC JC AC 7H 8H 9H TH",
        "KH QH JH AH KS QS 7S 8S",
        "9D TD JD AD 9S TS JS AS",
    )
    state = act(new_match(hands=hands), "bid alltrumps", "pass", "pass", "pass")
    state = act(state, "play KC belot", "play JC", "play 7S", "play 9D", "play 7H")
    state = act(state, "play QH belot", "play 9S")
    assert state.belots == (0, 2)
    assert refusal_of(state, "play QD belot") == ("no_belot", "QD")
    state = act(state, "play QD")
    assert refusal_of(state, "play KH belot") == ("no_belot", "KH")


@pytest.mark.parametrize(
    ("contract", "order", "laid_out"),
    [
        ("notrump", HandOrder.SUITS, "9C JC TC AC 9S KS JH TH"),
        ("clubs", HandOrder.SUITS, "9S KS JH TH TC AC 9C JC"),
        ("clubs", HandOrder.PLAIN, "TC AC 9C JC 9S KS JH TH"),
        ("alltrumps", HandOrder.SUITS, "TC AC 9C JC KS 9S TH JH"),
        ("notrump", HandOrder.RANKS, "9C 9S JC JH KS TC TH AC"),
    ],
)
def test_hand_is_laid_out_by_strength(contract: str, order: HandOrder, laid_out: str) -> None:
    trump = TRUMP_OF[CONTRACTS.index(contract)]
    cards = arrange_cards(parse_cards("9C TC JC AC TH JH 9S KS"), order, trump)
    assert format_cards(cards) == laid_out


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
