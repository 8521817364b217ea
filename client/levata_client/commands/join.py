"""``levata join``: go to a server on the network."""

from __future__ import annotations

import argparse
import os
from typing import TYPE_CHECKING, Any, TextIO

from msgspec.structs import replace

from levata_client.commands.running import command
from levata_client.shown.text.language import _

if TYPE_CHECKING:
    from levata_client.net.address import Address


def add_parser(subparsers: Any) -> None:
    """Add the command to the subparsers of `levata`."""
    from levata_client.commands.launch import add_look_arguments

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
    parser.add_argument(
        "--tls-ca",
        metavar="FILE",
        default="",
        help=_("trust this certificate of an encrypted server (wss://HOST) and no other"),
    )


def read_address(arguments: argparse.Namespace) -> Address:
    """Return where to go.

    Raises:
        CommandError: it is no address.
    """
    from levata_client.commands import launch

    address = launch.read_address(arguments.address)
    if not arguments.tls_ca:
        return address
    return replace(address, is_secure=True, authority=os.path.abspath(arguments.tls_ca))


def _join(arguments: argparse.Namespace, out: TextIO) -> int:
    from levata_client.commands import launch
    from levata_client.net.server_target import ServerTarget

    address = read_address(arguments)
    launch.check_terminal()
    return launch.run_session(arguments, lambda: ServerTarget.join(address, arguments.password))
