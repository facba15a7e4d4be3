"""What of changed rows is compared when a plan is applied."""

from typing import Any

import pytest

from openmall.api.pipeline.rehearsed_effects import digests
from openmall.database.capture import RowChange

NOW = 1_795_000_000.0
LATER = NOW + 90


def _digest(before: dict[str, Any], now: float, **after: Any) -> str:
    return digests([RowChange("coupon", (1,), before, before | after)], now).whole


@pytest.mark.parametrize("name", ["updated_date", "updated_at", "tracking_no_updated_date"])
def test_when_a_row_was_last_updated_is_not_compared(name: str) -> None:
    before = {"name": "a", name: "2026-11-26T10:00:00"}

    assert _digest(before, NOW, name="b") == _digest(
        before, LATER, name="b", **{name: "2026-11-26T10:01:30"}
    )


def test_another_date_that_somebody_has_set_meanwhile_is_seen() -> None:
    end = "available_end_datetime"

    rehearsed = _digest({end: "2026-11-30T00:00:00"}, NOW, **{end: "2026-12-31T00:00:00"})
    moved = _digest({end: "2026-12-05T00:00:00"}, LATER, **{end: "2026-12-31T00:00:00"})

    assert rehearsed != moved
