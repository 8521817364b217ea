"""What is explained, as data: the rules of a table, and its words."""

from __future__ import annotations

from dataclasses import dataclass

from levata.game import AnyGame
from levata.options import parse_options
from levata_client.shown.games import find_display
from levata_client.shown.table.scene import Notes, Player, TableInfo
from levata_client.shown.text.language import _
from levata_client.shown.text.words import Words, words


@dataclass(frozen=True)
class HelpPart:
    """A part of a page to read."""

    title: str
    """Empty where the title of the page is enough."""
    lines: tuple[Words, ...] = ()
    entries: tuple[tuple[str, str], ...] = ()
    """What is explained, such as a key or a word, with the explanation."""


def rules_help(notes: Notes, title: str = "") -> tuple[HelpPart, ...]:
    """Return the rules of a table, and the words that they use."""
    parts = [HelpPart(title, tuple(words("• ", rule) for rule in notes.rules))]
    if notes.glossary:
        parts.append(HelpPart(_("Words"), entries=notes.glossary))
    return tuple(parts)


def game_rules(game: AnyGame) -> tuple[HelpPart, ...]:
    """Return the rules of a game with its usual options."""
    seats = game.info.default_seats
    options = parse_options(game.info.options_type, {}, seats)
    table = TableInfo(options, tuple(Player("") for _seat in range(seats)))
    notes = find_display(game.info.key).notes(table)
    if not notes.rules and not notes.glossary:
        return (HelpPart("", (words(_("The rules stand in the documentation.")),)),)
    return rules_help(notes)
