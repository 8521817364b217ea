"""How the subgames of Rentz are called and explained."""

from __future__ import annotations

from typing import Final

from levata.cards import DIAMONDS, Mask, iter_cards, parse_card, suit_of
from levata.games.rentz.options import (
    ITEMS,
    KEYS,
    KING_OF_HEARTS,
    RentzOptions,
    Subgame,
    item_points,
    place_points,
)
from levata_client.shown.text.glyphs import FILLED_PIP
from levata_client.shown.text.language import _, pgettext
from levata_client.shown.text.numbers import short_number, signed
from levata_client.shown.text.phrases import N_
from levata_client.shown.text.words import (
    BAD,
    GOOD,
    MUTED,
    STRONG,
    Part,
    Words,
    card_words,
    fill,
    suit_words,
    words,
)

_KING = parse_card("KH")
_TEN = parse_card("TC")


SUBGAME_NAMES: Final = (
    N_("King"),
    N_("Queens"),
    N_("Diamonds"),
    N_("Tricks"),
    N_("Totals"),
    N_("Ten of clubs"),
    N_("Whist"),
    N_("Rentz"),
)
"""What the subgames are called, by `Subgame`."""


def subgame_name(subgame: int) -> str:
    """Return what a subgame is called."""
    return _(SUBGAME_NAMES[subgame])


def subgame_of_key(key: str) -> str:
    """Return what a subgame is called that the rules name by its key; another text as it is.

    >>> subgame_of_key("king"), subgame_of_key("x")
    ('King', 'x')
    """
    return subgame_name(KEYS.index(key)) if key in KEYS else key


def short_subgame(subgame: int) -> Words:
    """Return a subgame in at most two characters."""
    if subgame == Subgame.KING:
        return card_words(_KING)
    if subgame == Subgame.DIAMONDS:
        return suit_words(DIAMONDS)
    if subgame == Subgame.TEN_CLUBS:
        return suit_words(suit_of(_TEN))
    text = {
        Subgame.QUEENS: "Q",
        Subgame.TRICKS: pgettext("subgame in two letters", "Tr"),
        Subgame.TOTALS: pgettext("subgame in two letters", "To"),
        Subgame.WHIST: "W",
    }.get(Subgame(subgame), "R")
    return words(Part(text, STRONG))


def price_words(options: RentzOptions, subgame: int, seats: int, factor: int = 1) -> Words:
    """Return what a subgame scores, such as ``each -40`` or ``400/200/100``."""
    kind = Subgame(subgame)
    value = signed(factor * options.value_of(kind))
    if kind is Subgame.KING:
        return words(card_words(_KING), " ", value)
    if kind is Subgame.TEN_CLUBS:
        return words(value)
    if kind is Subgame.TOTALS:
        return words(Part(_("all of these"), BAD))
    if kind is Subgame.RENTZ:
        payout = [factor * number for number in place_points(options, range(1, seats + 1))]
        return words(Part("/".join(str(number) for number in payout if number), GOOD))
    return fill(_("each {points}"), points=value)


def goal_text(subgame: int) -> str:
    """Return in one sentence what a subgame is about."""
    return (
        _("Whoever takes the king of hearts loses points"),
        _("Every queen taken costs points"),
        _("Every diamond taken costs points"),
        _("Every trick taken costs points"),
        _("King, queens, diamonds and tricks all cost points"),
        _("Whoever takes the ten of clubs earns points"),
        _("Every trick taken earns points"),
        _("Lay rows from their start; first out earns most"),
    )[subgame]


def running_score(
    options: RentzOptions, subgame: int, taken: Mask, tricks: int, blind: bool
) -> int:
    """Return what a seat has in a subgame with tricks so far."""
    points = item_points(options, Subgame(subgame), taken, tricks)
    return 2 * points if blind else points


def running_words(score: int) -> Words:
    """Return the points so far as they stand on a plate; nothing before there are any."""
    return words(Part(short_number(score, sign=True), signed(score).role)) if score else ()


def taken_words(subgame: int, taken: Mask, tricks: int) -> tuple[Words, ...]:
    """Return what a seat took of what counts: cards, how many of them, or pips for tricks."""
    if subgame in (Subgame.TRICKS, Subgame.WHIST):
        return (words(Part(FILLED_PIP * tricks, GOOD if subgame == Subgame.WHIST else BAD)),)
    if subgame == Subgame.TEN_CLUBS:
        return (card_words(_TEN),) if taken else ()
    pieces: list[Words] = []
    if taken & KING_OF_HEARTS:
        pieces.append(card_words(_KING))
    queens = taken & ITEMS[Subgame.QUEENS] if subgame != Subgame.DIAMONDS else 0
    if subgame == Subgame.QUEENS and queens:
        suits = [suit_words(suit_of(card)) for card in iter_cards(queens)]
        pieces.append(words(Part("Q", STRONG), *suits))
    elif queens:
        pieces.append(words(Part("Q", STRONG), str(queens.bit_count())))
    diamonds = (taken & ITEMS[Subgame.DIAMONDS]).bit_count()
    if diamonds and subgame != Subgame.QUEENS:
        pieces.append(words(suit_words(DIAMONDS), str(diamonds)))
    return tuple(pieces)


def end_cards_words(low: str) -> Words:
    """Return what the last cards of a row do."""
    text = _("{high}: play again · {low}: the next player is skipped")
    return fill(text, MUTED, high=Part("A", STRONG), low=Part(low, STRONG))
