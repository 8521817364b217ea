"""Limits how often an address may be wrong about passwords, over all its connections.

Without it, whoever connects again and again could try many, and each one costs the server time.
"""

from __future__ import annotations

from collections import OrderedDict

from levata.errors import RequestError
from levata_server.config import Limits
from levata_server.runtime.clock import Clock
from levata_server.runtime.token_bucket import TokenBucket

_MOST_ADDRESSES = 10_000


class LoginLimiter:
    """Counts wrong passwords by address; the oldest addresses are forgotten when there are many."""

    def __init__(self, limits: Limits, clock: Clock) -> None:
        self._limits = limits
        self._clock = clock
        self._buckets: OrderedDict[str, TokenBucket] = OrderedDict()

    def check(self, address: str) -> None:
        """Refuse whoever was wrong too often of late.

        Raises:
            RequestError: ``too_many_guesses``.
        """
        bucket = self._buckets.get(address)
        if bucket is not None and not bucket.has(self._clock.now()):
            raise RequestError("too_many_guesses")

    def note(self, address: str) -> None:
        """Count a wrong password."""
        bucket = self._buckets.setdefault(
            address, TokenBucket(1 / self._limits.guess_seconds, self._limits.guess_burst)
        )
        bucket.take(self._clock.now())
        self._buckets.move_to_end(address)
        if len(self._buckets) > _MOST_ADDRESSES:
            self._buckets.popitem(last=False)
