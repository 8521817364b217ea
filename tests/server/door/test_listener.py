"""The door: what strangers may send, how much, how often, and what happens to the slow."""

from __future__ import annotations

import asyncio
import gc
import socket
from urllib.error import HTTPError
from urllib.request import urlopen

import msgpack
import pytest

from levata.protocol.codec import encode
from levata.protocol.messages import MAX_FRAME, Ack, Bye, Rejected, Rename, Said, Say
from levata_server.app import Server, StartError
from levata_server.config import Limits, ServerConfig
from levata_server.door.frames import PlayerConnection
from levata_server.door.listener import bind, is_loopback
from tests.support.clients import Client
from tests.support.server import VirtualClock, config_of, running

BAD_FRAMES = {
    "nothing": b"",
    "not msgpack": b"\xc1\xff",
    "half a message": encode(Say(1, "hello"))[:-2],
    "trailing bytes": encode(Say(1, "hello")) + b"\x00",
    "no message": msgpack.packb({"say": "hello"}),
    "a number": msgpack.packb(7),
    "unknown tag": msgpack.packb([99, 1]),
    "a message of the server": msgpack.packb([4, 1, 0, "x", "y", "z", "w"]),
    "no ref": msgpack.packb([10]),
    "ref zero": msgpack.packb([10, 0, "hello"]),
    "a field too many": msgpack.packb([10, 1, "hello", "world"]),
    "wrong type": msgpack.packb([10, "one", "hello"]),
    "number out of range": msgpack.packb([4, 1, 2**40]),
    "negative number": msgpack.packb([4, 1, -1]),
    "nan": msgpack.packb([4, 1, float("nan")]),
    "extension type": b"\x93\x0a\x01\xd4\x01x",
    "map with number keys": msgpack.packb([2, 1, "whist", 4, {1: "x"}]),
    "deeply nested": b"\x91" * 5000,
    "huge length": b"\xdd\xff\xff\xff\xff",
    "text not UTF-8": b"\x93\x0a\x01\xa2\xff\xfe",
}


@pytest.fixture
def patient() -> Limits:
    return Limits(lobby_interval=0.0, bad_frames=10_000)


async def test_many_lost_connections_hold_no_memory(  # G1
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("levata_server.door.listener._LITTER", 5)

    def count() -> int:
        return sum(type(thing) is PlayerConnection for thing in gc.get_objects())

    gc.collect()
    gc.disable()
    before = count()
    try:
        async with running(config_of()) as server, Client(server.port) as will:
            await will.hello("Will")
            for _ in range(20):
                async with Client(server.port) as client:
                    await client.hello("Ana")
                while len(server.hall.visitors) > 1:
                    await will.done(Say(will.next_ref(), "hello"))
            # Will, those since the last look, and one that is just going.
            assert count() - before <= 1 + 4 + 1
    finally:
        gc.enable()


async def test_bad_frames_are_answered_and_the_session_lives_on(patient: Limits) -> None:
    async with running(config_of(limits=patient)) as server, Client(server.port) as client:
        await client.hello("Ana")
        for name, frame in BAD_FRAMES.items():
            since = len(client.messages)
            await client.send_frame(frame)
            answer = await client.receive(Rejected, since=since)
            assert answer.ref == 0, name
            assert answer.code in ("bad_msgpack", "bad_message"), name
        assert await client.done(Rename(5, "Anca")) == 0


async def test_bad_frames_before_hello_are_answered_too(patient: Limits) -> None:
    async with running(config_of(limits=patient)) as server, Client(server.port) as client:
        for frame in BAD_FRAMES.values():
            since = len(client.messages)
            await client.send_frame(frame)
            assert (await client.receive(Rejected, since=since)).ref == 0
        assert (await client.hello("Ana")).name == "Ana"


async def test_text_frame_is_refused() -> None:
    async with running() as server, Client(server.port) as client:
        await client.send_frame("[1, 1, 1]")
        assert (await client.receive(Rejected)).code == "text_frame"
        assert (await client.hello("Ana")).name == "Ana"


async def test_too_many_bad_frames_close_the_connection() -> None:
    async with running() as server, Client(server.port) as client:
        await client.hello("Ana")
        for _ in range(10):
            await client.send_frame(b"\xc1")
        assert (await client.bye()).code == "bad_frames"


async def test_frame_beyond_the_limit_closes_the_connection() -> None:
    async with running() as server, Client(server.port) as client:
        await client.send_frame(b"\x00" * (MAX_FRAME + 1))
        await client.until_closed()
        assert client.close_code == 1009


async def test_largest_frame_is_taken() -> None:
    async with running() as server, Client(server.port) as client:
        await client.hello("Ana")
        say = Say(2, "x" * 12_000)
        assert len(encode(say)) < MAX_FRAME
        assert await client.refused(say) == "chat_too_long"


async def test_burst_is_taken_and_a_flood_is_refused_then_ended() -> None:  # G2
    limits = Limits(frame_rate=1.0, frame_burst=20, frame_excess=10)
    async with (
        running(config_of(limits=limits), VirtualClock()) as server,
        Client(server.port) as client,
    ):
        await client.hello("Ana")
        for ref in range(2, 40):
            await client.post(Rename(ref, f"Ana{ref}"))
        assert (await client.bye()).code == "too_fast"
        answers = [message for message in client.messages if isinstance(message, Rejected)]
        assert {answer.code for answer in answers} <= {"too_fast"}
        assert sum(isinstance(message, Ack) for message in client.messages) <= 19


async def test_patient_client_may_go_on_after_a_burst() -> None:
    clock = VirtualClock()
    limits = Limits(frame_rate=1.0, frame_burst=3, frame_excess=10)
    async with running(config_of(limits=limits), clock) as server, Client(server.port) as client:
        await client.hello("Ana")
        assert await client.done(Rename(2, "A2")) == 0
        assert await client.done(Rename(3, "A3")) == 0
        assert await client.refused(Rename(4, "A4")) == "too_fast"
        clock.advance(1)
        assert await client.done(Rename(5, "A5")) == 0


async def test_silent_connection_is_closed() -> None:
    clock = VirtualClock()
    async with running(clock=clock) as server, Client(server.port) as client:
        await client.send_frame(b"\xc1")
        await client.receive(Rejected)
        clock.advance(9.9)
        await client.send_frame(b"\xc1")
        await client.until(lambda: len(client.messages) == 2)
        clock.advance(0.2)
        assert (await client.bye()).code == "idle"


async def test_connection_that_said_hello_may_be_silent() -> None:
    clock = VirtualClock()
    async with running(clock=clock) as server, Client(server.port) as client:
        await client.hello("Ana")
        clock.advance(1000)
        assert await client.done(Rename(2, "Anca")) == 0


async def test_connections_are_limited_in_all() -> None:
    limits = Limits(connections=2, lobby_interval=0.0)
    async with running(config_of(limits=limits)) as server, Client(server.port) as one:
        await one.hello("Ana")
        async with Client(server.port) as two:
            await two.hello("Boris")
            await one.until(lambda: len(one.lobby.people) == 2)
            async with Client(server.port) as three:
                assert (await three.bye()).code == "too_many"
        await one.until(lambda: len(one.lobby.people) == 1)
        async with Client(server.port) as again:
            await again.hello("Boris")


async def test_connections_are_limited_by_address_but_not_from_this_machine(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    limits = Limits(connections_per_address=1)
    async with running(config_of(limits=limits)) as server, Client(server.port) as one:
        await one.hello("Ana")
        async with Client(server.port) as two:
            await two.hello("Boris")

    # The same seen from an address that is not of this machine.
    def is_never(_address: str) -> bool:
        return False

    monkeypatch.setattr("levata_server.door.listener.is_loopback", is_never)
    async with running(config_of(limits=limits)) as server, Client(server.port) as one:
        await one.hello("Ana")
        async with Client(server.port) as two:
            assert (await two.bye()).code == "too_many"


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("127.0.0.1", True),
        ("127.9.9.9", True),
        ("::1", True),
        ("192.168.1.20", False),
        ("fe80::1%eth0", False),
        ("unknown", False),
    ],
)
def test_loopback_is_told_from_the_network(address: str, expected: bool) -> None:
    assert is_loopback(address) is expected


async def test_plain_http_is_told_whether_the_server_lives() -> None:
    def fetch(path: str) -> int:
        try:
            with urlopen(f"http://127.0.0.1:{server.port}{path}") as answer:
                return int(answer.status)
        except HTTPError as error:
            error.close()
            return error.code

    async with running() as server:
        assert await asyncio.to_thread(fetch, "/health") == 200
        assert await asyncio.to_thread(fetch, "/") == 426


async def test_noise_that_is_no_http_harms_nobody() -> None:
    async with running() as server:
        for noise in (b"", b"\x00" * 100, b"GET / HTTP/1.1\r\n" + b"x" * 10_000):
            reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
            writer.write(noise)
            writer.write_eof()
            await reader.read()
            writer.close()
            await writer.wait_closed()
        async with Client(server.port) as client:
            await client.hello("Ana")


async def test_client_that_stops_reading_is_dropped_and_delays_nobody() -> None:  # C11
    clock = VirtualClock()
    limits = Limits(frame_rate=1e9, outbox_messages=40)
    async with (
        running(config_of(limits=limits), clock) as server,
        Client(server.port) as fast,
        Client(server.port, buffer=4096) as slow,
    ):
        await fast.hello("Fast")
        await slow.hello("Slow")
        clock.advance(1)
        await fast.until(lambda: len(fast.lobby.people) == 2)
        slow.stop_reading()
        said = 0
        while len(fast.lobby.people) == 2:
            await fast.done(Say(fast.next_ref(), "ț" * 300))
            clock.advance(0.05)
            said += 1
        assert [row.name for row in fast.lobby.people] == ["Fast"]
        assert said > 40
        assert sum(isinstance(message, Said) for message in fast.messages) == said
        slow.resume_reading()
        await slow.until_closed()
        assert slow.close_code == 1006
        assert sum(isinstance(message, Said) for message in slow.messages) < said


async def test_client_that_reads_too_slowly_is_told_so() -> None:
    limits = Limits(frame_rate=1e9, frame_burst=10_000, outbox_messages=40)
    async with (
        running(config_of(limits=limits), VirtualClock()) as server,
        Client(server.port) as fast,
        Client(server.port, buffer=4096) as slow,
    ):
        await fast.hello("Fast")
        await slow.hello("Slow")
        slow.stop_reading()
        for _ in range(600):
            await fast.done(Say(fast.next_ref(), "ț" * 300))
        slow.resume_reading()
        assert (await slow.bye()).code == "too_slow"


async def test_client_that_takes_nothing_for_long_is_dropped() -> None:
    clock = VirtualClock()
    limits = Limits(frame_rate=1e9, outbox_messages=10**6, outbox_bytes=10**9)
    async with (
        running(config_of(limits=limits), clock) as server,
        Client(server.port) as fast,
        Client(server.port, buffer=4096) as slow,
    ):
        await fast.hello("Fast")
        await slow.hello("Slow")
        clock.advance(1)
        await fast.until(lambda: len(fast.lobby.people) == 2)
        slow.stop_reading()
        while len(fast.lobby.people) == 2:
            await fast.done(Say(fast.next_ref(), "ț" * 300))
            clock.advance(1)
        slow.resume_reading()
        await slow.until_closed()
        assert slow.close_code == 1006


@pytest.mark.parametrize("host", ["127.0.0.1", ""])
def test_sockets_say_they_are_tcp_so_that_small_messages_leave_at_once(host: str) -> None:
    # Without, asyncio lets them wait for each other: 40 ms for every action.
    with bind(host, 0, 4096) as line:
        address = ("127.0.0.1", line.getsockname()[1])
        with socket.create_connection(address), line.accept()[0] as accepted:
            assert accepted.proto == socket.IPPROTO_TCP


async def test_stopping_server_says_goodbye() -> None:
    async with running() as server:
        client = await Client(server.port).open()
        await client.hello("Ana")
    assert isinstance(client.messages[-1], Bye)
    assert client.messages[-1].code == "shutdown"
    await client.until_closed()
    assert client.close_code == 1000


async def test_port_in_use_is_said_in_one_line() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        server = Server(ServerConfig(host="127.0.0.1", port=port))
        with pytest.raises(StartError) as refused:
            await server.start()
    assert f"port {port} is in use by another program" in str(refused.value)
