"""The log: one harmless line per event, and nothing secret in any of them."""

from __future__ import annotations

import ast
import io
import json
import logging
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from levata.cards import RANKS, SUITS
from levata.errors import IllegalAction
from levata.games import GAMES
from levata_server.runtime import logs
from levata_server.runtime.logs import VALUES, JsonFormatter, LogMessage, TableLogger, TextFormatter
from tests.support.clients import Client, play
from tests.support.server import ROOT, config_of, running

SOURCES = sorted((ROOT / "server" / "levata_server").rglob("*.py"))
LEVELS = {"debug", "info", "warning", "error", "critical"}
CARD = re.compile(rf"(?<![A-Za-z0-9])[{RANKS}][{SUITS}](?![A-Za-z0-9])")


class Lines:
    """Two logs of the same events, as text and as JSON."""

    def __init__(self) -> None:
        self.text, self.json = io.StringIO(), io.StringIO()
        self.handlers: list[logging.Handler] = []
        for stream, formatter in ((self.text, TextFormatter()), (self.json, JsonFormatter())):
            handler = logging.StreamHandler(stream)
            handler.setFormatter(formatter)
            self.handlers.append(handler)

    @property
    def events(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.json.getvalue().splitlines()]


@pytest.fixture
def lines() -> Iterator[Lines]:
    """Log everything from everybody."""
    kept = Lines()
    root, package = logging.getLogger(), logging.getLogger(logs.PACKAGE)
    levels = root.level, package.level
    for logger in (root, package):
        logger.setLevel(logging.DEBUG)
    for handler in kept.handlers:
        root.addHandler(handler)
    try:
        yield kept
    finally:
        for handler in kept.handlers:
            root.removeHandler(handler)
        root.setLevel(levels[0])
        package.setLevel(levels[1])


# --- the form of a line --------------------------------------------------------------------------


def test_event_is_a_sentence_with_its_values(lines: Lines) -> None:
    logging.getLogger("levata_server.x").info(
        LogMessage("a person sat down", table=3, seat=0, seconds=0.25)
    )
    text = lines.text.getvalue()
    assert re.fullmatch(
        r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d INFO a person sat down table=3 seat=0 seconds=0\.250\n",
        text,
    )
    (event,) = lines.events
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", event.pop("time"))
    assert event == {
        "level": "info",
        "event": "a person sat down",
        "table": 3,
        "seat": 0,
        "seconds": 0.25,
    }


def test_table_stands_first_in_the_lines_of_a_table(lines: Lines) -> None:
    TableLogger(logging.getLogger("levata_server.x"), 7).warning(LogMessage("odd", seat=2))
    assert lines.text.getvalue().endswith("WARNING odd table=7 seat=2\n")


def test_other_libraries_are_named(lines: Lines) -> None:
    logging.getLogger("elsewhere").warning("beware of %s", "dogs")
    assert lines.text.getvalue().endswith("WARNING elsewhere: beware of dogs\n")
    (event,) = lines.events
    assert (event["source"], event["event"]) == ("elsewhere", "beware of dogs")


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ("plain", "plain"),
        ("two words", '"two words"'),
        ('say "hi"', r'"say \"hi\""'),
        ("", '""'),
        ("a=b", '"a=b"'),
        ("Țăran", "Țăran"),
        ("back\\slash", r'"back\\slash"'),
    ],
)
def test_values_can_be_told_apart(value: str, shown: str) -> None:
    assert str(LogMessage("said", reason=value)) == f"said reason={shown}"


@given(st.text(max_size=60))
def test_text_of_others_is_one_line_without_anything_that_commands_a_terminal(text: str) -> None:
    """Field report H7: escape codes in a nickname take over the server console."""
    for message in (LogMessage("connected", client=text), f"connected {text}"):
        record = logging.makeLogRecord({"msg": message, "levelname": "INFO", "name": "x"})
        for formatter in (TextFormatter(), JsonFormatter()):
            line = formatter.format(record)
            assert line.isprintable()


def test_escape_codes_are_written_out() -> None:
    assert logs.harmless("\x1b[2J\r\n\u202eA") == "\\x1b[2J\\x0d\\x0a\\u202eA"


def test_exception_is_told_by_its_kind_and_place_not_by_its_text(lines: Lines) -> None:
    try:
        raise IllegalAction("not_in_hand", "KH")
    except IllegalAction:
        logging.getLogger("elsewhere").exception("failed")
    for text in (lines.text.getvalue(), lines.json.getvalue()):
        assert "IllegalAction in test_logs.py" in text
        assert "KH" not in text
        assert text.count("\n") == 1


def test_failure_that_nobody_caught_is_told_by_its_kind(lines: Lines) -> None:
    error = IllegalAction("not_in_hand", "KH")
    logs.tell_loop_failure(None, {"message": f"lost {error!r}", "exception": error})
    logs.tell_loop_failure(None, {"message": "something odd"})
    text = lines.text.getvalue()
    assert "KH" not in text
    assert "IllegalAction" in text
    assert "something odd" in text


@pytest.mark.parametrize("style", logs.FORMATS)
def test_server_tells_from_its_level_on_and_others_only_warn(style: logs.Format) -> None:
    stream = io.StringIO()
    logs.set_up("info", style, stream)
    for name in ("levata_server.hall.hall", "elsewhere"):
        for level in ("debug", "info", "warning"):
            getattr(logging.getLogger(name), level)(f"{name} says {level}")
    told = re.findall(r"(\S+) says (\w+)", stream.getvalue())
    assert [level for _, level in told] == ["info", "warning", "warning"]


# --- what is logged ------------------------------------------------------------------------------


def log_calls() -> list[tuple[Path, ast.Call]]:
    found: list[tuple[Path, ast.Call]] = []
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(func=ast.Attribute(value=ast.Name(id="_logger"), attr=level)) if (
                    level in LEVELS
                ):
                    found.append((path, node))
                case ast.Call(
                    func=ast.Attribute(value=ast.Attribute(attr="_logger"), attr=level)
                ) if level in LEVELS:
                    found.append((path, node))
                case _:
                    pass
    return found


def events() -> list[tuple[Path, ast.Call]]:
    return [
        (path, node)
        for path in SOURCES
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "LogMessage"
    ]


def test_server_logs_nothing_but_events() -> None:
    calls = log_calls()
    assert len(calls) > 15
    for path, call in calls:
        assert len(call.args) == 1, f"{path.name}:{call.lineno}"
        assert not call.keywords, f"{path.name}:{call.lineno}"
        (argument,) = call.args
        is_event = isinstance(argument, ast.Call) and ast.unparse(argument.func) == "LogMessage"
        is_named = isinstance(argument, ast.Name)
        assert is_event or is_named, f"{path.name}:{call.lineno}"


def test_events_are_constant_sentences_with_known_values() -> None:
    """Nothing can be logged that is not named in `VALUES`, and no card, token or password is."""
    found = [(path, call) for path, call in events() if path.name != "logs.py"]
    assert len(found) > 15
    for path, call in found:
        place = f"{path.name}:{call.lineno}"
        assert isinstance(call.args[0], ast.Constant), place
        for keyword in call.keywords:
            if keyword.arg is None:
                # Facts gathered elsewhere in the same file, in a dictionary written out there.
                assert re.search(r"_facts|_describe", ast.unparse(keyword.value)), place
            else:
                assert keyword.arg in VALUES, place


@pytest.mark.parametrize("game", [game.info.key for game in GAMES])
async def test_log_of_a_match_holds_no_card_no_token_and_no_password(
    game: str, lines: Lines
) -> None:
    async with running(config_of(password="pass-for-server")) as server:
        async with Client(server.port) as ana:
            token = (await ana.hello("Ana\x1b[2J", password="pass-for-server")).token
            await ana.create(game, password="pass-for-table", seats=4)
            await ana.start()
            await play(ana, game, stop_after=40)
        async with Client(server.port) as back:
            await back.hello(token=token, password="pass-for-server")
            await back.until(lambda: back.is_seated)
    # The client of the test logs here too, with keys that may look like a card.
    both = (lines.text.getvalue() + lines.json.getvalue()).splitlines()
    text = "\n".join([line for line in both if "websockets.client" not in line])
    assert "the table takes an input" in text
    assert not CARD.search(text)
    for secret in (token, "pass-for-server", "pass-for-table", "\x1b"):
        assert secret not in text
    for event in lines.events:
        if event["event"] == "the table takes an input":
            assert event.keys() <= {"time", "level", "event", *VALUES}
            assert event["table"] == 1
            assert event.get("seat", 0) in range(4)
            assert event.get("person", 1) == 1
    # The one number that changes only counts steps: it tells nothing that the table does not show.
    decisions = [event["decision"] for event in lines.events if "decision" in event]
    assert decisions == sorted(decisions)
    assert max(decisions) <= len(lines.events)
