"""What captured rows say of a write, in the terms of the merchant's rules of approval.

They say it of every write alike: of a call, of an undo of it, and of a plan that is applied.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from functools import cache
from typing import Any, Final

import msgspec

from openmall.api.pipeline.category_discounts_store import PlacedDiscounts
from openmall.api.pipeline.earlier_price_store import (
    PRICES,
    SECONDS,
    EarlierPrices,
    subject_of,
)
from openmall.api.pipeline.rehearsed_effects import RECORDS
from openmall.commerce.customer.customers.tables import CUSTOMER, PERSON
from openmall.commerce.customer.memos import MEMO
from openmall.commerce.mileage.entries.tables import ENTRY
from openmall.commerce.order.billing.cashreceipts.store import RECEIPT
from openmall.commerce.order.billing.refunds.tables import REFUND
from openmall.commerce.order.migrated_orders.store import MIGRATED
from openmall.commerce.order.orders.tables import ITEM, ORDER, PARCEL
from openmall.commerce.order.placement.subscription_rules.tables import RULE
from openmall.commerce.order.placement.subscriptions.tables import ITEM as REPEATED_ITEM
from openmall.commerce.order.placement.subscriptions.tables import SUBSCRIPTION
from openmall.commerce.product.products.tables import PRODUCT
from openmall.commerce.product.variants.store import VARIANT
from openmall.commerce.promotion.benefits.store import BENEFIT
from openmall.contract.money import hundredths
from openmall.database.capture import RowChange, keys
from openmall.database.policies import CustomerRows, Redaction, policies_of
from openmall.database.schema import metadata

Amounts = tuple[int, str]
"""The additional amount of a variant, and the document of those that shops have of their own."""
_DERIVED: Final = ("partner_",)
"""Beginnings of the names of tables whose prices follow from those of products."""
_SALES: Final = frozenset({"DP", "DR", "DQ", "DM", "DN"})
"""Types of benefits that take something off the price of a product."""
_WITHOUT_EFFECT: Final = frozenset({"benefit_name"})
_IN_PERCENT: Final = "P"
_OF_PERSONS: Final = frozenset({CUSTOMER.name, PERSON.name, MEMO.name, "customer_address"})
"""Tables each row of which is data of a customer."""
_WITH_PERSONS: Final = frozenset(
    {ORDER.name, PARCEL.name, SUBSCRIPTION.name, RECEIPT.name, MIGRATED.name}
)
"""Tables some fields of whose rows are data of a customer."""
_WHOM_AND_WHAT: Final = (
    "product_binding_type",
    "product_list",
    "category_list",
    "use_discount",
    "discount_value_unit",
    "discount_values",
    "related_purchase_quantity",
)
"""Fields of a rule of subscriptions that say which products it takes how much off."""
_PRESENCE: Final = frozenset({"last_login_at"})
_SUBSCRIBER: Final = ("buyer_", "receiver_", "shipping_message")
"""Beginnings of the fields of a subscription that say who gets it."""
_ORDER_FIELDS: Final = ("admin_additional_amount", "commission")
"""Amounts in the document of an order that a merchant sets."""


def changes_prices(rows: Sequence[RowChange], percent: int, earlier: EarlierPrices) -> bool:
    """Return whether a price changes by more percent; from nothing to something is always more.

    It is compared with the price just before, and with that of a day ago where it has one.
    """
    if _replaces_amounts(rows) or _is_placed_at_a_discount(earlier.placed, percent):
        return True
    for row in rows:
        if row.table == BENEFIT.name:
            if _takes_off(row, percent):
                return True
        elif row.table == RULE.name:
            if _takes_off_deliveries(row, percent):
                return True
        elif row.table == PRODUCT.name and _is_new_on_sale(row):
            return True
        elif row.table in _priced_tables() and row.before is not None and row.after is not None:
            old_prices, new_prices = _prices(row.before, row.after), _prices(row.after, row.before)
            for name, before in old_prices.items():
                new = new_prices[name]
                if new != before and any(
                    abs(new - old) * 100 > abs(old) * percent
                    for old in (before, _earlier(row, name, earlier, before))
                ):
                    return True
    return False


def _is_new_on_sale(row: RowChange) -> bool:
    """Return whether a product of the last day goes on sale: its price was nothing before."""
    after = row.after
    if after is None or not _is_shown(after) or (row.before and _is_shown(row.before)):
        return False
    return row.before is None or after["updated_date"] - after["created_date"] < SECONDS


def _is_shown(row: dict[str, Any]) -> bool:
    return bool(row["display"] == "T" and row["selling"] == "T")


def _earlier(row: RowChange, name: tuple[str, str], earlier: EarlierPrices, otherwise: int) -> int:
    """Return a price of a row, by column and shop, as it was a day ago."""
    column, shop = name
    assert row.after is not None
    # variants have one row for all shops; what has no shop of its own is the first one's
    shop_no = row.after.get("shop_no") or int(shop or 1)
    return earlier.prices.get((subject_of(row), shop_no, column), otherwise)


def _prices(row: dict[str, Any], other: dict[str, Any]) -> dict[tuple[str, str], int]:
    """Return the prices of a row, by column and shop; empty: the shops without one of their own.

    Shops are those that the row or the `other` side of the write has prices of.
    """
    shops = {"", *_shop_amounts(row), *_shop_amounts(other)}
    own = _shop_amounts(row)
    return {
        (name, shop): own.get(shop, {}).get(name, row[name] or 0)
        for name in PRICES & row.keys()
        for shop in shops
    }


def _shop_amounts(row: dict[str, Any]) -> dict[str, dict[str, int]]:
    """Return the amounts that shops have of their own in the row of a variant."""
    return msgspec.json.decode(row["shop_amounts"]) if row.get("shop_amounts") else {}


def most_rows(rows: Iterable[RowChange]) -> int:
    """Return in how many rows of one table something changes, beside those of logs."""
    counts = Counter(row.table for row in rows if row.table not in RECORDS)
    return max(counts.values(), default=0)


def moved(rows: Sequence[RowChange]) -> int:
    """Return the points, credits, refunds and amounts of orders that change, in hundredths.

    An order counts once, by the largest of what is refunded, paid, added by the merchant, or taken
    into it and out of it. An order that the write places does not count.
    """
    points = 0
    orders: dict[str, Counter[str]] = {}
    placed = {
        row.key[0]
        for row in rows
        if row.table in (ORDER.name, SUBSCRIPTION.name) and row.before is None
    }
    for row in rows:
        if row.table == ENTRY.name and row.before is None and row.after is not None:
            points += abs(row.after["amount"])
        elif row.table in _AMOUNTS:
            sides = (row.before or {}, row.after or {})
            either = row.before or row.after or {}
            order_id = either.get("order_id") or either["subscription_id"]
            if order_id in placed:
                continue
            before, after = (_AMOUNTS[row.table](each) if each else {} for each in sides)
            found = orders.setdefault(order_id, Counter())
            for name in {**before, **after}:
                found[name] += after.get(name, 0) - before.get(name, 0)
    return points + sum(max(map(abs, each.values()), default=0) for each in orders.values())


def changes_customers(rows: Iterable[RowChange]) -> bool:
    """Return whether data of a customer changes: the person, a memo, or the people of an order."""
    return any(
        bool(row.changed - _PRESENCE)
        if row.table in _OF_PERSONS
        else row.table in _WITH_PERSONS
        and row.before is not None
        and row.after is not None
        and _personal(row.table, row.before) != _personal(row.table, row.after)
        for row in rows
    )


def _replaces_amounts(rows: Iterable[RowChange]) -> bool:
    """Return whether variants of a product stand for others, and have other additional amounts."""
    sides: tuple[dict[int, set[Amounts]], dict[int, set[Amounts]]] = ({}, {})
    for row in rows:
        if row.table == VARIANT.name and (row.before is None) != (row.after is None):
            variant, side = row.before or row.after or {}, sides[row.before is None]
            amounts = variant["additional_amount"], variant["shop_amounts"]
            side.setdefault(variant["product_no"], set()).add(amounts)
    return any(sides[0].get(number, new) != new for number, new in sides[1].items())


@cache
def _priced_tables() -> frozenset[str]:
    """Return the captured tables with a price, so that one that is added later is among them."""
    return frozenset(
        name
        for name in keys()
        if not name.startswith(_DERIVED)
        and name != ITEM.name
        and PRICES & {*metadata().tables[name].columns.keys()}
    )


def _takes_off(row: RowChange, percent: int) -> bool:
    """Return whether a benefit that begins, ends or changes takes more percent off a price."""
    if not row.changed - _WITHOUT_EFFECT:
        return False
    sides = [each for each in (row.before, row.after) if each is not None]
    return any(each["benefit_type"] in _SALES and _is_more(each, percent) for each in sides)


def _is_more(row: dict[str, Any], percent: int) -> bool:
    """Return whether the discount of a benefit is more percent; an amount always is."""
    for each in msgspec.json.decode(row["detail"]).values():
        if isinstance(each, dict) and "discount_value" in each:
            value = Decimal(str(each["discount_value"]))
            in_percent = each.get("discount_value_unit") == _IN_PERCENT
            return value > percent if in_percent else bool(value)
    return False


def _is_placed_at_a_discount(placed: PlacedDiscounts, percent: int) -> bool:
    """Return whether a category that products enter or leave takes more percent off."""
    return any(
        each["benefit_type"] in _SALES and _is_more(each, percent) for each in placed.benefits
    ) or any(
        _is_more_of_deliveries(msgspec.json.decode(each["content"]), percent)
        for each in placed.rules
    )


def _takes_off_deliveries(row: RowChange, percent: int) -> bool:
    """Return whether a rule of subscriptions that begins, ends or changes takes more percent off.

    As with benefits an amount always is more.
    """
    sides = [msgspec.json.decode(each["content"]) for each in (row.before, row.after) if each]
    if len(sides) == 2 and all(sides[0].get(name) == sides[1].get(name) for name in _WHOM_AND_WHAT):
        return False
    return any(_is_more_of_deliveries(side, percent) for side in sides)


def _is_more_of_deliveries(rule: dict[str, Any], percent: int) -> bool:
    """Return whether the discount of a rule of subscriptions is more; an amount always is."""
    most = percent if rule["discount_value_unit"] == _IN_PERCENT else 0
    return rule["use_discount"] == "T" and any(
        each["discount_amount"] > most for each in rule["discount_values"]
    )


def _of_order(row: dict[str, Any]) -> dict[str, int]:
    detail = msgspec.json.decode(row["detail"])
    return {
        "paid": row["payment_amount"],
        "added": sum(_amount(detail, name) for name in _ORDER_FIELDS),
    }


def _of_item(row: dict[str, Any]) -> dict[str, int]:
    return {"items": (row["product_price"] + row["option_price"]) * row["quantity"]}


def _of_refund(row: dict[str, Any]) -> dict[str, int]:
    refund = msgspec.json.decode(row["content"]).get("refund", {})
    return {"refunded": _amount(refund, "refund_amount")}


def _of_repeated_item(row: dict[str, Any]) -> dict[str, int]:
    """Return the amount of the orders that an item of a subscription becomes."""
    content = msgspec.json.decode(row["content"])
    price = _amount(content, "product_price") + _amount(content, "option_price")
    return {"items": price * int(content.get("quantity", 0))}


_AMOUNTS: Final = {
    ORDER.name: _of_order,
    ITEM.name: _of_item,
    REFUND.name: _of_refund,
    REPEATED_ITEM.name: _of_repeated_item,
}
"""Table -> what its rows say of an order's amounts, in hundredths."""


def _amount(document: dict[str, Any], name: str) -> int:
    return hundredths(Decimal(str(document.get(name) or "0")))


def _personal(table: str, row: dict[str, Any]) -> list[Any]:
    """Return what of a row is data of a customer, by what an erasure blanks."""
    if table == SUBSCRIPTION.name:
        content = msgspec.json.decode(row["content"])
        return [(name, value) for name, value in content.items() if name.startswith(_SUBSCRIBER)]
    columns, redactions = _personal_columns(table)
    found: list[Any] = [row[name] for name in columns]
    for each in redactions:
        found += _removed(msgspec.json.decode(row[each.column] or "null"), each)
    return found


@cache
def _personal_columns(table: str) -> tuple[tuple[str, ...], tuple[Redaction, ...]]:
    """Return the columns of a table that an erasure blanks, and the documents that it redacts."""
    data = policies_of(metadata().tables[table]).personal_data
    if not isinstance(data, CustomerRows):
        return (), ()
    columns = {name for each in data.blanked if each.where is None for name in each.values}
    return tuple(sorted(columns)), data.redacted


def _removed(document: Any, redaction: Redaction) -> Iterator[Any]:
    """Yield the values of a document that an erasure removes."""
    if isinstance(document, dict):
        for name, value in document.items():
            whole = not redaction.removed and name not in redaction.kept
            if whole or name in redaction.removed:
                yield name, value
            elif redaction.removed:
                yield from _removed(value, redaction)
    elif isinstance(document, list):
        for each in document:
            yield from _removed(each, redaction)
