"""What holds for the project as a whole: wheel, imports, sizes, the README's commands."""

from __future__ import annotations

import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import levata

ROOT = Path(__file__).parents[2]
SOURCES = [*ROOT.glob("common/**/*.py"), *ROOT.glob("server/**/*.py"), *ROOT.glob("client/**/*.py")]
LONGEST_FILE = 500


@pytest.mark.slow
def test_wheel_holds_the_three_packages_and_nothing_else(tmp_path: Path) -> None:
    subprocess.run(
        [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", tmp_path, ROOT],
        check=True,
        capture_output=True,
    )
    (wheel,) = tmp_path.glob("levata-*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    tops = {name.split("/")[0] for name in names}
    assert tops == {
        "levata",
        "levata_server",
        "levata_client",
        f"levata-{levata.__version__}.dist-info",
    }
    for needed in (
        "levata_client/terminal/app.tcss",
        "levata_client/locale/ro/LC_MESSAGES/levata.mo",
        "levata/py.typed",
    ):
        assert needed in names


@pytest.mark.parametrize(
    ("module", "forbidden"),
    [
        ("levata.games", {"asyncio", "socket", "logging", "msgpack", "levata.protocol"}),
        ("levata.protocol.mirror", {"asyncio", "socket", "logging", "levata.games"}),
        ("levata_client.cli", {"textual", "websockets", "sqlalchemy", "levata_server"}),
        ("levata_server.room.room", {"asyncio", "websockets", "sqlalchemy", "levata_client"}),
        (
            "levata_server.players.worker",
            {"levata_server.room.room", "levata.match", "sqlalchemy"},
        ),
    ],
)
def test_import_does_not_drag_in(module: str, forbidden: set[str]) -> None:
    code = f"import sys, {module}; print('\\n'.join(sys.modules))"
    paths = [str(ROOT / root) for root in ("common", "server", "client")]
    output = subprocess.run(
        [sys.executable, "-c", f"import sys; sys.path[:0] = {paths!r}; {code}"],
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    assert not forbidden & set(output.split())


def test_no_source_file_is_too_long_to_find_ones_way() -> None:
    lengths = {path.name: path.read_text().count("\n") for path in SOURCES}
    assert {name: length for name, length in lengths.items() if length > LONGEST_FILE} == {}


def test_no_source_file_is_left_unfinished() -> None:
    marks = re.compile(r"\b(TODO|FIXME|XXX|NotImplementedError)\b")
    hits = [path.name for path in SOURCES if marks.search(path.read_text())]
    assert hits == []


def test_readme_gives_the_command_that_ci_runs() -> None:
    setup = "python3 -m venv .venv && .venv/bin/pip install -q -e '.[dev]'"
    command = f"{setup} && .venv/bin/python -m pytest"
    assert f"\n{command}\n" in (ROOT / "README.md").read_text()
    assert f"\n{command}\n" in (ROOT / ".ci" / "run").read_text()


def test_no_path_of_a_machine_stands_in_a_text() -> None:
    texts = [*SOURCES, *ROOT.glob("*.md"), *ROOT.glob("docker/*"), *ROOT.glob("tests/**/*.py")]
    home = "/ho" + "me/"
    assert [path.name for path in texts if home in path.read_text()] == []
