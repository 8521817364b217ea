"""The protocol's documentation says what the code does, and its vectors can be run without it.

The reader below uses MessagePack and CRC-32 alone, as the page describes them; nothing of ours.
"""

from __future__ import annotations

import json
import zlib
from typing import Any

import msgpack
import pytest

from tests.support import protocol_page
from tests.support.protocol_page import PAGE, VECTORS

KNOWN: dict[str, Any] = json.loads(VECTORS.read_text(encoding="utf-8"))
SYNC, UPDATE = 2, 3


def check_of(document: list[Any]) -> int:
    total = sum(zlib.crc32(msgpack.packb(field), key) for key, field in enumerate(document))
    return total & 0xFFFF


def changed(document: list[Any], change: list[Any]) -> list[Any]:
    result = list(document)
    for key, value in zip(change[::2], change[1::2], strict=True):
        if key >= 0:
            result[key] = value
        else:
            result[-key - 1] = result[-key - 1] + value
    return result


def test_the_page_is_as_the_code_is() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert protocol_page.page(text) == text, "run python -m tests.support.protocol_page"


def test_the_vectors_are_as_the_code_is() -> None:
    text = VECTORS.read_text(encoding="utf-8")
    assert protocol_page.vectors() == text, "run python -m tests.support.protocol_page"


def test_cards_are_numbered_by_rank_then_suit() -> None:
    texts = [rank + suit for rank in "23456789TJQKA" for suit in "CDHS"]
    assert KNOWN["cards"] == texts


@pytest.mark.parametrize("side", ["from_client", "from_server"])
def test_frames_are_the_arrays_beside_them(side: str) -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert KNOWN[side]
    for vector in KNOWN[side]:
        array = msgpack.unpackb(bytes.fromhex(vector["frame"]))
        assert array == vector["array"]
        assert f"| {array[0]} | `{vector['message']}` |" in page


def test_changes_lead_from_one_document_to_the_other() -> None:
    assert KNOWN["changes"]
    for vector in KNOWN["changes"]:
        assert check_of(vector["before"]) == vector["check_before"]
        assert changed(vector["before"], vector["diff"]) == vector["after"]
        assert check_of(vector["after"]) == vector["check_after"]


@pytest.mark.parametrize("number", range(len(KNOWN["transcripts"])))
def test_a_transcript_leads_to_its_document(number: int) -> None:
    transcript = KNOWN["transcripts"][number]
    document: list[Any] = []
    version = updates = 0
    for text in transcript["frames"]:
        tag, _channel, number, check, body, *_ = msgpack.unpackb(bytes.fromhex(text))
        if tag == SYNC:
            document = body
        else:
            assert (tag, number) == (UPDATE, version + 1)
            document = changed(document, body)
            updates += 1
        version = number
        assert check_of(document) == check
    assert updates
    assert document == transcript["document"]
    assert version == transcript["version"]
