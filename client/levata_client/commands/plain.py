"""``levata plain``: the line mode, for screen readers, dumb terminals and pipes."""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TextIO

from levata.errors import LevataError
from levata_client.commands.support.address_arguments import add_address_arguments, read_address
from levata_client.commands.support.look_arguments import add_name_arguments, is_ascii, user_name
from levata_client.commands.support.running import CommandError, command
from levata_client.commands.support.table_arguments import add_play_arguments, read_match
from levata_client.shown.text.language import _
from levata_client.state.new_table import NewTable

if TYPE_CHECKING:
    from levata_client.net.server_target import ServerTarget


def add_parser(subparsers: Any) -> None:
    """Add the command to the subparsers of `levata`."""
    parser: argparse.ArgumentParser = subparsers.add_parser(
        "plain",
        help=_("play in lines of text"),
        description=_(
            "Play in lines of text, for screen readers, braille displays, dumb terminals and "
            "pipes. Without more words: play, against the computer."
        ),
    )
    add_name_arguments(parser)
    parser.set_defaults(run=command("plain", _play), **_defaults())
    kinds = parser.add_subparsers(metavar="", title=_("what to do"))
    play = kinds.add_parser("play", help=_("play against the computer, at once"))
    add_play_arguments(play)
    add_name_arguments(play)
    play.set_defaults(run=command("plain play", _play))
    join = kinds.add_parser("join", help=_("join a game on the network"))
    add_address_arguments(join)
    add_name_arguments(join)
    join.set_defaults(run=command("plain join", _join))


def _defaults() -> dict[str, object]:
    parser = argparse.ArgumentParser()
    add_play_arguments(parser)
    return vars(parser.parse_args([]))


def _play(arguments: argparse.Namespace, out: TextIO) -> int:
    from levata_client.net.server_target import ServerTarget

    table = read_match(arguments)
    return _run(arguments, out, lambda: ServerTarget.play("none"), table)


def _join(arguments: argparse.Namespace, out: TextIO) -> int:
    from levata_client.net.server_target import ServerTarget

    address = read_address(arguments)
    return _run(arguments, out, lambda: ServerTarget.join(address, arguments.password))


def _run(
    arguments: argparse.Namespace,
    out: TextIO,
    make: Callable[[], ServerTarget],
    table: NewTable | None = None,
) -> int:
    from levata_client.glyph_modes import GlyphMode, translate
    from levata_client.net.session import Session
    from levata_client.plain.client import Lines, PlainClient
    from levata_client.shown.text.messages import farewell

    name = user_name(arguments)
    mode = GlyphMode.ASCII if is_ascii(arguments) else GlyphMode.UNICODE
    target = make()

    def write(line: str) -> None:
        out.write(translate(line, mode) + "\n")
        out.flush()

    async def go() -> int:
        return await PlainClient(Session(target, name), write).run(Lines(sys.stdin), table)

    try:
        return asyncio.run(go())
    except LevataError as error:
        raise CommandError(farewell(error.code, error.facts)) from None
    finally:
        target.close_now()
