"""A game put in by the recipe of ``common/README.md``, through the documented places only.

A copy of the sources gets the game's two packages and a line in each of three registries, and its
words in Romanian; then it is played by people and computers, on the screen, in lines and by itself.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest
from babel.messages.pofile import read_po, write_po

from tests.support.server import ROOT, child_environment
from tests.support.terminal import Terminal

pytestmark = pytest.mark.slow
TOY = ROOT / "tests" / "toy"
PRESS_AGAIN = 0.5
"""Seconds after which a key is pressed again; one that comes with its question is not taken."""


def insert(path: Path, before: str, line: str) -> None:
    """Put a line before the only place where a text stands."""
    text = path.read_text(encoding="utf-8")
    assert text.count(before) == 1, f"{path.name}: {before!r} stands {text.count(before)} times"
    path.write_text(text.replace(before, line + before), encoding="utf-8")


def planted(root: Path) -> Path:
    """Return a checkout in which the game stands."""
    for folder in ("common", "server", "client", "tests/support"):
        shutil.copytree(ROOT / folder, root / folder, ignore=shutil.ignore_patterns("__pycache__"))
    (root / "tests" / "__init__.py").touch()
    games, shown = root / "common/levata/games", root / "client/levata_client/shown/games"
    for package, source in ((games / "toy", "rules.py"), (shown / "toy", "display.py")):
        package.mkdir()
        shutil.copy(TOY / source, package / "__init__.py")
    insert(games / "__init__.py", "from levata.games.whist", "from levata.games.toy import Toy\n")
    insert(games / "__init__.py", "Hearts())", "Toy(), ")
    insert(root / "common/levata/bots/levels.py", '    "whist": Whist', '    "toy": RandomBot(),\n')
    insert(
        shown / "__init__.py",
        "from levata_client.shown.games.whist.",
        "from levata_client.shown.games.toy import ToyDisplay\n",
    )
    insert(shown / "__init__.py", "    HeartsDisplay(),\n", "    ToyDisplay(),\n")
    translate(root)
    return root


def translate(root: Path) -> None:
    """Collect the new words and give them their Romanian."""
    run(root, "tests.support.catalogues")
    path = root / "client/levata_client/locale/ro/LC_MESSAGES/levata.po"
    with path.open("rb") as file:
        catalogue = read_po(file)
    missing = {str(message.id) for message in catalogue if message.id and not message.string}
    words = json.loads((TOY / "words_ro.json").read_text(encoding="utf-8"))
    assert missing == words.keys()
    for english, romanian in words.items():
        catalogue[english].string = romanian
    with path.open("wb") as file:
        write_po(file, catalogue)
    run(root, "tests.support.catalogues")


def environment(root: Path, language: str = "en") -> dict[str, str]:
    parts = [str(root), *(str(root / part) for part in ("common", "server", "client"))]
    return {
        **child_environment(),
        "PYTHONPATH": os.pathsep.join(parts),
        "LEVATA_HOME": str(root / "home"),
        "LANG": f"{language}.UTF-8",
    }


def run(root: Path, module: str, *arguments: str, typed: str = "", language: str = "en") -> str:
    """Return what a module of the checkout prints."""
    done = subprocess.run(
        [sys.executable, "-m", module, *arguments],
        input=typed,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=environment(root, language),
        cwd=root,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return planted(tmp_path_factory.mktemp("toy"))


def test_computers_play_it_in_the_arena(root: Path) -> None:
    out = run(root, "levata_client.cli", "arena", "random", "easy", "--game", "toy", "--sets", "3")
    assert "random" in out


def test_its_records_are_written_checked_and_told(root: Path) -> None:
    records = root / "records"
    levata = "levata_client.cli"
    run(root, levata, "simulate", "toy", "--matches", "2", "--seed", "7", "--records", str(records))
    (first, _second) = sorted(records.glob("*.json"))
    assert "toy" in run(root, levata, "replay", str(first), language="ro").casefold()
    assert json.loads(first.read_text())["game"] == "toy"


def test_its_rules_are_told_in_both_languages(root: Path) -> None:
    for language, text in (("en", "the highest card takes"), ("ro", "cartea cea mai mare ia")):
        assert text in run(root, "levata_client.cli", "rules", "toy", language=language)


@pytest.mark.parametrize(
    ("language", "status"), [("en", "may take it"), ("ro", "o poate lua")], ids=["en", "ro"]
)
def test_a_match_in_the_line_mode(root: Path, language: str, status: str) -> None:
    typed = "1\n" * 6 + "quit\n"
    arguments = ("plain", "play", "toy")
    out = run(root, "levata_client.cli", *arguments, typed=typed, language=language)
    text = " ".join(out.split())
    assert status in text
    assert {"en": "The toy is dealt out", "ro": "Jucăria s-a împărțit"}[language] in text


@pytest.mark.parametrize(
    ("language", "turn", "over"),
    [("en", "may take it", "Final"), ("ro", "o poate lua", "Final")],
    ids=["en", "ro"],
)
def test_a_match_on_the_screen(
    root: Path, tmp_path: Path, language: str, turn: str, over: str
) -> None:
    options = ("play", "toy", "--name", "Ana", "--animation", "none", "--lang", language)
    pressed_at = 0.0

    def is_over(shown: str) -> bool:
        nonlocal pressed_at
        if turn in shown and time.monotonic() > pressed_at + PRESS_AGAIN:
            pressed_at = time.monotonic()
            terminal.keys("1")
        return over in shown

    with Terminal(tmp_path, *options, environment=environment(root)) as terminal:
        seen = terminal.until(is_over)
        assert {"en": "Toy", "ro": "Jucărie"}[language] in seen
