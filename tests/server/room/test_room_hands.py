"""What watchers see of the hands: nothing, finished deals, or all while every seat agrees."""

from __future__ import annotations

import random
from typing import Any

import pytest

from levata.cards import Card, cards_of
from levata.game import Deal
from levata.games import GAMES, find_game
from levata.match import Match
from levata.options import parse_options
from levata.protocol.documents import Channel, HandsDocument, HandsShown, TablePhase
from levata.protocol.messages import AskSync, FreeSeat, Lend, Sit, Stand, Sync, Update, Vote
from levata_server.room.entries import Acted, CardsDealt, HandsSet
from levata_server.room.inputs import Renamed
from tests.support.table import Guest, TableDriver

WATCHER, OTHER = 90, 91
GAME_KEYS = [game.info.key for game in GAMES]
OPEN, CLOSE = Vote(1, "open_hands"), Vote(1, "close_hands")
NOTHING = HandsDocument()


def table_of(game: str = "whist", persons: int = 4, **more: Any) -> TableDriver:
    """Return a table whose match has begun, with a watcher."""
    more.setdefault("options", None if game == "whist" else {})
    table = TableDriver(game=game, persons=persons, pace="none", **more)
    table.join(WATCHER)
    table.start()
    return table


def agree(table: TableDriver, *persons: int) -> None:
    """Let persons agree to open the hands."""
    for person in persons:
        assert table.ask(person, OPEN) == "ok"


def opened(game: str = "whist", persons: int = 4, **more: Any) -> TableDriver:
    """Return a table at which everybody has agreed."""
    table = table_of(game, persons, **more)
    agree(table, *range(1, persons + 1))
    assert table.guests[WATCHER].table.hands == HandsShown.OPEN
    return table


def truth(table: TableDriver) -> tuple[tuple[Card, ...], ...]:
    """Return what the rules know of the hands."""
    return tuple(cards_of(hand) for hand in table.match.state.hands)


def frames(guest: Guest) -> list[Sync | Update]:
    """Return what a person was sent of the hands."""
    return [
        message
        for message in guest.messages
        if isinstance(message, Sync | Update) and message.channel == Channel.HANDS
    ]


def seated_saw_nothing(table: TableDriver, persons: int = 4) -> bool:
    """Return whether nobody who has a seat was sent anything of the hands."""
    return not any(frames(table.guests[person]) for person in range(1, persons + 1))


# --- consent -------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAME_KEYS)
def test_watchers_see_no_hand_unless_the_table_lets_them(game: str) -> None:  # A4
    table, rng = table_of(game), random.Random(game)
    while table.step(rng) and len(table.log) < 200:
        pass
    assert table.guests[WATCHER].table.hands == HandsShown.CLOSED
    assert table.ask(WATCHER, AskSync(1, Channel.HANDS)) == "ok"
    assert not frames(table.guests[WATCHER])
    assert seated_saw_nothing(table)


@pytest.mark.parametrize("game", GAME_KEYS)
def test_watchers_see_what_every_seat_holds_once_all_agree(game: str) -> None:  # A4
    table, rng = opened(game), random.Random(game)
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
    table = table_of(options={"sequence": "1-4-1", "forehead": "on"})
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


def test_consent_takes_every_person_and_no_computer_player() -> None:
    table = table_of(persons=3)
    watcher = table.guests[WATCHER]
    assert table.ask(WATCHER, OPEN) == "not_seated"
    agree(table, 1, 2, 2)
    assert watcher.table.votes == (("open_hands", 1), ("open_hands", 2))
    assert watcher.table.hands == HandsShown.CLOSED
    assert ("hands_agreed", ("P2",)) in table.guests[3].notices
    assert not frames(watcher)
    agree(table, 3)
    assert not watcher.table.votes
    assert watcher.table.hands == HandsShown.OPEN
    assert ("hands_opened", ()) in table.guests[3].notices
    assert watcher.hands == HandsDocument(1, False, truth(table))
    assert table.ask(1, OPEN) == "hands_open"


def test_consent_needs_a_match() -> None:
    table = TableDriver(persons=1)
    assert table.ask(1, OPEN) == "no_match"


def test_absent_persons_count_but_may_have_agreed_before() -> None:
    table = table_of(persons=3)
    agree(table, 2)
    table.drop(2)
    table.drop(3)
    agree(table, 1)
    assert table.guests[1].table.votes == (("open_hands", 1), ("open_hands", 2))
    table.fire("grace:2")  # a bot takes over, the seat stays his
    assert table.guests[1].hands_shown() == HandsShown.CLOSED
    table.join(3)
    agree(table, 3)
    assert table.guests[1].hands_shown() == HandsShown.OPEN


def test_whoever_lends_the_seat_must_agree_too() -> None:
    table = table_of(persons=2)
    assert table.ask(2, Lend(1)) == "ok"
    agree(table, 1)
    assert table.guests[1].hands_shown() == HandsShown.CLOSED
    agree(table, 2)
    assert table.guests[1].hands_shown() == HandsShown.OPEN
    assert not frames(table.guests[2])


def test_agreement_can_be_taken_back_before_all_agree() -> None:
    table = table_of(persons=2)
    for answer in (CLOSE, Vote(1, "open_hands", False), Vote(1, "close_hands", False)):
        agree(table, 1)
        assert table.ask(1, answer) == "ok"
        assert table.guests[2].table.votes == ()
    agree(table, 2)
    assert table.guests[1].hands_shown() == HandsShown.CLOSED
    assert not [entry for entry in table.log if isinstance(entry, HandsSet)]


@pytest.mark.parametrize("answer", [CLOSE, Vote(1, "open_hands", False)])
def test_any_seat_alone_ends_it_at_once(answer: Vote) -> None:  # A4
    table, rng = opened(), random.Random(2)
    watcher = table.guests[WATCHER]
    for _ in range(7):
        table.step(rng)
    assert table.ask(3, answer) == "ok"
    assert watcher.hands == NOTHING
    assert watcher.table.hands == HandsShown.CLOSED
    assert ("hands_closed", ("P3",)) in table.guests[1].notices
    sent = len(frames(watcher))
    for _ in range(40):
        table.step(rng)
    table.join(OTHER)
    assert table.ask(WATCHER, AskSync(1, Channel.HANDS)) == "ok"
    assert watcher.hands == NOTHING
    assert len(frames(watcher)) == sent + 1
    assert not frames(table.guests[OTHER])
    agree(table, 1, 2, 3)
    assert watcher.hands == NOTHING
    agree(table, 4)
    assert watcher.hands is not None
    assert watcher.hands.hands == truth(table)


@pytest.mark.parametrize("is_open", [True, False])
@pytest.mark.parametrize("how", ["stand", "leave", "free"])
def test_somebody_else_at_a_seat_ends_it(how: str, is_open: bool) -> None:
    table = table_of()
    agree(table, *range(1, 5 if is_open else 4))
    if how == "stand":
        assert table.ask(2, Stand(1)) == "ok"
    elif how == "leave":
        table.leave(2)
    else:
        table.drop(2)
        assert table.guests[1].hands_shown() == (HandsShown.OPEN if is_open else HandsShown.CLOSED)
        assert table.ask(1, FreeSeat(1, 1)) == "ok"
    view = table.guests[1].table
    assert (view.hands, view.votes) == (HandsShown.CLOSED, ())
    assert (("hands_closed", ("P2",)) in table.guests[1].notices) is is_open
    assert table.guests[WATCHER].hands == (NOTHING if is_open else None)
    agree(table, 1, 3, 4)
    # Whoever has left may come back to his seat, so he must agree.
    is_asked = how == "leave"
    assert table.guests[1].hands_shown() == (HandsShown.CLOSED if is_asked else HandsShown.OPEN)


def test_it_ends_with_the_match() -> None:
    table, rng = opened(), random.Random(3)
    while table.step(rng):
        pass
    watcher = table.guests[WATCHER]
    assert (watcher.table.phase, watcher.table.hands) == (TablePhase.OVER, HandsShown.CLOSED)
    assert watcher.hands == NOTHING
    table.start()
    assert watcher.table.hands == HandsShown.CLOSED
    assert watcher.hands == NOTHING


def test_watchers_who_come_late_or_again_get_the_whole_of_it() -> None:
    table, rng = opened(persons=2), random.Random(4)
    late = table.join(OTHER)
    assert isinstance(frames(late)[0], Sync)
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
    assert isinstance(frames(late)[-1], Sync)


def test_watcher_who_played_in_between_gets_the_whole_of_it_again() -> None:
    table, rng = opened(persons=2), random.Random(5)
    table.join(OTHER)
    while table.step(rng):
        pass
    assert table.ask(WATCHER, Sit(1, 2)) == "ok"
    table.start()
    agree(table, 1, 2, WATCHER)
    sent = len(frames(table.guests[WATCHER]))
    for _ in range(10):
        table.step(rng)
    assert len(frames(table.guests[WATCHER])) == sent
    assert table.ask(WATCHER, Stand(1)) == "ok"
    agree(table, 1, 2)
    assert table.guests[WATCHER].hands == table.guests[OTHER].hands
    assert isinstance(frames(table.guests[WATCHER])[-1], Sync)


# --- the log -------------------------------------------------------------------------------------


def test_agreement_survives_a_restart_and_a_new_name() -> None:
    table, rng = opened(persons=2), random.Random(6)
    table.handle(Renamed(2, "Dan"))
    for _ in range(5):
        table.step(rng)
    table.restart()
    watcher = table.join(WATCHER)
    assert watcher.table.hands == HandsShown.OPEN
    assert watcher.hands is not None
    assert watcher.hands.hands == truth(table)
    table.join(1)
    assert table.ask(1, CLOSE) == "ok"
    table.restart()
    watcher = table.join(WATCHER)
    assert watcher.table.hands == HandsShown.CLOSED
    assert not frames(watcher)


def test_agreement_does_not_outlive_the_match_in_the_log() -> None:
    table, rng = opened(), random.Random(7)
    while table.step(rng):
        pass
    table.restart()
    assert table.join(WATCHER).table.hands == HandsShown.CLOSED


# --- delayed -------------------------------------------------------------------------------------


def held_in(table: TableDriver) -> dict[int, list[set[Card]]]:
    """Return by number of the deal all cards that each seat held in it, from the log alone."""
    game = find_game(table.config.game)
    options = parse_options(game.info.options_type, table.config.options, table.config.seats)
    match = Match(game, options, table.config.seats)
    deals: dict[int, list[set[Card]]] = {}
    for entry in table.log:
        if isinstance(entry, CardsDealt):
            deals[match.deals + 1] = [set() for _ in range(table.config.seats)]
            match.deal(Deal(entry.order, entry.first))
        elif isinstance(entry, Acted):
            match.act(entry.seat, entry.action)
        else:
            continue
        for cards, hand in zip(deals[match.deals], match.state.hands, strict=True):
            cards.update(cards_of(hand))
    return deals


@pytest.mark.parametrize("game", GAME_KEYS)
def test_delayed_hands_are_those_of_the_deal_that_is_over(game: str) -> None:  # A4
    table, rng = table_of(game, watch="delayed"), random.Random(game)
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
    table = opened(watch="delayed")
    watcher = table.guests[WATCHER]
    assert watcher.hands == HandsDocument(1, False, truth(table))
    assert table.ask(1, CLOSE) == "ok"
    assert watcher.table.hands == HandsShown.DELAYED
    assert watcher.hands == NOTHING
    table.restart()
    assert table.join(1).table.hands == HandsShown.DELAYED


def test_hands_of_a_pack_that_is_only_cut_stay_secret() -> None:
    table, rng = (
        table_of("belot", options={"shuffle": "cut_only"}, watch="delayed"),
        random.Random(8),
    )
    while len(table.log) < 200 and table.step(rng):
        pass
    assert not frames(table.guests[WATCHER])


# --- watchers at the address of a player ---------------------------------------------------------


def warnings(table: TableDriver, person: int) -> list[tuple[str, ...]]:
    """Return the warnings that a person got."""
    return [facts for code, facts in table.guests[person].notices if code == "same_address"]


def test_everybody_is_warned_of_watchers_at_the_address_of_a_player() -> None:  # A4
    table = TableDriver(persons=3, pace="none")
    for person, address in ((1, "10.0.0.1"), (2, "10.0.0.2"), (3, "10.0.0.1")):
        table.join(person, address)
    table.join(WATCHER, "10.0.0.1")
    table.join(OTHER, "10.0.0.9")
    table.start()
    assert not warnings(table, 2)
    agree(table, 1, 2, 3)
    everybody = (1, 2, 3, WATCHER, OTHER)
    assert all(warnings(table, person) == [("P90", "P1, P3")] for person in everybody)
    table.join(92, "10.0.0.2")
    assert warnings(table, 1)[1:] == [("P92", "P2")]
    table.drop(2)
    table.drop(92)
    table.join(92, "10.0.0.2")  # he who has just closed the window of his seat
    assert warnings(table, 1)[2:] == [("P92", "P2")]
    table.join(2, "10.0.0.9")
    assert warnings(table, 1)[3:] == [("P91", "P2")]
    table.ask(1, CLOSE)
    table.join(93, "10.0.0.1")
    assert len(warnings(table, 1)) == 4


def test_nobody_is_warned_of_addresses_that_are_not_known() -> None:
    table = opened()
    table.join(OTHER)
    assert not warnings(table, 1)


def test_addresses_are_forgotten_with_those_who_came_from_there() -> None:
    table = TableDriver(persons=2)
    for person in (1, 2, WATCHER, OTHER):
        table.join(person, f"10.0.0.{person}")
    table.drop(WATCHER)
    table.leave(OTHER)
    table.drop(2)
    assert set(table.room.seating.addresses) == {1, 2}
    table.fire("grace:1")
    assert set(table.room.seating.addresses) == {1}
    table.leave(1)
    assert not table.room.seating.addresses


def test_what_watchers_are_sent_besides_stays_the_same() -> None:
    """The game document of watchers holds no hand, open or not."""
    table, rng = opened(), random.Random(9)
    for _ in range(30):
        table.step(rng)
        view = table.view(WATCHER)
        assert (view.seat, view.hand, view.legal) == (-1, (), ())
    assert table.ask(WATCHER, AskSync(1, Channel.GAME)) == "ok"
    assert table.view(WATCHER).hand == ()
