"""One server of a checkout with the people in it: started, asked, stopped, started again."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable, Sequence
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from tests.bench.lockstep.person import Person
from tests.bench.lockstep.server import Server
from tests.bench.lockstep.transcript import Heard, News, Stuck, Transcript
from tests.bench.lockstep.wire import AWAY, Ask, Channel, Message, Tell, pack

MOMENT: Final = 0.25
"""Seconds that pass after each request: more than the lobby waits to tell what has changed."""
CLOSE_SECONDS: Final = 60.0
"""A table that nobody is at is closed after so long."""
MOST_AT_ONCE: Final = 4.0
"""Seconds that may pass before everybody's connection must show that it lives."""
POLL_SECONDS: Final = 0.01
"""Of the real time: so long the server is left alone before it is asked again."""
PATIENCE_SECONDS: Final = 60.0
"""Of the real time: what only the lobby tells is told by then."""


class House:
    """A server; its people are looked after in the order in which they came."""

    def __init__(
        self, name: str, checkouts: Sequence[Path], folder: Path, arguments: Sequence[str] = ()
    ) -> None:
        """``checkouts`` are those of the first start, the second and so on; the last one stays."""
        self.transcript = Transcript(name)
        self.people: list[Person] = []
        self.now = 0.0
        """Seconds that have passed."""
        self.news = News()
        self._checkouts = tuple(checkouts)
        self._server = Server(folder, arguments)
        self._starts = 0

    async def __aenter__(self) -> Self:
        try:
            await self.start()
        except Stuck:
            await self._close()
            raise
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        try:
            if error is None and self._server.is_running:
                await self.stop(signal.SIGINT)
        finally:
            await self._close()

    async def _close(self) -> None:
        await self._server.kill()
        transcript, server = self.transcript, self._server
        transcript.log, transcript.records = server.log(), server.records()
        transcript.rows = server.rows()

    # --- the server ----------------------------------------------------------------------------

    async def start(self) -> None:
        """Start the server on the database of this house."""
        checkout = self._checkouts[min(self._starts, len(self._checkouts) - 1)]
        self._starts += 1
        await self._server.start(checkout, f"{self.transcript.house} {self._starts}")

    async def stop(self, number: signal.Signals) -> None:
        """Send a signal and wait until the server has ended and everybody has noticed."""
        self._server.signal(number)
        await self.until_ended()

    async def until_ended(self) -> None:
        """Return once the server has ended and everybody has noticed."""
        await self._server.until_ended()
        for person in self.people:
            await person.until_closed()

    def signal(self, number: signal.Signals) -> None:
        """Send a signal only."""
        self._server.signal(number)

    async def order(self, *words: str) -> None:
        """Let the operator ask for something."""
        self.transcript.step += 1
        status, output = await self._server.command(*words)
        answer = pack(["answer", list(words), status, output])
        orders = self.transcript.streams.setdefault("the operator", [])
        orders.append(Heard(self.transcript.step, answer))
        await self.hear_all()

    # --- time ----------------------------------------------------------------------------------

    async def wait(self, seconds: float = MOMENT) -> None:
        """Let time pass for the server; everybody has heard what it said then."""
        while seconds > 0:
            step = min(seconds, MOST_AT_ONCE)
            seconds -= step
            self.now += step
            self.transcript.step += 1
            await self._server.wait(step)
            await self.hear_all()

    async def end_after(self, seconds: float) -> None:
        """Let time pass in which the server ends, and wait for its end."""
        self.transcript.step += 1
        self._server.let_pass(seconds)
        await self.until_ended()

    async def hear_all(self) -> None:
        """Return when everybody has heard all that the server has sent so far."""
        for echo in [person.line.echo() for person in self.people if person.line is not None]:
            await echo

    async def breathe(self) -> None:
        """Let a moment pass when everybody has heard all that there is."""
        await self.hear_all()
        await self.wait()

    async def until_seen(self, what: str, condition: Callable[[], bool]) -> None:
        """Let time pass until a condition holds; for what only the lobby tells.

        Raises:
            Stuck: it never does.
        """
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                await self.breathe()
                while not condition():
                    await asyncio.sleep(POLL_SECONDS)
                    await self.breathe()
        except TimeoutError:
            raise Stuck(f"no end of waiting for {what}") from None

    # --- people --------------------------------------------------------------------------------

    def stranger(self, name: str) -> Person:
        """Return somebody who has not come yet."""
        person = Person(name, self.transcript, self.news)
        self.people.append(person)
        return person

    async def open(self, person: Person) -> None:
        """Connect somebody who says nothing yet."""
        await person.connect(self._server.port)

    async def enter(self, person: Person, password: str = "") -> Message:
        """Connect somebody who says hello, by his name or else his token; return the answer."""
        await self.open(person)
        name = "" if person.token else person.name
        answer = await person.hello(name, person.token, password)
        if answer[0] == Tell.WELCOME and answer[7]:
            table: int = answer[7]
            await self.news.until(f"{person} at table {table}", lambda: person.table == table)
            await self.until_agreed(
                f"{person} back",
                table,
                lambda other: other.sees(person) and other.presence_of(person) != AWAY,
            )
        await self.breathe()
        return answer

    async def newcomer(self, name: str) -> Person:
        """Return somebody new who has come to the lobby."""
        person = self.stranger(name)
        await self.enter(person)
        return person

    async def lose(self, person: Person, witness: Person, is_cut: bool = False) -> None:
        """Let somebody's connection end who is in the lobby, as somebody else there sees."""
        line = person.open_line()
        if is_cut:
            line.cut()
        else:
            line.close()
        await self.until_lost(person, witness)

    async def until_lost(self, person: Person, witness: Person) -> None:
        """Return once somebody is gone whom the server sent away, as somebody else sees."""
        await person.until_closed()
        await self.until_seen(f"{person} gone", lambda: not witness.sees_in_lobby(person))

    async def do(self, person: Person, tag: Ask, *fields: object) -> Message:
        """Let somebody ask for something that leads to nothing more; return the answer."""
        answer = await person.ask(tag, *fields)
        await self.breathe()
        return answer

    # --- what leads to another place -----------------------------------------------------------

    async def create(self, person: Person, *fields: object) -> int:
        """Let somebody open a table, and wait until he sits there; return its number.

        Raises:
            Stuck: he may not.
        """
        answer = await person.ask(Ask.CREATE_TABLE, *fields)
        if answer[0] != Tell.ACK:
            raise Stuck(f"no table {fields}: {answer}")
        number: int = answer[2]
        self.transcript.tables += 1
        self.transcript.games.add(str(fields[0]))
        what = f"table {number} of {person}"
        await self.news.until(what, lambda: person.table == number and person.seat >= 0)
        await self.hear_all()
        return number

    async def join(self, person: Person, table: int, password: str = "") -> None:
        """Let somebody come to a table, and wait until he is there if he may."""
        answer = await person.ask(Ask.JOIN, table, password)
        if answer[0] == Tell.ACK:
            await self.news.until(f"{person} at table {table}", lambda: person.table == table)
            await self.until_agreed(f"{person}", table, lambda other: other.sees(person))
        await self.hear_all()

    async def close_tables(self, numbers: list[int], person: Person) -> None:
        """Wait for the end of tables that were all left just now, as somebody in the lobby sees."""
        await self.wait(CLOSE_SECONDS)
        # What is stored after the end of a table is answered after it too.
        await person.ask(Ask.RENAME, f"{person.name} {numbers[0]}")
        for number in numbers:
            await self.until_table_ended(number, person)

    async def until_table_ended(self, number: int, witness: Person) -> None:
        """Return once a table is closed, as somebody in the lobby sees."""
        await self.until_seen(f"the end of table {number}", lambda: not witness.sees_table(number))

    def at(self, table: int) -> list[Person]:
        """Return who is connected at a table."""
        return [person for person in self.people if person.table == table]

    async def until_agreed(
        self, what: str, table: int, condition: Callable[[Person], bool]
    ) -> None:
        """Return once all who are at a table see something there."""

        def do_all_see() -> bool:
            people = self.at(table)
            versions = {person.documents.version(Channel.TABLE) for person in people}
            return len(versions) == 1 and all(condition(person) for person in people)

        await self.news.until(f"{what} at table {table}", do_all_see)
        await self.hear_all()
