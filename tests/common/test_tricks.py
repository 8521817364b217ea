"""The trick engine against a plain second telling of the obligations and orders."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from levata.cards import CARD_TEXTS, cards_of, format_cards, mask_of, parse_card, parse_cards
from levata.tricks import (
    ALL_TRUMPS,
    NATURAL,
    NO_TRUMP,
    TrickRules,
    VoidDuty,
    refuse_card,
    strengths,
)

WHIST = TrickRules(void_duty=VoidDuty.ALWAYS)
RENTZ = TrickRules()
BELOT = TrickRules(
    plain=strengths("789JQKTA"),
    trumps=strengths("78QKTA9J"),
    void_duty=VoidDuty.WHEN_OPPONENT_WINS,
    beat_trump_lead=True,
    over_trump=True,
)
ORDERS = {"whist": ("23456789TJQKA",) * 2, "rentz": ("23456789TJQKA",) * 2}
ORDERS["belot"] = ("789JQKTA", "78QKTA9J")
RULES = {"whist": WHIST, "rentz": RENTZ, "belot": BELOT}
PACK = [text for text in CARD_TEXTS if text[0] in "789TJQKA"]
TRUMPS = {"no": NO_TRUMP, "C": 0, "D": 1, "H": 2, "S": 3, "all": ALL_TRUMPS}
TRUMPS_OF = {"whist": ["no", *"CDHS"], "rentz": ["no"], "belot": [*TRUMPS]}
GAMES_AND_TRUMPS = [(game, trump) for game, trumps in TRUMPS_OF.items() for trump in trumps]


def height(game: str, card: str, trump: str) -> int:
    plain, trumps = ORDERS[game]
    return (trumps if trump in (card[1], "all") else plain).index(card[0])


def winning_card(game: str, trick: list[str], trump: str) -> str:
    """Highest trump if there is one, else highest card of the led suit."""
    trumps = [card for card in trick if card[1] == trump]
    led = [card for card in trick if card[1] == trick[0][1]]
    return max(trumps or led, key=lambda card: height(game, card, trump))


def allowed_cards(game: str, hand: list[str], trick: list[str], trump: str) -> list[str]:
    """The table of common rule 4, line by line; the player's partner sits two before him."""
    if not trick:
        return hand
    led = trick[0][1]
    following = [card for card in hand if card[1] == led]
    trumps = [card for card in hand if card[1] == trump]
    winning = winning_card(game, trick, trump)
    if game == "rentz":
        return following or hand
    if game == "whist":
        return following or trumps or hand
    if following:
        if trump not in (led, "all"):
            return following
        best = max(height(game, card, trump) for card in trick if card[1] == led)
        higher = [card for card in following if height(game, card, trump) > best]
        return higher or following
    if trump in ("no", "all", led) or not trumps or partner_wins(game, trick, trump):
        return hand
    if winning[1] != trump:
        return trumps
    higher = [card for card in trumps if height(game, card, trump) > height(game, winning, trump)]
    return higher or hand


def partner_wins(game: str, trick: list[str], trump: str) -> bool:
    return len(trick) > 1 and trick[-2] == winning_card(game, trick, trump)


# Orders.


@pytest.mark.parametrize(("game", "trump"), GAMES_AND_TRUMPS)
def test_winner_of_every_two_cards(game: str, trump: str) -> None:
    for led, other in itertools.permutations(PACK, 2):
        index = RULES[game].winner((parse_card(led), parse_card(other)), TRUMPS[trump])
        assert [led, other][index] == winning_card(game, [led, other], trump), (led, other)


@pytest.mark.parametrize(
    ("game", "trump", "suit", "high_to_low"),
    [
        ("whist", "no", "H", "A K Q J T 9 8 7 6 5 4 3 2"),
        ("whist", "H", "H", "A K Q J T 9 8 7 6 5 4 3 2"),
        ("rentz", "no", "D", "A K Q J T 9 8 7 6 5 4 3 2"),
        ("belot", "no", "H", "A T K Q J 9 8 7"),
        ("belot", "S", "H", "A T K Q J 9 8 7"),
        ("belot", "H", "H", "J 9 A T K Q 8 7"),
        ("belot", "all", "C", "J 9 A T K Q 8 7"),
    ],
)
def test_order_within_a_suit(game: str, trump: str, suit: str, high_to_low: str) -> None:
    cards = [parse_card(rank + suit) for rank in high_to_low.split()]
    for high, low in itertools.combinations(cards, 2):
        assert RULES[game].winner((high, low), TRUMPS[trump]) == 0
        assert RULES[game].winner((low, high), TRUMPS[trump]) == 1


def test_strengths_put_ranks_that_are_not_named_below_all_others() -> None:
    plain = strengths("789JQKTA")
    assert {plain[card] for card in parse_cards("2C 6S")} == {0}
    assert [plain[card] for card in parse_cards("7C 8D TH AS")] == [1, 2, 7, 8]
    assert [NATURAL[parse_card(rank + "S")] for rank in "23456789TJQKA"] == list(range(1, 14))


tables = st.sampled_from(GAMES_AND_TRUMPS)
dealt_cards = st.lists(st.sampled_from(PACK), unique=True, min_size=1, max_size=11)


@given(tables, dealt_cards.filter(lambda cards: len(cards) <= 6))
def test_winner_of_any_trick(table: tuple[str, str], trick: list[str]) -> None:
    game, trump = table
    index = RULES[game].winner([parse_card(card) for card in trick], TRUMPS[trump])
    assert trick[index] == winning_card(game, trick, trump)


# Obligations.


@pytest.mark.parametrize("table", GAMES_AND_TRUMPS, ids="-".join)
@given(cards=dealt_cards, on_table=st.integers(0, 3))
def test_playable_cards_of_any_hand(
    table: tuple[str, str], cards: list[str], on_table: int
) -> None:
    game, trump = table
    trick, hand = cards[:on_table], cards[on_table:]
    playable = RULES[game].playable(
        mask_of(map(parse_card, hand)),
        [parse_card(card) for card in trick],
        TRUMPS[trump],
        partner_wins(game, trick, trump) if trick else False,
    )
    expected = allowed_cards(game, hand, trick, trump)
    assert format_cards(cards_of(playable)).split() == sorted(expected, key=parse_card)


@pytest.mark.parametrize(
    ("rules", "trump", "trick", "partner_wins", "hand", "playable"),
    [
        # Whist, 1 to 7 cards: follow; void: trump; never beat nor over-trump.
        (WHIST, "S", "KH", False, "7H AH 9S", "7H AH"),
        (WHIST, "S", "KH QS", False, "9S KS 8D", "9S KS"),
        (WHIST, "S", "KH", False, "8D 9C", "9C 8D"),
        (WHIST, "S", "KS", False, "7S AS 9H", "7S AS"),
        (WHIST, "S", "KS", False, "8D 9C", "9C 8D"),
        # Whist, 8 cards, and the trick games of Rentz: follow only.
        (WHIST, "no", "KH", False, "9S KS 8D", "9S KS 8D"),
        (RENTZ, "no", "KH", False, "9S KS 8D", "9S KS 8D"),
        (RENTZ, "no", "KH", False, "7H 9S", "7H"),
        # Belot, plain suit led in a suit game.
        (BELOT, "S", "KH", False, "7H AH 9S", "7H AH"),
        (BELOT, "S", "KH 8S", False, "7H AH 9S", "7H AH"),
        (BELOT, "S", "KH", False, "7S JS 8D", "7S JS"),
        (BELOT, "S", "KH 8H", True, "7S JS 8D", "7S JS 8D"),
        (BELOT, "S", "KH 9S", False, "7S JS 8D", "JS"),
        (BELOT, "S", "KH JS", False, "7S 9S 8D", "7S 9S 8D"),
        (BELOT, "S", "KH 9S 7H", True, "7S JS 8D", "7S JS 8D"),
        (BELOT, "S", "KH", False, "8D 9C", "8D 9C"),
        # Belot, trump led: beat, even the partner; void: any card.
        (BELOT, "S", "TS", False, "7S 9S JS 8D", "9S JS"),
        (BELOT, "S", "TS 7H", True, "8S 9S 8D", "9S"),
        (BELOT, "S", "JS", False, "7S 9S 8D", "7S 9S"),
        (BELOT, "S", "JS", False, "8D 9C", "8D 9C"),
        # Belot, no trump: follow only.
        (BELOT, "no", "KH", False, "7H AH 9S", "7H AH"),
        (BELOT, "no", "KH", False, "9S 8D", "9S 8D"),
        # Belot, all trumps: beat in the led suit, even the partner; void: any card.
        (BELOT, "all", "TH", False, "7H 9H JS", "9H"),
        (BELOT, "all", "9H 7H", True, "8H JH 9S", "JH"),
        (BELOT, "all", "JH", False, "8H 9H 9S", "8H 9H"),
        (BELOT, "all", "JH", False, "8D 9S", "8D 9S"),
    ],
)
def test_obligations_of_the_table(
    rules: TrickRules, trump: str, trick: str, partner_wins: bool, hand: str, playable: str
) -> None:
    cards = rules.playable(
        mask_of(parse_cards(hand)), parse_cards(trick), TRUMPS[trump], partner_wins
    )
    assert cards == mask_of(parse_cards(playable))


def test_any_card_may_be_led() -> None:
    hand = mask_of(parse_cards("7H 9S AD"))
    assert BELOT.playable(hand, (), 3) == hand


@pytest.mark.parametrize(
    ("hand", "card", "trick", "trump", "reason"),
    [
        ("7H", "8H", "KH", "S", "not_in_hand: 8H"),
        ("7H 9S", "9S", "KH", "S", "must_follow: H"),
        ("7S JS", "7S", "TS", "S", "must_beat: S"),
        ("7H JH", "7H", "TH", "all", "must_beat: H"),
        ("7S 8D", "8D", "KH", "S", "must_trump: S"),
        ("7S JS", "7S", "KH 9S", "S", "must_overtrump: S"),
    ],
)
def test_refused_cards_have_a_reason(
    hand: str, card: str, trick: str, trump: str, reason: str
) -> None:
    mask = mask_of(parse_cards(hand))
    assert not BELOT.playable(mask, parse_cards(trick), TRUMPS[trump]) >> parse_card(card) & 1
    error = refuse_card(mask, parse_card(card), parse_cards(trick), TRUMPS[trump])
    assert str(error) == reason
