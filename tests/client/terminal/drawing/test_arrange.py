"""`arrange` at every size: nothing overlaps, nothing is outside, the hand has room."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual.geometry import Region

from levata_client.shown.table.seating import Mode
from levata_client.terminal.drawing.arrange import MIN_HEIGHT, MIN_WIDTH, Arrangement, Side, arrange
from levata_client.terminal.drawing.faces import GIANT, HUGE, LARGE, MEDIUM, SMALL

SIZES = st.tuples(st.integers(MIN_WIDTH, 250), st.integers(MIN_HEIGHT, 80))
CONTAINERS = {"felt", "side", "middle", "panel"}


def solid(arrangement: Arrangement) -> dict[str, Region]:
    """Return the regions that must not overlap one another."""
    skipped = {"side", "sheet", "chat"} if arrangement.is_side_over_felt else set[str]()
    return {
        name: region
        for name, region in arrangement.regions.items()
        if name not in CONTAINERS | skipped
    }


@given(
    size=SIZES,
    seats=st.integers(2, 6),
    mode=st.sampled_from(Mode),
    side=st.sampled_from(Side),
    hand=st.integers(1, 13),
    panel_rows=st.integers(0, 10),
    is_mirrored=st.booleans(),
)
def test_regions_never_overlap_nor_leave_the_terminal(
    size: tuple[int, int],
    seats: int,
    mode: Mode,
    side: Side,
    hand: int,
    panel_rows: int,
    is_mirrored: bool,
) -> None:
    arrangement = arrange(
        *size,
        seats,
        mode=mode,
        side=side,
        hand=hand,
        panel_rows=panel_rows,
        counter_clockwise=is_mirrored,
    )
    assert not arrangement.is_too_small
    terminal = Region(0, 0, *size)
    for name, region in arrangement.regions.items():
        assert region.area > 0, name
        assert terminal.contains_region(region), name
    for (first, one), (second, other) in combinations(solid(arrangement).items(), 2):
        assert not one.overlaps(other), f"{first} {one} overlaps {second} {other}"
    felt = arrangement.regions["felt"]
    for name, region in arrangement.regions.items():
        if name.startswith(("plate", "slot")) or name in ("trump", "last", "panel", "middle"):
            assert felt.contains_region(region), name
    for number in range(seats):
        assert tuple(arrangement.regions[f"slot-{number}"].size) == arrangement.trick_card
    assert arrangement.trump_card.width <= arrangement.regions["trump"].width
    assert arrangement.trump_card.height <= arrangement.regions["trump"].height
    taken = (hand - 1) * arrangement.hand_step + arrangement.hand_card.width
    assert arrangement.hand_left(hand) + taken <= arrangement.regions["hand"].width
    assert arrangement.regions["hand"].height == arrangement.hand_card.height + 2
    if hand <= 8:
        assert arrangement.hand_step > arrangement.hand_card.width


@given(size=SIZES, seats=st.integers(2, 6), rows=st.integers(1, 10), mode=st.sampled_from(Mode))
def test_panel_covers_nothing_but_slots(
    size: tuple[int, int], seats: int, rows: int, mode: Mode
) -> None:
    arrangement = arrange(*size, seats, panel_rows=rows, mode=mode)
    panel = arrangement.regions["panel"]
    assert panel.height >= min(rows, 4)
    others = {
        name: region for name, region in solid(arrangement).items() if not name.startswith("slot-")
    }
    for name, region in others.items():
        assert not panel.overlaps(region), name
    if arrangement.mode is Mode.COMPASS and rows <= 4:
        for number in range(1, seats):
            assert not panel.overlaps(arrangement.regions[f"slot-{number}"]), number


@given(size=SIZES, seats=st.integers(2, 6), rows=st.integers(0, 9), sheet=st.integers(1, 40))
def test_phases_move_nothing(size: tuple[int, int], seats: int, rows: int, sheet: int) -> None:
    quiet = arrange(*size, seats, sheet_rows=sheet).regions
    choosing = dict(arrange(*size, seats, sheet_rows=sheet, panel_rows=rows).regions)
    choosing.pop("panel", None)
    assert quiet == choosing


@given(size=st.tuples(st.integers(0, 70), st.integers(0, 25)), seats=st.integers(2, 6))
def test_smaller_terminals_are_only_called_too_small(size: tuple[int, int], seats: int) -> None:
    is_small = size[0] < MIN_WIDTH or size[1] < MIN_HEIGHT
    assert arrange(*size, seats).is_too_small is is_small


@pytest.mark.parametrize(
    ("size", "trick", "hand", "mode"),
    [
        ((60, 20), SMALL, SMALL, Mode.STRIP),
        ((80, 24), SMALL, MEDIUM, Mode.COMPASS),
        ((100, 30), LARGE, MEDIUM, Mode.COMPASS),
        ((120, 38), HUGE, LARGE, Mode.COMPASS),
        ((140, 45), GIANT, HUGE, Mode.COMPASS),
    ],
)
def test_known_terminals_get_the_cards_they_have_room_for(
    size: tuple[int, int], trick: object, hand: object, mode: Mode
) -> None:
    arrangement = arrange(*size, 4)
    assert (arrangement.trick_card, arrangement.hand_card) == (trick, hand)
    assert arrangement.mode is mode


def test_five_players_sit_in_a_strip_where_the_felt_is_narrow() -> None:
    assert arrange(80, 24, 5).mode is Mode.STRIP
    assert arrange(100, 30, 5).mode is Mode.COMPASS
    assert arrange(80, 24, 6).regions["plate-5"].width == 11


def test_next_player_sits_to_the_left_or_in_belot_to_the_right() -> None:
    for mode in Mode:
        clockwise = arrange(100, 30, 4, mode=mode).regions
        mirrored = arrange(100, 30, 4, mode=mode, counter_clockwise=True).regions
        assert clockwise["plate-1"].x < clockwise["plate-3"].x
        assert mirrored["plate-1"] == clockwise["plate-3"]


def test_side_panel_is_beside_the_felt_over_it_or_off() -> None:
    assert arrange(140, 45, 4).regions["felt"].width == 94
    assert arrange(140, 45, 4, side=Side.OFF).regions["felt"].width == 140
    assert "sheet" not in arrange(140, 45, 4, side=Side.CHAT).regions
    small = arrange(60, 20, 4)
    assert small.is_side_over_felt
    assert small.regions["felt"].width == 60
