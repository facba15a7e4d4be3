"""Time that only ever runs forward, even when the machine's clock is put back."""

REORDER_S = 1.0
"""Steps back up to this many seconds are taken for two workers finishing out of order."""


def elapsed(at: float, now: float) -> tuple[float, float]:
    """Seconds passed since `at`, never negative, and the moment to remember as seen.

    `at` and `now` are epoch seconds. A small step back keeps `at`, because counting the way
    forward again would give credit for the same moment twice. A larger one means that the clock
    was set: `now` becomes the new reference, because waiting for the old one could take years.
    Either way the step itself gives nothing. Never raises; an `at` that is no number counts as
    a clock that was set.
    """
    passed = now - at
    if passed >= 0.0:
        return passed, now
    if passed >= -REORDER_S:
        return 0.0, at
    return 0.0, now
