"""What matches cost on the wire."""

from __future__ import annotations

from statistics import fmean

import pytest

from levata.game import PlayCard
from levata.protocol.messages import MAX_FRAME
from tests.bench.wire import Traffic, traffic_of
from tests.support.records import default_tables
from tests.support.rules import Table

each_table = pytest.mark.parametrize("table", default_tables(), ids=lambda table: table.name)


@each_table
def test_changes_are_smaller_than_whole_documents(table: Table) -> None:  # A6
    traffic: list[Traffic] = list(traffic_of(table.game, table.options, table.seats, "1"))
    updates = fmean(each.sent for each in traffic)
    snapshots = fmean(each.snapshot for each in traffic)
    assert updates < snapshots
    assert max(each.snapshot for each in traffic) < MAX_FRAME


def test_a_card_of_whist_costs_each_viewer_little() -> None:
    """A card reaches each of five viewers in 60 bytes on average, frame header included."""
    table = next(table for table in default_tables() if table.name == "whist-4")
    cards = [
        each.sent
        for each in traffic_of(table.game, table.options, table.seats, "1")
        if isinstance(each.action, PlayCard)
    ]
    assert len(cards) == 5 * 4 * 94
    assert fmean(cards) < 60
