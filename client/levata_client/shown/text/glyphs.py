"""The glyphs we draw: all one cell wide in a terminal, and none of them an emoji.

A front end that cannot show them puts something else in their place just before it shows a text.
"""

from __future__ import annotations

from typing import Final

from levata.cards import CLUBS, DIAMONDS, HEARTS, SPADES

SUIT_GLYPHS: Final = {CLUBS: "♣", DIAMONDS: "♦", HEARTS: "♥", SPADES: "♠"}
NO_TRUMP_GLYPH: Final = "–"

MADE: Final = "✓"
MISSED: Final = "✗"
FILLED_PIP: Final = "●"
EMPTY_PIP: Final = "○"
TURN_MARK: Final = "▸"
WINNER_MARK: Final = "★"
CARD_BACK: Final = "▌"
EDGE: Final = "▌"
RULE: Final = "▏"
WEAVE: Final = "░"
POINT: Final = "◆"
AGAIN: Final = "↺"
ARROW: Final = "→"
NOT_NOW: Final = "·"
ELLIPSIS: Final = "…"
SLOW_LINK: Final = "◐"
