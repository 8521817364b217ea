"""How often something may happen: a burst at once, then so many a second."""

from __future__ import annotations


class TokenBucket:
    """Lets a burst pass, and over longer times no more than so many a second."""

    __slots__ = (
        "_burst",
        "_filled_at",
        "_rate",
        "_tokens",
    )

    def __init__(self, rate: float, burst: int) -> None:
        self._rate = rate
        self._burst = float(burst)
        self._tokens = float(burst)
        self._filled_at: float | None = None

    def take(self, now: float) -> bool:
        """Take one token, if there is one."""
        if not self.has(now):
            return False
        self._tokens -= 1
        return True

    def has(self, now: float) -> bool:
        """Answer whether there is a token."""
        if self._filled_at is not None:
            gained = (now - self._filled_at) * self._rate
            self._tokens = min(self._burst, self._tokens + gained)
        self._filled_at = now
        return self._tokens >= 1
