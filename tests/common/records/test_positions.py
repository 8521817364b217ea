from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, TypeAlias, cast

from hypothesis import given
from hypothesis import strategies as st

from levata.records.positions import line_of, path_of

Paths: TypeAlias = list[tuple[str | int, ...]]

documents = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=20,
)


def paths_in_order(value: Any, path: tuple[str | int, ...] = ()) -> Paths:
    paths: Paths = [path]
    members: list[tuple[str | int, Any]] = []
    if isinstance(value, dict):
        members = list(cast("dict[str, Any]", value).items())
    elif isinstance(value, list):
        members = list(enumerate(cast("Sequence[Any]", value)))
    for step, member in members:
        paths += paths_in_order(member, (*path, step))
    return paths


@given(documents)
def test_every_value_is_found_on_its_line(document: Any) -> None:
    """Written with one value a line, values stand on lines in the order of their paths."""
    text = json.dumps(document, indent=1)
    lines = text.splitlines()
    last = 0
    for path in paths_in_order(document):
        line = line_of(text, path)
        assert line >= last
        last = line
        value = document
        for step in path:
            value = value[step]
        if not isinstance(value, list | dict):
            assert json.dumps(value) in lines[line - 1]


def test_a_path_that_leads_nowhere_ends_at_the_last_value_on_the_way() -> None:
    text = '{\n"a": [\n1,\n{"b":\n2}]}'
    assert line_of(text, ("a", 1, "c")) == 4
    assert line_of(text, ("a", 7)) == 2
    assert line_of(text, ("x",)) == 1
    assert line_of(text, ("a", 1, "b")) == 5


def test_the_last_of_two_equal_keys_counts() -> None:
    assert line_of('{"a": 1,\n"a": 2}', ("a",)) == 2


def test_brackets_and_quotes_inside_texts_are_no_structure() -> None:
    assert line_of('{"a": "]}\\",{",\n"b": "\\\\",\n"c": 1}', ("c",)) == 3


def test_paths_of_validation_errors() -> None:
    assert path_of("Expected `int` - at `$.deals[2].actions[14].seat`") == (
        "deals",
        2,
        "actions",
        14,
        "seat",
    )
    assert path_of("Expected `object`, got `array`") == ()
