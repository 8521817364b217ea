"""``levata join``: go to a server on the network."""

from __future__ import annotations

import argparse
from typing import Any, TextIO

from levata_client.commands.support.address_arguments import add_address_arguments, read_address
from levata_client.commands.support.look_arguments import add_look_arguments
from levata_client.commands.support.running import command
from levata_client.shown.text.language import _


def add_parser(subparsers: Any) -> None:
    """Add the command to the subparsers of `levata`."""
    parser: argparse.ArgumentParser = subparsers.add_parser(
        "join",
        help=_("join a game on the network"),
        description=_("Join a game that somebody hosts, by the address that his screen shows."),
    )
    add_address_arguments(parser)
    add_look_arguments(parser)
    parser.set_defaults(run=command("join", _join))


def _join(arguments: argparse.Namespace, out: TextIO) -> int:
    from levata_client.commands import launch
    from levata_client.net.server_target import ServerTarget

    address = read_address(arguments)
    launch.check_terminal()
    return launch.run_session(arguments, lambda: ServerTarget.join(address, arguments.password))
