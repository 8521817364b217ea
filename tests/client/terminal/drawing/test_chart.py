"""The braille chart."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from levata_client.cells import width_of
from levata_client.shown.text.words import PLAIN, SERIES, plain
from levata_client.terminal.drawing.chart import Series, draw_chart
from levata_client.terminal.drawing.styles import bold

VALUES = st.lists(st.integers(-200, 400), min_size=1, max_size=40)
NAMES = ("Maria", "Ioana", "Mihai", "Dănuț", "Ștefania", "Radu")


@given(
    width=st.integers(1, 160),
    height=st.integers(1, 50),
    count=st.integers(1, 6),
    values=VALUES,
    cursor=st.one_of(st.none(), st.integers(0, 50)),
)
def test_chart_has_exactly_its_size(
    width: int, height: int, count: int, values: list[int], cursor: int | None
) -> None:
    series = [
        Series(NAMES[number], SERIES[number], tuple(value + 7 * number for value in values))
        for number in range(count)
    ]
    rows = draw_chart(series, width, height, ["8"] * len(values), cursor)
    assert len(rows) == height
    assert all(width_of(row) == width for row in rows)
    if width >= 40 and height >= 12:
        text = "\n".join(plain(row) for row in rows)
        assert all(NAMES[number] in text for number in range(count))


def test_rising_line_goes_from_bottom_left_to_top_right() -> None:
    rows = [plain(row) for row in draw_chart([Series("A", PLAIN, (0, 10))], 20, 6, ["", "1"])]
    assert rows[0].startswith("10")
    assert rows[4].startswith(" 0")
    assert rows[0].rstrip().endswith("A")
    braille = [
        [index for index, letter in enumerate(row) if "\u2800" < letter <= "\u28ff"]
        for row in rows[:5]
    ]
    assert braille[4][0] == 3
    assert all(lower[0] < upper[0] for lower, upper in zip(braille[1:], braille, strict=False))


def test_equal_totals_get_labels_of_their_own() -> None:
    series = [Series(name, PLAIN, (0, 5)) for name in NAMES]
    text = "\n".join(plain(row) for row in draw_chart(series, 60, 12))
    assert all(name in text for name in NAMES)


def test_every_line_has_its_colour() -> None:
    series = [Series("A", SERIES[0], (0, 5)), Series("B", SERIES[1], (5, 0))]
    roles = {part.role for row in draw_chart(series, 40, 12) for part in row}
    assert {SERIES[0], SERIES[1], bold(SERIES[0]), bold(SERIES[1])} <= roles


def test_rounds_stand_below_their_values() -> None:
    rows = draw_chart([Series("A", PLAIN, tuple(range(5)))], 60, 8, ["", "1", "2", "3", "4"])
    assert plain(rows[-1]).split() == ["1", "2", "3", "4"]
