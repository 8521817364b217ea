"""A run against another checkout finds what differs, and nothing where nothing does."""

from __future__ import annotations

import ast
import asyncio
import json
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.bench.lockstep.compare import by_kind, differences, masked
from tests.bench.lockstep.transcript import Heard, Transcript
from tests.bench.lockstep.wire import Message, Tell, pack, patched
from tests.support.server import ROOT

LOBBY: Message = [Tell.SYNC, 0, 1, 7, ["Levata", [], []], 0, [], [], 0]
ACK: Message = [Tell.ACK, 1, 0]
BUSY: Message = [Tell.REJECTED, 1, "busy", []]
OTHERS: tuple[Message, ...] = (LOBBY, ACK, [Tell.BYE, "idle", []], ["closed", 1000, ""], [])


def welcome(version: str, token: str = "secret") -> bytes:
    server = f"Levata ({version})"
    return pack([Tell.WELCOME, 1, 1, token, 1, "Ana", server, 0])


def transcript(*frames: bytes) -> Transcript:
    """Return what Ana heard, a frame at each step, and what was left behind."""
    heard = [Heard(step, frame) for step, frame in enumerate(frames, start=1)]
    return Transcript(
        "house",
        streams={"Ana 1": heard},
        records={"1.json": b'{\n"seats": 4\n}\n'},
        rows={"people": ["(1, 'Ana')"]},
    )


def test_equal_runs_do_not_differ() -> None:
    frames = (welcome("1.0"), pack(LOBBY), pack(ACK))
    assert differences(transcript(*frames), transcript(*frames)) == []


def test_first_frame_that_differs_is_found_with_both_sides() -> None:
    other = transcript(welcome("1.0"), pack(LOBBY), pack(ACK))
    this = transcript(welcome("1.0"), pack(LOBBY), pack(BUSY))
    (found,) = differences(other, this)
    assert found.where == "house: what Ana 1 heard, frame 2"
    assert found.step == 3
    assert found.other.startswith("ACK [1, 0]")
    assert found.this.startswith("REJECTED [1, 'busy', []]")


def test_differences_that_are_alike_are_one_kind() -> None:
    other = transcript(pack(ACK), pack(LOBBY), pack(ACK))
    this = transcript(pack(BUSY), pack(LOBBY), pack(BUSY))
    (kind,) = by_kind(differences(other, this))
    assert [found.step for found in kind] == [1, 3]


def test_same_message_in_other_bytes_differs() -> None:
    (found,) = differences(transcript(b"\x93\x04\x01\x00"), transcript(b"\x93\x04\x01\xcc\x00"))
    assert "(4 bytes)" in found.other
    assert "(5 bytes)" in found.this


def test_frame_too_many_differs() -> None:
    (found,) = differences(transcript(pack(ACK)), transcript(pack(ACK), pack(LOBBY)))
    assert found.other == "nothing"
    assert found.this.startswith("SYNC")


def test_frames_in_another_order_differ() -> None:
    other, this = transcript(pack(ACK), pack(LOBBY)), transcript(pack(LOBBY), pack(ACK))
    assert [found.step for found in differences(other, this)] == [1, 2]


def test_connection_that_is_missing_differs() -> None:
    other, this = transcript(pack(ACK)), transcript(pack(ACK))
    del this.streams["Ana 1"]
    assert [found.this for found in differences(other, this)] == ["nothing"]


def test_records_rows_and_failures_are_compared() -> None:
    other, this = transcript(), transcript()
    this.records = {"1.json": b'{\n"seats": 5\n}\n', "2.json": b"{}"}
    this.rows = {"people": []}
    this.failure = "Stuck: no end of waiting"
    assert [found.where for found in differences(other, this)] == [
        "house: record 1.json, line 2",
        "house: record 2.json, line 1",
        "house: table people of the database, row 1",
        "house: how it ended",
    ]


def test_earliest_difference_comes_first() -> None:
    other = transcript(pack(LOBBY), pack(LOBBY), pack(ACK))
    this = transcript(pack(LOBBY), pack(LOBBY), pack(LOBBY))
    other.streams["Zoe 1"] = [Heard(2, pack(ACK))]
    this.streams["Zoe 1"] = [Heard(2, pack(LOBBY))]
    this.rows = {}
    assert [found.step for found in differences(other, this)] == [2, 3, -1]


def test_only_the_version_of_the_program_is_masked() -> None:
    assert masked(welcome("1.0")) == masked(welcome("1.10.2"))
    assert masked(welcome("1.0")) != masked(welcome("1.0", token="another"))
    farewells = [
        pack([Tell.BYE, "version", ["1", program, side]])
        for program, side in (("1.0", "client"), ("1.1", "client"), ("1.0", "server"))
    ]
    assert masked(farewells[0]) == masked(farewells[1])
    assert masked(farewells[0]) != masked(farewells[2])
    for message in OTHERS:
        assert masked(pack(message)) == pack(message)


def test_document_is_patched_as_the_protocol_says() -> None:
    document = [3, [1, 2], "a"]
    assert patched(document, [0, 4, -2, [9]]) == [4, [1, 2, 9], "a"]
    assert document == [3, [1, 2], "a"]


def test_driver_imports_nothing_of_the_project() -> None:
    folder = ROOT / "tests" / "bench"
    for path in (folder / "against.py", *(folder / "lockstep").glob("*.py")):
        nodes = list(ast.walk(ast.parse(path.read_text())))
        names = [each.name for node in nodes if isinstance(node, ast.Import) for each in node.names]
        names += [node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)]
        assert not [name for name in names if name.startswith("levata")], path.name


async def compare(other: Path, *houses: str) -> tuple[int | None, str, dict[str, Any]]:
    """Compare this checkout with another one; return status, output and last line."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        f"{ROOT}/tests/bench/against.py",
        str(other),
        "--houses",
        *houses,
        stdout=asyncio.subprocess.PIPE,
    )
    output, _ = await process.communicate()
    text = output.decode()
    return process.returncode, text, json.loads(text.splitlines()[-1])


@pytest.mark.slow
async def test_checkout_behaves_like_itself() -> None:
    status, text, result = await compare(ROOT, "password", "absence")
    assert result["failures"] == result["differences"] == 0, text
    assert result["frames"] > 500
    assert result["records"] == 4
    assert status == 0


@pytest.fixture
def altered(tmp_path: Path) -> Path:
    """Return a checkout that refuses to remind somebody again in other words."""
    for name in ("common", "server"):
        shutil.copytree(ROOT / name, tmp_path / name)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    for path in tmp_path.glob("server/**/*.py"):
        path.write_text(path.read_text().replace('"too_soon"', '"much_too_soon"'))
    return tmp_path


@pytest.mark.slow
async def test_checkout_with_another_answer_is_found_out(altered: Path) -> None:
    status, text, result = await compare(altered, "absence")
    assert result["failures"] == 0, text
    # Each in answer to another request, and nothing else.
    assert text.count("'too_soon'") == text.count("'much_too_soon'") == result["kinds"] > 0
    assert "REJECTED" in text
    assert status == 1
