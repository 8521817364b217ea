"""Passwords of servers and tables, and how many connections an address may have."""

from __future__ import annotations

import contextlib
import sys
from pathlib import Path

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from levata.errors import RequestError
from levata.protocol.codec import decode_server, encode
from levata.protocol.messages import (
    PROTOCOL_VERSION,
    Act,
    Bye,
    Hello,
    Join,
    Rejected,
    Say,
    Sit,
    Welcome,
)
from levata_server.config import Limits
from levata_server.door import listener
from levata_server.hall.login_limiter import LoginLimiter
from tests.support.clients import Client
from tests.support.server import QUIET, VirtualClock, config_of, running

WORD = "correct-horse"


async def test_who_does_not_know_the_password_of_the_server_gets_nothing_from_it() -> None:
    """Field report B16: a password is never bypassed, whatever else is sent."""
    clock = VirtualClock()
    async with running(config_of(password=WORD), clock) as server, Client(server.port) as ana:
        token = (await ana.hello("Ana", password=WORD)).token
        await ana.create()
        for hello in (
            Hello(1, PROTOCOL_VERSION, "Boris"),
            Hello(1, PROTOCOL_VERSION, "Boris", password=WORD.upper()),
            Hello(1, PROTOCOL_VERSION, "Boris", password=WORD + " "),
            # A known token is no password.
            Hello(1, PROTOCOL_VERSION, "Ana", token),
        ):
            async with Client(server.port) as boris:
                await boris.post(hello)
                await boris.post(Join(2, 1))
                await boris.post(Act(3, 1, "play KH"))
                await boris.post(Hello(4, PROTOCOL_VERSION, "Boris", password=WORD))
                while boris.close_code is None:
                    clock.advance(1)
                    await ana.done(Say(ana.next_ref(), "hello"))
                assert boris.messages == [Bye("password")]
        assert ana.seat == 0


async def test_password_of_a_table_is_asked_of_everybody_each_time() -> None:
    async with running() as server, Client(server.port) as ana, Client(server.port) as boris:
        await ana.hello("Ana")
        table = await ana.create(password=WORD)
        await boris.hello("Boris")
        for request in (Join(20, table), Join(21, table, WORD[:-1]), Join(22, table, WORD + "e")):
            assert await boris.refused(request) == "wrong_password"
        assert await boris.refused(Sit(23, 1)) == "not_at_a_table"
        assert boris.table_number == 0
        await boris.join(table, WORD)
        await boris.sit(1)


def everything_in(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in folder.iterdir())


async def test_no_password_and_no_token_is_kept_as_it_is(tmp_path: Path) -> None:
    database = tmp_path / "levata.sqlite"
    config = config_of(str(database), password="server-secret")
    async with running(config) as server, Client(server.port) as ana:
        token = (await ana.hello("Ana", password="server-secret")).token
        await ana.create(password=WORD)
        await ana.start()
        await ana.until(lambda: ana.is_to_act)
    kept = everything_in(tmp_path)
    assert b"Ana" in kept
    for secret in (WORD, token, "server-secret"):
        assert secret.encode() not in kept
    # What is kept still tells who knows the password.
    async with running(config) as server, Client(server.port) as boris:
        await boris.hello("Boris", password="server-secret")
        assert await boris.refused(Join(20, 1, "x")) == "wrong_password"
        await boris.join(1, WORD)


def test_guesses_are_limited_by_address_and_forgiven_with_time() -> None:
    clock = VirtualClock()
    guesses = LoginLimiter(Limits(guess_burst=3, guess_seconds=10.0), clock)

    def is_refused() -> None:
        with pytest.raises(RequestError, match="too_many_guesses"):
            guesses.check("10.0.0.1")

    for _ in range(3):
        guesses.check("10.0.0.1")
        guesses.note("10.0.0.1")
    is_refused()
    guesses.check("10.0.0.2")
    clock.advance(9)
    is_refused()
    clock.advance(2)
    guesses.check("10.0.0.1")
    guesses.note("10.0.0.1")
    is_refused()


def test_guesses_of_many_addresses_do_not_fill_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("levata_server.hall.login_limiter._MOST_ADDRESSES", 5)
    guesses = LoginLimiter(Limits(guess_burst=1), VirtualClock())
    for number in range(6):
        guesses.note(str(number))
    guesses.check("0")
    for number in range(1, 6):
        with pytest.raises(RequestError):
            guesses.check(str(number))


async def test_connecting_again_brings_no_more_guesses_of_a_table() -> None:
    clock = VirtualClock()
    limits = Limits(lobby_interval=0.0, guess_burst=6, guess_seconds=10.0)
    async with running(config_of(limits=limits), clock) as server, Client(server.port) as ana:
        await ana.hello("Ana")
        table = await ana.create(password=WORD)
        for _ in range(2):
            async with Client(server.port) as thief:
                await thief.hello("Thief")
                for ref in (20, 21, 22):
                    assert await thief.refused(Join(ref, table, "x")) == "wrong_password"
        async with Client(server.port) as thief:
            await thief.hello("Thief")
            # Not even the right one is looked at now.
            assert await thief.refused(Join(20, table, WORD)) == "too_many_guesses"
            clock.advance(11)
            await thief.join(table, WORD)


async def test_connecting_again_brings_no_more_guesses_of_the_server() -> None:
    clock = VirtualClock()
    limits = Limits(lobby_interval=0.0, guess_burst=2, guess_seconds=10.0)
    config = config_of(limits=limits, password=WORD)
    async with running(config, clock) as server, Client(server.port) as ana:
        await ana.hello("Ana", password=WORD)
        for _ in range(2):
            async with Client(server.port) as thief:
                await thief.post(Hello(1, PROTOCOL_VERSION, "Thief", password="x"))
                while thief.close_code is None:
                    clock.advance(0.5)
                    await ana.done(Say(ana.next_ref(), "hello"))
        async with Client(server.port) as thief:
            hello = Hello(1, PROTOCOL_VERSION, "Thief", password=WORD)
            assert await thief.ask(hello) == Rejected(1, "too_many_guesses")
        clock.advance(11)
        async with Client(server.port) as boris:
            await boris.hello("Boris", password=WORD)


@pytest.mark.skipif(sys.platform != "linux", reason="only there is all of 127.0.0.0/8 this machine")
async def test_each_address_has_its_own_share_of_connections(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def is_never(_address: str) -> bool:
        return False

    # This machine has no limit of its own, so let the test come from others.
    monkeypatch.setattr(listener, "is_loopback", is_never)
    limits = Limits(lobby_interval=0.0, connections_per_address=2, connections=5)
    async with running(config_of(limits=limits)) as server:
        url = f"ws://127.0.0.1:{server.port}/"

        async def come(address: str) -> tuple[object, str]:
            socket = await connect(url, compression=None, local_addr=(address, 0))
            # Who is one too many may be sent away before he has spoken.
            with contextlib.suppress(ConnectionClosed):
                await socket.send(encode(Hello(1, PROTOCOL_VERSION, "Ana")))
            answer = decode_server(await socket.recv(decode=False))
            return socket, answer.code if isinstance(answer, Bye) else type(answer).__name__

        kept: list[object] = []
        answers: list[str] = []
        for address in ("127.0.0.2", "127.0.0.2", "127.0.0.2", "127.0.0.3", "127.0.0.3"):
            socket, answer = await come(address)
            kept.append(socket)
            answers.append(answer)
        assert answers == [*["Welcome"] * 2, "too_many", *["Welcome"] * 2]
        # One address is at its limit, the server is not; now the server is.
        assert (await come("127.0.0.4"))[1] == "Welcome"
        assert (await come("127.0.0.5"))[1] == "too_many"


async def test_this_machine_is_not_limited_by_address() -> None:
    limits = Limits(lobby_interval=0.0, connections_per_address=1)
    async with running(config_of(limits=limits)) as server, Client(server.port) as one:
        assert isinstance(await one.hello("Ana"), Welcome)
        async with Client(server.port) as two:
            assert isinstance(await two.hello("Boris"), Welcome)
    assert QUIET.connections_per_address > 1
