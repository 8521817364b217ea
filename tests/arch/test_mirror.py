"""Tests stand as the modules do: each has a test module, or its package's README says why not."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
MIRRORED = ("common/levata",)
"""The packages whose tests mirror them."""


@pytest.mark.parametrize("package", MIRRORED)
def test_every_module_has_a_test_module_or_a_reason(package: str) -> None:
    folder = ROOT / package
    tests = ROOT / "tests" / folder.parent.name
    readme = (folder.parent / "README.md").read_text("utf-8")
    excused = readme.partition("\n## Tests\n")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| (`[^|]+`) \| [^|]+ \|$", excused, re.MULTILINE)
    reasons = {name for row in rows for name in re.findall(r"`([^`]+)`", row)}
    modules = {
        path.relative_to(folder).with_suffix("").as_posix()
        for path in folder.rglob("*.py")
        if path.stem != "__init__"
    }
    untested = {
        module
        for module in modules
        if not (tests / module).with_name(f"test_{Path(module).name}.py").exists()
    }
    assert untested == reasons
