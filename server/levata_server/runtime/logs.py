"""The log: one line per event, as text for people or JSON for programs.

An event is a fixed sentence and named values, of tables, seats and people, never of a card, a
token or a password: no name in `VALUES` is one that could carry them. Whatever reaches the log
from others is made harmless here, once and for every line.
"""

from __future__ import annotations

import json
import logging
import sys
import time
from collections.abc import MutableMapping
from typing import Any, Final, Literal, TextIO, TypeAlias

from levata_server.runtime.faults import trace

Format: TypeAlias = Literal["text", "json"]
FORMATS: Final[tuple[Format, ...]] = ("text", "json")
PACKAGE: Final = "levata_server"

VALUES: Final = frozenset(
    {
        "address",
        "client",
        "code",
        "count",
        "decision",
        "error",
        "game",
        "input",
        "kind",
        "level",
        "match",
        "person",
        "place",
        "port",
        "reason",
        "seat",
        "seconds",
        "table",
        "version",
    }
)
"""The values that an event may have."""
_LONGEST: Final = 400
"""Longest text of one value, in characters."""


class LogMessage:
    """Something that happened: a sentence that is always the same, and its values."""

    __slots__ = ("text", "values")

    def __init__(self, text: str, **values: str | int | float) -> None:
        self.text = text
        self.values = values

    def __str__(self) -> str:
        return " ".join(
            [self.text, *(f"{name}={_shown(value)}" for name, value in self.values.items())]
        )


class TableLogger(logging.LoggerAdapter[logging.Logger]):
    """Says of which table each event is."""

    def __init__(self, logger: logging.Logger, table: int) -> None:
        super().__init__(logger, {"table": table})
        self._table = table

    def process(
        self, msg: Any, kwargs: MutableMapping[str, Any]
    ) -> tuple[Any, MutableMapping[str, Any]]:
        if isinstance(msg, LogMessage):
            msg = LogMessage(msg.text, table=self._table, **msg.values)
        return msg, kwargs


class TextFormatter(logging.Formatter):
    """``2024-05-01 12:00:01 INFO person connected person=3 address=192.168.1.5``."""

    def format(self, record: logging.LogRecord) -> str:
        stamp = time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(record.created))
        return harmless(f"{stamp} {record.levelname} {_message(record)}{_failure(record)}")


class JsonFormatter(logging.Formatter):
    """``{"time": "2024-05-01T10:00:01.250Z", "level": "info", "event": ..., "person": 3}``."""

    def format(self, record: logging.LogRecord) -> str:
        stamp = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
        line: dict[str, str | int | float] = {
            "time": f"{stamp}.{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
        }
        if isinstance(record.msg, LogMessage):
            line["event"] = record.msg.text
            line |= record.msg.values
        else:
            line |= {"event": record.getMessage(), "source": record.name}
        if record.exc_info and record.exc_info[1] is not None:
            line["error"] = trace(record.exc_info[1])
        safe = {
            name: harmless(value[:_LONGEST]) if isinstance(value, str) else value
            for name, value in line.items()
        }
        return json.dumps(safe, ensure_ascii=False)


def set_up(level: str, style: Format, stream: TextIO | None = None) -> None:
    """Let the server tell its events from a level on, and other libraries their warnings."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(JsonFormatter() if style == "json" else TextFormatter())
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    logging.getLogger(PACKAGE).setLevel(level.upper())


def tell_loop_failure(_loop: object, context: dict[str, Any]) -> None:
    """Log what nobody caught, in place of the loop's own handler, which tells its whole text."""
    error = context.get("exception")
    reason = trace(error) if isinstance(error, BaseException) else str(context.get("message"))
    logging.getLogger(PACKAGE).error(
        LogMessage("something failed and nobody noticed", error=reason)
    )


def harmless(text: str) -> str:
    """Return the text with every character that is not shown as itself written out.

    >>> harmless("A\\x1b[2J\\n\\u202e")
    'A\\\\x1b[2J\\\\x0a\\\\u202e'
    """
    if text.isprintable():
        return text
    return "".join(
        character if character.isprintable() else _written_out(ord(character)) for character in text
    )


def _written_out(code: int) -> str:
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"


def _message(record: logging.LogRecord) -> str:
    if isinstance(record.msg, LogMessage):
        return str(record.msg)
    return f"{record.name}: {record.getMessage()}"


def _failure(record: logging.LogRecord) -> str:
    """Return where an exception arose; its own text may name cards."""
    if record.exc_info and record.exc_info[1] is not None:
        return f" error={_shown(trace(record.exc_info[1]))}"
    return ""


def _shown(value: str | int | float) -> str:
    if isinstance(value, float):
        return f"{value:.3f}"
    text = str(value)[:_LONGEST]
    if text and text.isprintable() and not set(text) & set(' "=\\'):
        return text
    return json.dumps(text, ensure_ascii=False)
