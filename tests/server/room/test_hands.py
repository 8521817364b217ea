"""What watchers see of the hands: nothing, finished deals, or all while every seat agrees."""

from __future__ import annotations

import random

import pytest

from levata.cards import Card
from levata.games import GAMES
from levata.protocol.documents import (
    Channel,
    HandsDocument,
    HandsShown,
    TablePhase,
)
from levata.protocol.messages import (
    AskSync,
    Sit,
    Stand,
    Sync,
)
from tests.support.watching import (
    CLOSE,
    NOTHING,
    OTHER,
    WATCHER,
    agree,
    frames_of_hands,
    held_in,
    opened_table,
    seated_saw_nothing,
    truth,
    watched_table,
)

GAME_KEYS = [game.info.key for game in GAMES]


@pytest.mark.parametrize("game", GAME_KEYS)
def test_watchers_see_no_hand_unless_the_table_lets_them(game: str) -> None:  # A4
    table, rng = watched_table(game), random.Random(game)
    while table.step(rng) and len(table.log) < 200:
        pass
    assert table.guests[WATCHER].table.hands == HandsShown.CLOSED
    assert table.ask(WATCHER, AskSync(1, Channel.HANDS)) == "ok"
    assert not frames_of_hands(table.guests[WATCHER])
    assert seated_saw_nothing(table)


@pytest.mark.parametrize("game", GAME_KEYS)
def test_watchers_see_what_every_seat_holds_once_all_agree(game: str) -> None:  # A4
    table, rng = opened_table(game), random.Random(game)
    watcher = table.guests[WATCHER]
    while watcher.table.phase != TablePhase.OVER and len(table.log) < 300:
        assert watcher.hands is not None
        assert not watcher.hands.is_over
        for seat, (shown, held) in enumerate(zip(watcher.hands.hands, truth(table), strict=True)):
            # Whoever plays blind has not looked, so that nobody has.
            assert shown == held or (shown == table.view(seat + 1).hand == ())
        assert table.step(rng)
    assert seated_saw_nothing(table)


def test_cards_on_foreheads_are_seen_by_watchers_and_not_by_their_owners() -> None:
    table = watched_table(options={"sequence": "1-4-1", "forehead": "on"})
    agree(table, 1, 2, 3, 4)
    watcher = table.guests[WATCHER]
    assert watcher.hands == HandsDocument(1, False, truth(table))
    assert [len(hand) for hand in truth(table)] == [1, 1, 1, 1]
    assert table.view(1).hand == ()
    assert seated_saw_nothing(table)
    rng = random.Random(1)
    while watcher.table.phase != TablePhase.OVER:
        assert watcher.hands is not None
        assert watcher.hands.hands == truth(table)
        assert table.step(rng)


def test_watchers_who_come_late_or_again_get_the_whole_of_it() -> None:
    table, rng = opened_table(persons=2), random.Random(4)
    late = table.join(OTHER)
    assert isinstance(frames_of_hands(late)[0], Sync)
    assert late.hands == table.guests[WATCHER].hands
    table.drop(WATCHER)
    table.drop(OTHER)
    for _ in range(3):
        table.step(rng)
    late = table.join(OTHER)
    assert late.hands is not None
    assert late.hands.hands == truth(table)
    assert table.ask(1, AskSync(1, Channel.HANDS)) == "no_such_document"
    assert table.ask(OTHER, AskSync(1, Channel.HANDS)) == "ok"
    assert isinstance(frames_of_hands(late)[-1], Sync)


def test_watcher_who_played_in_between_gets_the_whole_of_it_again() -> None:
    table, rng = opened_table(persons=2), random.Random(5)
    table.join(OTHER)
    while table.step(rng):
        pass
    assert table.ask(WATCHER, Sit(1, 2)) == "ok"
    table.start()
    agree(table, 1, 2, WATCHER)
    sent = len(frames_of_hands(table.guests[WATCHER]))
    for _ in range(10):
        table.step(rng)
    assert len(frames_of_hands(table.guests[WATCHER])) == sent
    assert table.ask(WATCHER, Stand(1)) == "ok"
    agree(table, 1, 2)
    assert table.guests[WATCHER].hands == table.guests[OTHER].hands
    assert isinstance(frames_of_hands(table.guests[WATCHER])[-1], Sync)


def test_what_watchers_are_sent_besides_stays_the_same() -> None:
    """The game document of watchers holds no hand, open or not."""
    table, rng = opened_table(), random.Random(9)
    for _ in range(30):
        table.step(rng)
        view = table.view(WATCHER)
        assert (view.seat, view.hand, view.legal) == (-1, (), ())
    assert table.ask(WATCHER, AskSync(1, Channel.GAME)) == "ok"
    assert table.view(WATCHER).hand == ()


# --- hands of deals that are over ----------------------------------------------------------------


@pytest.mark.parametrize("game", GAME_KEYS)
def test_delayed_hands_are_those_of_the_deal_that_is_over(game: str) -> None:  # A4
    table, rng = watched_table(game, watch="delayed"), random.Random(game)
    watcher = table.guests[WATCHER]
    assert watcher.table.hands == HandsShown.DELAYED
    seen: dict[int, tuple[tuple[Card, ...], ...]] = {}
    while len(table.log) < 400:
        deals = table.match.deals
        is_over = watcher.table.phase == TablePhase.OVER
        if deals - (not is_over):
            assert watcher.hands is not None
            assert (watcher.hands.deal, watcher.hands.is_over) == (deals - (not is_over), True)
            seen[watcher.hands.deal] = watcher.hands.hands
        else:
            assert watcher.hands is None
        if not table.step(rng):
            break
    assert seen
    held = held_in(table)
    for number, hands in seen.items():
        assert [set(hand) for hand in hands] == held[number]
    assert seated_saw_nothing(table)
    before = watcher.hands
    table.restart()
    assert table.join(WATCHER).hands == before


def test_delayed_table_can_agree_to_more_and_goes_back() -> None:
    table = opened_table(watch="delayed")
    watcher = table.guests[WATCHER]
    assert watcher.hands == HandsDocument(1, False, truth(table))
    assert table.ask(1, CLOSE) == "ok"
    assert watcher.table.hands == HandsShown.DELAYED
    assert watcher.hands == NOTHING
    table.restart()
    assert table.join(1).table.hands == HandsShown.DELAYED


def test_hands_of_a_pack_that_is_only_cut_stay_secret() -> None:
    table, rng = (
        watched_table("belot", options={"shuffle": "cut_only"}, watch="delayed"),
        random.Random(8),
    )
    while len(table.log) < 200 and table.step(rng):
        pass
    assert not frames_of_hands(table.guests[WATCHER])
