"""What a new shop has of amounts and of units of amounts is right in every currency.

A unit of rounding that is preset to 1 is right where a currency has no decimals, and takes the
cents of all others. Forms preset by the shop's currency (`tests/pages/backoffice/`).
"""

import re
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

import pytest
from msgspec.structs import fields

from openmall import declarations
from openmall.commerce.store.points_setting import PointsSetting
from openmall.contract.crud.settings import Setting, initial
from openmall.contract.money import smallest_unit

_UNITS = re.compile(r"(round|rounding|truncation)_unit$")
_NO_AMOUNTS = {"product_weight": "kilograms"}
_CURRENCIES = ("KRW", "USD", "JPY", "EUR")


def _settings(kind: type[Setting] = Setting) -> Iterator[type[Setting]]:
    for each in kind.__subclasses__():
        yield each
        yield from _settings(each)


def _coarse(value: Any, currency: str) -> bool:
    """Return whether rounding to a unit loses what the currency has; F: it is not rounded."""
    return value != "F" and Decimal(value) > smallest_unit(currency)


@pytest.fixture(scope="module", autouse=True)
def _loaded() -> None:
    declarations.load()


@pytest.mark.parametrize("currency", _CURRENCIES)
def test_no_unit_of_rounding_of_a_new_shop_is_coarser_than_its_currency(currency: str) -> None:
    coarse = []
    for kind in _settings():
        if any(each.required for each in fields(kind)):
            continue
        shop = initial(kind, currency)
        for field in fields(kind):
            if _UNITS.search(field.name) and _coarse(getattr(shop, field.name), currency):
                coarse.append(f"{kind.__name__}.{field.name}")

    assert coarse == []


def test_no_amount_is_preset() -> None:
    preset = {
        f"{kind.__name__}.{field.name}"
        for kind in _settings()
        for field in fields(kind)
        if isinstance(field.default, Decimal) and field.default and field.name not in _NO_AMOUNTS
    }

    assert preset == set()


def test_the_guard_would_notice() -> None:
    assert PointsSetting in set(_settings())
    assert _coarse(PointsSetting().round_unit, "USD")
    assert not _coarse(PointsSetting().round_unit, "KRW")
