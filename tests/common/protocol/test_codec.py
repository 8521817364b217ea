"""Frames: every message survives the wire, and nothing else gets through."""

from __future__ import annotations

import math
from typing import Any

import msgpack
import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from levata.errors import ProtocolError
from levata.protocol.codec import (
    MAX_SERVER_FRAME,
    decode_client,
    decode_server,
    encode,
    hello_version,
)
from levata.protocol.documents import Channel
from levata.protocol.messages import (
    MAX_FRAME,
    PROTOCOL_VERSION,
    Ack,
    Act,
    AskSync,
    CreateTable,
    Hello,
    Message,
    Request,
    Say,
    Start,
    Sync,
    Update,
)
from tests.support.wire import CLIENT_MESSAGES, SERVER_MESSAGES, VALUES, instances

each_client_message = pytest.mark.parametrize("kind", CLIENT_MESSAGES)
each_server_message = pytest.mark.parametrize("kind", SERVER_MESSAGES)


def decode_any(frame: bytes, decode: Any) -> Message | None:
    """Return the message of a frame, None where it is refused; no other error is right."""
    try:
        message: Message = decode(frame)
    except ProtocolError as error:
        code = error.code
    else:
        return message
    assert code in ("too_big", "bad_msgpack", "bad_message")
    return None


# Every message survives.


@each_client_message
def test_requests_survive_the_wire(kind: type[Request]) -> None:
    @given(instances(kind))
    def check(message: Message) -> None:
        frame = encode(message)
        if len(frame) <= MAX_FRAME:
            assert decode_client(frame) == message

    check()


@each_server_message
def test_answers_survive_the_wire(kind: type[Message]) -> None:
    @given(instances(kind))
    def check(message: Message) -> None:
        assert decode_server(encode(message)) == message

    check()


def test_messages_have_tags_of_their_own() -> None:
    for kinds in (CLIENT_MESSAGES, SERVER_MESSAGES):
        tags = [kind.__struct_config__.tag for kind in kinds]
        assert len(set(tags)) == len(tags)
        assert all(isinstance(tag, int) and tag > 0 for tag in tags)
        assert all(kind.__struct_config__.array_like for kind in kinds)
        assert all(kind.__struct_config__.forbid_unknown_fields for kind in kinds)


@each_client_message
def test_requests_are_answered_by_their_number(kind: type[Request]) -> None:
    assert issubclass(kind, Request)
    assert kind.__struct_fields__[0] == "ref"


def test_fields_with_defaults_may_be_left_off_at_the_end() -> None:
    frame = msgpack.packb([1, 1, PROTOCOL_VERSION])
    assert decode_client(frame) == Hello(1, PROTOCOL_VERSION)
    assert decode_server(msgpack.packb([4, 7])) == Ack(7)


@pytest.mark.parametrize("number", [-(2**63), 2**63 - 1, 2**32, 0, -1])
def test_big_numbers_survive(number: int) -> None:
    message = Update(Channel.GAME, 1, 2, [0, number])
    assert decode_server(encode(message)) == message


# Nothing else gets through.


def test_a_message_of_the_other_side_is_refused() -> None:
    sync = encode(Sync(Channel.GAME, 1, 3, [1, 2], 4))
    assert decode_any(sync, decode_client) is None
    assert decode_any(encode(Hello(1, 1, "Ana")), decode_server) is None


@each_client_message
def test_a_field_too_many_is_refused(kind: type[Request]) -> None:
    @given(instances(kind), VALUES)
    def check(message: Message, extra: Any) -> None:
        frame = msgpack.packb([*msgspec.to_builtins(message), extra])
        with pytest.raises(ProtocolError):
            decode_client(frame)

    check()


@each_client_message
def test_a_field_too_few_is_refused(kind: type[Request]) -> None:
    defaults = len(kind.__struct_defaults__)
    needed = len(kind.__struct_fields__) - defaults
    tag = kind.__struct_config__.tag
    for count in range(needed):
        with pytest.raises(ProtocolError, match="bad_message"):
            decode_client(msgpack.packb([tag, *([1] * count)]))


WRONG: list[Any] = [True, False, None, 1.0, 1.5, math.nan, math.inf, "1", b"1", [], {}, [1], -1]


@pytest.mark.parametrize("wrong", WRONG, ids=repr)
def test_a_number_is_nothing_else(wrong: Any) -> None:
    """Neither a truth value nor a fraction, a text or bytes pass for a number."""
    for document in ([8, wrong], [9, 1, wrong, "bid 1"], [13, 1, wrong], [4, 1, wrong]):
        with pytest.raises(ProtocolError, match="bad_message"):
            decode_client(msgpack.packb(document))


@pytest.mark.parametrize("wrong", [True, None, 1, 1.5, b"Ana", [], {}, ["Ana"]], ids=repr)
def test_a_text_is_nothing_else(wrong: Any) -> None:
    for document in ([10, 1, wrong], [9, 1, 1, wrong], [2, 1, wrong, 4]):
        with pytest.raises(ProtocolError, match="bad_message"):
            decode_client(msgpack.packb(document))


@pytest.mark.parametrize(
    "options",
    [
        {"a": True},
        {"a": 1.5},
        {"a": None},
        {"a": ["b"]},
        {"a": b"b"},
        {"a" * 65: 1},
        {"a": "b" * 401},
        {str(number): 1 for number in range(65)},
        [],
        "hook",
    ],
    ids=lambda options: repr(options)[:30],
)
def test_options_of_a_table_are_short_texts_and_numbers(options: Any) -> None:
    with pytest.raises(ProtocolError):
        decode_client(msgpack.packb([2, 1, "whist", 4, options]))
    assert isinstance(decode_client(msgpack.packb([2, 1, "whist", 4, {"a": "b"}])), CreateTable)


@pytest.mark.parametrize("key", [1, True, None, 1.5])
def test_keys_are_texts_only(key: Any) -> None:
    """Keys that are no texts pack but must not unpack (C10)."""
    frame = msgpack.packb([2, 1, "whist", 4, {key: 1}])
    with pytest.raises(ProtocolError, match="bad_msgpack"):
        decode_client(frame)


@pytest.mark.parametrize("tag", [0, 20, 99, -1, 2**31, "1", None, True, 1.0, [1], {}])
def test_an_unknown_tag_is_refused(tag: Any) -> None:
    for decode in (decode_client, decode_server):
        assert decode_any(msgpack.packb([tag, 1, 1]), decode) is None


@pytest.mark.parametrize("document", [None, 1, "x", b"", {}, {"tag": 1}, [], 1.5, True], ids=repr)
def test_only_arrays_are_messages(document: Any) -> None:
    for decode in (decode_client, decode_server):
        assert decode_any(msgpack.packb(document), decode) is None


@pytest.mark.parametrize("ref", [0, -1, 2**31 + 1, 2**63])
def test_a_request_number_is_in_its_range(ref: int) -> None:
    with pytest.raises(ProtocolError, match="bad_message"):
        decode_client(msgpack.packb([8, ref]))


@pytest.mark.parametrize("channel", [-1, 4, 2**31])
def test_there_are_four_channels(channel: int) -> None:
    assert decode_client(msgpack.packb([13, 1, 2])) == AskSync(1, Channel.GAME)
    with pytest.raises(ProtocolError, match="bad_message"):
        decode_client(msgpack.packb([13, 1, channel]))


def test_texts_have_a_longest_length() -> None:
    assert decode_client(encode(Act(1, 1, "x" * 64))) == Act(1, 1, "x" * 64)
    with pytest.raises(ProtocolError, match="bad_message"):
        decode_client(encode(Act(1, 1, "x" * 65)))
    with pytest.raises(ProtocolError, match="bad_message"):
        decode_client(encode(Say(1, "x" * 12_001)))


# Frames that are no messages at all.


def test_a_frame_over_the_limit_is_not_read() -> None:
    with pytest.raises(ProtocolError, match="too_big"):
        decode_client(bytes(MAX_FRAME + 1))
    with pytest.raises(ProtocolError, match="too_big"):
        decode_server(bytes(MAX_SERVER_FRAME + 1))


@pytest.mark.parametrize(
    "frame",
    [
        b"",
        b"\xc1",
        b"\x91",
        b"\x92\x08",
        b"\x92\x08\x01\x00",
        b"\x92\x08\x01" * 2,
        b"\x92\x0a\x01\xa5abc",
        b"\x93\x0a\x01\xa2\xff\xfe",
        b"\x93\x0a\x01\xa3\xed\xa0\x80",
        b"\x92\x08\xcb",
    ],
    ids=lambda frame: frame.hex() or "empty",
)
def test_broken_frames_are_refused(frame: bytes) -> None:
    for decode in (decode_client, decode_server):
        with pytest.raises(ProtocolError, match="bad_msgpack"):
            decode(frame)


@pytest.mark.parametrize(
    "claim",
    [
        b"\xdd\xff\xff\xff\xff",
        b"\xdf\xff\xff\xff\xff",
        b"\xdb\xff\xff\xff\xff",
        b"\xc6\xff\xff\xff\xff",
        b"\xc9\xff\xff\xff\xff\x05",
        b"\xdc\x00\x41",
        b"\xdc\xff\xff",
        b"\xde\xff\xff",
    ],
    ids=lambda claim: claim.hex(),
)
def test_claims_of_a_huge_length_are_refused(claim: bytes) -> None:
    for frame in (claim, b"\x92\x08" + claim, claim * 1000, b"\x93\x0a\x01" + claim + b"a" * 99):
        with pytest.raises(ProtocolError, match="bad_msgpack"):
            decode_client(frame)


@pytest.mark.parametrize("opening", [b"\x91", b"\x81\xa1a", b"\xdc\x00\x40", b"\xdc\x00\x01"])
@pytest.mark.parametrize("depth", [100, 1_000, 5_000])
def test_nesting_does_no_harm(opening: bytes, depth: int) -> None:
    for decode in (decode_client, decode_server):
        assert decode_any((opening * depth)[:MAX_FRAME], decode) is None
        closed = opening * depth + b"\xc0"
        assert decode_any(closed[-MAX_FRAME:], decode) is None


@pytest.mark.parametrize("code", [-1, 0, 1, 5, 127])
@pytest.mark.parametrize("length", [0, 1, 4, 8, 12, 16])
def test_extension_types_are_refused(code: int, length: int) -> None:
    """Extensions, dates among them, belong to no message; nor do they pass for arrays."""
    header = b"\xc7" + bytes([length, code & 0xFF]) + bytes(length)
    fixed = {1: 0xD4, 4: 0xD6, 8: 0xD7, 16: 0xD8}.get(length)
    forms = [header]
    if fixed is not None:
        forms.append(bytes([fixed, code & 0xFF]) + bytes(length))
    for form in forms:
        for frame in (form, b"\x92\x08" + form, b"\x93\x0a\x01" + form, b"\x93\x0d\x01" + form):
            assert decode_any(frame, decode_client) is None


@given(st.binary(max_size=300))
def test_any_bytes_are_a_message_or_refused(frame: bytes) -> None:
    for decode in (decode_client, decode_server):
        message = decode_any(frame, decode)
        assert message is None or decode(encode(message)) == message


@given(VALUES | st.floats() | st.binary(max_size=20))
def test_any_value_is_a_message_or_refused(value: Any) -> None:
    frame = msgpack.packb(value)
    for decode in (decode_client, decode_server):
        message = decode_any(frame, decode)
        assert message is None or decode(encode(message)) == message


@given(st.data())
def test_a_damaged_frame_is_a_message_or_refused(data: st.DataObject) -> None:
    kind = data.draw(st.sampled_from(CLIENT_MESSAGES))
    frame = bytearray(encode(data.draw(instances(kind)))[:200])
    for _ in range(data.draw(st.integers(1, 4))):
        frame[data.draw(st.integers(0, len(frame) - 1))] = data.draw(st.integers(0, 255))
    decode_any(bytes(frame), decode_client)
    decode_any(bytes(frame[: data.draw(st.integers(0, len(frame)))]), decode_client)


def test_what_is_wrong_is_told_shortly() -> None:
    with pytest.raises(ProtocolError) as refused:
        decode_client(msgpack.packb([8, "x" * 10_000]))
    assert 0 < len(refused.value.facts[0]) <= 200


# Versions.


@pytest.mark.parametrize("rest", [[], ["Ana"], [{"new": 1}, 5, [1]]])
def test_the_version_of_a_hello_is_read_whatever_follows(rest: list[Any]) -> None:
    assert hello_version(msgpack.packb([1, 1, 77, *rest])) == 77


@pytest.mark.parametrize("document", [[1], [1, 1], [2, 1, 1], [1, 1, "1"], {}, "abc", None, 5])
def test_other_frames_have_no_version(document: Any) -> None:
    assert hello_version(msgpack.packb(document)) is None
    assert hello_version(b"\xc1") is None


def test_the_smallest_frames_are_small() -> None:
    assert len(encode(Start(1))) <= 3
    assert len(encode(Act(1, 300, "play KH"))) <= 16
