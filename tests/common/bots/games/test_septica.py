"""The easy player of Septica: positions in which a person knows what to do."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from levata.bots.bot import Question
from levata.bots.games.septica import SepticaBot
from levata.bots.levels import RandomBot
from levata.cards import mask_of, parse_cards
from levata.events import CardPlayed
from levata.game import Seat
from levata.games.septica import SepticaOptions, SepticaState, SepticaView, septica_pack
from tests.support.self_play import decisions, final_state
from tests.support.septica import SEPTICA, play, position

BOT = SepticaBot()
PAIRS = SepticaOptions(partners=True)
PLAIN = "8C QD JC 9H"
"""A hand that neither cuts kings nor scores."""


def question_of(state: SepticaState, *gone: str) -> Question[SepticaView]:
    """Return the question put to whoever must act; ``gone`` cards were played before."""
    seat = state.turn
    played = [*(card for text in gone for card in parse_cards(text)), *state.pile]
    return Question(
        "septica",
        state.options,
        state.seats,
        SEPTICA.view(state, seat),
        tuple(CardPlayed(0, card) for card in played),
    )


def answers(state: SepticaState, *gone: str) -> set[str]:
    """Return every answer the player may give, whatever his luck."""
    question = question_of(state, *gone)
    return {BOT.choose(question, random.Random(seed)).action for seed in range(40)}


def table(*hands: str, options: SepticaOptions | None = None, leader: Seat = 0) -> SepticaState:
    """Return a state in which everything not in a hand is in the stock."""
    seats = len(hands)
    held = parse_cards(" ".join(hands))
    rest = tuple(card for card in septica_pack(seats) if card not in held)
    state = position(*hands, options=options or SepticaOptions(), leader=leader)
    return replace(state, stock=rest)


class TestFollowing:
    @pytest.mark.parametrize("seats", [2, 3, 4])
    def test_a_seven_is_not_spent_on_an_empty_trick(self, seats: int) -> None:
        others = ["8D QH JD QS", "JH 9S QC JS"][: seats - 2]
        state = play(table("KH AD TD 9C", "7C KD 9D JS", *others), "KH").state
        assert "play 7C" not in answers(state)

    @pytest.mark.parametrize("seats", [2, 4])
    def test_points_are_not_thrown_away(self, seats: int) -> None:
        others = ["8D QH JD QS", "JH 9S QC JS"][: seats - 2]
        state = play(table("KH KC TD 9C", "TH AC 9D JS", *others), "KH").state
        assert answers(state) <= {"play 9D", "play JS"}

    def test_a_seven_rather_than_a_ten_when_nothing_else_is_left(self) -> None:
        state = play(table("KH KC AD 9C", "TH 7C AC TC"), "KH").state
        assert answers(state) == {"play 7C"}

    def test_points_on_the_table_are_cut(self) -> None:
        assert answers(play(table("TH 8C QD JC", "7C KD 9D JS"), "TH").state) == {"play 7C"}

    def test_the_cheapest_card_cuts(self) -> None:
        state = play(table("KH TD QD JC", "AD 9H 8H JD", "7C KD 9D JS"), "KH AD").state
        assert answers(state) == {"play KD"}

    def test_the_last_seat_cuts_two_points(self) -> None:
        hands = ("TH 8H QD JC", "AS 9H 8D JD", "QH 9S 8S JH", "7C KD 9D JS")
        assert answers(play(table(*hands), "TH AS QH").state) == {"play 7C"}

    def test_pairs_are_kept(self) -> None:
        state = play(table("KH TD AD 9C", "QC QD 9D 8C"), "KH").state
        assert answers(state) <= {"play 9D", "play 8C"}


class TestLeading:
    def test_worthless_ranks_held_twice_are_led(self) -> None:
        assert answers(table("QC QD 7C TH", PLAIN)) == {"play QC", "play QD"}

    @pytest.mark.parametrize("seats", [2, 3, 4])
    def test_points_with_nothing_to_back_them_are_not_led(self, seats: int) -> None:
        others = ("8D QH JD QS", "JH 9S QC JS", "KC KS JC 8H")[: seats - 1]
        assert answers(table("TC AS 9D KH", *others)) <= {"play 9D", "play KH"}

    @pytest.mark.parametrize("seats", [2, 3, 4])
    def test_sevens_are_not_led_early(self, seats: int) -> None:
        others = ("8D QH JD QS", "JH 9S QC JS", "KC KS JC 8H")[: seats - 1]
        assert "play 7C" not in answers(table("7C TH AS 9D", *others))

    def test_a_point_that_nobody_can_cut_is_led(self) -> None:
        gone = "7C 7D 7H 7S TC TD TS"
        state = table("TH 8C 9D QS", "AC JD QD KC")
        assert answers(state, gone) == {"play TH"}


class TestDeciding:
    def test_the_leader_goes_on_for_points(self) -> None:
        state = play(table("TH TD 8C QC", "7S AC 8D JD"), "TH 7S").state
        assert answers(state) == {"play TD"}

    def test_the_leader_leaves_what_is_worth_nothing(self) -> None:
        state = play(table("KH 7D 8C QC", "KS AC 8D JD"), "KH KS").state
        assert answers(state) == {"leave"}

    def test_the_leader_leaves_cards_to_his_partner(self) -> None:
        hands = ("TH TD 8C QC", "9C 9D 8D JD", "7S AC AH KS", "AS QH QS KD")
        gone = "7C 7D 7H TC"
        state = play(table(*hands, options=PAIRS), "TH 9C 7S AS").state
        assert answers(state, gone) == {"leave"}
        alone = play(table(*hands), "TH 9C 7S AS").state
        assert answers(alone, gone) == {"play TD"}


class TestPartners:
    def test_a_partner_who_holds_the_trick_gets_points_from_the_last_seat(self) -> None:
        hands = ("KH 9C 8C QC", "9S 7D 8D JD", "8S JC 9H QH", "TS 8H QS JS")
        state = play(table(*hands, options=PAIRS), "KH 7D 8S").state
        gone = "7C 7H 7S KD KC"
        assert answers(state, gone) == {"play TS"}
        assert answers(play(table(*hands), "KH 7D 8S").state, gone) <= {
            "play 8H",
            "play QS",
            "play JS",
        }

    def test_a_partner_is_not_cut(self) -> None:
        hands = ("KH AC 9C 8C", "7D 8D JS JD", "TS JC 9H QH", "7S QS KS 8S")
        state = play(table(*hands, options=PAIRS), "KH 7D TS").state
        assert "play 7S" not in answers(state)


TABLES = [
    (2, SepticaOptions()),
    (3, SepticaOptions(show_points=False)),
    (4, SepticaOptions()),
    (4, PAIRS),
    (4, SepticaOptions(continue_when_winning=True)),
]


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_answers_are_legal_and_the_same_for_the_same_seed(
    seats: int, options: SepticaOptions
) -> None:
    for number in range(8):
        for _, question, answer in decisions(SEPTICA, options, [BOT] * seats, f"{number}"):
            assert answer in question.view.legal
            again = [BOT.choose(question, random.Random(number)) for _ in range(2)]
            assert again[0] == again[1]


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_hidden_cards_make_no_difference(seats: int, options: SepticaOptions) -> None:
    rng = random.Random("hidden")
    compared = 0
    for state, question, _ in decisions(SEPTICA, options, [BOT] * seats, "hidden"):
        me = state.turn
        hidden = [
            card
            for seat, hand in enumerate(state.hands)
            for card in range(52)
            if seat != me and hand >> card & 1
        ]
        hidden += state.stock
        rng.shuffle(hidden)
        hands = list(state.hands)
        for seat in range(seats):
            if seat != me:
                size = hands[seat].bit_count()
                hands[seat], hidden = mask_of(hidden[:size]), hidden[size:]
        other = replace(state, hands=tuple(hands), stock=tuple(hidden))
        compared += other != state
        asked = replace(question, view=SEPTICA.view(other, me))
        assert BOT.choose(asked, random.Random(1)) == BOT.choose(question, random.Random(1))
    assert compared > 10


@pytest.mark.parametrize(
    ("seats", "options", "margin"),
    [
        (2, SepticaOptions(), 15),
        (3, SepticaOptions(), 6),
        (4, SepticaOptions(), 4),
        (4, PAIRS, 10),
    ],
)
def test_it_beats_random_players(seats: int, options: SepticaOptions, margin: int) -> None:
    lead = 0.0
    rounds = 30
    for number in range(rounds):
        for mine in range(seats):
            own = {mine, (mine + 2) % 4} if options.partners else {mine}
            players = [BOT if seat in own else RandomBot() for seat in range(seats)]
            totals = final_state(SEPTICA, options, players, f"{number}").totals
            others = [score for seat, score in enumerate(totals) if seat not in own]
            lead += totals[mine] - sum(others) / len(others)
    assert lead / (rounds * seats) > margin
