"""Score sheets as they are read: the texts of their entries."""

from __future__ import annotations

from levata_client.sheet_cells import entry
from levata_client.shown.table.sheet import Sheet, SheetRow
from levata_client.shown.text.words import plain


def texts_of(sheet: Sheet, row: SheetRow, form: str = "short") -> list[str]:
    """Return what stands in the columns of a row, ``""`` where nothing does.

    ``form`` is ``short``, ``medium`` or ``full``.
    """
    entries = [entry(sheet, row, column) for column in range(len(row.cells))]
    return ["" if found is None else plain(getattr(found, form)) for found in entries]
