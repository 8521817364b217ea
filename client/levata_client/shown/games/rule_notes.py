"""The rules of a table for the help panel, from the rule card of its game."""

from __future__ import annotations

import re
from typing import Final

from levata.games import find_game
from levata_client.shown.games.rule_cards import ParagraphKind, fill, rule_card
from levata_client.shown.table.scene import Notes, TableInfo
from levata_client.shown.text.language import _
from levata_client.shown.text.messages import card_text
from levata_client.shown.text.words import tinted

_CARD: Final = re.compile(r"\b[2-9TJQKA][CDHS]\b")


def rule_notes(key: str, table: TableInfo, glossary: tuple[tuple[str, str], ...] = ()) -> Notes:
    """Return the rules with the options of a table filled in, and what words mean."""
    seats = len(table.players)
    rules = tuple(
        tinted(_CARD.sub(lambda match: card_text(match[0]), fill(paragraph.phrase, _)))
        for paragraph in rule_card(find_game(key), table.options.resolve(seats), seats)
        if paragraph.kind is ParagraphKind.TEXT
    )
    return Notes(rules, glossary)
