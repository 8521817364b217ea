"""One server of a checkout with the people in it: started, asked, stopped, started again."""

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from tests.bench.lockstep.person import Person
from tests.bench.lockstep.transcript import News, Stuck, Transcript
from tests.bench.lockstep.wire import AWAY, Ask, Channel, Message, Tell

CLOCKWORK: Final = Path(__file__).with_name("clockwork.py")
SOURCES: Final = ("common", "server", "client")
MOMENT: Final = 0.25
"""Seconds that pass after each request: more than the lobby waits to tell what has changed."""
CLOSE_SECONDS: Final = 60.0
"""A table that nobody is at is closed after so long."""
MOST_AT_ONCE: Final = 4.0
"""Seconds that may pass before everybody's connection must show that it lives."""
POLL_SECONDS: Final = 0.01
"""Of the real time: so long the server is left alone before it is asked again."""
START_SECONDS: Final = 60.0
STOP_SECONDS: Final = 60.0


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
        self._folder = folder
        self._arguments = arguments
        self._starts = 0
        self._process: asyncio.subprocess.Process
        self._port = 0

    async def __aenter__(self) -> Self:
        self._folder.mkdir()
        try:
            await self.start()
        except Stuck:
            await self._end()
            raise
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        try:
            if error is None:
                await self.stop(signal.SIGINT)
        finally:
            await self._end()
            self._collect()

    # --- the server ----------------------------------------------------------------------------

    async def start(self) -> None:
        """Start the server on the database of this house."""
        checkout = self._checkouts[min(self._starts, len(self._checkouts) - 1)]
        self._starts += 1
        roots = [str(checkout / source) for source in SOURCES]
        salt = f"{self.transcript.house} {self._starts}"
        with (self._folder / "log").open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-P",
                str(CLOCKWORK),
                str(checkout),
                salt,
                *("--host", "127.0.0.1", "--port", "0", "--no-admin", "--bot-delay", "none"),
                *("--db", str(self._folder / "server.db")),
                *("--records", str(self._folder / "records")),
                *("--log-level", "warning"),
                *self._arguments,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=log,
                cwd=self._folder,
                env={**os.environ, "PYTHONPATH": os.pathsep.join(roots), "PYTHONHASHSEED": "0"},
            )
        words = (await self._line(START_SECONDS)).split()
        self._port = int(words[-1])

    async def stop(self, number: signal.Signals) -> None:
        """Send a signal and wait until the server has ended and everybody has noticed."""
        self._process.send_signal(number)
        await self.until_ended()

    async def until_ended(self) -> None:
        """Return once the server has ended and everybody has noticed.

        Raises:
            Stuck: it does not end.
        """
        try:
            async with asyncio.timeout(STOP_SECONDS):
                await self._process.wait()
        except TimeoutError:
            raise Stuck("the server does not end") from None
        for person in self.people:
            await person.until_closed()

    def signal(self, number: signal.Signals) -> None:
        """Send a signal only."""
        self._process.send_signal(number)

    async def _end(self) -> None:
        """Let nothing of the server be left."""
        if self._process.returncode is None:
            self._process.kill()
            await self._process.wait()
        self.transcript.log = (self._folder / "log").read_text()

    async def _line(self, patience: float) -> str:
        assert self._process.stdout is not None
        try:
            async with asyncio.timeout(patience):
                line = (await self._process.stdout.readline()).decode()
        except TimeoutError:
            raise Stuck("the server says nothing") from None
        if not line:
            await self._process.wait()
            log = (self._folder / "log").read_text().strip()
            raise Stuck(f"the server has ended: {log[-500:]}")
        return line

    def _collect(self) -> None:
        """Read what the server has left behind."""
        records = self._folder / "records"
        for path in sorted(records.iterdir()) if records.is_dir() else ():
            self.transcript.records[path.name] = path.read_bytes()
        database = sqlite3.connect(self._folder / "server.db")
        try:
            names = database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
            for (name,) in sorted(names.fetchall()):
                found = database.execute(f'SELECT * FROM "{name}"').fetchall()
                self.transcript.rows[name] = sorted(map(repr, found))
        finally:
            database.close()

    # --- time ----------------------------------------------------------------------------------

    async def wait(self, seconds: float = MOMENT) -> None:
        """Let time pass for the server; everybody has heard what it said then."""
        while seconds > 0:
            step = min(seconds, MOST_AT_ONCE)
            seconds -= step
            self.let_pass(step)
            await self._line(STOP_SECONDS)
            await self.hear_all()

    def let_pass(self, seconds: float) -> None:
        """Let time pass in which the server ends."""
        self.now += seconds
        self.transcript.step += 1
        assert self._process.stdin is not None
        self._process.stdin.write(f"{seconds}\n".encode())

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
            async with asyncio.timeout(STOP_SECONDS):
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
        await person.connect(self._port)

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
        await self.until_seen(
            f"the end of tables {numbers}",
            lambda: not any(person.sees_table(number) for number in numbers),
        )

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
