"""Rentz: choosing a subgame, blind choices, and refusing the layout."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from levata.cards import format_cards
from levata.errors import IllegalAction
from levata.events import Dealt
from levata.game import CHANCE, PLAYS, Action, Bid, Deal, Forced
from levata.games.rentz.options import KEYS, Subgame
from levata.games.rentz.state import (
    ACCEPT,
    CHOICES,
    LOOK,
    PASS,
    REFUSE,
    STOP,
    HandAccepted,
    HandLooked,
    HandRefused,
    Phase,
    SubgameChosen,
)
from tests.support.rentz import (
    END_HANDS,
    RENTZ,
    SUIT_HANDS,
    act,
    asked,
    chosen,
    deal_hands,
    legal_texts,
    play_hand,
    play_match,
    position,
    start,
)

# Choosing.


def test_r14_sum_of_a_whole_match() -> None:
    assert sum(play_match(4, random.Random(1), preset="classic7").totals) == 80
    assert sum(play_match(4, random.Random(2), preset="online8").totals) == -2800


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
@pytest.mark.parametrize("preset", ["classic7", "online8"])
def test_every_seat_chooses_every_subgame_once(seats: int, preset: str) -> None:
    """R-A3, R-A4: the chooser moves on by one seat a hand and begins."""
    end = play_match(seats, random.Random(seats), preset=preset)
    subgames = list(end.options.subgames)
    assert [row.chooser for row in end.rows] == [i % seats for i in range(len(end.rows))]
    for seat in range(seats):
        assert sorted(row.subgame for row in end.rows if row.chooser == seat) == subgames
    assert end.rows[-1].totals == end.totals
    assert [sum(scores) for scores in zip(*(row.scores for row in end.rows), strict=True)] == list(
        end.totals
    )


def test_first_chooser_is_drawn_and_leads() -> None:
    state = deal_hands(start(), SUIT_HANDS, first=2)
    assert RENTZ.to_act(state) == (2,)
    assert format_cards(RENTZ.view(state, 2).hand) == SUIT_HANDS[2]
    led = act(state, "choose tricks").state
    assert RENTZ.to_act(led) == (2,)
    over = play_hand(led, random.Random(0)).state
    again = RENTZ.apply(over, CHANCE, Deal(RENTZ.pack(over), first=0))
    assert again.events == (Dealt(8, 3),)
    assert RENTZ.facts(again.state).first == 3


def test_unused_subgames_may_be_chosen_in_the_order_of_the_rules() -> None:
    state = replace(deal_hands(start(), SUIT_HANDS), used=(0b01000101, 0, 0, 0))
    assert legal_texts(state) == [
        "choose queens",
        "choose tricks",
        "choose totals",
        "choose ten_clubs",
        "choose rentz",
    ]
    line = act(state, "choose queens")
    assert line.events == (SubgameChosen(0, Subgame.QUEENS, False),)
    assert line.state.used == (0b01000111, 0, 0, 0)


def test_the_same_subgame_may_follow_by_another_chooser() -> None:
    """R-A5."""
    state = replace(deal_hands(start(), SUIT_HANDS, first=1), used=(0b1, 0, 0b1, 0))
    assert "choose king" in legal_texts(state)


def test_the_last_subgame_is_chosen_by_itself() -> None:
    used = 0b11110111
    state = replace(start(nv="on"), used=(used,) * 4)
    dealt = deal_hands(state, SUIT_HANDS)
    assert RENTZ.forced(dealt) == Forced(0, CHOICES[Subgame.TRICKS])
    assert legal_texts(dealt) == ["choose tricks"]
    two_left = deal_hands(replace(state, used=(used ^ 1,) * 4), SUIT_HANDS)
    assert RENTZ.forced(two_left) is None


@pytest.mark.parametrize(
    ("text", "code", "facts"),
    [
        ("choose ten_clubs", "subgame_absent", ("ten_clubs",)),
        ("choose king", "subgame_used", ("king",)),
        ("choose rentz blind", "blind_off", ()),
        ("look", "already_looked", ()),
        ("7C", "wrong_phase", ()),
        ("pass", "wrong_phase", ()),
        ("refuse", "wrong_phase", ()),
    ],
)
def test_choices_that_break_the_rules_are_refused(
    text: str, code: str, facts: tuple[str, ...]
) -> None:
    state = replace(deal_hands(start(preset="classic7"), SUIT_HANDS), used=(0b1, 0, 0, 0))
    with pytest.raises(IllegalAction) as refused:
        act(state, text)
    assert (refused.value.code, refused.value.facts) == (code, facts)


@pytest.mark.parametrize(
    "action", [CHOICES[0], LOOK, ACCEPT, REFUSE, PASS, STOP, PLAYS[51], Bid(1)]
)
def test_nobody_acts_out_of_turn_or_between_hands(action: Action) -> None:
    for state, seat in (
        (start(), 0),
        (deal_hands(start(), SUIT_HANDS), 1),
        (chosen(Subgame.KING, 4, random.Random(1)), 2),
        (position(Subgame.RENTZ, *SUIT_HANDS), -1),
        (play_match(3, random.Random(1)), 0),
    ):
        before = replace(state)
        with pytest.raises(IllegalAction) as refused:
            RENTZ.apply(state, seat, action)
        assert refused.value.code in ("wrong_phase", "not_your_turn")
        assert RENTZ.legal(state, seat) == ()
        assert state == before


@pytest.mark.parametrize("text", ["choose whist", "look", "accept", "refuse", "pass", "stop"])
def test_tricks_take_cards_only(text: str) -> None:
    state = position(Subgame.KING, *SUIT_HANDS)
    assert RENTZ.forced(state) is None
    with pytest.raises(IllegalAction) as refused:
        act(state, text)
    assert refused.value.code == "wrong_phase"


def test_cards_are_dealt_by_chance_only_and_between_hands() -> None:
    deal = Deal(RENTZ.pack(start()))
    for state, seat in ((start(), 0), (deal_hands(start(), SUIT_HANDS), CHANCE)):
        with pytest.raises(IllegalAction) as refused:
            RENTZ.apply(state, seat, deal)
        assert refused.value.code == "wrong_phase"


# Blind choices.


def test_cards_stay_hidden_from_a_chooser_who_may_choose_blind() -> None:
    state = deal_hands(start(nv="on"), SUIT_HANDS)
    assert RENTZ.view(state, 0).hand == ()
    assert RENTZ.view(state, 0).counts == (8, 8, 8, 8)
    assert not RENTZ.view(state, 0).looked
    assert [format_cards(RENTZ.view(state, seat).hand) for seat in (1, 2, 3)] == list(
        SUIT_HANDS[1:]
    )
    looked = act(state, "look")
    assert looked.events == (HandLooked(0),)
    assert format_cards(RENTZ.view(looked.state, 0).hand) == SUIT_HANDS[0]
    assert legal_texts(looked.state) == [f"choose {key}" for key in KEYS]


def test_a_blind_choice_shows_the_cards_and_doubles_every_subgame() -> None:
    state = deal_hands(start(nv="on"), SUIT_HANDS)
    assert legal_texts(state) == [
        *(f"choose {key}" for key in KEYS),
        *(f"choose {key} blind" for key in KEYS),
        "look",
    ]
    line = act(state, "choose rentz blind")
    assert line.events == (SubgameChosen(0, Subgame.RENTZ, True),)
    assert format_cards(RENTZ.view(line.state, 0).hand) == SUIT_HANDS[0]
    end = play_hand(line.state, random.Random(3)).state
    assert sorted(end.rows[0].scores) == [0, 200, 400, 800]
    assert end.totals == end.rows[0].scores


def test_a_choice_without_looking_is_not_doubled() -> None:
    state = act(deal_hands(start(nv="on"), SUIT_HANDS), "choose whist").state
    assert not state.blind
    assert state.looked


@pytest.mark.parametrize(
    ("used", "before", "code"), [(0, "look", "already_looked"), (0b01111111, "", "blind_last")]
)
def test_blind_choices_end_with_looking_and_with_the_last_subgame(
    used: int, before: str, code: str
) -> None:
    state = deal_hands(replace(start(nv="on"), used=(used,) * 4), SUIT_HANDS)
    state = act(state, before).state if before else state
    with pytest.raises(IllegalAction) as refused:
        act(state, "choose rentz blind")
    assert refused.value.code == code


# Refusing the layout.


def test_every_seat_is_asked_in_turn_whatever_it_holds() -> None:
    state = asked()
    for seat, can_refuse in enumerate((True, True, False, False)):
        assert state.phase == Phase.REFUSE
        assert RENTZ.to_act(state) == (seat,)
        assert legal_texts(state) == ["accept", "refuse"][: 1 + can_refuse]
        line = act(state, "accept")
        assert line.events == (HandAccepted(seat),)
        state = line.state
    assert state.phase == Phase.LAYOUT
    assert RENTZ.to_act(state) == (0,)


def test_nobody_is_asked_unless_the_table_wants_it_and_the_layout_is_chosen() -> None:
    assert asked(refuse_rentz="off").phase == Phase.LAYOUT
    other = act(deal_hands(start(refuse_rentz=2), END_HANDS), "choose king").state
    assert other.phase == Phase.TRICKS


def test_seats_that_cannot_refuse_accept_by_themselves_after_a_while() -> None:
    state = asked()
    assert RENTZ.forced(state) is None
    state = act(state, "accept, accept").state
    assert RENTZ.forced(state) == Forced(2, ACCEPT, masked=True)


@pytest.mark.parametrize("accepted", range(4))
def test_others_cannot_tell_who_could_refuse(accepted: int) -> None:
    """Two tables at which seat 3 holds the same and the end cards lie elsewhere look alike."""
    other = asked(hands=(END_HANDS[2], END_HANDS[0], END_HANDS[1], END_HANDS[3]))
    same = asked()
    for _ in range(accepted):
        one, two = act(same, "accept"), act(other, "accept")
        assert one.events == two.events
        same, other = one.state, two.state
    assert RENTZ.view(same, None) == RENTZ.view(other, None)
    assert RENTZ.view(same, 3) == RENTZ.view(other, 3)


@pytest.mark.parametrize("seat", [0, 1])
def test_a_refused_hand_is_dealt_again_by_the_same_chooser(seat: int) -> None:
    line = act(asked(), "accept, refuse" if seat else "refuse")
    assert line.events[-1] == HandRefused(seat, False, (0, 0, 0, 0))
    assert line.state.phase == Phase.DEAL
    assert (line.state.hand_index, line.state.refusals, line.state.rows) == (0, 1, ())
    again = deal_hands(line.state, SUIT_HANDS)
    assert RENTZ.facts(again).first == 0
    assert legal_texts(again) == [f"choose {key}" for key in KEYS]
    assert RENTZ.deal_result(line.events) == {
        "subgame": "rentz",
        "blind": False,
        "scores": (0, 0, 0, 0),
        "totals": (0, 0, 0, 0),
        "refused": True,
    }


def test_refusals_of_a_hand_are_limited() -> None:
    state = start(refuse_rentz=2)
    for refusals in range(2):
        state = act(deal_hands(state, END_HANDS), "choose rentz").state
        assert RENTZ.view(state, None).refusals == refusals
        state = act(state, "refuse").state
    state = act(deal_hands(state, END_HANDS), "choose rentz").state
    assert state.phase == Phase.LAYOUT
    end = play_hand(state, random.Random(0)).state
    assert end.refusals == 0
    assert act(deal_hands(end, END_HANDS), "choose rentz").state.phase == Phase.REFUSE


@pytest.mark.parametrize(
    ("seat", "text", "code"),
    [
        (2, "refuse", "too_few_ends"),
        (2, "play 8C", "wrong_phase"),
        (2, "choose king", "wrong_phase"),
        (2, "stop", "wrong_phase"),
        (1, "accept", "not_your_turn"),
        (3, "accept", "not_your_turn"),
    ],
)
def test_answers_that_break_the_rules_are_refused(seat: int, text: str, code: str) -> None:
    state = act(asked(), "accept, accept").state
    with pytest.raises(IllegalAction) as refused:
        RENTZ.apply(state, seat, RENTZ.parse_action(text))
    assert refused.value.code == code
