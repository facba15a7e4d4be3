"""The settings and what the specification gives for them."""

import pytest

from openmall.access.limits import (
    abnormal_traffic,
    leaky_bucket,
    per_minute,
    time_usage,
    token_bucket,
)
from openmall.access.limits.policy import Limits


def test_defaults_are_the_specification() -> None:
    limits = Limits()

    assert limits.enforce is True
    assert limits.enforce_abnormal is False
    assert limits.shop() == leaky_bucket.Policy(capacity=40, drain=2.0)
    assert limits.anonymous() == leaky_bucket.Policy(capacity=10, drain=2.0)
    assert limits.operation(1) == leaky_bucket.Policy(capacity=1, drain=2.0)
    assert limits.abnormal() == abnormal_traffic.Policy(per_second=10)
    assert limits.time() == time_usage.Policy(budget=30.0, window=60.0)
    assert limits.partner() == per_minute.Policy(limit=40)
    assert limits.analytics() == token_bucket.Policy(burst=40, refill=2.0)


@pytest.mark.parametrize(
    "setting",
    [
        {"shop_capacity": 0},
        {"anonymous_capacity": 0},
        {"drain": 0.0},
        {"abnormal_per_second": 0},
        {"time_budget": 0.0},
        {"time_window": 0.0},
        {"partner_per_minute": 0},
        {"analytics_burst": 0},
        {"analytics_refill": 0.0},
    ],
)
def test_setting_with_which_nothing_passes_stops_the_program(setting: dict[str, float]) -> None:
    with pytest.raises(ValueError):
        Limits(**setting)  # type: ignore[arg-type] # wrong on purpose
