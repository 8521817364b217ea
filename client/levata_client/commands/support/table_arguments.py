"""The arguments that describe a table, and the table that they describe."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from levata.bots.levels import DEFAULT_LEVEL, LEVELS, find_bot
from levata.games import GAMES
from levata.protocol.documents import PACES
from levata_client.commands.support.running import CommandError, number
from levata_client.shown.text.language import _
from levata_client.state.new_table import (
    DEFAULT_GAME,
    NO_CLOCK,
    NewTable,
    describe_table,
    table_to_play,
)


def add_game_argument(parser: argparse.ArgumentParser) -> None:
    """Add the game as a positional argument."""
    parser.add_argument("game", metavar="GAME", help=_games())


def add_game_option(parser: argparse.ArgumentParser) -> None:
    """Add the game as an option."""
    parser.add_argument("--game", metavar="GAME", default=DEFAULT_GAME, help=_games())


def add_table_arguments(parser: argparse.ArgumentParser) -> None:
    """Add players, preset and settings."""
    parser.add_argument("--players", metavar="N", default="", help=_("number of players"))
    parser.add_argument("--preset", metavar="NAME", default="", help=_("a named set of options"))
    parser.add_argument(
        "--set",
        metavar="OPTION=VALUE",
        action="append",
        default=[],
        help=_("set an option of the game; may be repeated"),
    )


def add_play_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what says which match to play: all of a table may be left out."""
    parser.add_argument("game", nargs="?", metavar="GAME", default=DEFAULT_GAME, help=_games())
    add_table_arguments(parser)
    parser.add_argument(
        "--bots",
        metavar="LEVEL",
        default="",
        help=_("one of {levels}").format(levels=", ".join(LEVELS)),
    )
    parser.add_argument(
        "--pace",
        metavar="PACE",
        default=NO_CLOCK,
        help=_("time to think: one of {paces}").format(paces=", ".join(PACES)),
    )


def read_table(arguments: argparse.Namespace) -> NewTable:
    """Return the table of `add_table_arguments`.

    Raises:
        OptionError: something is unknown or not allowed, with what is.
        CommandError: a setting is not written ``OPTION=VALUE``.
    """
    return describe_table(
        arguments.game,
        seats=arguments.players,
        preset=arguments.preset,
        changes=parse_settings(arguments.set),
    )


def read_match(arguments: argparse.Namespace) -> NewTable:
    """Return the table of `add_play_arguments`, whose match starts at once.

    Raises:
        OptionError: something is unknown or not allowed, with what is.
        CommandError: a setting is not written ``OPTION=VALUE``.
    """
    return table_to_play(
        arguments.game,
        seats=arguments.players,
        preset=arguments.preset,
        changes=parse_settings(arguments.set),
        level=arguments.bots,
        pace=arguments.pace,
    )


def parse_settings(settings: Sequence[str]) -> dict[str, str]:
    """Return the options of settings such as ``scoring=2n+1``.

    >>> parse_settings(["scoring=2n+1", "hook = off"])
    {'scoring': '2n+1', 'hook': 'off'}

    Raises:
        CommandError: one is not written ``OPTION=VALUE``.
    """
    options: dict[str, str] = {}
    for setting in settings:
        name, equals, value = (part.strip() for part in setting.partition("="))
        if not equals or not name:
            raise CommandError(
                _("--set: “{text}” is not written OPTION=VALUE").format(text=setting[:40])
            )
        options[name] = value
    return options


def read_levels(table: NewTable, text: str | None) -> tuple[str, ...]:
    """Return the level of each seat: one for all, or as many as players joined by commas.

    Raises:
        OptionError: there is no such level.
        CommandError: there are too many or too few.
    """
    levels = tuple(level.strip() for level in (text or DEFAULT_LEVEL).split(","))
    if len(levels) == 1:
        levels *= table.seats
    if len(levels) != table.seats:
        raise CommandError(
            _("--bots: {count} levels for {seats} players; name one, or one for each").format(
                count=len(levels), seats=table.seats
            )
        )
    for level in levels:
        find_bot(table.game, level)
    return levels


def read_jobs(text: str) -> int:
    """Return the number of processes.

    Raises:
        CommandError: it is none, or out of range.
    """
    return number("--jobs", text, 1, 64)


def _games() -> str:
    return _("one of {games}").format(games=", ".join(game.info.key for game in GAMES))
