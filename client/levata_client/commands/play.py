"""``levata play``: a match against the computer, at once."""

from __future__ import annotations

import argparse
from typing import Any, TextIO

from levata_client.commands.support.look_arguments import add_look_arguments, user_name
from levata_client.commands.support.running import command
from levata_client.commands.support.table_arguments import add_play_arguments, read_match
from levata_client.shown.text.language import _


def add_parser(subparsers: Any) -> None:
    """Add the command to the subparsers of `levata`."""
    parser: argparse.ArgumentParser = subparsers.add_parser(
        "play",
        help=_("play against the computer, at once"),
        description=_("Play against the computer, at once: a short match of Whist, or a game."),
        epilog=_(
            "examples: levata play · levata play belot · "
            "levata play whist --players 5 --set scoring=2n+1"
        ),
    )
    add_play_arguments(parser)
    add_look_arguments(parser)
    parser.set_defaults(run=command("play", _play))


def _play(arguments: argparse.Namespace, out: TextIO) -> int:
    from levata_client.commands import launch

    table = read_match(arguments)
    user_name(arguments)
    launch.check_terminal()
    return launch.run_play(arguments, table)
