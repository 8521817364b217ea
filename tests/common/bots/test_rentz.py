"""The easy player of Rentz: positions in which a person knows what to do."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from levata.bots.games.rentz import RentzBot
from levata.bots.games.rentz.choice import subgame_worths
from levata.cards import format_cards, iter_cards, mask_of, parse_cards
from levata.events import CardPlayed, Event, TrickTaken
from levata.games.rentz.options import Subgame, pack_mask
from levata.games.rentz.state import RentzState
from levata.options import Scalar
from tests.support.rentz import RENTZ, act, deal_hands, options_of, position, question_of, shuffled

BOT = RentzBot()


def gone(state: RentzState, cards: str = "") -> tuple[Event, ...]:
    """Return a history in which these cards were played in earlier tricks.

    Without ``cards`` every card that is neither held nor on the table was.
    """
    rest = pack_mask(state.seats) & ~sum(state.hands) & ~mask_of(state.trick)
    played = parse_cards(cards) if cards else tuple(iter_cards(rest))
    events: list[Event] = []
    for card in played:
        events += [CardPlayed(0, card), TrickTaken(0)]
    return tuple(events)


def answers(state: RentzState, history: tuple[Event, ...] | None = None) -> set[str]:
    """Return every answer the player may give, whatever his luck.

    Without a history all cards that nobody holds are gone.
    """
    question = question_of(state, gone(state) if history is None else history)
    return {BOT.choose(question, random.Random(seed)).action for seed in range(20)}


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


def layout(*hands: str, laid: str = "", **texts: Scalar) -> RentzState:
    return position(Subgame.RENTZ, *hands, laid=laid, table=texts)


OTHERS = ("7D 8D", "7S 8S", "QS KS")


class TestLayout:
    def test_a_card_that_frees_one_s_own_goes_first(self) -> None:
        state = layout("TH 9H QD", *OTHERS, laid="JH JD KD")
        assert answers(state) == {"play TH"}

    def test_a_jack_that_frees_others_only_is_held(self) -> None:
        state = layout("JS TH 9H", *OTHERS, laid="JH QH")
        assert answers(state) == {"play TH"}

    def test_a_card_behind_which_one_s_own_wait_goes_before_one_without(self) -> None:
        state = layout("TC 8C TD", "9C 7C 9D", "8D 7D", "AS AH", laid="JC JD")
        assert answers(state) == {"play TC"}

    def test_an_ace_is_laid_while_it_gives_a_second_move(self) -> None:
        state = layout("AH TH 9H", *OTHERS, laid="JH QH KH")
        assert answers(state) == {"play AH"}

    def test_an_ace_that_gives_none_waits(self) -> None:
        state = layout("AH TH 8C", *OTHERS, laid="JH QH KH")
        again = layout("AH 8C QH", *OTHERS, laid="JH")
        assert answers(again) == {"play QH"}
        assert answers(state) == {"play AH"}

    def test_a_second_move_that_helps_others_only_is_declined(self) -> None:
        state = layout("AH JS 9C", *OTHERS, laid="JH QH KH")
        again = act(state, "AH").state
        assert answers(again) == {"stop"}

    def test_a_second_move_that_helps_oneself_is_made(self) -> None:
        state = layout("AH JS TS", *OTHERS, laid="JH QH KH")
        assert answers(act(state, "AH").state) == {"play JS"}

    def test_a_low_end_goes_before_a_card_that_frees_others(self) -> None:
        state = layout("7H TC", "9C 8C", "7C", "QS KS", laid="JH TH 9H 8H JC")
        assert answers(state) == {"play 7H"}


class TestChoosing:
    @pytest.mark.parametrize("preset", ["classic7", "online8"])
    @pytest.mark.parametrize(
        ("hand", "good"),
        [
            ("7S 8S 9S 7H 8H 7C 8C 7D", {"totals", "tricks"}),
            ("AS KS QS AH KH AC AD KC", {"whist"}),
            ("JC JD JH JS QC TC QH TH", {"rentz"}),
        ],
    )
    def test_the_subgame_suits_the_hand(self, preset: str, hand: str, good: set[str]) -> None:
        options = options_of(4, preset=preset)
        worths = subgame_worths(options, 4, mask_of(parse_cards(hand)), options.subgames)
        best = max(worths, key=lambda subgame: worths[subgame])
        assert best.name.lower() in good, worths

    def test_the_bot_chooses_what_is_worth_most_of_what_is_left(self) -> None:
        state = shuffled(RENTZ.setup(4, options_of(4)), random.Random(5)).state
        state = replace(state, used=(0b10010000,) * 4)
        worths = subgame_worths(
            state.options, 4, state.hands[state.turn], [Subgame(g) for g in (0, 1, 2, 3, 5, 6)]
        )
        best = max(worths, key=lambda subgame: worths[subgame])
        assert answers(state, ()) == {f"choose {best.name.lower()}"}

    def test_average_hands_are_worth_nothing(self) -> None:
        """Worths are measured against other hands, so over many hands they come to nothing."""
        options = options_of(4)
        rng = random.Random(7)
        pack = tuple(iter_cards(pack_mask(4)))
        hands = [mask_of(rng.sample(pack, 8)) for _ in range(400)]
        worths = [subgame_worths(options, 4, hand, options.subgames) for hand in hands]
        for subgame in options.subgames:
            values = [worth[subgame] for worth in worths]
            spread = max(values) - min(values)
            assert abs(sum(values) / len(values)) < spread / 20

    def test_the_bot_looks_before_it_chooses(self) -> None:
        state = shuffled(RENTZ.setup(4, options_of(4, nv="on")), random.Random(1)).state
        assert answers(state, ()) == {"look"}
        looked = act(state, "look").state
        assert answers(looked, ()) < {f"choose {subgame.name.lower()}" for subgame in Subgame}

    @pytest.mark.parametrize(
        ("hand", "answer"),
        [("7C 7D AC AD 8H 8S KH KS", "refuse"), ("7C AC 8C JC JD AD 7D TD", "accept")],
    )
    def test_a_bad_hand_is_refused_where_it_can_be(self, hand: str, answer: str) -> None:
        held = parse_cards(hand)
        rest = [card for card in iter_cards(pack_mask(4)) if card not in held]
        hands = [hand, *(format_cards(rest[step::3]) for step in range(3))]
        dealt = deal_hands(RENTZ.setup(4, options_of(4, refuse_rentz=1)), hands)
        asked = act(dealt, "choose rentz").state
        assert RENTZ.view(asked, 0).legal == ("accept", "refuse")
        assert answers(asked, ()) == {answer}
