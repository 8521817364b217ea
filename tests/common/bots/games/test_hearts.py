"""The easy player of Hearts: positions in which a person knows what to do."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from levata.bots.bot import Question
from levata.bots.games.hearts import HeartsBot
from levata.bots.levels import RandomBot
from levata.cards import cards_of, mask_of, parse_cards
from levata.events import CardPlayed
from levata.game import Seat
from levata.games.hearts import HeartsOptions, HeartsState, HeartsView, Phase, hearts_pack
from tests.support.hearts import HEARTS, dealt, pass_cards, position
from tests.support.self_play import decisions, final_state

BOT = HeartsBot()
JACK = HeartsOptions(jack_of_diamonds=True)


def question_of(state: HeartsState, seat: Seat, *gone: str) -> Question[HeartsView]:
    """Return the question put to a seat; ``gone`` cards were played before."""
    played = [*(card for text in gone for card in parse_cards(text)), *state.trick]
    return Question(
        "hearts",
        state.options,
        state.seats,
        HEARTS.view(state, seat),
        tuple(CardPlayed(0, card) for card in played),
    )


def answers(state: HeartsState, *gone: str, seat: Seat | None = None) -> set[str]:
    """Return every answer the player may give, whatever his luck."""
    question = question_of(state, state.turn if seat is None else seat, *gone)
    return {BOT.choose(question, random.Random(seed)).action for seed in range(20)}


def table(hand: str, seat: Seat = 0, **more: bool | HeartsOptions) -> HeartsState:
    """Return a position of four in which the other hands are dealt the rest in turn."""
    mine = parse_cards(hand)
    rest = [card for card in hearts_pack(4) if card not in mine]
    hands = [mask_of(mine if owner == seat else rest[owner::4]) for owner in range(4)]
    options = more.get("options") or HeartsOptions()
    assert isinstance(options, HeartsOptions)
    state = position("2C", "3C", "4C", "5C", leader=seat, options=options)
    return replace(state, hands=tuple(hands), is_broken=bool(more.get("is_broken")))


def on_table(hand: str, trick: str, **more: bool | HeartsOptions) -> HeartsState:
    """Return a position of four in which seat 3 follows the cards of a trick."""
    cards = parse_cards(trick)
    state = table(hand, 3, **more)
    hands = [mask & ~mask_of(cards) for mask in state.hands]
    return replace(
        state, hands=tuple(hands), trick=cards, trick_leader=(3 - len(cards)) % 4, turn=3
    )


def passed(hand: str) -> set[str]:
    """Return the three cards that the player passes from a hand."""
    rest = [card for card in hearts_pack(4) if card not in parse_cards(hand)]
    others = [mask_of(rest[index::3]) for index in range(3)]
    state = dealt(*_ONE_EACH)
    state = replace(state, hands=(mask_of(parse_cards(hand)), *others))
    chosen: set[str] = set()
    for _ in range(3):
        answer = BOT.choose(question_of(state, 0), random.Random(1)).action
        chosen.add(answer.removeprefix("pass "))
        state = HEARTS.apply(state, 0, HEARTS.parse_action(answer)).state
    return chosen


_ONE_EACH = tuple(" ".join(rank + suit for rank in "23456789TJQKA") for suit in "CDHS")


class TestPassing:
    def test_a_bare_queen_of_spades_and_the_cards_above_her_go(self) -> None:
        assert passed("2C 3C 4C 6C 2D 3D 5D 7D 2H 3H QS KS AS") == {"QS", "KS", "AS"}

    def test_a_guarded_queen_stays(self) -> None:
        assert "QS" not in passed("2C 9C KC AC 2D TD QD AD 2S 4S 5S 7S QS")

    def test_low_spades_stay(self) -> None:
        assert not {"2S", "4S", "5S"} & passed("TC JC KC AC 9D JD QD KD 8H QH 2S 4S 5S")

    def test_high_cards_go_before_low_ones(self) -> None:
        assert passed("2C 3C 4C AC 2D 3D 4D AD 2H 3H 4H AH 2S") == {"AC", "AD", "AH"}

    def test_the_jack_that_counts_stays(self) -> None:
        state = dealt(*_ONE_EACH, options=JACK)
        texts = pass_cards(state, "", "KD AD").state
        assert answers(texts, seat=1) != {"pass JD"}


class TestFollowing:
    def test_the_highest_card_below_the_taker_is_played(self) -> None:
        assert answers(on_table("3D 8D KD 2S", "TD 4D 2H")) == {"play 8D"}

    def test_a_trick_without_points_is_taken_high_by_the_last(self) -> None:
        assert answers(on_table("3D 8D KD 2S", "2D 4D 5D")) == {"play KD"}

    def test_points_are_avoided_at_the_last_seat(self) -> None:
        assert answers(on_table("3D 8D KD 2S", "4D 5D QS")) == {"play 3D"}

    def test_the_queen_goes_under_the_king(self) -> None:
        assert answers(on_table("3S 8S QS AD", "KS 4S")) == {"play QS"}

    def test_the_king_stays_while_the_queen_is_out(self) -> None:
        assert answers(on_table("3S 8S KS AD", "4S 5S")) <= {"play 3S", "play 8S"}

    def test_the_highest_club_on_the_first_trick(self) -> None:
        state = replace(on_table("3C 8C AC QS", "2C 4C"), tricks=0)
        assert answers(state) == {"play AC"}

    def test_the_jack_that_counts_is_taken(self) -> None:
        assert answers(on_table("3D 8D KD 2S", "JD 4D TD", options=JACK)) == {"play KD"}
        assert answers(on_table("3D 8D KD 2S", "JD 4D TD")) == {"play KD"}
        assert answers(on_table("3D 8D KD 2S", "JD 4D 2H", options=JACK)) == {"play KD"}
        assert answers(on_table("3D 8D KD 2S", "JD 4D 2H")) == {"play 8D"}


class TestDiscarding:
    def test_the_queen_goes_first(self) -> None:
        assert answers(on_table("QS AS AH 2C", "TD 4D")) == {"play QS"}

    def test_then_the_cards_above_her(self) -> None:
        assert answers(on_table("AS 5H 2C 3C", "TD 4D")) == {"play AS"}

    def test_high_cards_before_low_ones(self) -> None:
        assert answers(on_table("2H AH 2C 3C", "TD 4D"), "QS") == {"play AH"}

    def test_the_jack_that_counts_is_kept(self) -> None:
        assert answers(on_table("JD 2C 3C 4C", "TS 4S", options=JACK)) <= {
            "play 2C",
            "play 3C",
            "play 4C",
        }


class TestLeading:
    def test_a_suit_that_others_are_short_of_is_led_low(self) -> None:
        gone = "3D 4D 5D 6D 7D 8D TD JD QD 3C 4C 5C"
        assert answers(table("2C KD AD QH", is_broken=True), gone) == {"play 2C"}

    def test_neither_the_queen_nor_the_cards_above_her(self) -> None:
        assert not answers(table("QS AS 5D 9C 2S")) & {"play QS", "play AS"}


class TestShootingTheMoon:
    TAKEN = ("QS 2H 3H 4H 5H 6H", "", "", "")

    def test_points_are_taken_from_whoever_shoots(self) -> None:
        # All points went to seat 0, who leads; the ace takes one of them away.
        state = on_table("3D AD 2S", "KD 4D 7H")
        shot = replace(state, taken=tuple(mask_of(parse_cards(cards)) for cards in self.TAKEN))
        gone = "QS 2H 3H 4H 5H 6H"
        assert answers(state, gone) == {"play 3D"}
        assert answers(shot, gone) == {"play AD"}

    def test_no_points_are_thrown_to_whoever_shoots(self) -> None:
        state = on_table("AH TC 3C", "KD 4D 7D")
        shot = replace(state, taken=tuple(mask_of(parse_cards(cards)) for cards in self.TAKEN))
        gone = "QS 2H 3H 4H 5H 6H"
        assert answers(state, gone) == {"play AH"}
        assert answers(shot, gone) == {"play TC"}


TABLES = [(3, HeartsOptions(target=40)), (4, JACK), (5, HeartsOptions(target=40))]


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_answers_are_legal_and_the_same_for_the_same_seed(
    seats: int, options: HeartsOptions
) -> None:
    for _, question, answer in decisions(HEARTS, options, [BOT] * seats, "1"):
        assert answer in question.view.legal
        again = [BOT.choose(question, random.Random(7)) for _ in range(2)]
        assert again[0] == again[1]


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_hidden_cards_make_no_difference(seats: int, options: HeartsOptions) -> None:
    rng = random.Random("hidden")
    compared = 0
    for state, question, _ in decisions(HEARTS, options, [BOT] * seats, "hidden"):
        me = question.view.seat
        passed_on = mask_of(question.view.passed) if state.phase == Phase.PLAY else 0
        hands, chosen = list(state.hands), list(state.passed)
        hidden = [
            card
            for seat, hand in enumerate(hands)
            if seat != me
            for card in cards_of(hand & ~passed_on)
        ]
        rng.shuffle(hidden)
        for seat, hand in enumerate(hands):
            if seat != me:
                known = hand & passed_on
                size = hand.bit_count() - known.bit_count()
                hands[seat], hidden = mask_of(hidden[:size]) | known, hidden[size:]
                if state.phase == Phase.PASS:
                    chosen[seat] = mask_of(cards_of(hands[seat])[: chosen[seat].bit_count()])
        other = replace(state, hands=tuple(hands), passed=tuple(chosen))
        compared += other != state
        asked = replace(question, view=HEARTS.view(other, me))
        assert BOT.choose(asked, random.Random(1)) == BOT.choose(question, random.Random(1))
    assert compared > 100


@pytest.mark.parametrize(
    ("seats", "options", "margin"),
    [(3, HeartsOptions(target=60), 30), (4, JACK, 50), (5, HeartsOptions(target=60), 15)],
)
def test_it_beats_random_players(seats: int, options: HeartsOptions, margin: int) -> None:
    lead = 0.0
    for mine in range(seats):
        players = [BOT if seat == mine else RandomBot() for seat in range(seats)]
        end = final_state(HEARTS, options, players, f"{mine}")
        others = [score for seat, score in enumerate(end.totals) if seat != mine]
        lead += end.totals[mine] - sum(others) / len(others)
    assert lead / seats > margin
