"""What the table says and shows of a match of Whist."""

from __future__ import annotations

from dataclasses import replace

import msgspec
import pytest

from levata.cards import NO_CARD, format_card, parse_card
from levata.events import CardPlayed, CardTurned, Dealt, Event, MatchEnded, TrickTaken
from levata.games.whist import RoundScored, WhistOptions, WhistState, WhistView
from levata_client.shown.games.whist.display import WhistDisplay, bid_pips, need_text
from levata_client.shown.table.moves import PlayerInput
from levata_client.shown.table.scene import ChoiceItem, Mark, Scene, TableInfo, Trick
from levata_client.shown.text.words import plain
from levata_client.terminal.widgets.hand import CARD_KEYS
from tests.support import demo

WHIST = WhistDisplay()


def scene_of(state: WhistState, seat: int | None = 0) -> Scene:
    return WHIST.scene(demo.view_of(state, seat), table_of(state))


def table_of(state: WhistState) -> TableInfo:
    return TableInfo(state.options, demo.players(state.seats))


def status(state: WhistState, seat: int | None = 0) -> str:
    return plain(scene_of(state, seat).status)


def hand_of(hands: dict[int, str], turned: str | None, *texts: str, rounds: int = 4) -> WhistState:
    """Return a hand after some actions; seat 0 bids and leads first."""
    state = demo.deal_known(demo.played_rounds(rounds), hands, turned)
    assert state.first == 0
    return demo.act(state, *texts)[0]


BIDS = ("bid 0", "bid 0", "bid 0", "bid 0")

# --- the status line -------------------------------------------------------------------------


def test_status_says_which_suit_to_follow_and_how_many_cards_can_be_played() -> None:
    assert status(demo.trick_begun()) == "Your turn: follow ♥ — 2 of 4 cards can be played"


def test_status_says_that_a_trump_must_be_played() -> None:
    hands = {0: "9H 8C", 1: "7S KD", 2: "AH AC", 3: "7H TH"}
    state = hand_of(hands, "8D", *BIDS, "play 9H")
    said = "Your turn: no ♥: you must play trump ♦ — 1 of 2 cards can be played"
    assert status(state, 1) == said


@pytest.mark.parametrize(
    ("lead", "hand", "said"),
    [
        ("9H", "7S KC", "Your turn: no ♥, no ♦: any card"),
        ("9D", "7S KC", "Your turn: no ♦: any card"),
        ("9H", "7H KH", "Your turn: follow ♥"),
    ],
)
def test_status_says_when_any_card_may_be_played(lead: str, hand: str, said: str) -> None:
    state = hand_of({0: f"{lead} 8C", 1: hand}, "8D", *BIDS, f"play {lead}")
    assert status(state, 1) == said


def test_without_trump_a_void_player_may_play_anything() -> None:
    hands = {0: "7H 8H 9H TH JH QH KH AH", 1: "7S 8S 9S TS JS QS KS AS"}
    state = demo.deal_known(
        demo.played_rounds(0, options=WhistOptions(sequence="8-1-8")), hands, None
    )
    state = demo.act(state, "bid 8", "bid 0", "bid 0", "bid 1", "play 7H")[0]
    assert status(state, 1) == "Your turn: no ♥: any card"
    assert plain(scene_of(state, 1).trump_label) == "No trump"
    assert scene_of(state, 1).trump is None


def test_status_says_that_one_leads() -> None:
    state = hand_of({0: "9H 8C"}, "8D", *BIDS)
    assert status(state) == "Your turn: you lead, any card"
    assert status(state, 1) == "Waiting for Maria to play"
    assert status(state, None) == "Waiting for Maria to play"


def test_status_says_how_far_one_may_bid_and_what_the_hook_forbids() -> None:
    assert status(demo.first_bid_made()) == "Your turn: bid from 0 to 5"
    said = "Your turn: bid 0 to 5, not 1: the sum may not be 5"
    assert status(demo.last_bid_open(), 2) == said


def test_everybody_sees_what_the_last_bidder_may_not_say() -> None:
    said = "Waiting for Mihai to bid: 1 is not allowed"
    assert status(demo.last_bid_open(), 0) == said
    assert status(demo.last_bid_open(), None) == said
    assert status(demo.first_bid_made(), 1) == "Waiting for Maria to bid"


def test_without_the_hook_nothing_is_forbidden() -> None:
    state = demo.last_bid_open()
    free = msgspec.structs.replace(state, options=WhistOptions(hook=False))
    assert status(free, 0) == "Waiting for Mihai to bid"
    choices = scene_of(free, 2).choices
    assert choices is not None
    assert all(choice.is_enabled for choice in choices.choices)


def test_status_explains_a_hand_on_the_forehead() -> None:
    state = demo.forehead()
    assert status(state) == "Your turn: bid; you see every card but your own"
    played = demo.act(state, "bid 0")[0]
    assert status(played) == "The cards on the foreheads are played"


def test_status_between_hands_and_at_the_end() -> None:
    assert status(demo.played_rounds(3)) == "The next deal is on its way"
    assert status(demo.last_hand()).startswith(("You", "Maria", "Mihai"))
    assert "first place with" in status(demo.last_hand(), 1)


# --- bidding ---------------------------------------------------------------------------------


def bids(state: WhistState, seat: int) -> tuple[ChoiceItem, ...]:
    choices = scene_of(state, seat).choices
    assert choices is not None
    return choices.choices


def test_bids_have_fixed_places_and_the_forbidden_one_its_reason() -> None:
    found = bids(demo.last_bid_open(), 2)
    assert [choice.action for choice in found] == [f"bid {count}" for count in range(6)]
    assert [choice.key for choice in found] == list("012345")
    assert [choice.is_enabled for choice in found] == [True, False, True, True, True, True]
    assert plain(found[1].reason) == "1 is not allowed: the bids may not add up to 5."


def test_bids_so_far_are_added_up_in_the_order_they_were_made() -> None:
    choices = scene_of(demo.last_bid_open(), 2).choices
    assert choices is not None
    assert [plain(note) for note in choices.notes] == ["bids so far: 3+1+0 = 4 of 5"]
    first = scene_of(demo.five_cards(), 3).choices
    assert first is not None
    assert [plain(note) for note in first.notes] == ["You bid first"]


def test_whoever_bids_just_before_the_last_sees_what_he_leaves_him() -> None:
    state = demo.act(demo.first_bid_made(), "bid 1")[0]
    notes = [plain(choice.note) for choice in bids(state, 1)]
    assert (
        notes == ["Mihai will not be able to say 1", "Mihai will not be able to say 0"] + [""] * 4
    )
    assert all(not choice.note for choice in bids(demo.first_bid_made(), 0))
    assert all(not choice.note for choice in bids(demo.last_bid_open(), 2))


def test_only_whose_turn_it_is_sees_the_panel() -> None:
    assert scene_of(demo.last_bid_open(), 0).choices is None
    assert scene_of(demo.last_bid_open(), None).choices is None
    assert scene_of(demo.trick_begun()).choices is None


# --- cards -----------------------------------------------------------------------------------


def test_hand_says_which_cards_may_be_played_and_why_others_may_not() -> None:
    hand = scene_of(demo.trick_begun()).hand
    assert hand.is_choosing
    assert [format_card(held.card) for held in hand.cards] == ["JC", "AS", "TH", "KH"]
    assert [held.is_legal for held in hand.cards] == [False, False, True, True]
    assert plain(hand.cards[0].reason) == "You must follow ♥."
    assert [held.action for held in hand.cards][2:] == ["play TH", "play KH"]


def test_nothing_is_dimmed_when_it_is_not_ones_turn() -> None:
    hand = scene_of(demo.trick_begun(), 1).hand
    assert not hand.is_choosing
    assert hand.can_queue
    assert all(held.is_legal for held in hand.cards)
    assert not scene_of(demo.last_bid_open(), 0).hand.can_queue


def test_trumps_stand_last_in_the_hand() -> None:
    hand = scene_of(demo.five_cards(), 3).hand
    assert [format_card(held.card) for held in hand.cards] == ["KS", "9H", "QD", "KD", "AD"]


def test_trick_shows_who_played_what_and_who_wins_so_far() -> None:
    middle = scene_of(demo.trick_begun()).middle
    assert isinstance(middle, Trick)
    laid = {card.seat: (format_card(card.card), card.mark) for card in middle.cards}
    assert laid == {1: ("QH", Mark.NONE), 2: ("AH", Mark.WINNING), 3: ("9H", Mark.NONE)}
    assert middle.is_viewer_next
    other = scene_of(demo.trick_begun(), 1).middle
    assert isinstance(other, Trick)
    assert not other.is_viewer_next


def test_last_trick_and_its_winner_are_kept() -> None:
    last = scene_of(demo.trick_begun()).last_trick
    assert last is not None
    assert plain(last.winner) == "Ioana"
    assert [format_card(card.card) for card in last.cards] == ["KS", "9S", "8D", "TS"]
    assert [card.mark is Mark.WINNING for card in last.cards] == [False, False, True, False]


def test_on_the_forehead_every_card_but_ones_own_lies_open() -> None:
    scene = scene_of(demo.forehead())
    assert isinstance(scene.middle, Trick)
    shown = {card.seat: format_card(card.card) for card in scene.middle.cards}
    assert shown == {1: "KC", 2: "9S", 3: "AH"}
    assert {card.mark for card in scene.middle.cards} == {Mark.SHOWN}
    assert [held.card for held in scene.hand.cards] == [NO_CARD]
    play = PlayerInput(CARD_KEYS)
    play.see(scene, 1, 0.0)
    assert play.press_card(0, 10.0) is None


def test_played_forehead_card_is_part_of_the_trick() -> None:
    state = demo.act(demo.forehead(), "bid 0", "play KC")[0]
    middle = scene_of(state).middle
    assert isinstance(middle, Trick)
    marks = {card.seat: card.mark for card in middle.cards}
    assert marks == {1: Mark.WINNING, 2: Mark.SHOWN, 3: Mark.SHOWN}


# --- plates and header -----------------------------------------------------------------------


def test_plates_show_turn_dealer_bid_and_score() -> None:
    plates = scene_of(demo.trick_begun()).plates
    assert [plate.name for plate in plates] == ["You", "Ioana", "Mihai", "Dănuț"]
    assert [plate.is_turn for plate in plates] == [True, False, False, False]
    assert [plate.is_dealer for plate in plates] == [False, False, True, False]
    assert [plain(plate.progress) for plate in plates] == ["○○", "●", "", "○○○"]
    assert [plain(plate.figure) for plate in plates] == ["0/2", "1/1", "0/0", "0/3"]
    assert [plate.cards for plate in plates] == [4, 3, 3, 3]
    assert plates[1].is_bot
    assert plain(plates[3].remark) == "3 more to go"


def test_plates_say_how_far_a_bid_is() -> None:
    assert [plain(bid_pips(bid, took)) for bid, took in ((0, 0), (2, 0), (2, 1), (1, 3))] == [
        "",
        "○○",
        "●○",
        "●✗✗",
    ]
    assert need_text(1, 1) == "exact — no more"
    assert need_text(1, 3) == "2 too many"


def header(state: WhistState) -> list[str]:
    return [plain(item.text) for item in scene_of(state).header]


def test_header_has_game_hand_cards_trump_and_bids() -> None:
    expected = ["Whist 1-8-1", "Hand 8/24", "5 cards", "Trump ♦", "bids 6 of 5 (1 over)"]
    assert header(demo.trick_begun()) == expected
    assert header(demo.last_bid_open())[-1] == "bids 4 of 5 (1 under)"
    assert header(demo.played_rounds(4))[:3] == ["Whist 1-8-1", "Hand 5/24", "2 cards"]


# --- events ----------------------------------------------------------------------------------


def say(event: Event, state: WhistState, seat: int = 0) -> tuple[str, bool]:
    narration = WHIST.narrate(event, demo.view_of(state, seat), table_of(state))
    assert narration is not None
    return plain(narration.text), narration.is_minor


def test_every_event_is_told_to_everybody_in_his_own_person() -> None:
    state, events = demo.act(demo.first_bid_made(), "bid 2")
    assert say(events[0], state, 0) == ("You bid 2", False)
    assert say(events[0], state, 1) == ("Maria bids 2", False)
    state = demo.trick_begun()
    after, events = demo.act(state, "play TH")
    assert [type(event) for event in events] == [CardPlayed, TrickTaken]
    assert [say(event, after, 0) for event in events] == [
        ("You play 10♥", True),
        ("Mihai takes the trick", False),
    ]
    assert say(events[1], after, 2) == ("You take the trick", False)
    assert say(Dealt(5, 0), state) == ("5 cards each", False)
    assert say(CardTurned(parse_card("7D")), state) == ("7♦ is turned up", False)


def test_announcements_stand_on_the_plate_for_a_moment() -> None:
    state, events = demo.act(demo.first_bid_made(), "bid 2")
    narration = WHIST.narrate(events[0], demo.view_of(state), table_of(state))
    assert narration is not None
    assert (narration.seat, plain(narration.bubble)) == (0, "bids 2")


def test_end_of_a_hand_and_of_the_match_are_told() -> None:
    state = demo.last_hand()
    row = state.rounds[-1]
    said, _minor = say(RoundScored(row), state)
    assert said.startswith("Hand over: You ")
    assert f"Ioana {row.scores[1]:+d}" in said
    void = msgspec.structs.replace(row, void=True)
    assert say(RoundScored(void), state)[0] == "Nobody met the bid: the hand is played again"
    ended = MatchEnded((9, 30, 8, 7), (2, 1, 3, 4))
    assert say(ended, state)[0] == "Ioana wins the match with 30p"
    assert say(ended, state, 1)[0] == "You win the match with 30p"
    shared = MatchEnded((30, 30, 8, 7), (1, 1, 3, 4))
    assert say(shared, state)[0] == "You, Ioana share the first place with 30p"


# --- the end, the rules ----------------------------------------------------------------------


def test_summary_has_ranking_curves_and_awards() -> None:
    state = demo.last_hand()
    summary = WHIST.summary(demo.view_of(state), table_of(state))
    scores = [standing.score for standing in summary.standings]
    assert scores == [f"{total}p" for total in sorted(state.totals, reverse=True)]
    assert [curve[0] for curve in summary.curves] == [0] * 4
    assert tuple(curve[-1] for curve in summary.curves) == state.totals
    assert len(summary.rounds) == len(summary.curves[0]) == 25
    assert "exact" in plain(summary.standings[0].remark)
    assert any("Most exact bids" in plain(award) for award in summary.awards)


def test_rules_are_those_of_the_table() -> None:
    def lines(options: WhistOptions) -> str:
        table = TableInfo(options, demo.players(4))
        return "\n".join(plain(line) for line in WHIST.notes(table).rules)

    classic = lines(WhistOptions())
    assert "scores 5 points and one more for each trick" in classic
    assert "may not make the bids add up" in classic
    assert "Bids met in 5 rounds running earn 10 points more." in classic
    assert "Bids missed in 5 rounds running cost 10 points more." in classic
    other = lines(
        WhistOptions(
            scoring="2n+1", hook=False, depremiere=False, forehead=True, one_card_trump=False,
            repeat_if_all_fail=True, streak_len=3, streak_bonus=7,
        )
    )  # fmt: skip
    assert "scores 1 point and two more for each trick" in other
    assert "may not make the bids add up" not in other
    assert "Bids met in 3 rounds running earn 7 points more." in other
    assert "Bids missed in" not in other
    assert "the cards of all others, but not your own" in other
    assert "Rounds of one card have no trump" in other
    assert "dealt again" in other
    assert "cost 10 points" in lines(WhistOptions(premiere=False))


def test_spectator_sees_everything_public_and_no_hand() -> None:
    scene = scene_of(demo.trick_begun(), None)
    assert scene.hand.cards == ()
    assert [plate.name for plate in scene.plates] == ["Maria", "Ioana", "Mihai", "Dănuț"]
    assert not scene.is_turn


def test_away_player_is_marked() -> None:
    state = demo.trick_begun()
    people = list(demo.players(4))
    people[2] = replace(people[2], away=42)
    view: WhistView = demo.view_of(state)
    scene = WHIST.scene(view, TableInfo(state.options, tuple(people)))
    assert scene.plates[2].away == 42
