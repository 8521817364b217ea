"""Why something was refused, in the words of the user: codes of the rules become sentences."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from levata.cards import SUITS, parse_card
from levata.errors import CardError
from levata_client.text import _
from levata_client.words import Words, card_words, fill, suit_words, words

Explain: TypeAlias = Callable[[Sequence[str]], Words]


def _suit(facts: Sequence[str]) -> Words:
    text = facts[0] if facts else ""
    return suit_words(SUITS.find(text)) if text in SUITS and text else words(text)


def _card(facts: Sequence[str]) -> Words:
    try:
        return card_words(parse_card(facts[0]))
    except (CardError, IndexError):
        return words(*facts[:1])


def _fact(facts: Sequence[str], index: int) -> str:
    return facts[index] if index < len(facts) else "?"


_SENTENCES: Final[dict[str, Explain]] = {
    "must_follow": lambda facts: fill(_("You must follow {suit}"), suit=_suit(facts)),
    "must_trump": lambda facts: fill(_("You must play trump {suit}"), suit=_suit(facts)),
    "must_beat": lambda facts: fill(_("You must play a higher {suit}"), suit=_suit(facts)),
    "must_overtrump": lambda facts: fill(
        _("You must play a higher trump {suit}"), suit=_suit(facts)
    ),
    "not_in_hand": lambda facts: fill(_("You do not hold {card}"), card=_card(facts)),
    "bid_barred": lambda facts: fill(
        _("{bid} is not allowed: the bids may not add up to {cards}"),
        bid=_fact(facts, 0),
        cards=_fact(facts, 1),
    ),
    "bid_out_of_range": lambda facts: fill(
        _("Bid from {low} to {high}"), low=_fact(facts, 0), high=_fact(facts, 1)
    ),
    "not_your_turn": lambda facts: words(_("It is not your turn")),
    "wrong_phase": lambda facts: words(_("That is over: the table has moved on")),
    "unknown_action": lambda facts: words(_("This game has no such move")),
}


def explain(code: str, facts: Sequence[str] = ()) -> Words:
    """Return the sentence for a reason code of the rules.

    A code without a sentence is shown as it is, so that nothing is ever refused in silence.
    """
    sentence = _SENTENCES.get(code)
    if sentence is None:
        details = ", ".join(facts)
        return words(f"{code} ({details})" if details else code)
    return sentence(facts)
