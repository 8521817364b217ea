"""The command ``levata-server admin``: looks after a running server on this machine."""

from __future__ import annotations

import argparse
import http.client
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

import msgspec

from levata.protocol.messages import DEFAULT_PORT
from levata_server.operate.admin import (
    ADMIN_PATH,
    Access,
    AdminAnswer,
    AdminCommand,
    Announce,
    CloseTable,
    Kick,
    ListPeople,
    ListTables,
    NoServer,
    PersonFacts,
    Refusal,
    StartDrain,
    TableFacts,
    default_file,
    read_access,
)
from levata_server.operate.console import LOOPBACK
from levata_server.runtime.logs import harmless

_REFUSED = 1
_UNREACHABLE = 2
_PATIENCE_SECONDS = 15.0
_TABLE_HEADS = ("table", "game", "phase", "pace", "watching", "name", "seats")
_PERSON_HEADS = ("person", "name", "where", "address")
_EPILOG = """\
The server leaves a file with a secret that only the user who started it can read; run this as the
same user. Exit status: 0 done, 1 refused, 2 no server can be asked.
"""


def main(arguments: Sequence[str]) -> int:
    """Carry out one command; return the exit status."""
    options = _parser().parse_args(arguments)
    command = _command(options)
    try:
        access = read_access(options.admin_file or default_file(options.port))
        answer = _ask(access, command)
    except Refusal as refusal:
        sys.stderr.write(f"levata-server: {harmless(str(refusal))}\n")
        return _UNREACHABLE if isinstance(refusal, NoServer) else _REFUSED
    text = msgspec.json.encode(answer).decode() if options.json else _told(command, answer)
    sys.stdout.write(f"{text}\n")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="levata-server admin",
        description="Look after a running server on this machine.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--port",
        type=int,
        default=DEFAULT_PORT,
        help="of the server that is meant (default %(default)s)",
    )
    parser.add_argument(
        "--admin-file", type=Path, metavar="FILE", help="if the server was started with another one"
    )
    parser.add_argument("--json", action="store_true", help="print the answer for programs")
    commands = parser.add_subparsers(
        title="commands", required=True, metavar="COMMAND", dest="command"
    )

    def add(name: str, text: str) -> argparse.ArgumentParser:
        command: argparse.ArgumentParser = commands.add_parser(name, help=text, description=text)
        return command

    add("list", "show the tables")
    add("people", "show who is here or has a place to come back to")
    add("announce", "say a line to everybody").add_argument("text", nargs="+")
    close = add("close", "close a table; a match there ends without a result")
    close.add_argument("table", type=int, help="its number")
    kick = add("kick", "send a person away for ten minutes; a bot takes the seat")
    kick.add_argument("person", help="number or name")
    drain = add("drain", "stop the server once the running matches are over")
    drain.add_argument(
        "seconds",
        nargs="?",
        type=float,
        help="wait no longer than so many seconds (default: --drain-timeout of the server)",
    )
    return parser


def _command(options: argparse.Namespace) -> AdminCommand:
    match options.command:
        case "list":
            return ListTables()
        case "people":
            return ListPeople()
        case "announce":
            return Announce(" ".join(options.text))
        case "close":
            return CloseTable(options.table)
        case "kick":
            return Kick(options.person)
        case _:
            return StartDrain(options.seconds)


def _ask(access: Access, command: AdminCommand) -> AdminAnswer:
    connection = http.client.HTTPConnection(LOOPBACK, access.port, timeout=_PATIENCE_SECONDS)
    try:
        connection.request(
            "POST",
            ADMIN_PATH,
            msgspec.json.encode(command),
            {"Authorization": f"Bearer {access.token}", "Content-Type": "application/json"},
        )
        response = connection.getresponse()
        answer = msgspec.json.decode(response.read(), type=AdminAnswer)
    except (OSError, http.client.HTTPException, msgspec.MsgspecError) as error:
        raise NoServer(f"the server does not answer: {error}") from error
    finally:
        connection.close()
    if response.status != http.client.OK:
        raise Refusal(answer.text)
    return answer


def _told(command: AdminCommand, answer: AdminAnswer) -> str:
    """Return an answer as people read it."""
    match command:
        case ListTables():
            return _columns(_TABLE_HEADS, map(_table_cells, answer.tables)) or "no tables"
        case ListPeople():
            return _columns(_PERSON_HEADS, map(_person_cells, answer.people)) or "nobody"
        case _:
            return harmless(answer.text)


def _table_cells(row: TableFacts) -> tuple[str, ...]:
    numbers = str(row.table), row.game, row.phase, row.pace, str(row.watchers)
    return (*numbers, row.name, ", ".join(row.seats))


def _person_cells(row: PersonFacts) -> tuple[str, ...]:
    where = f"table {row.table}" if row.table else "lobby"
    return str(row.person), row.name, where, row.address or "away"


def _columns(heads: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    """Return the rows under their heads, nothing if there are none."""
    lines = [heads, *(tuple(harmless(cell) for cell in row) for row in rows)]
    if len(lines) == 1:
        return ""
    widths = [max(len(cell) for cell in column) for column in zip(*lines, strict=True)]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip()
        for line in lines
    )
