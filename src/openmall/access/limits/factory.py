"""Opens the configured rate limiter."""

from collections.abc import Callable

from openmall.access.limits.limiter import Limiter, LocalLimiter
from openmall.contract.counters import Counters
from openmall.tracing.spans import Traces


def open_limiter(
    counters: Counters,
    server: str,
    *,
    seconds: float,
    wall: Callable[[], float],
    refusal: Callable[[], Exception] | None,
    traces: Traces | None = None,
) -> Limiter:
    """Return the limiter of this machine, or one that shares limits through a Redis `server`.

    `seconds`: timeout of a round trip; `wall`: this machine's clock; `refusal`: raised while the
    server is unavailable, None: `counters` decide; `traces`: for spans of round trips. Raises
    ValueError for an invalid address, ImportError.
    """
    local_limiter = LocalLimiter(counters)
    if not server:
        return local_limiter
    # an optional dependency
    from openmall.access.limits.redis_connection import RedisConnection
    from openmall.access.limits.redis_limiter import RedisLimiter

    return RedisLimiter(
        RedisConnection(server, seconds=seconds, wall=wall),
        local_limiter,
        refusal=refusal,
        traces=traces,
    )
