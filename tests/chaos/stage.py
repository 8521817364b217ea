"""A match of four over sockets in which the line of one player fails once, and what must hold then.

Three reference clients sit at the table with a player whose line goes through a proxy. Whatever the
fault, that player comes back by himself, the match goes on to its end, everybody sees the same, and
the record can be checked step by step.
"""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import AsyncGenerator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from enum import StrEnum
from typing import Any, Final, NamedTuple

from levata.errors import RequestError
from levata.game import View
from levata.options import Scalar
from levata.protocol.documents import Channel, Presence, SeatKind
from levata.protocol.messages import Arrange, Join, Sit, Stand, Sync
from levata.records.record import load_record
from levata.records.replay import verify
from levata_client.net.address import parse_address
from levata_client.net.session import Session
from levata_client.state.link_events import LinkError, LinkTiming
from levata_client.state.model import Change, GameChanged, Model
from levata_server.app import Server
from levata_server.config import Limits
from tests.support.clients import Client, play
from tests.support.proxy import Fault, Proxy, Way
from tests.support.server import config_of, running

NAMES: Final = ("Ana", "Boris", "Cezar")
TIMING: Final = LinkTiming(open=3.0, ping=0.1, slow=0.4, lost=1.5, backoff=(0.0, 0.01, 0.05))
"""A player who notices a dead line soon."""
CONFIG: Final = config_of(limits=Limits(lobby_interval=0.0, frame_rate=1e6))
"""Nobody plays too fast."""
PATIENCE: Final = 60.0
"""Seconds after which a match that stands still has failed."""
FORGIVEN: Final = frozenset(
    {"connection_lost", "stale_decision", "bad_message", "unknown_action", "seat_taken"}
)
"""Refusals that a fault may bring about; whoever gets one looks again and goes on."""


class Phase(StrEnum):
    """When the line fails."""

    OPENING = "opening"
    """Before there is a WebSocket."""
    HELLO = "hello"
    LOBBY = "lobby"
    SEATED = "seated"
    """Before the match has begun."""
    FIRST_DECISION = "first decision"
    """The bidding, the choice of a game, the cards to pass on."""
    MID_TRICK = "mid trick"
    TRICK_END = "trick end"
    DEAL_END = "deal end"
    MATCH_END = "match end"


class Trouble(NamedTuple):
    """What happens to a line, once."""

    phase: Phase
    fault: Fault
    way: Way


UNTRUSTED: Final = ((Phase.HELLO, Fault.LOSE), (Phase.HELLO, Fault.GARBLE))


def is_time(phase: Phase, way: Way, model: Model) -> bool:
    """Return whether the next frame is one that a phase is about.

    On the way up that is the player's own action, on the way down the next thing that happens.
    """
    view = model.view
    if view is None or not model.is_playing or (way is Way.UP and not model.is_my_turn):
        return False
    held, seats = sum(view.counts), len(view.counts)
    if phase is Phase.FIRST_DECISION:
        return model.is_my_turn
    is_playing_cards = not model.is_my_turn or view.legal[0].startswith("play")
    if not is_playing_cards:
        return False
    to_play = view.counts.count(max(view.counts))
    match phase:
        case Phase.MID_TRICK:
            return 1 < to_play < seats
        case Phase.TRICK_END:
            return to_play == 1
        case Phase.DEAL_END:
            return held == 1 or (way is Way.UP and held <= seats)
        case Phase.MATCH_END:
            is_last = getattr(view, "round", 0) == getattr(view, "rounds_in_all", 0) - 1
            return is_last and (held == 1 or (way is Way.UP and held <= seats))
        case _:
            return False


def is_at_end(model: Model) -> bool:
    """Return whether a client knows both that the match is over and how it ended."""
    return model.is_over and model.view is not None and model.view.turn < 0


class Knowledge(NamedTuple):
    """Who a client is and what it sees of the game."""

    token: str
    person: int
    view: View


class Victim:
    """The player with the bad line. It is as stubborn as the real client and its user together."""

    def __init__(self, proxy: Proxy, seat: int, trouble: Trouble | None = None) -> None:
        self.proxy = proxy
        self.seat = seat
        self.is_seated = asyncio.Event()
        """Whether it sits, and all that happens before the match has happened."""
        self.session = self._new_session()
        self._trouble = trouble
        self._phase = trouble.phase if trouble is not None else None
        self._is_ordered = trouble is None
        self._rng = random.Random(f"{seat}{trouble}")

    async def run(self, table: int) -> None:
        """Come to a table, take the seat and play the match to its end."""
        if self._phase in (Phase.OPENING, Phase.HELLO):
            self._order()
        await self._open()
        if self._phase is Phase.LOBBY:
            self._order()
        await self._insist(lambda: self._take_seat(table))
        if self._phase is Phase.SEATED:
            self._order()
            await self._insist(self._arrange)
        self.is_seated.set()
        await self._insist(self._play)

    async def close(self) -> None:
        """Hang up."""
        await self.session.close()

    @property
    def knowledge(self) -> Knowledge:
        """Return who the player is and what he sees."""
        model = self.session.model
        assert model.welcome is not None
        assert model.view is not None
        return Knowledge(model.welcome.token, model.person, model.view)

    def _order(self) -> None:
        assert self._trouble is not None
        self._is_ordered = True
        phase, fault, way = self._trouble
        self.proxy.order(fault, way, is_opening=phase is Phase.OPENING)

    def _new_session(self) -> Session:
        address = parse_address(f"127.0.0.1:{self.proxy.port}")
        return Session.at(address, f"Dana {self.seat}", on_change=self._watch, timing=TIMING)

    async def _open(self) -> None:
        while True:
            self.session = self._new_session()
            try:
                await self.session.open()
            except LinkError:
                # A first connection that fails is for the user to try again.
                await self.proxy.struck.wait()
            else:
                break
        if self._trouble is not None and self._trouble[:2] in UNTRUSTED:
            # Nobody goes on with a session of which he may have got a wrong token.
            await self.proxy.broken.wait()
            await self.session.until(lambda model: model.is_connected)

    async def _insist(self, act: Callable[[], Any]) -> None:
        """Do something until it is done, with every new connection anew."""
        while True:
            await self.session.until(lambda model: model.is_connected)
            try:
                await act()
            except RequestError as error:
                if error.code not in FORGIVEN:
                    raise
            else:
                return

    async def _take_seat(self, table: int) -> None:
        while self.session.model.table is None or self.session.model.seat != self.seat:
            if self.session.model.table is None:
                await self.session.request(Join, table=table)
                await self._until(lambda model: model.table is not None)
            else:
                await self.session.request(Sit, seat=self.seat)
                await self._until(lambda model: model.seat == self.seat)

    async def _arrange(self) -> None:
        await self.session.request(Arrange, order="ranks")

    async def _play(self) -> None:
        answered = 0

        def has_news(model: Model) -> bool:
            return is_at_end(model) or (model.is_my_turn and model.decision != answered)

        while True:
            await self._until(has_news)
            model = self.session.model
            if is_at_end(model):
                return
            assert model.view is not None
            decision = model.decision
            await self.session.act(self._rng.choice(model.view.legal))
            answered = decision

    async def _until(self, is_so: Callable[[Model], bool]) -> None:
        """Wait until something is true of the model.

        Raises:
            RequestError: ``connection_lost``, it may never be.
        """
        await self.session.until(lambda model: not model.is_connected or is_so(model))
        if not self.session.model.is_connected:
            raise RequestError("connection_lost")

    def _watch(self, change: Change) -> None:
        if self._is_ordered or not isinstance(change, GameChanged):
            return
        assert self._trouble is not None
        if is_time(self._trouble.phase, self._trouble.way, self.session.model):
            self._order()


async def play_through(
    trouble: Trouble, seat: int, game: str = "whist", options: dict[str, Scalar] | None = None
) -> None:
    """Play a match with one fault in it and check everything that must hold."""
    async with asyncio.timeout(PATIENCE), running(CONFIG) as server, Proxy(server.port) as proxy:
        victim = Victim(proxy, seat, trouble)
        others = [await Client(server.port).open() for _ in NAMES]
        for client, name in zip(others, NAMES, strict=True):
            await client.hello(name)
        host = others[0]
        table = await host.create(game, options=options)
        places = [place for place in range(4) if place != seat]
        for client, place in zip(others, places, strict=True):
            if client is not host:
                await client.join(table)
            if client.seat != place:
                await client.sit(place)
        async with _at_table([victim], table) as playing:
            await host.until(lambda: host.table.seats[seat].kind == SeatKind.PERSON)
            await host.start()
            reference = [play(client, place) for client, place in zip(others, places, strict=True)]
            await asyncio.gather(*playing, *reference)
            assert proxy.struck.is_set(), "nothing happened to the line"
            await host.until(lambda: host.table.seats[seat].presence == Presence.PRESENT)
            await check(server, table, {seat: victim.knowledge}, others)
        for client in others:
            await client.close()


async def play_through_a_storm(
    seed: int, game: str = "whist", options: dict[str, Scalar] | None = None
) -> int:
    """Play a match in which the lines of all four fail again and again; return how often."""
    async with AsyncExitStack() as stack:
        await stack.enter_async_context(asyncio.timeout(PATIENCE))
        server = await stack.enter_async_context(running(CONFIG))
        proxies = [await stack.enter_async_context(Proxy(server.port)) for _ in range(4)]
        host = await stack.enter_async_context(Client(server.port))
        await host.hello("Ana")
        table = await host.create(game, options=options)
        await host.done(Stand(host.next_ref()))
        victims = [Victim(proxy, seat) for seat, proxy in enumerate(proxies)]
        playing = await stack.enter_async_context(_at_table(victims, table))
        await host.until(lambda: all(row.kind == SeatKind.PERSON for row in host.table.seats))
        storms = [asyncio.create_task(_storm(proxy, f"{seed}|{proxy.port}")) for proxy in proxies]
        await host.start()
        await asyncio.gather(*playing)
        for storm in storms:
            storm.cancel()
        await asyncio.gather(*storms, return_exceptions=True)
        await check(server, table, {victim.seat: victim.knowledge for victim in victims}, [])
        return sum(proxy.connections for proxy in proxies) - len(proxies)


async def _storm(proxy: Proxy, seed: str) -> None:
    """Let a line fail again and again."""
    rng = random.Random(seed)
    faults = (Fault.CUT, Fault.LOSE, Fault.DUPLICATE, Fault.HALF_CLOSE, Fault.TRICKLE)
    while True:
        way = rng.choice(tuple(Way))
        await proxy.order(rng.choice(faults), way, after=rng.randrange(3, 30)).wait()


@asynccontextmanager
async def _at_table(victims: list[Victim], table: int) -> AsyncGenerator[list[asyncio.Task[None]]]:
    """Let victims play, from when all of them sit."""
    playing = [asyncio.create_task(victim.run(table)) for victim in victims]
    try:
        for victim, task in zip(victims, playing, strict=True):
            seated = asyncio.create_task(victim.is_seated.wait())
            await asyncio.wait([task, seated], return_when=asyncio.FIRST_COMPLETED)
            if task.done():
                seated.cancel()
                await task
        yield playing
    finally:
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
        for victim in victims:
            await victim.close()


async def check(
    server: Server, table: int, seen: dict[int, Knowledge], others: list[Client]
) -> None:
    """Compare what everybody has with what he would get by asking anew; check the record."""
    for client in others:
        assert client.resyncs == 0
        assert client.seat is not None
        seen[client.seat] = Knowledge(client.welcome.token, client.welcome.person, client.game)
    for seat, (token, person, view) in seen.items():
        async with Client(server.port) as fresh:
            welcome = await fresh.hello(token=token)
            assert (welcome.table, welcome.person) == (table, person)
            await fresh.receive(Sync, lambda message: message.channel == Channel.GAME)
            assert fresh.game == view
            assert fresh.seat == seat
    record = await server.store.load_record(table, 1)
    assert record is not None
    verify(load_record(json.dumps(record)))
    autos = {action.get("auto") for deal in record["deals"] for action in deal["actions"]}
    assert autos <= {None, "forced"}, "somebody else has acted for a player"
    assert record["result"]["reason"] == "completed"
