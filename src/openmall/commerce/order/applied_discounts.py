"""Benefits and coupons that were applied to an order."""

from collections.abc import Sequence
from decimal import Decimal
from typing import Annotated, Final, TypeVar

import msgspec
from msgspec import Meta, Struct
from sqlalchemy import Table, bindparam, delete, func, insert, select, update

from openmall.commerce.order.orders import store as order_store
from openmall.commerce.order.orders.shape import Order
from openmall.contract.call import Call
from openmall.contract.money import ZERO, hundredths, money
from openmall.contract.operation import listing
from openmall.contract.params import Offset8000, ShopParams
from openmall.contract.scopes import READ_ORDER
from openmall.database.policies import WITH_MALL, rows_of_order
from openmall.database.schema import NOTHING, number, shop_table, text
from openmall.database.statements import InList, Statement
from openmall.database.undo_policies import ORDERS_CHANGED
from openmall.database.values import BoundValue

A = TypeVar("A", bound=Struct)
Limit500 = Annotated[int, Meta(ge=1, le=500)]

BENEFIT: Final = shop_table(
    "order_benefit",
    number("shop_no"),
    text("order_id"),
    number("entry_no"),
    number("item_no"),
    number("benefit_no"),
    text("benefit_title"),
    text("benefit_name"),
    number("benefit_code"),
    text("benefit_percent", null=True),
    number("benefit_value"),
    text("benefit_app_key", null=True),
    backup=WITH_MALL,
    undo=ORDERS_CHANGED,
    personal_data=rows_of_order(),
    key=("order_id", "entry_no"),
)
COUPON: Final = shop_table(
    "order_coupon",
    number("shop_no"),
    text("order_id"),
    number("entry_no"),
    number("item_no"),
    text("coupon_name"),
    text("coupon_code"),
    text("coupon_percent", null=True),
    number("coupon_value"),
    number("coupon_value_final"),
    number("points", later=True),
    number("credits", later=True),
    backup=WITH_MALL,
    undo=ORDERS_CHANGED,
    personal_data=rows_of_order(),
    key=("order_id", "entry_no"),
)
"""`item_no`: 0 for the order as a whole. Amounts in hundredths.

`points`, `credits`: rewards of a coupon, given once the order is paid.
"""


class AppliedBenefit(Struct, frozen=True, kw_only=True):
    """A benefit that is applied to an order."""

    item_no: int = 0
    """The item, counted from 1; 0 the order as a whole."""
    benefit_no: int
    benefit_title: str
    benefit_name: str
    benefit_code: int
    benefit_percent: str | None = None
    """`10%`; None: an amount."""
    benefit_value: Decimal
    benefit_app_key: str | None = None


class AppliedCoupon(Struct, frozen=True, kw_only=True):
    """A coupon that is applied to an order."""

    item_no: int = 0
    """The item, counted from 1; 0 the order as a whole."""
    coupon_name: str
    coupon_code: str
    coupon_percent: str | None = None
    """`10%`; None: an amount."""
    coupon_value: Decimal
    coupon_value_final: Decimal = ZERO
    """Amount that it took off, after earlier discounts."""
    points: Decimal = ZERO
    """Reward that it gives instead, once the order is paid."""
    credits: Decimal = ZERO


class OrderBenefit(Struct, frozen=True, kw_only=True):
    """A benefit applied to an order or to an item of it."""

    shop_no: int
    order_id: str
    order_item_code: str
    """Empty for the order as a whole."""
    benefit_no: int
    benefit_title: str
    benefit_name: str
    benefit_code: int
    benefit_percent: str | None
    benefit_value: Decimal
    benefit_app_key: str | None


class OrderCoupon(Struct, frozen=True, kw_only=True):
    """A coupon applied to an order or to an item of it."""

    shop_no: int
    order_id: str
    order_item_code: str
    """Empty for the order as a whole."""
    coupon_name: str
    coupon_code: str
    coupon_percent: str | None
    coupon_value: Decimal
    coupon_value_final: Decimal


class AppliedQuery(ShopParams, frozen=True, kw_only=True):
    order_id: list[str]
    limit: Limit500 = 10
    offset: Offset8000 = 0


_AMOUNTS: Final = frozenset(
    ("benefit_value", "coupon_value", "coupon_value_final", "points", "credits")
)


def _page(table: Table) -> Statement:
    hidden = ("mall_id", "shop_no", "entry_no", "points", "credits")
    return Statement(
        select(*(c for c in table.c if c.name not in hidden))
        .where(
            table.c.mall_id == bindparam("mall_id"),
            table.c.shop_no == bindparam("shop_no"),
            InList(table.c.order_id, "order_ids"),
        )
        .order_by(table.c.order_id, table.c.entry_no)
        .limit(bindparam("limit"))
        .offset(bindparam("offset"))
    )


def _add(table: Table) -> Statement:
    return Statement(insert(table).values({c.name: bindparam(c.name) for c in table.c}))


def _remove(table: Table) -> Statement:
    return Statement(
        delete(table).where(
            table.c.mall_id == bindparam("mall_id"), table.c.order_id == bindparam("order_id")
        )
    )


_BENEFITS: Final = _page(BENEFIT)
_COUPONS: Final = _page(COUPON)
_EARNINGS_OF_ORDER: Final = Statement(
    select(
        *(func.coalesce(func.sum(COUPON.c[name]), NOTHING) for name in ("points", "credits"))
    ).where(COUPON.c.mall_id == bindparam("mall_id"), COUPON.c.order_id == bindparam("order_id"))
)
_CLEAR_EARNINGS: Final = Statement(
    update(COUPON)
    .where(COUPON.c.mall_id == bindparam("mall_id"), COUPON.c.order_id == bindparam("order_id"))
    .values(points=NOTHING, credits=NOTHING)
)
_ADD_BENEFIT: Final = _add(BENEFIT)
_ADD_COUPON: Final = _add(COUPON)
_LAST_BENEFIT: Final = Statement(
    select(func.coalesce(func.max(BENEFIT.c.entry_no), NOTHING)).where(
        BENEFIT.c.mall_id == bindparam("mall_id"), BENEFIT.c.order_id == bindparam("order_id")
    )
)
_REMOVE_BENEFITS: Final = _remove(BENEFIT)
_REMOVE_COUPONS: Final = _remove(COUPON)


async def add_all(
    call: Call,
    order: Order,
    *,
    benefits: Sequence[AppliedBenefit],
    coupons: Sequence[AppliedCoupon],
) -> None:
    """Add the benefits and coupons of a new order."""
    for statement, applied in ((_ADD_BENEFIT, benefits), (_ADD_COUPON, coupons)):
        rows = [_row(order, at, each) for at, each in enumerate(applied, start=1)]
        await call.db.defer(statement, rows)


async def append_benefits(call: Call, order: Order, benefits: Sequence[AppliedBenefit]) -> None:
    """Add benefits to those of an order that is locked."""
    row = await call.db.one(_LAST_BENEFIT, order_id=order.order_id)
    assert row is not None
    rows = [_row(order, at, each) for at, each in enumerate(benefits, start=row[0] + 1)]
    await call.db.defer(_ADD_BENEFIT, rows)


async def replace_all(
    call: Call,
    order: Order,
    *,
    benefits: Sequence[AppliedBenefit],
    coupons: Sequence[AppliedCoupon],
) -> None:
    """Replace the benefits and coupons of an order that was quoted again."""
    for statement in (_REMOVE_BENEFITS, _REMOVE_COUPONS):
        await call.db.run(statement, order_id=order.order_id)
    await add_all(call, order, benefits=benefits, coupons=coupons)


async def coupon_rewards(call: Call, order_id: str) -> tuple[Decimal, Decimal]:
    """Return the points and credits that an order's coupons give."""
    row = await call.db.one(_EARNINGS_OF_ORDER, order_id=order_id)
    assert row is not None
    return money(row[0]), money(row[1])


async def clear_coupon_rewards(call: Call, order_id: str) -> None:
    """Clear the rewards of an order's coupons, which were revoked."""
    await call.db.run(_CLEAR_EARNINGS, order_id=order_id)


def _row(order: Order, entry_no: int, applied: Struct) -> dict[str, BoundValue]:
    values = {
        name: hundredths(value) if name in _AMOUNTS else value
        for name, value in msgspec.structs.asdict(applied).items()
    }
    return {**values, "order_id": order.order_id, "shop_no": order.shop_no, "entry_no": entry_no}


async def _found(call: Call, query: AppliedQuery, statement: Statement, kind: type[A]) -> list[A]:
    rows = await call.db.all(
        statement,
        shop_no=call.shop_no,
        order_ids=query.order_id,
        limit=query.limit,
        offset=query.offset,
    )
    found = []
    for order_id, item_no, *rest in rows:
        values = dict(zip(kind.__struct_fields__[3:], rest, strict=True))
        for name in _AMOUNTS & values.keys():
            values[name] = money(values[name])
        code = order_store.item_code(order_id, item_no) if item_no else ""
        about = {"shop_no": call.shop_no, "order_id": order_id, "order_item_code": code}
        found.append(kind(**about, **values))
    return found


async def benefits_of(call: Call, query: AppliedQuery) -> Sequence[OrderBenefit]:
    """Retrieve a list of the benefits orders were placed with."""
    return await _found(call, query, _BENEFITS, OrderBenefit)


async def coupons_of(call: Call, query: AppliedQuery) -> Sequence[OrderCoupon]:
    """Retrieve a list of the coupons orders were placed with."""
    return await _found(call, query, _COUPONS, OrderCoupon)


OPERATIONS = [
    listing(
        "orders/benefits",
        benefits_of,
        takes=AppliedQuery,
        gives=OrderBenefit,
        key="benefits",
        scope=READ_ORDER,
    ),
    listing(
        "orders/coupons",
        coupons_of,
        takes=AppliedQuery,
        gives=OrderCoupon,
        key="coupons",
        scope=READ_ORDER,
    ),
]
