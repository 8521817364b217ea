"""How fast a server that was killed is back, and whether it remembers everything it ever said.

First it finds so many unfinished tables in its database: measured is the time from the start of the
process until it is ready, and until somebody is back at each of them. Then it is killed (-9) again
and again in the middle of play, at random moments. After each kill, what its clients had been told
is compared with the database as it lies there, and after the restart with what they are sent:
nothing that was acknowledged or shown may be missing, and every token has its seat. Run it from the
project's folder:

    python tests/bench/recovery.py [--tables 500] [--kills 200]

The last line is one JSON object.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import random
import shutil
import signal
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Any, Final

if __name__ == "__main__":
    root = Path(__file__).resolve().parents[2]
    sys.path[:0] = [str(root), *(str(root / part) for part in ("common", "server", "client"))]

from msgspec.structs import replace
from websockets.exceptions import ConnectionClosed

from levata.game import CHANCE
from levata.match import Match
from levata.protocol.documents import Channel, Presence, TablePhase
from levata.protocol.messages import (
    Act,
    Join,
    Leave,
    Lend,
    Rejected,
    Request,
    ServerMessage,
    Start,
    Sync,
    TakeBack,
    Update,
)
from levata_server.hall.credentials import hash_token, new_token
from levata_server.room.entries import Acted, CardsDealt, ControlSet, LogEntry, SeatSet
from levata_server.room.room import Room
from levata_server.room.terms import TableConfig
from levata_server.store.person import Person
from levata_server.store.store import Store
from tests.support.clients import Client
from tests.support.server import ServerProcess
from tests.support.storing import append
from tests.support.table import TableDriver
from tests.support.wire import over_the_wire, project

TARGET_SECONDS: Final = 3.0
ARGUMENTS: Final = (
    *("--host", "127.0.0.1", "--port", "0", "--bot-delay", "none", "--log-level", "warning"),
    *("--max-tables", "10000", "--max-connections", "10000"),
)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--game", default="whist")
    parser.add_argument("--rounds", type=int, default=3, help="of the start, medians are taken")
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", default="recovery")
    options = parser.parse_args()
    result: dict[str, Any] = {"bench": "recovery", "game": options.game}
    if options.tables:
        result["start"] = asyncio.run(measure_start(options.tables, options.game, options.rounds))
        print(result["start"])
    if options.kills:
        result["kills"] = asyncio.run(Killing(options.seed).run(options.kills))
    print(json.dumps(result))


# --- many unfinished tables ----------------------------------------------------------------------


async def measure_start(tables: int, game: str, rounds: int) -> dict[str, Any]:
    """Start a server on a database with unfinished tables; come back to each of them."""
    with tempfile.TemporaryDirectory() as folder:
        database = f"{folder}/levata.sqlite"
        tokens, entries = await _fill(database, tables, game)
        rows = [await _start(database, tokens) for _ in range(rounds)]
    ready, joined = (sorted(column) for column in zip(*rows, strict=True))
    return {
        "tables": tables,
        "entries": entries,
        "target_seconds": TARGET_SECONDS,
        "ready_seconds": round(median(ready), 3),
        "joined_seconds": round(median(joined), 3),
    }


async def _fill(database: str, tables: int, game: str) -> tuple[list[str], int]:
    """Write tables in the middle of a match; return a token for each and how many entries."""
    store = Store(database)
    await store.open()
    tokens: list[str] = []
    count = 0
    for number in range(1, tables + 1):
        config, log = _unfinished(number, game)
        token = new_token()
        tokens.append(token)
        store.add_room(config)
        append(store, number, 0, log)
        await store.save_person(Person(number, f"P{number}", hash_token(token), table=number))
        count += len(log)
    await store.close()
    return tokens, count


def _unfinished(number: int, game: str) -> tuple[TableConfig, list[LogEntry]]:
    """Return a table of one person and three bots, and its log up to the middle of the match."""
    driver = TableDriver(game=game, options={}, seed=number)
    driver.start()
    # A match of Whist has some 470 actions.
    for _ in range(random.Random(number).randrange(20, 450)):
        if driver.asked:
            driver.answer_bot()
        elif not driver.documents:
            guest = driver.guests[1]
            action = driver.rng.choice(driver.view(1).legal)
            driver.ask(1, Act(1, guest.decision, action))
    log: list[LogEntry] = [
        replace(entry, person=number, name=f"P{number}")
        if isinstance(entry, SeatSet) and entry.person
        else entry
        for entry in driver.log
    ]
    return replace(driver.config, number=number, owner=number, name=f"Table {number}"), log


async def _start(database: str, tokens: list[str]) -> tuple[float, float]:
    """Return the seconds until the server is ready and until somebody is at each table."""
    began = time.perf_counter()
    server = await ServerProcess.start(*ARGUMENTS, "--db", database)
    ready = time.perf_counter() - began

    async def come_back(number: int, token: str) -> Client:
        client = await Client(server.port).open()
        welcome = await client.hello(token=token)
        assert welcome.table == number
        await client.receive(Sync, lambda message: message.channel == Channel.GAME)
        assert client.table.phase == TablePhase.PLAYING
        return client

    clients = await asyncio.gather(*[come_back(*each) for each in enumerate(tokens, 1)])
    joined = time.perf_counter() - began
    # Stopped while everybody is there, so that the next start finds the same.
    await server.stop(signal.SIGKILL)
    for client in clients:
        await client.until_closed()
    return ready, joined


# --- kills in the middle of play -----------------------------------------------------------------


class Told:
    """What a person has been told of the things he asked for, over all connections."""

    def __init__(self, token: str) -> None:
        self.token = token
        self.acts: dict[int, str] = {}
        """Acknowledged actions by their decision."""
        self.presence = Presence.PRESENT
        self.is_presence_known = True
        """Whether no request to lend or take back is without an answer."""
        self.match = 0
        """In which match it was so; with the next one everybody plays himself."""
        self.table = 0
        """Where the person is, as acknowledged."""
        self.goal = 0
        """Where he has asked to go; the same when that is acknowledged."""
        self.acknowledged = 0


class Ledger:
    """The log of a table as it is in the database, replayed as it grows."""

    def __init__(self, config: TableConfig) -> None:
        self.room = Room(config)
        self.steps: list[Acted | CardsDealt] = []
        """By the number of the decision that each one answers."""
        self.presences: dict[int, int] = {}
        self._read = 0

    def grow(self, entries: tuple[LogEntry, ...], seats: int) -> list[list[list[Any]]]:
        """Replay what is new; return what each seat saw at each step, the last seen one first."""
        seen: list[list[list[Any]]] = [self._views(seat) for seat in range(seats)]
        for entry in entries[self._read :]:
            self.room.replay(entry)
            if isinstance(entry, Acted | CardsDealt):
                self.steps.append(entry)
            elif isinstance(entry, ControlSet):
                self.presences[entry.seat] = entry.presence
            for seat in range(seats):
                seen[seat] += self._views(seat)
        self._read = len(entries)
        return seen

    @property
    def match(self) -> Match | None:
        """Return the rules' side of the match begun last, if there is one."""
        running = self.room.matches.running
        return None if running is None else running.match

    def _views(self, seat: int) -> list[list[Any]]:
        match = self.match
        return [] if match is None else [over_the_wire(project(match.view(seat)))]


class Killing:
    """Tables at which people play whose server is killed again and again."""

    TABLES = 3
    SEATS = 4

    def __init__(self, seed: str) -> None:
        self._rng = random.Random(seed)
        self._players: list[list[Client]] = []
        self._watcher: Client
        self._told: dict[Client, Told] = {}
        self._ledgers: list[Ledger] = []
        self._lost: list[str] = []
        self._restarts: list[float] = []

    async def run(self, kills: int) -> dict[str, Any]:
        """Kill so many times; return what was found."""
        with tempfile.TemporaryDirectory() as folder:
            database = Path(folder) / "levata.sqlite"
            server = await ServerProcess.start(*ARGUMENTS, "--db", str(database))
            await self._sit_down(server.port)
            for number in range(kills):
                await self._play_until_killed(server)
                await self._check_database(database, Path(folder) / "copy")
                began = time.perf_counter()
                server = await ServerProcess.start(*ARGUMENTS, "--db", str(database))
                self._restarts.append(time.perf_counter() - began)
                await self._come_back(server.port)
                if (number + 1) % 20 == 0:
                    print(f"{number + 1} kills, {len(self._lost)} losses", flush=True)
            status, log = await server.stop()
            assert status == 0, log
            for client in self._told:
                await client.until_closed()
        return {
            "kills": kills,
            "acknowledged": sum(told.acknowledged for told in self._told.values()),
            "steps": sum(len(ledger.steps) for ledger in self._ledgers),
            "lost": len(self._lost),
            "losses": self._lost[:10],
            "restart_seconds": round(median(self._restarts), 3),
        }

    # --- people --------------------------------------------------------------------------------

    async def _sit_down(self, port: int) -> None:
        for number in range(1, self.TABLES + 1):
            players = [await Client(port).open() for _ in range(self.SEATS)]
            for seat, client in enumerate(players):
                await client.hello(f"P{number}{seat}")
                if seat == 0:
                    assert await client.create() == number
                else:
                    await client.join(number)
                    await client.sit(seat)
                self._told[client] = Told(client.welcome.token)
            self._players.append(players)
        self._watcher = await Client(port).open()
        await self._watcher.hello("Will")
        await self._watcher.join(1)
        self._told[self._watcher] = Told(self._watcher.welcome.token)
        self._told[self._watcher].table = self._told[self._watcher].goal = 1
        for number, players in enumerate(self._players, 1):
            config = TableConfig(
                number=number,
                name="",
                game="whist",
                seats=self.SEATS,
                options={"sequence": "1-4-1"},
                pace="none",
                level="random",
                owner=players[0].welcome.person,
                seed="",
            )
            self._ledgers.append(Ledger(config))

    async def _play_until_killed(self, server: ServerProcess) -> None:
        playing = [
            asyncio.create_task(self._play(client, seat == 0))
            for players in self._players
            for seat, client in enumerate(players)
        ]
        playing.append(asyncio.create_task(self._wander()))
        await asyncio.sleep(self._rng.uniform(0.02, 0.5))
        await server.stop(signal.SIGKILL)
        await asyncio.gather(*playing)

    async def _play(self, client: Client, is_owner: bool) -> None:
        """Act, lend the seat and take it back at random, until the connection is lost."""
        told = self._told[client]
        with contextlib.suppress(ConnectionError, ConnectionClosed):
            while True:
                await client.until(
                    lambda: (
                        client.is_to_act
                        or client.table.phase != TablePhase.PLAYING
                        or told.presence != Presence.PRESENT
                    )
                )
                if client.table.phase != TablePhase.PLAYING:
                    if is_owner:
                        await self._ask(client, Start(client.next_ref()))
                    await client.until(lambda: client.table.phase == TablePhase.PLAYING)
                elif told.presence != Presence.PRESENT or self._rng.random() < 0.03:
                    await self._change_control(client, told)
                elif client.is_to_act:
                    decision = client.decision
                    action = self._rng.choice(client.game.legal)
                    answer = await self._ask(client, Act(client.next_ref(), decision, action))
                    if not isinstance(answer, Rejected):
                        told.acts[decision] = action

    async def _change_control(self, client: Client, told: Told) -> None:
        told.is_presence_known = False
        ref = client.next_ref()
        if told.presence == Presence.PRESENT:
            answer = await self._ask(client, Lend(ref))
            if not isinstance(answer, Rejected):
                told.presence = Presence.LENT
        else:
            await self._ask(client, TakeBack(ref))
            told.presence = Presence.PRESENT
        told.is_presence_known, told.match = True, client.table.match

    async def _wander(self) -> None:
        """Watch at one table after the other, and at none."""
        client, told = self._watcher, self._told[self._watcher]
        with contextlib.suppress(ConnectionError, ConnectionClosed):
            while True:
                told.goal = 0 if told.table else self._rng.randint(1, self.TABLES)
                ref = client.next_ref()
                request = Join(ref, told.goal) if told.goal else Leave(ref)
                if not isinstance(await self._ask(client, request), Rejected):
                    told.table = told.goal

    async def _ask(self, client: Client, request: Request) -> ServerMessage:
        answer = await client.ask(request)
        if not isinstance(answer, Rejected):
            self._told[client].acknowledged += 1
        return answer

    # --- what must hold ------------------------------------------------------------------------

    async def _check_database(self, database: Path, copy: Path) -> None:
        """Compare what everybody was told with the files as they lie there after a kill."""
        _copy_files(database, copy)
        store = Store(str(copy / database.name))
        await store.open()
        for number, (ledger, players) in enumerate(
            zip(self._ledgers, self._players, strict=True), 1
        ):
            entries = await store.load_entries(number)
            seen = ledger.grow(entries, self.SEATS)
            for seat, client in enumerate(players):
                self._check_told(number, seat, client, ledger)
                document = client.mirrors[Channel.GAME].document
                if document is not None and document not in seen[seat]:
                    self._lost.append(f"what seat {seat} of table {number} saw last")
        await store.close()

    def _check_told(self, number: int, seat: int, client: Client, ledger: Ledger) -> None:
        told = self._told[client]
        for decision, action in told.acts.items():
            step = ledger.steps[decision] if decision < len(ledger.steps) else None
            if not isinstance(step, Acted) or (step.seat, step.action) != (seat, action):
                self._lost.append(f"{action!r} of seat {seat} of table {number}")
        told.acts.clear()
        is_comparable = told.is_presence_known and told.match == ledger.room.matches.number
        if is_comparable and ledger.presences.get(seat, Presence.PRESENT) != told.presence:
            self._lost.append(f"who plays seat {seat} of table {number}")

    async def _come_back(self, port: int) -> None:
        """Bring everybody back by his token and compare what he is sent."""
        for number, players in enumerate(self._players, 1):
            for seat, former in enumerate(players):
                client = await self._reopen(port, former)
                players[seat] = client
                await client.receive(Sync, lambda message: message.channel == Channel.TABLE)
                if client.table_number != number or client.seat != seat:
                    self._lost.append(f"seat {seat} of table {number}")
                ledger = self._ledgers[number - 1]
                match = ledger.match
                if match is not None:
                    await client.receive(Sync, lambda message: message.channel == Channel.GAME)
                if match is not None and match.to_act() not in ((), (CHANCE,)):
                    self._check_goes_on((number, seat), client, ledger.presences, match)
                told = self._told[client]
                told.is_presence_known = True
                told.presence = client.table.seats[seat].presence
                told.match = client.table.match
        client = await self._reopen(port, self._watcher)
        self._watcher, told = client, self._told[client]
        if client.welcome.table not in (told.table, told.goal):
            self._lost.append(f"that the watcher was at table {told.table}")
        told.table = told.goal = client.welcome.table
        if told.table:
            await client.receive(Sync, lambda message: message.channel == Channel.TABLE)

    def _check_goes_on(
        self, place: tuple[int, int], client: Client, presences: dict[int, int], match: Match
    ) -> None:
        """Compare the first document after the restart with the end of the log.

        Bots at seats that were lent may have gone on, so it may only be later.
        """
        number, seat = place
        (whole, *_) = [
            message
            for message in client.messages
            if isinstance(message, Sync | Update) and message.channel == Channel.GAME
        ]
        assert isinstance(whole, Sync)
        logged = over_the_wire(project(match.view(seat)))
        is_person_to_act = all(
            presences.get(actor, Presence.PRESENT) == Presence.PRESENT for actor in match.to_act()
        )
        if is_person_to_act and whole.view != logged:
            self._lost.append(f"where seat {seat} of table {number} stood")

    async def _reopen(self, port: int, former: Client) -> Client:
        told = self._told.pop(former)
        client = await Client(port).open()
        await client.hello(token=told.token)
        self._told[client] = told
        return client


def _copy_files(database: Path, folder: Path) -> None:
    """Copy a database with its journal, as a crash has left them."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for path in database.parent.glob(f"{database.name}*"):
        shutil.copy(path, folder)


if __name__ == "__main__":
    main()
