"""The rules of a game as a player reads them, with the options of the table filled in.

A card is a list of paragraphs of phrases: messages to be translated, with their facts. The same
card is shown by the client, by line mode and by ``levata rules``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from levata.game import AnyGame
from levata.options import Options
from levata_client.shown.games.belot import rule_card as belot
from levata_client.shown.games.hearts import rule_card as hearts
from levata_client.shown.games.rentz import rule_card as rentz
from levata_client.shown.games.septica import rule_card as septica
from levata_client.shown.games.whist import rule_card as whist
from levata_client.shown.text.phrases import Paragraph, ParagraphKind, Phrase, RuleCard, fill

__all__ = ["Paragraph", "ParagraphKind", "Phrase", "fill", "rule_card"]

_Writer: TypeAlias = Callable[[RuleCard, Any, int], None]

_WRITERS: Mapping[str, _Writer] = {
    "whist": whist.write,
    "rentz": rentz.write,
    "septica": septica.write,
    "belot": belot.write,
    "hearts": hearts.write,
}
"""What writes the card of each game, by its key."""


def rule_card(game: AnyGame, options: Options, seats: int) -> Sequence[Paragraph]:
    """Return the rules of a game with resolved options for a number of seats."""
    card = RuleCard()
    _WRITERS[game.info.key](card, options, seats)
    return card.paragraphs()
