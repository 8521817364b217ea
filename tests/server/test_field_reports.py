"""Troubles seen at other card tables, each told once more to this one.

Most reports are told where they belong: tests name them, and ``tests/arch/test_field_reports.py``
finds every one. Here are those that belong nowhere else.
"""

from __future__ import annotations

import asyncio
import random
from typing import Any

import msgpack
import msgspec
import pytest

from levata.bots.levels import LEVELS, bot_rng, find_bot
from levata.games import GAMES
from levata.protocol.documents import Channel, HandsDocument, Presence, SeatKind, TablePhase
from levata.protocol.messages import (
    Act,
    AskSync,
    Lend,
    Notice,
    Rejected,
    Sit,
    Start,
    Sync,
    TakeBack,
    Update,
    Vote,
)
from levata_server.room.entries import Acted
from levata_server.room.inputs import BotChose, TimerFired
from levata_server.room.seating import SPECTATOR
from tests.support.clients import Client, play
from tests.support.server import running
from tests.support.table import TableDriver

WATCHER = 90
GAME_KEYS = [game.info.key for game in GAMES]


def table_of(game: str, persons: int = 4, pace: str = "none") -> TableDriver:
    """Return a table with persons on its first seats."""
    options: dict[str, Any] | None = None if game == "whist" else {}
    return TableDriver(game=game, persons=persons, options=options, pace=pace)


# --- who sees what -------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAME_KEYS)
def test_second_identity_of_a_player_sees_what_any_watcher_sees(game: str) -> None:  # A4
    table, rng = table_of(game), random.Random(game)
    table.join(WATCHER)
    table.start()
    for _ in range(60):
        watcher = table.view(WATCHER)
        assert (watcher.seat, watcher.legal) == (SPECTATOR, ())
        assert not table.guests[WATCHER].decision
        # Nothing is open to it that is not open to everybody at the table.
        assert table.ask(WATCHER, AskSync(1, Channel.GAME)) == "ok"
        if not table.step(rng):
            break


async def test_second_identity_of_a_player_sees_hands_only_by_consent_of_all() -> None:  # A4
    async with (
        running() as server,
        Client(server.port) as ana,
        Client(server.port) as dan,
        Client(server.port) as second,
    ):
        await ana.hello("Ana")
        await dan.hello("Dan")
        await second.hello("Eva")
        table = await ana.create()
        await dan.join(table)
        await dan.sit(1)
        await ana.start()
        await second.join(table)
        await second.until(lambda: second.mirrors[Channel.GAME].document is not None)
        assert await second.refused(Vote(50, "open_hands")) == "not_seated"
        await ana.done(Vote(50, "open_hands"))
        await ana.until(lambda: bool(ana.table.votes))
        assert second.mirrors[Channel.HANDS].document is None
        await dan.done(Vote(50, "open_hands"))
        await second.until(lambda: second.mirrors[Channel.HANDS].document is not None)
        hands = msgspec.convert(second.mirrors[Channel.HANDS].document, HandsDocument).hands
        assert hands[0] == ana.game.hand
        # All three come from this machine, which everybody is told.
        for client in (ana, dan, second):
            notice = await client.receive(Notice, lambda notice: notice.code == "same_address")
            assert notice.facts == ("Eva", "Ana, Dan")
        await dan.done(Vote(51, "close_hands"))
        await second.until(lambda: second.mirrors[Channel.HANDS].document == [0, False, []])
        assert await ana.refused(AskSync(51, Channel.HANDS)) == "no_such_document"
        for client in (ana, dan):
            assert client.mirrors[Channel.HANDS].document is None


async def test_nobody_becomes_more_than_his_token_says() -> None:  # A3, A11, B17
    """Roles, seats and persons are no fields of any message, so they are refused as such."""
    async with running() as server, Client(server.port) as ana, Client(server.port) as thief:
        person = (await ana.hello("Ana")).person
        table = await ana.create()
        await ana.start()
        await ana.until(lambda: ana.is_to_act)
        await thief.hello("Ana")
        await thief.join(table)
        frames = [
            msgpack.packb([3, 50, table, "", True]),
            msgpack.packb([3, 51, table, "", person]),
            msgpack.packb([4, 52, 0, person]),
            msgpack.packb([9, 53, ana.decision, ana.game.legal[0], 0]),
            msgpack.packb([13, 54, Channel.GAME, 0]),
        ]
        for frame in frames:
            since = len(thief.messages)
            await thief.send_frame(frame)
            answer = await thief.receive(Rejected, since=since)
            assert (answer.ref, answer.code) == (0, "bad_message")
        assert await thief.refused(Sit(60, 0)) == "match_running"
        await thief.done(AskSync(61, Channel.GAME))
        for message in thief.messages:
            if isinstance(message, Sync | Update):
                assert message.decision == 0
        assert thief.game.seat == SPECTATOR
        assert thief.game.legal == ()
        assert ana.decision


def test_same_person_never_has_two_seats() -> None:  # B17
    table = TableDriver(persons=2)
    for seat in (2, 3, 2, 0):
        assert table.ask(1, Sit(1, seat)) == "ok"
        owned = [row for row in table.guests[2].table.seats if row.person == 1]
        assert len(owned) == 1
        assert table.guests[2].table.seats[seat].person == 1
    assert table.ask(1, Sit(1, 1)) == "seat_taken"


# --- coming and going ----------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAME_KEYS)
def test_restart_at_any_step_while_a_partner_is_away_refuses_nobody(game: str) -> None:  # C9
    table, rng = table_of(game), random.Random(game)
    table.start()
    for step in range(40):
        absent = 1 + step % 4
        table.drop(absent)
        table.restart()
        others = [person for person in range(1, 5) if person != absent]
        for person in others:
            assert table.join(person).table.phase in (TablePhase.PLAYING, TablePhase.OVER)
        assert table.guests[others[0]].table.seats[absent - 1].presence == Presence.AWAY
        for person in others:
            assert table.view(person).seat == person - 1
        ready = [table.guests[person] for person in others if table.guests[person].decision]
        for guest in ready:
            action = rng.choice(table.view(guest.number).legal)
            assert table.ask(guest.number, Act(1, guest.decision, action)) == "ok"
        table.join(absent)
        if not table.step(rng):
            assert table.documents
            break
    assert len(table.log) > 20


def test_reconnect_before_the_match_does_not_miss_its_start() -> None:  # C13
    table = TableDriver(persons=2)
    table.drop(2)
    assert table.guests[1].presence(1) == Presence.AWAY
    guest = table.join(2)
    assert guest.phase() == TablePhase.OPEN
    table.start()
    assert guest.phase() == TablePhase.PLAYING
    assert table.view(2).seat == 1
    while not guest.decision:
        assert table.step(random.Random(1))
    assert table.ask(2, Act(1, guest.decision, table.view(2).legal[0])) == "ok"


def test_reconnect_while_the_match_starts_gets_a_seat_in_it() -> None:  # B6, C13
    table = TableDriver(persons=2)
    table.drop(2)
    table.start()
    guest = table.join(2)
    assert (guest.table.phase, table.view(2).seat) == (TablePhase.PLAYING, 1)


async def test_table_with_a_lost_person_can_be_started_by_the_others() -> None:  # B8
    async with running() as server, Client(server.port) as ana:
        await ana.hello("Ana")
        table = await ana.create()
        async with Client(server.port) as boris:
            await boris.hello("Boris")
            await boris.join(table)
            await boris.sit(1)
            await boris.cut()
            await ana.until(lambda: ana.table.seats[1].presence == Presence.AWAY)
            await ana.done(Start(50))
            await ana.until(lambda: ana.mirrors[Channel.GAME].document is not None)
            assert ana.table.seats[1].kind == SeatKind.PERSON
            assert all(row.kind != SeatKind.EMPTY for row in ana.table.seats)
        async with Client(server.port) as back:
            await back.hello(token=boris.welcome.token)
            await back.until(lambda: back.is_seated)
            assert back.seat == 1
            both = asyncio.gather(play(ana, 1, stop_after=1), play(back, 2, stop_after=1))
            assert list(await both) == [1, 1]


# --- clocks --------------------------------------------------------------------------------------


def test_match_in_which_everybody_sleeps_has_one_outcome() -> None:  # D1, D4
    table = TableDriver(persons=4, pace="quick")
    table.start()
    while not table.documents:
        clocks = [name for name in table.timers if name.startswith("clock:")]
        if clocks:
            (name,) = clocks
            seat = int(name.partition(":")[2])
            to_act = [guest.number - 1 for guest in table.guests.values() if guest.decision]
            assert to_act == [seat]
            before = len(table.log)
            table.fire(name)
            acted = [entry for entry in table.log[before:] if isinstance(entry, Acted)]
            # Whoever had to act is the one who is charged.
            assert (acted[0].seat, acted[0].auto) == (seat, "timeout")
            assert all(entry.auto in ("timeout", "forced") for entry in acted)
        else:
            table.run_bots()
    assert len(table.documents) == 1
    for timer in ("clock:0", "clock:1", "masked"):
        table.handle(TimerFired(timer))
    assert len(table.documents) == 1
    assert table.documents[0]["result"]["reason"] == "completed"


@pytest.mark.parametrize("game", ["whist", "belot"])
def test_clock_is_the_servers_and_the_same_for_all(game: str) -> None:  # D9
    table, rng = table_of(game, pace="normal"), random.Random(3)
    table.join(WATCHER)
    table.start()
    seen = 0
    for _ in range(30):
        readings = {guest.clock for guest in table.guests.values()}
        assert len(readings) == 1
        (reading,) = readings
        seen += bool(reading)
        table.now += rng.uniform(0, 4)
        if not table.step(rng):
            break
    assert seen > 20
    # Time that a message needs to get here is the reserve's: the clock runs from one place only.
    guest = next(guest for guest in table.guests.values() if guest.decision)
    table.now += 1.5
    table.ask(guest.number, AskSync(1, Channel.GAME))
    table.ask(WATCHER, AskSync(1, Channel.GAME))
    assert guest.clock == table.guests[WATCHER].clock


# --- computer players ----------------------------------------------------------------------------


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("game", GAME_KEYS)
def test_bot_takes_over_in_any_position(game: str, level: str) -> None:  # B14
    table, rng = table_of(game, persons=1), random.Random(f"{game}{level}")
    table.start()
    answered = 0
    for step in range(120):
        if table.guests[1].decision and step % 2:
            # The seat is lent for this one decision; nobody has told the bot what was before.
            assert table.ask(1, Lend(1)) == "ok"
            assert table.asked
        elif step % 11 == 0:
            table.restart()
            table.join(1)
        if not table.asked:
            if not table.step(rng):
                break
            continue
        ask = table.asked.pop()
        rng_of_bot = bot_rng(ask.seed, ask.seat, ask.decision, level)
        action = find_bot(ask.question.game, level).choose(ask.question, rng_of_bot).action
        assert action in ask.question.view.legal
        table.handle(BotChose(ask.seat, ask.decision, action))
        answered += 1
        if table.guests[1].phase() == TablePhase.PLAYING:
            assert table.ask(1, TakeBack(1)) == "ok"
    assert answered > 20
