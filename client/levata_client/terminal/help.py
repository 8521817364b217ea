"""The texts of the help: keys that do something here, the rules of the table, what words mean."""

from __future__ import annotations

from collections.abc import Sequence

from levata.game import AnyGame
from levata.options import parse_options
from levata_client.shown.games import find_display
from levata_client.shown.table.scene import Notes, Player, TableInfo
from levata_client.shown.text.language import _
from levata_client.shown.text.words import Words, words
from levata_client.terminal.screens.dialogs import entry, heading


def help_page(
    keys: Sequence[tuple[str, str]], notes: Notes | None, is_table: bool
) -> tuple[Words, ...]:
    """Return the help of a screen; ``notes`` are those of the table the user is at."""
    rows = [heading(_("Keys here")), *(entry(key, label) for key, label in keys)]
    rows += [(), heading(_("Keys everywhere"))]
    rows += [entry(key, label) for key, label in _everywhere()]
    if is_table:
        rows += [(), heading(_("At the table"))]
        rows += [words(line) for line in _table_lines()]
    if notes is not None:
        rows += [(), heading(_("The rules of this table")), *_notes(notes)]
    return tuple(rows)


def rules_page(game: AnyGame) -> tuple[Words, ...]:
    """Return the rules of a game with its usual options."""
    seats = game.info.default_seats
    options = parse_options(game.info.options_type, {}, seats)
    table = TableInfo(options, tuple(Player("") for _seat in range(seats)))
    rows = _notes(find_display(game.info.key).notes(table))
    return tuple(rows) or (words(_("The rules stand in the documentation.")),)


def _notes(notes: Notes) -> list[Words]:
    rows: list[Words] = [words("• ", rule) for rule in notes.rules]
    if notes.glossary:
        rows += [(), heading(_("Words"))]
        rows += [entry(term, meaning) for term, meaning in notes.glossary]
    return rows


def _everywhere() -> tuple[tuple[str, str], ...]:
    return (
        ("?  F1", _("this help")),
        ("F10", _("menu: settings, help, leave, quit")),
        ("Esc", _("one step back")),
        ("Ctrl+P", _("find a command by its name")),
        ("Ctrl+Q", _("quit; your seat is kept")),
        ("↑↓  Enter", _("move and choose; digits choose at once; a click does the same")),
    )


def _table_lines() -> tuple[str, ...]:
    return (
        _("Raised cards can be played: press the number below a card, or click it."),
        _("A card pressed before your turn is marked, and played when the turn comes."),
        _("The card marked with a star wins the trick so far."),
        _("A name with a circle is away; a bot plays on when the time below it is over."),
    )
