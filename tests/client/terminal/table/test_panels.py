"""What stands in front of the felt and beside it."""

from __future__ import annotations

import pytest
from textual.geometry import Region

from levata_client.terminal.drawing.arrange import Arrangement, Side, arrange
from levata_client.terminal.table.panels import Panels

NARROW, WIDE = 60, 140


def whole(width: int = WIDE, height: int = 45, side: Side = Side.SPLIT) -> Arrangement:
    return arrange(width, height, 4, side=side)


def test_the_side_panel_goes_round_where_it_has_room() -> None:
    panels = Panels()
    seen: list[Side] = []
    for _step in range(4):
        panels.change_side(WIDE)
        seen.append(panels.side_shown(WIDE))
    assert seen == [Side.SHEET, Side.CHAT, Side.OFF, Side.SPLIT]


def test_where_columns_are_few_the_side_panel_is_opened_first() -> None:
    panels = Panels()
    assert panels.side_shown(NARROW) is Side.OFF
    panels.change_side(NARROW)
    assert panels.side_shown(NARROW) is Side.SPLIT
    for _step in range(3):
        panels.change_side(NARROW)
    assert panels.side_shown(NARROW) is Side.OFF
    panels.change_side(NARROW)
    assert panels.side_shown(NARROW) is Side.SPLIT


@pytest.mark.parametrize("side", [Side.SHEET, Side.OFF])
def test_who_types_sees_the_chat(side: Side) -> None:
    panels = Panels(side)
    assert panels.start_typing()
    assert not panels.start_typing()
    assert panels.side_shown(WIDE) is Side.CHAT
    panels.stop_typing()
    assert panels.side_shown(WIDE) is side


def test_one_thing_is_closed_after_the_other() -> None:
    panels = Panels()
    panels.peek(has_trick=True)
    panels.toggle_grid()
    assert panels.close_one()
    assert (panels.is_grid_open, panels.is_peeking) == (False, True)
    assert panels.close_one()
    assert not panels.is_peeking
    assert not panels.close_one()


def test_there_is_no_last_trick_before_the_first() -> None:
    panels = Panels()
    panels.peek(has_trick=False)
    assert not panels.is_peeking


def test_rounds_are_marked_from_the_last_one_around_the_ends() -> None:
    panels = Panels()
    assert panels.marked_round(5) is None
    panels.move_end_cursor(-1)
    assert panels.marked_round(5) == 3
    for _step in range(2):
        panels.move_end_cursor(1)
    assert panels.marked_round(5) == 0
    panels.match_goes_on()
    assert panels.marked_round(5) is None


def test_the_first_step_forwards_marks_the_first_round() -> None:
    panels = Panels()
    panels.move_end_cursor(1)
    assert panels.marked_round(5) == 0


def test_the_end_covers_the_table_until_it_is_put_aside() -> None:
    panels = Panels()
    regions = panels.regions(whole(), is_end_shown=True)
    assert regions["end"] == Region(0, 1, WIDE, 43)
    assert not {"sheet", "chat"} & set(regions)
    panels.toggle_end()
    assert "end" not in panels.regions(whole(), is_end_shown=True)
    panels.match_goes_on()
    assert "end" in panels.regions(whole(), is_end_shown=True)


def test_who_types_at_the_end_still_sees_the_chat() -> None:
    panels = Panels()
    panels.start_typing()
    regions = panels.regions(whole(side=Side.CHAT), is_end_shown=True)
    assert regions["end"].right == regions["chat"].x


def test_the_score_sheet_covers_everything_but_header_and_footer() -> None:
    panels = Panels()
    panels.toggle_grid()
    assert panels.regions(whole())["grid"] == Region(0, 1, WIDE, 43)


def test_choices_and_hands_stand_only_where_there_are_some() -> None:
    panels = Panels()
    choosing = arrange(WIDE, 45, 4, panel_rows=4)
    assert "panel" in panels.regions(choosing)
    assert "panel" not in panels.regions(choosing, has_choices=False)
    regions = panels.regions(whole(), has_open_hands=True)
    assert regions["open-hands"] == whole().regions["hand"]
    assert "hand" not in regions


def test_in_a_terminal_too_small_nothing_else_is_shown() -> None:
    panels = Panels()
    panels.toggle_grid()
    tiny = arrange(50, 15, 4)
    assert dict(panels.regions(tiny, is_end_shown=True)) == {"too-small": Region(0, 0, 50, 15)}
