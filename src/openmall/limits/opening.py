"""Opens what decides on limits, as an installation is configured."""

from collections.abc import Callable

from openmall.limits.counters import Counters
from openmall.limits.limiter import AtHome, Limiter
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
    """Return this machine's own limiter, or one that asks a `server` for all of them.

    `seconds`: longest a round trip may take; `wall`: this machine's clock; `refusal`: what is
    raised while the server is away, None: `counters` are used; `traces`: where spans of round trips
    go. Raises ValueError for an address that is none, ImportError.
    """
    at_home = AtHome(counters)
    if not server:
        return at_home
    # an optional dependency
    from openmall.limits.redis_limiter import RedisLimiter
    from openmall.limits.redis_line import Line

    return RedisLimiter(
        Line(server, seconds=seconds, wall=wall), at_home, refusal=refusal, traces=traces
    )
