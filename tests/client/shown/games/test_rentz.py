"""What the table says and shows of a match of Rentz."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from levata.cards import format_card, mask_of, parse_card, parse_cards
from levata.events import Passed
from levata.games.rentz.options import Subgame
from levata.games.rentz.state import (
    CHOICES,
    HandScored,
    Phase,
    RentzState,
    RentzView,
    SeatFinished,
    SubgameChosen,
    TurnSkipped,
)
from levata_client.cells import width_of
from levata_client.shown.games.rentz.display import RentzDisplay
from levata_client.shown.games.rentz.terms import price_words, short_subgame, taken_words
from levata_client.shown.table.scene import (
    Board,
    Choices,
    Mark,
    Plate,
    Player,
    Scene,
    TableInfo,
    Trick,
    choice_keys,
)
from levata_client.shown.table.seating import Mode
from levata_client.shown.text.words import plain, with_keys
from levata_client.terminal.widgets.plate import progress_words
from tests.support.rentz import RENTZ, act, deal_hands, options_of, position
from tests.support.sheets import texts_of

TABLE = RentzDisplay()
NAMES = ("Ana", "Ioana", "Mihai", "Dan", "Radu", "Petru")
HANDS = (
    "7C 8C 9C TC JC QC KC AC",
    "7D 8D 9D TD JD QD KD AD",
    "7H 8H 9H TH JH QH KH AH",
    "7S 8S 9S TS JS QS KS AS",
)


def table_of(state: RentzState) -> TableInfo:
    return TableInfo(state.options, tuple(Player(NAMES[seat]) for seat in range(state.seats)))


def view_of(state: RentzState, seat: int | None = 0) -> RentzView:
    return RENTZ.view(state, seat)


def scene_of(state: RentzState, seat: int | None = 0) -> Scene:
    return TABLE.scene(view_of(state, seat), table_of(state))


def status(state: RentzState, seat: int | None = 0) -> str:
    scene = scene_of(state, seat)
    return plain(with_keys(scene.status, choice_keys(scene)))


def choices_of(state: RentzState, seat: int = 0) -> Choices:
    choices = scene_of(state, seat).choices
    assert choices is not None
    return choices


def choosing(**texts: str | int) -> RentzState:
    return deal_hands(RENTZ.setup(4, options_of(4, **texts)), HANDS)


# --- choosing --------------------------------------------------------------------------------


def test_all_subgames_stand_in_their_places_with_their_values() -> None:
    labels = [plain(choice.label) for choice in choices_of(choosing()).choices]
    assert labels == [
        "King K♥ -200",
        "Queens each -40",
        "Diamonds each -30",
        "Tricks each -50",
        "Totals all of these",
        "Ten of clubs +200",
        "Whist each +50",
        "Rentz 400/200/100",
    ]
    assert [choice.key for choice in choices_of(choosing()).choices] == list("12345678")
    assert status(choosing()) == "Your turn: choose your subgame"
    assert status(choosing(), 1) == "Waiting for Ana to choose a subgame"


def test_used_subgames_are_struck_and_never_left_out() -> None:
    state = choosing()
    state = replace(state, used=(1 << Subgame.QUEENS | 1 << Subgame.WHIST, 0, 0, 0))
    choices = choices_of(state)
    closed = [choice for choice in choices.choices if not choice.is_enabled]
    assert [choice.key for choice in closed] == ["2", "7"]
    assert plain(closed[0].reason) == "You have chosen Queens before."
    assert plain(choices.title) == "Choose your subgame — 6 subgames left"
    plates = scene_of(state).plates
    assert plain(plates[0].progress) == "●●○○○○○○"
    assert plain(plates[0].remark) == "6 to choose"
    assert plates[0].is_dealer


def test_seven_subgames_without_the_ten_of_clubs() -> None:
    choices = choices_of(choosing(preset="classic7"))
    assert [choice.key for choice in choices.choices] == list("1234567")
    assert not any("clubs" in plain(choice.label) for choice in choices.choices)


def test_blind_choice_comes_before_the_cards_are_seen() -> None:
    state = choosing(nv="on")
    assert status(state) == "Your turn: choose blind, or look first with 9"
    scene = scene_of(state)
    assert len(scene.hand.cards) == 8
    assert {held.card for held in scene.hand.cards} == {-1}
    by_key = {choice.key: choice for choice in choices_of(state).choices}
    assert by_key["2"].action == "choose queens blind"
    assert plain(by_key["2"].label) == "Queens x2"
    assert plain(by_key["2"].note) == "Queens, blind: each -80"
    assert by_key["b"].action == "choose queens"
    assert plain(by_key["b"].note) == "Queens: each -40"
    assert by_key["9"].action == "look"
    seen = act(state, "look").state
    assert len(scene_of(seen).hand.cards) == len(choices_of(seen).choices) == 8
    assert all(held.card >= 0 for held in scene_of(seen).hand.cards)


def test_blind_hand_says_so_in_the_header_and_the_log() -> None:
    line = act(choosing(nv="on"), "choose queens blind")
    header = [plain(item.text) for item in scene_of(line.state, 1).header]
    assert header == ["Rentz", "Hand 1/32", "Queens", "each -80", "blind", "chosen by Ana"]
    told = TABLE.narrate(
        SubgameChosen(0, Subgame.QUEENS, True), view_of(line.state, 1), table_of(line.state)
    )
    assert told is not None
    assert plain(told.text) == "Ana chooses Queens blind: points count twice"
    assert plain(told.bubble) == "Queens"


def test_refusing_needs_enough_ends() -> None:
    state = act(choosing(refuse_rentz=2), "choose rentz").state
    assert state.phase == Phase.REFUSE
    choices = choices_of(state)
    assert [plain(note) for note in choices.notes] == ["you hold 2 aces and low ends"]
    refuse = choices.choices[1]
    assert not refuse.is_enabled
    assert plain(refuse.reason) == "refusing takes 4 aces and low ends"
    assert status(state) == "Your turn: accept the hand"
    assert status(state, 1) == "Waiting for Ana to accept the hand"
    ends = ("7C 7D 7H 7S AC AD AH AS", *("8C 9C TC JC QC KC 8D 9D", "TD", "8H"))
    able = replace(
        state, hands=(sum(1 << parse_card(c) for c in ends[0].split()), *state.hands[1:])
    )
    assert choices_of(able).choices[1].is_enabled
    assert status(able) == "Your turn: accept the hand, or refuse it"


# --- subgames with tricks --------------------------------------------------------------------


def test_table_sits_in_a_strip_in_every_phase() -> None:
    layout = position(Subgame.RENTZ, *HANDS)
    tricks = position(Subgame.KING, *HANDS)
    assert {scene_of(state).mode for state in (choosing(), layout, tricks)} == {Mode.STRIP}


def test_status_of_trick_subgames() -> None:
    state = position(Subgame.KING, "7C 8C 9D", "8D TC JC", "7S 8S 9S", "AS KS QS")
    assert status(state) == "Your turn: you lead, any card"
    led = act(state, "7C").state
    assert status(led, 1) == "Your turn: follow ♣ — 2 of 3 cards can be played"
    held = next(held for held in scene_of(led, 1).hand.cards if held.card == parse_card("8D"))
    assert plain(held.reason) == "You must follow ♣."
    thrown = act(led, "TC").state
    assert status(thrown, 2) == "Your turn: no ♣: any card"
    middle = scene_of(thrown, 2).middle
    assert isinstance(middle, Trick)
    assert [card.mark for card in middle.cards] == [Mark.NONE, Mark.WINNING]
    assert middle.is_viewer_next


def test_hearts_that_may_not_be_led_are_refused() -> None:
    table = {"hearts_lead": "not_while_other_suit"}
    state = position(Subgame.KING, "7H 8C", "8D 9D", "7S 8S", "AS KS", table=table)
    assert status(state) == "Your turn: you lead, but hearts may not be led"
    heart = next(held for held in scene_of(state).hand.cards if not held.is_legal)
    assert plain(heart.reason) == "Hearts may only be led from a hand of hearts."


@pytest.mark.parametrize(
    ("subgame", "taken", "tricks", "shown", "points"),
    [
        (Subgame.KING, "KH", 1, "K♥", "-200"),
        (Subgame.QUEENS, "QD QS", 2, "Q♦♠", "-80"),
        (Subgame.DIAMONDS, "7D 8D QD", 1, "♦3", "-90"),
        (Subgame.TRICKS, "", 3, "●●●", "-150"),
        (Subgame.TOTALS, "KH QD 8D", 2, "K♥ Q1 ♦2", "-400"),
        (Subgame.TEN_CLUBS, "TC", 1, "10♣", "+200"),
        (Subgame.WHIST, "", 2, "●●", "+100"),
    ],
)
def test_plates_carry_what_was_taken(
    subgame: Subgame, taken: str, tricks: int, shown: str, points: str
) -> None:
    state = position(subgame, *HANDS)
    mask = mask_of(parse_cards(taken))
    state = replace(state, taken=(mask, 0, 0, 0), tricks=(tricks, 0, 0, 0))
    plate = scene_of(state).plates[0]
    assert plain(progress_words(plate)) == shown
    assert plain(plate.figure) == points
    assert plain(progress_words(scene_of(state).plates[1])) == ""


def test_everything_taken_by_one_seat_fits_on_its_plate() -> None:
    for subgame in (Subgame.QUEENS, Subgame.DIAMONDS, Subgame.TOTALS):
        text = progress_words(Plate("", taken=taken_words(subgame, (1 << 52) - 1, 8)))
        assert width_of(text) <= 8, plain(text)


# --- the layout ------------------------------------------------------------------------------


def layout(*hands: str, laid: str = "", **table: str) -> RentzState:
    return position(Subgame.RENTZ, *hands, laid=laid, table=table)


def test_board_has_a_row_per_suit_and_brackets_what_may_be_laid() -> None:
    state = layout("8S KS JD 9H AC", "7S", "7H", "7D", laid="9S TS JS QS JH QH")
    board = scene_of(state).middle
    assert isinstance(board, Board)
    assert [len(row) for row in board.rows] == [8] * 4
    spades = board.rows[0]
    assert [cell.action for cell in spades] == [
        None, "play 8S", None, None, None, None, "play KS", None,
    ]  # fmt: skip
    assert [cell.card for cell in board.rows[1] if cell.card] == [
        parse_card("JH"),
        parse_card("QH"),
    ]
    assert board.rows[2][4].action == "play JD"
    assert status(state) == "Your turn: lay 8♠, J♦ or K♠"
    assert plain(board.above) == "A: play again · 7: the next player is skipped"
    # Others see no open places.
    other = scene_of(state, 1).middle
    assert isinstance(other, Board)
    assert not any(cell.action for row in other.rows for cell in row)


@pytest.mark.parametrize(("seats", "low"), [(3, "9"), (4, "7"), (5, "5"), (6, "3")])
def test_board_is_as_wide_as_the_pack(seats: int, low: str) -> None:
    hands = [f"{low}{suit}" for suit in "CDHSCD"[:seats]]
    board = scene_of(layout(*hands)).middle
    assert isinstance(board, Board)
    assert {len(row) for row in board.rows} == {2 * seats}
    assert low in plain(board.above)


def test_card_that_fits_nowhere_says_so() -> None:
    state = layout("JC 8C", "9C TC", "7C", "QC")
    held = next(held for held in scene_of(state).hand.cards if not held.is_legal)
    assert format_card(held.card) == "8C"
    assert plain(held.reason) == "8♣ fits nowhere yet."


def test_many_cards_are_counted() -> None:
    state = layout("JC JD JH JS QC KD", "9C", "7C", "8C", laid="TC QD")
    assert status(state) == "Your turn: lay J♣, J♦, J♥, J♠ or K♦"
    state = layout("JC JD JH JS 9C KD", "QC", "7C", "8C", laid="TC QD")
    assert status(state) == "Your turn: lay one of 6 cards"


def test_second_move_after_an_ace_may_be_declined() -> None:
    state = act(layout("AC JD 9H", "9D", "TD", "QD", laid="JC QC KC"), "AC").state
    assert status(state) == "Your turn: lay J♦, or p: do not play again"
    stop = choices_of(state).choices[0]
    assert (stop.action, stop.key) == ("stop", "p")
    assert plain(scene_of(state).plates[0].progress).strip() == "again"
    forced = layout("AC JD 9H", "9D", "TD", "QD", laid="JC QC KC", ace_extra="forced")
    forced = act(forced, "AC").state
    assert status(forced) == "Your turn: once more: lay J♦"
    assert scene_of(forced).choices is None


def test_low_end_puts_a_chip_on_the_skipped_plate() -> None:
    line = act(layout("7C JD", "9D JH", "TD", "QD", laid="JC TC 9C 8C"), "7C")
    plates = scene_of(line.state).plates
    assert plain(plates[1].progress).strip() == "skipped"
    told = TABLE.narrate(TurnSkipped(1), view_of(line.state), table_of(line.state))
    assert told is not None
    assert plain(told.text) == "Ioana loses the turn"
    assert plain(told.bubble) == "skipped"


def test_seat_that_cannot_play_says_so() -> None:
    state = layout("9C", "JC", "TD", "QD")
    assert status(state) == "Your turn: none of your cards fits, pass"
    assert choices_of(state).choices[0].action == "pass"
    told = TABLE.narrate(Passed(0), view_of(act(state, "pass").state, 1), table_of(state))
    assert told is not None
    assert plain(told.text) == "Ana cannot play"
    assert (told.seat, plain(told.bubble)) == (0, "cannot play")


def test_places_and_points_stand_on_the_plates() -> None:
    state = act(layout("JC", "JD 9H", "JH 9S", "JS 8S"), "JC").state
    plates = scene_of(state).plates
    assert plain(plates[0].progress) == "place 1"
    assert plain(plates[0].figure) == "+400"
    assert plain(plates[1].progress) == "2 cards"
    assert status(state) == "You are out: place 1. Ioana plays"
    told = TABLE.narrate(SeatFinished(0, 1), view_of(state), table_of(state))
    assert told is not None
    assert plain(told.text) == "You are out: place 1"


def test_finished_layout_stays_until_the_next_deal() -> None:
    state = act(layout("JC", "JD", "JH", "JS 8S"), "JC, JD, JH").state
    assert state.phase == Phase.DEAL
    board = scene_of(state).middle
    assert isinstance(board, Board)
    assert sum(cell.card is not None for row in board.rows for cell in row) == 3


# --- the sheet and the end -------------------------------------------------------------------


def test_sheet_shows_who_chose_what_and_the_running_hand() -> None:
    state = choosing()
    state = RENTZ.apply(state, 0, CHOICES[Subgame.WHIST]).state
    state = act(state, "AC, 7D, 7H, 7S").state
    sheet = TABLE.sheet(view_of(state), table_of(state))
    assert sheet.rows[0].is_now
    assert plain(sheet.rows[0].label) == "W"
    assert texts_of(sheet, sheet.rows[0]) == ["+50", "0", "0", "0"]
    matrix = sheet.rows[2:10]
    assert [plain(row.label) for row in matrix] == ["K♥", "Q", "♦", "Tr", "To", "♣", "W", "R"]
    assert texts_of(sheet, matrix[6]) == ["▸", "·", "·", "·"]


def test_sheet_keeps_the_points_of_every_choice_and_the_hands_latest_first() -> None:
    state = act(layout("JC", "JD", "JH", "JS 8S"), "JC, JD, JH").state
    state = act(deal_hands(state, HANDS), "choose king").state
    sheet = TABLE.sheet(view_of(state), table_of(state))
    rentz = sheet.rows[9]
    assert texts_of(sheet, rentz) == ["+400", "·", "·", "·"]
    hand = sheet.rows[10]
    assert plain(hand.label) == "1"
    assert [text.split() for text in texts_of(sheet, hand, "full")] == [
        ["▸", "+400", "400"],
        ["+200", "200"],
        ["+100", "100"],
        ["0", "0"],
    ]
    assert sheet.totals == (400, 200, 100, 0)


def test_hand_is_told_with_everybodys_points() -> None:
    line = act(layout("JC", "JD", "JH", "JS 8S"), "JC, JD, JH")
    scored = next(event for event in line.events if isinstance(event, HandScored))
    told = TABLE.narrate(scored, view_of(line.state), table_of(line.state))
    assert told is not None
    assert plain(told.text) == "Rentz: You +400, Ioana +200, Mihai +100, Dan 0"
    awards = [
        plain(award) for award in TABLE.summary(view_of(line.state), table_of(line.state)).awards
    ]
    assert awards[0] == "Best hand: You +400 in Rentz"
    assert "Out first in Rentz: You (1 time)" in awards


def test_values_are_those_of_the_table() -> None:
    options = options_of(5)
    assert plain(price_words(options, Subgame.KING, 5)) == "K♥ -100"
    assert plain(price_words(options, Subgame.RENTZ, 5)) == "400/200/100"
    assert all(width_of(short_subgame(subgame)) <= 2 for subgame in Subgame)
