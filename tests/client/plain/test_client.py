"""The line mode against a server in the hands of the test."""

from __future__ import annotations

import asyncio
import io
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from levata.protocol.documents import Channel, HandsDocument, SeatKind, SeatRow, TablePhase
from levata.protocol.messages import (
    Ack,
    Act,
    AddBot,
    Bye,
    CreateTable,
    Departed,
    Join,
    Leave,
    Message,
    Notice,
    Nudge,
    Rejected,
    Request,
    Said,
    Say,
    Sit,
    Start,
    TakeBack,
    Vote,
)
from levata_client.net.session import Session
from levata_client.plain.client import Lines, PlainClient
from levata_client.plain.texts import WIDTH, MenuEntry, broken, find_entry
from tests.support import demo
from tests.support.documents import bidding, lobby_view, table_row, table_view
from tests.support.fake_server import Answer, FakeServer


class Typed:
    """Lines that the test types, one by one; the end of input is None."""

    is_typed = True

    def __init__(self) -> None:
        self._lines: asyncio.Queue[str | None] = asyncio.Queue()

    def type(self, line: str | None) -> None:
        """Type a line."""
        self._lines.put_nowait(line)

    async def next(self) -> str | None:
        """Return the next line."""
        return await self._lines.get()


class Plain:
    """A running line mode."""

    def __init__(self, server: FakeServer) -> None:
        self.server = server
        self.told: list[str] = []
        self.lines = Typed()
        self.client = PlainClient(Session.at(server.address, "Ana"), self._tell)
        self._news = asyncio.Event()
        self.status: int | None = None

    def _tell(self, line: str) -> None:
        self.told.append(line)
        self._news.set()

    async def run(self) -> None:
        """Run to the end."""
        self.status = await self.client.run(self.lines)
        self._news.set()

    async def until_told(self, text: str) -> None:
        """Wait until a line says something."""
        async with asyncio.timeout(10):
            while text not in "\n".join(self.told):
                self._news.clear()
                await self._news.wait()

    async def type(self, line: str, text: str) -> None:
        """Type a line and wait for what it leads to."""
        self.told.clear()
        self.lines.type(line)
        await self.until_told(text)


@asynccontextmanager
async def running(
    answer: Answer | None = None, phase: TablePhase | None = None, **changes: Any
) -> AsyncGenerator[Plain]:
    """Run the line mode, in the lobby or at a table."""
    async with FakeServer(answer) as server:
        await server.publish(Channel.LOBBY, lobby_view(table_row(4)))
        if phase is not None:
            server.table = 3
            await server.publish(Channel.TABLE, table_view(phase))
            if phase != TablePhase.OPEN:
                await server.publish(Channel.GAME, bidding(**changes), decision=5)
        plain = Plain(server)
        task = asyncio.create_task(plain.run())
        await plain.until_told("Type ? for help.")
        yield plain
        plain.lines.type(None)
        await task


async def test_the_lobby_is_listed_and_a_number_joins() -> None:
    async with running() as plain:
        assert plain.told[:3] == [
            "Dan's laptop: 2 people",
            "4 Seara: Whist, 2 of 3 seats free",
            "Type ? for help.",
        ]
        plain.lines.type("4")
        await plain.server.until(lambda: bool(plain.server.requests))
        assert isinstance(plain.server.requests[0], Join)
        await plain.server.publish(Channel.TABLE, table_view(number=4, seats=table_row().seats))
        await plain.server.until(lambda: len(plain.server.requests) == 2)
        assert isinstance(plain.server.requests[1], Sit)


async def test_what_is_to_be_decided_is_told_with_the_keys_for_it() -> None:
    async with running(phase=TablePhase.PLAYING) as plain:
        await plain.until_told("0 0  1 1")
        told = "\n".join(plain.told)
        assert "Your cards: K♥\nYour turn: bid from 0 to 1\nHow many tricks?" in told


@pytest.mark.parametrize("typed", ["1", "bid 1", "BID 1"])
async def test_a_choice_is_typed_by_key_or_by_name(typed: str) -> None:
    async with running(phase=TablePhase.PLAYING) as plain:
        await plain.until_told("1 1")
        plain.lines.type(typed)
        await plain.server.until(lambda: bool(plain.server.requests))
        act = plain.server.requests[0]
        assert act == Act(act.ref, 5, "bid 1")


async def test_what_is_not_allowed_is_explained_without_asking_the_server() -> None:
    async with running(phase=TablePhase.PLAYING, legal=("bid 0",)) as plain:
        await plain.until_told("0 0")
        await plain.type("1", "1 is not allowed: the bids may not add")
        await plain.type("7", "Type one of 0, or ? for help.")
        assert plain.server.requests == []


async def test_what_the_server_refuses_is_told() -> None:
    async with running(
        lambda request: Rejected(request.ref, "paused"), TablePhase.PLAYING
    ) as plain:
        await plain.type("1", "The table is paused.")


async def test_out_of_turn_nothing_is_sent() -> None:
    async with running(phase=TablePhase.PLAYING, legal=(), turn=1) as plain:
        await plain.type("1", "It is not your turn.")
        assert plain.server.requests == []


@pytest.mark.parametrize(
    ("typed", "text"),
    [
        ("", "Your turn: bid from 0 to 1"),
        ("?", "say TEXT: talk to the table"),
        ("scores", "Total: You 0, Ioana 0, Mihai 0"),
        ("last", "There is no last trick yet."),
        ("who", "Ioana, bot, 1 card, 0p"),
        ("rules", "hook: what the last bidder is not"),
        ("cards", "You may not see the cards of the"),
    ],
)
async def test_words_tell_how_things_stand(typed: str, text: str) -> None:
    async with running(phase=TablePhase.PLAYING) as plain:
        await plain.type(typed, text)
        assert plain.server.requests == []


@pytest.mark.parametrize(
    ("typed", "kind"),
    [
        ("say hei", Say),
        ("nudge", Nudge),
        ("back", TakeBack),
        ("pause", Vote),
        ("stop", Vote),
        ("open", Vote),
        ("close", Vote),
        ("leave", Leave),
        ("bot 3", AddBot),
        ("sit 3", Sit),
    ],
)
async def test_words_ask_the_server(typed: str, kind: type[Request]) -> None:
    async with running(phase=TablePhase.PLAYING) as plain:
        plain.lines.type(typed)
        await plain.server.until(lambda: bool(plain.server.requests))
        assert type(plain.server.requests[0]) is kind
        await plain.server.send(Departed(3, "left"))


async def test_hands_open_to_a_watcher_are_told_once_a_deal_and_when_asked() -> None:
    async with running(phase=TablePhase.PLAYING) as plain:
        seats = (SeatRow(SeatKind.PERSON, "Dan", 9), *table_view(TablePhase.PLAYING).seats[1:])
        await plain.server.publish(Channel.TABLE, table_view(TablePhase.PLAYING, seats=seats))
        await plain.server.publish(Channel.GAME, demo.view_of(demo.dealt(0, 3), None))
        plain.told.clear()
        await plain.server.publish(Channel.HANDS, HandsDocument(1, False, ((47, 51), (50,), ())))
        await plain.until_told("All cards are open to you:\nDan: A♠ K♠\nIoana: A♥\nMihai: ?")
        plain.told.clear()
        await plain.server.publish(Channel.HANDS, HandsDocument(1, False, ((51,), (50,), (0,))))
        await plain.type("cards", "Dan: A♠\nIoana: A♥\nMihai: 2♣")
        assert plain.told.count("All cards are open to you:") == 1
        plain.told.clear()
        await plain.server.publish(Channel.HANDS, HandsDocument(1, True, ((47, 51), (50,), ())))
        await plain.until_told(
            "The cards of hand 1, which is over:\nDan: A♠ K♠\nIoana: A♥\nMihai: –"
        )
        await plain.server.publish(Channel.HANDS, HandsDocument())
        await plain.type("cards", "You may not see the cards of the")


@pytest.mark.parametrize(
    ("typed", "text"),
    [
        ("sit x", "“x” is no number."),
        ("new wist", "There is no game “wist”."),
        ("new whist 9", "This game cannot be played by 9."),
        ("new whist 4 long", "There is no preset “long”."),
        ("new whist 4 short genius", "There is no level “genius”."),
        ("dance", "Not understood."),
    ],
)
async def test_mistakes_are_told_in_a_line(typed: str, text: str) -> None:
    async with running(phase=TablePhase.OPEN) as plain:
        await plain.type(typed, text)
        assert plain.server.requests == []


async def test_a_table_is_opened_and_started() -> None:
    def answer(request: Request) -> Message:
        return Ack(request.ref, 3)

    async with running(answer) as plain:
        plain.lines.type("new whist 3 short random")
        await plain.server.until(lambda: bool(plain.server.requests))
        create = plain.server.requests[0]
        assert isinstance(create, CreateTable)
        assert (create.game, create.seats, create.options) == ("whist", 3, {"sequence": "1-4-1"})
        assert create.level == "random"
        await plain.server.publish(Channel.TABLE, table_view())
        await plain.until_told("Type start to begin; free seats get")
        plain.lines.type("start")
        await plain.server.until(lambda: isinstance(plain.server.requests[-1], Start))
        await plain.server.publish(Channel.TABLE, table_view(TablePhase.PLAYING))
        await plain.server.publish(Channel.GAME, bidding(), [[1, 1, 0]], decision=5)
        await plain.until_told("Hand 1/21\n1 card each")


async def test_what_happens_is_told() -> None:
    async with running(phase=TablePhase.PLAYING) as plain:
        await plain.server.send(Said(9, "Dan", "hei [b]"))
        await plain.server.send(Notice("joined", ("Eva",)))
        await plain.server.publish(Channel.GAME, bidding(turn=1, legal=()), [[3, 0, 1]])
        await plain.until_told("You bid 1")
        assert plain.told[-3:] == ["Dan: hei [b]", "Eva came to the table.", "You bid 1"]


async def test_the_end_of_a_match_is_told_with_the_ranking() -> None:
    async with running(phase=TablePhase.PLAYING) as plain:
        await plain.server.publish(Channel.GAME, demo.view_of(demo.last_hand(3)))
        await plain.server.publish(Channel.TABLE, table_view(TablePhase.OVER))
        await plain.until_told("Type start for another match")
        assert any(line.startswith("1. ") for line in plain.told)


async def test_a_lost_connection_is_told_once_and_so_is_its_return() -> None:
    async with running(phase=TablePhase.PLAYING) as plain:
        await plain.server.stop()
        await plain.until_told("Connection lost, trying again…")
        await plain.server.restart()
        await plain.until_told("The connection is back.")
        assert plain.told.count("Connection lost, trying again…") == 1


async def test_the_end_of_the_session_ends_the_program() -> None:
    async with running(phase=TablePhase.PLAYING) as plain:
        await plain.server.send(Bye("replaced"))
        await plain.until_told("You went on playing from another")
    assert plain.status == 1


async def test_quit_ends_the_program() -> None:
    async with running(phase=TablePhase.PLAYING) as plain:
        plain.lines.type("quit")
    assert plain.status == 0


async def test_lines_of_a_pipe_are_read_one_by_one_to_the_end() -> None:
    lines = Lines(io.StringIO("a\n\nb"))
    assert not lines.is_typed
    assert [await lines.next() for _ in range(4)] == ["a\n", "\n", "b", None]


def test_long_lines_are_broken_at_blanks_and_continued_ones_indented() -> None:
    pieces = list(broken("Hand over: You -1, Smaranda -1, Ioana -1, Petar +5"))
    assert pieces == ["Hand over: You -1, Smaranda -1, Ioana", "  -1, Petar +5"]
    assert all(len(piece) <= WIDTH for piece in broken("x" * 200))


@pytest.mark.parametrize("typed", ["2", "play TH", "10♥", "th"])
def test_an_entry_is_found_by_all_its_names(typed: str) -> None:
    entries = (MenuEntry("1", "K♥", "play KH"), MenuEntry("2", "10♥", "play TH"))
    assert find_entry(typed, entries) == entries[1]
