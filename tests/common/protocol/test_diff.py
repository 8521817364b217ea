"""Changes of documents: what was changed comes out the same on the other side."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from levata.errors import ProtocolError
from levata.protocol.diff import checksum, diff, patch
from tests.support.wire import DOCUMENTS, VALUES, over_the_wire


def frozen(value: Any) -> Any:
    """Return a value as views hold it: with tuples for arrays."""
    if isinstance(value, list):
        items: list[Any] = value  # pyright: ignore[reportUnknownVariableType] # any random value
        return tuple(map(frozen, items))
    return value


@st.composite
def versions(draw: st.DrawFn) -> list[list[Any]]:
    """Return versions of one document, each made from the one before by a few edits."""
    document = draw(DOCUMENTS)
    found = [document]
    for _ in range(draw(st.integers(1, 6))):
        document = list(document)
        for _ in range(draw(st.integers(0, 3))):
            key = draw(st.integers(0, len(document) - 1))
            field = document[key]
            if isinstance(field, list) and draw(st.booleans()):
                document[key] = [*field, *draw(st.lists(VALUES, max_size=2))]
            else:
                document[key] = draw(VALUES)
        found.append(document)
    return [[frozen(field) for field in version] for version in found]


@given(versions())
def test_changes_lead_from_version_to_version(documents: list[list[Any]]) -> None:  # C3
    mirror = over_the_wire(documents[0])
    for old, new in pairwise(documents):
        mirror = patch(mirror, over_the_wire(diff(old, new)))
        assert mirror == over_the_wire(new)
        assert checksum(mirror) == checksum(new)


@given(DOCUMENTS)
def test_no_change_is_empty(document: list[Any]) -> None:
    assert diff(document, list(document)) == []
    assert patch(document, []) == document


def test_only_what_was_added_to_an_array_is_sent() -> None:
    assert diff([(1, 2), 5], [(1, 2, 3), 5]) == [-1, [3]]
    assert diff([5, ()], [5, (1,)]) == [1, (1,)]
    assert diff([(1, 2)], [(2, 1)]) == [0, (2, 1)]
    assert diff([(1, 2)], [(1,)]) == [0, (1,)]


def test_the_given_document_is_left_alone() -> None:
    document = [1, [2]]
    assert patch(document, [0, 9, -2, [3]]) == [9, [2, 3]]
    assert document == [1, [2]]


@pytest.mark.parametrize(
    "change",
    [
        [0],
        [0, 1, 2],
        [2, 1],
        [-3, [1]],
        [99, 1],
        ["0", 1],
        [None, 1],
        [0.0, 1],
        [[0], 1],
        [-1, [1]],
        [-2, 1],
        [-2, None],
        [-2, {"a": 1}],
    ],
    ids=repr,
)
def test_a_change_that_does_not_fit_is_refused(change: list[Any]) -> None:
    with pytest.raises(ProtocolError, match="bad_change"):
        patch([1, [2]], change)


@given(DOCUMENTS, st.lists(VALUES, max_size=6))
def test_any_change_fits_or_is_refused(document: list[Any], change: list[Any]) -> None:
    try:
        result = patch(document, change)
    except ProtocolError:
        return
    assert len(result) == len(document)


@given(DOCUMENTS)
def test_a_check_is_short_and_the_same_on_both_sides(document: list[Any]) -> None:
    assert 0 <= checksum(document) <= 0xFFFF
    assert checksum(over_the_wire(document)) == checksum([frozen(field) for field in document])
