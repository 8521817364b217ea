"""What the widgets paint, in every size: rows that fit, cues in two channels."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from levata.cards import parse_card
from levata_client.cells import width_of
from levata_client.shown.games.whist.display import WhistDisplay
from levata_client.shown.table.scene import (
    ChoiceItem,
    Choices,
    ChoiceStyle,
    HeaderItem,
    LaidCard,
    LastTrick,
    Mark,
    Plate,
    TableInfo,
)
from levata_client.shown.table.sheet import Sheet
from levata_client.shown.table.table_model import Connection, ConnectionState
from levata_client.shown.text.words import BAD, CHIP, STRUCK, Part, Words, plain, words
from levata_client.terminal.drawing.faces import LARGE, SMALL
from levata_client.terminal.widgets.bars import HeaderBar, StatusLine, clock_text, fit_header
from levata_client.terminal.widgets.choices import ChoicePanel
from levata_client.terminal.widgets.corners import LastTrickView, TrumpCard
from levata_client.terminal.widgets.end import EndView
from levata_client.terminal.widgets.painted import Painted
from levata_client.terminal.widgets.plate import SeatPlate
from levata_client.terminal.widgets.sheet import ScoreGrid, ScoreSheet
from tests.support import demo

WIDTHS = st.integers(1, 130)
HEIGHTS = st.integers(1, 50)
NAMES = st.sampled_from(["Ana", "Ionuț", "Alexandra-Ștefania", "林林林林林林", "[b]x[/b]", ""])


def texts(rows: list[Words] | tuple[Words, ...]) -> list[str]:
    return [plain(row) for row in rows]


def painted(widget: Painted, width: int, height: int) -> list[str]:
    return [plain(row) for row in widget.paint(width, height)]


def check_fits(widget: Painted, width: int, height: int) -> None:
    rows = widget.paint(width, height)
    assert len(rows) <= height
    assert all(width_of(row) <= width for row in rows)


def sheet(seats: int = 4, rounds: int = 9) -> Sheet:
    state = demo.played_rounds(rounds, seats)
    return WhistDisplay().sheet(demo.view_of(state), TableInfo(state.options, demo.players(seats)))


def bids(count: int = 8, barred: int | None = 1) -> Choices:
    return Choices(
        words("How many tricks?"),
        tuple(
            ChoiceItem(
                f"bid {n}", words(n), str(n), n != barred, words("no") if n == barred else ()
            )
            for n in range(count + 1)
        ),
        (words("bids so far: 1+0+3 = 4 of 5"),),
    )


AUCTION = Choices(
    words("Your bid"),
    tuple(
        ChoiceItem(text, words(text), key, text != "clubs")
        for text, key in [
            ("clubs", "1"), ("diamonds", "2"), ("hearts", "3"), ("spades", "4"),
            ("no trumps", "5"), ("all trumps", "6"), ("pass", "p"), ("double", "x"),
        ]
    ),
    style=ChoiceStyle.LIST,
)  # fmt: skip


# --- plates ----------------------------------------------------------------------------------


@given(
    width=st.integers(8, 40),
    height=st.integers(3, 4),
    name=NAMES,
    cards=st.integers(0, 13),
    away=st.one_of(st.none(), st.integers(0, 600)),
    is_turn=st.booleans(),
    is_dealer=st.booleans(),
    is_bot=st.booleans(),
    team=st.one_of(st.none(), st.integers(0, 1)),
)
@settings(max_examples=200)
def test_plate_fits_whatever_is_on_it(
    width: int, height: int, name: str, cards: int, away: int | None, is_turn: bool,
    is_dealer: bool, is_bot: bool, team: int | None,
) -> None:  # fmt: skip
    widget = SeatPlate()
    plate = Plate(
        name, is_turn=is_turn, is_dealer=is_dealer, is_bot=is_bot, away=away, team=team,
        progress=words("●●●●○○○○"), figure=words("4/8"), remark=words("4 more to go"),
        cards=cards, score="-123p",
    )  # fmt: skip
    widget.show(0, plate)
    check_fits(widget, width, height)
    rows = painted(widget, width, height)
    assert len(rows) == height
    assert ("▸" in rows[0]) is is_turn
    assert ("D" in rows[0]) is is_dealer
    assert "4/8" in rows[1]
    assert "-123p" in rows[-1]


def test_bubble_takes_the_second_row_for_a_moment() -> None:
    widget = SeatPlate()
    plate = Plate("Ana", progress=words("●○"), figure=words("1/2"), cards=3, score="5p")
    widget.show(0, plate, words("double!"))
    assert painted(widget, 17, 3)[1].strip() == "double!"
    widget.show(0, plate)
    assert painted(widget, 17, 3)[1].split() == ["●○", "1/2"]


def test_away_player_has_mark_and_seconds() -> None:
    widget = SeatPlate()
    widget.show(0, Plate("Mihai", away=42))
    assert "○ 0:42" in painted(widget, 17, 3)[0]


# --- choices ---------------------------------------------------------------------------------


@given(
    width=st.integers(20, 60),
    height=st.integers(1, 10),
    cursor=st.one_of(st.none(), st.integers(0, 8)),
    is_auction=st.booleans(),
)
def test_panel_fits_in_every_size(
    width: int, height: int, cursor: int | None, is_auction: bool
) -> None:
    widget = ChoicePanel()
    widget.show(AUCTION if is_auction else bids(), cursor)
    check_fits(widget, width, height)


@pytest.mark.parametrize("cursor", [None, 0, 3, 8])
@pytest.mark.parametrize("barred", [None, 0, 5])
def test_places_never_move(cursor: int | None, barred: int | None) -> None:
    widget = ChoicePanel()
    widget.show(bids(), None)
    expected = painted(widget, 54, 5)[1]
    widget.show(bids(barred=barred), cursor)
    assert painted(widget, 54, 5)[1] == expected


def test_forbidden_choice_is_struck_and_explained_and_the_cursor_is_a_chip() -> None:
    widget = ChoicePanel()
    widget.show(bids(), 2)
    row = widget.paint(54, 5)[1]
    styles = {part.text.strip(): part.role for part in row if part.text.strip()}
    assert styles["1"] == STRUCK
    assert styles["2"] == CHIP
    widget.show(bids(), None)
    assert any(part == Part("no", BAD) for row in widget.paint(54, 5) for part in row)


def test_panel_without_room_for_a_frame_still_shows_the_choices() -> None:
    widget = ChoicePanel()
    widget.show(bids(5))
    assert painted(widget, 56, 1)[0].split() == list("012345")
    assert "╭" not in "".join(painted(widget, 56, 3))
    assert painted(widget, 54, 4)[0].startswith("╭─ How many tricks? ─")


def test_choices_in_words_show_their_keys() -> None:
    widget = ChoicePanel()
    widget.show(AUCTION)
    text = "\n".join(painted(widget, 54, 6))
    for label in ("1 clubs", "6 all trumps", "p pass", "x double"):
        assert label in text


def test_ticked_choices_show_their_boxes() -> None:
    choices = (
        ChoiceItem("a", words("tierce"), "a", is_ticked=True),
        ChoiceItem("b", words("quarte"), "b", is_ticked=False),
    )
    widget = ChoicePanel()
    widget.show(Choices(words("Declare"), choices, style=ChoiceStyle.LIST))
    text = "\n".join(painted(widget, 54, 5))
    assert "[x] a tierce" in text
    assert "[ ] b quarte" in text


# --- bars ------------------------------------------------------------------------------------

ITEMS = (
    HeaderItem(words("Whist 1-8-1"), words("Whist"), 5),
    HeaderItem(words("Hand 8/24"), weight=3),
    HeaderItem(words("5 cards"), weight=1),
    HeaderItem(words("Trump ♦"), words("♦"), weight=4),
    HeaderItem(words("bids 6 of 5 (1 over)"), words("6/5"), weight=2),
)


@given(st.integers(0, 120))
def test_header_fits_and_gives_up_what_matters_least(width: int) -> None:
    text = plain(fit_header(ITEMS, width))
    assert len(text) <= width
    if width >= 30:
        assert "Whist" in text
        assert "♦" in text
    if "5 cards" in text:
        assert "Hand 8/24" in text
        assert "bids" in text or "6/5" in text


def test_header_is_written_out_where_there_is_room() -> None:
    row = plain(fit_header(ITEMS, 100))
    assert row == "Whist 1-8-1  Hand 8/24  ·  5 cards  ·  Trump ♦  ·  bids 6 of 5 (1 over)"


@pytest.mark.parametrize(
    ("connection", "shown"),
    [
        (Connection(ConnectionState.OK, 3), "●"),
        (Connection(ConnectionState.SLOW, 480), "◐ 480 ms"),
        (Connection(ConnectionState.LOST), "○"),
    ],
)
def test_connection_is_a_dot_of_its_own_shape(connection: Connection, shown: str) -> None:
    widget = HeaderBar()
    widget.show(ITEMS, None, connection)
    assert painted(widget, 80, 1)[0].rstrip().endswith(shown)


@pytest.mark.parametrize(
    ("seconds", "shown"), [(0, "0:00"), (0.2, "0:01"), (9.9, "0:10"), (60, "1:00"), (-3, "0:00")]
)
def test_clock_counts_the_second_that_has_begun(seconds: float, shown: str) -> None:
    assert clock_text(seconds) == shown


@given(WIDTHS, st.booleans())
def test_status_line_fits_and_marks_the_turn(width: int, is_turn: bool) -> None:
    widget = StatusLine()
    widget.show(words("Your turn: follow ♥ — 2 of 4 cards can be played"), is_turn)
    check_fits(widget, width, 1)
    if width > 3:
        assert ("▸" in painted(widget, width, 1)[0]) is is_turn


# --- corners ---------------------------------------------------------------------------------


@given(width=st.integers(8, 30), height=st.integers(1, 8), count=st.integers(2, 6))
def test_last_trick_fits_beside_the_plate(width: int, height: int, count: int) -> None:
    widget = LastTrickView()
    cards = tuple(LaidCard(seat, seat * 5) for seat in range(count))
    widget.show(LastTrick(cards, words("Dănuț")))
    check_fits(widget, width, height)


def test_last_trick_marks_its_winner_by_paper_and_by_name() -> None:
    widget = LastTrickView()
    cards = (LaidCard(0, parse_card("9S")), LaidCard(1, parse_card("7D"), Mark.WINNING))
    widget.show(LastTrick(cards, words("Ioana")))
    rows = widget.paint(18, 3)
    assert texts(list(rows)) == ["Last trick", "9♠  7♦ ", "to Ioana"]
    assert "card-warm" in next(part.role for part in rows[1] if part.text.startswith("7♦"))


def test_trump_has_its_label_beside_or_above() -> None:
    widget = TrumpCard()
    widget.show(parse_card("7D"), words("Trump"), SMALL)
    assert painted(widget, 16, 3) == ["7♦    Trump", "     ", "   ♦7"]
    widget.show(parse_card("7D"), words("Trump"), LARGE)
    assert painted(widget, 8, 6)[0] == "Trump"
    widget.show(None, words("No trump"), SMALL)
    assert painted(widget, 16, 3)[1].strip() == "No trump"


# --- score sheets ----------------------------------------------------------------------------


@given(width=st.integers(6, 130), height=HEIGHTS, seats=st.integers(3, 6))
@settings(max_examples=40)
def test_sheets_fit_in_every_size(width: int, height: int, seats: int) -> None:
    narrow, grid = ScoreSheet(), ScoreGrid()
    narrow.show(sheet(seats))
    check_fits(narrow, width, height)
    grid.show(sheet(seats), "Whist")
    if width >= 60 and height >= 18:
        check_fits(grid, width, height)


def test_sheet_has_totals_where_it_is_narrow_and_bids_where_it_is_wide() -> None:
    widget = ScoreSheet()
    widget.show(sheet())
    assert [len(row) for row in painted(widget, 24, 15)] == [24] * 15
    assert "✓" not in "".join(painted(widget, 24, 15)[:9])
    wide = painted(widget, 46, 15)
    assert sum("✓" in row for row in wide) > 3
    assert sum("▸" in row for row in wide) == 1


def test_where_six_players_have_no_room_the_ranking_stands() -> None:
    widget = ScoreSheet()
    widget.show(sheet(6))
    rows = painted(widget, 24, 15)
    totals = [int(row.split()[-1]) for row in rows[1:7]]
    assert totals == sorted(totals, reverse=True)
    assert len(rows) == 7


def test_current_row_is_in_view_on_the_smallest_sheet() -> None:
    widget = ScoreSheet()
    for rounds in (0, 5, 15, 23):
        widget.show(sheet(rounds=rounds))
        assert any("▸" in row for row in painted(widget, 24, 6)), rounds


def test_full_sheet_has_rules_between_the_groups() -> None:
    widget = ScoreGrid()
    widget.show(sheet(), "Whist 1-8-1")
    rows = painted(widget, 80, 40)
    assert rows[0].startswith(" Score sheet — Whist 1-8-1")
    assert "bid took total" in rows[2]
    assert sum(set(row) <= set("─┼") for row in rows) == 6


# --- the end ---------------------------------------------------------------------------------


@given(width=st.integers(30, 130), height=st.integers(8, 50))
@settings(max_examples=25)
def test_end_fits_in_every_size(width: int, height: int) -> None:
    state = demo.last_hand()
    table = TableInfo(state.options, demo.players(4))
    widget = EndView()
    widget.show(WhistDisplay().summary(demo.view_of(state), table))
    check_fits(widget, width, height)
    text = "\n".join(painted(widget, width, height))
    assert text.index("1. You") < text.index("4. Ioana")
