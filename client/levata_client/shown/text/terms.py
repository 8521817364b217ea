"""What the things of the games are called: contracts, combinations and subgames."""

from __future__ import annotations

from typing import Final

from levata.games.belot.cards import CONTRACTS
from levata.games.rentz.options import KEYS
from levata_client.shown.text.glyphs import SUIT_GLYPHS
from levata_client.shown.text.language import _


def contract_name(contract: int) -> str:
    """Return what a contract of Belot is called in a sentence: the glyph of a suit, or words.

    >>> contract_name(2), contract_name(4)
    ('♥', 'no trump')
    """
    if contract in SUIT_GLYPHS:
        return SUIT_GLYPHS[contract]
    return (_("no trump"), _("all trumps"))[contract - len(SUIT_GLYPHS)]


def combination_name(kind: int) -> str:
    """Return what a kind of combination of Belot is called."""
    return (_("tierce"), _("quarte"), _("quint"), _("carre"))[kind]


def subgame_name(subgame: int) -> str:
    """Return what a subgame of Rentz is called."""
    return (
        _("King"),
        _("Queens"),
        _("Diamonds"),
        _("Tricks"),
        _("Totals"),
        _("Ten of clubs"),
        _("Whist"),
        _("Rentz"),
    )[subgame]


_CONTRACTS: Final = {key: contract for contract, key in enumerate(CONTRACTS)}
_SUBGAMES: Final = {key: subgame for subgame, key in enumerate(KEYS)}


def fact_name(field: str, fact: str) -> str:
    """Return the name of a contract or subgame that rules name by its key; another text as it is.

    >>> fact_name("contract", "alltrumps"), fact_name("subgame", "king"), fact_name("subgame", "x")
    ('all trumps', 'King', 'x')
    """
    if field == "contract" and fact in _CONTRACTS:
        return contract_name(_CONTRACTS[fact])
    if field == "subgame" and fact in _SUBGAMES:
        return subgame_name(_SUBGAMES[fact])
    return fact
