"""Choices in lines: each as wide as it is, in places that never move."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from levata_client.cells import width_of
from levata_client.shown.table.scene import ChoiceItem, Choices, ChoiceStyle
from levata_client.shown.table.seating import Mode
from levata_client.shown.text.words import MUTED, STRUCK, plain, words
from levata_client.terminal.drawing.arrange import arrange
from levata_client.terminal.widgets.choices import LINE_ROOM, ChoicePanel, flow, panel_rows
from levata_client.terminal.widgets.trick import Places

LABELS = ("♣", "♦", "♥", "♠", "no trump", "all trumps")


def auction(barred: int = 0) -> Choices:
    bids = [
        ChoiceItem(label, words(label), str(number + 1), number >= barred, words("too low"))
        for number, label in enumerate(LABELS)
    ]
    calls = (
        ChoiceItem("pass", words("pass"), "p", opens_row=True),
        ChoiceItem("double", words("double"), "x"),
    )
    return Choices(words("Your bid"), (*bids, *calls), style=ChoiceStyle.LINE)


def painted(choices: Choices, width: int, height: int) -> list[str]:
    widget = ChoicePanel()
    widget.show(choices)
    rows = widget.paint(width, height)
    assert all(width_of(row) <= width for row in rows)
    assert len(rows) <= height
    return [plain(row) for row in rows]


@given(st.lists(st.integers(1, 60), max_size=12), st.integers(20, 60))
def test_pieces_follow_one_another_and_stay_in_their_room(widths: list[int], room: int) -> None:
    places = flow(widths, room)
    for (x, y), width, before, last in zip(
        places[1:], widths[1:], places[:-1], widths[:-1], strict=True
    ):
        assert (x, y) in ((before[0] + last + 2, before[1]), (0, before[1] + 1))
        assert x == 0 or x + width <= room


def test_lines_have_a_frame_only_where_rows_are_left_for_it() -> None:
    choices = auction()
    assert panel_rows(choices) == 4
    tall = painted(choices, 54, 5)
    assert tall[0].startswith("╭─ Your bid ─")
    assert tall[1].strip("│ ") == "1 ♣  2 ♦  3 ♥  4 ♠  5 no trump  6 all trumps"
    low = painted(choices, 54, 4)
    assert low[0].strip() == "1 ♣  2 ♦  3 ♥  4 ♠  5 no trump  6 all trumps"
    assert low[1].strip() == "p pass  x double"


@pytest.mark.parametrize("height", [4, 5, 8])
def test_places_never_move(height: int) -> None:
    for barred in range(6):
        rows = painted(auction(barred), 54, height)
        expected = painted(auction(0), 54, height)
        assert rows[:3] == expected[:3]


def test_declared_choice_is_ticked_and_not_struck() -> None:
    carre = ChoiceItem("carre", words("carre J"), "a", is_enabled=False, is_ticked=True)
    run = ChoiceItem("run", words("quint"), "b", is_enabled=False, is_ticked=False)
    widget = ChoicePanel()
    widget.show(Choices((), (carre, run), style=ChoiceStyle.LINE))
    parts = {part.text: part.role for part in widget.paint(54, 2)[0]}
    assert parts["[x] a carre J"] == MUTED
    assert parts["[ ] b quint"] == STRUCK


def test_every_choice_is_found_where_it_is_drawn() -> None:
    widget = ChoicePanel()
    widget.show(auction())
    places = widget._places(auction(), LINE_ROOM)  # pyright: ignore[reportPrivateUsage] # no size yet
    assert len(set(places)) == 8
    assert max(place.y for place in places) == 1


def test_board_stands_above_the_choices() -> None:
    for size in ((60, 20), (80, 24), (140, 45)):
        whole = arrange(*size, 4, mode=Mode.STRIP)
        choosing = arrange(*size, 4, mode=Mode.STRIP, panel_rows=4)
        middle = Places.of(choosing, 0, 4).middle
        top = choosing.regions["felt"].y
        assert middle.bottom + top <= choosing.regions["panel"].y
        assert middle.y == Places.of(whole, 0, 4).middle.y
        assert middle.height > 0
