"""Changes of documents: what a client must do to its copy to see what the server sees.

A document is an array of fields. A change is a flat array of pairs ``key, value``:

* ``key >= 0``: field ``key`` is now ``value``;
* ``key < 0``: append the items of the array ``value`` to the array in field ``-key - 1``.

>>> diff([3, (1, 2), "a"], [4, (1, 2, 9), "a"])
[0, 4, -2, [9]]
>>> patch([3, [1, 2], "a"], [0, 4, -2, [9]])
[4, [1, 2, 9], 'a']
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from itertools import count
from typing import Any, Final, TypeAlias

from levata.errors import ProtocolError
from levata.protocol.codec import pack

Document: TypeAlias = list[Any]
CHECK_MASK: Final = 0xFFFF


def checksum(document: Sequence[Any]) -> int:
    """Return the short check of a document, 0..65535: the sum of its fields' checks.

    A sum follows a change without a look at the fields that stay.
    """
    return sum(map(zlib.crc32, map(pack, document), count())) & CHECK_MASK


def field_check(key: int, field: Any) -> int:
    """Return the CRC-32 of a field as it is packed, begun with its number."""
    return zlib.crc32(pack(field), key)


def diff(old: Document, new: Document) -> list[Any]:
    """Return the change from one version of a document to another of the same length."""
    change: list[Any] = []
    for key, (before, after) in enumerate(zip(old, new, strict=True)):
        if before != after:
            change += change_of(key, before, after)
    return change


def change_of(key: int, before: Any, after: Any) -> tuple[int, Any]:
    """Return the pair that turns one field into another, which is not equal to it."""
    if isinstance(before, tuple) and isinstance(after, tuple):
        start: tuple[Any, ...] = before  # pyright: ignore[reportUnknownVariableType]
        whole: tuple[Any, ...] = after  # pyright: ignore[reportUnknownVariableType]
        if 0 < len(start) < len(whole) and whole[: len(start)] == start:
            return -key - 1, list(whole[len(start) :])
    return key, after  # pyright: ignore[reportUnknownVariableType]


def patch(document: Document, change: list[Any]) -> Document:
    """Return the document with the change applied; the given one is left alone.

    Raises:
        ProtocolError: ``bad_change``, it does not fit the document.
    """
    result = list(document)
    if len(change) % 2:
        raise ProtocolError("bad_change")
    for key, value in zip(change[::2], change[1::2], strict=True):
        if not isinstance(key, int) or not -len(result) <= key < len(result):
            raise ProtocolError("bad_change")
        if key >= 0:
            result[key] = value
            continue
        field = result[-key - 1]
        if not isinstance(field, list) or not isinstance(value, list):
            raise ProtocolError("bad_change")
        result[-key - 1] = field + value
    return result
