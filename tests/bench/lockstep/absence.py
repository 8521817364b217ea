"""What people do around a table: seats, bots and owners, and to be away, asleep or gone."""

from __future__ import annotations

from typing import Final

from tests.bench.lockstep.games import Plan, leave_table, open_table
from tests.bench.lockstep.house import House
from tests.bench.lockstep.person import Person
from tests.bench.lockstep.table import PlayedTable
from tests.bench.lockstep.wire import TAKEN_OVER, Ask, Channel

OPEN_GRACE_SECONDS: Final = 20.0
"""A seat waits so long for who has lost the connection before a match."""
GRACE_SECONDS: Final = 60.0
"""And so long in a match."""
IDLE_SECONDS: Final = 1800.0
"""A match that nobody attends is given up after so long."""
NUDGE_SECONDS: Final = 5.0
"""Whoever has reminded somebody may do it again after so long."""
NAMES: Final = ("Ana", "Bogdan", "Vlad", "Zoe")
PLAN: Final = Plan("septica", 4, {"games": 12}, persons=2, bots=("easy",), watchers=1)


async def sit_around(house: House, matches: int, seed: str) -> None:
    """Do all of it, as often as matches are played elsewhere."""
    owner, guest, watcher, _ = [await house.newcomer(name) for name in NAMES]
    for number in range(matches):
        for deeds in (arrange, be_away, give_up):
            table = await open_table(house, PLAN, [owner, guest], [watcher], f"{seed} {number}")
            await deeds(table, owner, guest, watcher)


async def arrange(table: PlayedTable, owner: Person, guest: Person, watcher: Person) -> None:
    """Change who sits where, say things, hand the table over; then play, twice."""
    house = table.house
    requests: tuple[tuple[Person, Ask, *tuple[object, ...]], ...] = (
        (guest, Ask.SIT, 0),
        (guest, Ask.SIT, 3),
        (guest, Ask.SIT, 9),
        (guest, Ask.SIT, 2),
        (guest, Ask.STAND),
        (guest, Ask.STAND),
        (guest, Ask.SIT, 1),
        (guest, Ask.ADD_BOT, 3),
        (guest, Ask.FREE_SEAT, 3),
        (guest, Ask.START),
        (owner, Ask.ADD_BOT, 0),
        (owner, Ask.ADD_BOT, 2, "random"),
        (owner, Ask.ADD_BOT, 3, "genius"),
        (owner, Ask.ADD_BOT, 3),
        (owner, Ask.FREE_SEAT, 3),
        (owner, Ask.FREE_SEAT, 3),
        (owner, Ask.FREE_SEAT, 1),
        (owner, Ask.FREE_SEAT, 9),
        (owner, Ask.NUDGE),
        (owner, Ask.LEND),
        (owner, Ask.VOTE, "pause"),
        (owner, Ask.ARRANGE, "ranks"),
        (owner, Ask.TAKE_BACK),
        (watcher, Ask.ARRANGE, "suits"),
        (watcher, Ask.SAY, "Noroc și bani! " * 9),
        (watcher, Ask.ASK_SYNC, int(Channel.GAME)),
        (watcher, Ask.ASK_SYNC, int(Channel.HANDS)),
        (owner, Ask.GIVE_OWNERSHIP, 99),
        (owner, Ask.GIVE_OWNERSHIP, watcher.number),
        (owner, Ask.START),
        (watcher, Ask.GIVE_OWNERSHIP, owner.number),
    )
    for person, tag, *fields in requests:
        await house.do(person, tag, *fields)
    for _ in range(2):
        await table.start()
        await table.play(acts=4)
        await house.do(owner, Ask.NUDGE)
        await house.do(owner, Ask.NUDGE)
        await house.wait(NUDGE_SECONDS)
        await house.do(owner, Ask.NUDGE)
        await house.do(watcher, Ask.LEND)
        await table.ask(guest, Ask.VOTE, "stop")
        await table.ask(guest, Ask.VOTE, "stop", False)
        await table.play(acts=4)
        for voter in (guest, owner):
            await table.ask(voter, Ask.VOTE, "stop")
    await leave_table(table)


async def be_away(table: PlayedTable, owner: Person, guest: Person, watcher: Person) -> None:
    """Lose the connection, for a while and for too long, before and in a match."""
    house = table.house
    await table.drop(guest)
    await house.wait(OPEN_GRACE_SECONDS)
    await house.until_agreed("a free seat", table.number, lambda other: other.seat_of(guest) < 0)
    await house.enter(guest)
    await house.do(guest, Ask.SIT, 1)
    await table.start()
    await table.play(acts=3)
    await table.drop(guest, is_cut=True)
    await house.wait(GRACE_SECONDS)
    await _until_taken_over(table, guest)
    await house.enter(guest)
    await table.ask(guest, Ask.TAKE_BACK)
    await table.play(acts=3)
    await table.drop(guest)
    await table.ask(owner, Ask.FREE_SEAT, guest.seat)
    await house.enter(guest)
    await table.ask(guest, Ask.TAKE_BACK)
    await table.play(acts=2)
    # With nobody but bots left to play, the match must not go on meanwhile.
    await table.ask(owner, Ask.VOTE, "pause")
    await table.drop(owner)
    await house.wait(GRACE_SECONDS)
    await _until_taken_over(table, owner)
    await house.enter(owner)
    await table.ask(owner, Ask.TAKE_BACK)
    await table.ask(owner, Ask.VOTE, "resume")
    await table.play(acts=2)
    await table.ask(watcher, Ask.VOTE, "stop")
    await table.ask(owner, Ask.VOTE, "stop")
    await leave_table(table)


async def give_up(table: PlayedTable, owner: Person, guest: Person, watcher: Person) -> None:
    """Leave in the middle of a match and come back, one and all; then leave for good."""
    house, number = table.house, table.number
    await table.start()
    await table.play(acts=3)
    await table.leave(guest)
    await house.wait()
    await table.play(acts=2)
    await house.join(guest, number)
    await table.ask(guest, Ask.TAKE_BACK)
    await table.play(acts=2)
    for voter in (owner, guest):
        await table.ask(voter, Ask.VOTE, "pause")
    for person in (owner, guest, watcher):
        await table.leave(person)
        await house.wait()
    await house.wait(GRACE_SECONDS)
    for person in (watcher, owner, guest):
        await house.join(person, number)
        await table.ask(person, Ask.TAKE_BACK)
    for voter in (owner, guest):
        await table.ask(voter, Ask.VOTE, "resume")
    await table.play(acts=3)
    await table.ask(guest, Ask.STAND)
    await table.play(acts=3)
    await table.ask(owner, Ask.VOTE, "pause")
    for person in (guest, watcher, owner):
        await table.leave(person)
    await house.wait(IDLE_SECONDS)
    # One for the record of the match, the next for the end of the table.
    for name in ("Anna", "Ana"):
        await owner.ask(Ask.RENAME, name)
    await house.until_table_ended(number, owner)


async def _until_taken_over(table: PlayedTable, person: Person) -> None:
    await table.house.until_agreed(
        f"{person}'s bot", table.number, lambda other: other.presence_of(person) == TAKEN_OVER
    )
    await table.settle()
