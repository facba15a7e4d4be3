"""Every stored amount of money is in a currency that is known.

An amount that a shop shows or charges is one of that shop: its row or document has the shop's
number. Other amounts are in the currency of an order or payment, or are declared here with the
reason why no shop's currency applies.
"""

import re
from decimal import Decimal
from typing import Any, get_args

import pytest
from msgspec import Struct
from msgspec.structs import fields
from sqlalchemy import BigInteger, Column, Table

from openmall import declarations
from openmall.commerce.product.variants import shop_amounts
from openmall.database import schema
from tests.guards.stored_defaults import WRITTEN, stored, structs_within

_NAMES = re.compile(
    r"price|amount|(^|_)fee|discount|points|credits|balance|paid$|refunded|charge$|cost|earned"
    r"|deposit|surcharge|commission|_value|(^|_)(vat|tax)$|remaining|cancell?ed$"
)
"""Names of columns that hold money; `NO_MONEY` names the others that look like it."""
NO_MONEY = {
    "partner_product.mobile_discount_rate": "percent",
    "partner_product.pc_discount_rate": "percent",
    "subscription_order.next_charge": "a time",
}
OF_ORDERS = {
    "coupon_use.discount": "of the order that used the coupon",
    "discount_code_use.discount": "of the order that used the code",
    "order_quote.basis": "of its order",
    "subscription_item.content": "of the subscription it belongs to, which is one of a shop",
    "test_gateway_payment.amount": "of the payment, which names its currency",
    "test_gateway_payment.cancelled": "of the payment, which names its currency",
    "test_gateway_refund.amount": "of the payment it returns",
}
"""Amounts in the currency of an order or of a payment."""
OF_THE_INSTALLATION = {
    "app_charge.amount": "an app charges a merchant, in the currency that the charge names",
    "app_payment.amount": "a payment of such a charge",
    "app_payment.refunded": "what was paid back of such a payment",
}
"""Amounts that no shop shows or charges."""
SHARED = {
    f"variant.{name}": "of shops without an amount of their own: shop_amounts.py"
    for name in shop_amounts.NAMES
}
"""Amounts in a row of all shops, beside which each shop may have its own."""


def _is_of_a_shop(table: Table) -> bool:
    return "shop_no" in table.c


def _money(table: Table) -> list[Column[Any]]:
    return [
        column
        for column in table.columns
        if isinstance(column.type, BigInteger)
        and _NAMES.search(column.name)
        and not column.name.endswith(("_at", "_date", "_count", "_datetime", "_no"))
    ]


def _has_decimal(kind: Any) -> bool:
    return kind is Decimal or any(_has_decimal(each) for each in get_args(kind))


def _decimals(kind: type[Struct], written: frozenset[str] | None, above: tuple[Any, ...]) -> bool:
    """Return whether a stored struct holds decimals, at any depth."""
    for each in fields(kind):
        if not above and written is not None and each.name not in written:
            continue
        if _has_decimal(each.type):
            return True
        for inner in structs_within(each.type):
            if inner not in (*above, kind) and _decimals(inner, None, (*above, kind)):
                return True
    return False


@pytest.fixture(scope="module", autouse=True)
def _loaded() -> None:
    declarations.load()


def test_every_column_of_money_is_of_a_shop_an_order_or_says_why_not() -> None:
    declared = NO_MONEY | OF_ORDERS | OF_THE_INSTALLATION | SHARED
    found = {
        f"{table.name}.{column.name}"
        for table in schema.metadata().tables.values()
        for column in _money(table)
        if not _is_of_a_shop(table)
    }
    in_documents = {name for name in declared if name.endswith((".basis", ".content"))}
    of_shops = {
        f"{table.name}.{column.name}"
        for table in schema.metadata().tables.values()
        for column in table.columns
        if _is_of_a_shop(table)
    }

    assert found - declared.keys() == set(), "shared by shops of different currencies?"
    assert declared.keys() - found - in_documents - of_shops == set(), "no such column any more"


def test_every_document_with_amounts_is_of_a_shop_an_order_or_says_why_not() -> None:
    tables = schema.metadata().tables
    declared = OF_ORDERS | OF_THE_INSTALLATION
    shared = set()
    for place, kind in stored().items():
        name = place.partition(",")[0]
        table = tables.get(name.partition(".")[0])
        if not _decimals(kind, WRITTEN.get(place), ()):
            continue
        if table is None or not (_is_of_a_shop(table) or name in declared):
            shared.add(name)

    assert shared == set(), "shared by shops of different currencies?"


def test_the_guard_would_notice() -> None:
    tables = schema.metadata().tables

    assert {each.name for each in _money(tables["variant"])} == set(shop_amounts.NAMES)
    assert not _is_of_a_shop(tables["variant"])
    assert _is_of_a_shop(tables["setting"])
    assert _decimals(stored()["coupon.detail"], WRITTEN["coupon.detail"], ())
