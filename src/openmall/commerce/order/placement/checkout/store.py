"""SQL of shoppers' own and earlier orders."""

from collections import Counter
from decimal import Decimal
from typing import Any, Final

from sqlalchemy import ColumnElement, Index, and_, bindparam, func, insert, select

from openmall.commerce.order.orders.shape import Order
from openmall.commerce.order.orders.tables import ITEM, ORDER, ORDERS
from openmall.commerce.order.states import STATES, is_bought
from openmall.contract.call import Call, Shopper
from openmall.database.policies import WITH_MALL, rows_of_order
from openmall.database.schema import number, shop_table, text
from openmall.database.statements import InList, Statement

OWNER: Final = shop_table(
    "order_of_guest",
    text("order_id"),
    number("shop_no"),
    text("name"),
    backup=WITH_MALL,
    personal_data=rows_of_order(),
    key=("order_id",),
)
"""Guest session that placed an order; a member's order names the member."""
Index("ix_order_of_guest_name", OWNER.c.mall_id, OWNER.c.name)

_O: Final = ORDER.c
_W: Final = OWNER.c
_OF_SHOP: Final = (_O.mall_id == bindparam("mall_id"), _O.shop_no == bindparam("shop_no"))
_OWN_OF_MEMBER: Final = Statement(
    select(_O.order_id).where(
        *_OF_SHOP, _O.order_id == bindparam("order_id"), _O.member_id == bindparam("name")
    )
)
_OWN_OF_GUEST: Final = Statement(
    select(_W.order_id).where(
        _W.mall_id == bindparam("mall_id"),
        _W.order_id == bindparam("order_id"),
        _W.shop_no == bindparam("shop_no"),
        _W.name == bindparam("name"),
    )
)
_NEWEST: Final = (_O.order_date.desc(), _O.order_id.desc())
_OF_MEMBER: Final = Statement(
    select(*ORDERS.select)
    .where(*_OF_SHOP, _O.member_id == bindparam("name"))
    .order_by(*_NEWEST)
    .limit(bindparam("limit"))
    .offset(bindparam("offset"))
)
_OF_GUEST: Final = Statement(
    select(*ORDERS.select)
    .select_from(OWNER.join(ORDER, and_(_O.mall_id == _W.mall_id, _O.order_id == _W.order_id)))
    .where(*_OF_SHOP, _W.mall_id == bindparam("mall_id"), _W.name == bindparam("name"))
    .order_by(*_NEWEST)
    .limit(bindparam("limit"))
    .offset(bindparam("offset"))
)
_SINCE: Final = Statement(
    select(*ORDERS.select).where(
        *_OF_SHOP, _O.member_id == bindparam("name"), _O.order_date >= bindparam("since")
    )
)
_ORDERED: Final = Statement(
    select(_O.order_id).where(*_OF_SHOP, _O.member_id == bindparam("name")).limit(1)
)
_I: Final = ITEM.c
_HAVING: Final = tuple(each for each in STATES if is_bought(each) and each != "N00")
"""States of an item that was paid for and not returned."""


def _times(what: ColumnElement[Any]) -> Statement:
    """Return the statement that counts a member's orders by the column `what`."""
    return Statement(
        select(what, func.count(func.distinct(_I.order_id)))
        .select_from(ITEM.join(ORDER, and_(_O.mall_id == _I.mall_id, _O.order_id == _I.order_id)))
        .where(
            *_OF_SHOP,
            _O.member_id == bindparam("name"),
            _I.mall_id == bindparam("mall_id"),
            InList(_I.product_no, "product_nos"),
            InList(_I.order_status, "states"),
        )
        .group_by(what)
    )


_TIMES_OF_PRODUCT: Final = _times(_I.product_no)
_TIMES_OF_VARIANT: Final = _times(_I.variant_code)
_ADD_OWNER: Final = Statement(insert(OWNER).values({c.name: bindparam(c.name) for c in _W}))


async def is_own(call: Call, shopper: Shopper, order_id: str) -> bool:
    """Return whether a shopper placed an order of the call's shop."""
    statement = _OWN_OF_MEMBER if shopper.kind == "member" else _OWN_OF_GUEST
    return (
        await call.db.one(statement, shop_no=call.shop_no, order_id=order_id, name=shopper.name)
        is not None
    )


async def own(call: Call, shopper: Shopper, *, limit: int, offset: int) -> list[Order]:
    """Return a shopper's orders in the call's shop, the newest first."""
    statement = _OF_MEMBER if shopper.kind == "member" else _OF_GUEST
    rows = await call.db.all(
        statement, shop_no=call.shop_no, name=shopper.name, limit=limit, offset=offset
    )
    return [ORDERS.read(row) for row in rows]


async def has_ordered(call: Call, member_id: str) -> bool:
    """Return whether a member has ordered in the call's shop before."""
    return await call.db.one(_ORDERED, shop_no=call.shop_no, name=member_id) is not None


async def discounts_had(call: Call, member_id: str, since: int, *, but: str) -> list[Decimal]:
    """Return the group discount of each order of a member since `since` (UTC seconds).

    `but`: an order to leave out; empty: none. Cancelled items do not count.
    """
    rows = await call.db.all(_SINCE, shop_no=call.shop_no, name=member_id, since=since)
    found = [order for row in rows if (order := ORDERS.read(row)).order_id != but]
    had = [order.actual_order_amount.membership_discount_amount for order in found]
    return [each for each in had if each]


async def times_bought(
    call: Call, member_id: str, product_nos: list[int]
) -> tuple[Counter[int], Counter[str]]:
    """Return the number of a member's orders that were paid for and not returned, by product and by
    variant.
    """
    known = {"name": member_id, "product_nos": product_nos, "states": list(_HAVING)}
    found = [
        Counter({row[0]: row[1] for row in rows})
        for rows in (
            await call.db.all(_TIMES_OF_PRODUCT, shop_no=call.shop_no, **known),
            await call.db.all(_TIMES_OF_VARIANT, shop_no=call.shop_no, **known),
        )
    ]
    return found[0], found[1]


async def remember_guest(call: Call, order_id: str, guest: Shopper) -> None:
    """Add the guest session that placed an order."""
    await call.db.run(_ADD_OWNER, order_id=order_id, shop_no=guest.shop_no, name=guest.name)
