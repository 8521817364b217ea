"""What everybody is shown of the table and the game, and the lobby of the table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from levata.cards import HandOrder
from levata.game import EndReason
from levata.protocol.documents import (
    Channel,
    Presence,
    SeatKind,
    TablePhase,
)
from levata.protocol.messages import (
    Act,
    Message,
    Say,
    Sit,
    Stand,
    Sync,
    Update,
)
from levata_server.room.effects import (
    Effects,
    Send,
    Summarised,
)
from levata_server.room.entries import (
    SeatSet,
)
from levata_server.room.inputs import (
    Joined,
    Requested,
)
from levata_server.room.matches import Matches
from levata_server.room.publisher import Publisher
from levata_server.room.running import RunningMatch
from levata_server.room.votes import Motion
from tests.support.room_parts import seating_of, sit, terms_of
from tests.support.table import TableDriver


class Published:
    """A publisher with the parts that it reads, and nobody who tells it anything."""

    def __init__(self, *persons: int, **changes: Any) -> None:
        terms = terms_of(**changes)
        self.effects = Effects()
        self.effects.begin(100.0)
        self.seating = seating_of(*persons, bots=4 - len(persons))
        self.matches = Matches(terms, self.seating, self.effects)
        self.publisher = Publisher(terms, self.seating, self.matches, self.effects)

    def sent(self) -> list[tuple[int, Channel, type[Message]]]:
        """Publish; return who was sent what kind of message on which channel."""
        self.publisher.publish()
        return self.taken()

    def taken(self) -> list[tuple[int, Channel, type[Message]]]:
        """Return who was sent what kind of message on which channel."""
        return [
            (effect.person, effect.message.channel, type(effect.message))
            for effect in self.effects.take()
            if isinstance(effect, Send) and isinstance(effect.message, Sync | Update)
        ]

    def step(self) -> RunningMatch:
        """Deal the cards of a match, for all to see."""
        self.matches.start()
        running = self.matches.in_progress()
        self.publisher.publish_step(running, running.deal(running.match.draw()) or ())
        return running


def test_table_goes_whole_to_newcomers_and_by_its_changes_to_all_others() -> None:
    room = Published(1, 2)
    assert room.sent() == [(1, Channel.TABLE, Sync), (2, Channel.TABLE, Sync)]
    assert room.sent() == []
    room.seating.come(3, "P3", "")
    assert room.sent() == [
        (1, Channel.TABLE, Update),
        (2, Channel.TABLE, Update),
        (3, Channel.TABLE, Sync),
    ]
    room.seating.go(3)
    assert room.sent() == [(1, Channel.TABLE, Update), (2, Channel.TABLE, Update)]


TABLE_CHANGES: list[Callable[[Published], object]] = [
    lambda room: room.seating.set_owner(2),
    lambda room: room.seating.rename(2, "Dan"),
    lambda room: room.seating.set_presence(3, Presence.LENT),
    lambda room: room.matches.start(),
]
MATCH_CHANGES: list[Callable[[RunningMatch], object]] = [
    lambda running: running.set_pause(True),
    lambda running: running.votes.agree(1, Motion.STOP),
    lambda running: running.open_hands(),
    lambda running: running.close(EndReason.VOID),
]


@pytest.mark.parametrize("change", TABLE_CHANGES)
def test_table_is_published_whatever_changes_in_it(change: Callable[[Published], object]) -> None:
    room = Published(1, 2)
    room.sent()
    change(room)
    assert room.sent() == [(1, Channel.TABLE, Update), (2, Channel.TABLE, Update)]
    assert room.sent() == []


@pytest.mark.parametrize("change", MATCH_CHANGES)
def test_table_is_published_whatever_changes_in_its_match(
    change: Callable[[RunningMatch], object],
) -> None:
    room = Published(1, 2)
    room.matches.start()
    room.sent()
    change(room.matches.in_progress())
    assert room.sent() == [(1, Channel.TABLE, Update), (2, Channel.TABLE, Update)]
    assert room.sent() == []


def test_what_concerns_nobody_else_is_not_published() -> None:
    room = Published(1, 2)
    room.sent()
    room.seating.arrange(0, HandOrder.RANKS)
    room.seating.come(1, "P1", "10.0.0.1")
    assert room.sent() == []


def test_game_goes_whole_to_whoever_sees_it_from_elsewhere() -> None:
    room = Published(1, 2)
    room.seating.come(8, "P8", "")
    room.step()
    assert room.taken() == [
        (1, Channel.GAME, Sync),
        (2, Channel.GAME, Sync),
        (8, Channel.GAME, Sync),
    ]
    room.sent()
    room.seating.set_presence(1, Presence.LENT)
    assert (2, Channel.GAME, Sync) in room.sent()
    room.seating.occupy(SeatSet(1, SeatKind.EMPTY))
    sit(room.seating, 2, 8)
    assert [each for each in room.sent() if each[1] == Channel.GAME] == [
        (2, Channel.GAME, Sync),
        (8, Channel.GAME, Sync),
    ]
    room.seating.rename(8, "Dan")
    assert all(channel == Channel.TABLE for _, channel, _ in room.sent())


def test_whoever_is_welcome_has_nothing_yet() -> None:
    room = Published(1, 2)
    room.step()
    room.sent()
    room.publisher.welcome(2)
    assert room.taken() == [(2, Channel.TABLE, Sync), (2, Channel.GAME, Sync)]
    assert room.sent() == []


def test_game_is_not_sent_before_there_is_one() -> None:
    room = Published(1)
    room.sent()
    room.publisher.send_game(1)
    room.publisher.hands.send(1)
    assert room.taken() == []


def test_step_of_the_next_match_begins_its_documents_anew() -> None:
    room = Published(1)
    room.step()
    room.publisher.send_game(1)
    room.matches.in_progress().close(EndReason.VOID)
    room.sent()
    room.step()
    assert room.taken() == [(1, Channel.GAME, Sync)]


def test_lobby_hears_of_what_its_row_shows() -> None:
    room = Published(1, 2)
    room.publisher.publish()
    assert Summarised() in room.effects.take()
    room.seating.set_owner(2)
    room.publisher.publish()
    assert Summarised() not in room.effects.take()
    room.seating.come(8, "P8", "")
    room.publisher.publish()
    assert Summarised() in room.effects.take()
    assert room.publisher.table_row().watchers == 1


# --- in a room -----------------------------------------------------------------------------------


def _reaches(table: TableDriver, person: int) -> bool:
    for _ in range(10):
        if table.guests[person].decision:
            return True
        if not table.asked:
            return False
        table.answer_bot()
    return False


def test_accepted_act_is_answered_by_its_own_update_only() -> None:
    table = TableDriver(persons=2)
    table.start()
    actor = next(person for person in (1, 2) if _reaches(table, person))
    other = 3 - actor
    table.guests[other].messages.clear()
    assert table.ask(actor, Act(1, table.guests[actor].decision, "bid 0")) == "ok"
    updates = [m for m in table.guests[other].messages if isinstance(m, Update)]
    assert all(update.ref == 0 for update in updates)


def test_spectator_who_comes_and_goes_leaves_the_players_alone() -> None:  # G4
    table = TableDriver(persons=1, pace="none")
    table.start()
    before = table.guests[1].mirrors[Channel.GAME].document
    for _ in range(3):
        table.join(9)
        assert table.guests[9].mirrors[Channel.GAME].document is not None
        table.drop(9)
    assert table.guests[1].mirrors[Channel.GAME].document == before


def test_second_connection_of_a_person_gets_everything_again() -> None:
    table = TableDriver(persons=1)
    table.start()
    guest = table.guests[1]
    guest.messages.clear()
    table.join(1)
    assert {m.channel for m in guest.messages if isinstance(m, Sync)} == {
        Channel.TABLE,
        Channel.GAME,
    }
    assert not guest.notices


def test_whoever_gives_up_the_seat_after_the_match_sees_it_as_a_spectator() -> None:
    table = TableDriver(persons=2, pace="none")
    table.start()
    table.play_on()
    table.ask(2, Stand(1))
    assert table.view(2).seat == -1
    table.ask(2, Sit(1, 2))
    assert table.view(2).seat == 2


def test_names_on_the_wire_never_come_with_another_persons_token() -> None:  # A8
    table = TableDriver(persons=2)
    table.start()
    rows = table.guests[1].table.seats
    assert {row.person for row in rows if row.kind == SeatKind.PERSON} == {1, 2}


def test_lobby_row_is_announced_only_when_it_changes() -> None:
    table = TableDriver(persons=1)
    assert Summarised() in table.handle(Joined(2, "P2"))
    assert Summarised() not in table.handle(Requested(1, Say(5, "hello")))
    row = table.room.summary()
    assert row.options == {"sequence": "1-4-1"}
    assert row.phase == TablePhase.OPEN
    assert table.room.present == {1, 2}
