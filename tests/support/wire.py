"""Random messages and documents, and the way they take over the wire."""

from __future__ import annotations

from enum import IntEnum
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

import msgpack
import msgspec
from hypothesis import strategies as st
from msgspec import Meta, Struct

from levata.protocol import messages
from levata.protocol.codec import decode_server, encode
from levata.protocol.diff import Document
from levata.protocol.messages import Message, Request, ServerMessage

CLIENT_MESSAGES: tuple[type[Request], ...] = get_args(messages.ClientMessage)
SERVER_MESSAGES: tuple[type[Message], ...] = get_args(messages.ServerMessage)

INT64 = st.integers(-(2**63), 2**63 - 1)
TEXT = st.text(max_size=20)

VALUES: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | INT64 | TEXT,
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=12,
)
"""Whatever a document may hold."""

DOCUMENTS: st.SearchStrategy[list[Any]] = st.lists(VALUES, min_size=1, max_size=12)


def instances(kind: type[Message]) -> st.SearchStrategy[Message]:
    """Return messages of one kind that its own declarations allow."""
    hints = get_type_hints(kind, include_extras=True)
    fields = {name: values_of(hints[name]) for name in kind.__struct_fields__}
    return st.builds(kind, **fields)


def values_of(hint: Any) -> st.SearchStrategy[Any]:
    """Return values of a declared type."""
    if get_origin(hint) is Annotated:
        inner, *metas = get_args(hint)
        meta = next(each for each in metas if isinstance(each, Meta))
        return bounded(inner, meta)
    if hint is Any:
        return VALUES
    origin, arguments = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        return st.one_of(*map(values_of, arguments))
    if origin is list:
        return st.lists(values_of(arguments[0]), max_size=6)
    if origin is tuple:
        return st.lists(values_of(arguments[0]), max_size=6).map(tuple)
    if isinstance(hint, type) and issubclass(hint, IntEnum):
        return st.sampled_from(hint)
    return {int: INT64, str: TEXT, bool: st.booleans()}[hint]


def bounded(hint: Any, meta: Meta) -> st.SearchStrategy[Any]:
    """Return values of a declared type within its bounds, often at them."""
    if hint is int:
        low, high = meta.ge, meta.le
        assert isinstance(low, int)
        assert isinstance(high, int)
        return st.integers(low, high) | st.sampled_from([low, high])
    if hint is str:
        assert meta.max_length is not None
        return st.text(max_size=min(meta.max_length, 80)) | st.just("x" * meta.max_length)
    keys, values = get_args(hint)
    return st.dictionaries(values_of(keys), values_of(values), max_size=4)


def received(message: Message) -> ServerMessage:
    """Return a message of the server as a client gets it."""
    return decode_server(encode(message))


def project(view: Struct) -> Document:
    """Return the array form of a view, as it stands on the wire."""
    document: Document = msgspec.to_builtins(view)
    return document


def over_the_wire(value: Any) -> Any:
    """Return a value as the other side unpacks it."""
    return msgpack.unpackb(msgpack.packb(msgspec.to_builtins(value)))
