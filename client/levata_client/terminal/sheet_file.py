"""The score sheet as a file that other programs read."""

from __future__ import annotations

import csv
import io
from datetime import datetime
from pathlib import Path

from levata.files import write_atomically
from levata.game import View
from levata_client import paths
from levata_client.sheet_cells import entry
from levata_client.shown.games import AnyGameDisplay
from levata_client.shown.table.scene import TableInfo
from levata_client.shown.text.language import _
from levata_client.shown.text.words import plain


def sheet_csv(shown: AnyGameDisplay, view: View, table: TableInfo) -> str:
    """Return the score sheet as comma-separated values: a column per player, a row per deal."""
    sheet = shown.sheet(view, table)
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([sheet.label_head or _("hand"), *sheet.names, sheet.remark_head])
    for row in sheet.rows:
        if not any(row.cells):
            continue
        entries = [entry(sheet, row, column) for column in range(len(row.cells))]
        cells = ["" if cell is None else plain(cell.full) for cell in entries]
        writer.writerow(
            [
                plain(row.label).strip(),
                *(" ".join(cell.split()) for cell in cells),
                plain(row.remark).strip(),
            ]
        )
    return text.getvalue()


def save_sheet(shown: AnyGameDisplay, view: View, table: TableInfo, now: datetime) -> Path:
    """Write the score sheet to a new file and return its path.

    Raises:
        OSError: it cannot be written.
    """
    name = f"levata-{shown.key or 'match'}-{now:%Y-%m-%d-%H%M%S}.csv"
    path = paths.data_dir() / "sheets" / name
    # The mark at the beginning tells spreadsheets that the text is UTF-8.
    text = "\ufeff" + sheet_csv(shown, view, table)
    path.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(path, text)
    return path
