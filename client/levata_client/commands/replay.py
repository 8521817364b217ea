"""``levata replay``: a match record as readable text, checked step by step."""

from __future__ import annotations

import argparse
from typing import Any, TextIO

from levata_client.commands.support.record_arguments import add_record_arguments, read_record
from levata_client.commands.support.running import DONE, command, number
from levata_client.plain.transcript import Transcript
from levata_client.shown.text.language import _


def add_parser(subparsers: Any) -> None:
    """Add the command to the subparsers of `levata`."""
    parser: argparse.ArgumentParser = subparsers.add_parser(
        "replay",
        help=_("read a match record deal by deal"),
        description=_(
            "Check a match record against the rules, and print it deal by deal. A record that is "
            "damaged or breaks the rules is refused with the line and the reason."
        ),
    )
    add_record_arguments(parser)
    parser.add_argument("--deal", metavar="N", help=_("only this deal, counted from 1"))
    parser.add_argument("--check", action="store_true", help=_("only check, print nothing else"))
    parser.set_defaults(run=run)


def _replay(arguments: argparse.Namespace, out: TextIO) -> int:
    record, shown = read_record(arguments, needs_full=True)
    deals = len(record.deals)
    deal = None if arguments.deal is None else number("--deal", arguments.deal, 1, deals)
    if arguments.check:
        actions = sum(len(each.actions) for each in record.deals)
        out.write(_("good: deals {deals}, actions {actions}").format(deals=deals, actions=actions))
        out.write("\n")
        return DONE
    for line in Transcript(record, shown).lines(deal):
        out.write(line + "\n")
    return DONE


run = command("replay", _replay)
