"""Who somebody is: hello, tokens, names, coming back, and being replaced."""

from __future__ import annotations

import msgpack
import msgspec
import pytest

import levata
from levata.protocol.codec import decode_server, encode
from levata.protocol.documents import Channel, Presence, SeatKind
from levata.protocol.messages import (
    Ack,
    Act,
    Bye,
    Departed,
    Hello,
    Leave,
    Rejected,
    Rename,
    Say,
    Sync,
    TakeBack,
    Update,
    Welcome,
)
from levata_server.app import Server
from levata_server.config import Limits
from levata_server.door.connection import Connection
from tests.support.clients import Client, play
from tests.support.server import VirtualClock, config_of, running


async def seated(server: Server, name: str = "Ana") -> Client:
    """Return a client in the middle of a match with three bots."""
    client = await Client(server.port).open()
    await client.hello(name)
    await client.create()
    await client.start()
    await client.until(lambda: client.is_to_act)
    return client


async def test_hello_is_welcomed_with_a_secret_and_the_lobby() -> None:
    async with running() as server, Client(server.port) as ana:
        welcome = await ana.hello("  Ana\x07 ")
        assert (welcome.name, welcome.table) == ("Ana", 0)
        assert len(welcome.token) >= 30
        await ana.until(lambda: ana.mirrors[Channel.LOBBY].document is not None)
        await ana.until(lambda: [row.name for row in ana.lobby.people] == ["Ana"])


async def test_nothing_is_done_before_hello() -> None:  # B16
    async with running() as server, Client(server.port) as stranger:
        for request in (Say(1, "let me in"), Leave(2), Act(3, 1, "play KH"), TakeBack(4)):
            assert await stranger.refused(request) == "hello_first"


async def test_second_hello_on_a_connection_is_refused() -> None:
    async with running() as server, Client(server.port) as ana, Client(server.port) as boris:
        await ana.hello("Ana")
        token = (await boris.hello("Boris")).token
        assert await ana.refused(Hello(9, 1, "Boris", token)) == "hello_twice"
        assert await boris.done(Rename(10, "Bobi")) == 0


async def test_name_that_cannot_be_shown_is_refused_and_another_is_welcome() -> None:
    async with running() as server, Client(server.port) as client:
        for ref, name, code in ((1, "", "name_empty"), (2, "x" * 300, "name_too_long")):
            assert await client.refused(Hello(ref, 1, name)) == code
        assert (await client.hello("Ana")).name == "Ana"


async def test_names_of_two_people_are_told_apart() -> None:
    async with running() as server, Client(server.port) as one, Client(server.port) as two:
        assert (await one.hello("Ana")).name == "Ana"
        assert (await two.hello("ana")).name == "ana 2"


async def test_unknown_token_gets_a_fresh_identity() -> None:
    async with running() as server, Client(server.port) as client:
        welcome = await client.hello("Ana", token="x" * 32)
        assert welcome.token != "x" * 32
        assert welcome.name == "Ana"


async def test_unknown_token_without_a_name_is_refused_clearly() -> None:
    async with running() as server, Client(server.port) as client:
        assert await client.refused(Hello(1, 1, "", "x" * 32)) == "unknown_token"


async def test_token_brings_back_name_table_seat_and_decision() -> None:  # B7, E6
    async with running() as server:
        ana = await seated(server)
        hand, decision, seat = ana.game.hand, ana.decision, ana.seat
        await ana.cut()
        async with Client(server.port) as back:
            welcome = await back.hello(token=ana.welcome.token)
            assert (welcome.name, welcome.person) == ("Ana", ana.welcome.person)
            assert welcome.table == ana.welcome.table + 1
            await back.until(lambda: back.is_to_act)
            assert (back.game.hand, back.decision, back.seat) == (hand, decision, seat)
            assert await play(back, 1, stop_after=3) == 3


async def test_token_evicts_the_old_connection_at_once() -> None:  # B3
    async with running() as server:
        old = await seated(server)
        async with Client(server.port) as new:
            await new.hello(token=old.welcome.token)
            assert (await old.bye()).code == "replaced"
            await new.until(lambda: new.is_to_act)
            assert new.table.seats[0].presence == Presence.PRESENT
            assert await play(new, 2, stop_after=3) == 3
        await old.close()


async def test_bad_tokens_never_touch_the_grace_of_a_seat() -> None:  # B1
    clock = VirtualClock()
    async with running(clock=clock) as server:
        ana = await seated(server)
        async with Client(server.port) as watcher:
            await watcher.hello("Will")
            await watcher.join(ana.table.number)
            await ana.cut()
            await watcher.until(lambda: watcher.table.seats[0].presence == Presence.AWAY)
            others = "xyz".replace(ana.welcome.token[-1], "")
            for number in range(20):
                async with Client(server.port) as thief:
                    wrong = ana.welcome.token[:-1] + others[number % 2]
                    assert (await thief.hello("Ana", token=wrong)).table == 0
                clock.advance(1)
            assert watcher.table.seats[0].presence == Presence.AWAY
            async with Client(server.port) as back:
                assert (await back.hello(token=ana.welcome.token)).table == watcher.table.number
                await back.until(lambda: back.is_to_act)
                await watcher.until(lambda: watcher.table.seats[0].presence == Presence.PRESENT)
                await back.cut()
            await watcher.until(lambda: watcher.table.seats[0].presence == Presence.AWAY)
            clock.advance(61)
            await watcher.until(lambda: watcher.table.seats[0].presence == Presence.TAKEN_OVER)


async def test_person_whose_seat_was_taken_over_takes_it_back() -> None:
    clock = VirtualClock()
    async with running(clock=clock) as server:
        ana = await seated(server)
        async with Client(server.port) as watcher:
            await watcher.hello("Will")
            await watcher.join(ana.table.number)
            await ana.cut()
            await watcher.until(lambda: watcher.table.seats[0].presence == Presence.AWAY)
            clock.advance(61)
            await watcher.until(lambda: watcher.table.seats[0].presence == Presence.TAKEN_OVER)
            async with Client(server.port) as back:
                await back.hello(token=ana.welcome.token)
                await back.until(lambda: back.is_seated)
                await back.done(TakeBack(back.next_ref()))
                await watcher.until(lambda: watcher.table.seats[0].presence == Presence.PRESENT)
                assert await play(back, 3, stop_after=3) == 3


async def test_person_in_the_lobby_comes_back_as_himself() -> None:
    async with running() as server:
        ana = await Client(server.port).open()
        first = await ana.hello("Ana")
        await ana.cut()
        async with Client(server.port) as back:
            again = await back.hello(token=first.token)
            assert (again.person, again.name) == (first.person, "Ana")


async def test_returning_person_may_bring_another_name() -> None:
    async with running() as server:
        ana = await seated(server)
        await ana.cut()
        async with Client(server.port) as back:
            assert (await back.hello("Anca", token=ana.welcome.token)).name == "Anca"
            await back.until(lambda: back.is_seated and back.table.seats[0].name == "Anca")


async def test_renamed_person_is_seen_under_the_new_name_at_the_table() -> None:
    async with running() as server:
        ana = await seated(server)
        await ana.done(Rename(ana.next_ref(), "Anca [/b]"))
        await ana.until(lambda: ana.table.seats[0].name == "Anca [/b]")
        assert await ana.refused(Rename(ana.next_ref(), "\u200b")) == "name_empty"
        await ana.close()


async def test_strangers_are_forgotten_when_there_are_too_many() -> None:
    limits = Limits(lobby_interval=0.0, strangers=2)
    async with running(config_of(limits=limits)) as server, Client(server.port) as watcher:
        await watcher.hello("Will")
        tokens: list[str] = []
        for number in range(3):
            async with Client(server.port) as passer:
                tokens.append((await passer.hello(f"P{number}")).token)
                await watcher.until(lambda: len(watcher.lobby.people) == 2)
            await watcher.until(lambda: len(watcher.lobby.people) == 1)
        async with Client(server.port) as back:
            assert await back.refused(Hello(1, 1, "", tokens[0])) == "unknown_token"
            assert (await back.hello(token=tokens[1])).name == "P1"


@pytest.mark.parametrize(
    ("version", "side"), [(0, "client"), (2, "server"), (2**31, "server")], ids=str
)
async def test_other_version_is_told_what_to_upgrade(version: int, side: str) -> None:
    async with running() as server, Client(server.port) as client:
        await client.post(Hello(1, version, "Ana"))
        bye = await client.bye()
        assert (bye.code, bye.facts) == ("version", ("1", levata.__version__, side))
        assert client.close_code == 1000


async def test_hello_of_a_later_shape_is_told_what_to_upgrade() -> None:
    async with running() as server, Client(server.port) as client:
        await client.send_frame(
            msgpack.packb([1, 1, 7, {"name": "Ana"}, "more", "fields", 1, 2, 3])
        )
        assert (await client.bye()).code == "version"


async def test_password_of_the_server_is_asked_for() -> None:
    clock = VirtualClock()
    async with running(config_of(password="șase"), clock) as server:
        async with Client(server.port) as right:
            assert (await right.hello("Ana", password="șase")).name == "Ana"
        for wrong in ("", "sase"):
            async with Client(server.port) as client:
                await client.post(Hello(1, 1, "Ana", password=wrong))
                await client.post(Hello(2, 1, "Ana", password="șase"))
                while client.close_code is None:
                    clock.advance(0.5)
                    async with Client(server.port) as other:
                        await other.hello("Boris", password="șase")
                assert [type(message) for message in client.messages] == [Bye]
                assert (await client.bye()).code == "password"


async def test_token_of_nobody_else_is_in_any_frame() -> None:  # A8
    async with running() as server:
        ana = await seated(server)
        async with Client(server.port) as boris:
            await boris.hello("Boris")
            await boris.join(ana.table.number)
            await play(ana, 4, stop_after=5)
            await boris.receive(Update, lambda message: message.channel == Channel.GAME)
            assert not any(ana.welcome.token.encode() in frame for frame in boris.frames)
            assert not any(boris.welcome.token.encode() in frame for frame in ana.frames)
            assert sum(isinstance(message, Welcome) for message in boris.messages) == 1
        await ana.close()


async def test_seat_of_another_cannot_be_played_by_any_frame() -> None:  # A11, B16, B17
    async with running() as server:
        ana = await seated(server)
        async with Client(server.port) as thief:
            await thief.hello("Thief")
            await thief.join(ana.table.number)
            legal, decision = ana.game.legal[0], ana.decision
            assert await thief.refused(Act(90, decision, legal)) == "not_seated"
            # A seat or a person in the message is a field too many.
            await thief.send_frame(encode(Act(91, decision, legal))[:-1] + b"\x00\x01")
            await thief.receive(Rejected, lambda message: message.ref == 0)
            assert ana.decision == decision
            assert ana.mirrors[Channel.GAME].document is not None
            assert ana.table.seats[0].kind == SeatKind.PERSON
        await ana.close()


def test_change_of_a_document_that_the_client_has_not_is_not_sent() -> None:  # G5
    frames: list[bytes] = []

    def push(frame: bytes) -> bool:
        frames.append(frame)
        return True

    session = Connection("here", Limits(), lambda: None, push)
    change, whole = Update(Channel.GAME, 2, 0, []), Sync(Channel.GAME, 1, 0, [1])
    session.send(change)
    session.send(msgspec.structs.replace(change, ref=7))
    session.send(whole)
    session.send(change)
    session.send(Departed(1, "left"))
    session.send(change)
    assert [decode_server(frame) for frame in frames] == [
        Ack(7),
        whole,
        change,
        Departed(1, "left"),
    ]
