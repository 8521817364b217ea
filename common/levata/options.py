"""Table options: declared once per game as a typed struct, read from text, hashed for records.

A game declares a subclass of `Options` whose fields have defaults. Four kinds of field exist: a
choice (``Literal`` of texts or of numbers), a switch (``bool``, written ``on`` and ``off``), a
number (``int`` with its `Range`) and numbers (a tuple of such, written joined by ``/``). A number
or numbers may be a word instead: ``none`` (``int | None``) or any other (``int | Literal["off"]``).
The explanation of each field stands in `Options.HELP` of the game and is shown wherever a table is
created.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from functools import cache
from types import UnionType
from typing import (
    Annotated,
    Any,
    ClassVar,
    Final,
    Literal,
    Self,
    TypeAlias,
    Union,
    get_args,
    get_origin,
)

import msgspec
from msgspec import Struct

from levata.errors import OptionError

Scalar: TypeAlias = str | int
"""How an option stands in a record or a message: a number, or a text such as ``on``."""
MOST_NUMBERS: Final = 64
"""How long a list of numbers may be."""


class Range(Struct, frozen=True):
    """The bounds of a number, both included."""

    low: int
    high: int


class OptionField(Struct, frozen=True):
    """One option as a form or a help page needs it."""

    name: str
    kind: str
    """``choice``, ``switch``, ``number`` or ``numbers``."""
    default: Scalar
    choices: tuple[str, ...]
    """The texts allowed; for numbers the words that may stand instead, if any."""
    low: int
    """The bounds of a number, 0 where there is none."""
    high: int
    help: str
    """One English sentence; front ends translate it."""


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """Base of every game's options."""

    HELP: ClassVar[Mapping[str, str]] = {}
    """Option name to a short English explanation."""

    def resolve(self, seats: int) -> Self:
        """Return the options with every default written out that depends on seats or others.

        Resolving twice changes nothing.
        """
        return self

    def check(self, seats: int) -> None:
        """Refuse combinations that contradict each other or the number of seats.

        The options are resolved.

        Raises:
            OptionError: with the code ``contradictory`` and the names of the options.
        """


@cache
def option_fields(options_type: type[Options]) -> tuple[OptionField, ...]:
    """Return the options of a game in the order of their declaration."""
    hints = _hints(options_type)
    return tuple(
        _describe(options_type, field.name, hints[field.name], field.default)
        for field in msgspec.structs.fields(options_type)
    )


def parse_options(options_type: type[Options], texts: Mapping[str, object], seats: int) -> Options:
    """Return options from texts or scalars, everything not named at its default.

    >>> from levata.games.septica import SepticaOptions
    >>> parse_options(SepticaOptions, {"games": "4", "partners": "on"}, seats=4).partners
    True

    Raises:
        OptionError: ``unknown_option``, ``bad_option`` (with the name and what is allowed) or
            ``contradictory``.
    """
    fields = {field.name: field for field in option_fields(options_type)}
    values: dict[str, Any] = {}
    for name, text in texts.items():
        field = fields.get(name)
        if field is None:
            raise OptionError("unknown_option", name[:40], ", ".join(fields))
        values[name] = _parse(field, text)
    options = options_type(**values).resolve(seats)
    options.check(seats)
    return options


def format_options(options: Options) -> dict[str, Scalar]:
    """Return every option in force, defaults written out, as it stands in a record.

    >>> from levata.games.hearts import HeartsOptions
    >>> format_options(HeartsOptions(passing=False))
    {'target': 100, 'passing': 'off', 'moon': 'add', 'jack_of_diamonds': 'off'}
    """
    return {
        field.name: _format(getattr(options, field.name)) for field in option_fields(type(options))
    }


def options_hash(game: str, options: Options) -> str:
    """Return the hash that identifies a game with its options: 16 hexadecimal digits.

    It is the beginning of the SHA-256 of the JSON text of ``[game, options]``, the options as
    `format_options` gives them and sorted by their names.
    """
    document = json.dumps([game, format_options(options)], sort_keys=True, ensure_ascii=True)
    return hashlib.sha256(document.encode()).hexdigest()[:16]


def allowed(field: OptionField) -> str:
    """Return the values of an option in words, such as ``on, off`` or ``2 to 10``."""
    words = ", ".join(field.choices)
    if field.kind not in ("number", "numbers"):
        return words
    numbers = f"{field.low} to {field.high}" + (" joined by /" if field.kind == "numbers" else "")
    return f"{words} or {numbers}" if words else numbers


def _hints(options_type: type[Options]) -> dict[str, Any]:
    from typing import get_type_hints

    return get_type_hints(options_type, include_extras=True)


def _describe(options_type: type[Options], name: str, hint: Any, default: Any) -> OptionField:
    explanation = options_type.HELP.get(name, "")
    bounds = Range(0, 0)
    if get_origin(hint) is Annotated:
        hint, bounds = get_args(hint)[:2]
    choices: tuple[str, ...] = ()
    kind = "number"
    if get_origin(hint) in (Union, UnionType):
        hint, word = get_args(hint)
        choices = ("none",) if word is type(None) else get_args(word)
    if get_origin(hint) is Literal:
        kind, choices = "choice", tuple(str(value) for value in get_args(hint))
    elif hint is bool:
        kind, choices = "switch", ("on", "off")
    elif get_origin(hint) is tuple:
        kind = "numbers"
    return OptionField(
        name=name,
        kind=kind,
        default=_format(default),
        choices=choices,
        low=bounds.low,
        high=bounds.high,
        help=explanation,
    )


def _format(value: Any) -> Scalar:
    if isinstance(value, bool):
        return "on" if value else "off"
    if value is None:
        return "none"
    if isinstance(value, tuple):
        return "/".join(str(number) for number in value)  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
    assert isinstance(value, int | str)
    return value


def _parse(field: OptionField, value: object) -> Any:
    text = _format(value) if isinstance(value, bool | int | str) or value is None else "?"
    text = str(text).strip()
    if field.kind == "switch" and text in field.choices:
        return text == "on"
    if field.kind == "choice" and text in field.choices:
        return int(text) if isinstance(field.default, int) else text
    if field.kind in ("number", "numbers") and text in field.choices:
        return None if text == "none" else text
    if field.kind == "number":
        number = _number(text)
        if number is not None and field.low <= number <= field.high:
            return number
    if field.kind == "numbers":
        numbers = [_number(part) for part in text.split("/", MOST_NUMBERS)]
        if len(numbers) <= MOST_NUMBERS and all(
            number is not None and field.low <= number <= field.high for number in numbers
        ):
            return tuple(numbers)
    raise OptionError("bad_option", field.name, text[:40], allowed(field))


def _number(text: str) -> int | None:
    digits = text.removeprefix("-")
    if digits.isascii() and digits.isdigit() and len(digits) <= 9:
        return int(text)
    return None
