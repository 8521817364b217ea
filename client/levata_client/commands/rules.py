"""``levata rules``: the rules of a game with the options of a table filled in."""

from __future__ import annotations

import argparse
import textwrap
from typing import Any, Final, TextIO

from levata_client.commands.support.running import DONE, command
from levata_client.commands.support.table_arguments import (
    add_game_argument,
    add_table_arguments,
    read_table,
)
from levata_client.shown.text.language import _
from levata_client.shown.text.phrases import ParagraphKind, fill

WIDTH: Final = 78


def add_parser(subparsers: Any) -> None:
    """Add the command to the subparsers of `levata`."""
    parser: argparse.ArgumentParser = subparsers.add_parser(
        "rules",
        help=_("read the rules of a game"),
        description=_("Print the rules of a game, as they are with the options that are given."),
    )
    add_game_argument(parser)
    add_table_arguments(parser)
    parser.set_defaults(run=run)


def _rules(arguments: argparse.Namespace, out: TextIO) -> int:
    from levata_client.shown.games import find_display

    table = read_table(arguments)
    game, seats = table.rules, table.seats
    title = _("{game}, {players} players").format(game=game.info.title, players=seats)
    out.write(f"{title}\n{'=' * len(title)}\n")
    for paragraph in find_display(game.info.key).rule_card(table.resolved, seats):
        text = fill(paragraph.phrase, _)
        if paragraph.kind is ParagraphKind.HEADING:
            out.write(f"\n{text}\n{'-' * len(text)}\n")
        else:
            out.write(textwrap.fill(text, WIDTH) + "\n")
    return DONE


run = command("rules", _rules)
