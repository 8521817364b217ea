"""What the table says and shows of a match of Belot."""

from __future__ import annotations

from itertools import product

import pytest
from msgspec.structs import replace

from levata.cards import HandOrder, format_cards
from levata.events import TrickTaken
from levata.games.belot import BelotOptions, BelotState, BelotView
from levata.games.belot.auction import CALLS, Auction, refusal
from levata.games.belot.declarations import Declaration
from levata.games.belot.state import (
    AuctionEnded,
    BelotSaid,
    CombinationDeclared,
    CombinationsShown,
    DealRow,
    DealScored,
    Phase,
)
from levata_client.shown.games.belot.display import BelotDisplay
from levata_client.shown.games.belot.words import WORDS
from levata_client.shown.table.scene import (
    ChoiceItem,
    Choices,
    Mark,
    Player,
    Scene,
    TableInfo,
    Trick,
)
from levata_client.shown.table.sheet import Sheet
from levata_client.shown.text.words import plain
from tests.support.belot import BELOT, act, in_trick, last_trick, new_match, step
from tests.support.sheets import texts_of

TABLE = BelotDisplay()
NAMES = ("Ana", "Ivan", "Mihai", "Georgi")
JACKS = (
    "7S 8S 9S TS JS JC JD JH",
    "QC KC AC 7C 8C 9C TC QS",
    "7D 8D 9D TD QD KD AD KS",
    "7H 8H 9H TH QH KH AH AS",
)


ONLY_DOUBLED = "Only the side that was doubled may redouble."


def table_of(state: BelotState) -> TableInfo:
    return TableInfo(state.options, tuple(Player(name) for name in NAMES))


def view_of(state: BelotState, seat: int | None = 0) -> BelotView:
    return BELOT.view(state, seat)


def scene_of(state: BelotState, seat: int | None = 0, order: HandOrder = HandOrder.SUITS) -> Scene:
    return TABLE.scene(view_of(state, seat), table_of(state), order)


def status(state: BelotState, seat: int | None = 0) -> str:
    return plain(scene_of(state, seat).status)


def choices_of(state: BelotState, seat: int = 0) -> Choices:
    choices = scene_of(state, seat).choices
    assert choices is not None
    return choices


def choice(state: BelotState, key: str, seat: int = 0) -> ChoiceItem:
    return next(choice for choice in choices_of(state, seat).choices if choice.key == key)


def sheet_of(state: BelotState, seat: int | None = 0) -> Sheet:
    return TABLE.sheet(view_of(state, seat), table_of(state))


def lines(sheet: Sheet) -> dict[str, list[str]]:
    """Return the cells of every row by its label, the first one of several."""
    found: dict[str, list[str]] = {}
    for row in sheet.rows:
        found.setdefault(plain(row.label), texts_of(sheet, row))
    return found


# --- the auction -----------------------------------------------------------------------------


def test_ladder_stands_in_fixed_places_with_lower_bids_struck() -> None:
    opening = new_match()
    keys = [choice.key for choice in choices_of(opening).choices]
    assert keys == list("123456px")
    state = act(new_match(dealer=2), "bid hearts")
    labels = [plain(choice.label) for choice in choices_of(state).choices]
    assert labels == ["♣", "♦", "♥", "♠", "no trump", "all trumps", "pass", "double"]
    enabled = [choice.key for choice in choices_of(state).choices if choice.is_enabled]
    assert enabled == list("456px")
    assert plain(choice(state, "3").reason) == "Bid higher than ♥."
    assert plain(choices_of(state).title) == "Your bid: higher than ♥"


def test_status_of_the_auction() -> None:
    assert status(new_match()) == "Your turn: bid, or pass"
    assert status(new_match(), 1) == "Waiting for Ana to bid"
    state = act(new_match(dealer=2), "bid hearts")
    assert status(state) == "Your turn: bid higher than ♥, double or pass"
    partner = act(new_match(dealer=1), "bid hearts", "pass")
    assert status(partner) == "Your turn: bid higher than ♥, or pass"
    doubled = act(new_match(), "bid clubs", "double", "pass", "pass")
    assert status(doubled) == "Your turn: redouble, pass or bid higher"


@pytest.mark.parametrize(
    ("dealer", "calls", "label", "reason"),
    [
        (3, (), "double", "There is no bid to double."),
        (1, ("bid hearts", "pass"), "double", "♥ is the bid of your own side."),
        (2, ("bid hearts",), "double", ""),
        (1, ("bid hearts", "double"), "redouble", ""),
        (0, ("bid hearts", "double", "pass"), "redouble", ONLY_DOUBLED),
    ],
)
def test_double_and_redouble_by_context(
    dealer: int, calls: tuple[str, ...], label: str, reason: str
) -> None:
    state = act(new_match(dealer=dealer), *calls)
    assert state.turn == 0
    call = choice(state, "x")
    assert plain(call.label) == label
    assert plain(call.reason) == reason
    assert call.is_enabled is not bool(reason)


def test_every_refusal_of_the_auction_has_a_sentence() -> None:
    codes: set[str | None] = set()
    for contract, by, multiplier, call, may_run in product(
        range(-1, 6), range(-1, 4), (1, 2, 4), CALLS, (True, False)
    ):
        if (contract < 0) is (by < 0):
            auction = Auction((), contract, by, multiplier)
            codes.add(refusal(auction, 0, call, may_run))
    assert codes - {None} <= set(WORDS.refusals)
    assert len(codes) == 9


def test_last_calls_stand_on_the_plates_and_the_bid_in_the_header() -> None:
    state = act(new_match(), "bid clubs", "pass", "bid spades", "double")
    scene = scene_of(state)
    assert [plain(plate.progress) for plate in scene.plates] == ["♣", "pass", "♠", "double"]
    assert [plain(item.text) for item in scene.header] == [
        "Belot",
        "♠ x2 by Mihai",
        "us 0 – them 0",
        "to 151",
    ]
    assert [plate.team for plate in scene.plates] == [0, 1, 0, 1]
    assert plain(scene.plates[2].remark) == "your partner"
    assert [plate.is_dealer for plate in scene.plates] == [False, False, False, True]
    assert scene.counter_clockwise


def test_hand_is_laid_out_anew_once_when_the_play_begins() -> None:
    state = act(new_match(hands=JACKS), "bid spades")
    auction = [held.card for held in scene_of(state).hand.cards]
    assert format_cards(auction) == "7S 8S 9S JS TS"
    state = act(state, "pass", "pass", "pass")
    assert state.phase == Phase.PLAY
    cards = [held.card for held in scene_of(state).hand.cards]
    assert format_cards(cards) == "JC JD JH 7S 8S TS 9S JS"
    plain_order = [held.card for held in scene_of(state, order=HandOrder.PLAIN).hand.cards]
    assert format_cards(plain_order) == "JC JD 7S 8S TS 9S JS JH"


# --- declarations and belot --------------------------------------------------------------------


def test_combinations_are_offered_before_the_first_card_and_exclude_each_other() -> None:
    state = act(new_match(hands=JACKS), "bid hearts", "pass", "pass", "pass")
    choices = choices_of(state)
    assert [plain(choice.label) for choice in choices.choices] == [
        "carre J 200",
        "quint 7-J♠ 100",
    ]
    assert plain(choices.choices[0].note) == "excludes quint 7-J♠: a card counts once"
    assert scene_of(state).hand.is_choosing
    assert status(state) == "Your turn: you lead, any card"


def test_declared_and_excluded_combinations_stay_in_their_places() -> None:
    state = act(new_match(hands=JACKS), "bid hearts", "pass", "pass", "pass")
    state = act(state, "declare carre JC-JD-JH-JS")
    carre, quint, quarte = choices_of(state).choices
    assert (carre.key, carre.is_ticked, carre.is_enabled) == ("a", True, False)
    assert plain(carre.reason) == "You have declared it"
    assert (quint.key, quint.is_enabled) == ("b", False)
    assert plain(quint.reason) == "J♠ is part of another declaration."
    assert (quarte.key, plain(quarte.label), quarte.is_enabled) == ("c", "quarte 7-10♠ 50", True)
    assert scene_of(state).plates[0].announced == ("carre",)
    assert scene_of(act(state, "declare quarte 7S-8S-9S-TS")).choices is None


def test_others_hear_the_kind_only() -> None:
    state = act(new_match(hands=JACKS), "bid hearts", "pass", "pass", "pass")
    done = step(state, "declare carre JC-JD-JH-JS")
    told = TABLE.narrate(CombinationDeclared(0, 3), view_of(done.state, 1), table_of(state))
    assert told is not None
    assert plain(told.text) == "Ana declares: carre"
    assert (told.seat, plain(told.bubble)) == (0, "carre")


def test_belot_is_a_choice_where_it_is_not_said_by_itself() -> None:
    state = in_trick("hearts", "", "QH KH 7S")
    assert [(c.action, plain(c.label)) for c in choices_of(state).choices] == [
        ("play QH belot", "Q♥ with belot"),
        ("play KH belot", "K♥ with belot"),
    ]
    automatic = in_trick("hearts", "", "QH KH 7S", options=BelotOptions())
    assert scene_of(automatic).choices is None
    actions = [held.action for held in scene_of(automatic).hand.cards]
    assert actions == ["play 7S", "play QH belot", "play KH belot"]
    said = step(state, "play QH belot")
    assert BelotSaid(0) in said.events
    assert plain(scene_of(said.state, 1).plates[0].remark) == "bid ♥"
    assert scene_of(said.state, 1).plates[0].announced == ("belot",)


# --- duties ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("contract", "trick", "hand", "said"),
    [
        ("hearts", "", "7S AS", "you lead, any card"),
        ("hearts", "QS", "7S AS JH", "follow ♠ — 2 of 3 cards can be played"),
        ("hearts", "9H", "7H JH AS", "follow ♥ and beat 9♥"),
        ("hearts", "JH", "7H 9H AS", "follow ♥; you cannot beat J♥"),
        ("hearts", "9H TH", "7H JH AS", "follow ♥ and beat 9♥"),
        ("hearts", "AS", "7H 9D KC", "no ♠: you must trump with ♥"),
        ("hearts", "AS 7S", "7H 9D KC", "your partner is winning: any card"),
        ("hearts", "AS 8H", "7H 9H KC", "no ♠: trump higher than 8♥"),
        ("hearts", "AS JH", "7H 9H KC", "you cannot trump higher than J♥: any card"),
        ("hearts", "AS", "7D 9D KC", "no ♠, no ♥: any card"),
        ("hearts", "AH", "7D 9D KC", "no ♥: any card"),
        ("notrump", "AS", "7S TS AH", "follow ♠ — 2 of 3 cards can be played"),
        ("notrump", "AS", "9D AH", "no ♠: any card"),
        ("alltrumps", "TS 9S", "7S JS AS", "follow ♠ and beat 9♠"),
        ("alltrumps", "9S", "7S AS KH", "follow ♠; you cannot beat 9♠"),
        ("alltrumps", "9S", "KH JD", "no ♠: any card"),
    ],
)
def test_status_names_the_duty(contract: str, trick: str, hand: str, said: str) -> None:
    assert status(in_trick(contract, trick, hand)) == f"Your turn: {said}"


@pytest.mark.parametrize(
    ("trick", "hand", "card", "reason"),
    [
        ("QS", "7S JH", "JH", "You must follow ♠."),
        ("9H", "7H JH", "7H", "You must play a higher ♥."),
        ("AS", "7H KC", "KC", "You must play trump ♥."),
        ("AS 8H", "7H 9H KC", "7H", "You must play a higher trump ♥."),
    ],
)
def test_refused_card_names_the_duty(trick: str, hand: str, card: str, reason: str) -> None:
    cards = {format_cards([held.card]): held for held in
             scene_of(in_trick("hearts", trick, hand)).hand.cards}  # fmt: skip
    assert not cards[card].is_legal
    assert plain(cards[card].reason) == reason


def test_trick_marks_its_winner_and_the_contract_stands_beside_it() -> None:
    scene = scene_of(in_trick("hearts", "AS 7H", "8S 9S"))
    assert isinstance(scene.middle, Trick)
    assert [card.mark for card in scene.middle.cards] == [Mark.NONE, Mark.WINNING]
    assert [card.seat for card in scene.middle.cards] == [2, 3]
    assert plain(scene.trump_label) == "Trump ♥"
    assert plain(scene_of(in_trick("alltrumps", "AS", "8S")).trump_label) == "all trumps"


# --- the end of a deal -----------------------------------------------------------------------


def scored(
    contract: str, won: tuple[str, str], hands: tuple[str, ...], by: int = 0, **options: object
) -> tuple[BelotState, DealRow, str]:
    """Return the state after a last trick, its row and what the log says of it."""
    state = last_trick(contract, hands, won, by, **options)
    for hand in hands[:-1]:
        state = act(state, f"play {hand}")
    done = step(state, f"play {hands[-1]}")
    event = next(event for event in done.events if isinstance(event, DealScored))
    told = TABLE.narrate(event, view_of(done.state), table_of(state))
    assert told is not None
    return done.state, event.row, plain(told.text)


def row_of(**changes: object) -> DealRow:
    """Return a deal of hearts bid by seat 0, of 162 points in all."""
    row = DealRow(1, 3, (10, 6), 0, 151, contract=2, by=0, cards=(90, 62), last_side=0,
                  raw=(100, 62), rounded=(10, 6), recorded=(10, 6))  # fmt: skip
    return replace(row, **changes)


def after(row: DealRow) -> BelotState:
    state = new_match()
    return replace(state, phase=Phase.DEAL, rows=(row,), totals=row.totals, hanging=row.hanging,
                   barrier=row.barrier)  # fmt: skip


def told_of(row: DealRow, seat: int | None = 0) -> str:
    state = after(row)
    told = TABLE.narrate(DealScored(row), view_of(state, seat), table_of(state))
    assert told is not None
    return plain(told.text)


def test_contract_made_adds_up_line_by_line() -> None:
    row = row_of()
    found = lines(sheet_of(after(row)))
    assert found["♥"] == ["bid", ""]
    assert found["cards"] == ["90", "62"]
    assert found["last 10"] == ["10", ""]
    assert found["points"] == ["100", "62"]
    assert found["in tens"] == ["10", "6"]
    assert found["recorded"] == ["+10", "+6"]
    assert "inside" not in found
    assert told_of(row) == "♥: Us 100 points, Them 62. Recorded: Us +10, Them +6."


def test_inside_gives_everything_to_the_others() -> None:
    row = row_of(raw=(80, 82), rounded=(8, 8), recorded=(0, 16), totals=(0, 16))
    assert lines(sheet_of(after(row)))["inside"] == ["", "16"]
    said = "♥: Us 80 points, Them 82. Us inside: all 16 to the others. Recorded: Us +0, Them +16."
    assert told_of(row) == said


def test_doubled_deal_is_multiplied_for_the_winner() -> None:
    row = row_of(multiplier=2, factor=2, recorded=(32, 0), totals=(32, 0))
    found = lines(sheet_of(after(row)))
    assert found["all"] == ["16", ""]
    assert found["x 2"] == ["32", ""]
    assert found["♥ x2"] == ["bid", ""]
    said = "♥ x2: Us 100 points, Them 62. Doubled: 16 x 2. Recorded: Us +32, Them +0."
    assert told_of(row) == said


def test_hanging_points_wait_and_are_claimed() -> None:
    row = row_of(raw=(81, 81), rounded=(8, 8), recorded=(0, 8), totals=(0, 8), hanging=8)
    found = lines(sheet_of(after(row)))
    assert found["hangs"] == ["8", ""]
    assert found["hanging"] == ["8"]
    assert "As many points: 8 hang." in told_of(row)
    assert "8 hanging" in [plain(item.text) for item in scene_of(after(row)).header]
    claimed = row_of(claimed=8, recorded=(18, 6), totals=(18, 14))
    assert lines(sheet_of(after(claimed)))["was hung"] == ["8", ""]
    assert "8 that hung are added." in told_of(claimed)


def test_declarations_belot_no_trump_and_capot_have_their_lines() -> None:
    row = row_of(
        contract=4, cards=(120, 0), combinations=(0, 0), belot=(0, 0), doubling=(130, 0),
        capot_side=0, raw=(350, 0), rounded=(35, 0), recorded=(35, 0),
    )  # fmt: skip
    found = lines(sheet_of(after(row)))
    assert found["twice"] == ["130", ""]
    assert found["capot"] == ["90", ""]
    assert "Us took every trick." in told_of(row)
    row = row_of(combinations=(50, 0), belot=(0, 20), raw=(150, 82))
    found = lines(sheet_of(after(row)))
    assert found["declared"] == ["50", ""]
    assert found["belot"] == ["", "20"]


def test_deal_thrown_in_is_told() -> None:
    row = DealRow(1, 3, (0, 0), 0, 151)
    assert told_of(row) == "Everybody passed: the next player deals"
    assert "all pass" in lines(sheet_of(after(row)))


def test_real_last_trick_ends_in_its_sum() -> None:
    state, row, said = scored(
        "hearts", ("AC KC", "AD KD"), ("AH", "7S", "8S", "9S"), capot_rule="none"
    )
    assert row.recorded == state.totals
    assert said.startswith("♥: Us ")
    taken = TABLE.narrate(TrickTaken(0), view_of(state), table_of(state))
    assert taken is not None
    assert plain(taken.text) == "You take the last trick"


def test_spectators_read_the_names_of_the_sides() -> None:
    state = after(row_of())
    assert sheet_of(state, None).names == ("Ana + Mihai", "Ivan + Georgi")
    assert sheet_of(state, 1).names == ("Us", "Them")
    assert told_of(row_of(), 1).startswith("♥: Us 62 points, Them 100.")
    assert told_of(row_of(), None).startswith("♥: Ana + Mihai 100 points, Ivan + Georgi 62.")


def test_shown_combinations_are_told_with_what_they_scored() -> None:
    state = after(row_of())
    shown = (Declaration(0, 0, (31, 35, 39), 20), Declaration(1, 3, (36, 37, 38, 39), 0))
    told = TABLE.narrate(CombinationsShown(shown), view_of(state), table_of(state))
    assert told is not None
    assert plain(told.text) == "Declared: You tierce 9-J♠ +20, Ivan carre J 0"


def test_auction_that_ended_is_told() -> None:
    state = new_match()
    told = TABLE.narrate(AuctionEnded(1, 5, 4), view_of(state), table_of(state))
    assert told is not None
    assert plain(told.text) == "The contract is all trumps x4, bid by Ivan"


def test_race_shows_how_far_each_side_is() -> None:
    state = replace(after(row_of()), totals=(76, 151))
    assert lines(sheet_of(state))["to 151"] == ["●●○○", "●●●●"]
    assert lines(sheet_of(state))["total"] == ["76", "151"]


def test_result_names_the_side_that_won() -> None:
    state = replace(after(row_of()), phase=Phase.OVER, totals=(155, 120))
    assert status(state) == "Your side wins the match 155 – 120"
    assert status(state, 1) == "Ana, Mihai win the match 155 – 120"
    assert [standing.place for standing in TABLE.standings(view_of(state), table_of(state))] == [
        1, 1, 3, 3,
    ]  # fmt: skip
