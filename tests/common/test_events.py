"""The shared events and how they travel."""

from __future__ import annotations

import inspect

import msgspec
import pytest

from levata import events
from levata.events import BidMade, CardPlayed, CardTurned, Dealt, Event, MatchEnded

KINDS = [
    kind
    for _, kind in inspect.getmembers(events, inspect.isclass)
    if issubclass(kind, Event) and kind is not Event
]


def test_tags_of_shared_events_are_unique_and_below_32() -> None:
    tags = {kind.__struct_config__.tag for kind in KINDS}
    assert tags == set(range(1, len(KINDS) + 1))
    assert len(KINDS) < 32


@pytest.mark.parametrize(
    ("event", "array"),
    [
        (Dealt(8, 2), [1, 8, 2]),
        (CardTurned(51), [2, 51]),
        (BidMade(0, 3), [3, 0, 3]),
        (CardPlayed(1, 46), [4, 1, 46]),
        (events.TrickTaken(3), [5, 3]),
        (events.Passed(2), [6, 2]),
        (MatchEnded((9, 7), (1, 2)), [7, [9, 7], [1, 2]]),
    ],
)
def test_event_travels_as_a_short_array(event: Event, array: list[object]) -> None:
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(event)) == array
    assert msgspec.convert(array, type(event), strict=True) == event


def test_no_shared_event_of_a_deal_has_room_for_hidden_cards() -> None:
    assert Dealt.__struct_fields__ == ("count", "first")


def test_events_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        Dealt(8, 2).count = 7  # type: ignore[misc] # pyright: ignore[reportAttributeAccessIssue] # wrong on purpose
