"""The arguments that name a game with its number of players and its options."""

from __future__ import annotations

import argparse
from typing import NamedTuple

from levata.bots.levels import DEFAULT_LEVEL, find_bot
from levata.errors import OptionError
from levata.game import AnyGame
from levata.games import GAMES, find_game
from levata.options import Options, Scalar, parse_options
from levata_client.commands.running import CommandError, number
from levata_client.shown.text.language import _


class MatchSetup(NamedTuple):
    """A game as it is to be played."""

    game: AnyGame
    seats: int
    options: Options


def add_game_argument(parser: argparse.ArgumentParser) -> None:
    """Add the game as a positional argument."""
    parser.add_argument("game", metavar="GAME", help=_("one of {games}").format(games=_games()))


def add_game_option(parser: argparse.ArgumentParser) -> None:
    """Add the game as an option."""
    parser.add_argument(
        "--game",
        metavar="GAME",
        default=GAMES[0].info.key,
        help=_("one of {games}").format(games=_games()),
    )


def add_table_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of a table: players, preset and settings."""
    parser.add_argument("--players", metavar="N", help=_("number of players"))
    parser.add_argument("--preset", metavar="NAME", help=_("a named set of options"))
    parser.add_argument(
        "--set",
        metavar="OPTION=VALUE",
        action="append",
        default=[],
        help=_("set an option of the game; may be repeated"),
    )


def read_table(arguments: argparse.Namespace) -> MatchSetup:
    """Return the table that the arguments name.

    Raises:
        OptionError: what is unknown or not allowed, with what is.
        CommandError: a setting is not written ``OPTION=VALUE``, or the players are no number.
    """
    game = find_game(arguments.game)
    info = game.info
    seats = info.default_seats
    if arguments.players is not None:
        allowed = ", ".join(map(str, info.seats))
        if arguments.players not in allowed.split(", "):
            raise CommandError(
                _("--players: {game} cannot be played by “{text}”; allowed: {allowed}").format(
                    game=info.title, text=arguments.players[:40], allowed=allowed
                )
            )
        seats = int(arguments.players)
    texts: dict[str, Scalar] = {}
    if arguments.preset is not None:
        if arguments.preset not in info.presets:
            raise OptionError("unknown_preset", arguments.preset[:40], ", ".join(info.presets))
        texts |= info.presets[arguments.preset]
    for setting in arguments.set:
        name, equals, value = setting.partition("=")
        if not equals:
            raise CommandError(
                _("--set: “{text}” is not written OPTION=VALUE").format(text=setting[:40])
            )
        texts[name.strip()] = value
    return MatchSetup(game, seats, parse_options(info.options_type, texts, seats))


def read_levels(table: MatchSetup, text: str | None) -> tuple[str, ...]:
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
        find_bot(table.game.info.key, level)
    return levels


def read_jobs(text: str) -> int:
    """Return the number of processes.

    Raises:
        CommandError: it is none, or out of range.
    """
    return number("--jobs", text, 1, 64)


def _games() -> str:
    return ", ".join(game.info.key for game in GAMES)
