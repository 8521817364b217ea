"""Work spread over processes, with the results in the order of the tasks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import TypeVar

A = TypeVar("A")
B = TypeVar("B")


def spread(work: Callable[[A], B], tasks: Iterable[A], jobs: int) -> Iterator[B]:
    """Yield the results of the tasks in their order; ``work`` must be known to other processes."""
    if jobs == 1:
        yield from map(work, tasks)
        return
    # Spawned processes are the same on every system and safe beside threads.
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        yield from pool.map(work, tasks)
