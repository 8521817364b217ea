"""The arguments that say who plays and how it looks, which every command with a game takes."""

from __future__ import annotations

import argparse
import sys
from typing import Final

from levata.errors import RequestError
from levata_client import config
from levata_client.commands.support.running import CommandError
from levata_client.shown.text.language import _, languages
from levata_client.shown.text.messages import refusal

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


def user_name(arguments: argparse.Namespace) -> str:
    """Return the name to play under.

    Raises:
        CommandError: the argument is no name.
    """
    try:
        return config.user_name(config.load(), getattr(arguments, "name", None))
    except RequestError as error:
        raise CommandError(f"--name: {refusal(error)}") from None


def animation_of(arguments: argparse.Namespace) -> str:
    """Return how fast things move."""
    animation: str = getattr(arguments, "animation", None) or config.load().animation
    return animation


def is_ascii(arguments: argparse.Namespace) -> bool:
    """Whether only plain characters may be written: by wish, or because there are no others."""
    return getattr(arguments, "ascii", False) or not can_write_unicode()


def can_write_unicode() -> bool:
    """Whether the terminal takes more than plain characters, as far as its encoding tells."""
    encoding = getattr(sys.__stdout__, "encoding", None) or "ascii"
    return encoding.lower().replace("-", "").replace("_", "") in ("utf8", "utf16", "cp65001")
