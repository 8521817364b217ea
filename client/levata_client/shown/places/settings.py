"""The settings as rows of a form: what each is called, and what its values are called."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec.structs import fields as struct_fields

from levata_client import config
from levata_client.config import Settings
from levata_client.shown.places.fields import Field, FieldKind
from levata_client.shown.text.language import LANGUAGE_NAMES, _, languages
from levata_client.shown.text.phrases import N_

_TITLES: Final[Mapping[str, tuple[str, str]]] = {
    "name": (N_("Name"), N_("how others see you; empty for your user name")),
    "language": (N_("Language"), N_("automatic takes that of your system")),
    "theme": (N_("Colours"), N_("automatic suits your terminal")),
    "deck": (N_("Deck"), N_("how suits are coloured")),
    "suits": (N_("Suits"), N_("letters, where your font draws suits badly")),
    "animation": (N_("Motion"), N_("how fast cards move and bots play")),
    "hand_order": (N_("Order of the hand"), N_("how your cards are laid out")),
    "bell": (N_("Bell"), N_("rings when it is your turn")),
}
_VALUES: Final[Mapping[str, str]] = {
    "auto": N_("automatic"),
    "felt": N_("green felt"),
    "blue": N_("blue felt"),
    "wine": N_("wine red"),
    "paper": N_("paper"),
    "night": N_("night"),
    "sixteen": N_("16 colours"),
    "mono": N_("no colours"),
    "four": N_("four colours"),
    "classic": N_("red and black"),
    "colour-blind": N_("colour-blind"),
    "symbols": N_("symbols"),
    "letters": N_("letters"),
    "none": N_("none"),
    "fast": N_("fast"),
    "normal": N_("normal"),
    "slow": N_("slow"),
    "suits": N_("trumps at the right"),
    "plain": N_("by suit"),
    "ranks": N_("by rank"),
    "off": N_("off"),
    "away": N_("in the background"),
    "always": N_("always"),
}


def setting_fields(settings: Settings, user_name: str) -> tuple[Field, ...]:
    """Return a row per setting; ``user_name`` is the name in force, shown where none is set."""
    return tuple(
        _field(field.name, getattr(settings, field.name), field.default, user_name)
        for field in struct_fields(Settings)
    )


def default_setting(key: str) -> str:
    """Return the value that a setting has at first."""
    value: str = getattr(Settings(), key)
    return value


def _field(key: str, value: str, default: object, user_name: str) -> Field:
    choices = ("auto", *languages()) if key == "language" else config.choices(key)
    title, explanation = _TITLES[key]
    return Field(
        key,
        _(title),
        value,
        _shown(key, value or user_name),
        _(explanation),
        FieldKind.CHOICE if choices else FieldKind.TEXT,
        choices,
        is_changed=value != default,
    )


def _shown(key: str, value: str) -> str:
    if key == "name":
        return value
    if key == "language" and value in LANGUAGE_NAMES:
        return LANGUAGE_NAMES[value]
    label = _VALUES.get(value)
    return _(label) if label is not None else value
