from __future__ import annotations

import pytest

from levata.records.record import RecordFault
from levata_client.shown.games import find_words
from levata_client.shown.text.record_faults import fault_text


@pytest.mark.parametrize(
    ("fault", "text"),
    [
        (
            RecordFault("refused", "must_follow", "S", line=132, deal=3, seat=1, action="play KH"),
            "132: deal 3, seat 1: play KH is refused: must follow spades",
        ),
        (
            RecordFault("refused", "bid_barred", "2", "3", line=9, deal=1, seat=0, action="bid 2"),
            "9: deal 1, seat 0: bid 2 is refused: the bids may not add up to 3",
        ),
        (RecordFault("newer_version", 2, 1, line=3), "3: the record has version 2, this program"),
        (RecordFault("too_big", 16), "the file is longer than 16 bytes"),
        (RecordFault("bad_options", "bad_seats", "9", "3 to 6", line=4), "4: This game cannot"),
    ],
)
def test_faults_are_sentences(fault: RecordFault, text: str) -> None:
    assert fault_text(fault, find_words("whist")).startswith(text)
