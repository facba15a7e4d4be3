"""SQL that reads all orders of a mall in batches."""

from collections.abc import Sequence
from typing import Final

import msgspec
from msgspec import Struct
from sqlalchemy import and_, bindparam, func, select

from openmall.commerce.order.billing.payment_ledger.store import PAYMENT, Payment
from openmall.commerce.order.figures.tables import GOODS, GOODS_FIGURES, SALES
from openmall.commerce.order.orders.item_shape import BundlePart
from openmall.commerce.order.orders.shape import Order
from openmall.commerce.order.orders.tables import ITEM, ORDER, ORDERS
from openmall.commerce.order.placement.subscriptions.shape import SubscriptionItem
from openmall.commerce.order.placement.subscriptions.tables import ITEM as SUBSCRIBED
from openmall.commerce.order.placement.subscriptions.tables import PLACED, SUBSCRIPTION
from openmall.commerce.product.stock_tables import CHANGE
from openmall.contract.call import Call
from openmall.database.schema import TRUE
from openmall.database.session import Row, Session
from openmall.database.statements import InList, Statement

_O: Final = ORDER.c
_P: Final = PAYMENT.c
_I: Final = ITEM.c
_PAGE: Final = Statement(
    select(*ORDERS.select, _O.group_no)
    .where(_O.mall_id == bindparam("mall_id"), _O.order_id > bindparam("after"))
    .order_by(_O.order_id)
    .limit(bindparam("most"))
)
_COUNT: Final = Statement(
    select(func.coalesce(func.sum(SALES.c.placed_count), 0)).where(
        SALES.c.mall_id == bindparam("mall_id")
    )
)
_LEDGER: Final = Statement(
    select(_P.order_id, *(_P[name] for name in Payment.__struct_fields__))
    .where(_P.mall_id == bindparam("mall_id"), InList(_P.order_id, "order_ids"))
    .order_by(_P.order_id, _P.payment_no)
)
_MONEY: Final = Statement(
    select(
        SALES.c.shop_no,
        SALES.c.hour,
        func.sum(SALES.c.placed_count),
        func.sum(SALES.c.order_count),
        func.sum(SALES.c.paid_amount),
        func.sum(SALES.c.refund_amount),
    )
    .where(SALES.c.mall_id == bindparam("mall_id"))
    .group_by(SALES.c.shop_no, SALES.c.hour)
)
_UNITS: Final = Statement(
    select(
        GOODS.c.shop_no, GOODS.c.product_no, *(func.sum(GOODS.c[name]) for name in GOODS_FIGURES)
    )
    .where(GOODS.c.mall_id == bindparam("mall_id"))
    .group_by(GOODS.c.shop_no, GOODS.c.product_no)
)
_ORDERED_QUANTITIES: Final = Statement(
    select(_I.variant_code, _I.order_id, func.sum(_I.quantity))
    .where(
        _I.mall_id == bindparam("mall_id"),
        _I.product_no > bindparam("after"),
        _I.product_no <= bindparam("upto"),
        _I.stock_taken == TRUE,
    )
    .group_by(_I.variant_code, _I.order_id)
)
_IS_BUNDLE: Final = _I.detail.contains('"product_bundle":"T"')
_BUNDLES_SOLD: Final = Statement(
    select(_I.product_no, _I.detail).where(
        _I.mall_id == bindparam("mall_id"),
        _I.product_no > bindparam("after"),
        _I.product_no <= bindparam("upto"),
        _I.stock_taken == TRUE,
        _IS_BUNDLE,
    )
)
_ORDERED_BUNDLES: Final = Statement(
    select(_I.order_id, _I.quantity, _I.detail).where(
        _I.mall_id == bindparam("mall_id"),
        InList(_I.product_no, "bundles"),
        _I.stock_taken == TRUE,
        _IS_BUNDLE,
    )
)


class _Parts(Struct):
    product_bundle_list: list[BundlePart] = []


_DETAIL: Final = msgspec.json.Decoder(_Parts)
_C: Final = CHANGE.c
_STOCK_CHANGES: Final = Statement(
    select(_C.variant_code, _C.reference, func.sum(_C.quantity_before - _C.quantity_after))
    .where(
        _C.mall_id == bindparam("mall_id"),
        _C.product_no > bindparam("after"),
        _C.product_no <= bindparam("upto"),
        (_C.reason == "sale") | (_C.reason == "return"),
    )
    .group_by(_C.variant_code, _C.reference)
)


_S: Final = SUBSCRIPTION.c
_SUBSCRIPTIONS: Final = Statement(
    select(_S.subscription_id, func.count(PLACED.c.order_id))
    .outerjoin(
        PLACED,
        and_(PLACED.c.mall_id == _S.mall_id, PLACED.c.subscription_id == _S.subscription_id),
    )
    .where(_S.mall_id == bindparam("mall_id"), _S.subscription_id > bindparam("after"))
    .group_by(_S.subscription_id)
    .order_by(_S.subscription_id)
    .limit(bindparam("most"))
)
_D: Final = SUBSCRIBED.c
_SUBSCRIBED: Final = Statement(
    select(_D.subscription_id, _D.content, _D.next_order).where(
        _D.mall_id == bindparam("mall_id"), InList(_D.subscription_id, "numbers")
    )
)
_SUBSCRIBED_ITEM: Final = msgspec.json.Decoder(SubscriptionItem)
Subscribed = tuple[str, list[tuple[SubscriptionItem, int | None]], int]
"""A subscription: its number, its items with when the next order is placed, and its orders."""


async def subscriptions(db: Session, after: str, most: int) -> list[Subscribed]:
    """Return subscriptions of every shop of a mall, by number."""
    rows = await db.all(_SUBSCRIPTIONS, after=after, most=most)
    items: dict[str, list[tuple[SubscriptionItem, int | None]]] = {row[0]: [] for row in rows}
    if items:
        for number, content, next_order in await db.all(_SUBSCRIBED, numbers=list(items)):
            items[number].append((_SUBSCRIBED_ITEM.decode(content), next_order))
    return [(number, items[number], int(orders)) for number, orders in rows]


async def page(call: Call, after: str, most: int) -> list[tuple[Order, int]]:
    """Return orders by number with the groups of their buyers, in every shop of the mall."""
    rows = await call.db.all(_PAGE, after=after, most=most)
    return [(ORDERS.read(row), row[-1]) for row in rows]


async def number(db: Session) -> int:
    """Return the number of orders of a mall from its figures, to show progress."""
    row = await db.one(_COUNT)
    assert row is not None
    return int(row[0])


async def ledgers(call: Call, order_ids: Sequence[str]) -> dict[str, list[Payment]]:
    """Return the ledgers of orders: order -> rows."""
    found: dict[str, list[Payment]] = {each: [] for each in order_ids}
    for order_id, *values in await call.db.all(_LEDGER, order_ids=list(order_ids)):
        found[order_id].append(Payment(**dict(zip(Payment.__struct_fields__, values, strict=True))))
    return found


async def money(db: Session) -> dict[tuple[int, int], tuple[int, ...]]:
    """Return figures: shop and hour -> orders placed, orders paid, paid, and refunded."""
    return _keyed(await db.all(_MONEY))


async def units(db: Session) -> dict[tuple[int, int], tuple[int, ...]]:
    """Return figures: shop and product -> units paid, cancelled, returned and exchanged."""
    return _keyed(await db.all(_UNITS))


def _keyed(rows: list[Row]) -> dict[tuple[int, int], tuple[int, ...]]:
    return {(row[0], row[1]): tuple(int(value) for value in row[2:]) for row in rows}


async def parts_sold(db: Session, after: int, upto: int) -> dict[int, set[int]]:
    """Return the products that orders took as parts: bundle in (after, upto] -> parts."""
    found: dict[int, set[int]] = {}
    for product_no, detail in await db.all(_BUNDLES_SOLD, after=after, upto=upto):
        parts = _DETAIL.decode(detail).product_bundle_list
        found.setdefault(product_no, set()).update(part.product_no for part in parts)
    return found


async def taken_stock(
    db: Session, after: int, upto: int, *, bundles: Sequence[int]
) -> tuple[dict[tuple[str, str], int], dict[tuple[str, str], int]]:
    """Return units sold of products (after, upto], by orders and by the stock ledger.

    Both: variant and order -> units; the ledger's only where it is not zero. `bundles`:
    those that had such products as parts.
    """
    by_orders = {
        (row[0], row[1]): int(row[2])
        for row in await db.all(_ORDERED_QUANTITIES, after=after, upto=upto)
    }
    ordered = await db.all(_ORDERED_BUNDLES, bundles=bundles) if bundles else ()
    for order_id, quantity, detail in ordered:
        for part in _DETAIL.decode(detail).product_bundle_list:
            if after < part.product_no <= upto:
                key = (part.variant_code, order_id)
                by_orders[key] = by_orders.get(key, 0) + part.quantity * quantity
    moved: dict[tuple[str, str], int] = {}
    for variant_code, reference, sold in await db.all(_STOCK_CHANGES, after=after, upto=upto):
        # a sale names an item of the order, or the order itself
        key = (variant_code, "-".join(reference.split("-")[:2]))
        moved[key] = moved.get(key, 0) + int(sold)
    return by_orders, {key: sold for key, sold in moved.items() if sold}
