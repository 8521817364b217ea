"""``levata export``: a match record for other programs and people."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final, TextIO

from levata.files import write_atomically
from levata.records.export import to_csv
from levata.records.record import format_record
from levata_client.commands.support.record_arguments import (
    Wanted,
    add_record_arguments,
    read_record,
)
from levata_client.commands.support.running import DONE, CommandError, cannot, command
from levata_client.plain.transcript import Transcript
from levata_client.shown.text.language import _

_FORMATS: Final[Mapping[str, Callable[[Wanted], str]]] = {
    "json": lambda wanted: format_record(wanted.shown.document),
    "csv": lambda wanted: to_csv(wanted.shown),
    "text": lambda wanted: "".join(
        f"{line}\n" for line in Transcript(wanted.record, wanted.shown).lines()
    ),
}


def add_parser(subparsers: Any) -> None:
    """Add the command to the subparsers of `levata`."""
    parser: argparse.ArgumentParser = subparsers.add_parser(
        "export",
        help=_("turn a match record into JSON, a table or text"),
        description=_(
            "Write a match record as JSON, as a table with a row for each seat in each deal, or as "
            "text. With a level it holds only what everybody, or one seat, saw."
        ),
    )
    add_record_arguments(parser)
    parser.add_argument(
        "--to", metavar="FORMAT", default="json", help=_("json, csv or text; json if not given")
    )
    parser.add_argument("--output", metavar="FILE", help=_("write there instead of printing"))
    parser.set_defaults(run=run)


def _export(arguments: argparse.Namespace, out: TextIO) -> int:
    made = _FORMATS.get(arguments.to)
    if made is None:
        raise CommandError(
            _("--to: “{text}” is none of {formats}").format(
                text=arguments.to[:40], formats=", ".join(_FORMATS)
            )
        )
    text = made(read_record(arguments, needs_full=arguments.to == "text"))
    if arguments.output is None:
        out.write(text)
        return DONE
    path = Path(arguments.output)
    try:
        write_atomically(path, text)
    except OSError as error:
        raise cannot(_("--output: {path} cannot be written: {reason}"), path, error) from None
    return DONE


run = command("export", _export)
