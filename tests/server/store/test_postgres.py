"""The store on a real PostgreSQL server: as good as on a file, and as clear when it fails."""

from __future__ import annotations

import asyncio
import signal
import sys
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager

import pytest
from sqlalchemy.engine import make_url

from levata.protocol.documents import Channel
from levata.protocol.messages import Act
from levata_server.room.effects import MatchFinished
from levata_server.room.entries import OwnerSet
from levata_server.store import database as databases
from levata_server.store.person import Person
from levata_server.store.store import Store, StoreError
from tests.server.store.test_store import CONFIG, ENTRIES, RECORD
from tests.support.clients import Client, play
from tests.support.postgres import Postgres, running_postgres
from tests.support.server import config_of, finish, launch, running, server_process
from tests.support.storing import append

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def postgres() -> Generator[Postgres]:
    """Run one server for all tests."""
    with running_postgres() as server:
        yield server


@pytest.fixture
def url(postgres: Postgres) -> str:
    """Return the URL of a database of the test's own."""
    return postgres.new_database()


@asynccontextmanager
async def opened(url: str) -> AsyncGenerator[Store]:
    """Open and close a store."""
    store = Store(url)
    await store.open()
    try:
        yield store
    finally:
        await store.close()


async def refusal(url: str) -> str:
    """Return why a database cannot be opened."""
    with pytest.raises(StoreError) as refused:
        await Store(url).open()
    assert "\n" not in str(refused.value)
    return str(refused.value)


async def test_everything_written_is_read_after_a_restart(url: str) -> None:
    async with opened(url) as store:
        store.save_person(Person(1, "Ana", "hash", table=3))
        store.save_person(Person(1, "Anca 🂡", "hash", table=3))
        store.add_room(CONFIG)
        append(store, 3, 0, ENTRIES[:4])
        await append(store, 3, 4, ENTRIES[4:], [RECORD])
    async with opened(url) as store:
        (person,) = await store.load_people()
        assert person == Person(1, "Anca 🂡", "hash", table=3, is_kept=True)
        (room,) = await store.load_rooms()
        assert (room.config, room.entries) == (CONFIG, ENTRIES)
        assert await store.load_record(3, 1) == RECORD.document
        await store.close_room(3)
        assert await store.load_rooms() == []
        assert await store.load_entries(3) == ()
        assert await store.last_room() == 3


async def test_what_waits_together_shares_commits(url: str) -> None:
    async with opened(url) as store:
        before = store.commits
        await asyncio.gather(*[append(store, 3, at, [OwnerSet(at)]) for at in range(400)])
        assert store.commits - before < 200
        assert await store.load_entries(3) == tuple(OwnerSet(at) for at in range(400))


async def test_entry_written_twice_stops_the_store_and_leaves_nothing_half(url: str) -> None:
    failures: list[StoreError] = []
    store = Store(url, None, failures.append)
    await store.open()
    await append(store, 3, 0, [OwnerSet(1)])
    with pytest.raises(StoreError):
        await append(store, 3, 1, [OwnerSet(2), OwnerSet(3)], [MatchFinished(1, {"game": "a"})] * 2)
    assert len(failures) == 1
    with pytest.raises(StoreError):
        await append(store, 3, 1, [OwnerSet(2)])
    await store.close()
    async with opened(url) as store:
        assert await store.load_entries(3) == (OwnerSet(1),)


async def test_commits_reach_the_disk_whatever_the_database_is_set_to(
    postgres: Postgres, url: str
) -> None:
    name = make_url(url).database
    postgres.execute(f"ALTER DATABASE {name} SET synchronous_commit = off")
    engine = databases.open_engine(url)
    with engine.connect() as connection:
        assert connection.exec_driver_sql("SHOW synchronous_commit").scalar() == "on"
    engine.dispose()


async def test_database_has_one_server(url: str) -> None:
    async with opened(url):
        assert await refusal(url) == f"the database {url} is in use by another server"
    async with opened(url):
        pass


async def test_database_that_cannot_be_had_is_named_without_its_password(url: str) -> None:
    parts = make_url(url).set(database="nothing", password="hidden")
    reason = await refusal(parts.render_as_string(hide_password=False))
    assert "nothing" in reason
    assert "does not exist" in reason
    assert "hidden" not in reason


async def test_driver_that_is_missing_is_named(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    assert (await refusal(url)).endswith("needs a driver that is not installed: psycopg")


async def test_server_that_is_killed_goes_on_in_the_same_trick(url: str) -> None:
    async with server_process("--db", url) as server:
        ana = await Client(server.port).open()
        await ana.hello("Ana")
        table = await ana.create()
        await ana.start()
        await play(ana, 1, stop_after=9)
        await ana.until(lambda: ana.is_to_act)
        await server.stop(signal.SIGKILL)
        await ana.until_closed()
    async with server_process("--db", url) as server, Client(server.port) as back:
        assert (await back.hello(token=ana.welcome.token)).table == table
        await back.until(lambda: back.mirrors[Channel.GAME].document is not None)
        assert (back.game, back.decision) == (ana.game, ana.decision)
        await play(back, 2)
        assert back.is_over


async def test_server_that_loses_its_database_stops_and_says_so(
    postgres: Postgres, url: str
) -> None:
    async with server_process("--db", url) as server, Client(server.port) as ana:
        await ana.hello("Ana")
        await ana.create()
        await ana.start()
        await play(ana, 1, stop_after=3)
        await ana.until(lambda: ana.is_to_act)
        before = ana.game
        name = make_url(url).database
        postgres.execute(
            f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'"
        )
        await ana.post(Act(ana.next_ref(), ana.decision, ana.game.legal[0]))
        status, log = await finish(server.process)
        assert status == 1
        assert "nothing that was shown is lost" in log
        await ana.until_closed()
        assert ana.game == before
    async with running(config_of(url)) as again, Client(again.port) as back:
        await back.hello(token=ana.welcome.token)
        await back.until(lambda: back.mirrors[Channel.GAME].document is not None)
        assert back.game == before


async def test_command_says_what_is_wrong(url: str) -> None:
    process = await launch("--host", "127.0.0.1", "--port", "0", "--db", f"{url}/missing")
    status, log = await finish(process)
    assert status == 2
    assert log.startswith("levata-server: cannot use the database postgresql://")
    assert log.count("\n") == 1
