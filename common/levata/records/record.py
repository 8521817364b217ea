"""The document of a match record as it is written and loaded; `FORMAT.md` describes each field."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Final, Literal, NoReturn, TypeAlias, cast

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from levata.errors import RecordError
from levata.game import EndReason
from levata.options import Scalar
from levata.records.positions import Path, line_of, path_of

FORMAT: Final = "levata-record"
"""What every record says it is."""
VERSION: Final = 1
"""The version that is written; a newer one is refused."""
MAX_LENGTH: Final = 16 * 1024 * 1024
"""Longest record that is read, in bytes; a long match takes some hundred kilobytes."""

RecordLevel: TypeAlias = Literal["public", "seat", "full"]
"""How much a record holds: what everybody saw, what one seat saw, or everything."""


class RecordFault(RecordError):
    """A record is refused: on which line, and where in the match.

    Attributes:
        line: of the file, from 1; 0 where no line can be named.
        deal: number of the deal, 0 where it is none of them.
        seat: who acted, None where nobody did.
        action: text of the action that the rules refuse, or empty.
        game: whose rules refuse it, empty where no rules were asked.
    """

    def __init__(
        self,
        code: str,
        *facts: str | int,
        line: int = 0,
        deal: int = 0,
        seat: int | None = None,
        action: str = "",
        game: str = "",
    ) -> None:
        super().__init__(code, *facts)
        self.line = line
        self.deal = deal
        self.seat = seat
        self.action = action
        self.game = game


class SeatLabel(Struct, frozen=True):
    """Who sat where in a record."""

    name: str
    kind: str
    """``person`` or ``bot``."""
    level: str = ""


class RecordedAction(Struct, frozen=True):
    """One action of a deal."""

    seat: int
    action: str
    auto: str = ""
    """Why it was not the player's own: ``timeout``, ``takeover``, ``forced``."""


class RecordedDeal(Struct, frozen=True):
    """One deal: the cards as dealt, what was done, and what came of it."""

    number: int
    first: int
    actions: tuple[RecordedAction, ...]
    hands: tuple[tuple[str, ...] | None, ...] | None = None
    """By seat; a record that is not full leaves out those that its viewer did not see."""
    turned: str | None = None
    stock: tuple[str, ...] | None = None
    result: dict[str, Any] | None = None
    """None only for the deal in which a match ended early."""


class RecordedResult(Struct, frozen=True):
    """The end of the match."""

    scores: tuple[int, ...]
    places: tuple[int, ...]
    reason: EndReason = EndReason.COMPLETED
    ratings: tuple[float, ...] | None = None
    left: tuple[int, ...] = ()
    """Seats that abandoned the match."""


class Record(Struct, frozen=True):
    """A loaded record, not yet checked against the rules: see `levata.records.replay`."""

    game: str
    seats: tuple[SeatLabel, ...]
    deals: tuple[RecordedDeal, ...]
    options: dict[str, Scalar] = {}
    options_hash: str = ""
    seed: str = ""
    result: RecordedResult | None = None
    """None while the match goes on."""
    level: RecordLevel = "full"
    viewer: int | None = None
    """Whose record it is, where the level is ``seat``."""
    text: str = ""
    """The text it was loaded from."""
    document: dict[str, Any] = {}
    """The whole document, fields unknown here included."""

    def line_of(self, path: Path) -> int:
        """Return the line of the text on which a value stands."""
        return line_of(self.text, path)


def format_record(document: dict[str, Any]) -> str:
    """Return the text of a record, with one action, hand or option a line.

    Equal documents give equal texts.
    """
    members = [
        f"{_inline(name)}: {_written(member, 1, is_broken_up=name == 'options')}"
        for name, member in document.items()
    ]
    return _block("{", members, "}", 0) + "\n"


def load_record(data: bytes | str) -> Record:
    """Return the record of a text; fields that are not known here are kept and ignored.

    Raises:
        RecordFault: ``too_big`` (with the limit in bytes), ``truncated``, ``bad_json`` (with what
            is wrong), ``not_a_record``, ``newer_version`` (with that version and ours) or
            ``bad_field`` (with where it stands and what is wrong).
    """
    if len(data) > MAX_LENGTH:
        raise RecordFault("too_big", MAX_LENGTH)
    text = data if isinstance(data, str) else _decoded(data)
    text = text.removeprefix("\ufeff")
    raw = _parsed(text)
    if not isinstance(raw, dict):
        raise RecordFault("not_a_record", line=1)
    document = cast(dict[str, Any], raw)
    version = document.get("version")
    if document.get("format") != FORMAT or type(version) is not int or version < 1:
        raise RecordFault("not_a_record", line=1)
    if version > VERSION:
        line = line_of(text, ("version",))
        raise RecordFault("newer_version", version, VERSION, line=line)
    known = {name: document[name] for name in _FIELDS if name in document}
    try:
        record = msgspec.convert(known, Record)
    except msgspec.ValidationError as error:
        path = path_of(str(error))
        what = str(error).partition(" - at ")[0]
        where = ".".join(str(step) for step in path)
        raise RecordFault("bad_field", where, what, line=line_of(text, path)) from None
    record = replace(record, text=text, document=document)
    _check_lengths(record)
    return record


_FIELDS: Final = frozenset(Record.__struct_fields__) - {"text", "document"}


def _check_lengths(record: Record) -> None:
    end = record.result
    for name in ("scores", "places"):
        if end is not None and len(getattr(end, name)) != len(record.seats):
            line = record.line_of(("result", name))
            raise RecordFault("bad_field", f"result.{name}", "one number per seat", line=line)


def _decoded(data: bytes) -> str:
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise RecordFault("bad_json", "not UTF-8", line=line) from None


def _parsed(text: str) -> Any:
    try:
        return json.loads(text, parse_constant=_refuse_constant)
    except json.JSONDecodeError as error:
        # A file that was cut off fails at its very end, or inside a text that never ends.
        if error.pos >= len(text.rstrip()) or error.msg.startswith("Unterminated"):
            last = text.rstrip().count("\n") + 1
            raise RecordFault("truncated", line=last) from None
        raise RecordFault("bad_json", error.msg, line=error.lineno) from None
    except (ValueError, RecursionError) as error:
        raise RecordFault("bad_json", str(error)[:80]) from None


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number")


def _inline(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def _written(value: Any, depth: int, is_broken_up: bool = False) -> str:
    """Return a value as JSON; one that holds containers of containers has a line per member."""
    if not is_broken_up and not _is_deep(value):
        return _inline(value)
    if isinstance(value, dict):
        members = [
            f"{_inline(name)}: {_written(member, depth + 1)}"
            for name, member in cast(dict[str, Any], value).items()
        ]
        return _block("{", members, "}", depth)
    return _block("[", [_written(member, depth + 1) for member in value], "]", depth)


def _is_deep(value: Any) -> bool:
    if isinstance(value, dict):
        members = cast(dict[str, Any], value).values()
        return any(isinstance(member, dict) or _is_deep(member) for member in members)
    if isinstance(value, list):
        items = cast(Sequence[Any], value)
        return any(isinstance(member, list | dict) for member in items)
    return False


def _block(opening: str, members: Sequence[str], closing: str, depth: int) -> str:
    indent = "\n" + "  " * depth
    return opening + ",".join(f"{indent}  {member}" for member in members) + indent + closing
