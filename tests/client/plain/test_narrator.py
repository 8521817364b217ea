"""What the line mode tells, as it happens and when it is asked."""

from __future__ import annotations

import pytest

from levata.protocol.documents import Channel, HandsDocument, SeatKind, SeatRow, TablePhase
from levata.protocol.messages import (
    Notice,
    Said,
)
from tests.support import demo
from tests.support.documents import bidding, table_view
from tests.support.plain import running


async def test_what_is_to_be_decided_is_told_with_the_keys_for_it() -> None:
    async with running(phase=TablePhase.PLAYING) as plain:
        await plain.until_told("0 0  1 1")
        told = "\n".join(plain.told)
        assert "Your cards: K♥\nYour turn: bid from 0 to 1\nHow many tricks?" in told


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
