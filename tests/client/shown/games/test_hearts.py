"""What the table says and shows of a match of Hearts."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from levata.cards import format_card, mask_of, parse_card, parse_cards
from levata.events import TrickTaken
from levata.games.hearts import CardsPassed, DealScored, HeartsState, HeartsView
from levata_client.shown.games.hearts.display import HeartsDisplay
from levata_client.shown.table.scene import Board, Mark, Player, Scene, TableInfo, Trick
from levata_client.shown.text.words import plain
from tests.support.hearts import (
    HEARTS,
    ONE_SUIT_EACH,
    dealt,
    position,
    without_passing,
)
from tests.support.sheets import texts_of

TABLE = HeartsDisplay()
NAMES = ("Ana", "Ioana", "Mihai", "Dan", "Radu")
MIXED = (
    "2C 3C 4C 5D 6D 7D 8S 9S TS JH QH KH AH",
    "5C 6C 7C 8D 9D TD JS QS KS 2H 3H 4H 5H",
    "8C 9C TC JD QD KD AS 2S 3S 6H 7H 8H 9H",
    "JC QC KC AC AD 2D 3D 4D 4S 5S 6S 7S TH",
)


def table_of(state: HeartsState) -> TableInfo:
    return TableInfo(state.options, tuple(Player(NAMES[seat]) for seat in range(state.seats)))


def view_of(state: HeartsState, seat: int | None = 0) -> HeartsView:
    return HEARTS.view(state, seat)


def scene_of(state: HeartsState, seat: int | None = 0) -> Scene:
    return TABLE.scene(view_of(state, seat), table_of(state))


def status(state: HeartsState, seat: int | None = 0) -> str:
    return plain(scene_of(state, seat).status)


def passing(state: HeartsState, seat: int, cards: str) -> HeartsState:
    for card in cards.split():
        state = HEARTS.apply(state, seat, HEARTS.parse_action(f"pass {card}")).state
    return state


def playing(state: HeartsState, cards: str) -> HeartsState:
    for card in cards.split():
        seat = HEARTS.to_act(state)[0]
        state = HEARTS.apply(state, seat, HEARTS.parse_action(f"play {card}")).state
    return state


# --- passing ---------------------------------------------------------------------------------


def test_status_says_how_many_cards_to_choose_and_for_whom() -> None:
    state = dealt(*MIXED)
    assert status(state) == "Your turn: choose 3 cards for Ioana"
    state = passing(state, 0, "AH KH")
    assert status(state) == "Your turn: choose 1 card for Ioana"
    assert status(passing(state, 0, "QH")) == "Waiting for the cards of 3 players"
    state = passing(passing(passing(state, 0, "QH"), 1, "QS KS JS"), 2, "AS KD QD")
    assert status(state) == "Waiting for the cards of Dan"


def test_chosen_cards_are_ticked_in_the_hand_and_lie_on_the_table() -> None:
    state = passing(dealt(*MIXED), 0, "AH KH")
    scene = scene_of(state)
    ticked = [held for held in scene.hand.cards if held.note]
    assert [format_card(held.card) for held in ticked] == ["KH", "AH"]
    assert not any(held.is_legal for held in ticked)
    assert plain(ticked[0].reason) == "K♥ is passed on already."
    assert isinstance(scene.middle, Board)
    assert plain(scene.middle.above) == "for Ioana"
    cards = [cell.card for cell in scene.middle.rows[0]]
    assert cards == [parse_card("KH"), parse_card("AH"), None]
    assert [plate.is_turn for plate in scene.plates] == [True] * 4
    assert plain(scene.plates[0].progress) == "●●○"
    # Nobody else sees which cards they are.
    assert isinstance(scene_of(state, None).middle, Trick)


def test_received_cards_are_told_and_marked_in_the_first_trick() -> None:
    state = dealt(*MIXED)
    for seat, cards in enumerate(("AH KH QH", "QS KS JS", "AS KD QD")):
        state = passing(state, seat, cards)
    step = HEARTS.apply(passing(state, 3, "AC KC"), 3, HEARTS.parse_action("pass QC"))
    view, table = view_of(step.state), table_of(step.state)
    assert step.events[-1] == CardsPassed(1)
    told = TABLE.narrate(CardsPassed(1), view, table)
    assert told is not None
    assert plain(told.text) == "Dan passes you Q♣ K♣ A♣"
    marked = [format_card(held.card) for held in scene_of(step.state).hand.cards if held.note]
    assert marked == ["QC", "KC", "AC"]
    spectator = TABLE.narrate(CardsPassed(1), view_of(step.state, None), table)
    assert spectator is not None
    assert plain(spectator.text) == "cards go to the left"


@pytest.mark.parametrize(
    ("deal", "said"),
    [(0, "pass to Ioana"), (1, "pass to Dan"), (2, "pass to Mihai")],
)
def test_header_says_to_whom_cards_go(deal: int, said: str) -> None:
    assert plain(scene_of(dealt(*MIXED, deal=deal)).header[2].text) == said


# --- the play --------------------------------------------------------------------------------


def test_lowest_club_leads_the_first_trick() -> None:
    state = dealt(*MIXED, deal=without_passing(4))
    assert status(state) == "Your turn: lead 2♣"
    assert status(state, 1) == "2♣ leads the first trick"
    held = next(held for held in scene_of(state).hand.cards if held.card == parse_card("3C"))
    assert plain(held.reason) == "You must lead 2♣."


def test_status_explains_the_first_trick_for_a_void_player() -> None:
    hands = list(ONE_SUIT_EACH)
    state = playing(dealt(*hands, deal=without_passing(4)), "2C")
    assert status(state, 1) == "Your turn: no ♣: any card"
    state = playing(state, "2D")
    assert status(state, 2) == "Your turn: no ♣: any card"
    mixed = position("2C AC", "QS 2H 5D", "3C 4C", "5C 6C", tricks=0)
    void = replace(mixed, trick=(parse_card("2C"),), turn=1)
    assert status(void, 1) == "Your turn: no ♣: any card but ♥ and Q♠"
    queen = next(held for held in scene_of(void, 1).hand.cards if held.card == parse_card("QS"))
    assert plain(queen.reason) == "Q♠ may not be played in the first trick."


@pytest.mark.parametrize(
    ("hand", "is_broken", "said"),
    [
        ("2C 3H", False, "Your turn: you lead ♣ ♦ ♠: hearts are not broken"),
        ("2C 3H", True, "Your turn: you lead, any card"),
        ("2H 3H", False, "Your turn: you lead, you have hearts only"),
        ("2C 3D", False, "Your turn: you lead, any card"),
    ],
)
def test_status_says_what_may_be_led(hand: str, is_broken: bool, said: str) -> None:
    state = position(hand, "4C 4D", "5C 5D", "6C 6D", is_broken=is_broken)
    assert status(state) == said
    if "not broken" in said:
        heart = next(held for held in scene_of(state).hand.cards if not held.is_legal)
        assert plain(heart.reason) == "Hearts may not be led before one was played."


def test_status_says_which_suit_to_follow() -> None:
    state = playing(position("2C 3D", "4C 4D 5D", "5C 5H", "6C 6D"), "2C")
    assert status(state, 1) == "Your turn: follow ♣ — 1 of 3 cards can be played"
    assert status(state, 2) == "Waiting for Ioana to play"


def test_winning_card_and_the_viewers_place_are_marked() -> None:
    state = playing(position("2C 3D", "9C 4D", "5C 5H", "6C 6D"), "2C 9C 5C")
    middle = scene_of(state, 3).middle
    assert isinstance(middle, Trick)
    assert middle.is_viewer_next
    marks = {format_card(card.card): card.mark for card in middle.cards}
    assert marks == {"2C": Mark.NONE, "9C": Mark.WINNING, "5C": Mark.NONE}


def test_plates_show_what_everybody_took() -> None:
    state = position("2C", "3C", "4C", "5C", taken=("2H 3H QS", "", "JD", ""))
    plates = scene_of(state).plates
    assert [plain(plate.progress) for plate in plates] == ["♥2 Q♠", "", "J♦", ""]
    assert [plain(plate.figure) for plate in plates] == ["15", "", "", ""]
    assert plain(plates[0].remark) == "all points so far"


def test_trick_is_told_with_its_points_and_shown_afterwards() -> None:
    state = playing(position("2C 3D", "QS 4D", "5C 5H", "6C 6D"), "2C QS 5C 6C")
    told = TABLE.narrate(TrickTaken(3), view_of(state), table_of(state))
    assert told is not None
    assert plain(told.text) == "Dan takes the trick and 13 points"
    own = TABLE.narrate(TrickTaken(3), view_of(state, 3), table_of(state))
    assert own is not None
    assert plain(own.text) == "You take the trick and 13 points"
    last = scene_of(state).last_trick
    assert last is not None
    assert plain(last.winner) == "Dan"


# --- the sheet and the end -------------------------------------------------------------------


def moon() -> tuple[HeartsState, DealScored]:
    """Return a deal just ended in which seat 0 took all points."""
    taken = " ".join(f"{rank}H" for rank in "3456789TJQKA")
    state = position("2H", "2C", "2D", "3D", tricks=12, is_broken=True)
    state = replace(state, taken=(mask_of(parse_cards(f"{taken} QS")), 0, 0, 0))
    state = playing(state, "2H 2C 2D")
    step = HEARTS.apply(state, 3, HEARTS.parse_action("play 3D"))
    scored = next(event for event in step.events if isinstance(event, DealScored))
    return step.state, scored


def test_moon_is_told_and_marked_on_the_sheet() -> None:
    state, scored = moon()
    table = table_of(state)
    told = TABLE.narrate(scored, view_of(state), table)
    assert told is not None
    assert plain(told.text) == "You shoot the moon: You 0, Ioana -26, Mihai -26, Dan -26"
    other = TABLE.narrate(scored, view_of(state, 1), table)
    assert other is not None
    assert plain(other.text).startswith("Ana shoots the moon: Ana 0, You -26")
    sheet = TABLE.sheet(view_of(state), table)
    assert plain(sheet.rows[0].remark) == "moon"
    assert texts_of(sheet, sheet.rows[0]) == ["0", "-26", "-26", "-26"]
    assert "Shot the moon: You (1)" in [
        plain(award) for award in TABLE.summary(view_of(state), table).awards
    ]


def test_sheet_shows_the_points_of_the_deal_as_they_stand() -> None:
    state = position("2C", "3C", "4C", "5C", taken=("2H 3H QS", "", "", "5H"))
    sheet = TABLE.sheet(view_of(state, 1), table_of(state))
    assert sheet.rows[-1].is_now
    assert texts_of(sheet, sheet.rows[-1]) == ["0", "0", "-1", "-15"]


def test_spectators_see_no_hand() -> None:
    scene = scene_of(dealt(*MIXED), None)
    assert scene.hand.cards == ()
    assert not scene.is_turn
