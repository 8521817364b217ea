"""How likely cards take a trick, as the easy player of Whist sees it."""

from __future__ import annotations

import pytest

from levata.bots.games.whist.chances import only_card_chance, trick_chance
from levata.bots.games.whist.knowledge import Knowledge, read_knowledge
from levata.cards import parse_card
from levata.events import CardPlayed, TrickTaken
from levata.game import Seat
from tests.support.whist import dealt, in_play, question_of


def test_king_stands_once_the_ace_is_gone() -> None:
    fresh, _ = in_play("KH 8H", needs=1, trump="")
    later, history = in_play("KH 8H", needs=1, trump="", gone="AH 7H 9H TH")
    king = parse_card("KH")
    assert trick_chance(read_knowledge(question_of(fresh, 0)), king) < 0.9
    assert trick_chance(read_knowledge(question_of(later, 0, history)), king) == 1.0


def test_ruff_of_a_known_void_is_expected() -> None:
    state, _ = in_play("AH 8H", needs=1, gone="KH 7S 9D 7H")
    void = (
        CardPlayed(1, parse_card("KH")),
        CardPlayed(2, parse_card("7S")),
        CardPlayed(3, parse_card("QH")),
        CardPlayed(0, parse_card("7H")),
        TrickTaken(2),
    )
    known = read_knowledge(question_of(state, 0, void))
    unknown = read_knowledge(question_of(state, 0))
    ace = parse_card("AH")
    assert trick_chance(known, ace) < trick_chance(unknown, ace)


def chance_of_one_card(card: str, first: Seat, **options: str) -> Knowledge:
    return read_knowledge(question_of(dealt(4, {0: card}, turned="9S", first=first, **options), 0))


def test_chance_of_one_card_is_counted() -> None:
    """The trumps K and A are among the 30 unseen cards, of which the others hold three."""
    assert only_card_chance(chance_of_one_card("QS", 0)) == pytest.approx(28 * 27 * 26 / 24360)
    assert only_card_chance(chance_of_one_card("AS", 2)) == 1.0
    # Seven trumps beat the ace of hearts when it is led.
    assert only_card_chance(chance_of_one_card("AH", 0)) == pytest.approx(23 * 22 * 21 / 24360)
    # Else the leader must have one of seven hearts, and the other two no trump.
    expected = 7 / 30 * (22 * 21) / (29 * 28)
    assert only_card_chance(chance_of_one_card("AH", 1)) == pytest.approx(expected)


def test_forehead_chance_counts_the_cards_one_might_hold() -> None:
    hands = {0: "9D", 1: "KS", 2: "8D", 3: "7C"}
    state = dealt(4, hands, turned="9S", first=1, forehead="on")
    # Of 28 unseen cards only the ace of trumps beats the king of trumps.
    assert only_card_chance(read_knowledge(question_of(state, 0))) == pytest.approx(1 / 28)
