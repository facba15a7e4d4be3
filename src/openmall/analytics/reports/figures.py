"""Values of a report's rows: numbers, amounts, shares and averages.

Amounts come in hundredths. Integers on the wire are rounded, half up; shares are percent.
"""

from collections.abc import Callable, Mapping
from datetime import date
from decimal import ROUND_HALF_UP, Decimal
from typing import Any, Final

from msgspec import Struct

ResultRow = Mapping[str, Any]
"""A row as the engine found it, by the names of the report."""

_ONE: Final = Decimal(1)
_CENT: Final = Decimal("0.01")


class Figure(Struct, frozen=True):
    """A field of an answer, and how it is made."""

    name: str
    kind: Any
    value_of: Callable[[ResultRow], Any]


def text(name: str) -> Figure:
    """Return a text as it is."""
    return Figure(name, str, lambda row: row[name])


def number(name: str) -> Figure:
    """Return a number as it is; of nothing, 0."""
    return Figure(name, int, lambda row: row[name] or 0)


def day(name: str, of: str) -> Figure:
    """Return a day, YYYYMMDD, as a date."""
    return Figure(name, date, lambda row: as_date(row[of]))


def hour(name: str) -> Figure:
    """Return the hour of the day; null in rows by the day."""
    return Figure(name, int | None, lambda row: row.get(name))


def amount(name: str) -> Figure:
    """Return an amount in whole units."""
    return Figure(name, int, lambda row: _rounded(Decimal(row[name] or 0) / 100))


def exact_amount(name: str) -> Figure:
    """Return an amount with two places."""
    return Figure(name, str, lambda row: _two_places(Decimal(row[name] or 0) / 100))


def percent(name: str, part: str, total: str) -> Figure:
    """Return which share of `whole` a part is, two places; 0.00 of nothing."""
    return Figure(name, str, lambda row: _two_places(_share(row[part], row[total]) * 100))


def whole_percent(name: str, part: str, total: str) -> Figure:
    """Return which share of `whole` a part is, no places; 0 of nothing."""
    return Figure(name, int, lambda row: _rounded(_share(row[part], row[total]) * 100))


def average(name: str, money: str, heads: str) -> Figure:
    """Return the average amount per person with two places; 0.00 without any person."""
    return Figure(name, str, lambda row: _two_places(_share(row[money], row[heads]) / 100))


def whole_average(name: str, money: str, heads: str) -> Figure:
    """Return the average amount per person in whole units; 0 without any person."""
    return Figure(name, int, lambda row: _rounded(_share(row[money], row[heads]) / 100))


def as_date(day_: int) -> date:
    """Return YYYYMMDD as a date."""
    return date(day_ // 10_000, day_ // 100 % 100, day_ % 100)


def as_day(date_: date) -> int:
    """Return a date as YYYYMMDD."""
    return date_.year * 10_000 + date_.month * 100 + date_.day


def _share(part: int | None, total: int | None) -> Decimal:
    return Decimal(part or 0) / Decimal(total) if total else Decimal(0)


def _rounded(value: Decimal) -> int:
    return int(value.quantize(_ONE, rounding=ROUND_HALF_UP))


def _two_places(value: Decimal) -> str:
    return str(value.quantize(_CENT, rounding=ROUND_HALF_UP))
