"""Reading the record that a command is given, and the levels at which it is shown."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import NamedTuple, cast, get_args

from levata.records.export import restrict
from levata.records.record import Record, RecordFault, RecordLevel, load_record
from levata.records.replay import verify
from levata_client.commands.support.running import REFUSED, CommandError, number, read_file
from levata_client.shown.games import find_words
from levata_client.shown.text.language import _
from levata_client.shown.text.record_faults import fault_text


class Wanted(NamedTuple):
    """A record and how much of it is wanted."""

    record: Record
    """As it stands in the file, verified where it is a full one."""
    shown: Record
    """Restricted to what is wanted."""


def add_record_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the file and the level."""
    parser.add_argument("file", metavar="FILE", help=_("a match record"))
    parser.add_argument(
        "--level",
        metavar="LEVEL",
        help=_("public: what everybody saw; seat: what one seat saw; full: everything"),
    )
    parser.add_argument(
        "--seat", metavar="N", help=_("the seat whose view is wanted, counted from 0")
    )


def read_record(arguments: argparse.Namespace, needs_full: bool) -> Wanted:
    """Return the record that the arguments name; a full one has been verified.

    Raises:
        CommandError: the file or the arguments are refused; the text names file and line.
    """
    path = Path(arguments.file)
    data = read_file(path)
    try:
        record = load_record(data)
        if record.level == "full" or needs_full:
            verify(record)
        return Wanted(record, _restricted(arguments, record))
    except RecordFault as fault:
        separator = ":" if fault.line else ": "
        text = fault_text(fault, find_words(fault.game))
        raise CommandError(f"{path}{separator}{text}", REFUSED) from None


def _restricted(arguments: argparse.Namespace, record: Record) -> Record:
    level = arguments.level or ("full" if arguments.seat is None else "seat")
    if level not in get_args(RecordLevel):
        raise CommandError(
            _("--level: “{text}” is none of {levels}").format(
                text=level[:40], levels=", ".join(get_args(RecordLevel))
            )
        )
    seat = None
    if level == "seat":
        if arguments.seat is None:
            raise CommandError(_("--level seat needs --seat"))
        seat = number("--seat", arguments.seat, 0, len(record.seats) - 1)
    elif arguments.seat is not None:
        raise CommandError(_("--seat goes with --level seat only"))
    if record.level != "full" and arguments.level is None and seat is None:
        return record
    return restrict(record, cast(RecordLevel, level), seat)
