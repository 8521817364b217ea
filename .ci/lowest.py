"""Prints the lowest versions that `pyproject.toml` declares, as constraints for pip.

Of what is needed to run and to test; the tools of developers are not held back.
"""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path

PROJECT = Path(__file__).parents[1] / "pyproject.toml"
EXTRAS = ("postgres", "test")
REQUIREMENT = re.compile(r"(?P<name>[\w.-]+)(?:\[[\w,]+\])?>=(?P<lowest>[\w.]+)")


def lowest_versions() -> list[str]:
    """Return a line ``name==version`` for every requirement with a lower bound."""
    project = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]
    requirements = list(project["dependencies"])
    for extra in EXTRAS:
        requirements += project["optional-dependencies"][extra]
    found = (REQUIREMENT.match(requirement) for requirement in requirements)
    return [f"{match['name']}=={match['lowest']}" for match in found if match]


if __name__ == "__main__":
    sys.stdout.write("\n".join(lowest_versions()) + "\n")
