"""Whether two runs came out the same, and if not, where they first differ.

Two texts are masked in both runs because they may differ where nothing else does: the version of
the program that is told in the welcome, and that in the farewell to a client of another version.
Everything else is compared byte by byte: time and chance are the same in both runs, so tokens,
clocks and numbers are too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import zip_longest
from typing import Final, NamedTuple, TypeVar

from tests.bench.lockstep.transcript import Heard, Transcript
from tests.bench.lockstep.wire import Message, Tell, pack, unpack

T = TypeVar("T")

MASK: Final = "..."
_SERVER_PLACE: Final = 6
"""Of the server's name and version in the welcome."""
_FACTS_PLACE: Final = 2
_VERSION_FACT: Final = 1
"""Of the program's version in the facts of a farewell."""
_MOST_OF_STREAM: Final = 20
"""So many differences of one connection are looked for: once something is out of step, all is."""
_LONGEST: Final = 1500
"""Characters that are shown of one value."""


class Difference(NamedTuple):
    """Two things that should be equal and are not."""

    where: str
    step: int
    """When it was noticed; -1 for what is looked at in the end."""
    other: str
    this: str


def differences(other: Transcript, this: Transcript) -> list[Difference]:
    """Return what differs: frames of the same place, and the first of each record and table.

    The earliest comes first.
    """
    return sorted(_differences(other, this), key=lambda found: (found.step < 0, found.step))


def _differences(other: Transcript, this: Transcript) -> Iterator[Difference]:
    house = this.house
    for name in _names(other.streams, this.streams):
        yield from _stream_differences(
            f"{house}: what {name} heard", other.streams.get(name, []), this.streams.get(name, [])
        )
    for name in _names(other.records, this.records):
        yield from _first(
            f"{house}: record {name}, line",
            other.records.get(name, b"").splitlines(),
            this.records.get(name, b"").splitlines(),
            bytes.decode,
        )
    for name in _names(other.rows, this.rows):
        yield from _first(
            f"{house}: table {name} of the database, row",
            other.rows.get(name, []),
            this.rows.get(name, []),
            str,
        )
    if other.failure != this.failure:
        yield Difference(f"{house}: how it ended", -1, other.failure, this.failure)


def _names(others: dict[str, T], these: dict[str, T]) -> list[str]:
    return list({**others, **these})


def by_kind(found: Sequence[Difference]) -> list[list[Difference]]:
    """Return the differences put together that are the same in different places."""
    kinds: dict[tuple[str, str], list[Difference]] = {}
    for difference in found:
        kinds.setdefault((difference.other, difference.this), []).append(difference)
    return list(kinds.values())


def _stream_differences(
    where: str, other: Sequence[Heard], this: Sequence[Heard]
) -> Iterator[Difference]:
    left = _MOST_OF_STREAM
    for place, (before, after) in enumerate(zip_longest(other, this)):
        if before is None or after is None or masked(before.frame) != masked(after.frame):
            step = min(heard.step for heard in (before, after) if heard is not None)
            yield Difference(f"{where}, frame {place}", step, _told(before), _told(after))
            left -= 1
        if not left or before is None or after is None:
            return


def _first(
    where: str, other: Sequence[T], this: Sequence[T], show: Callable[[T], str]
) -> Iterator[Difference]:
    for place, (before, after) in enumerate(zip_longest(other, this), start=1):
        if before != after:
            texts = ["nothing" if each is None else show(each) for each in (before, after)]
            yield Difference(f"{where} {place}", -1, texts[0][:_LONGEST], texts[1][:_LONGEST])
            return


def masked(frame: bytes) -> bytes:
    """Return a frame without the version of the program in it."""
    # The tag is the first item of an array of fewer than 16.
    if frame[1:2] not in (bytes((Tell.WELCOME,)), bytes((Tell.BYE,))):
        return frame
    message: Message = unpack(frame)
    if message[0] == Tell.WELCOME:
        message[_SERVER_PLACE] = message[_SERVER_PLACE].rpartition("(")[0] + MASK
    elif message[1] == "version":
        message[_FACTS_PLACE][_VERSION_FACT] = MASK
    return pack(message)


def _told(heard: Heard | None) -> str:
    """Return a frame as people read it."""
    if heard is None:
        return "nothing"
    try:
        message: Message = unpack(heard.frame)
        tag = message[0]
        name = Tell(tag).name if isinstance(tag, int) else tag
    except (ValueError, LookupError, TypeError):
        return f"no message: {heard.frame!r}"[:_LONGEST]
    return f"{name} {message[1:]}"[:_LONGEST] + f" ({len(heard.frame)} bytes)"
