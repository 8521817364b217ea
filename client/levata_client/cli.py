"""The command ``levata``.

Each command is a module of `levata_client.commands`; only that of the command asked for is
imported, and what draws on the screen not before it is needed, so that everything answers at once.
"""

from __future__ import annotations

import argparse
import gettext
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Final, NoReturn, TextIO

import levata
from levata_client import config
from levata_client.commands.support.running import MISUSED, command
from levata_client.shown.text.language import DOMAIN, LOCALE_DIR, _, activate, choose_language
from levata_client.shown.text.phrases import N_

COMMANDS: Final = (
    "play",
    "host",
    "join",
    "plain",
    "rules",
    "replay",
    "export",
    "simulate",
    "arena",
)
"""Every command, in the order of the help; each has a module of its name."""
INTERRUPTED: Final = 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command line and return the exit status: 0, 1 failed, 2 misused."""
    typed = list(sys.argv[1:] if arguments is None else arguments)
    # Names and cards may not fit the encoding of the terminal: better a wrong glyph than no line.
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")
    _speak(_language(typed))
    try:
        parsed = _parser(typed).parse_args(typed)
        status: int = parsed.run(parsed, sys.stdout, sys.stderr)
        return status
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # Whoever read our lines has seen enough; nothing may be written any more, at exit either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


_ARGPARSE: Final = (
    N_("usage: "),
    N_("options"),
    N_("positional arguments"),
    N_("show this help message and exit"),
    N_("show program's version number and exit"),
    N_("argument %(argument_name)s: %(message)s"),
    N_("invalid choice: %(value)r (choose from %(choices)s)"),
    N_("unrecognized arguments: %s"),
    N_("the following arguments are required: %s"),
    N_("expected one argument"),
)
"""What argparse says by itself, so that the catalogue has it."""


def _speak(language: str) -> None:
    """Say everything in a language, argparse's own texts included."""
    activate(language)
    # argparse asks the standard catalogue of the process, in the language of the environment.
    gettext.bindtextdomain(DOMAIN, str(LOCALE_DIR))
    gettext.textdomain(DOMAIN)
    os.environ["LANGUAGE"] = language


class Parser(argparse.ArgumentParser):
    """A parser that says in one line what is wrong."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong with the command line and end."""
        hint = _("{command} --help lists what there is").format(command=self.prog)
        self.exit(MISUSED, f"{self.prog}: {message} ({hint})\n")


def _language(typed: Sequence[str]) -> str:
    """Return the language to speak, known before anything is parsed that may have to be said."""
    wish: str | None = None
    for index, word in enumerate(typed):
        if word.startswith("--lang="):
            wish = word.partition("=")[2]
        elif word == "--lang" and index + 1 < len(typed):
            wish = typed[index + 1]
    setting = config.load().language
    # What is typed now counts more than what was set once.
    return choose_language(wish, None if setting == "auto" else setting, os.environ)


def _parser(typed: Sequence[str]) -> argparse.ArgumentParser:
    parser = Parser(
        prog="levata",
        description=_(
            "Levata is a card table for Whist, Rentz, Septica, Belot and more: against the "
            "computer, or with others on your network. Without a command the home screen opens."
        ),
        epilog=_("levata COMMAND --help tells more about a command."),
    )
    parser.add_argument("--version", action="version", version=f"levata {levata.__version__}")
    parser.set_defaults(run=command("", _home))
    if not typed:
        return parser
    from levata_client.commands.support.look_arguments import add_look_arguments

    add_look_arguments(parser)
    subparsers = parser.add_subparsers(metavar=_("COMMAND"), title=_("commands"))
    wanted = next((word for word in typed if not word.startswith("-")), "")
    for name in (wanted,) if wanted in COMMANDS else COMMANDS:
        import_module(f"levata_client.commands.{name}").add_parser(subparsers)
    return parser


def _home(arguments: argparse.Namespace, out: TextIO) -> int:
    from levata_client.commands import launch

    launch.check_terminal()
    return launch.run_home(arguments)


if __name__ == "__main__":
    sys.exit(main())
