"""SQL of shoppers' own and earlier orders."""

from typing import Final

from sqlalchemy import Index, and_, bindparam, insert, select

from openmall.commerce.order.orders.shape import Order
from openmall.commerce.order.orders.tables import ORDER, ORDERS
from openmall.contract.call import Call, Shopper
from openmall.database.policies import WITH_MALL, rows_of_order
from openmall.database.schema import number, shop_table, text
from openmall.database.statements import Statement

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
_ORDERED: Final = Statement(
    select(_O.order_id).where(*_OF_SHOP, _O.member_id == bindparam("name")).limit(1)
)
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


async def remember_guest(call: Call, order_id: str, guest: Shopper) -> None:
    """Add the guest session that placed an order."""
    await call.db.run(_ADD_OWNER, order_id=order_id, shop_no=guest.shop_no, name=guest.name)
