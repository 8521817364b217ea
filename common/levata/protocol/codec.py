"""Packing messages into frames and reading frames from strangers."""

from __future__ import annotations

from typing import Any, Final, cast

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


def encode(message: Message) -> bytes:
    """Return the frame of a message."""
    return msgpack.packb(msgspec.to_builtins(message))


def decode_client(frame: bytes) -> ClientMessage:
    """Return the message of a frame that a client sent.

    Raises:
        ProtocolError: ``too_big``, ``bad_msgpack`` or ``bad_message`` (with what is wrong).
    """
    if len(frame) > MAX_FRAME:
        raise ProtocolError("too_big", MAX_FRAME)
    document = _unpack(frame, MAX_FRAME)
    try:
        return cast(ClientMessage, msgspec.convert(document, ClientMessage))
    except msgspec.ValidationError as error:
        raise ProtocolError("bad_message", str(error)[:200]) from None


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
    try:
        return cast(ServerMessage, msgspec.convert(document, ServerMessage))
    except msgspec.ValidationError as error:
        raise ProtocolError("bad_message", str(error)[:200]) from None


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
