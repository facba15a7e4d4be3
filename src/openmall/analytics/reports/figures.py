"""Values of a report's rows: numbers, amounts, shares and averages.

Amounts come in hundredths, and are answered with the decimals of the shop's currency: none of KRW,
two of USD. They are rounded half up; shares are percent.
"""

from collections.abc import Callable, Mapping
from datetime import date
from decimal import ROUND_HALF_UP, Decimal
from typing import Any, Final

from msgspec import Struct

from openmall.analytics.engine.engine import Cell
from openmall.contract.money import in_units

ResultRow = Mapping[str, Cell]
"""A row as the engine found it, by the names of the report."""

_ONE: Final = Decimal(1)
_CENT: Final = Decimal("0.01")


class Figure(Struct, frozen=True):
    """A field of an answer, and how it is made."""

    name: str
    kind: Any
    value_of: Callable[[ResultRow, Decimal], Cell | date]
    """Of a row and the smallest unit of the shop's currency."""


def text(name: str) -> Figure:
    """Return a text as it is."""
    return Figure(name, str, lambda row, _: row[name])


def number(name: str) -> Figure:
    """Return a number as it is; of nothing, 0."""
    return Figure(name, int, lambda row, _: row[name] or 0)


def day(name: str, of: str) -> Figure:
    """Return a day, YYYYMMDD, as a date."""
    return Figure(name, date, lambda row, _: as_date(int(row[of] or 0)))


def hour(name: str) -> Figure:
    """Return the hour of the day; null in rows by the day."""
    return Figure(name, int | None, lambda row, _: row.get(name))


def amount(name: str) -> Figure:
    """Return an amount as a number: an integer in a currency without decimals."""
    return Figure(name, float, lambda row, unit: _number(Decimal(row[name] or 0) / 100, unit))


def exact_amount(name: str) -> Figure:
    """Return an amount with two places."""
    return Figure(name, str, lambda row, unit: str(in_units(Decimal(row[name] or 0) / 100, unit)))


def percent(name: str, part: str, total: str) -> Figure:
    """Return which share of `whole` a part is, two places; 0.00 of nothing."""
    return Figure(name, str, lambda row, _: _two_places(_share(row[part], row[total]) * 100))


def whole_percent(name: str, part: str, total: str) -> Figure:
    """Return which share of `whole` a part is, no places; 0 of nothing."""
    return Figure(name, int, lambda row, _: _rounded(_share(row[part], row[total]) * 100))


def average(name: str, money: str, heads: str) -> Figure:
    """Return the average amount per person with two places; 0.00 without any person."""
    return Figure(
        name, str, lambda row, unit: str(in_units(_share(row[money], row[heads]) / 100, unit))
    )


def average_number(name: str, money: str, heads: str) -> Figure:
    """Return the average amount per person as a number; 0 without any person."""
    return Figure(
        name, float, lambda row, unit: _number(_share(row[money], row[heads]) / 100, unit)
    )


def as_date(day_: int) -> date:
    """Return YYYYMMDD as a date."""
    return date(day_ // 10_000, day_ // 100 % 100, day_ % 100)


def as_day(date_: date) -> int:
    """Return a date as YYYYMMDD."""
    return date_.year * 10_000 + date_.month * 100 + date_.day


def _share(part: Cell, total: Cell) -> Decimal:
    return Decimal(part or 0) / Decimal(total) if total else Decimal(0)


def _number(value: Decimal, unit: Decimal) -> int | float:
    """Return an amount in a currency with this smallest unit, as it is written in JSON."""
    amount = in_units(value, unit)
    return int(amount) if unit >= 1 else float(amount)


def _rounded(value: Decimal) -> int:
    return int(value.quantize(_ONE, rounding=ROUND_HALF_UP))


def _two_places(value: Decimal) -> str:
    return str(value.quantize(_CENT, rounding=ROUND_HALF_UP))
