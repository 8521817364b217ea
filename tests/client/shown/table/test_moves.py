"""What keys and clicks lead to: guard, cursor, marked card, refusals. No widget involved."""

from __future__ import annotations

from dataclasses import replace

from levata.cards import format_card, parse_card
from levata_client.shown.games import find_display
from levata_client.shown.table.moves import (
    GUARD,
    REFUSAL_SHOWN,
    InputResult,
    Marked,
    PlayerInput,
    QueueDropped,
    Refused,
    SendAction,
)
from levata_client.shown.table.scene import ChoiceItem, Choices, Scene, TableInfo, Trick
from levata_client.shown.table.table_model import TableModel
from levata_client.shown.text.words import plain, words
from levata_client.terminal.widgets.hand import CARD_KEYS
from tests.support import demo

T0 = 100.0
LATER = T0 + GUARD


def scene_of(model: TableModel) -> Scene:
    table = TableInfo(model.options, model.players)
    return find_display("whist").scene(model.view, table)


def trick_begun() -> Scene:
    """Return a scene with J♣ A♠ 10♥ K♥ in which only the hearts may be played."""
    return scene_of(demo.model_of(demo.trick_begun()))


def last_bid_open() -> Scene:
    return scene_of(demo.model_of(demo.last_bid_open(), 2))


def waiting() -> Scene:
    """Return a scene in which somebody else plays and the viewer holds five cards."""
    state = demo.act(demo.five_cards(), "bid 3", "bid 2", "bid 1", "bid 0")[0]
    return scene_of(demo.model_of(state))


def playing(scene: Scene, decision: int = 1, now: float = T0) -> PlayerInput:
    play = PlayerInput(CARD_KEYS)
    assert play.see(scene, decision, now) is None
    return play


def test_digit_plays_a_legal_card_once_with_the_decision_on_screen() -> None:
    play = playing(trick_begun(), decision=7)
    assert play.press_key("3", LATER) == SendAction("play TH", 7)
    assert play.press_key("3", LATER) is None
    assert play.press_key("4", LATER) is None
    shown = play.shown()
    assert [format_card(held.card) for held in shown.hand.cards] == ["JC", "AS", "KH"]
    assert not shown.hand.is_choosing
    assert isinstance(shown.middle, Trick)
    assert shown.middle.cards[-1].card == parse_card("TH")


def test_refused_card_says_why_and_nothing_is_sent() -> None:
    play = playing(trick_begun())
    answer = play.press_key("1", LATER)
    assert isinstance(answer, Refused)
    assert answer.card == 0
    assert plain(answer.reason) == "You must follow ♥."
    assert plain(play.refusal(LATER)) == "You must follow ♥."
    assert play.refusal(LATER + REFUSAL_SHOWN) == ()
    assert play.pending is None


def test_keys_and_clicks_right_after_a_decision_appeared_are_ignored() -> None:
    early = T0 + GUARD - 0.01
    play = playing(trick_begun())
    assert play.press_key("3", early) is None
    assert play.press_card(2, early) is None
    assert play.press_key("3", LATER) is not None
    bidding = playing(last_bid_open())
    assert bidding.press_key("2", early) is None
    assert bidding.press_choice(2, early) is None
    assert bidding.press_key("2", LATER) is not None


def test_guard_begins_again_with_every_decision_but_not_with_every_picture() -> None:
    play = playing(trick_begun(), decision=1)
    play.see(trick_begun(), 1, T0 + 5)
    assert not play.is_guarded(T0 + 5)
    play.see(trick_begun(), 2, T0 + 6)
    assert play.is_guarded(T0 + 6)


def test_digit_means_the_bid_while_bidding() -> None:
    play = playing(last_bid_open(), decision=3)
    assert play.has_digit_choices()
    assert play.press_key("2", LATER) == SendAction("bid 2", 3)
    assert play.press_key("2", LATER) is None


def test_forbidden_bid_is_refused_and_explained() -> None:
    play = playing(last_bid_open())
    answer = play.press_key("1", LATER)
    assert isinstance(answer, Refused)
    assert plain(answer.reason) == "1 is not allowed: the bids may not add up to 5."
    assert play.refused_choice == 1


def test_digit_that_is_no_bid_does_nothing() -> None:
    assert playing(last_bid_open()).press_key("8", LATER) is None
    assert playing(trick_begun()).press_key("9", LATER) is None


def test_enter_without_a_cursor_does_nothing() -> None:
    assert playing(trick_begun()).press_cursor(LATER) is None
    assert playing(last_bid_open()).press_cursor(LATER) is None


def test_arrows_start_on_something_allowed_and_reach_everything() -> None:
    play = playing(trick_begun())
    play.move(1)
    assert play.card_cursor() == 2
    assert play.press_cursor(LATER) == SendAction("play TH", 1)
    bidding = playing(last_bid_open())
    stops: list[int | None] = []
    for _step in range(7):
        bidding.move(1)
        stops.append(bidding.choice_cursor())
    assert stops == [0, 1, 2, 3, 4, 5, 0]
    assert bidding.card_cursor() is None
    bidding.move(-1)
    assert bidding.press_cursor(LATER) == SendAction("bid 5", 1)


def test_card_marked_before_the_turn_is_played_when_it_comes() -> None:
    play = playing(waiting(), decision=0)
    card = parse_card("KH")
    index = [held.card for held in waiting().hand.cards].index(card)
    assert play.press_card(index, T0) is None
    assert play.press_card(index, LATER) == Marked(card)
    assert play.queued == card
    assert play.see(trick_begun(), 9, T0 + 1) == SendAction("play KH", 9)
    assert play.queued is None


def test_marked_card_that_is_not_allowed_is_dropped() -> None:
    play = playing(waiting(), decision=0)
    play.queued = parse_card("AS")
    assert play.see(trick_begun(), 9, T0 + 1) == QueueDropped(parse_card("AS"))
    assert play.queued is None
    assert play.pending is None


def test_mark_is_taken_off_by_the_same_key() -> None:
    play = playing(waiting(), decision=0)
    play.press_key("2", LATER)
    assert play.press_key("2", LATER) == Marked(None)


def test_mark_does_not_outlive_the_hand() -> None:
    play = playing(waiting(), decision=0)
    play.queued = parse_card("KH")
    assert play.see(last_bid_open(), 4, T0 + 1) is None
    assert play.queued is None


def test_refusal_of_the_server_gives_the_card_back() -> None:
    play = playing(trick_begun())
    play.press_key("3", LATER)
    play.refuse(words("Too late"), LATER)
    assert len(play.shown().hand.cards) == 4
    assert plain(play.refusal(LATER)) == "Too late"
    assert play.press_key("4", LATER) == SendAction("play KH", 1)


def test_bid_that_was_sent_closes_the_panel_until_the_table_answers() -> None:
    play = playing(last_bid_open())
    play.press_key("2", LATER)
    choices = play.shown().choices
    assert choices is not None
    assert not choices.is_open
    assert play.press_choice(3, LATER) is None


def test_choices_and_cards_can_be_open_together() -> None:
    leave = ChoiceItem("leave", words("Leave them"), "p")
    scene = replace(trick_begun(), choices=Choices(words("Or"), (leave,)))
    play = playing(scene)
    assert play.means("p")
    assert not play.means("3")
    assert play.press_key("p", LATER) == SendAction("leave", 1)
    play = playing(scene)
    play.move(-1)
    assert play.choice_cursor() == 0
    play = playing(scene)
    assert play.press_key("3", LATER) == SendAction("play TH", 1)


def test_board_place_is_an_answer_on_the_turn_only() -> None:
    assert playing(trick_begun()).press_action("play TH", LATER) == SendAction("play TH", 1)
    assert playing(waiting()).press_action("play TH", LATER) is None


def test_nothing_happens_before_the_first_scene() -> None:
    answers: list[InputResult | None] = []
    play = PlayerInput(CARD_KEYS)
    play.move(1)
    answers.append(play.press_key("1", T0))
    answers.append(play.press_cursor(T0))
    answers.append(play.press_action("bid 1", T0))
    assert answers == [None, None, None]
