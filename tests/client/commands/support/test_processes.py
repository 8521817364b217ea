from __future__ import annotations

import pytest

from levata_client.commands.support.processes import spread


def test_results_come_in_the_order_of_the_tasks() -> None:
    assert list(spread(abs, [-3, 2, -1], jobs=1)) == [3, 2, 1]


@pytest.mark.slow
def test_other_processes_give_the_same_results() -> None:
    assert list(spread(abs, [-3, 2, -1], jobs=2)) == [3, 2, 1]
