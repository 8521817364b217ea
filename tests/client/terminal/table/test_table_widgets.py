"""The widgets of a table."""

from __future__ import annotations

from textual.geometry import Region

from levata_client.terminal.table.table_widgets import MOST_SEATS, TableWidgets


def test_the_felt_lies_below_and_what_covers_everything_above() -> None:
    ids = [widget.id for widget in TableWidgets(lambda: 0.0)]
    assert len(ids) == len(set(ids)) == 14 + MOST_SEATS
    assert (ids[0], ids[-1]) == ("felt", "too-small")
    assert ids.index("grid") > ids.index("chat") > ids.index("plate-5")


def test_a_widget_without_a_region_is_hidden() -> None:
    widgets = TableWidgets(lambda: 0.0)
    widgets.place({"hand": Region(1, 2, 30, 4)})
    assert [widget.id for widget in widgets if widget.display] == ["hand"]
    assert widgets.hand.styles.offset.x.value == 1
