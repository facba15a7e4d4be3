"""Opens the configured rate limiter."""

from collections.abc import Callable

from openmall.access.limits.limiter import AtHome, Limiter
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
    at_home = AtHome(counters)
    if not server:
        return at_home
    # an optional dependency
    from openmall.access.limits.redis_limiter import RedisLimiter
    from openmall.access.limits.redis_line import Line

    return RedisLimiter(
        Line(server, seconds=seconds, wall=wall), at_home, refusal=refusal, traces=traces
    )
