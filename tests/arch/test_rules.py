"""Whatever rule the code or a test cites stands in a `RULES.md`, and each golden case has a test.

`RULES.md` beside the games holds the common rules. That of a game has three sections with ids of
one prefix each: rules (``W-R1``), settled readings (``W-A1``) and golden cases (``W1``). A heading
names the first and the last id of its section, so that none can get lost.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterable, Iterator, Mapping, Set
from functools import cache
from pathlib import Path

import pytest

from levata import games
from levata.game import AnyGame
from levata.games import GAMES
from levata.options import format_options, option_fields

ROOT = Path(__file__).parents[2]
FOLDER = Path(games.__file__).parent
KEYS = [game.info.key for game in GAMES]
SECTIONS = ("Rules", "Settled readings", "Golden cases")

_COMMON_HEADING = re.compile(r"^## Common rule (\d+): ", re.MULTILINE)
_HEADING = re.compile(r"^## ([A-Z][a-z ]+?)(?: \((\S+) to (\S+)\))?$")
_DEFINITION = re.compile(r"^(?:- \*\*|\| )([A-Z]{1,2}(?:-[AR])?\d+[a-z]?)\b")
_COMMON_CITATION = re.compile(r"\b[Cc]ommon rules? (\d+)")
_RULE_CITATION = re.compile(r"(?<![\w-])[A-Z]{1,2}-[AR]\d+[a-z]?\b")


def sections_of(text: str) -> dict[str, tuple[list[str], list[str]]]:
    """Return by section the ids that its heading promises and those that stand in it."""
    sections: dict[str, tuple[list[str], list[str]]] = {}
    found: list[str] = []
    for line in text.splitlines():
        if heading := _HEADING.match(line):
            found = []
            if heading[2]:
                sections[heading[1]] = (ids_between(heading[2], heading[3]), found)
        elif definition := _DEFINITION.match(line):
            found.append(definition[1])
    return sections


def ids_between(first: str, last: str) -> list[str]:
    """Return the ids from the first to the last one, such as ``W10`` to ``W15``."""
    prefix, low = first.rstrip("0123456789"), re.search(r"\d+$", first)
    high = re.fullmatch(rf"{prefix}(\d+)", last)
    assert low is not None, first
    assert high is not None, last
    return [f"{prefix}{number}" for number in range(int(low[0]), int(high[1]) + 1)]


@cache
def sections_of_game(key: str) -> dict[str, tuple[list[str], list[str]]]:
    return sections_of((FOLDER / key / "RULES.md").read_text(encoding="utf-8"))


@cache
def ids_of_game(key: str) -> frozenset[str]:
    """Return every id that stands in the rules of a game."""
    return frozenset(name for _, found in sections_of_game(key).values() for name in found)


@cache
def all_ids() -> frozenset[str]:
    """Return every id of every game, and the common rules as ``common rule 1``."""
    text = (FOLDER / "RULES.md").read_text(encoding="utf-8")
    common = {f"common rule {number}" for number in _COMMON_HEADING.findall(text)}
    return frozenset(common).union(*map(ids_of_game, KEYS))


@cache
def golden_prefixes() -> str:
    """Return the prefixes of golden cases as an alternative of a pattern, longest first."""
    firsts = [sections_of_game(key)["Golden cases"][0][0] for key in KEYS]
    return "|".join(sorted((first.removesuffix("1") for first in firsts), key=len, reverse=True))


# Where rules are cited.


def prose_of(source: str) -> str:
    """Return the comments and docstrings of a module, those of attributes included."""
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    comments = [token.string for token in tokens if token.type == tokenize.COMMENT]
    docstrings = [
        node.value.value
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    ]
    return "\n".join([*comments, *docstrings])


def rules_cited(text: str) -> Iterator[str]:
    """Yield the rules and readings that a text cites."""
    for number in _COMMON_CITATION.findall(text):
        yield f"common rule {number}"
    yield from _RULE_CITATION.findall(text)


def cases_cited(text: str) -> Iterator[str]:
    """Yield the golden cases that a text cites."""
    yield from re.findall(rf"(?<![\w-])(?:{golden_prefixes()})\d+\b", text)


def cases_tested(source: str) -> Iterator[str]:
    """Yield the golden cases that tests name: in their own names, or as ids of their cases.

    ``test_w10_to_w15_hook`` names all six; the text ``W25-nothing`` names one.
    """
    prefixes = golden_prefixes()
    in_name = re.compile(rf"_({prefixes.lower()})(\d+)(?:_to_\1(\d+))?(?=_|$)")
    in_text = re.compile(rf"((?:{prefixes})\d+)(?:-.*)?")
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            for prefix, first, last in in_name.findall(node.name):
                start = prefix.upper()
                yield from ids_between(start + first, start + (last or first))
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            match = in_text.fullmatch(node.value)
            if match is not None:
                yield match[1]


def sources_below(*folders: str) -> list[Path]:
    """Return the modules in these folders but this one, whose examples are made up."""
    paths = [path for folder in folders for path in sorted((ROOT / folder).rglob("*.py"))]
    return [path for path in paths if path != Path(__file__)]


def wrong(cited: Mapping[Path, Iterable[str]], known: Set[str]) -> dict[str, list[str]]:
    """Return by file the citations that lead nowhere."""
    unknown = {str(path): sorted(set(names) - known) for path, names in cited.items()}
    return {path: names for path, names in unknown.items() if names}


# The rules themselves.


def test_every_game_has_its_rules() -> None:
    folders = [path.parent.name for path in FOLDER.glob("*/__init__.py")]
    assert sorted(folders) == sorted(KEYS)
    assert [key for key in KEYS if not (FOLDER / key / "RULES.md").is_file()] == []


@pytest.mark.parametrize("key", KEYS)
def test_no_id_is_missing_or_given_twice(key: str) -> None:
    sections = sections_of_game(key)
    assert tuple(sections) == SECTIONS
    for promised, found in sections.values():
        assert promised[0].endswith("1")
        # A reading that was put in later has the number of the one before it and a letter.
        assert [name for name in found if name[-1].isdigit()] == promised
        assert len(found) == len(set(found))


def test_no_two_games_share_an_id() -> None:
    ids = [name for key in KEYS for name in ids_of_game(key)]
    assert len(ids) == len(set(ids))


def test_common_rules_are_numbered_without_gaps() -> None:
    text = (FOLDER / "RULES.md").read_text(encoding="utf-8")
    numbers = [int(number) for number in _COMMON_HEADING.findall(text)]
    assert numbers == list(range(1, 9))


@pytest.mark.parametrize("game", GAMES, ids=KEYS)
def test_rules_explain_every_option(game: AnyGame) -> None:
    text = (FOLDER / game.info.key / "RULES.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(\w+)` \| `?([^|`]+?)`? \| ([^|]+) \| [^|]+ \|$", text, re.MULTILINE)
    defaults = format_options(game.info.options_type())
    assert [(name, default) for name, default, _ in rows] == [
        (name, str(default)) for name, default in defaults.items()
    ]
    for field, (_, _, values) in zip(option_fields(game.info.options_type), rows, strict=True):
        assert set(field.choices) <= set(re.split(r"[`, ]+", values)), field.name
        if field.kind in ("number", "numbers"):
            assert f"{field.low} to {field.high}" in values
    presets = text.partition("\nPresets:")[2].partition("\n\n")[0]
    assert [preset for preset in game.info.presets if f"`{preset}`" not in presets] == []


# The citations.


def test_every_rule_that_is_cited_exists() -> None:
    paths = sources_below("common", "server", "client", "tests")
    cited = {path: [*rules_cited(path.read_text(encoding="utf-8"))] for path in paths}
    # In tests a bare "B4" may be a report of the field; in the rules it is a golden case.
    for path in sources_below("common"):
        cited[path].extend(cases_cited(prose_of(path.read_text(encoding="utf-8"))))
    assert wrong(cited, all_ids()) == {}


def test_code_of_a_game_cites_the_rules_of_that_game() -> None:
    for key in KEYS:
        known = ids_of_game(key) | {name for name in all_ids() if name.startswith("common")}
        cited: dict[Path, list[str]] = {}
        for path in sorted((FOLDER / key).rglob("*.py")):
            source = path.read_text(encoding="utf-8")
            cited[path] = [*rules_cited(source), *cases_cited(prose_of(source))]
        assert wrong(cited, known) == {}
        assert any(cited.values()), f"nothing in the code of {key} says by what rule it goes"


def test_every_rule_that_a_rule_points_at_exists() -> None:
    texts = {path: path.read_text(encoding="utf-8") for path in sorted(FOLDER.rglob("RULES.md"))}
    cited = {path: [*rules_cited(text), *cases_cited(text)] for path, text in texts.items()}
    assert wrong(cited, all_ids()) == {}


def test_every_golden_case_is_tested_and_every_one_tested_exists() -> None:
    tested = {
        case
        for path in sources_below("tests/common")
        for case in cases_tested(path.read_text(encoding="utf-8"))
    }
    written = {case for key in KEYS for case in sections_of_game(key)["Golden cases"][1]}
    assert (sorted(written - tested), sorted(tested - written)) == ([], [])


# What finds them.


def test_ids_are_found_where_they_stand() -> None:
    text = (
        "## Rules (W-R1 to W-R3)\n\n- **W-R1 Pack.** As in W-R2.\n- **W-R3 End.** Now.\n"
        "## Options\n| `hook` | `on` |\n| N | W9 |\n"
        "## Golden cases (SE1 to SE2)\n| id | case |\n| SE1 | W1 |\n| SE2b | none |\n"
    )
    assert sections_of(text) == {
        "Rules": (["W-R1", "W-R2", "W-R3"], ["W-R1", "W-R3"]),
        "Golden cases": (["SE1", "SE2"], ["SE1", "SE2b"]),
    }


def test_citations_are_found_where_they_stand() -> None:
    source = (
        "'''Of common rule 6 and W-A1 to B-A27b.'''\n"
        "X = 1  # R26, not UTF-8, nor W-A8\n'''As SE5 says.'''\nY = 'B80'\n"
        "class TestDeal:\n"
        "    @pytest.mark.parametrize('case', [param(1, id='W25-all'), f'HE7-{X}', ('SE9', 2)])\n"
        "    def test_w10_to_w12_and_b7_hook(self): pass\n"
        "def test_w4a_and_r_2(): return 'play W5'\n"
    )
    assert list(rules_cited(source)) == ["common rule 6", "W-A1", "B-A27b", "W-A8"]
    assert list(cases_cited(prose_of(source))) == ["R26", "SE5"]
    tested = ["B7", "B80", "HE7", "SE9", "W10", "W11", "W12", "W25"]
    assert sorted(cases_tested(source)) == tested
