"""Dates and times as clients write them."""

from datetime import UTC, datetime

import pytest

from openmall.contract import moments


def _utc(text: str) -> int:
    return int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp())


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("2026-03-01", "2026-02-28T15:00:00", "2026-03-01T14:59:59"),
        ("2026-03-01T00:00:00", "2026-02-28T15:00:00", "2026-02-28T15:00:00"),
        ("2026-03-01 00:00:00", "2026-02-28T15:00:00", "2026-02-28T15:00:00"),
        ("2026-03-01T00:00:00+09:00", "2026-02-28T15:00:00", "2026-02-28T15:00:00"),
        ("2026-03-01T00:00:00 09:00", "2026-02-28T15:00:00", "2026-02-28T15:00:00"),
        ("2026-03-01T00:00:00Z", "2026-03-01T00:00:00", "2026-03-01T00:00:00"),
        ("2026-03-01T00:00:00-0330", "2026-03-01T03:30:00", "2026-03-01T03:30:00"),
        ("2026-03-01T00:00:00.999+09:00", "2026-02-28T15:00:00", "2026-02-28T15:00:00"),
        ("2024-02-29", "2024-02-28T15:00:00", "2024-02-29T14:59:59"),
    ],
)
def test_a_date_is_a_day_and_a_time_a_moment(text: str, start: str, end: str) -> None:
    assert moments.read(text) == _utc(start)
    assert moments.read(text, end=True) == _utc(end)


@pytest.mark.parametrize(
    "text",
    ["", "now", "2026-02-29", "2026-13-01", "26-03-01", "2026-03-01T24:00:01", "2026-03-01T00:00",
     "2026-03-01T00:00:00+25:00", " 2026-03-01", "2026-03-01\n", "２０２６-03-01x", "1795219200"],
)  # fmt: skip
def test_anything_else_is_no_date(text: str) -> None:
    with pytest.raises(ValueError):
        moments.read(text)


def test_a_moment_is_shown_at_the_platforms_offset_without_fractions() -> None:
    assert moments.moment(1_772_290_800.9).isoformat() == "2026-03-01T00:00:00+09:00"
    assert moments.seconds(moments.moment(1_772_290_800)) == 1_772_290_800
