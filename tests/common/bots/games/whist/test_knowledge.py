"""What the easy player of Whist knows of a round."""

from __future__ import annotations

from levata.bots.games.whist.knowledge import read_knowledge
from levata.cards import SUITS, mask_of, parse_card, parse_cards
from levata.events import CardPlayed, TrickTaken
from tests.support.whist import in_play, question_of


def test_seats_that_did_not_follow_are_known_to_be_void() -> None:
    history = (
        CardPlayed(1, parse_card("AH")),
        CardPlayed(2, parse_card("7S")),
        CardPlayed(3, parse_card("8D")),
        CardPlayed(0, parse_card("7H")),
        TrickTaken(2),
        CardPlayed(2, parse_card("9D")),
    )
    state, _ = in_play("KH 8H", "9D", needs=1, gone="AH 7S 8D 7H")
    known = read_knowledge(question_of(state, 0, history))
    hearts, spades = (mask_of(range(SUITS.index(suit), 52, 4)) for suit in "HS")
    assert known.voids == (0, 0, hearts, hearts | spades)
    assert not known.unseen & mask_of(parse_cards("AH 7S 8D 7H 9D KH 8H"))
