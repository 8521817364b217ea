"""What the operator does while people play."""

from __future__ import annotations

from typing import Final

from tests.bench.lockstep.games import Plan, open_table
from tests.bench.lockstep.house import House
from tests.bench.lockstep.wire import TAKEN_OVER, Ask, Channel, Tell

NAMES: Final = ("Ana", "Bogdan", "Vlad", "Zoe")
PLAN: Final = Plan("belot", 4, persons=2, bots=("easy",), watchers=1, watch="delayed")
KICK_SECONDS: Final = 600.0
"""Whom the operator sent away may come back after so long."""
DRAIN_SECONDS: Final = 5.0


async def be_looked_after(house: House, matches: int, seed: str) -> None:
    """Be told something, be sent away, have the table closed; in the end the server stops."""
    owner, guest, watcher, witness = [await house.newcomer(name) for name in NAMES]
    for number in range(matches):
        table = await open_table(house, PLAN, [owner, guest], [watcher], f"{seed} {number}")
        await table.start()
        await table.play(acts=5)
        await house.order("list")
        await house.order("announce", "A line", "to \x1b[31meverybody")
        for person in house.people:
            await person.until_told("announced")
        await house.order("kick", "bogdan")
        await guest.until_closed()
        await house.until_agreed(
            "the bot", table.number, lambda other: other.presence_of(guest) == TAKEN_OVER
        )
        await table.settle()
        await house.wait()
        await house.enter(guest)
        await guest.until_closed()
        await house.wait(KICK_SECONDS)
        await house.enter(guest)
        await house.join(guest, table.number)
        await table.ask(guest, Ask.TAKE_BACK)
        await table.play(acts=5)
        await house.order("close", str(table.number))
        for person in (owner, guest, watcher):
            await person.until_has(Channel.LOBBY)
        await house.until_table_ended(table.number, witness)
    table = await open_table(house, PLAN, [owner, guest], [watcher], f"{seed} in the end")
    await table.start()
    await house.order("drain", f"{DRAIN_SECONDS:g}")
    await witness.until_told("draining")
    answer = await witness.ask(Ask.CREATE_TABLE, "whist", 4)
    assert answer[0] == Tell.REJECTED
    await house.end_after(DRAIN_SECONDS)
