"""The queue of what waits for one client."""

from __future__ import annotations

from typing import Any

import msgspec
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct

from levata.protocol.codec import decode_server, encode
from levata.protocol.documents import Channel
from levata.protocol.messages import Ack, Departed, Message, Said, ServerMessage, Sync, Update
from levata.protocol.mirror import Mirror, Source
from levata_server.door.outbox import Outbox


class Paper(Struct, frozen=True, array_like=True):
    """A document for tests."""

    number: int = 0
    lines: tuple[int, ...] = tuple(range(40))


def put(outbox: Outbox, message: Message) -> None:
    outbox.put(message, encode(message))


def drain(outbox: Outbox) -> list[ServerMessage]:
    messages: list[ServerMessage] = []
    while (frame := outbox.take()) is not None:
        messages.append(decode_server(frame))
    return messages


def update(number: int, channel: Channel = Channel.GAME, ref: int = 0) -> Update:
    return Update(channel, number, 0, [0, number], ref=ref)


def test_outbox_gives_messages_in_their_order() -> None:
    outbox = Outbox(10, 10_000)
    sent = [Said(1, "Ana", "one"), update(1), Ack(3)]
    for message in sent:
        put(outbox, message)
    assert len(outbox) == 3
    assert drain(outbox) == sent
    assert outbox.take() is None
    assert outbox.missing() == ()


def test_outbox_beyond_its_messages_drops_documents_and_asks_for_whole_ones_once() -> None:
    outbox = Outbox(6, 10_000)
    put(outbox, Said(1, "Ana", "stays"))
    for number in range(1, 4):
        put(outbox, update(number, Channel.GAME))
        put(outbox, update(number, Channel.TABLE))
    assert outbox.collapses == 1
    assert not outbox.is_over
    assert outbox.missing() == ()  # something waits still
    assert drain(outbox) == [Said(1, "Ana", "stays")]
    assert outbox.missing() == (Channel.TABLE, Channel.GAME)
    assert outbox.missing() == ()


def test_outbox_beyond_its_bytes_collapses() -> None:
    outbox = Outbox(1000, 300)
    for number in range(1, 4):
        put(outbox, Sync(Channel.GAME, number, 0, list(range(100))))
    assert outbox.collapses == 1
    assert drain(outbox) == []
    assert outbox.missing() == (Channel.GAME,)


def test_outbox_skips_changes_until_the_whole_document_comes() -> None:
    outbox = Outbox(3, 10_000)
    for number in range(1, 5):
        put(outbox, update(number))
    assert outbox.missing() == (Channel.GAME,)
    put(outbox, update(5))
    put(outbox, update(1, Channel.TABLE))
    put(outbox, Sync(Channel.GAME, 5, 0, [5]))
    put(outbox, update(6))
    assert drain(outbox) == [update(1, Channel.TABLE), Sync(Channel.GAME, 5, 0, [5]), update(6)]
    assert outbox.collapses == 1


def test_outbox_acknowledges_requests_whose_change_was_dropped() -> None:
    outbox = Outbox(8, 10_000)
    for number in range(1, 10):
        put(outbox, update(number, ref=7 if number == 5 else 0))
    put(outbox, update(10, ref=8))
    assert drain(outbox) == [Ack(7), Ack(8)]


def test_outbox_full_of_talk_is_over() -> None:
    outbox = Outbox(4, 10_000)
    for number in range(4):
        put(outbox, Said(1, "Ana", str(number)))
    assert not outbox.is_over
    put(outbox, Said(1, "Ana", "too much"))
    assert outbox.is_over


def test_outbox_asks_for_nothing_of_a_table_that_was_left() -> None:
    outbox = Outbox(3, 10_000)
    for number in range(1, 5):
        put(outbox, update(number, Channel.GAME))
    put(outbox, update(1, Channel.LOBBY))
    put(outbox, Departed(1, "left"))
    drain(outbox)
    assert outbox.missing() == ()


def test_outbox_cleared_has_nothing_left() -> None:
    outbox = Outbox(3, 10_000)
    for number in range(1, 6):
        put(outbox, update(number))
    outbox.clear()
    assert outbox.take() is None
    assert outbox.missing() == ()
    put(outbox, update(6))
    assert drain(outbox) == [update(6)]


@given(
    steps=st.lists(st.sampled_from(["change", "take", "all"]), max_size=80),
    bound=st.integers(1, 6),
)
def test_outbox_never_misleads_a_mirror_whatever_its_bound(steps: list[str], bound: int) -> None:
    source, mirror, outbox = Source(Channel.GAME), Mirror(Channel.GAME), Outbox(bound, 10_000)
    paper = Paper()
    source.publish(paper)
    put(outbox, source.sync())

    def deliver(most: int) -> None:
        for _ in range(most):
            frame = outbox.take()
            if frame is None:
                for _ in outbox.missing():
                    put(outbox, source.sync())
                frame = outbox.take()
            if frame is None:
                return
            message = decode_server(frame)
            if isinstance(message, Sync):
                mirror.sync(message)
            elif isinstance(message, Update):
                assert mirror.update(message)

    for step in steps:
        if step == "change":
            paper = Paper(paper.number + 1)
            put(outbox, source.publish(paper))
        deliver(1 if step == "take" else 1000 if step == "all" else 0)
    deliver(1000)
    assert mirror.resyncs == 0
    document: Any = mirror.document
    assert msgspec.convert(document, Paper) == paper
