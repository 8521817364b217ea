"""What the tables of several games say in the same way."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from levata.cards import Card, mask_of
from levata.game import View
from levata.tricks import NO_TRUMP, refuse_card
from levata_client.shown.games.game_display import card_actions
from levata_client.shown.text.game_words import GameWords
from levata_client.shown.text.language import _, ngettext
from levata_client.shown.text.messages import explain
from levata_client.shown.text.numbers import signed
from levata_client.shown.text.phrases import N_
from levata_client.shown.text.words import (
    TITLE,
    Part,
    Words,
    fill,
    join,
    tinted,
    words,
)

FOLLOW_REFUSALS: Final[Mapping[str, str]] = {
    "must_follow": N_("You must follow {suit}."),
}
"""Why a card is refused in games with tricks."""
TRICK_REFUSALS: Final[Mapping[str, str]] = {
    **FOLLOW_REFUSALS,
    "must_trump": N_("You must play trump {suit}."),
    "must_beat": N_("You must play a higher {suit}."),
    "must_overtrump": N_("You must play a higher trump {suit}."),
}
"""The same in games with trumps."""
_WORDS: Final = GameWords(title="", refusals=TRICK_REFUSALS)


def your_turn(*pieces: str | Part | Words) -> Words:
    """Return an instruction to the viewer, who must act."""
    return words(Part(_("Your turn:"), TITLE), " ", *pieces)


def playable_words(view: View) -> Words:
    """Return how many cards may be played, after a dash; nothing if all may be."""
    legal, count = len(card_actions(view.legal)), len(view.hand)
    if legal == count:
        return ()
    text = ngettext(
        "{legal} of {count} card can be played", "{legal} of {count} cards can be played", count
    )
    return words(" — ", fill(text, legal=legal, count=count))


def refused_words(view: View, trick: Sequence[Card], card: Card, trump: int = NO_TRUMP) -> Words:
    """Return which duty of trick games forbids the viewer to add a card to a trick."""
    refused = refuse_card(mask_of(view.hand), card, trick, trump)
    return tinted(explain(refused.code, refused.facts, _WORDS))


def scores_words(names: Sequence[Words], scores: Sequence[int]) -> Words:
    """Return what everybody won or lost: ``Ana +20, Mihai -7``; both arguments are by seat."""
    pairs = zip(names, scores, strict=True)
    return join(", ", [words(name, " ", signed(score)) for name, score in pairs])
