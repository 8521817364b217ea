"""The benches still run, and what does not depend on the machine holds in short runs of them."""

from __future__ import annotations

import asyncio
import json
import sys
from typing import Any

import pytest

from tests.support.server import ROOT, child_environment

pytestmark = pytest.mark.slow


async def run(bench: str, *arguments: str) -> dict[str, Any]:
    """Run a bench and return its last line."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        f"{ROOT}/tests/bench/{bench}.py",
        *arguments,
        stdout=asyncio.subprocess.PIPE,
        env=child_environment(),
    )
    output, _ = await process.communicate()
    assert process.returncode == 0
    result: dict[str, Any] = json.loads(output.splitlines()[-1])
    assert result["bench"] == bench
    return result


async def test_load_compares_with_a_bare_server() -> None:  # C11
    result = await run("load", "--tables", "20", "--seconds", "0.5", "--rounds", "2")
    assert result["connections"] == 80
    assert result["ratios"]["cpu_us"] > 0
    stalled = result["stalled"]
    assert stalled["dropped"] == stalled["rounds"], "who reads nothing is cut"


async def test_nothing_is_left_over_after_many_matches() -> None:  # G1
    result = await run("soak", "--matches", "150")
    assert result["matches"] == 150
    assert all(count <= 0 for count in result["left_over"].values()), result["left_over"]


async def test_killed_server_forgets_nothing() -> None:  # G3
    result = await run("recovery", "--tables", "20", "--rounds", "1", "--kills", "5")
    assert result["start"]["entries"] > 0
    kills = result["kills"]
    assert kills["acknowledged"] > 0
    assert kills["lost"] == 0, kills["losses"]
