"""Matches of every game: people only, people among computer players, and over restarts."""

from __future__ import annotations

import signal
from typing import Final, NamedTuple

from tests.bench.lockstep.house import House
from tests.bench.lockstep.person import Person
from tests.bench.lockstep.table import PlayedTable
from tests.bench.lockstep.wire import Ask, Tell

NAMES: Final = ("Ana", "Bogdan", "Călin", "Доротея", "Elena", "Ștefan")
WATCHERS: Final = ("Vlad", "Zoe")
MISCHIEF: Final = 0.04
"""How often people do something else than play, where they do at all."""


class Plan(NamedTuple):
    """A table as it will be opened; seats without person and bot are filled at the start."""

    game: str
    seats: int
    options: dict[str, str | int] | None = None
    persons: int = 0
    """Of the seats; 0 for all."""
    bots: tuple[str, ...] = ()
    """Levels of computer players on the next seats."""
    watchers: int = 0
    watch: str = "closed"
    pace: str = "none"
    level: str = "random"
    mischief: float = 0.0
    acts: int | None = None
    """Of persons, after which they vote to stop; None for the whole match."""


PLANS: Final = (
    Plan("whist", 4, persons=2, bots=("easy",), watchers=2, watch="delayed", mischief=MISCHIEF),
    Plan("whist", 4),
    Plan("whist", 3, {"sequence": "8-1-8", "scoring": "2n+1", "hook": "off"}, watchers=1),
    Plan("whist", 3, {"sequence": "1-4-1", "one_card_trump": "off"}, persons=1),
    Plan(
        "whist",
        5,
        {"sequence": "1-4-1", "forehead": "on", "one_card_streak": "count", "streak_len": 2},
        watchers=1,
        mischief=MISCHIEF,
    ),
    Plan(
        "whist",
        6,
        {
            "sequence": "1-4-1",
            "repeat_if_all_fail": "on",
            "repeat_keep_scores": "on",
            "max_repeats": 2,
            "premiere": "off",
            "one_card_streak": "reset",
        },
        persons=3,
        bots=("random", "easy"),
        watchers=1,
    ),
    Plan("rentz", 4, persons=2, bots=("easy",), watchers=2, watch="delayed", mischief=MISCHIEF),
    Plan("rentz", 3, {"nv": "on", "refuse_rentz": 2}, watchers=1, mischief=MISCHIEF),
    Plan(
        "rentz",
        5,
        {"layout_start": "median", "ace_extra": "forced", "early_end": "off"},
        persons=1,
        bots=("easy", "easy", "random"),
        watchers=1,
        acts=60,
    ),
    Plan(
        "rentz",
        6,
        {
            "preset": "online8",
            "values": "-100/-25/-20/-15/100/30",
            "rentz_payout": "300/150/50/0",
            "hearts_lead": "not_while_other_suit",
            "rating_pool": "present",
            "nv": "on",
            "refuse_rentz": 1,
        },
        persons=2,
        level="easy",
        watchers=1,
        watch="delayed",
        acts=100,
    ),
    Plan("septica", 2, {"games": 4}, watchers=1, mischief=MISCHIEF),
    Plan("septica", 3, {"removed_eights": "8D-8H", "games": 3, "regen_mode": "set"}),
    Plan("septica", 4, {"partners": "on", "games": 2}, persons=3, level="easy", watchers=1),
    Plan(
        "septica",
        4,
        {"continue_when_winning": "on", "show_points": "off", "games": 4, "regen": "off"},
        persons=3,
        bots=("easy",),
        watchers=2,
        watch="delayed",
        mischief=MISCHIEF,
    ),
    Plan("belot", 4, persons=2, bots=("easy",), watchers=2, watch="delayed", mischief=MISCHIEF),
    Plan("belot", 4),
    Plan(
        "belot",
        4,
        {
            "shuffle": "cut_only",
            "capot_rule": "one_more_deal",
            "quint_compare": "class",
            "auto_belot": "off",
        },
        watchers=1,
        watch="delayed",
        mischief=MISCHIEF,
    ),
    Plan(
        "belot",
        4,
        {
            "target": 101,
            "run_from_double": "off",
            "capot_cancels_double": "on",
            "capot_rule": "none",
            "zero_to_one": "on",
            "eight_run": 120,
        },
        persons=1,
        level="easy",
        watchers=1,
    ),
    Plan("hearts", 4, {"target": 50}, persons=2, bots=("easy",), watchers=2, watch="delayed",
         mischief=MISCHIEF),
    Plan("hearts", 4, {"target": 60}),
    Plan("hearts", 3, {"moon": "subtract", "jack_of_diamonds": "on", "target": 40}, watchers=1),
    Plan("hearts", 5, {"passing": "off", "target": 40}, persons=3, level="easy", watchers=1,
         mischief=MISCHIEF),
    Plan("hearts", 5, {"target": 30}, persons=3, bots=("easy", "random"), watchers=1),
)  # fmt: skip
PACED: Final = (
    Plan("whist", 3, {"sequence": "1-4-1"}, persons=2, watchers=1, pace="quick"),
    Plan("belot", 4, {"target": 51}, watchers=1, pace="normal"),
)
THOUGHTS: Final = (0.0, 0.25, 1.75, 4.0, 9.5, 16.0, 33.5, 100.0)
"""Seconds; some are longer than whoever thinks has."""

INN: Final = (
    Plan("whist", 4, persons=2, bots=("easy",), watchers=1, watch="delayed"),
    Plan("rentz", 4, {"nv": "on"}, persons=2, bots=("easy",), watchers=1, watch="delayed"),
    Plan("septica", 4, {"games": 9}, persons=2, bots=("easy",), watchers=1, watch="delayed"),
    Plan("belot", 4, persons=2, bots=("easy",), watchers=1, watch="delayed"),
    Plan("hearts", 4, persons=2, bots=("easy",), watchers=1, watch="delayed"),
)
"""Tables of a server that is killed, and stopped, in the middle of all their matches."""
DRAIN_SECONDS: Final = 8.0
"""So long a server that is told to end lets its matches go on."""
ROUNDS: Final = 8
ACTS_A_ROUND: Final = 3


async def open_table(
    house: House, plan: Plan, guests: list[Person], watchers: list[Person], seed: str
) -> PlayedTable:
    """Bring everybody to a new table and return it; the match is not begun."""
    persons = guests[: plan.persons or plan.seats]
    wishes = (plan.game, plan.seats, plan.options or {}, "", plan.level, plan.pace, "", plan.watch)
    number = await house.create(persons[0], *wishes)
    await house.wait()
    for seat, person in enumerate(persons[1:], start=1):
        await house.join(person, number)
        await house.wait()
        await house.do(person, Ask.SIT, seat)
    for seat, level in enumerate(plan.bots, start=len(persons)):
        await house.do(persons[0], Ask.ADD_BOT, seat, level)
    for watcher in watchers[: plan.watchers]:
        await house.join(watcher, number)
        await house.wait()
    return PlayedTable(house, number, plan.game, seed)


async def leave_table(table: PlayedTable) -> None:
    """Let everybody go, the watchers last, and wait until the table is closed."""
    house = table.house
    people = [*table.seated, *table.watchers]
    for person in people[:-1]:
        await table.leave(person)
        await house.wait()
    await table.leave(people[-1])
    await house.close_tables([table.number], people[0])


async def play_games(house: House, matches: int, seed: str) -> None:
    """Play every plan."""
    guests = [await house.newcomer(name) for name in NAMES]
    watchers = [await house.newcomer(name) for name in WATCHERS]
    for place, plan in enumerate((*PLANS, *PACED)):
        table = await open_table(house, plan, guests, watchers, f"{seed} {place}")
        for _ in range(matches):
            await table.start()
            if plan.pace == "none":
                await table.play(acts=plan.acts, mischief=plan.mischief)
                await table.stop()
            else:
                await table.play_by_the_clock(THOUGHTS)
        await leave_table(table)


async def play_over_restarts(house: House, matches: int, seed: str) -> None:
    """Play at several tables at a time while the server is killed, and told to end."""
    tables: list[PlayedTable] = []
    for plan in INN:
        guests = [await house.newcomer(f"{name} {plan.game}") for name in NAMES[:2]]
        watchers = [await house.newcomer(f"{name} {plan.game}") for name in WATCHERS[:1]]
        tables.append(await open_table(house, plan, guests, watchers, f"{seed} {plan.game}"))
    newcomer = await house.newcomer("Nicu")
    for _ in range(matches):
        for table in tables:
            await table.start()
        await _play_in_turns(tables)
        await house.stop(signal.SIGKILL)
        await _start_again(house, tables)
        await _play_in_turns(tables)
        await _drain(house, tables, newcomer)
        await _start_again(house, tables)
        for table in tables:
            await table.play(mischief=MISCHIEF)
    for table in tables[1:]:
        await table.start()
        await table.play(acts=5)
    await tables[1].stop()


async def _play_in_turns(tables: list[PlayedTable]) -> None:
    for _ in range(ROUNDS):
        for table in tables:
            await table.play(acts=ACTS_A_ROUND, mischief=MISCHIEF)


async def _start_again(house: House, tables: list[PlayedTable]) -> None:
    await house.start()
    for person in house.people:
        answer = await house.enter(person)
        if answer[0] == Tell.REJECTED:
            # Who never came to a table is not remembered.
            await person.hello(person.name)
            await house.breathe()
    for table in tables:
        await table.settle()


async def _drain(house: House, tables: list[PlayedTable], stranger: Person) -> None:
    """Tell the server to end after its matches, which will take too long."""
    began = house.now
    house.signal(signal.SIGTERM)
    await stranger.until_told("draining")
    await house.hear_all()
    await house.do(stranger, Ask.CREATE_TABLE, "whist", 4)
    await house.do(stranger, Ask.JOIN, tables[0].number)
    await house.do(stranger, Ask.SAY, "?")
    await house.newcomer("Too late")
    await tables[0].play(acts=2)
    # Not longer, or those who do not take their leave at once would be cut off.
    await house.end_after(DRAIN_SECONDS - (house.now - began))
