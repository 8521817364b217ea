"""Every trouble reported of other card tables is told to this one by some test.

A test names the reports that it covers: in a comment behind its head (``# B4, B13``) or in its
docstring (``Field report E7``, ``(C1, C2)``).
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

TESTS = Path(__file__).parents[1]
REPORTS = {"A": 12, "B": 19, "C": 13, "D": 9, "E": 11, "G": 8}
"""Subjects: hidden information, seats, synchronisation, clocks, computer players, rooms."""
NOT_OURS = {
    "A10": "there is no undo, so none can show the next card",
    "D2": "nobody claims a win: an absent person's seat is played by a bot",
    "G7": "no lasting ratings are kept, so there is no penalty and no decay to explain",
}
"""Reports of what this table does not have, and why."""

_LIST = r"[A-J]\d{1,2}(?:, [A-J]\d{1,2})*"
_HEAD = re.compile(rf"#\s*({_LIST})\s*$", re.MULTILINE)
_DOCSTRING = re.compile(rf"[Ff]ield reports? ({_LIST})|\(({_LIST})\)")


def citations(path: Path) -> Iterator[tuple[str, str]]:
    """Yield each report that a file cites, and the test that cites it."""
    text = path.read_text(encoding="utf-8")
    lines = text.splitlines()
    for node in ast.walk(ast.parse(text)):
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        if not node.name.startswith("test_"):
            continue
        head = "\n".join(lines[node.lineno - 1 : node.body[0].lineno - 1])
        found = _HEAD.findall(head)
        for match in _DOCSTRING.finditer(ast.get_docstring(node) or ""):
            found.append(match[1] or match[2])
        for listed in found:
            for report in listed.split(", "):
                yield report, f"{path.name}::{node.name}"


@cache
def cited() -> dict[str, list[str]]:
    """Return the tests that cite each report."""
    tests: dict[str, list[str]] = {}
    for path in sorted(TESTS.rglob("test_*.py")):
        for report, test in citations(path):
            tests.setdefault(report, []).append(test)
    return tests


def test_every_report_is_covered_by_a_test_or_is_none_of_ours() -> None:
    reports = [
        f"{subject}{number}" for subject, count in REPORTS.items() for number in range(1, count + 1)
    ]
    assert [report for report in reports if report not in {**cited(), **NOT_OURS}] == []


def test_what_is_none_of_ours_is_covered_by_no_test() -> None:
    assert {report: tests for report, tests in cited().items() if report in NOT_OURS} == {}


def test_only_reports_that_there_are_get_cited() -> None:
    known = {
        f"{subject}{number}" for subject, count in REPORTS.items() for number in range(1, count + 1)
    }
    wrong = {
        report: tests
        for report, tests in cited().items()
        if report[0] in REPORTS and report not in known
    }
    assert wrong == {}


def test_citations_are_found_where_they_stand(tmp_path: Path) -> None:
    path = tmp_path / "test_some.py"
    path.write_text(
        "def test_a(\n    x,\n) -> None:  # A1, B2\n    pass\n"
        "async def test_b():\n    '''What it is (C3). Field report D4, E5: so.'''\n    # G6\n"
        "def helper():  # A9\n    return 'B16'\n"
        "def test_c():  # W-A8\n    '''B17'''\n"
    )
    assert [report for report, _ in citations(path)] == ["A1", "B2", "C3", "D4", "E5"]
