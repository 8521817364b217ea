"""What options in use, levels and paces are called in forms and lists, and the game's words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from levata.errors import LevataError
from levata.games import find_game
from levata.options import Scalar, format_options, parse_options
from levata.protocol.documents import PACES
from levata_client.shown.games import find_words
from levata_client.shown.text.game_words import GameWords
from levata_client.shown.text.language import _
from levata_client.shown.text.phrases import N_
from levata_client.state.model import Model

LEVELS: Final[Mapping[str, str]] = {
    "random": N_("random"),
    "easy": N_("easy"),
}
"""What the levels of computer players are called."""


def game_words(model: Model) -> GameWords | None:
    """Return the words of the game at the user's table, None while he is at no table."""
    return None if model.table is None else find_words(model.table.game)


def option_help(text: str) -> str:
    """Return the explanation of an option, which stands in English beside the rules."""
    return _(text) if text else ""


def level_label(level: str) -> str:
    """Return what a level of computer players is called."""
    label = LEVELS.get(level)
    return _(label) if label is not None else level


def watch_label(watch: str) -> str:
    """Return what watchers see of the hands, in words."""
    labels = {
        "closed": _("see no cards"),
        "delayed": _("see finished hands"),
    }
    return labels.get(watch, watch)


def pace_label(pace: str) -> str:
    """Return a pace in words, such as ``20 s + 60 s``."""
    known = PACES.get(pace)
    if known is None:
        return pace
    if not known.seconds:
        return _("no clock")
    return f"{known.seconds} s + {known.reserve} s"


def changed_options(game: str, options: Mapping[str, Scalar], seats: int) -> dict[str, Scalar]:
    """Return the options that are not as usual for this number of players."""
    try:
        options_type = find_game(game).info.options_type
        usual = format_options(parse_options(options_type, {}, seats))
    except LevataError:
        return dict(options)
    return {name: value for name, value in options.items() if usual.get(name) != value}


def option_list(game: str, options: Mapping[str, Scalar]) -> str:
    """Return options of a game in one line, such as ``Cards per hand 1-8-1, Hook off``."""
    words = find_words(game)
    return ", ".join(
        f"{words.option_label(name)} {words.value_label(name, options[name])}" for name in options
    )
