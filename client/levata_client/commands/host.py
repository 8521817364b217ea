"""``levata host``: a server for everybody on the network, and its lobby."""

from __future__ import annotations

import argparse
import os
from typing import Any, TextIO

from levata.protocol.messages import DEFAULT_PORT, PASSWORD_VARIABLE
from levata_client.commands.support.look_arguments import (
    add_look_arguments,
    animation_of,
    user_name,
)
from levata_client.commands.support.running import command, number
from levata_client.shown.text.language import _


def add_parser(subparsers: Any) -> None:
    """Add the command to the subparsers of `levata`."""
    parser: argparse.ArgumentParser = subparsers.add_parser(
        "host",
        help=_("host games for everybody on the network"),
        description=_(
            "Start a server for everybody on the network and go to its lobby. The server ends with "
            "the program; its games are kept and go on the next time."
        ),
    )
    parser.add_argument("--port", metavar="N", default=str(DEFAULT_PORT), help=_("where to listen"))
    parser.add_argument(
        "--listen", metavar="ADDRESS", default="", help=_("listen at this address only")
    )
    parser.add_argument(
        "--password",
        default=os.environ.get(PASSWORD_VARIABLE, ""),
        help=_("let in only those who know it (or {variable} in the environment)").format(
            variable=PASSWORD_VARIABLE
        ),
    )
    add_look_arguments(parser)
    parser.set_defaults(run=command("host", _host))


def _host(arguments: argparse.Namespace, out: TextIO) -> int:
    from levata_client.commands import launch
    from levata_client.net.server_target import ServerTarget

    port = number("--port", arguments.port, 0, 65535)
    name = user_name(arguments)
    launch.check_terminal()
    pace = animation_of(arguments)
    return launch.run_session(
        arguments, lambda: ServerTarget.host(port, name, arguments.password, pace, arguments.listen)
    )
