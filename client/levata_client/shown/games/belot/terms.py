"""How contracts, calls and combinations of Belot are called."""

from __future__ import annotations

from levata.cards import Card, suit_of
from levata.game import Seat
from levata.games.belot import BelotView
from levata.games.belot.auction import DOUBLE, PASS, REDOUBLE
from levata.games.belot.cards import CONTRACTS, NOTRUMP
from levata.games.belot.declarations import CombinationKind
from levata_client.shown.text.glyphs import SUIT_GLYPHS
from levata_client.shown.text.language import _, pgettext
from levata_client.shown.text.words import (
    ACCENT,
    MUTED,
    STRONG,
    Part,
    Words,
    fill,
    rank_text,
    suit_words,
    words,
)


def contract_name(contract: int) -> str:
    """Return what a contract is called in a sentence: the glyph of a suit, or words.

    >>> contract_name(2), contract_name(4)
    ('♥', 'no trump')
    """
    if contract in SUIT_GLYPHS:
        return SUIT_GLYPHS[contract]
    return (_("no trump"), _("all trumps"))[contract - len(SUIT_GLYPHS)]


def contract_of_key(key: str) -> str:
    """Return what a contract is called that the rules name by its key; another text as it is.

    >>> contract_of_key("alltrumps"), contract_of_key("x")
    ('all trumps', 'x')
    """
    return contract_name(CONTRACTS.index(key)) if key in CONTRACTS else key


def combination_name(kind: int) -> str:
    """Return what a kind of combination is called."""
    return (_("tierce"), _("quarte"), _("quint"), _("carre"))[kind]


def contract_words(contract: int, multiplier: int = 1) -> Words:
    """Return a contract, with ``x2`` or ``x4`` if it is doubled or redoubled."""
    name = suit_words(contract) if contract < 4 else words(Part(contract_name(contract), STRONG))
    return words(name, Part(f" x{multiplier}", ACCENT)) if multiplier > 1 else name


def short_contract(contract: int, multiplier: int = 1) -> Words:
    """Return a contract in at most two letters, with its multiplier."""
    if contract < 4:
        return contract_words(contract, multiplier)
    name = (pgettext("contract", "NT"), pgettext("contract", "AT"))[contract - 4]
    doubled = Part(f" x{multiplier}" if multiplier > 1 else "", ACCENT)
    return words(Part(name, STRONG), doubled)


def call_words(call: int) -> Words:
    """Return what was called in the auction."""
    if call == PASS:
        return words(Part(_("pass"), MUTED))
    if call == DOUBLE:
        return words(Part(_("double"), ACCENT))
    return words(Part(_("redouble"), ACCENT)) if call == REDOUBLE else contract_words(call)


def last_call(view: BelotView, seat: Seat) -> Words:
    """Return the last call of a seat in this auction."""
    for index in range(len(view.calls) - 1, -1, -1):
        if (view.dealer + 1 + index) % 4 == seat:
            return call_words(view.calls[index])
    return ()


def announced_names(view: BelotView, seat: Seat) -> tuple[str, ...]:
    """Return what a seat declared and how often it said belot, by their names."""
    names = [combination_name(kind) for owner, kind in view.announced if owner == seat]
    return (*names, *[_("belot")] * view.belots.count(seat))


def combination_words(kind: int, cards: tuple[Card, ...]) -> Words:
    """Return a combination with its cards, such as ``tierce 9-10-J♠`` or ``carre J``."""
    name = Part(combination_name(kind), STRONG)
    if kind == CombinationKind.CARRE:
        return words(name, " ", rank_text(cards[0]))
    ranks = f"{rank_text(cards[0])}-{rank_text(cards[-1])}"
    return words(name, f" {ranks}", suit_words(suit_of(cards[0])))


def trump_label(view: BelotView) -> Words:
    """Return what stands beside the viewer's plate during the play."""
    contract = contract_words(view.contract, view.multiplier)
    return fill(_("Trump {suit}"), suit=contract) if view.contract < NOTRUMP else contract
