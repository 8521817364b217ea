"""The line of a JSON text on which a value stands, so that messages can point at it."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Final, TypeAlias

Path: TypeAlias = Sequence[str | int]
"""Keys and indices from the root, such as ``("deals", 2, "actions", 14)``."""

_TOKEN: Final = re.compile(r'"(?:[^"\\]|\\.)*"|[\[\]{}:,]|[^\s\[\]{}:,"]+')
_STEP: Final = re.compile(r"\.(\w+)|\[(\d+)\]")


def line_of(text: str, path: Path) -> int:
    r"""Return the line, from 1, of a value in a valid JSON text.

    Where the path leads nowhere it is the line of the last value on the way.

    >>> line_of('{"a": [1,\n  {"b": 2}]}', ("a", 1, "b"))
    2
    """
    target = tuple(path)
    # One entry per open container: its current index, or its current key; None before a key.
    way: list[str | int | None] = []
    found, depth = 0, -1
    for match in _TOKEN.finditer(text):
        token = match.group()
        if token in ("]", "}"):
            way.pop()
        elif token == ",":
            last = way[-1]
            way[-1] = last + 1 if isinstance(last, int) else None
        elif token != ":":
            if way and way[-1] is None:
                way[-1] = str(json.loads(token))
                continue
            if len(way) >= depth and tuple(way) == target[: len(way)]:
                found, depth = match.start(), len(way)
            if token in ("[", "{"):
                way.append(0 if token == "[" else None)
    return text.count("\n", 0, found) + 1


def path_of(message: str) -> tuple[str | int, ...]:
    """Return the path that a validation error of msgspec names at its end.

    >>> path_of("Expected `int`, got `str` - at `$.deals[2].first`")
    ('deals', 2, 'first')
    """
    _, found, tail = message.rpartition("`$")
    if not found:
        return ()
    return tuple(key if key else int(index) for key, index in _STEP.findall(tail))
