"""What the table says and shows of a match of Septica."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from levata.cards import format_card, parse_card
from levata.events import TrickTaken
from levata.games.septica import (
    CardsLeft,
    GameRow,
    GameScored,
    SepticaOptions,
    SepticaState,
    SepticaView,
    game_scores,
)
from levata_client.shown.games.septica.display import SepticaDisplay
from levata_client.shown.table.scene import (
    Board,
    Choices,
    Mark,
    Player,
    Scene,
    TableInfo,
    Trick,
    choice_keys,
)
from levata_client.shown.text.words import plain, with_keys
from tests.support.septica import SEPTICA, play, position
from tests.support.sheets import texts_of

TABLE = SepticaDisplay()
NAMES = ("Ana", "Ioana", "Mihai", "Dan")
FOUR = ("9H 7D QC 8S", "9S KC 8D 8C", "KD AC TC TD", "QS JS AH 7S")


def table_of(state: SepticaState) -> TableInfo:
    return TableInfo(state.options, tuple(Player(NAMES[seat]) for seat in range(state.seats)))


def view_of(state: SepticaState, seat: int | None = 0) -> SepticaView:
    return SEPTICA.view(state, seat)


def scene_of(state: SepticaState, seat: int | None = 0) -> Scene:
    return TABLE.scene(view_of(state, seat), table_of(state))


def status(state: SepticaState, seat: int | None = 0) -> str:
    scene = scene_of(state, seat)
    return plain(with_keys(scene.status, choice_keys(scene)))


def pile_of(state: SepticaState, seat: int | None = 0) -> Board:
    middle = scene_of(state, seat).middle
    assert isinstance(middle, Board)
    return middle


def choices_of(state: SepticaState, seat: int = 0) -> Choices:
    choices = scene_of(state, seat).choices
    assert choices is not None
    return choices


# --- the pile --------------------------------------------------------------------------------


def test_first_card_is_framed_and_says_what_cuts() -> None:
    state = play(position(*FOUR), "9H 9S").state
    board = pile_of(state)
    assert plain(board.above) == "first card 9♥: cuts with 9 or 7"
    first, second, *rest = board.rows[0]
    assert (first.card, first.mark) == (parse_card("9H"), Mark.FRAMED)
    assert (second.card, second.mark) == (parse_card("9S"), Mark.WINNING)
    assert [cell.card for cell in rest] == [None, None]
    assert [plain(cell.label) for cell in board.rows[0]] == ["You", "Ioana", "", ""]


def test_uncut_first_card_holds_the_pile() -> None:
    state = play(position(*FOUR), "9H KC").state
    assert [cell.mark for cell in pile_of(state).rows[0][:2]] == [Mark.WINNING, Mark.NONE]
    plates = scene_of(state).plates
    assert [plain(plate.figure) for plate in plates] == ["★", "", "", ""]
    assert plain(plates[0].remark) == "holds the cards"


@pytest.mark.parametrize(
    ("seats", "first", "ranks"),
    [
        (4, "TH", "10 or 7"),
        (4, "7H", "7"),
        (3, "TH", "10, 7 or 8"),
        (3, "8H", "8 or 7"),
        (3, "7H", "7 or 8"),
    ],
)
def test_ranks_that_cut_are_named_the_own_one_first(seats: int, first: str, ranks: str) -> None:
    state = play(position(*(first, "KC", "KD", "KS")[:seats]), first).state
    card = plain(pile_of(state).above).split(":")[0].removeprefix("first card ")
    assert plain(pile_of(state).above) == f"first card {card}: cuts with {ranks}"


def test_every_round_has_its_row() -> None:
    state = play(position(*FOUR), "9H 9S KD QS 7D KC").state
    board = pile_of(state)
    assert [len(row) for row in board.rows] == [4, 4]
    assert [format_card(cell.card) for cell in board.rows[1] if cell.card is not None] == [
        "7D",
        "KC",
    ]
    assert board.rows[1][0].mark is Mark.WINNING


def test_taken_pile_lies_there_until_the_next_lead() -> None:
    state = play(position(*FOUR), "9H KC AC QS").state
    board = pile_of(state)
    assert plain(board.above) == "You take the cards: 1 point"
    assert [cell.mark for cell in board.rows[0]] == [Mark.NONE] * 4
    assert plain(pile_of(state, 1).above) == "Ana takes the cards: 1 point"
    last = scene_of(state).last_trick
    assert last is not None
    assert plain(last.winner) == "You"
    assert [card.mark for card in last.cards] == [Mark.WINNING, *[Mark.NONE] * 3]
    assert isinstance(scene_of(position(*FOUR)).middle, Trick)


# --- the status line and what may be done ------------------------------------------------------


def test_status_of_an_ordinary_turn() -> None:
    state = position(*FOUR)
    assert status(state) == "Your turn: you lead, any card"
    assert status(state, 1) == "Waiting for Ana to play"
    led = play(state, "9H").state
    assert status(led, 1) == "Your turn: any card; 9♠ would cut"
    held = {format_card(card.card): card for card in scene_of(led, 1).hand.cards}
    assert held["9S"].note == "x"
    assert not held["KC"].note
    assert all(card.is_legal for card in held.values())
    assert status(play(led, "9S").state, 2) == "Your turn: any card; you cannot cut"


def test_cut_leader_may_cut_again_or_leave() -> None:
    state = play(position(*FOUR), "9H 9S KD QS").state
    assert status(state) == "Your turn: cut again: 7♦, or leave the cards: p"
    assert status(state, 1) == "Waiting for Ana to go on or to leave the cards"
    (leave,) = choices_of(state).choices
    assert (leave.action, leave.key) == ("leave", "p")
    assert plain(leave.label) == "leave the cards to Ioana"
    refused = [card for card in scene_of(state).hand.cards if not card.is_legal]
    assert plain(refused[0].reason) == "Q♣ does not cut: cut, or leave the cards."


def test_cut_leader_without_a_cutting_card_leaves() -> None:
    state = play(position("9H QC", "9S KC", "KD AC", "QS JS"), "9H 9S KD QS").state
    assert status(state) == "Your turn: you cannot cut: leave the cards with p"
    assert choices_of(state).choices[0].action == "leave"
    assert not scene_of(state).hand.is_choosing


def test_uncut_leader_may_go_on_where_the_table_allows_it() -> None:
    options = SepticaOptions(continue_when_winning=True)
    state = play(position("9H 7D", "8S KC", "KD AC", "QS JS", options=options), "9H 8S KD QS").state
    assert status(state) == "Your turn: go on: 7♦, or take the cards: p"
    assert plain(choices_of(state).choices[0].label) == "take the cards"
    assert status(state, 1) == "Waiting for Ana to go on or to take the cards"
    state = play(position("9H KH", "8S KC", "KD AC", "QS JS", options=options), "9H 8S KD QS").state
    assert status(state) == "Your turn: nobody cut: take the cards"
    assert choices_of(state).choices[0].action == "take"


# --- points, games, words ----------------------------------------------------------------------


def test_header_and_plates_count_points() -> None:
    state = play(position(*FOUR, stock="7C 7H JC JD"), "9H KC AC").state
    state = replace(state, points=(3, 0, 1, 0))
    scene = scene_of(state)
    assert [plain(item.text) for item in scene.header] == [
        "Septica",
        "talon 4",
        "on the table 1◆",
    ]
    assert [plain(plate.progress) for plate in scene.plates] == ["◆◆◆", "", "◆", ""]
    assert plain(scene.plates[2].remark) == "1 point"


def test_hidden_points_are_not_shown() -> None:
    state = play(position(*FOUR, options=SepticaOptions(show_points=False)), "9H").state
    state = replace(state, points=(2, 3, 0, 0))
    plates = scene_of(state).plates
    assert [plain(plate.progress) for plate in plates] == ["◆◆", "?", "?", "?"]
    sheet = TABLE.sheet(view_of(state), table_of(state))
    assert texts_of(sheet, sheet.rows[0]) == ["2 ◆", "·", "·", "·"]


def test_partners_have_one_colour() -> None:
    state = position(*FOUR, options=SepticaOptions(partners=True))
    assert [plate.team for plate in scene_of(state).plates] == [0, 1, 0, 1]
    assert {plate.team for plate in scene_of(position(*FOUR)).plates} == {None}


def test_events_are_told() -> None:
    line = play(position(*FOUR), "9H 9S KD QS leave")
    view, table = view_of(line.state), table_of(line.state)
    left = TABLE.narrate(CardsLeft(0), view, table)
    assert left is not None
    assert (plain(left.text), left.seat, plain(left.bubble)) == ("You leave the cards", 0, "leaves")
    taken = TABLE.narrate(TrickTaken(1), view, table)
    assert taken is not None
    assert plain(taken.text) == "Ioana takes the cards"


def test_game_is_told_with_points_and_scores() -> None:
    row = GameRow(0, 0, (5, 2, 1, 0), (20, 8, 4, -32), (20, 8, 4, -32))
    state = position(*FOUR, options=SepticaOptions(games=4))
    state = replace(state, games=(row,), totals=row.totals, game=1)
    told = TABLE.narrate(GameScored(row), view_of(state), table_of(state))
    assert told is not None
    said = "Game over: You 5◆: +20, Ioana 2◆: +8, Mihai 1◆: +4, Dan 0◆: -32"
    assert plain(told.text) == said
    sheet = TABLE.sheet(view_of(state), table_of(state))
    assert texts_of(sheet, sheet.rows[0], "full")[0].split() == ["5", "◆", "+20"]
    assert plain(sheet.note) == "a point scores 4, fewest points lose 32"
    assert plain(scene_of(state).header[1].text) == "Game 2/4"


@pytest.mark.parametrize(
    ("points", "remark"),
    [
        ((5, 1, 1, 1), "3 lose"),
        ((4, 2, 1, 1), "2 lose"),
        ((5, 2, 1, 0), ""),
        ((2, 2, 2, 2), "all even"),
    ],
)
def test_sheet_marks_shared_losses(points: tuple[int, ...], remark: str) -> None:
    scores = game_scores(points)
    row = GameRow(0, 0, points, scores, scores)
    state = replace(position(*FOUR), games=(row,), totals=scores)
    assert plain(TABLE.sheet(view_of(state), table_of(state)).rows[0].remark) == remark
