"""The score sheet of Whist, as on paper: its fields, and how they are read."""

from __future__ import annotations

import msgspec

from levata.games.whist import WhistState
from levata_client.shown.games.whist.display import WhistDisplay
from levata_client.shown.table.scene import TableInfo
from levata_client.shown.table.sheet import CellMark, Sheet, SheetForm
from levata_client.shown.text.words import BAD, GOOD, plain
from tests.support import demo
from tests.support.sheets import texts_of


def sheet_of(state: WhistState, seat: int | None = 0) -> Sheet:
    table = TableInfo(state.options, demo.players(state.seats))
    return WhistDisplay().sheet(demo.view_of(state, seat), table)


def test_columns_begin_with_the_viewer() -> None:
    assert sheet_of(demo.trick_begun()).names == ("You", "Ioana", "Mihai", "Dănuț")
    assert sheet_of(demo.trick_begun(), 2).names == ("You", "Dănuț", "Maria", "Ioana")
    spectator = sheet_of(demo.trick_begun(), None)
    assert spectator.names == ("Maria", "Ioana", "Mihai", "Dănuț")
    assert spectator.viewer is None


def test_every_hand_of_the_match_has_its_row() -> None:
    sheet = sheet_of(demo.trick_begun())
    labels = [plain(row.label) for row in sheet.rows]
    assert [label[0] for label in labels[:-1]] == list("111123456788887654321111")
    assert labels[7] == "5♦"
    assert labels[-1] == "±"
    assert [index for index, row in enumerate(sheet.rows) if row.is_now] == [7]
    assert all(not row.cells for row in sheet.rows[8:-1])


def test_rules_separate_ones_climb_eights_fall_and_ones() -> None:
    rows = sheet_of(demo.trick_begun()).rows
    assert [index for index, row in enumerate(rows) if row.opens_group] == [4, 10, 14, 20, 24]


def test_played_hand_shows_bid_took_and_total_with_mark_and_colour() -> None:
    state = demo.trick_begun()
    sheet = sheet_of(state)
    assert sheet.form is SheetForm.BIDS
    row, cells = state.rounds[1], sheet.rows[1]
    shorts, mediums, fulls = (texts_of(sheet, cells, form) for form in ("short", "medium", "full"))
    for seat in range(4):
        made = row.bids[seat] == row.took[seat]
        total = row.totals[seat]
        found = cells.cells[seat]
        assert found is not None
        assert (found.bid, found.took, found.total) == (row.bids[seat], row.took[seat], total)
        assert found.mark is (CellMark.MADE if made else CellMark.MISSED)
        assert found.role is (GOOD if made else BAD)
        assert shorts[seat] == f"{total}{' ' if made else '✗'}"
        assert mediums[seat].split() == [str(row.bids[seat]), "✓" if made else "✗", str(total)]
        assert fulls[seat].split() == [
            str(row.bids[seat]),
            str(row.took[seat]),
            f"{total}{'' if made else '✗'}",
        ]
    assert plain(cells.remark) == f"{sum(row.bids)}/1 {sum(row.bids) - 1:+d}"


def test_current_hand_shows_bids_and_tricks_so_far() -> None:
    sheet = sheet_of(demo.trick_begun())
    row = sheet.rows[7]
    assert texts_of(sheet, row) == ["(2)", "(1)", "(0)", "(3)"]
    assert [text.split() for text in texts_of(sheet, row, "full")] == [
        ["2", "0"],
        ["1", "1"],
        ["0", "0"],
        ["3", "0"],
    ]
    assert plain(row.remark) == "6/5 +1"
    bidding = sheet_of(demo.last_bid_open())
    assert texts_of(bidding, bidding.rows[7]) == ["(1)", "(0)", "(·)", "(3)"]


def test_premium_gets_a_row_of_its_own_below_its_hand() -> None:
    state = demo.trick_begun()
    rounds = list(state.rounds)
    last = rounds[-1]
    totals = (last.totals[0] + 10, *last.totals[1:])
    rounds[-1] = msgspec.structs.replace(last, bonus=(10, 0, 0, 0), totals=totals)
    sheet = sheet_of(msgspec.structs.replace(state, rounds=tuple(rounds)))
    before, added = sheet.rows[6:8]
    assert (plain(added.label), added.is_addition) == ("+", True)
    assert texts_of(sheet, added)[0] == "+10 "
    assert texts_of(sheet, added, "medium")[0].split() == ["+10", str(totals[0])]
    assert added.cells[1:] == (None, None, None)
    assert texts_of(sheet, before, "medium")[0].endswith(str(last.totals[0]))


def test_repeated_hand_is_marked() -> None:
    state = demo.trick_begun()
    void = msgspec.structs.replace(state.rounds[-1], void=True)
    sheet = sheet_of(msgspec.structs.replace(state, rounds=(*state.rounds[:-1], void)))
    assert all("↺" in text for text in texts_of(sheet, sheet.rows[6], "medium"))


def test_last_row_counts_towards_the_premium() -> None:
    state = msgspec.structs.replace(demo.trick_begun(), streaks=(3, -1, 0, 1))
    sheet = sheet_of(state)
    row = sheet.rows[-1]
    assert [text.split() for text in texts_of(sheet, row, "full")] == [
        ["✓✓✓", "3/5"],
        ["✗", "1/5"],
        ["0/5"],
        ["✓", "1/5"],
    ]
    assert plain(row.full_label) == "run"
    off = msgspec.structs.replace(
        state, options=msgspec.structs.replace(state.options, premiere=False, depremiere=False)
    )
    assert plain(sheet_of(off).rows[-1].label) == "1"


def test_finished_match_has_no_current_row() -> None:
    sheet = sheet_of(demo.last_hand())
    assert not any(row.is_now for row in sheet.rows)
    assert sheet.note == ()
    assert plain(sheet_of(demo.trick_begun()).note) == "first to bid: Dănuț"
