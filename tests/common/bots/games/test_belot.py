"""The easy player of Belot: positions in which a person knows what to do."""

from __future__ import annotations

import random
from collections.abc import Mapping

import pytest
from msgspec.structs import replace

from levata.bots.bot import Question
from levata.bots.games.belot import BelotBot
from levata.cards import RANKS, SUITS, Card, cards_of, mask_of, parse_cards, top_ranks
from levata.events import CardPlayed, Event, TrickTaken
from levata.game import CHANCE, Deal, Seat
from levata.games.belot import BelotOptions, BelotState, BelotView
from levata.games.belot.cards import CONTRACTS
from levata.games.belot.state import Phase
from tests.support.belot import BELOT, act, in_trick, new_match

BOT = BelotBot()


PACK = top_ranks(8)


def question_of(state: BelotState, history: tuple[Event, ...]) -> Question[BelotView]:
    seat = state.turn
    return Question("belot", state.options, 4, BELOT.view(state, seat), history)


def answer(question: Question[BelotView]) -> str:
    return BOT.choose(question, random.Random(0)).action


def card_in(
    contract: str,
    trick: str,
    hand: str,
    others: str,
    by: Seat = 0,
    voids: Mapping[Seat, str] | None = None,
    auto_belot: bool = True,
) -> str:
    """Return what seat 0 plays: ``others`` are the cards left in other hands, the rest is gone.

    ``voids`` are suits that seats could not follow before. The partner is seat 2.
    """
    state = in_trick(contract, trick, hand, by, options=BelotOptions(auto_belot=auto_belot))
    left = parse_cards(others)
    size = len(parse_cards(hand))
    sizes = [size - (seat > 3 - len(state.trick)) for seat in (1, 2, 3)]
    assert len(left) == sum(sizes), f"others hold {sum(sizes)} cards"
    hands = [state.hands[0]]
    for count in sizes:
        hands.append(mask_of(left[:count]))
        left = left[count:]
    known = {*parse_cards(others), *cards_of(state.hands[0]), *state.trick}
    history: list[Event] = []
    for card in [card for card in PACK if card not in known]:
        # Each in a trick of its own, so that nothing follows from it.
        history += [CardPlayed(0, card), TrickTaken(0)]
    for seat, suits in (voids or {}).items():
        for suit in suits:
            led = next(card for card in PACK if card % 4 == SUITS.index(suit) and card not in known)
            other = next(card for card in PACK if card % 4 != led % 4 and card not in known)
            history += [CardPlayed((seat + 1) % 4, led), CardPlayed(seat, other), TrickTaken(0)]
    for place, card in enumerate(state.trick):
        history.append(CardPlayed((state.trick_leader + place) % 4, card))
    text = answer(question_of(replace(state, hands=tuple(hands)), tuple(history)))
    assert text.startswith("play ")
    return text.removeprefix("play ")


class TestFollowing:
    def test_a_ten_goes_on_the_partners_sure_trick(self) -> None:
        early = "7H 8H AH KH QH TH 8C 9C TC JC QC KC AC 8D 9D JD TD AD KS QS JS"
        assert card_in("hearts", "8S AS 9S", "TS 7S KD QD 7D 7C JH 9H", early) == "TS"
        others = "7C 8C 9C TC JC QC KC AC AD"
        assert card_in("notrump", "8S AS 9S", "TD 7D 9D KH", others) == "TD"
        assert card_in("hearts", "8S AS 9S", "TD 7D 9D KH", others) == "TD"

    def test_a_lone_ten_goes_on_the_partners_sure_trick_at_once(self) -> None:
        others = "7C 8C 9C TC JC QC KC AC AD"
        assert card_in("notrump", "8S AS 9S", "TD 8C 9H KH", others.replace("8C", "JD")) == "TD"

    def test_an_ace_is_kept_where_it_takes_a_later_trick(self) -> None:
        assert card_in("notrump", "8S TS 9S", "AS 7S KD QD", "7C 8C 9C TC JC QC KC AC KS") == "7S"

    @pytest.mark.parametrize("contract", ["hearts", "notrump"])
    def test_a_trick_that_is_lost_gets_no_ten(self, contract: str) -> None:
        others = "7C 8C 9C TC JC QC KC AC KS"
        assert card_in(contract, "AS 8S 9S", "TS 7S KD QD", others) == "7S"
        assert card_in(contract, "8S 9S AS", "TS 7S KD QD", others) == "7S"

    def test_partners_trick_is_not_ruffed(self) -> None:
        """Field report E9."""
        others = "7C 8C 9C TC AH 8H AD TD KS"
        assert card_in("hearts", "8S AS 9S", "JH 7H 7D KD", others) == "KD"
        assert card_in("hearts", "8S AS 9S", "9H 7H 7D 8D", others) in ("7D", "8D")

    def test_partners_trick_is_not_overtaken_with_a_master(self) -> None:
        others = "7C 8C 9C TC JC QC KC AC JS"
        assert card_in("notrump", "8S KS 9S", "AS 7S KD QD", others) == "7S"

    def test_the_lowest_trump_ruffs(self) -> None:
        others = "7C 8C 9C TC JC QC KC AC KS"
        assert card_in("hearts", "AS 8S 9S", "JH 7H TH KD", others) == "7H"

    def test_the_lowest_sufficient_trump_overruffs(self) -> None:
        others = "7C 8C 9C TC JC QC KC AC KS"
        assert card_in("hearts", "AS 8S QH", "JH KH 7H TD", others) == "KH"

    def test_the_last_seat_wins_with_the_card_it_needs_least(self) -> None:
        others = "7C 8C 9C TC JC QC KC AS JS"
        assert card_in("notrump", "8S 9S QS", "TS KS KD QD", others) == "TS"

    def test_nothing_is_given_to_opponents_when_void(self) -> None:
        others = "7C 8C 9C TC JC QC KC AC KS"
        assert card_in("notrump", "AS 8S 9S", "TD 8D AH 9H", others) in ("8D", "9H")

    def test_the_guard_of_a_ten_is_kept(self) -> None:
        others = "AC AD KD QD JD QH AH TH KH"
        assert card_in("notrump", "AS 8S 9S", "TD 8D 7H 9H", others) in ("7H", "9H")

    def test_a_master_takes_points(self) -> None:
        others = "7C 8C 9C TC JC QC KC AC JS"
        assert card_in("notrump", "8S 9S TS", "AS 7S KD QD", others) == "AS"
        others = "7C 8C 9C TC JC QC KC JS"
        assert card_in("alltrumps", "KS TS", "JS 7S KD QD", "7C 8C 9C TC JC QC KC AC 9S QS") == "JS"


class TestLeading:
    def test_the_bidder_draws_trumps(self) -> None:
        others = "9H AH 7C 8C 9C TC JC QC KC 8S 9S TS"
        assert card_in("hearts", "", "JH KH 7H QD", others) == "JH"

    def test_trumps_are_not_led_when_opponents_have_none(self) -> None:
        others = "AC TC 7C 8C 9C 7D 8D 9D JD"
        assert card_in("hearts", "", "JH 9H AD", others) == "AD"

    def test_trumps_are_led_to_a_partner_who_bid_them(self) -> None:
        others = "JH 9H AH TH AC TC KC QC AS TS AD TD KD JD 9D"
        assert card_in("hearts", "", "7H 8S 7C 9C 7D", others, by=2) == "7H"

    def test_trumps_are_not_led_against_the_bidders(self) -> None:
        others = "JH AH QH TH AC TC KC QC TS KS QS AD TD KD QD"
        assert card_in("hearts", "", "9H 7H AS 8C 7D", others, by=1) in ("AS", "8C", "7D")
        assert card_in("hearts", "", "9H KH 8S 8C 7D", others, by=1) in ("8S", "8C", "7D")

    @pytest.mark.parametrize("contract", ["hearts", "notrump"])
    def test_masters_are_cashed(self, contract: str) -> None:
        others = "7C 8C 9C TC JC QC KC AC TS KS 8D 9D"
        assert card_in(contract, "", "AS 7S KD QD", others) == "AS"

    def test_jacks_are_cashed_in_all_trumps(self) -> None:
        others = "7C 8C 9C TC JC QC KC AC 9S AS 8D 9D"
        assert card_in("alltrumps", "", "JS 7S TD QD", others) == "JS"

    def test_masters_are_led_before_what_may_lose(self) -> None:
        """Field report E8: whoever can take the rest does not lead low."""
        assert card_in("notrump", "", "AS KD 7S", "7C 8C 9C TC JC QC KC AD TS") == "AS"
        assert card_in("notrump", "", "TS 7D", "7C 8C 9C TC JC AD") == "TS"
        assert card_in("hearts", "", "9H AH 7D", "7C 8C 9C TC JC AD TD QH KH") in ("9H", "AH")
        assert card_in("alltrumps", "", "9S 7D", "7S 8C 9C TC JC AD") == "9S"

    def test_a_ten_is_not_led_under_its_ace(self) -> None:
        others = "7C 8C 9C JC QC KC AC AS AD KD JD 8D"
        assert card_in("notrump", "", "TS 7S TC 7D", others) in ("7S", "7D")

    def test_a_suit_that_the_partner_lacks_is_not_led(self) -> None:
        """Field report E9: partner cannot take it, opponents can."""
        others = "KC AC QC 8H 9H KS AS QS JH QH AH TH"
        hand = "7C 8C 7S 8S"
        assert card_in("notrump", "", hand, others, voids={2: "C"}) in ("7S", "8S")
        assert card_in("notrump", "", hand, others, voids={2: "S"}) in ("7C", "8C")

    def test_a_suit_that_the_partner_ruffs_is_led(self) -> None:
        others = "KC AC QC 8H 9H KS AS QS 7H QH 8D 9D"
        hand = "7C 8C 7S 8S"
        assert card_in("hearts", "", hand, others, by=1, voids={2: "C"}) in ("7C", "8C")
        assert card_in("hearts", "", hand, others, by=1, voids={2: "S"}) in ("7S", "8S")

    def test_a_suit_that_opponents_ruff_is_not_led(self) -> None:
        others = "KC TC QC 8H 9H KS TS QS 7H QH 8D 9D"
        voids = {1: "S", 3: "S"}
        assert card_in("hearts", "", "AC 7C AS 7S", others, by=1, voids=voids) == "AC"


def call_on(five: str, *calls: str) -> str:
    """Return what the next seat calls that holds these five cards, seat 0 having begun."""
    seat = len(calls) % 4
    held = parse_cards(five)
    rest = [card for card in PACK if card not in held]
    hands: list[str] = []
    for owner in range(4):
        count = 3 if owner == seat else 8
        cards, rest = rest[:count], rest[count:]
        hands.append(text_of((*held, *cards) if owner == seat else cards))
    return answer(question_of(act(new_match(hands=hands), *calls), ()))


def text_of(cards: tuple[Card, ...] | list[Card]) -> str:
    return " ".join(RANKS[card >> 2] + SUITS[card & 3] for card in cards)


class TestBidding:
    @pytest.mark.parametrize(
        ("five", "call"),
        [
            ("JC 9C AC 7D AS", "bid clubs"),
            ("JH TH 7H AS TS", "bid hearts"),
            ("9S AS TS KS 7D", "bid spades"),
            ("AC TC AD TD 7H", "bid notrump"),
            ("AC AD AH 7S 8S", "bid notrump"),
            ("JC 9C JD 9D AH", "bid alltrumps"),
            ("JC JD JH 9S 8S", "bid alltrumps"),
            ("7C 8D 9H QS KC", "pass"),
            ("AC TC KC QC 8D", "pass"),
            ("JC 8D 9H TS KH", "pass"),
            ("AC 8D QH TS KH", "pass"),
        ],
    )
    def test_first_bid(self, five: str, call: str) -> None:
        assert call_on(five) == call

    def test_partner_is_left_with_his_contract(self) -> None:
        assert call_on("JD 8D AS 7C 7H", "pass", "pass") == "bid diamonds"
        assert call_on("JD 8D AS 7C 7H", "bid clubs", "pass") == "pass"

    def test_a_much_better_contract_is_bid_over_the_partner(self) -> None:
        assert call_on("AC TC AD TD AH", "bid clubs", "pass") == "bid notrump"

    def test_opponents_are_outbid_with_a_good_hand(self) -> None:
        assert call_on("JH 9H AH 7D AS", "bid clubs") == "bid hearts"

    def test_double_needs_a_clear_margin(self) -> None:
        assert call_on("JC 9C AC KC AD", "bid clubs") == "double"
        assert call_on("JS 9S AS TS AD", "bid spades") == "double"
        assert call_on("JC 9C 7D 8H QS", "bid clubs") == "pass"
        assert call_on("AC AD 7H 8H 9S", "bid notrump") == "pass"

    def test_redouble_needs_more(self) -> None:
        strong = "JS 9S AS KS QS"
        assert call_on(strong, "bid spades", "double", "pass", "pass") == "redouble"
        assert call_on("JS 9S 7S 8D KC", "bid spades", "double", "pass", "pass") == "pass"

    def test_every_bid_is_natural(self) -> None:
        rng = random.Random(3)
        bids = doubles = 0
        for _ in range(1500):
            order = rng.sample(PACK, len(PACK))
            state = BELOT.apply(BELOT.setup(4, BelotOptions()), CHANCE, Deal(tuple(order))).state
            while state.phase == Phase.AUCTION:
                text = answer(question_of(state, ()))
                if text.startswith("bid"):
                    check_natural(text, cards_of(state.hands[state.turn]))
                    bids += 1
                doubles += text == "double"
                state = act(state, text)
        assert bids > 1000
        assert doubles < bids / 50


def check_natural(text: str, hand: tuple[Card, ...]) -> None:
    contract = text.removeprefix("bid ")
    ranks = [RANKS[card >> 2] for card in hand]
    if contract == "notrump":
        assert ranks.count("A") >= 1
    elif contract == "alltrumps":
        assert ranks.count("J") >= 1
    else:
        suit = CONTRACTS.index(contract)
        trumps = [RANKS[card >> 2] for card in hand if card & 3 == suit]
        assert len(trumps) >= 2
        assert {"J", "9"} & set(trumps)


class TestDeclaring:
    def test_everything_that_scores_is_declared(self) -> None:
        hands = (
            "JC JD JH JS TS 9S 8S 7S",
            "7C 8C 9C TC QC KC AC QS",
            "7D 8D 9D TD QD KD AD KS",
            "7H 8H 9H TH QH KH AH AS",
        )
        state = act(new_match(hands=hands), "bid clubs", "pass", "pass", "pass")
        for text in ("declare carre JC-JD-JH-JS", "declare quarte 7S-8S-9S-TS"):
            assert answer(question_of(state, ())) == text
            state = act(state, text)
        assert answer(question_of(state, ())).startswith("play")

    def test_belot_is_said_where_it_is_asked(self) -> None:
        others = "7C 8C 9C TC JC QC KC AC 9D"
        assert card_in("hearts", "7H 8H 9H", "QH KH 7D 8D", others, auto_belot=False) == "QH belot"
