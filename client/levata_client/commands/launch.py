"""From a command line to the screen: the checks before it is taken over, and the application."""

from __future__ import annotations

import argparse
import asyncio
import importlib
import os
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from levata.errors import LevataError
from levata_client import config
from levata_client.commands.support.look_arguments import animation_of, is_ascii, user_name
from levata_client.commands.support.running import CommandError
from levata_client.net.server_target import ServerTarget
from levata_client.shown.text.language import _
from levata_client.shown.text.messages import farewell
from levata_client.state.new_table import NewTable

if TYPE_CHECKING:
    from levata_client.terminal.app import LevataApp
    from levata_client.terminal.preferences import Overrides
    from levata_client.terminal.session_controller import SessionController

DUMB: Final = ("dumb", "unknown")


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
    """Return which settings the command line overrides for this run."""
    from levata_client.terminal.preferences import Overrides

    return Overrides(
        name=getattr(arguments, "name", None),
        language=getattr(arguments, "lang", None),
        theme=getattr(arguments, "theme", None),
        animation=getattr(arguments, "animation", None),
        is_ascii=is_ascii(arguments),
    )


def run_home(arguments: argparse.Namespace) -> int:
    """Show the home screen; return the exit status."""
    return _run(arguments, None)


def run_play(arguments: argparse.Namespace, table: NewTable) -> int:
    """Play against the computer at once; return the exit status."""
    # The server starts while the screen is being imported.
    target = ServerTarget.play(animation_of(arguments))
    try:
        return _run(arguments, lambda sessions: sessions.begin(target, table))
    finally:
        target.close_now()


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
        # What the server tells waits for the screen.
        session.hold()
        try:
            await session.open()
        except LevataError as error:
            raise CommandError(farewell(error.code, error.facts)) from None
        return await _make_app(arguments, lambda sessions: sessions.adopt(session)).run_async() or 0

    return asyncio.run(go())


def _run(arguments: argparse.Namespace, begin: Callable[[SessionController], None] | None) -> int:
    _import_app()
    app = _make_app(arguments, begin)
    return app.run() or app.return_code or 0


def _import_app() -> None:
    # Textual would ask the terminal for mouse positions in pixels after a resize, and some
    # terminals then report clicks in the wrong place.
    os.environ.setdefault("TEXTUAL_SMOOTH_SCROLL", "0")
    importlib.import_module("levata_client.terminal.app")


def _make_app(
    arguments: argparse.Namespace, begin: Callable[[SessionController], None] | None
) -> LevataApp:
    from levata_client.terminal.app import LevataApp

    return LevataApp(config.load(), overrides_of(arguments), begin)
