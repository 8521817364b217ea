"""What people do before they are at a table: in the lobby and at the door."""

from __future__ import annotations

from typing import Final

from tests.bench.lockstep.house import House
from tests.bench.lockstep.person import Person, Request
from tests.bench.lockstep.table import RUBBISH
from tests.bench.lockstep.wire import VERSION, Ask, Channel, pack

PASSWORD: Final = "șase"
"""Of the server that has one."""
HELLO_SECONDS: Final = 10.0
"""Whoever says nothing for so long is sent away."""
REFUSAL_SECONDS: Final = 1.0
"""A wrong password of the server is answered after so long."""
FLOOD: Final = 400
"""More frames at once than anybody is allowed."""
MOST_TABLES: Final = 5
"""So many one person may have opened, and this server has no more than that."""
GUESSES: Final = 6
"""Wrong passwords of one connection; a few more and it would be closed."""
GUESSERS: Final = 4
"""Connections that guess: together more often than their address may."""
BIG: Final = 17 * 1024
"""More bytes than a message may have."""
VAIN: Final[tuple[Request, ...]] = (
    (Ask.SIT, 0),
    (Ask.STAND,),
    (Ask.START,),
    (Ask.ACT, 1, "bid 1"),
    (Ask.NUDGE,),
    (Ask.LEAVE,),
    (Ask.LEND,),
    (Ask.VOTE, "pause"),
    (Ask.JOIN, 0),
    (Ask.HELLO, VERSION, "Again"),
    *((Ask.ASK_SYNC, int(channel)) for channel in Channel),
)
"""What cannot be had in the lobby, but for its own document."""
IMPOSSIBLE: Final[tuple[tuple[object, ...], ...]] = (
    ("bridge", 4),
    ("whist", 2),
    ("whist", 4, {"sequence": "9"}),
    ("whist", 4, {"colour": "red"}),
    ("whist", 4, {"max_repeats": 3}),
    ("rentz", 4, {"values": "1/2"}),
    ("septica", 3, {"partners": "on"}),
    ("belot", 4, {"target": 9}),
    ("hearts", 6, {}),
    ("whist", 4, {}, "x" * 25),
    ("whist", 4, {}, "", "genius"),
    ("whist", 4, {}, "", "", "hasty"),
    ("whist", 4, {}, "", "", "", "", "open"),
)
"""Tables that there cannot be."""


async def visit(house: House, matches: int, seed: str) -> None:
    """Do all of it, as often as matches are played elsewhere."""
    people = [await house.newcomer(name) for name in ("Ana", "ana", "Ștefan")]
    await house.do(people[0], Ask.SAY, f"The seed is {seed}")
    for number in range(matches):
        await _talk(house, people)
        await _ask_for_tables(house, people)
        await _come_and_go(house, people[0], f"Passer-by {number}")
        await _try_the_door(house, people[0], f"Stranger {number}")
        await _guess(house, people, f"Guesser {number}")


async def be_refused(house: House, matches: int, seed: str) -> None:
    """Come to a server that has a password."""
    for number in range(matches):
        for name, password in ((f"Wrong {number}", f"{seed}!"), (f"None {number}", "")):
            person = house.stranger(name)
            await house.open(person)
            person.post(Ask.HELLO, VERSION, name, "", "lockstep 1", password)
            person.post(Ask.SAY, "Nobody listens")
            await house.hear_all()
            await house.wait(REFUSAL_SECONDS)
            await person.until_closed()
        await house.enter(house.stranger(f"Right {number}"), PASSWORD)


async def _talk(house: House, people: list[Person]) -> None:
    """Say things, take names, and ask for what there is at tables only."""
    first, second, third = people
    for line in ("Bună!", "é" * 200, "x" * 300, "x" * 301, " ", "\x1b[31mred\u202e\u200b"):
        await house.do(first, Ask.SAY, line)
    for name in ("Ana", "ȘTEFAN", "x" * 24, "x" * 25, "", "\u200b", "A\x1bB", "ana"):
        await house.do(second, Ask.RENAME, name)
    # He never comes to a table, so that nothing of him is kept.
    for name in ("Fane", "Ștefan"):
        await house.do(third, Ask.RENAME, name)
    for tag, *fields in VAIN:
        await house.do(third, tag, *fields)


async def _ask_for_tables(house: House, people: list[Person]) -> None:
    """Ask for tables that there cannot be, and for more than one may have."""
    first, second, _ = people
    for wish in IMPOSSIBLE:
        await house.do(first, Ask.CREATE_TABLE, *wish)
    # All of these are opened and left at one moment, so that they are closed at one.
    numbers = [await house.create(second, "septica", 2) for _ in range(MOST_TABLES)]
    for person in (second, first):
        await person.ask(Ask.CREATE_TABLE, "septica", 2)
    await house.join(first, numbers[0])
    await house.join(first, numbers[1])
    for person in (first, second):
        await person.ask(Ask.LEAVE)
    await house.hear_all()
    await house.close_tables(numbers, first)


async def _come_and_go(house: House, witness: Person, name: str) -> None:
    """Lose the connection, be in two places, and come back as oneself or as somebody else."""
    person = await house.newcomer(name)
    await house.lose(person, witness)
    await house.enter(person)
    again = house.stranger(f"{name} again")
    again.token = person.token
    await house.enter(again)
    await person.until_closed()
    frame = pack([Ask.SAY, 77, "In two pieces, of which neither is a message"])
    again.open_line().send_in_pieces(frame[:9], frame[9:])
    await again.until_answered(77)
    for line in ("And whole", "and longer " * 20):
        await house.do(again, Ask.SAY, line)
    await house.lose(again, witness, is_cut=True)
    for token in ("nobody's", again.token):
        other = house.stranger(f"{name} by {'his' if token == again.token else 'no'} token")
        await house.open(other)
        await other.hello("", token)
        await other.hello("Somebody", token)
        await house.breathe()
        await house.lose(other, witness)


async def _try_the_door(house: House, witness: Person, name: str) -> None:
    """Say what nobody should say first, and more than anybody may."""
    stranger = house.stranger(f"{name} unknown")
    await house.open(stranger)
    await stranger.ask(Ask.SIT, 0)
    await stranger.hello("")
    await stranger.hello("x" * 25)
    await stranger.hello(name)
    await house.breathe()
    await house.lose(stranger, witness)
    for version in (0, VERSION + 1):
        foreign = house.stranger(f"{name} of version {version}")
        await house.open(foreign)
        await foreign.hello(name, version=version)
        await foreign.until_closed()
    silent = house.stranger(f"{name} silent")
    await house.open(silent)
    await house.hear_all()
    await house.wait(HELLO_SECONDS)
    await silent.until_closed()
    for frames in (RUBBISH, (pack([Ask.SAY, 1, "x" * BIG]),)):
        rude = await house.newcomer(f"{name} with {len(frames)}")
        for frame in frames:
            if rude.is_open:
                await rude.send_unreadable(frame)
        await house.until_lost(rude, witness)
    hasty = await house.newcomer(f"{name} in haste")
    for _ in range(FLOOD):
        if hasty.is_open:
            await hasty.ask(Ask.SAY, "")
    await house.until_lost(hasty, witness)


async def _guess(house: House, people: list[Person], name: str) -> None:
    """Try passwords of a table."""
    owner, friend, witness = people
    number = await house.create(owner, "septica", 2, {}, "Secret", "", "none", "parolă")
    guessers = [await house.newcomer(f"{name}.{each}") for each in range(GUESSERS)]
    await house.join(friend, number, "parolă")
    for guesser in guessers:
        for guess in range(GUESSES):
            await guesser.ask(Ask.JOIN, number, f"{guess}")
        await house.join(guesser, number, "parolă")
        await guesser.ask(Ask.LEAVE)
    for guesser in guessers:
        await house.lose(guesser, witness)
    for person in (friend, owner):
        await house.wait()
        await person.ask(Ask.LEAVE)
    await house.hear_all()
    await house.close_tables([number], owner)
