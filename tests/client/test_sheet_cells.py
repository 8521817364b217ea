"""The layouts of score sheets in cells: every form, at every width."""

from __future__ import annotations

import pytest

from levata_client.cells import width_of
from levata_client.sheet_cells import entry, label_words
from levata_client.shown.table.sheet import CellMark, Sheet, SheetCell, SheetForm, SheetRow
from levata_client.shown.text.words import ACCENT, BAD, GOOD, Role, plain, words

LAYOUTS = [
    (SheetForm.TOTALS, SheetCell(total=-40), ("-40", "-40", "-40")),
    (
        SheetForm.BIDS,
        SheetCell(bid=2, took=2, total=14, mark=CellMark.MADE),
        ("14 ", "2 ✓  14", "2  2    14 "),
    ),
    (
        SheetForm.BIDS,
        SheetCell(bid=2, took=0, total=-3, mark=CellMark.MISSED),
        ("-3✗", "2 ✗  -3", "2  0    -3✗"),
    ),
    (
        SheetForm.BIDS,
        SheetCell(bid=1, took=0, total=9, mark=CellMark.AGAIN),
        ("9↺", "1 ↺   9", "1  0     9↺"),
    ),
    (SheetForm.BIDS, SheetCell(), ("(·)", "·      ", "·          ")),
    (SheetForm.BIDS, SheetCell(bid=3, took=1), ("(3)", "3      ", "3  1       ")),
    (SheetForm.BIDS, SheetCell(points=-10, total=4), ("-10 ", "-10    4", "-10    4 ")),
    (
        SheetForm.BIDS,
        SheetCell(count=2, of=5, mark=CellMark.MADE),
        ("2✓", "✓2/5", "✓✓      2/5 "),
    ),
    (SheetForm.BIDS, SheetCell(count=0, of=5), ("0 ", "0/5", "        0/5 ")),
    (SheetForm.DEALS, SheetCell(points=-13, total=-26), ("-26", "-13  -26", " -13    -26 ")),
    (
        SheetForm.DEALS,
        SheetCell(points=0, total=-5, mark=CellMark.WINNER),
        ("-5", "  0   -5", "   0★    -5 "),
    ),
    (SheetForm.DEALS, SheetCell(points=-4), ("-4", "-4     ", "-4       ")),
    (SheetForm.DEALS, SheetCell(mark=CellMark.OPEN), ("·", "·     ", "·       ")),
    (
        SheetForm.CHOICES,
        SheetCell(points=-1200, total=-900, mark=CellMark.CHOOSER),
        ("-1k2", "▸ -1200", "▸-1200  -900"),
    ),
    (SheetForm.CHOICES, SheetCell(points=40, total=40), ("+40", "    +40", "   +40    40")),
    (SheetForm.CHOICES, SheetCell(points=0), ("0", "0", "0")),
    (SheetForm.CHOICES, SheetCell(total=12500), ("12k", "12500", "12500")),
    (SheetForm.CHOICES, SheetCell(place=2), ("2.", "2.", "2.")),
    (SheetForm.CHOICES, SheetCell(mark=CellMark.NOW), ("▸", "▸", "▸")),
    (SheetForm.TAKEN, SheetCell(took=3, points=12), ("+12", "3 ◆  +12", "3 ◆     +12 ")),
    (SheetForm.TAKEN, SheetCell(took=3), ("3 ◆", "3 ◆     ", "3 ◆         ")),
    (SheetForm.TAKEN, SheetCell(mark=CellMark.OPEN), ("·", "·     ", "·         ")),
    (SheetForm.TAKEN, SheetCell(total=-20), ("-20", "-20", "-20 ")),
    (SheetForm.SUMS, SheetCell(count=91), ("91", "91 ", "91  ")),
    (SheetForm.SUMS, SheetCell(text="bid"), ("bid", "bid ", "bid  ")),
    (SheetForm.SUMS, SheetCell(points=0), ("+0", "+0 ", "+0  ")),
    (SheetForm.SUMS, SheetCell(points=9, total=42), ("+9", "+9  42", "+9    42  ")),
    (SheetForm.SUMS, SheetCell(points=0, total=42), ("0", "0  42", "0    42  ")),
    (SheetForm.SUMS, SheetCell(count=75, of=150), ("●●○○", "●●●○○○○ ", "●●●●●○○○○○  ")),
]


def sheet_of(form: SheetForm, *rows: SheetRow) -> Sheet:
    return Sheet(words("Score sheet"), ("Ana",), rows, form)


@pytest.mark.parametrize(("form", "cell", "texts"), LAYOUTS)
def test_entry_is_laid_out_for_each_width(
    form: SheetForm, cell: SheetCell, texts: tuple[str, str, str]
) -> None:
    row = SheetRow(words("1"), (cell,))
    found = entry(sheet_of(form, row), row, 0)
    assert found is not None
    assert tuple(map(plain, found)) == texts
    assert [width_of(text) <= room for text, room in zip(found, (4, 8, 12), strict=True)] == [
        True
    ] * 3


@pytest.mark.parametrize(
    ("form", "cell", "texts"),
    [
        (SheetForm.CHOICES, SheetCell(points=-1200), ("-1k2", "-1k2", "-1k2")),
        (SheetForm.SUMS, SheetCell(took=3), ("3", "●●●", "●●●  ")),
        (SheetForm.SUMS, SheetCell(mark=CellMark.OPEN), ("·", "·", "·  ")),
    ],
)
def test_what_is_played_now_is_shown_as_it_stands(
    form: SheetForm, cell: SheetCell, texts: tuple[str, str, str]
) -> None:
    row = SheetRow(words("1"), (cell,), is_now=True)
    found = entry(sheet_of(form, row), row, 0)
    assert found is not None
    assert tuple(map(plain, found)) == texts


@pytest.mark.parametrize("role", [GOOD, BAD, ACCENT])
@pytest.mark.parametrize("form", SheetForm)
def test_figure_that_matters_has_the_role_of_the_entry(form: SheetForm, role: Role) -> None:
    cell = SheetCell(bid=1, took=1, points=3, total=4, role=role)
    row = SheetRow(words("1"), (cell,))
    found = entry(sheet_of(form, row), row, 0)
    assert found is not None
    assert all(role in {part.role for part in text} for text in found)


def test_column_without_an_entry_stays_empty() -> None:
    row = SheetRow(words("1"), (None,))
    assert entry(sheet_of(SheetForm.BIDS, row), row, 0) is None
    assert entry(sheet_of(SheetForm.BIDS, row), row, 1) is None


def test_row_that_adds_to_the_one_above_is_indented() -> None:
    assert plain(label_words(SheetRow(words("+"), is_addition=True))) == " +"
    assert plain(label_words(SheetRow(words("5")))) == "5"
