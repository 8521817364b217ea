"""Rentz: the trick subgames."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from levata.cards import mask_of, parse_cards
from levata.errors import IllegalAction
from levata.events import CardPlayed, TrickTaken
from levata.games.rentz.options import Subgame, item_points
from levata.games.rentz.state import HandScored, Phase, RentzState
from tests.support.rentz import act, chosen, legal_cards, options_of, play_hand, position

TRICK_SUBGAMES = [subgame for subgame in Subgame if subgame is not Subgame.RENTZ]
NEGATIVE = [Subgame.KING, Subgame.QUEENS, Subgame.DIAMONDS, Subgame.TRICKS, Subgame.TOTALS]


def points(preset: str, subgame: Subgame, cards: str, tricks: int = 0) -> int:
    return item_points(options_of(preset=preset), subgame, mask_of(parse_cards(cards)), tricks)


@pytest.mark.parametrize(("preset", "expected"), [("classic7", -40), ("online8", -70)])
def test_r6_queen_of_diamonds_counts_twice_in_totals(preset: str, expected: int) -> None:
    assert points(preset, Subgame.TOTALS, "QD") == expected


@pytest.mark.parametrize(
    ("preset", "expected"),
    [pytest.param("classic7", -160, id="R7"), pytest.param("online8", -350, id="R8")],
)
def test_trick_of_totals_counts_every_item(preset: str, expected: int) -> None:
    state = position(Subgame.TOTALS, "QD", "8D", "KH", "7S", table={"preset": preset})
    line = act(state, "QD, 8D, KH, 7S")
    assert line.state.rows[-1].scores == (expected, 0, 0, 0)
    assert points(preset, Subgame.TOTALS, "QD 8D KH", tricks=1) == expected


def test_king_of_hearts_counts_in_totals_of_classic7() -> None:
    """R-A30."""
    assert points("classic7", Subgame.TOTALS, "KH") == -100


SUMS = [
    pytest.param("classic7", (-100, -120, -80, -80, -380, 80), id="R9"),
    pytest.param("online8", (-200, -160, -240, -400, -1000, 400), id="R10"),
]


@pytest.mark.parametrize(("preset", "sums"), SUMS)
def test_sum_of_a_hand_of_four(preset: str, sums: tuple[int, ...]) -> None:
    for subgame, expected in zip([*NEGATIVE, Subgame.WHIST], sums, strict=True):
        rng = random.Random(f"{preset} {subgame}")
        end = play_hand(chosen(subgame, 4, rng, preset=preset), rng).state
        assert sum(end.rows[-1].scores) == expected


def test_sum_of_a_hand_of_ten_of_clubs() -> None:
    rng = random.Random(10)
    end = play_hand(chosen(Subgame.TEN_CLUBS, 4, rng), rng).state
    assert sorted(end.rows[-1].scores) == [0, 0, 0, 200]


TOTALS_SUMS = [
    pytest.param("classic7", {3: -360, 5: -400, 6: -420}, id="R11"),
    pytest.param("online8", {3: -940, 5: -1060, 6: -1120}, id="R12"),
]


@pytest.mark.parametrize(("preset", "sums"), TOTALS_SUMS)
def test_sum_of_a_totals_hand(preset: str, sums: dict[int, int]) -> None:
    for seats, expected in sums.items():
        rng = random.Random(seats)
        end = play_hand(chosen(Subgame.TOTALS, seats, rng, preset=preset), rng).state
        assert sum(end.rows[-1].scores) == expected


@pytest.mark.parametrize("subgame", TRICK_SUBGAMES)
def test_r15_suit_is_followed_without_a_duty_to_beat(subgame: Subgame) -> None:
    state = position(subgame, "9H 8H", "7H KH AS", "TH TS", "QH QS")
    assert legal_cards(act(state, "9H").state) == "7H KH"


def test_r16_highest_card_of_the_led_suit_wins() -> None:
    state = position(Subgame.TRICKS, "9H 7C", "AS 8C", "KH 9C", "AD TC")
    line = act(state, "9H, AS, KH, AD")
    assert line.events[-2:] == (CardPlayed(3, 51 - 2), TrickTaken(2))
    assert line.state.turn == 2
    assert line.state.tricks == (0, 0, 1, 0)
    assert (line.state.last_leader, line.state.last_winner) == (0, 2)
    assert line.state.last_trick == parse_cards("9H AS KH AD")


def test_any_card_may_be_led_and_any_thrown_when_void() -> None:
    """R-A6, R-A7."""
    state = position(Subgame.KING, "KH 7H QD", "8S 9S TS", "8H 9H TH", "8C 9C TC")
    assert legal_cards(state) == "7H QD KH"
    assert legal_cards(act(state, "7H").state) == "8S 9S TS"


@pytest.mark.parametrize(
    ("card", "code", "facts"),
    [
        ("KC", "not_in_hand", ("KC",)),
        ("AS", "must_follow", ("H",)),
    ],
)
def test_cards_that_break_the_rules_are_refused(
    card: str, code: str, facts: tuple[str, ...]
) -> None:
    state = act(position(Subgame.QUEENS, "9H 8H", "7H AS", "TH TS", "QH QS"), "9H").state
    with pytest.raises(IllegalAction) as refused:
        act(state, card)
    assert (refused.value.code, refused.value.facts) == (code, facts)


def test_a_card_that_is_not_held_cannot_be_led() -> None:
    with pytest.raises(IllegalAction) as refused:
        act(position(Subgame.QUEENS, "9H 8H", "7H AS", "TH TS", "QH QS"), "QH")
    assert refused.value.code == "not_in_hand"


@pytest.mark.parametrize("subgame", TRICK_SUBGAMES)
def test_hearts_may_be_barred_from_the_lead(subgame: Subgame) -> None:
    """R-A6: king and totals only, and only while another suit is held."""
    hands = ("9H 8S", "7H AS", "TH TS", "QH QS")
    guarded = position(subgame, *hands, table={"hearts_lead": "not_while_other_suit"})
    is_barred = subgame in (Subgame.KING, Subgame.TOTALS)
    assert legal_cards(guarded) == ("8S" if is_barred else "8S 9H")
    if is_barred:
        with pytest.raises(IllegalAction) as refused:
            act(guarded, "9H")
        assert (refused.value.code, refused.value.facts) == ("hearts_barred", ())
    only_hearts = position(
        subgame, "9H 8H", *hands[1:], table={"hearts_lead": "not_while_other_suit"}
    )
    assert legal_cards(only_hearts) == "8H 9H"
    followed = act(guarded, "8S").state
    assert legal_cards(followed) == "AS"


def test_hearts_that_are_barred_may_be_followed_and_thrown() -> None:
    state = position(
        Subgame.KING,
        "8S 9S",
        "7H 9C",
        "TS TH",
        "QS QH",
        table={"hearts_lead": "not_while_other_suit"},
    )
    assert legal_cards(act(state, "8S").state) == "7H 9C"


ENDS = [
    (Subgame.KING, "KH 7S", "QH 8S", "7H 9S", "8H TS", "KH, QH, 7H, 8H"),
    (Subgame.DIAMONDS, "AD 7S", "8D 8S", "9D 9S", "TD TS", "AD, 8D, 9D, TD"),
    (Subgame.QUEENS, "QD 7S", "QC 8S", "QH 9S", "QS TS", "QD, QC, QH, QS"),
    (Subgame.TEN_CLUBS, "TC 7S", "8C 8S", "9C 9S", "7C TS", "TC, 8C, 9C, 7C"),
]


def near_end(subgame: Subgame, *hands: str, **texts: str) -> RentzState:
    """Return a position before the last item is taken: all other diamonds are with seat 3."""
    state = position(subgame, *hands, table=texts)
    if subgame is Subgame.DIAMONDS:
        taken = mask_of(parse_cards("7D JD QD KD"))
        state = replace(state, taken=(0, 0, 0, taken))
    return state


@pytest.mark.parametrize(("subgame", "one", "two", "three", "four", "trick"), ENDS)
def test_hand_ends_when_nothing_more_can_be_scored(
    subgame: Subgame, one: str, two: str, three: str, four: str, trick: str
) -> None:
    """R-A19, and the option that plays on; the scores are the same."""
    hands = (one, two, three, four)
    early = act(near_end(subgame, *hands), trick).state
    assert early.phase == Phase.DEAL
    assert early.hands == (0, 0, 0, 0)
    late = act(near_end(subgame, *hands, early_end="off"), trick).state
    assert late.phase == Phase.TRICKS
    assert late.rows == ()
    late = act(late, "7S, 8S, 9S, TS").state
    assert late.phase == Phase.DEAL
    assert late.rows[0].scores == early.rows[0].scores


@pytest.mark.parametrize(
    "subgame", [Subgame.TRICKS, Subgame.TOTALS, Subgame.WHIST], ids=lambda subgame: subgame.name
)
def test_hand_never_ends_early_where_tricks_count(subgame: Subgame) -> None:
    """R-A20."""
    items = mask_of(parse_cards("QC QD QS 7D 8D 9D TD JD KD AD"))
    state = position(subgame, "KH 7S", "QH 8S", "7H 9S", "8H TS")
    state = replace(state, taken=(items if subgame is Subgame.TOTALS else 0, 0, 0, 0))
    assert act(state, "KH, QH, 7H, 8H").state.phase == Phase.TRICKS


def test_hand_goes_on_while_an_item_is_out() -> None:
    state = position(Subgame.QUEENS, "QD 7S", "QC 8S", "QH 9S", "8H QS")
    assert act(state, "QD, QC, QH, 8H").state.phase == Phase.TRICKS


def test_items_that_do_not_count_are_not_kept() -> None:
    state = position(Subgame.KING, "QD 7S", "QC 8S", "KH 9S", "8D QS")
    assert act(state, "QD, QC, KH, 8D").state.taken == (mask_of(parse_cards("KH")), 0, 0, 0)


def test_the_report_of_a_hand_explains_its_scores() -> None:
    state = position(Subgame.QUEENS, "QD", "QC", "QH", "QS")
    scored = act(state, "QD, QC, QH, QS").events[-1]
    assert isinstance(scored, HandScored)
    assert scored.taken == (mask_of(parse_cards("QC QD QH QS")), 0, 0, 0)
    assert scored.tricks == (1, 0, 0, 0)
    assert scored.row.scores == (-160, 0, 0, 0)


def test_r42_blind_choice_doubles_the_scores() -> None:
    taken = [mask_of(parse_cards(cards)) for cards in ("", "QC", "QD QH QS", "")]
    state = position(Subgame.QUEENS, "7S", "8S", "9S", "TS", blind=True, table={"early_end": "off"})
    end = act(replace(state, taken=tuple(taken)), "7S, 8S, 9S, TS").state
    assert end.rows[-1].scores == (0, -80, -240, 0)
    assert end.rows[-1].blind
