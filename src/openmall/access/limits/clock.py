"""Monotonic time for rate limits, even when the machine's clock is set back."""

REORDER_S = 1.0
"""Steps back up to this many seconds are attributed to workers finishing out of order."""


def elapsed(at: float, now: float) -> tuple[float, float]:
    """Return the seconds passed since `at`, never negative, and the new reference time.

    `at` and `now` are epoch seconds. A small step back keeps `at`, because counting the same time
    twice would give credit twice. A larger one means that the clock was set: `now` becomes the new
    reference, because waiting for the old one could take years. Either way the step itself gives no
    credit. Never raises; NaN in `at` is treated as a clock that was set.
    """
    passed = now - at
    if passed >= 0.0:
        return passed, now
    if passed >= -REORDER_S:
        return 0.0, at
    return 0.0, now
