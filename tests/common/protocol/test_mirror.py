"""Both ends of a document stay in step, and a client that is out of step finds out."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct

from levata.errors import ProtocolError
from levata.game import Seat
from levata.protocol.codec import decode_server, encode
from levata.protocol.diff import checksum
from levata.protocol.documents import (
    Channel,
    LobbyDocument,
    PersonRow,
    SeatRow,
    TablePhase,
    TableRow,
)
from levata.protocol.messages import Sync, Update
from levata.protocol.mirror import Mirror, Source
from tests.support.records import default_tables
from tests.support.rules import Table, mixed_tables, played
from tests.support.wire import over_the_wire, project, received

TABLES = [
    table
    for table in default_tables() + mixed_tables(1, "mirrors")
    if table.seats in (table.game.info.seats[0], table.game.info.seats[-1])
]
"""Every game with the fewest and the most players."""
each_table = pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name)


def deliver(mirror: Mirror, message: Sync | Update) -> bool:
    """Let a message arrive at a mirror; return whether the document is right now."""
    got = received(message)
    if isinstance(got, Sync):
        mirror.sync(got)
        return True
    assert isinstance(got, Update)
    return mirror.update(got)


def views_of(table: Table, viewer: Seat | None) -> list[Struct]:
    match = played(table)
    first = table.game.view(match[0].before, viewer)
    return [first, *(table.game.view(moment.step.state, viewer) for moment in match)]


def assert_is(mirror: Mirror, view: Struct) -> None:
    assert mirror.document == over_the_wire(project(view))
    assert msgspec.convert(mirror.document, type(view), strict=True) == view


@each_table
def test_a_mirror_shows_every_view_whenever_it_joins(table: Table) -> None:
    """After every step a mirror, whenever it joined, equals a fresh projection (C1, C2, C4)."""
    rng = random.Random(table.name)
    for viewer in (None, rng.randrange(table.seats)):
        source = Source(Channel.GAME)
        mirrors: list[Mirror] = []
        views = views_of(table, viewer)
        joins = set(rng.sample(range(len(views)), 4)) | {0}
        for number, view in enumerate(views):
            message = source.publish(view)
            for mirror in mirrors:
                assert deliver(mirror, message)
            if number in joins:
                mirrors.append(Mirror(Channel.GAME))
                assert deliver(mirrors[-1], source.sync())
            assert_is(mirrors[-1], view)
            for mirror in mirrors:
                assert mirror.document == mirrors[-1].document
                assert mirror.version == source.version
        assert all(mirror.resyncs == 0 for mirror in mirrors)


@each_table
def test_lost_and_damaged_updates_are_found_and_healed(table: Table) -> None:
    """Whatever happens to updates on their way, a mirror never shows a wrong document."""
    rng = random.Random(table.name)
    viewer = rng.choice((None, *range(table.seats)))
    source, mirror = Source(Channel.GAME), Mirror(Channel.GAME)
    damages = 0
    for number, view in enumerate(views_of(table, viewer)):
        message = source.publish(view)
        if number == 0:
            deliver(mirror, message)
            continue
        fate = rng.choice(("ok", "ok", "lost", "twice", "check", "diff"))
        before = mirror.resyncs
        if isinstance(message, Update) and fate in ("check", "diff"):
            damages += 1
            changes: dict[str, Any] = {"check": message.check ^ rng.randint(1, 0xFFFF)}
            if fate == "diff":
                changes = {"diff": [0, "wrong"]}
            assert not deliver(mirror, msgspec.structs.replace(message, **changes))
            assert mirror.resyncs == before + 1
            assert not deliver(mirror, message), "it waits for the whole document"
        elif fate == "lost":
            assert mirror.document is not None
        else:
            deliver(mirror, message)
            if fate == "twice" and isinstance(message, Update):
                assert not deliver(mirror, message)
        if mirror.version != source.version or mirror.document is None:
            if mirror.document is not None:
                # A gap shows at the next update.
                continue
            deliver(mirror, source.sync())
        if mirror.version == source.version:
            assert_is(mirror, view)
    assert damages > 3
    assert mirror.resyncs >= damages


def test_a_gap_asks_for_the_whole_document_once() -> None:
    source, mirror = Source(Channel.LOBBY), Mirror(Channel.LOBBY)
    deliver(mirror, source.publish(LobbyDocument("s")))
    source.publish(LobbyDocument("s", people=(PersonRow(1, "Ana"),)))
    late = source.publish(LobbyDocument("s", people=(PersonRow(1, "Ana"), PersonRow(2, "Bo"))))
    assert isinstance(late, Update)
    assert not deliver(mirror, late)
    assert not deliver(mirror, late)
    assert mirror.resyncs == 1
    assert mirror.document is None
    deliver(mirror, source.sync())
    assert mirror.document is not None
    assert mirror.version == 3


def test_updates_before_the_first_document_are_not_counted() -> None:
    mirror = Mirror(Channel.GAME)
    assert not mirror.update(Update(Channel.GAME, 1, 0, []))
    assert mirror.resyncs == 0


def test_a_cleared_mirror_waits_for_a_document() -> None:
    source, mirror = Source(Channel.LOBBY), Mirror(Channel.LOBBY)
    deliver(mirror, source.publish(LobbyDocument("s")))
    mirror.clear()
    assert mirror.document is None
    assert not deliver(mirror, source.publish(LobbyDocument("t")))


def test_a_hostile_document_makes_no_mirror_fail() -> None:
    """The deepest value that can be received can also be checked."""
    mirror = Mirror(Channel.GAME)
    mirror.sync(Sync(Channel.GAME, 1, 0, [1, []]))
    for depth in range(1, 1100, 7):
        frame = b"\x95\x03\x02\x02\x00\x92\x00" + b"\x91" * depth + b"\x90"
        try:
            message = decode_server(frame)
        except ProtocolError:
            break
        assert isinstance(message, Update)
        mirror.document, mirror.version = [1, []], 1
        assert mirror.update(message) in (True, False)
    else:
        pytest.fail("no depth is refused")


def test_a_document_on_its_way_is_not_changed_by_a_later_one() -> None:
    source = Source(Channel.LOBBY)
    first = source.publish(LobbyDocument("s"))
    kept = encode(first)
    source.publish(LobbyDocument("t", people=(PersonRow(1, "Ana"),)))
    assert encode(first) == kept


def test_an_unchanged_view_makes_an_empty_update() -> None:
    source, mirror = Source(Channel.LOBBY), Mirror(Channel.LOBBY)
    deliver(mirror, source.publish(LobbyDocument("s")))
    message = source.publish(LobbyDocument("s"))
    assert isinstance(message, Update)
    assert message.diff == []
    assert deliver(mirror, message)
    assert mirror.version == 2


def test_a_change_no_smaller_than_the_document_comes_whole() -> None:
    source = Source(Channel.LOBBY)
    source.publish(LobbyDocument("a"))
    message = source.publish(LobbyDocument("b", people=(PersonRow(1, "Ana"),)))
    assert isinstance(message, Update | Sync)
    source = Source(Channel.LOBBY)
    source.publish(
        LobbyDocument(
            "a",
            (
                TableRow(
                    number=1,
                    name="t",
                    game="whist",
                    options={},
                    pace="none",
                    phase=TablePhase.OPEN,
                    seats=(),
                ),
            ),
        )
    )
    whole = source.publish(LobbyDocument("b", (), (PersonRow(1, "Ana"),)), [[5]], 3, (1, 2))
    assert isinstance(whole, Sync)
    assert (whole.events, whole.decision, whole.clock) == ([[5]], 3, (1, 2))


@st.composite
def lobbies(draw: st.DrawFn) -> LobbyDocument:
    """Return any lobby."""
    names = st.text(max_size=6)
    seats = st.lists(st.builds(SeatRow, st.integers(0, 2), names), max_size=3).map(tuple)
    options = st.dictionaries(names, names | st.integers(0, 9), max_size=2)
    tables = st.builds(
        TableRow, st.integers(1, 9), names, names, options, names, st.integers(0, 3), seats
    )
    people = st.builds(PersonRow, st.integers(1, 9), names)
    return LobbyDocument(
        draw(names),
        tuple(draw(st.lists(tables, max_size=3))),
        tuple(draw(st.lists(people, max_size=3))),
    )


@given(st.lists(lobbies(), min_size=1, max_size=8))
def test_any_sequence_of_lobbies_is_mirrored(views: list[LobbyDocument]) -> None:
    source, mirror = Source(Channel.LOBBY), Mirror(Channel.LOBBY)
    for view in views:
        message = source.publish(view)
        assert deliver(mirror, message)
        assert_is(mirror, view)
        assert message.check == checksum(project(view)), "checks need the whole document only"
    assert mirror.resyncs == 0
