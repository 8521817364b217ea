"""``levata play``: a match against the computer, at once."""

from __future__ import annotations

import argparse
from typing import Any, TextIO

from levata.bots.levels import LEVELS
from levata.games import GAMES
from levata.protocol.documents import PACES
from levata_client.commands.running import command, number
from levata_client.shown.text.language import _
from levata_client.state.new_table import DEFAULT_GAME, NewTable, parse_changes, table_to_play


def add_parser(subparsers: Any) -> None:
    """Add the command to the subparsers of `levata`."""
    from levata_client.commands.launch import add_look_arguments

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


def add_play_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what says which match to play."""
    games = ", ".join(game.info.key for game in GAMES)
    parser.add_argument(
        "game",
        nargs="?",
        metavar="GAME",
        default=DEFAULT_GAME,
        help=_("one of {games}").format(games=games),
    )
    parser.add_argument("--players", metavar="N", help=_("number of players"))
    parser.add_argument("--preset", metavar="NAME", help=_("a named set of options"))
    parser.add_argument(
        "--set",
        metavar="OPTION=VALUE",
        action="append",
        default=[],
        help=_("set an option of the game; may be repeated"),
    )
    parser.add_argument(
        "--bots",
        metavar="LEVEL",
        default="",
        help=_("one of {levels}").format(levels=", ".join(LEVELS)),
    )
    parser.add_argument(
        "--pace",
        metavar="PACE",
        default="none",
        help=_("time to think: one of {paces}").format(paces=", ".join(PACES)),
    )


def read_match(arguments: argparse.Namespace) -> NewTable:
    """Return the match that the arguments describe.

    Raises:
        LevataError, CommandError: what is unknown or not allowed, with what is.
    """
    players = arguments.players
    return table_to_play(
        arguments.game,
        None if players is None else number("--players", players, 2, 99),
        arguments.preset,
        parse_changes(arguments.set),
        arguments.bots,
        arguments.pace,
    )


def _play(arguments: argparse.Namespace, out: TextIO) -> int:
    from levata_client.commands import launch

    table = read_match(arguments)
    launch.user_name(arguments)
    launch.check_terminal()
    return launch.run_play(arguments, table)
