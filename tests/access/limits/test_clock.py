"""The clock that only runs forward."""

import math

import pytest

from openmall.access.limits.clock import elapsed


@pytest.mark.parametrize(
    ("at", "now", "passed", "seen"),
    [
        (100.0, 100.0, 0.0, 100.0),
        (100.0, 103.5, 3.5, 103.5),
        (100.0, 99.5, 0.0, 100.0),
        (100.0, 99.0, 0.0, 100.0),
        (100.0, 98.0, 0.0, 98.0),
        (math.nan, 100.0, 0.0, 100.0),
        (math.inf, 100.0, 0.0, 100.0),
    ],
)
def test_time_passed_and_the_moment_remembered(
    at: float, now: float, passed: float, seen: float
) -> None:
    assert elapsed(at, now) == (passed, seen)
