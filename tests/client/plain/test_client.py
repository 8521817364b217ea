"""What can be typed in the line mode."""

from __future__ import annotations

import io

import pytest

from levata.protocol.documents import Channel, TablePhase
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
    Nudge,
    Rejected,
    Request,
    Say,
    Sit,
    Start,
    TakeBack,
    Vote,
)
from levata_client.plain.client import Lines
from tests.support.documents import bidding, table_row, table_view
from tests.support.plain import running


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
