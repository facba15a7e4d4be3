"""Money: a decimal string on the wire, an integer number of hundredths inside and in the database.

Conversions use a Decimal with two places, so that no amount ever passes through a float.
Specification: resource fields are "not shown"; amounts are decimal strings such as "1000.00".
"""

from collections.abc import Sequence
from decimal import ROUND_DOWN, ROUND_FLOOR, ROUND_HALF_UP, Decimal
from functools import lru_cache
from typing import Final

from babel.numbers import get_currency_precision

CENT: Final = Decimal("0.01")
ZERO: Final = Decimal("0.00")
MOST_MONEY: Final = Decimal(10) ** 11
"""Most that an order costs before discounts, and each of its lines: a million of them are added up
within 64 bits."""


FINER: Final = {
    "BHD": 3, "CLF": 4, "IQD": 3, "JOD": 3, "KWD": 3, "LYD": 3, "OMR": 3, "TND": 3, "UYW": 4,
}  # fmt: skip
"""Currency with more decimals by ISO 4217 than amounts have here -> its decimals."""


@lru_cache(maxsize=65_536)
def money(hundredths: int) -> Decimal:
    """Return stored `hundredths` as an amount with two places: 110000 is 1100.00."""
    return Decimal(hundredths).scaleb(-2)


@lru_cache(maxsize=65_536)
def hundredths(amount: Decimal) -> int:
    """Return an amount as stored: 1100.00 is 110000; half a hundredth is rounded up."""
    return int(rounded(amount).scaleb(2))


def smallest_unit(currency: str) -> Decimal:
    """Return the smallest amount of a currency: 1 of KRW, 0.01 of USD; at most two places."""
    return Decimal(1).scaleb(-min(2, get_currency_precision(currency)))


def cut(amount: Decimal, unit: Decimal) -> Decimal:
    """Return the greatest multiple of `unit` that is not above `amount`."""
    return rounded((amount / unit).to_integral_value(ROUND_DOWN) * unit)


def in_units(amount: Decimal, unit: Decimal) -> Decimal:
    """Round `amount` half up to a multiple of `unit`, the smallest of a currency."""
    return rounded((amount / unit).to_integral_value(ROUND_HALF_UP) * unit)


def rounded(amount: Decimal) -> Decimal:
    """Round `amount` half up to exactly two places; zero has no sign."""
    return amount.quantize(CENT, rounding=ROUND_HALF_UP) + ZERO


def share_out(total: Decimal, weights: Sequence[Decimal], unit: Decimal = CENT) -> list[Decimal]:
    """Return `total` in parts proportional to `weights`, multiples of `unit`, exact in sum.

    Rounding differences go a unit each to the parts that lost most by it; no part is above its
    weight while `total` is not above their sum. Without weights the first part gets all.
    """
    whole = sum(weights, ZERO)
    if not weights:
        return []
    if whole <= 0:
        return [total, *(ZERO for _ in weights[1:])]
    exact = [total * weight / whole for weight in weights]
    parts = [(each / unit).to_integral_value(ROUND_FLOOR) * unit for each in exact]
    left = total - sum(parts, ZERO)
    by_loss = sorted(range(len(weights)), key=lambda at: (parts[at] - exact[at], at))
    for at in by_loss:
        step = min(unit, left)
        if step <= 0:
            break
        parts[at] += step
        left -= step
    return parts
