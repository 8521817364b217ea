"""Packing messages into frames and reading frames from strangers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, cast, get_args

import msgpack
import msgspec

from levata.errors import ProtocolError
from levata.protocol.messages import MAX_FRAME, ClientMessage, Message, ServerMessage

_MAX_CLIENT_ITEMS: Final = 64
"""Room is made for as many items as an array claims to have, so claims are bounded."""
_MAX_SERVER_ITEMS: Final = 1 << 14
_HELLO_TAG: Final = 1
MAX_SERVER_FRAME: Final = 1 << 20
"""Longest frame that a client takes, in bytes: a lobby of some thousand tables."""

pack: Final = msgspec.msgpack.Encoder().encode
"""Return a value as msgpack: the bytes that ``msgpack.packb`` makes of its plain form, but structs
are taken as they are, and it is many times as fast."""


def encode(message: Message) -> bytes:
    """Return the frame of a message."""
    return pack(message)


def decode_client(frame: bytes) -> ClientMessage:
    """Return the message of a frame that a client sent.

    Raises:
        ProtocolError: ``too_big``, ``bad_msgpack`` or ``bad_message`` (with what is wrong).
    """
    if len(frame) > MAX_FRAME:
        raise ProtocolError("too_big", MAX_FRAME)
    return cast(ClientMessage, _convert(_unpack(frame, MAX_FRAME), _CLIENT_KINDS, ClientMessage))


def hello_version(frame: bytes) -> int | None:
    """Return the version in the `Hello` of any version of the protocol, None if it is none.

    Tag, ``ref`` and ``version`` stay its first fields for ever.
    """
    try:
        document = _unpack(frame, MAX_FRAME)
        tag, version = document[0], document[2]
    except (ProtocolError, TypeError, LookupError):
        return None
    return version if tag == _HELLO_TAG and isinstance(version, int) else None


def decode_server(frame: bytes) -> ServerMessage:
    """Return the message of a frame that a server sent.

    Raises:
        ProtocolError: as `decode_client`.
    """
    if len(frame) > MAX_SERVER_FRAME:
        raise ProtocolError("too_big", MAX_SERVER_FRAME)
    document = _unpack(frame, MAX_SERVER_FRAME)
    return cast(ServerMessage, _convert(document, _SERVER_KINDS, ServerMessage))


def _unpack(frame: bytes, limit: int) -> Any:
    items = _MAX_CLIENT_ITEMS if limit == MAX_FRAME else _MAX_SERVER_ITEMS
    try:
        return msgpack.unpackb(
            frame,
            raw=False,
            strict_map_key=True,
            max_str_len=limit,
            max_bin_len=limit,
            max_array_len=items,
            max_map_len=items,
            max_ext_len=0,
        )
    # The unpacker reports broken input by several exceptions that share no useful base.
    except (ValueError, msgpack.UnpackException, RecursionError, TypeError):
        raise ProtocolError("bad_msgpack") from None


def _by_tag(union: Any) -> Mapping[Any, type[Message]]:
    kinds: tuple[type[Message], ...] = get_args(union)
    return {kind.__struct_config__.tag: kind for kind in kinds}


_CLIENT_KINDS: Final = _by_tag(ClientMessage)
_SERVER_KINDS: Final = _by_tag(ServerMessage)


def _convert(document: Any, kinds: Mapping[Any, type[Message]], union: Any) -> Any:
    """Return the message of a document. One kind is checked far faster than a union of them."""
    try:
        kind = kinds.get(document[0], union)
    except (TypeError, LookupError):
        kind = union
    try:
        return msgspec.convert(document, kind)
    except msgspec.ValidationError as error:
        raise ProtocolError("bad_message", str(error)[:200]) from None
