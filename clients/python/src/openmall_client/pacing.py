"""Pacing: a client waits before a call that would be refused, as earlier responses reported."""

import re
import threading
import time
from collections.abc import Callable, Mapping

from openmall_client.errors import seconds

DRAIN = 2.0
"""Calls a second that a bucket drains of whose policy a response does not speak."""
RESERVE = 0.1
"""Share of a bucket that is left to other clients of the same shop."""


_POLICY = re.compile(r'"[^"]{1,64}";q=(\d{1,9});w=(\d{1,9})')
"""An item of `RateLimit-Policy`: calls, and the seconds in which the bucket drains."""


class _Bucket:
    """A leaky bucket of the server, as far as the last response says."""

    def __init__(self, capacity: float, drain: float) -> None:
        self.capacity = capacity
        self.drain = drain
        self.level = 0.0
        self.seen_at = 0.0
        self.blocked_until = 0.0

    def take(self, now: float) -> float:
        """Count a call; return the seconds to wait before it."""
        level = max(0.0, self.level - (now - self.seen_at) * self.drain) + 1
        usable = max(1.0, self.capacity * (1 - RESERVE))
        wait = max(0.0, (level - usable) / self.drain, self.blocked_until - now)
        self.level, self.seen_at = level, now
        return wait


class Pacer:
    """The buckets of one API, and of operations that have one of their own. Safe for threads."""

    def __init__(
        self, drain: float = DRAIN, *, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """`drain`: calls a second of a bucket, where no `RateLimit-Policy` says it."""
        self._drain = drain
        self._clock = clock
        self._lock = threading.Lock()
        self._general: _Bucket | None = None
        self._operations: dict[str, _Bucket] = {}

    def wait(self, operation: str) -> float:
        """Return the seconds to wait before a call of `operation`, and count it."""
        with self._lock:
            now = self._clock()
            buckets = (self._general, self._operations.get(operation))
            return max((each.take(now) for each in buckets if each is not None), default=0.0)

    def seen(self, operation: str, status: int, headers: Mapping[str, str]) -> None:
        """Note what a response reports."""
        reported = _reported(headers, self._drain)
        if reported is None:
            return
        level, capacity, drain = reported
        with self._lock:
            now = self._clock()
            if self._general is None or capacity >= self._general.capacity:
                bucket = self._general = self._general or _Bucket(capacity, drain)
            else:
                bucket = self._operations.setdefault(operation, _Bucket(capacity, drain))
            bucket.capacity, bucket.drain = capacity, drain
            bucket.level, bucket.seen_at = level, now
            if status == 429:
                bucket.blocked_until = now + (seconds(headers.get("retry-after")) or 1.0)


def _reported(headers: Mapping[str, str], drain: float) -> tuple[float, float, float] | None:
    """Return level, capacity and drain of the bucket that the headers of a response are about."""
    used, slash, capacity = headers.get("x-api-call-limit", "").partition("/")
    if slash:
        level, most = seconds(used), seconds(capacity)
        if level is None or not most:
            return None
        return level, most, _drain_of(headers.get("ratelimit-policy", ""), most) or drain
    most = seconds(headers.get("x-ratelimit-burst-capacity"))
    left = seconds(headers.get("x-ratelimit-remaining"))
    refill = seconds(headers.get("x-ratelimit-replenish-rate"))
    if not most or left is None or not refill:
        return None
    cost = seconds(headers.get("x-ratelimit-requested-tokens")) or 1.0
    return (most - left) / cost, most / cost, refill / cost


def _drain_of(policies: str, capacity: float) -> float | None:
    """Return calls a second of the bucket of this capacity; None if its policy is not there."""
    for quota, window in _POLICY.findall(policies):
        if int(quota) == capacity and int(window):
            return int(quota) / int(window)
    return None
