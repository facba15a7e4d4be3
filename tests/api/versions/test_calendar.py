"""Which version a call speaks, day by day."""

from datetime import UTC, datetime, timedelta, timezone

import pytest

from openmall.contract import api_versions
from openmall.contract.errors import Invalid

KST = timezone(timedelta(hours=9))


def _at(day: str, clock: str = "12:00:00") -> float:
    return datetime.fromisoformat(f"{day}T{clock}").replace(tzinfo=KST).timestamp()


@pytest.mark.parametrize(
    ("release", "until"),
    [
        ("2023-12-01", "2025-03-01"),
        ("2024-03-01", "2027-02-01"),
        ("2026-02-01", "2027-03-01"),
        ("2026-03-01", None),
    ],
)
def test_a_version_lives_a_year_beyond_the_next(release: str, until: str | None) -> None:
    assert api_versions.expires(release) == until


@pytest.mark.parametrize(
    ("day", "asked", "spoken"),
    [
        ("2024-06-01", "2023-12-01", "2023-12-01"),
        ("2024-06-01", "2024-03-01", "2024-03-01"),
        ("2024-06-01", "2026-03-01", "2024-03-01"),
        ("2025-02-28", "2023-12-01", "2023-12-01"),
        ("2025-03-01", "2023-12-01", "2024-03-01"),
        ("2026-01-31", "2026-03-01", "2024-03-01"),
        ("2026-02-28", "2026-03-01", "2026-02-01"),
        ("2026-03-01", "2026-03-01", "2026-03-01"),
        ("2026-11-21", "2001-01-01", "2024-03-01"),
        ("2026-11-21", "2025-06-01", "2024-03-01"),
        ("2026-11-21", "2026-01-31", "2024-03-01"),
        ("2026-11-21", "2026-02-28", "2026-02-01"),
        ("2026-11-21", "9999-12-31", "2026-03-01"),
        ("2027-01-31", "2024-03-01", "2024-03-01"),
        ("2027-02-01", "2024-03-01", "2026-02-01"),
        ("2027-03-01", "2024-03-01", "2026-03-01"),
        ("2027-03-01", "2026-02-01", "2026-03-01"),
        ("2099-01-01", "2023-12-01", "2026-03-01"),
    ],
)
def test_an_expired_version_falls_forward_and_a_date_between_falls_back(
    day: str, asked: str, spoken: str
) -> None:
    assert api_versions.in_effect(asked, _at(day)) == spoken


def test_days_change_at_midnight_of_the_platform() -> None:
    assert api_versions.in_effect("2024-03-01", _at("2027-01-31", "23:59:59")) == "2024-03-01"
    assert api_versions.in_effect("2024-03-01", _at("2027-02-01", "00:00:00")) == "2026-02-01"
    utc = datetime(2027, 1, 31, 15, tzinfo=UTC).timestamp()
    assert api_versions.in_effect("2024-03-01", utc) == "2026-02-01"


def test_a_clock_put_back_is_believed() -> None:
    assert api_versions.in_effect("2026-03-01", _at("2026-11-21")) == "2026-03-01"
    assert api_versions.in_effect("2026-03-01", _at("2025-11-21")) == "2024-03-01"
    assert api_versions.in_effect("2026-03-01", _at("2026-11-21")) == "2026-03-01"


@pytest.mark.parametrize("text", ["2026-03-01", "0001-01-01"])
def test_a_date_is_read(text: str) -> None:
    assert api_versions.read(text) == text


@pytest.mark.parametrize(
    "text",
    ["", "2026-3-1", "2026-02-30", "20260301", "2026-03-01T00:00", "2026-W01-1", "٢٠٢٦-٠٣-٠١"],
)
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(Invalid) as refused:
        api_versions.read(text)
    assert refused.value.parameter == api_versions.HEADER


def test_a_new_app_starts_on_the_newest_release() -> None:
    assert api_versions.DEFAULT == api_versions.RELEASES[-1] == "2026-03-01"
    assert list(api_versions.RELEASES) == sorted(api_versions.RELEASES)
