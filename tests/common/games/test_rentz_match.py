"""Rentz: choosing, blind choices, refusals, records and the end of a match."""

from __future__ import annotations

import random
from typing import Any

import pytest
from msgspec.structs import replace

from levata.cards import HandOrder, format_cards
from levata.errors import IllegalAction, RecordError
from levata.events import Dealt, MatchEnded
from levata.game import CHANCE, PLAYS, Action, Bid, Deal, EndReason, Forced
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
    HandRow,
    HandScored,
    Phase,
    RentzState,
    SubgameChosen,
)
from levata.options import Scalar
from levata.record import RecordBuilder, SeatLabel, format_record, load_record
from levata.replay import Replay
from tests.support.rentz import (
    RENTZ,
    act,
    chosen,
    deal_hands,
    legal_texts,
    options_of,
    play_hand,
    play_match,
    position,
    shuffled,
)

HANDS = (
    "7C 8C 9C TC JC QC KC AC",
    "7D 8D 9D TD JD QD KD AD",
    "7H 8H 9H TH JH QH KH AH",
    "7S 8S 9S TS JS QS KS AS",
)
ENDS = (
    "7C 7D AC AD JC JD QC QD",
    "7H 7S AH AS JH JS QH QS",
    "8C 8D 8H 8S 9C 9D 9H 9S",
    "TC TD TH TS KC KD KH KS",
)
"""Seats 0 and 1 hold four end cards, seats 2 and 3 none."""


def start(seats: int = 4, **texts: Scalar) -> RentzState:
    return RENTZ.setup(seats, options_of(seats, **texts))


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
    state = deal_hands(start(), HANDS, first=2)
    assert RENTZ.to_act(state) == (2,)
    assert format_cards(RENTZ.view(state, 2).hand) == HANDS[2]
    led = act(state, "choose tricks").state
    assert RENTZ.to_act(led) == (2,)
    over = play_hand(led, random.Random(0)).state
    again = RENTZ.apply(over, CHANCE, Deal(RENTZ.pack(over), first=0))
    assert again.events == (Dealt(8, 3),)
    assert RENTZ.facts(again.state).first == 3


def test_unused_subgames_may_be_chosen_in_the_order_of_the_rules() -> None:
    state = replace(deal_hands(start(), HANDS), used=(0b01000101, 0, 0, 0))
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
    state = replace(deal_hands(start(), HANDS, first=1), used=(0b1, 0, 0b1, 0))
    assert "choose king" in legal_texts(state)


def test_the_last_subgame_is_chosen_by_itself() -> None:
    used = 0b11110111
    state = replace(start(nv="on"), used=(used,) * 4)
    dealt = deal_hands(state, HANDS)
    assert RENTZ.forced(dealt) == Forced(0, CHOICES[Subgame.TRICKS])
    assert legal_texts(dealt) == ["choose tricks"]
    two_left = deal_hands(replace(state, used=(used ^ 1,) * 4), HANDS)
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
    state = replace(deal_hands(start(preset="classic7"), HANDS), used=(0b1, 0, 0, 0))
    with pytest.raises(IllegalAction) as refused:
        act(state, text)
    assert (refused.value.code, refused.value.facts) == (code, facts)


@pytest.mark.parametrize(
    "action", [CHOICES[0], LOOK, ACCEPT, REFUSE, PASS, STOP, PLAYS[51], Bid(1)]
)
def test_nobody_acts_out_of_turn_or_between_hands(action: Action) -> None:
    for state, seat in (
        (start(), 0),
        (deal_hands(start(), HANDS), 1),
        (chosen(Subgame.KING, 4, random.Random(1)), 2),
        (position(Subgame.RENTZ, *HANDS), -1),
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
    state = position(Subgame.KING, *HANDS)
    assert RENTZ.forced(state) is None
    with pytest.raises(IllegalAction) as refused:
        act(state, text)
    assert refused.value.code == "wrong_phase"


def test_cards_are_dealt_by_chance_only_and_between_hands() -> None:
    deal = Deal(RENTZ.pack(start()))
    for state, seat in ((start(), 0), (deal_hands(start(), HANDS), CHANCE)):
        with pytest.raises(IllegalAction) as refused:
            RENTZ.apply(state, seat, deal)
        assert refused.value.code == "wrong_phase"


# Blind choices.


def test_cards_stay_hidden_from_a_chooser_who_may_choose_blind() -> None:
    state = deal_hands(start(nv="on"), HANDS)
    assert RENTZ.view(state, 0).hand == ()
    assert RENTZ.view(state, 0).counts == (8, 8, 8, 8)
    assert not RENTZ.view(state, 0).looked
    assert [format_cards(RENTZ.view(state, seat).hand) for seat in (1, 2, 3)] == list(HANDS[1:])
    looked = act(state, "look")
    assert looked.events == (HandLooked(0),)
    assert format_cards(RENTZ.view(looked.state, 0).hand) == HANDS[0]
    assert legal_texts(looked.state) == [f"choose {key}" for key in KEYS]


def test_a_blind_choice_shows_the_cards_and_doubles_every_subgame() -> None:
    state = deal_hands(start(nv="on"), HANDS)
    assert legal_texts(state) == [
        *(f"choose {key}" for key in KEYS),
        *(f"choose {key} blind" for key in KEYS),
        "look",
    ]
    line = act(state, "choose rentz blind")
    assert line.events == (SubgameChosen(0, Subgame.RENTZ, True),)
    assert format_cards(RENTZ.view(line.state, 0).hand) == HANDS[0]
    end = play_hand(line.state, random.Random(3)).state
    assert sorted(end.rows[0].scores) == [0, 200, 400, 800]
    assert end.totals == end.rows[0].scores


def test_a_choice_without_looking_is_not_doubled() -> None:
    state = act(deal_hands(start(nv="on"), HANDS), "choose whist").state
    assert not state.blind
    assert state.looked


@pytest.mark.parametrize(
    ("used", "before", "code"), [(0, "look", "already_looked"), (0b01111111, "", "blind_last")]
)
def test_blind_choices_end_with_looking_and_with_the_last_subgame(
    used: int, before: str, code: str
) -> None:
    state = deal_hands(replace(start(nv="on"), used=(used,) * 4), HANDS)
    state = act(state, before).state if before else state
    with pytest.raises(IllegalAction) as refused:
        act(state, "choose rentz blind")
    assert refused.value.code == code


# Refusing the layout.


def asked(refuse_rentz: Scalar = 2, hands: tuple[str, ...] = ENDS) -> RentzState:
    """Return a state in which the chooser, seat 0, is asked whether he refuses."""
    return act(deal_hands(start(refuse_rentz=refuse_rentz), hands), "choose rentz").state


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
    other = act(deal_hands(start(refuse_rentz=2), ENDS), "choose king").state
    assert other.phase == Phase.TRICKS


def test_seats_that_cannot_refuse_accept_by_themselves_after_a_while() -> None:
    state = asked()
    assert RENTZ.forced(state) is None
    state = act(state, "accept, accept").state
    assert RENTZ.forced(state) == Forced(2, ACCEPT, masked=True)


@pytest.mark.parametrize("accepted", range(4))
def test_others_cannot_tell_who_could_refuse(accepted: int) -> None:
    """Two tables at which seat 3 holds the same and the end cards lie elsewhere look alike."""
    other = asked(hands=(ENDS[2], ENDS[0], ENDS[1], ENDS[3]))
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
    again = deal_hands(line.state, HANDS)
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
        state = act(deal_hands(state, ENDS), "choose rentz").state
        assert RENTZ.view(state, None).refusals == refusals
        state = act(state, "refuse").state
    state = act(deal_hands(state, ENDS), "choose rentz").state
    assert state.phase == Phase.LAYOUT
    end = play_hand(state, random.Random(0)).state
    assert end.refusals == 0
    assert act(deal_hands(end, ENDS), "choose rentz").state.phase == Phase.REFUSE


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


# Timeouts.


def test_timeout_chooses_the_first_unused_subgame_not_blind() -> None:
    """R-A28."""
    state = deal_hands(replace(start(nv="on"), used=(0b11, 0, 0, 0)), HANDS)
    assert RENTZ.timeout_action(state, 0) == CHOICES[Subgame.DIAMONDS]


def test_timeout_declines_what_is_optional() -> None:
    assert RENTZ.timeout_action(asked(), 0) == ACCEPT
    again = act(position(Subgame.RENTZ, "AC JD", "9D", "TD", laid="JC QC KC"), "AC").state
    assert RENTZ.timeout_action(again, 0) == STOP


def test_timeout_plays_the_leftmost_legal_card() -> None:
    """Common rule 6."""
    state = position(Subgame.TRICKS, "7S 9D 8C", "7H", "8H")
    texts = {order: RENTZ.timeout_action(state, 0, order).text for order in HandOrder}
    assert texts == {"suits": "play 8C", "plain": "play 8C", "ranks": "play 7S"}
    stuck = position(Subgame.RENTZ, "8C", "7H", "8H")
    assert RENTZ.timeout_action(stuck, 0) == PASS
    forced = position(
        Subgame.RENTZ, "AC JD", "9D", "TD", laid="JC QC KC", table={"ace_extra": "forced"}
    )
    assert RENTZ.timeout_action(act(forced, "AC").state, 0).text == "play JD"


# Records.


def test_result_of_a_deal_stands_as_in_the_record() -> None:
    tricks = act(position(Subgame.WHIST, "AC", "7C", "8C", "9C", blind=True), "AC, 7C, 8C, 9C")
    assert RENTZ.deal_result(tricks.events) == {
        "subgame": "whist",
        "blind": True,
        "scores": (100, 0, 0, 0),
        "totals": (100, 0, 0, 0),
    }
    layout = act(position(Subgame.RENTZ, "JC", "JD", "JH", "7S"), "JC, JD, JH")
    assert RENTZ.deal_result(layout.events) == {
        "subgame": "rentz",
        "blind": False,
        "scores": (400, 200, 100, 0),
        "totals": (400, 200, 100, 0),
        "places": (1, 2, 3, 4),
    }
    assert RENTZ.deal_result(layout.events[:1]) is None


def test_facts_and_deals_are_inverse() -> None:
    for first in range(4):
        state = shuffled(start(), random.Random(first), first).state
        facts = RENTZ.facts(state)
        assert facts.first == first
        assert RENTZ.apply(start(), CHANCE, RENTZ.deal_from(start(), facts)).state == state


def test_facts_that_fit_no_deal_are_refused() -> None:
    state = start()
    good = RENTZ.facts(shuffled(state, random.Random(1)).state)
    later = play_hand(chosen(Subgame.KING, 4, random.Random(1)), random.Random(1)).state
    again = act(asked(), "refuse").state
    assert RENTZ.deal_from(later, replace(good, first=1)).first == 0
    for wrong_state, facts in (
        (state, replace(good, first=4)),
        (state, replace(good, first=-1)),
        (state, replace(good, hands=good.hands[:3])),
        (state, replace(good, hands=(good.hands[0][:7], *good.hands[1:]))),
        (state, replace(good, hands=(good.hands[0], *good.hands[:3]))),
        (state, replace(good, turned=20)),
        (state, replace(good, stock=(20,))),
        (later, good),
        (again, replace(good, first=1)),
    ):
        with pytest.raises(RecordError) as refused:
            RENTZ.deal_from(wrong_state, facts)
        assert refused.value.code == "bad_deal"


def test_first_chooser_is_kept_when_the_first_hand_is_refused() -> None:
    refused = act(asked(), "refuse").state
    again = RENTZ.apply(refused, CHANCE, Deal(RENTZ.pack(refused), first=3)).state
    assert RENTZ.facts(again).first == 0


def recorded_match(seed: int) -> tuple[RentzState, dict[str, Any]]:
    """Play a match at random with every option that adds actions; return it with its record."""
    rng = random.Random(seed)
    options = options_of(3, nv="on", refuse_rentz=20)
    state = RENTZ.setup(3, options)
    builder = RecordBuilder(RENTZ, options, [SeatLabel(str(n), "bot") for n in range(3)], "1")
    while acting := RENTZ.to_act(state):
        if acting == (CHANCE,):
            state = shuffled(state, rng, rng.randrange(3)).state
            builder.dealt(state)
            continue
        seat = rng.choice(acting)
        legal = RENTZ.legal(state, seat)
        action = REFUSE if REFUSE in legal and rng.random() < 0.7 else rng.choice(legal)
        step = RENTZ.apply(state, seat, action)
        state = step.state
        builder.acted(seat, action, step.events)
    outcome = RENTZ.outcome(state)
    assert outcome is not None
    return state, builder.finish(outcome)


@pytest.mark.parametrize("seed", range(3))
def test_records_leave_out_what_replays_restore(seed: int) -> None:
    end, document = recorded_match(seed)
    words = {line["action"].split()[0] for deal in document["deals"] for line in deal["actions"]}
    assert words == {"choose", "play", "pass", "stop", "refuse"}
    steps = list(Replay(load_record(format_record(document))))
    assert steps[-1].state == end
    assert {step.action for step in steps if not step.is_recorded} == {ACCEPT}


# The end of a match.


def finished(totals: tuple[int, ...], hands: int, **texts: Scalar) -> RentzState:
    """Return a state after ``hands`` complete hands with these scores."""
    state = start(len(totals), **texts)
    is_over = hands == len(totals) * len(state.options.subgames)
    return replace(
        state, totals=totals, hand_index=hands, phase=Phase.OVER if is_over else Phase.DEAL
    )


FOUR = (400, 100, 250, -200)


def test_outcome_of_a_whole_match_is_rated() -> None:
    outcome = RENTZ.outcome(finished((400, 130, 0, -200), 32))
    assert outcome is not None
    assert outcome.reason == EndReason.COMPLETED
    assert outcome.places == (1, 2, 3, 4)
    assert outcome.ratings == (20.0, 1.6, -5.33, -20.0)
    assert RENTZ.outcome(finished(FOUR, 31)) is None


def test_match_ends_with_the_last_hand() -> None:
    """Ties share places (common rule 5)."""
    state = replace(
        position(Subgame.WHIST, "AC", "7C", "8C", "9C"), hand_index=31, totals=(0, 50, 40, 40)
    )
    line = act(state, "AC, 7C, 8C, 9C")
    assert line.state.phase == Phase.OVER
    assert line.events[-1] == MatchEnded((50, 50, 40, 40), (1, 1, 3, 3))
    assert isinstance(line.events[-2], HandScored)
    assert RENTZ.to_act(line.state) == ()


@pytest.mark.parametrize(
    ("hands", "ratings"),
    [
        pytest.param(16, (10.0, 0.0, 4.0, -10.0), id="R36"),
        pytest.param(20, (12.5, 0.0, 5.0, -12.5), id="R37"),
        pytest.param(15, (0.0, 0.0, 0.0, 0.0), id="R38"),
    ],
)
def test_match_stopped_by_the_table_is_rated_in_part(
    hands: int, ratings: tuple[float, ...]
) -> None:
    outcome = RENTZ.stopped_outcome(finished(FOUR, hands), EndReason.STOPPED, ())
    assert outcome.ratings == ratings
    assert outcome.scores == FOUR
    assert outcome.places == (1, 3, 2, 4)


@pytest.mark.parametrize(
    ("hands", "pool", "ratings"),
    [
        pytest.param(32, "all", (-20.0, 0.0, 8.0, -20.0), id="R39"),
        pytest.param(8, "all", (-20.0, 0.0, 0.0, 0.0), id="R40"),
        pytest.param(32, "present", (-20.0, 5.33, 20.0, -20.0), id="R41"),
    ],
)
def test_seats_that_left_are_rated_down(hands: int, pool: str, ratings: tuple[float, ...]) -> None:
    state = finished(FOUR, hands, rating_pool=pool)
    assert RENTZ.stopped_outcome(state, EndReason.ABANDONED, (0,)).ratings == ratings


def test_everybody_who_left_is_rated_down_unless_the_server_ended_it() -> None:
    """R-A27."""
    state = finished(FOUR, 20)
    left = (0, 1, 2, 3)
    assert RENTZ.stopped_outcome(state, EndReason.ABANDONED, left).ratings == (-20.0,) * 4
    outcome = RENTZ.stopped_outcome(state, EndReason.VOID, left)
    assert outcome.ratings is None
    assert outcome.scores == FOUR


def test_the_hand_in_progress_is_dropped() -> None:
    """R-A25."""
    state = replace(position(Subgame.WHIST, "AC 7D", "7C 8D", "8C 9D"), totals=(30, 20, 10))
    playing = act(state, "AC, 7C, 8C").state
    outcome = RENTZ.stopped_outcome(playing, EndReason.STOPPED, ())
    assert outcome.scores == (30, 20, 10) == RENTZ.scores(playing)


# The view.


def test_view_tells_what_lies_open() -> None:
    state = position(Subgame.QUEENS, "QD 7S", "QC 8S", "QH 9S", "8H QS")
    state = act(state, "QD, QC, QH, 8H, 7S").state
    view = RENTZ.view(state, 1)
    assert (view.seat, view.turn, view.phase, view.chooser) == (1, 1, Phase.TRICKS, 0)
    assert format_cards(view.hand) == "8S"
    assert view.legal == ("play 8S",)
    assert view.counts == (0, 1, 1, 1)
    assert format_cards(view.trick) == "7S"
    assert format_cards(view.last_trick) == "QD QC QH 8H"
    assert (view.last_leader, view.last_winner, view.tricks) == (0, 0, (1, 0, 0, 0))
    assert view.taken == state.taken
    assert view.hands_in_all == 32


def test_spectators_see_no_hand_and_no_actions() -> None:
    for state in (
        start(),
        deal_hands(start(), HANDS),
        asked(),
        position(Subgame.KING, *HANDS),
        position(Subgame.RENTZ, *HANDS),
        play_match(3, random.Random(1)),
    ):
        view = RENTZ.view(state, None)
        assert (view.seat, view.hand, view.legal) == (-1, (), ())


def test_finished_hands_are_in_the_view() -> None:
    end = act(position(Subgame.RENTZ, "JC", "JD", "JH", "7S"), "JC, JD, JH").state
    view = RENTZ.view(end, 3)
    assert view.rows == (
        HandRow(0, Subgame.RENTZ, False, (400, 200, 100, 0), (400, 200, 100, 0), (1, 2, 3, 4)),
    )
    assert view.turn == -1
    assert (view.hand, view.counts) == ((), (0, 0, 0, 0))
