"""The easy player of Rentz in trick subgames: positions in which a person knows what to do."""

from __future__ import annotations

import pytest

from levata.bots.games.rentz import RentzBot
from levata.cards import parse_cards
from levata.events import CardPlayed, TrickTaken
from levata.games.rentz.options import Subgame
from levata.games.rentz.state import RentzState
from tests.support.rentz import act, answers, gone, position

BOT = RentzBot()


def following(subgame: Subgame, hand: str, led: str) -> RentzState:
    """Return a state in which the last seat adds to a trick."""
    cards = led.split()
    return act(position(subgame, *cards, hand), ", ".join(cards)).state


class TestAvoiding:
    """What costs points goes to others."""

    @pytest.mark.parametrize(
        ("subgame", "hand", "thrown"),
        [
            (Subgame.KING, "KH AS 7D", "KH"),
            (Subgame.QUEENS, "KH QS 7D", "QS"),
            (Subgame.DIAMONDS, "AS 7S AD", "AD"),
            (Subgame.TOTALS, "KH 7D AS", "KH"),
            (Subgame.TOTALS, "QD 7H 7S 8S AS", "QD"),
            (Subgame.TRICKS, "7H AS 8D", "AS"),
        ],
    )
    def test_the_dangerous_card_is_thrown_when_void(
        self, subgame: Subgame, hand: str, thrown: str
    ) -> None:
        assert answers(following(subgame, hand, "8C 9C TC"), ()) == {f"play {thrown}"}

    @pytest.mark.parametrize("subgame", [Subgame.TRICKS, Subgame.TOTALS])
    def test_a_trick_is_ducked_with_the_highest_card_that_loses(self, subgame: Subgame) -> None:
        assert answers(following(subgame, "7S 9S KS", "TS JS QS"), ()) == {"play 9S"}

    @pytest.mark.parametrize(
        ("subgame", "led"),
        [(Subgame.KING, "8H JH KH"), (Subgame.QUEENS, "8H JH QS"), (Subgame.DIAMONDS, "8H JH 7D")],
    )
    def test_a_trick_with_an_item_is_ducked(self, subgame: Subgame, led: str) -> None:
        assert answers(following(subgame, "7H 9H AH", led), ()) <= {"play 7H", "play 9H"}

    def test_a_trick_without_an_item_is_taken_to_get_rid_of_a_high_card(self) -> None:
        assert answers(following(Subgame.DIAMONDS, "7H 9H AH", "8H JH TH"), ()) == {"play AH"}

    @pytest.mark.parametrize(
        ("subgame", "hand", "led", "unloaded"),
        [
            (Subgame.KING, "7H KH", "8H AH 9H", "KH"),
            (Subgame.QUEENS, "7S QS", "8S KS 9S", "QS"),
            (Subgame.TOTALS, "7D QD", "8D KD 9D", "QD"),
        ],
    )
    def test_an_item_is_unloaded_under_a_higher_card(
        self, subgame: Subgame, hand: str, led: str, unloaded: str
    ) -> None:
        assert answers(following(subgame, hand, led), ()) == {f"play {unloaded}"}

    def test_a_trick_that_must_be_taken_takes_the_highest_card_away(self) -> None:
        assert answers(following(Subgame.TRICKS, "JS AS", "8S TS 9S"), ()) == {"play AS"}

    def test_a_trick_that_must_be_taken_is_not_taken_with_a_queen(self) -> None:
        assert answers(following(Subgame.QUEENS, "QS KS", "8S TS 9S"), ()) == {"play KS"}

    @pytest.mark.parametrize("subgame", [Subgame.TRICKS, Subgame.TOTALS])
    def test_a_low_card_is_led(self, subgame: Subgame) -> None:
        hands = ("7S AS 7C AC", "8S 9S KH KC", "JS QS 8C 9D", "KS TC JC QD")
        assert answers(position(subgame, *hands)) <= {"play 7S", "play 7C"}

    @pytest.mark.parametrize("subgame", [Subgame.TRICKS, Subgame.TOTALS, Subgame.QUEENS])
    def test_a_dead_suit_is_not_led_into_one_s_own_loss(self, subgame: Subgame) -> None:
        """Field report E10: nobody else holds clubs, so even the lowest one takes the trick."""
        hands = ("7C 8C 9C 8S", "9S TS QH KD", "JS QS 8H 9D", "KS AS QD TH")
        assert answers(position(subgame, *hands)) == {"play 8S"}

    def test_the_ace_of_hearts_does_not_fetch_the_king(self) -> None:
        hands = ("AH 9S TC", "KH 8S 7C", "9H TS 8C", "TH JS 9C")
        assert "play AH" not in answers(position(Subgame.KING, *hands))

    def test_a_suit_in_which_a_seat_is_void_is_not_led_high(self) -> None:
        """Both aces take their tricks; on spades seat 1 would throw a queen."""
        state = position(Subgame.QUEENS, "AS AC", "QH QD", "TS 9C", "8S TC")
        card = dict(zip(["7S", "8H", "9S", "JS"], parse_cards("7S 8H 9S JS"), strict=True))
        shown = (
            CardPlayed(0, card["7S"]),
            CardPlayed(1, card["8H"]),
            CardPlayed(2, card["9S"]),
            CardPlayed(3, card["JS"]),
            TrickTaken(3),
        )
        assert answers(state) == {"play AS", "play AC"}
        assert answers(state, gone(state) + shown) == {"play AC"}

    def test_a_worthless_trick_does_not_cost_the_guard_of_the_king(self) -> None:
        state = following(Subgame.KING, "7H KH", "8H 9H TH")
        assert answers(state, ()) == {"play 7H"}


class TestTaking:
    """What earns points is taken."""

    def test_the_last_seat_takes_with_the_lowest_card_that_wins(self) -> None:
        assert answers(following(Subgame.WHIST, "7S JS AS", "8S TS 9S"), ()) == {"play JS"}

    def test_a_lost_trick_costs_the_lowest_card(self) -> None:
        assert answers(following(Subgame.WHIST, "7S KS", "8S AS 9S"), ()) == {"play 7S"}

    def test_winners_are_kept_when_void(self) -> None:
        assert answers(following(Subgame.WHIST, "7D AS KH", "8C TC 9C"), ()) == {"play 7D"}

    def test_a_sure_trick_is_led(self) -> None:
        hands = ("AS 7D 8H", "KS AD AH", "QS KD KH", "JS QD QH")
        assert answers(position(Subgame.WHIST, *hands)) == {"play AS"}

    def test_the_ten_of_clubs_is_taken(self) -> None:
        assert answers(following(Subgame.TEN_CLUBS, "7C JC AC", "8C TC 9C"), ()) <= {
            "play JC",
            "play AC",
        }

    def test_the_ten_of_clubs_is_taken_with_itself(self) -> None:
        assert answers(following(Subgame.TEN_CLUBS, "7C TC", "8C 9C 9C"), ()) == {"play TC"}

    def test_the_ten_of_clubs_is_not_thrown_away(self) -> None:
        assert answers(following(Subgame.TEN_CLUBS, "TC 7D AH", "8S 9S TS"), ()) <= {
            "play 7D",
            "play AH",
        }
        assert answers(following(Subgame.TEN_CLUBS, "7C TC", "8C 9C KC"), ()) == {"play 7C"}

    def test_the_ten_of_clubs_is_led_once_the_higher_clubs_are_gone(self) -> None:
        hands = ("TC 7S", "9C 8S", "8C 9S", "7C TS")
        assert answers(position(Subgame.TEN_CLUBS, *hands)) == {"play TC"}

    def test_high_clubs_are_kept_while_the_ten_is_out(self) -> None:
        state = following(Subgame.TEN_CLUBS, "AC KC 9D", "8S 9S TS")
        assert answers(state, ()) == {"play 9D"}

    def test_clubs_are_worth_nothing_once_the_ten_is_gone(self) -> None:
        state = following(Subgame.TEN_CLUBS, "AC 9D", "8S 9S TS")
        assert answers(state, gone(state, "TC")) == {"play AC", "play 9D"}
