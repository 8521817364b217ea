"""The arguments that say to which server somebody goes."""

from __future__ import annotations

import argparse
import os

from msgspec.structs import replace

from levata.errors import RequestError
from levata_client.commands.support.running import CommandError
from levata_client.net.address import Address, parse_address
from levata_client.shown.text.language import _
from levata_client.shown.text.messages import farewell


def add_address_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the address, the password and the certificate to trust."""
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
    try:
        address = parse_address(arguments.address)
    except RequestError as error:
        raise CommandError(farewell(error.code, error.facts)) from None
    if not arguments.tls_ca:
        return address
    return replace(address, is_secure=True, authority=os.path.abspath(arguments.tls_ca))
