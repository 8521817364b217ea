"""The numbers that the server keeps about itself."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from levata_server.runtime.measures import OTHER, CodeCounter, Histogram


def test_histogram_counts_a_value_at_its_bound_below_it() -> None:
    histogram = Histogram((1.0, 2.0))
    for value in (0.5, 1.0, 1.5, 2.0, 9.0):
        histogram.observe(value)
    assert histogram.counts == [2, 2, 1]
    assert histogram.total == 14.0


@given(st.lists(st.floats(0, 100)))
def test_histogram_counts_every_value_once(values: list[float]) -> None:
    bounds = (0.5, 1.0, 50.0)
    histogram = Histogram(bounds)
    for value in values:
        histogram.observe(value)
    below = 0
    for bound, count in zip(bounds, histogram.counts, strict=False):
        below += count
        assert below == sum(value <= bound for value in values)
    assert sum(histogram.counts) == len(values)


def test_copy_of_a_histogram_stays_as_it_was() -> None:
    histogram = Histogram((1.0,))
    histogram.observe(0.5)
    copy = histogram.copy()
    histogram.observe(0.5)
    assert (copy.counts, copy.total) == ([1, 0], 0.5)


def test_codes_beyond_so_many_are_counted_together() -> None:
    counter = CodeCounter(most=2)
    for code in ("a", "b", "c", "d", "a"):
        counter.add(code)
    assert counter.counts == {"a": 2, "b": 1, OTHER: 2}
