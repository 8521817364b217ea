"""The score sheet as a file that other programs read."""

from __future__ import annotations

import csv
from datetime import datetime
from pathlib import Path

from levata_client.shown.games import find_display
from levata_client.shown.table.scene import TableInfo
from levata_client.terminal.sheet_file import save_sheet, sheet_csv
from tests.support import demo

NOW = datetime(2026, 11, 14, 21, 10, 5)


def test_a_sheet_is_a_file_with_a_column_per_player(untouched_home: Path) -> None:
    model = demo.model_of(demo.last_hand(3))
    table = TableInfo(model.options, model.players)
    display = find_display("whist")
    path = save_sheet(display, model.view, table, NOW)
    assert path == untouched_home / "sheets" / "levata-whist-2026-11-14-211005.csv"
    assert path.read_text("utf-8").startswith("\ufeff")
    with path.open(encoding="utf-8-sig", newline="") as file:
        head, *rows = list(csv.reader(file))
    assert head[1:4] == ["You", "Ioana", "Mihai"]
    assert len(rows) >= 21
    assert {len(row) for row in rows} == {len(head)}
    assert sheet_csv(display, model.view, table) == path.read_text("utf-8-sig")
