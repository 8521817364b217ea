"""The examples in the docstrings of the three packages hold."""

from __future__ import annotations

import doctest
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCES = [path for root in ("common", "server", "client") for path in (ROOT / root).rglob("*.py")]


def module_of(path: Path) -> str:
    """Return the name by which a source file is imported."""
    parts = path.relative_to(ROOT).with_suffix("").parts[1:]
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = sorted(module_of(path) for path in SOURCES if ">>> " in path.read_text("utf-8"))


@pytest.mark.parametrize("module", MODULES)
def test_examples_of_docstrings_hold(module: str) -> None:
    failed, tried = doctest.testmod(import_module(module))
    assert failed == 0
    assert tried > 0
