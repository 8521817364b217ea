"""The rows of forms, and how their values are stepped."""

from __future__ import annotations

import pytest

from levata_client.shown.places.fields import Field, FieldKind


@pytest.mark.parametrize(
    ("value", "step", "wanted"),
    [("none", 1, "1"), ("1", -1, "none"), ("20", 1, "none"), ("none", -1, "20"), ("3", 1, "4")],
)
def test_a_word_in_place_of_a_number_lies_beyond_its_ends(
    value: str, step: int, wanted: str
) -> None:
    field = Field(
        "max_repeats", "", value, kind=FieldKind.NUMBER, choices=("none",), low=1, high=20
    )
    assert field.stepped(step) == wanted


@pytest.mark.parametrize(("value", "step", "wanted"), [("1", -1, "9"), ("9", 1, "1")])
def test_numbers_alone_go_around_their_ends(value: str, step: int, wanted: str) -> None:
    assert Field("n", "", value, kind=FieldKind.NUMBER, low=1, high=9).stepped(step) == wanted


@pytest.mark.parametrize(("value", "step", "wanted"), [("a", 1, "b"), ("b", 1, "a"), ("?", 1, "b")])
def test_choices_go_around_their_ends(value: str, step: int, wanted: str) -> None:
    assert Field("c", "", value, choices=("a", "b")).stepped(step) == wanted


@pytest.mark.parametrize("kind", [FieldKind.TEXT, FieldKind.BUTTON])
def test_what_is_typed_or_picked_has_no_next_value(kind: FieldKind) -> None:
    assert Field("t", "", "x", kind=kind).stepped(1) is None


def test_a_choice_of_nothing_has_no_next_value() -> None:
    assert Field("c", "", "x").stepped(1) is None
