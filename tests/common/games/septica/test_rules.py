"""Septica: the golden cases SE1 to SE16, the end of a game and every refusal."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from levata.cards import HandOrder, cards_of, format_cards, mask_of, parse_card, parse_cards
from levata.errors import IllegalAction, OptionError, RecordError
from levata.events import CardPlayed, Dealt, MatchEnded, TrickTaken
from levata.game import CHANCE, PLAYS, Bid, Deal, EndReason, Facts, Forced, Outcome
from levata.games.septica import (
    LEAVE,
    CardsLeft,
    GameRow,
    GameScored,
    Phase,
    Refilled,
    SepticaOptions,
    count_points,
    septica_pack,
)
from tests.support.septica import CLASSIC, FOUR, SEPTICA, does_cut, play, position, texts_of


def test_se1_size_of_the_pack() -> None:
    assert len(septica_pack(2)) == len(septica_pack(4)) == 32
    assert len(septica_pack(3)) == 30
    removed = set(septica_pack(4)) - set(septica_pack(3))
    assert removed == set(parse_cards("8C 8S"))


@pytest.mark.parametrize(("seats", "stock"), [(2, 24), (3, 18), (4, 16)])
def test_se2_stock_after_the_first_deal(seats: int, stock: int) -> None:
    state = SEPTICA.setup(seats, CLASSIC)
    step = SEPTICA.apply(state, CHANCE, Deal(SEPTICA.pack(state), seats - 1))
    assert len(step.state.stock) == stock
    assert SEPTICA.view(step.state, None).stock == stock
    assert [hand.bit_count() for hand in step.state.hands] == [4] * seats
    assert step.events == (Dealt(4, seats - 1),)
    assert step.state.turn == step.state.first == seats - 1


@pytest.mark.parametrize(
    ("case", "first", "card", "seats", "cuts"),
    [
        ("SE3", "QH", "QS", 4, True),
        ("SE4", "QH", "7C", 4, True),
        ("SE5", "9D", "8H", 4, False),
        ("SE5", "9D", "8H", 2, False),
        ("SE5", "9D", "8H", 3, True),
        ("SE6", "7D", "AS", 4, False),
        ("SE6", "7D", "7S", 4, True),
        ("SE6", "7D", "8H", 4, False),
        ("SE6", "7D", "8H", 3, True),
        ("SE7", "8D", "7S", 3, True),
        ("SE7", "8D", "8H", 3, True),
        ("SE7", "8D", "9H", 3, False),
    ],
)
def test_se3_to_se7_what_cuts(case: str, first: str, card: str, seats: int, cuts: bool) -> None:
    assert does_cut(first, card, seats) is cuts
    hands = [f"{first} TC", f"{card} TD", "TH KC", "TS KS"][:seats]
    line = play(position(*hands), f"{first} {card}")
    assert line.state.holder == (1 if cuts else 0)


def test_se8_a_card_of_the_first_rank_cuts_a_seven() -> None:
    line = play(position(*FOUR), "KH 9S 7C KD")
    assert line.state.phase == Phase.DECIDE
    assert line.state.holder == 3


def test_se9_the_latest_cut_holds() -> None:
    line = play(position("KH 8C", "KD 8D", "7C 8H", "9S 8S"), "KH KD 7C 9S")
    assert line.state.phase == Phase.DECIDE
    assert line.state.holder == 2


def test_se10_an_uncut_leader_takes_at_once() -> None:
    line = play(position("TH 8C", "AS 8D", "AD 8H", "9C 8S"), "TH AS AD 9C")
    assert line.events[-1] == TrickTaken(0)
    assert line.state.points == (3, 0, 0, 0)
    assert line.state.phase == Phase.PLAY
    assert line.state.turn == line.state.leader == 0
    assert line.state.last_pile == parse_cards("TH AS AD 9C")
    assert (line.state.last_leader, line.state.last_taker) == (0, 0)


def test_se11_the_leader_goes_on_and_takes() -> None:
    line = play(position("TH TD 8C", "7S AC 8D"), "TH 7S TD AC")
    assert line.events[-1] == TrickTaken(0)
    assert line.state.points == (3, 0)


def test_se12_the_leader_may_go_on_again_with_a_seven_or_the_fourth_ten() -> None:
    start = position("TH TD 7D TS", "7S TC KC KD")
    line = play(start, "TH 7S TD TC")
    assert line.state.holder == 1
    assert texts_of(line.state, 0) == ["play 7D", "play TS", "leave"]
    without = play(position("TH TD 9D QS", "7S TC KC KD"), "TH 7S TD TC")
    assert texts_of(without.state, 0) == ["leave"]


def test_se13_two_rounds_of_four() -> None:
    start = position("9H 7D 8C", "9S KC 8D", "KD 8S 8H", "AC TD JS")
    line = play(start, "9H 9S KD AC 7D KC 8S TD")
    assert line.events[-1] == TrickTaken(0)
    assert line.state.points == (2, 0, 0, 0)


def test_se14_the_leader_goes_on_only_with_a_cutting_card() -> None:
    line = play(position("KH 9S AD 7C", "KD", "8C", "8D"), "KH KD 8C 8D")
    assert texts_of(line.state, 0) == ["play 7C", "leave"]
    with pytest.raises(IllegalAction, match=r"^must_cut: AD$"):
        SEPTICA.apply(line.state, 0, PLAYS[parse_card("AD")])


def test_se15_a_short_stock_is_shared() -> None:
    start = position(
        "KH KD 8C 9C", "7H 9D 8D JC", "JD QC 8H JH", "QD QH 8S JS", stock="TC TD TH TS"
    )
    line = play(start, "KH 7H JD QD KD 9D QC QH")
    assert line.events[-2:] == (TrickTaken(0), Refilled(1))
    assert [hand.bit_count() for hand in line.state.hands] == [3, 3, 3, 3]
    assert line.state.stock == ()
    # One at a time from the taker on.
    assert [line.state.hands[seat] >> parse_card(card) & 1 for seat, card in enumerate(
        ("TC", "TD", "TH", "TS")
    )] == [1, 1, 1, 1]  # fmt: skip


def test_se16_three_cards_each_after_three_rounds() -> None:
    stock = format_cards(card for card in septica_pack(2) if card not in parse_cards(
        "TH TD TS 8C 7S TC 9D 8D"
    ))  # fmt: skip
    start = position("TH TD TS 8C", "7S TC 9D 8D", stock=stock)
    assert len(start.stock) == 24
    line = play(start, "TH 7S TD TC TS 9D")
    assert line.events[-2:] == (TrickTaken(0), Refilled(3))
    assert len(line.state.stock) == 18
    drawn = parse_cards(stock)[:6]
    assert line.state.hands[0] == mask_of((*parse_cards("8C"), *drawn[0::2]))
    assert line.state.hands[1] == mask_of((*parse_cards("8D"), *drawn[1::2]))


def test_the_taker_draws_first() -> None:
    line = play(position("KH", "8C", "7C", stock="QC QD QH"), "KH 8C 7C leave")
    assert line.events[-3:] == (CardsLeft(0), TrickTaken(2), Refilled(1))
    assert [format_cards(cards_of(hand)) for hand in line.state.hands] == ["QD", "QH", "QC"]
    assert line.state.turn == line.state.leader == line.state.holder == 2


def test_only_the_first_card_counts_when_the_trick_goes_on() -> None:
    # A nine does not cut a trick of kings, though the latest cut was a seven.
    line = play(position("KH 7C 8C", "KD 7D 8D"), "KH KD 7C 7D")
    assert line.state.holder == 1
    assert does_cut("KH", "7D", 2)
    assert texts_of(line.state, 0) == ["leave"]


def test_the_last_cutter_takes_when_he_is_the_leader() -> None:
    line = play(position("KH 7C KS 8C", "KD 8D 9D JD"), "KH KD 7C 8D")
    assert line.events[-1] == TrickTaken(0)


def test_a_trick_has_at_most_four_rounds() -> None:
    line = play(position("KH KD 7C 7D", "KC KS 7H 7S"), "KH KC KD KS 7C 7H 7D 7S")
    assert line.state.phase == Phase.DECIDE
    assert SEPTICA.forced(line.state) == Forced(0, LEAVE, masked=False)
    line = play(line.state, "leave")
    assert isinstance(line.events[-1], MatchEnded)


def test_a_match_of_one_game_ends_with_the_last_trick() -> None:
    line = play(position("TH", "8C", leader=1), "8C TH")
    row = GameRow(0, 0, (0, 1), (-16, 2), (-16, 2))
    assert line.events[-3:] == (TrickTaken(1), GameScored(row), MatchEnded((-16, 2), (2, 1)))
    assert SEPTICA.to_act(line.state) == ()
    assert SEPTICA.legal(line.state, line.state.turn) == ()
    assert SEPTICA.outcome(line.state) == Outcome(
        (-16, 2), (2, 1), EndReason.COMPLETED, (-16.0, 2.0)
    )
    assert SEPTICA.deal_result(line.events) == {"points": (0, 1), "scores": (-16, 2)}


def test_the_first_leader_moves_on_in_a_match_of_several_games() -> None:
    options = SepticaOptions(games=2)
    start = replace(position("TH", "8C", leader=1, options=options), match_first=1, first=1)
    line = play(start, "8C TH")
    assert SEPTICA.to_act(line.state) == (CHANCE,)
    assert SEPTICA.outcome(line.state) is None
    assert SEPTICA.deal_result(line.events) == {
        "points": (0, 1),
        "scores": (-16, 2),
        "totals": (-16, 2),
    }
    step = SEPTICA.apply(line.state, CHANCE, Deal(SEPTICA.pack(line.state), 1))
    assert step.events == (Dealt(4, 0),)
    assert step.state.points == (0, 0)
    assert step.state.last_pile == ()
    last = replace(position("TH", "8C", options=options), game=1, totals=(-16, 2))
    line = play(last, "TH 8C")
    assert line.events[-1] == MatchEnded((-14, -14), (1, 1))
    assert SEPTICA.scores(line.state) == (-14, -14)
    assert SEPTICA.deal_result(line.events) == {
        "points": (1, 0),
        "scores": (2, -16),
        "totals": (-14, -14),
    }


def test_events_that_end_no_game_have_no_result() -> None:
    assert SEPTICA.deal_result(play(position(*FOUR), "KH 9S 7C KD").events) is None


class TestDecision:
    def test_a_leader_without_a_cutting_card_is_forced_to_leave_unseen(self) -> None:
        poor = play(position("KH 9C", *FOUR[1:]), "KH 9S 7C KD").state
        rich = play(position("KH 7S", *FOUR[1:]), "KH 9S 7C KD").state
        assert SEPTICA.forced(poor) == Forced(0, LEAVE, masked=True)
        assert SEPTICA.forced(rich) is None
        assert texts_of(poor, 0) == ["leave"]
        assert texts_of(rich, 0) == ["play 7S", "leave"]
        for viewer in (1, 2, 3, None):
            assert SEPTICA.view(poor, viewer) == SEPTICA.view(rich, viewer)
        left = [SEPTICA.apply(state, 0, LEAVE).events for state in (poor, rich)]
        assert left[0] == left[1] == (CardsLeft(0), TrickTaken(3))

    def test_nothing_is_forced_during_a_round(self) -> None:
        state = position(*FOUR)
        assert SEPTICA.forced(state) is None
        assert SEPTICA.forced(play(state, "KH 9S").state) is None

    def test_others_cannot_act(self) -> None:
        state = play(position(*FOUR), "KH 9S 7C KD").state
        assert SEPTICA.to_act(state) == (0,)
        assert SEPTICA.legal(state, 3) == ()
        with pytest.raises(IllegalAction, match=r"^not_your_turn$"):
            SEPTICA.apply(state, 3, LEAVE)


class TestRefusals:
    @pytest.mark.parametrize(
        ("seat", "text", "code"),
        [
            (1, "play 9S", "not_your_turn"),
            (0, "play AH", "not_in_hand: AH"),
            (0, "leave", "wrong_phase"),
        ],
    )
    def test_while_cards_are_played(self, seat: int, text: str, code: str) -> None:
        with pytest.raises(IllegalAction, match=f"^{code}$"):
            SEPTICA.apply(position(*FOUR), seat, SEPTICA.parse_action(text))

    def test_cards_before_the_deal_and_deals_after_it(self) -> None:
        new = SEPTICA.setup(4, CLASSIC)
        with pytest.raises(IllegalAction, match=r"^wrong_phase$"):
            SEPTICA.apply(new, 0, PLAYS[parse_card("KH")])
        deal = Deal(SEPTICA.pack(new))
        for state, seat in ((position(*FOUR), CHANCE), (new, 0)):
            with pytest.raises(IllegalAction, match=r"^wrong_phase$"):
                SEPTICA.apply(state, seat, deal)
        assert SEPTICA.legal(new, 0) == ()

    def test_a_deal_that_is_no_permutation(self) -> None:
        new = SEPTICA.setup(3, CLASSIC)
        with pytest.raises(IllegalAction, match=r"^bad_deal$"):
            SEPTICA.apply(new, CHANCE, Deal(septica_pack(4)))

    def test_actions_of_other_games(self) -> None:
        with pytest.raises(IllegalAction, match=r"^unknown_action: Bid$"):
            SEPTICA.apply(position(*FOUR), 0, Bid(1))
        with pytest.raises(IllegalAction, match=r"^unknown_action: bid 1$"):
            SEPTICA.parse_action("bid 1")

    @pytest.mark.parametrize("seats", [1, 5])
    def test_numbers_of_seats(self, seats: int) -> None:
        with pytest.raises(OptionError, match=r"^bad_seats"):
            SEPTICA.setup(seats, CLASSIC)


class TestTimeout:
    def test_a_card_is_thrown_from_the_left(self) -> None:
        state = position("AC 7H 9S TD", "8C")
        assert SEPTICA.timeout_action(state, 0) == PLAYS[parse_card("AC")]
        assert SEPTICA.timeout_action(state, 0, HandOrder.RANKS) == PLAYS[parse_card("7H")]

    def test_the_cards_are_left(self) -> None:
        state = play(position("KH 7S", *FOUR[1:]), "KH 9S 7C KD").state
        assert SEPTICA.timeout_action(state, 0) == LEAVE


class TestStopped:
    @pytest.mark.parametrize(
        ("hands", "left", "scores"),
        [
            (2, [1], (16, -16)),
            (3, [0], (-24, 12, 12)),
            (4, [2], (12, 12, -36, 12)),
            (4, [1, 3], (36, -36, 36, -36)),
            (4, [], (0, 0, 0, 0)),
        ],
    )
    def test_the_game_in_play_costs_the_leavers(
        self, hands: int, left: list[int], scores: tuple[int, ...]
    ) -> None:
        state = position(*FOUR[:hands])
        for reason in (EndReason.STOPPED, EndReason.ABANDONED):
            outcome = SEPTICA.stopped_outcome(state, reason, left)
            assert outcome.scores == outcome.ratings == scores
            assert outcome.reason is reason
        assert SEPTICA.stopped_outcome(state, EndReason.STOPPED, [0]).places[0] == hands

    def test_finished_games_stand(self) -> None:
        state = replace(position(*FOUR[:2]), totals=(4, -4), game=1)
        assert SEPTICA.stopped_outcome(state, EndReason.STOPPED, [0]).scores == (-12, 12)
        between = replace(state, phase=Phase.DEAL)
        assert SEPTICA.stopped_outcome(between, EndReason.STOPPED, [0]).scores == (4, -4)

    def test_a_void_match_rates_nobody(self) -> None:
        state = replace(position(*FOUR[:2]), totals=(4, -4))
        outcome = SEPTICA.stopped_outcome(state, EndReason.VOID, [0])
        assert outcome == Outcome((4, -4), (1, 2), EndReason.VOID)


class TestFacts:
    def test_the_stock_stands_in_the_order_of_drawing(self) -> None:
        new = SEPTICA.setup(2, CLASSIC)
        order = tuple(reversed(SEPTICA.pack(new)))
        state = SEPTICA.apply(new, CHANCE, Deal(order, 1)).state
        facts = SEPTICA.facts(state)
        assert facts.first == 1
        assert facts.hands == (tuple(sorted(order[4:8])), tuple(sorted(order[:4])))
        assert facts.stock == order[8:]
        assert SEPTICA.apply(new, CHANCE, SEPTICA.deal_from(new, facts)).state == state

    def test_facts_of_a_later_game(self) -> None:
        new = replace(SEPTICA.setup(3, SepticaOptions(games=3)), game=2, match_first=2)
        state = SEPTICA.apply(new, CHANCE, Deal(SEPTICA.pack(new), 0)).state
        facts = SEPTICA.facts(state)
        assert facts.first == 1
        assert SEPTICA.apply(new, CHANCE, SEPTICA.deal_from(new, facts)).state == state
        with pytest.raises(RecordError, match=r"^bad_deal$"):
            SEPTICA.deal_from(new, replace(facts, first=2))

    def test_facts_that_do_not_fit(self) -> None:
        new = SEPTICA.setup(2, CLASSIC)
        facts = SEPTICA.facts(SEPTICA.apply(new, CHANCE, Deal(SEPTICA.pack(new))).state)
        wrong: list[Facts] = [
            replace(facts, first=2),
            replace(facts, first=-1),
            replace(facts, turned=facts.hands[0][0]),
            replace(facts, stock=None),
            replace(facts, hands=(facts.hands[0], facts.hands[0])),
            replace(facts, hands=(facts.hands[0][:3], facts.hands[1])),
            replace(facts, hands=facts.hands[:1]),
        ]
        for bad in wrong:
            with pytest.raises(RecordError, match=r"^bad_deal$"):
                SEPTICA.deal_from(new, bad)


def test_points_are_tens_and_aces() -> None:
    assert count_points(septica_pack(4)) == count_points(septica_pack(3)) == 8
    assert count_points(parse_cards("TH AC 7D KS")) == 2


def test_playing_reports_the_card() -> None:
    assert play(position(*FOUR), "KH").events == (CardPlayed(0, parse_card("KH")),)
