"""The settings of the user: declared once, read leniently, written when one is changed."""

from __future__ import annotations

import contextlib
import getpass
from typing import Final, Literal, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Struct

from levata.errors import RequestError
from levata.files import write_atomically
from levata.text import NAME_LENGTH, clean_name, clean_text
from levata_client import paths

Theme = Literal["auto", "felt", "blue", "wine", "paper", "night", "sixteen", "mono"]

FILE_NAME: Final = "settings.json"


class Settings(Struct, frozen=True):
    """What the user may choose; every field has a default, and choices are closed sets of words."""

    name: str = ""
    """Empty for the name of the user of the system."""
    language: str = "auto"
    theme: Theme = "auto"
    deck: Literal["four", "classic", "colour-blind"] = "four"
    suits: Literal["symbols", "letters"] = "symbols"
    animation: Literal["none", "fast", "normal", "slow"] = "normal"
    hand_order: Literal["suits", "plain", "ranks"] = "suits"
    bell: Literal["off", "away", "always"] = "away"
    """Ring when it is one's turn: never, while the window is in the background, or always."""


def choices(name: str) -> tuple[str, ...]:
    """Return the values that a setting can have; nothing for free text."""
    hint = get_type_hints(Settings)[name]
    return get_args(hint) if get_origin(hint) is Literal else ()


def load() -> Settings:
    """Return the settings, with the default for whatever is missing or damaged."""
    try:
        data = (paths.config_dir() / FILE_NAME).read_bytes()
        entries = msgspec.json.decode(data, type=dict[str, object])
    except (OSError, msgspec.DecodeError):
        return Settings()
    settings = Settings()
    for field in msgspec.structs.fields(Settings):
        value = entries.get(field.name)
        if isinstance(value, str):
            with contextlib.suppress(ValueError):
                settings = change(settings, field.name, value)
    return settings


def change(settings: Settings, name: str, value: str) -> Settings:
    """Return the settings with one changed.

    Raises:
        ValueError: the setting cannot have this value.
    """
    allowed = choices(name)
    if allowed and value not in allowed:
        raise ValueError(name)
    return msgspec.structs.replace(settings, **{name: value})


def save(settings: Settings) -> None:
    """Write the settings.

    Raises:
        OSError: they cannot be written.
    """
    document = msgspec.json.format(msgspec.json.encode(settings), indent=2)
    path = paths.config_dir() / FILE_NAME
    path.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(path, document + b"\n")


def user_name(settings: Settings, argument: str | None = None) -> str:
    """Return the name to play under: the argument, else the setting, else the system's user.

    Raises:
        RequestError: the argument is no name.
    """
    if argument is not None:
        return clean_name(argument)
    with contextlib.suppress(RequestError):
        return clean_name(settings.name)
    # Without an account of its own the process has no name, told by different exceptions.
    with contextlib.suppress(RequestError, OSError, KeyError, ImportError):
        return clean_name(clean_text(getpass.getuser())[:NAME_LENGTH])
    return "Player"
