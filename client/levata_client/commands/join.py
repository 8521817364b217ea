"""``levata join``: go to a server on the network."""

from __future__ import annotations

import argparse
from typing import Any, TextIO

from levata_client.commands.running import command
from levata_client.text import _


def add_parser(subparsers: Any) -> None:
    """Add the command to the subparsers of `levata`."""
    from levata_client.launch import add_look_arguments

    parser: argparse.ArgumentParser = subparsers.add_parser(
        "join",
        help=_("join a game on the network"),
        description=_("Join a game that somebody hosts, by the address that his screen shows."),
    )
    add_join_arguments(parser)
    add_look_arguments(parser)
    parser.set_defaults(run=command("join", _join))


def add_join_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what says where to go."""
    parser.add_argument("address", metavar="HOST[:PORT]", help=_("where the game is hosted"))
    parser.add_argument("--password", default="", help=_("if the server wants one"))


def _join(arguments: argparse.Namespace, out: TextIO) -> int:
    from levata_client import launch
    from levata_client.address import parse_address
    from levata_client.venue import Venue

    address = parse_address(arguments.address)
    launch.check_terminal()
    return launch.run_session(arguments, lambda: Venue.join(address, arguments.password))
