"""Seats and people: who is here, who sits where, who sees what."""

from __future__ import annotations

import pytest

from levata.cards import HandOrder
from levata.protocol.documents import (
    Presence,
    SeatKind,
)
from levata_server.room.entries import (
    SeatSet,
)
from levata_server.room.seating import BOT_NAMES, SPECTATOR, Seating, Viewpoint, bot_name
from tests.support.room_parts import seating_of, sit
from tests.support.table import refusal


def test_who_comes_first_watches() -> None:
    seating = Seating(4, owner=1)
    seating.come(2, "Dan", "")
    seating.come(1, "Ana", "")
    assert dict(seating.present) == {2: "Dan", 1: "Ana"}
    assert seating.watchers == ((2, "Dan"), (1, "Ana"))
    assert list(seating.audiences) == [(SPECTATOR, (2, 1))]
    assert seating.audience_of(2) == SPECTATOR
    assert seating.seat_of(2) is None


def test_seat_belongs_to_whoever_occupies_it() -> None:
    seating = seating_of(1, 2, bots=1)
    assert (seating.seat_of(2), seating.audience_of(2), seating.own_seat(2)) == (1, 1, 1)
    assert seating.seated == [1, 2]
    assert seating.bot_driven == {2}
    assert not seating.watchers
    assert list(seating.audiences) == [(0, (1,)), (1, (2,))]
    assert [row.kind for row in seating.rows] == [
        SeatKind.PERSON,
        SeatKind.PERSON,
        SeatKind.BOT,
        SeatKind.EMPTY,
    ]
    seating.occupy(SeatSet(1, SeatKind.EMPTY))
    assert seating.seat_of(2) is None
    assert seating.watchers == ((2, "P2"),)
    assert list(seating.audiences) == [(0, (1,)), (SPECTATOR, (2,))]


def test_whoever_goes_keeps_the_seat() -> None:
    seating = seating_of(1, 2)
    seating.go(2)
    assert seating.seat_of(2) == 1
    assert (seating.seated, seating.electorate) == ([1, 2], [1])
    assert list(seating.audiences) == [(0, (1,))]
    assert 2 not in seating.viewpoints


def test_seat_that_waits_for_its_person_does_no_longer_when_he_comes() -> None:
    seating = seating_of(1, 2)
    seating.go(2)
    seating.set_presence(1, Presence.AWAY)
    assert seating.seats[1].is_away
    seating.come(2, "Dan", "")
    assert (seating.seats[1].presence, seating.seats[1].name) == (Presence.PRESENT, "Dan")


@pytest.mark.parametrize("presence", [Presence.LENT, Presence.TAKEN_OVER])
def test_bot_goes_on_at_a_seat_whose_person_comes_back(presence: Presence) -> None:
    seating = seating_of(1, 2)
    seating.set_presence(1, presence)
    seating.go(2)
    seating.come(2, "P2", "")
    assert seating.seats[1].presence == presence
    assert seating.bot_driven == {1}
    assert seating.viewpoints[2] == Viewpoint(1, is_bot_driven=True)


def test_name_changes_on_the_seat_too() -> None:
    seating = seating_of(1)
    seating.come(2, "P2", "")
    seating.rename(1, "Ana")
    seating.rename(2, "Dan")
    assert dict(seating.present) == {1: "Ana", 2: "Dan"}
    assert (seating.rows[0].name, seating.watchers) == ("Ana", ((2, "Dan"),))


def test_hand_order_is_forgotten_with_the_seat() -> None:
    seating = seating_of(1)
    seating.arrange(0, HandOrder.RANKS)
    assert [seat.order for seat in seating.seats][:2] == [HandOrder.RANKS, HandOrder.SUITS]
    sit(seating, 0, 2)
    assert {seat.order for seat in seating.seats} == {HandOrder.SUITS}


def test_only_a_seat_left_to_a_bot_by_somebody_absent_is_deserted() -> None:
    seating = seating_of(1, 2, bots=1)
    seating.set_presence(0, Presence.TAKEN_OVER)
    assert not seating.is_deserted(0)
    seating.go(1)
    assert seating.is_deserted(0)
    seating.set_presence(1, Presence.LENT)
    seating.go(2)
    assert [seating.is_deserted(number) for number in (1, 2, 3)] == [False, False, False]


def test_restart_leaves_everybody_away_who_played_himself() -> None:
    seating = seating_of(1, 2, bots=1)
    seating.set_presence(1, Presence.LENT)
    seating.lose_all()
    assert [seat.presence for seat in seating.seats] == [
        Presence.AWAY,
        Presence.LENT,
        Presence.PRESENT,
        Presence.PRESENT,
    ]


def test_heir_is_somebody_seated_before_anybody_else() -> None:
    seating = Seating(4, owner=1)
    assert seating.heir == 0
    seating.come(5, "P5", "")
    assert seating.heir == 5
    seating.come(6, "P6", "")
    sit(seating, 3, 6)
    assert seating.heir == 6
    seating.go(6)
    assert seating.heir == 5


def test_owner_alone_may_do_what_the_owner_may() -> None:
    seating = seating_of(1, 2)
    seating.check_owner(1)
    assert refusal(seating.check_owner, 2) == "not_owner"
    seating.set_owner(2)
    seating.check_owner(2)


def test_seats_that_are_not_there_are_refused() -> None:
    seating = seating_of(1)
    assert refusal(seating.seat, 4) == "no_such_seat"
    assert refusal(seating.own_seat, 2) == "not_seated"
    assert seating.seat(0).person == 1


def test_addresses_are_kept_for_those_here_and_those_with_a_seat() -> None:
    seating = seating_of(1)
    seating.come(1, "P1", "10.0.0.1")
    seating.come(2, "P2", "10.0.0.2")
    seating.go(1)
    assert dict(seating.addresses) == {1: "10.0.0.1", 2: "10.0.0.2"}
    seating.go(2)
    assert dict(seating.addresses) == {1: "10.0.0.1"}
    seating.occupy(SeatSet(0, SeatKind.EMPTY))
    assert not seating.addresses


def test_watchers_are_found_at_the_address_of_players() -> None:
    seating = seating_of(1, 2, 3)
    for person, address in ((1, "a"), (2, "b"), (3, "a"), (8, "a"), (9, ""), (10, "c")):
        seating.come(person, f"P{person}", address)
    assert seating.shared_addresses() == [("P8", ["P1", "P3"])]
    assert seating.shared_addresses(newcomer=8) == [("P8", ["P1", "P3"])]
    assert seating.shared_addresses(newcomer=3) == [("P8", ["P3"])]
    assert seating.shared_addresses(newcomer=2) == []


def test_what_is_shown_stays_the_same_object_until_somebody_moves() -> None:
    seating = seating_of(1, 2)
    before = seating.seats, seating.rows, seating.viewpoints, seating.present
    assert before == (seating.seats, seating.rows, seating.viewpoints, seating.present)
    seating.set_presence(0, Presence.LENT)
    assert before[0][0].presence == before[1][0].presence == Presence.PRESENT
    assert before[2][1] == Viewpoint(0, is_bot_driven=False)
    assert seating.rows[0].presence == Presence.LENT
    assert seating.viewpoints[1] == Viewpoint(0, is_bot_driven=True)


def test_bots_get_a_name_that_nobody_has() -> None:
    taken = list(BOT_NAMES[1:])
    assert bot_name(taken, "any") == BOT_NAMES[0]
    assert bot_name([], "same") == bot_name([], "same")
