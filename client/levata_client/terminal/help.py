"""The pages to read: help on a screen, the rules of a game."""

from __future__ import annotations

from collections.abc import Sequence

from levata.game import AnyGame
from levata_client.cells import pad
from levata_client.shown.places.help import HelpPart, game_rules, rules_help
from levata_client.shown.table.scene import Notes
from levata_client.shown.text.language import _
from levata_client.shown.text.words import STRONG, TITLE, Words, words
from levata_client.terminal.widgets.bars import FooterKey


def help_page(keys: Sequence[FooterKey], notes: Notes | None, is_table: bool) -> tuple[Words, ...]:
    """Return the help of a screen; ``notes`` are those of the table the user is at."""
    parts = [
        HelpPart(_("Keys here"), entries=tuple((key.key, key.label) for key in keys)),
        HelpPart(_("Keys everywhere"), entries=_everywhere()),
    ]
    if is_table:
        parts.append(table_help())
    if notes is not None:
        parts += rules_help(notes, _("The rules of this table"))
    return _laid_out(parts)


def rules_page(game: AnyGame) -> tuple[Words, ...]:
    """Return the rules of a game with its usual options."""
    return _laid_out(game_rules(game))


def _laid_out(parts: Sequence[HelpPart]) -> tuple[Words, ...]:
    """Return the parts one below the other, with a blank row between them."""
    rows: list[Words] = []
    for number, part in enumerate(parts):
        if number:
            rows.append(())
        if part.title:
            rows.append(words(part.title, role=TITLE))
        rows += part.lines
        rows += [_entry(term, meaning) for term, meaning in part.entries]
    return tuple(rows)


def _entry(term: str, meaning: str, width: int = 14) -> Words:
    """Return a line that explains a key or a word."""
    return words(pad(words(term, role=STRONG), max(width, len(term))), " ", meaning)


def _everywhere() -> tuple[tuple[str, str], ...]:
    return (
        ("?  F1", _("this help")),
        ("F10", _("menu: settings, help, leave, quit")),
        ("Esc", _("one step back")),
        ("Ctrl+P", _("find a command by its name")),
        ("Ctrl+Q", _("quit; your seat is kept")),
        ("↑↓  Enter", _("move and choose; digits choose at once; a click does the same")),
    )


def table_help() -> HelpPart:
    """Return how a table is played on this screen, whatever its game."""
    lines = (
        _("Raised cards can be played: press the number below a card, or click it."),
        _("A card pressed before your turn is marked, and played when the turn comes."),
        _("The card marked with a star wins the trick so far."),
        _("A name with a circle is away; a bot plays on when the time below it is over."),
    )
    return HelpPart(_("At the table"), tuple(words(line) for line in lines))
