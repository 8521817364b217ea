"""Hearts: dealing, passing, playing and every refusal, up to the end of a match."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest
from msgspec.structs import replace

from levata.cards import HandOrder, cards_of, format_cards, mask_of, parse_card, parse_cards
from levata.errors import IllegalAction, RecordError
from levata.events import Dealt, MatchEnded, TrickTaken
from levata.game import CHANCE, PLAYS, Action, Bid, Deal, EndReason, Forced, Outcome
from levata.games.hearts import (
    PASSES,
    CardChosen,
    CardsPassed,
    DealRow,
    DealScored,
    HeartsOptions,
    Phase,
    hearts_pack,
    lowest_club,
    passing_steps,
)
from tests.support.hearts import (
    CLASSIC,
    HEARTS,
    ONE_SUIT_EACH,
    dealt,
    pass_cards,
    play,
    position,
    texts_of,
    without_passing,
)

ALL_HEARTS = "2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH"


MOON = f"{ALL_HEARTS} QS"


class TestDeal:
    @pytest.mark.parametrize(
        ("case", "seats", "size", "removed", "leads"),
        [
            ("HE1", 4, 13, "", "2C"),
            ("HE2", 3, 17, "2D", "2C"),
            ("HE3", 5, 10, "2C 2D", "3C"),
        ],
    )
    def test_he1_to_he3_the_pack(
        self, case: str, seats: int, size: int, removed: str, leads: str
    ) -> None:
        assert set(range(52)) - set(hearts_pack(seats)) == set(parse_cards(removed)), case
        state = HEARTS.setup(seats, CLASSIC)
        step = HEARTS.apply(state, CHANCE, Deal(HEARTS.pack(state), 1))
        assert step.events == (Dealt(size, 1),)
        assert [hand.bit_count() for hand in step.state.hands] == [size] * seats
        assert lowest_club(seats) == parse_card(leads)

    @pytest.mark.parametrize(
        ("case", "seats", "steps"),
        [("HE4", 4, (1, 3, 2, 0)), ("HE5", 3, (1, 2, 0)), ("HE6", 5, (1, 4, 0))],
    )
    def test_he4_to_he6_directions(self, case: str, seats: int, steps: tuple[int, ...]) -> None:
        assert passing_steps(seats) == steps, case
        state = HEARTS.setup(seats, CLASSIC)
        for number in range(2 * len(steps)):
            new = replace(state, deal=number)
            after = HEARTS.apply(new, CHANCE, Deal(HEARTS.pack(new))).state
            step = steps[number % len(steps)]
            assert after.passing == step
            assert after.phase == (Phase.PASS if step else Phase.PLAY)

    def test_the_deal_goes_round(self) -> None:
        state = replace(HEARTS.setup(4, CLASSIC), deal=3, match_first=2)
        step = HEARTS.apply(state, CHANCE, Deal(HEARTS.pack(state), 0))
        assert step.events == (Dealt(13, 1),)
        assert cards_of(step.state.hands[1]) == HEARTS.pack(state)[:13]


class TestPassing:
    def test_he7_everybody_passes_at_once(self) -> None:
        state = dealt(*ONE_SUIT_EACH)
        assert HEARTS.to_act(state) == (0, 1, 2, 3)
        for seat in range(4):
            assert len(HEARTS.legal(state, seat)) == 13
        line = pass_cards(state, "", "KD QD")
        assert HEARTS.to_act(line.state) == (0, 1, 2, 3)
        assert "pass KD" not in texts_of(line.state, 1)
        line = pass_cards(line.state, "2C 3C 4C", "2D")
        assert HEARTS.to_act(line.state) == (2, 3)
        assert HEARTS.legal(line.state, 1) == ()

    @pytest.mark.parametrize(
        ("case", "deal", "got"),
        [
            ("HE8", 0, ("QS KS AS", "2C 3C 4C", "2D 3D 4D", "AH KH QH")),
            ("HE9", 1, ("2D 3D 4D", "AH KH QH", "QS KS AS", "2C 3C 4C")),
            ("HE10", 2, ("AH KH QH", "QS KS AS", "2C 3C 4C", "2D 3D 4D")),
        ],
    )
    def test_he8_to_he10_left_right_across(
        self, case: str, deal: int, got: tuple[str, ...]
    ) -> None:
        given = ("2C 3C 4C", "2D 3D 4D", "AH KH QH", "QS KS AS")
        line = pass_cards(dealt(*ONE_SUIT_EACH, deal=deal), *given)
        assert line.events[-1] == CardsPassed((1, 3, 2)[deal])
        for seat in range(4):
            kept = set(parse_cards(ONE_SUIT_EACH[seat])) - set(parse_cards(given[seat]))
            assert line.state.hands[seat] == mask_of((*kept, *parse_cards(got[seat]))), case
            view = HEARTS.view(line.state, seat)
            assert view.passed == tuple(sorted(parse_cards(given[seat])))
            assert view.received == tuple(sorted(parse_cards(got[seat])))

    def test_he11_a_deal_without_passing(self) -> None:
        state = dealt(*ONE_SUIT_EACH, deal=without_passing(4))
        assert state.phase == Phase.PLAY
        assert HEARTS.to_act(state) == (0,)

    def test_he12_who_leads_is_known_after_the_passing(self) -> None:
        line = pass_cards(dealt(*ONE_SUIT_EACH), "2C 3C 4C", "2D 3D 4D", "AH KH QH", "QS KS AS")
        assert HEARTS.to_act(line.state) == (1,)

    def test_passing_reveals_nothing(self) -> None:
        state = dealt(*ONE_SUIT_EACH)
        one = pass_cards(state, "2C 3C 4C")
        other = pass_cards(state, "AC KC QC")
        assert one.events == other.events == (CardChosen(0),) * 3
        for viewer in (1, 2, 3, None):
            assert HEARTS.view(one.state, viewer) == HEARTS.view(other.state, viewer)
        assert HEARTS.view(one.state, None).chosen == (3, 0, 0, 0)
        # The cards are in hand until everybody has chosen.
        assert HEARTS.view(one.state, 0).counts == (13, 13, 13, 13)
        assert HEARTS.view(one.state, 0).passed == parse_cards("2C 3C 4C")
        assert HEARTS.view(one.state, 0).turn == -1

    def test_the_order_of_choosing_does_not_matter(self) -> None:
        state = dealt(*ONE_SUIT_EACH)
        ends = {
            pass_cards(state, *[" ".join(order) for order in orders]).state.hands
            for orders in zip(
                permutations(("2C", "3C", "4C")),
                permutations(("2D", "3D", "4D")),
                permutations(("2H", "3H", "4H")),
                permutations(("2S", "3S", "4S")),
                strict=True,
            )
        }
        assert len(ends) == 1

    @pytest.mark.parametrize(
        ("seat", "text", "code"),
        [
            (0, "pass 2C", "not_your_turn"),
            (4, "pass 2C", "not_your_turn"),
            (-1, "pass 2C", "not_your_turn"),
            (1, "pass 2C", "not_in_hand: 2C"),
            (1, "pass 2D", "already_passed: 2D"),
            (1, "play 3D", "wrong_phase"),
        ],
    )
    def test_refusals(self, seat: int, text: str, code: str) -> None:
        state = pass_cards(dealt(*ONE_SUIT_EACH), "2C 3C 4C", "2D").state
        with pytest.raises(IllegalAction, match=f"^{code}$"):
            HEARTS.apply(state, seat, HEARTS.parse_action(text))

    def test_nothing_is_passed_during_play(self) -> None:
        with pytest.raises(IllegalAction, match=r"^wrong_phase$"):
            HEARTS.apply(position("2C", "3C", "4C"), 0, PASSES[0])

    def test_a_timeout_passes_the_leftmost_card_not_yet_chosen(self) -> None:
        state = dealt(*ONE_SUIT_EACH)
        for text in ("pass 2C", "pass 3C", "pass 4C"):
            action = HEARTS.timeout_action(state, 0)
            assert action.text == text
            state = HEARTS.apply(state, 0, action).state
        assert HEARTS.to_act(state) == (1, 2, 3)


class TestFirstTrick:
    HANDS = ("2C 3D QS", "AC KH 4D", "5D QH AH", "KC 2D 2S")

    def test_he13_the_lowest_club_leads(self) -> None:
        state = position(*self.HANDS, tricks=0)
        assert texts_of(state, 0) == "play 2C"
        assert HEARTS.forced(state) == Forced(0, PLAYS[parse_card("2C")])
        with pytest.raises(IllegalAction, match=r"^must_lead: 2C$"):
            HEARTS.apply(state, 0, PLAYS[parse_card("3D")])

    def test_who_holds_the_lowest_club_shows_when_it_is_led(self) -> None:
        state = position(*self.HANDS, tricks=0)
        for viewer in (0, 1, None):
            view = HEARTS.view(state, viewer)
            assert (view.turn, view.trick_leader) == (-1, -1)
        after = play(state, "2C").state
        assert HEARTS.forced(after) is None
        view = HEARTS.view(after, None)
        assert (view.turn, view.trick_leader) == (1, 0)

    def test_he14_no_points_on_the_first_trick(self) -> None:
        state = play(position(*self.HANDS, tricks=0), "2C AC").state
        assert texts_of(state, 2) == "play 5D"
        for text in ("AH", "QH"):
            with pytest.raises(IllegalAction, match=f"^no_points_yet: {text}$"):
                HEARTS.apply(state, 2, PLAYS[parse_card(text)])

    def test_he15_the_queen_counts_as_points(self) -> None:
        state = play(position("2C 3D", "QS 2S", "5D 3C", tricks=0), "2C").state
        assert texts_of(state, 1) == "play 2S"

    def test_he16_points_if_there_is_nothing_else(self) -> None:
        state = play(position("2C 3D", "QS AH", "5D 3C", tricks=0), "2C").state
        assert texts_of(state, 1) == "play QS, play AH"

    def test_he17_the_jack_of_diamonds_may_be_thrown(self) -> None:
        options = HeartsOptions(jack_of_diamonds=True)
        hands = ("2C 3D", "JD AH", "5D 3C")
        state = play(position(*hands, tricks=0, options=options), "2C").state
        assert texts_of(state, 1) == "play JD"


class TestPlay:
    def test_he18_suit_is_followed(self) -> None:
        state = play(position("KD 2S", "2D AS 3H", "4C 5C"), "KD").state
        assert texts_of(state, 1) == "play 2D"
        with pytest.raises(IllegalAction, match=r"^must_follow: D$"):
            HEARTS.apply(state, 1, PLAYS[parse_card("AS")])

    def test_he19_the_highest_of_the_led_suit_takes(self) -> None:
        line = play(position("KD 2S", "2D AS", "AH 5C", "AC AD"), "KD 2D AH AD")
        assert line.events[-1] == TrickTaken(3)
        assert line.state.turn == line.state.trick_leader == 3
        assert line.state.taken == (0, 0, 0, mask_of(parse_cards("AH")))
        assert (line.state.last_leader, line.state.last_winner) == (0, 3)
        assert line.state.last_trick == parse_cards("KD 2D AH AD")

    def test_he20_hearts_are_not_led_until_one_was_thrown(self) -> None:
        state = position("KD 2H", "2D AH", "4C 5C")
        assert texts_of(state, 0) == "play KD"
        with pytest.raises(IllegalAction, match=r"^hearts_not_broken$"):
            HEARTS.apply(state, 0, PLAYS[parse_card("2H")])
        broken = position("KD 2H", "2D AH", "4C 5C", is_broken=True)
        assert texts_of(broken, 0) == "play 2H, play KD"

    def test_he21_only_hearts_left(self) -> None:
        assert texts_of(position("3H 2H", "2D AH", "4C 5C"), 0) == "play 2H, play 3H"

    def test_he22_a_thrown_heart_opens_hearts(self) -> None:
        state = play(position("KD 2S", "2D AS", "AH 5C"), "KD 2D").state
        assert not state.is_broken
        assert play(state, "AH").state.is_broken

    def test_he23_the_queen_of_spades_does_not_open_hearts(self) -> None:
        line = play(position("KD 2H", "2D AS", "QS 5C"), "KD 2D QS")
        assert not line.state.is_broken
        assert texts_of(line.state, 0) == "play 2H"
        assert line.state.taken[0] == mask_of(parse_cards("QS"))

    def test_he24_points_may_be_thrown_after_the_first_trick(self) -> None:
        state = play(position("KD 2H", "2D AS", "QS 5C"), "KD 2D").state
        assert texts_of(state, 2) == "play 5C, play QS"

    @pytest.mark.parametrize(
        ("seat", "text", "code"),
        [
            (1, "play 2D", "not_your_turn"),
            (0, "play AH", "not_in_hand: AH"),
            (0, "pass KD", "wrong_phase"),
        ],
    )
    def test_refusals(self, seat: int, text: str, code: str) -> None:
        state = position("KD 2H", "2D AH", "4C 5C", is_broken=True)
        with pytest.raises(IllegalAction, match=f"^{code}$"):
            HEARTS.apply(state, seat, HEARTS.parse_action(text))

    def test_a_foreign_card_is_refused_in_the_middle_of_a_trick(self) -> None:
        state = play(position("KD 2H", "3C AH", "4C 5C"), "KD").state
        with pytest.raises(IllegalAction, match=r"^not_in_hand: 4C$"):
            HEARTS.apply(state, 1, PLAYS[parse_card("4C")])

    def test_actions_of_other_games(self) -> None:
        with pytest.raises(IllegalAction, match=r"^unknown_action: Bid$"):
            HEARTS.apply(position("2C", "3C", "4C"), 0, Bid(1))

    def test_deals_and_cards_out_of_time(self) -> None:
        new = HEARTS.setup(4, CLASSIC)
        actions: list[tuple[Any, int, Action | Deal]] = [
            (position("2C", "3C", "4C"), CHANCE, Deal(hearts_pack(3))),
            (new, 0, Deal(hearts_pack(4))),
            (new, 0, PLAYS[0]),
            (new, 0, PASSES[0]),
        ]
        for state, seat, action in actions:
            with pytest.raises(IllegalAction, match=r"^wrong_phase$"):
                HEARTS.apply(state, seat, action)

    def test_a_timeout_plays_the_leftmost_legal_card(self) -> None:
        state = play(position("KD 2S", "4D 2D AS", "AH 5C"), "KD").state
        assert HEARTS.timeout_action(state, 1).text == "play 2D"
        state = position("KS 2D AC", "2C", "4C")
        assert HEARTS.timeout_action(state, 0).text == "play AC"
        assert HEARTS.timeout_action(state, 0, HandOrder.RANKS).text == "play 2D"


class TestEnd:
    def test_he38_a_deal_ends_with_the_last_card(self) -> None:
        taken = ("QS", ALL_HEARTS.removesuffix(" AH"), "")
        state = position("KD", "2D", "AH", taken=taken)
        line = play(state, "KD 2D AH")
        row = DealRow(0, (14, 12, 0), -1, (-14, -12, 0), (-14, -12, 0))
        assert line.events[-2:] == (TrickTaken(0), DealScored(row))
        assert HEARTS.to_act(line.state) == (CHANCE,)
        assert HEARTS.outcome(line.state) is None
        assert line.state.deal == 1
        assert HEARTS.deal_result(line.events) == {
            "passing": 0,
            "points": (14, 12, 0),
            "scores": (-14, -12, 0),
            "totals": (-14, -12, 0),
        }
        assert HEARTS.deal_result(line.events[:1]) is None

    def test_he39_the_match_ends_at_the_target(self) -> None:
        taken = ("QS", ALL_HEARTS.removesuffix(" AH"), "")
        state = replace(position("KD", "2D", "AH", taken=taken), totals=(-86, -88, -20))
        line = play(state, "KD 2D AH")
        assert line.events[-1] == MatchEnded((-100, -100, -20), (2, 2, 1))
        assert HEARTS.to_act(line.state) == ()
        assert HEARTS.outcome(line.state) == Outcome((-100, -100, -20), (2, 2, 1))
        close = replace(state, totals=(-85, -87, -20))
        assert HEARTS.to_act(play(close, "KD 2D AH").state) == (CHANCE,)

    def test_he40_shooting_the_moon_is_noted(self) -> None:
        state = position("KD", "2D", "AH", taken=(MOON.replace(" AH", ""), "", ""))
        line = play(state, "KD 2D AH")
        result = HEARTS.deal_result(line.events)
        assert result is not None
        assert (result["moon"], result["scores"]) == (0, (0, -26, -26))

    def test_a_stopped_match_keeps_its_scores_unrated(self) -> None:
        state = replace(position("KD", "2D", "AH"), totals=(-3, -20, -3))
        outcome = HEARTS.stopped_outcome(state, EndReason.STOPPED, [1])
        assert outcome == Outcome((-3, -20, -3), (1, 3, 1), EndReason.STOPPED)
        assert HEARTS.scores(state) == (-3, -20, -3)


class TestFacts:
    def test_facts_and_deals_are_inverse(self) -> None:
        state = dealt(*ONE_SUIT_EACH, first=2, deal=1)
        facts = HEARTS.facts(state)
        assert facts.first == 2
        assert [format_cards(hand) for hand in facts.hands] == list(ONE_SUIT_EACH)
        assert facts.stock is None

    def test_facts_that_do_not_fit(self) -> None:
        new = HEARTS.setup(4, CLASSIC)
        facts = HEARTS.facts(dealt(*ONE_SUIT_EACH))
        later = replace(new, deal=1, match_first=0)
        for state, wrong in (
            (new, replace(facts, first=4)),
            (new, replace(facts, turned=0)),
            (new, replace(facts, stock=(0,))),
            (new, replace(facts, hands=facts.hands[:3])),
            (new, replace(facts, hands=(facts.hands[0],) * 4)),
            (later, replace(facts, first=0)),
        ):
            with pytest.raises(RecordError, match=r"^bad_deal$"):
                HEARTS.deal_from(state, wrong)
        assert HEARTS.deal_from(later, replace(facts, first=1))
