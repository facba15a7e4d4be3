"""On which days a subscription goes on that was paused."""

from datetime import date

import pytest

from openmall.commerce.order.placement.subscription_rules.shape import Cycle
from openmall.commerce.order.placement.subscriptions.schedule import next_day


@pytest.mark.parametrize(
    ("cycle", "start", "today", "expected"),
    [
        ("2W", "2026-11-21", "2026-11-21", "2026-11-21"),
        ("2W", "2026-11-21", "2026-11-22", "2026-12-05"),
        ("1M", "2026-01-31", "2026-02-01", "2026-02-28"),
        ("1M", "2026-01-31", "2026-03-01", "2026-03-31"),
        ("6M", "2026-08-31", "2026-09-01", "2027-02-28"),
        ("1Y", "2024-02-29", "2024-03-01", "2025-02-28"),
    ],
)
def test_the_next_day_of_a_cycle(cycle: Cycle, start: str, today: str, expected: str) -> None:
    found = next_day(date.fromisoformat(start), cycle, date.fromisoformat(today))

    assert found.isoformat() == expected
