"""From a command line to a running client: the checks before a screen is taken over."""

from __future__ import annotations

import argparse
import asyncio
import importlib
import os
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from levata.errors import LevataError, RequestError
from levata_client import config
from levata_client.commands.running import CommandError
from levata_client.net.address import Address, parse_address
from levata_client.net.server_target import ServerTarget
from levata_client.shown.text.language import _, languages
from levata_client.shown.text.messages import farewell, refusal
from levata_client.state.new_table import NewTable

if TYPE_CHECKING:
    from levata_client.terminal.app import LevataApp
    from levata_client.terminal.app_settings import Overrides

DUMB: Final = ("dumb", "unknown")
THEMES: Final = config.choices("theme")
ANIMATIONS: Final = config.choices("animation")


def add_look_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what every command with a screen takes."""
    add_name_arguments(parser)
    parser.add_argument(
        "--theme",
        choices=THEMES,
        metavar="THEME",
        default=argparse.SUPPRESS,
        help=_("one of {themes}").format(themes=", ".join(THEMES)),
    )
    parser.add_argument(
        "--animation",
        choices=ANIMATIONS,
        metavar="PACE",
        default=argparse.SUPPRESS,
        help=_("one of {paces}").format(paces=", ".join(ANIMATIONS)),
    )


def add_name_arguments(parser: argparse.ArgumentParser) -> None:
    """Add name, language and glyphs."""
    parser.add_argument(
        "--name", metavar="NAME", default=argparse.SUPPRESS, help=_("how others see you")
    )
    parser.add_argument(
        "--lang",
        choices=languages(),
        metavar="CODE",
        default=argparse.SUPPRESS,
        help=_("language: {codes}").format(codes=", ".join(languages())),
    )
    parser.add_argument(
        "--ascii",
        action="store_true",
        default=argparse.SUPPRESS,
        help=_("draw with plain characters only"),
    )


def check_terminal() -> None:
    """Refuse to draw where nothing can be drawn.

    Raises:
        CommandError: with what to do instead.
    """
    if os.environ.get("TEXTUAL_DRIVER"):
        return
    streams = (sys.__stdin__, sys.__stdout__, sys.__stderr__)
    has_terminal = all(stream is not None and stream.isatty() for stream in streams)
    if not has_terminal or os.environ.get("TERM", "") in DUMB:
        raise CommandError(
            _(
                "this needs a terminal that can be drawn on. "
                "The line mode works everywhere: levata plain play"
            )
        )


def overrides_of(arguments: argparse.Namespace) -> Overrides:
    """Return how the command line wants it."""
    from levata_client.terminal.app_settings import Overrides

    return Overrides(
        name=getattr(arguments, "name", None),
        language=getattr(arguments, "lang", None),
        theme=getattr(arguments, "theme", None),
        animation=getattr(arguments, "animation", None),
        is_ascii=getattr(arguments, "ascii", False) or not can_write_unicode(),
    )


def can_write_unicode() -> bool:
    """Whether the terminal takes more than plain characters, as far as its encoding tells."""
    encoding = getattr(sys.__stdout__, "encoding", None) or "ascii"
    return encoding.lower().replace("-", "").replace("_", "") in ("utf8", "utf16", "cp65001")


def animation_of(arguments: argparse.Namespace) -> str:
    """Return how fast things move."""
    animation: str = getattr(arguments, "animation", None) or config.load().animation
    return animation


def user_name(arguments: argparse.Namespace) -> str:
    """Return the name to play under.

    Raises:
        CommandError: the argument is no name.
    """
    try:
        return config.user_name(config.load(), getattr(arguments, "name", None))
    except RequestError as error:
        raise CommandError(f"--name: {refusal(error)}") from None


def read_address(text: str) -> Address:
    """Return the address that was typed.

    Raises:
        CommandError: it is none.
    """
    try:
        return parse_address(text)
    except RequestError as error:
        raise CommandError(farewell(error.code, error.facts)) from None


def run_home(arguments: argparse.Namespace) -> int:
    """Show the home screen; return the exit status."""
    return _run(arguments, None)


def run_play(arguments: argparse.Namespace, table: NewTable) -> int:
    """Play against the computer at once; return the exit status."""
    # The server starts while the screen is being imported.
    target = ServerTarget.play(animation_of(arguments))
    return _run(arguments, lambda app: app.begin(target, table), target)


def run_session(arguments: argparse.Namespace, make: Callable[[], ServerTarget]) -> int:
    """Go to a server and show its lobby; return the exit status.

    Raises:
        CommandError: the server cannot be reached or started; no screen was shown.
    """
    name = user_name(arguments)
    target = make()
    _import_app()

    async def go() -> int:
        from levata_client.net.session import Session

        session = Session(target, name)
        session.hold()
        try:
            await session.open()
        except LevataError as error:
            raise CommandError(farewell(error.code, error.facts)) from None
        return await _make_app(arguments, lambda app: app.adopt(session)).run_async() or 0

    return asyncio.run(go())


def _run(
    arguments: argparse.Namespace,
    begin: Callable[[LevataApp], None] | None,
    target: ServerTarget | None = None,
) -> int:
    try:
        _import_app()
        app = _make_app(arguments, begin)
        return app.run() or app.return_code or 0
    finally:
        if target is not None:
            target.close_now()


def _import_app() -> None:
    # Textual would ask the terminal for mouse positions in pixels after a resize, and some
    # terminals then report clicks in the wrong place.
    os.environ.setdefault("TEXTUAL_SMOOTH_SCROLL", "0")
    importlib.import_module("levata_client.terminal.app")


def _make_app(
    arguments: argparse.Namespace, begin: Callable[[LevataApp], None] | None
) -> LevataApp:
    from levata_client.terminal.app import LevataApp

    return LevataApp(config.load(), overrides_of(arguments), begin)
