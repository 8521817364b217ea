"""The numbers of the server in the form that Prometheus reads.

Nothing is kept here: each scrape takes a `Snapshot` and tells it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import accumulate
from typing import TypeVar

from prometheus_client import CollectorRegistry, ProcessCollector, generate_latest
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    Metric,
)
from prometheus_client.exposition import CONTENT_TYPE_LATEST
from prometheus_client.registry import Collector

from levata_server.runtime.measures import Histogram, Snapshot

Key = TypeVar("Key", bound=tuple[str, ...])
CONTENT_TYPE = CONTENT_TYPE_LATEST

_process = CollectorRegistry(auto_describe=False)
# Memory, CPU time and open files of this process, where the system tells them.
ProcessCollector(registry=_process)


def render(snapshot: Snapshot) -> bytes:
    """Return the page that a scraper gets."""
    registry = CollectorRegistry(auto_describe=False)
    registry.register(_Told(snapshot))
    return generate_latest(registry) + generate_latest(_process)


class _Told(Collector):
    def __init__(self, snapshot: Snapshot) -> None:
        self._snapshot = snapshot

    def collect(self) -> Iterable[Metric]:
        return _families(self._snapshot)


def _families(now: Snapshot) -> Iterator[Metric]:
    yield _gauge("levata_build_info", "The running version.", ("version",), {(now.version,): 1})
    yield _gauge("levata_uptime_seconds", "Since the server started.", (), {(): now.uptime})
    yield _gauge("levata_tables", "Open tables.", ("game", "phase"), now.tables)
    yield _gauge("levata_connections", "Open connections.", (), {(): now.connections})
    yield _gauge("levata_people", "Connected persons by place.", ("place",), _keyed(now.people))
    draining = {(): int(now.is_draining)}
    yield _gauge("levata_draining", "Whether the server is about to stop.", (), draining)
    yield _counter(
        "levata_actions",
        "Actions carried out at the tables, and how they came about.",
        ("game", "how"),
        now.actions,
    )
    yield _histogram(
        "levata_action_seconds",
        "From the arrival of a person's action to his update, stored and on its way.",
        now.answered,
    )
    yield _counter(
        "levata_resyncs", "Whole documents asked for.", ("channel",), _keyed(now.resyncs)
    )
    yield _counter(
        "levata_refusals", "Requests refused, by reason.", ("code",), _keyed(now.refusals)
    )
    yield _counter(
        "levata_farewells",
        "Sessions that the server ended, by reason; too_slow for clients that took nothing.",
        ("code",),
        _keyed(now.farewells),
    )
    thinking = HistogramMetricFamily(
        "levata_bot_thinking_seconds", "How long computer players thought.", labels=("level",)
    )
    for level, histogram in now.thinking.items():
        thinking.add_metric((level,), _buckets(histogram), histogram.total)
    yield thinking
    yield _counter(
        "levata_bot_faults",
        "Questions that a simple action answered instead, and seats whose bot is asked no more.",
        ("kind",),
        _keyed(now.bot_faults),
    )
    yield _histogram("levata_commit_seconds", "Writing one group of entries.", now.commits)
    yield _histogram("levata_commit_jobs", "Jobs that shared one commit.", now.groups)


def _keyed(values: Mapping[str, int]) -> dict[tuple[str], int]:
    return {(name,): number for name, number in values.items()}


def _gauge(name: str, text: str, labels: tuple[str, ...], values: Mapping[Key, float]) -> Metric:
    family = GaugeMetricFamily(name, text, labels=labels)
    for key, value in values.items():
        family.add_metric(key, value)
    return family


def _counter(name: str, text: str, labels: tuple[str, ...], values: Mapping[Key, float]) -> Metric:
    family = CounterMetricFamily(name, text, labels=labels)
    for key, value in values.items():
        family.add_metric(key, value)
    return family


def _histogram(name: str, text: str, values: Histogram) -> Metric:
    family = HistogramMetricFamily(name, text)
    family.add_metric((), _buckets(values), values.total)
    return family


def _buckets(values: Histogram) -> list[tuple[str, float]]:
    bounds = [*(f"{bound:g}" for bound in values.bounds), "+Inf"]
    return list(zip(bounds, accumulate(values.counts), strict=True))
