"""CI here, the workflow elsewhere and the hooks before a commit check the same things."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).parents[2]
CI = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
WORKFLOW: dict[str, Any] = yaml.safe_load((ROOT / ".github" / "workflows" / "ci.yml").read_text())
HOOKS: dict[str, Any] = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text())
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
CHECKS = {
    ".venv/bin/ruff format --check .",
    ".venv/bin/ruff check .",
    ".venv/bin/mypy",
    ".venv/bin/pyright",
    ".venv/bin/lint-imports",
}


def steps(job: str) -> list[str]:
    return [step["run"] for step in WORKFLOW["jobs"][job]["steps"] if "run" in step]


def test_everywhere_the_same_checks_are_made() -> None:
    hooks = {hook["entry"] for repository in HOOKS["repos"] for hook in repository["hooks"]}
    assert hooks == CHECKS
    assert set(steps("checks")) >= CHECKS
    assert {line for line in CI.splitlines() if line in CHECKS} == CHECKS


def test_the_workflow_does_all_that_ci_does() -> None:
    assert "bash .ci/run" in steps("linux")


def test_every_python_that_is_promised_is_tried() -> None:
    promised = {
        name.rpartition(" ")[2] for name in PROJECT["classifiers"] if re.search(r":: 3\.\d+$", name)
    }
    matrix = WORKFLOW["jobs"]["tests"]["strategy"]["matrix"]
    assert set(matrix["python"]) == promised
    assert {name.partition("-")[0] for name in matrix["os"]} == {"ubuntu", "macos", "windows"}
    others = promised - {PROJECT["requires-python"].removeprefix(">=")}
    assert all(version in CI for version in others)


def test_every_job_ends_in_time() -> None:
    assert all(job["timeout-minutes"] <= 45 for job in WORKFLOW["jobs"].values())
