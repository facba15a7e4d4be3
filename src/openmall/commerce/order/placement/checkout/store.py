"""SQL of shoppers' own and earlier orders."""

from collections.abc import Sequence
from typing import Final

from sqlalchemy import Index, Select, and_, bindparam, insert, select, update

from openmall.commerce.order.orders.shape import Order
from openmall.commerce.order.orders.tables import ITEM, ORDER, ORDERS
from openmall.commerce.store.orders_setting import OrdersSetting
from openmall.contract.call import Call, Shopper
from openmall.contract.crud import joined_settings
from openmall.database.policies import WITH_MALL, rows_of_order
from openmall.database.schema import EMPTY, number, shop_table, text
from openmall.database.session import Row
from openmall.database.statements import Statement
from openmall.database.undo_policies import ORDERS_CHANGED
from openmall.database.values import BoundValue, StoredRow

OWNER: Final = shop_table(
    "guest_order",
    text("order_id"),
    number("shop_no"),
    text("name"),
    backup=WITH_MALL,
    undo=ORDERS_CHANGED,
    personal_data=rows_of_order(),
    key=("order_id",),
)
"""Guest session that placed an order; a member's order names the member."""
Index("ix_guest_order_name", OWNER.c.mall_id, OWNER.c.name)

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
_WITH_SETTING: Final = (*ORDERS.select, joined_settings.content_of(OrdersSetting))
_MEMBERS: Final = select(*_WITH_SETTING).where(*_OF_SHOP, _O.member_id == bindparam("name"))
_GUESTS: Final = (
    select(*_WITH_SETTING)
    .select_from(OWNER.join(ORDER, and_(_O.mall_id == _W.mall_id, _O.order_id == _W.order_id)))
    .where(*_OF_SHOP, _W.mall_id == bindparam("mall_id"), _W.name == bindparam("name"))
)


def _page(orders: Select[*StoredRow]) -> Statement:
    return Statement(
        orders.order_by(*_NEWEST).limit(bindparam("limit")).offset(bindparam("offset"))
    )


_OF_MEMBER: Final = _page(_MEMBERS)
_OF_GUEST: Final = _page(_GUESTS)
_ONE_OF_MEMBER: Final = Statement(_MEMBERS.where(_O.order_id == bindparam("order_id")))
_ONE_OF_GUEST: Final = Statement(_GUESTS.where(_W.order_id == bindparam("order_id")))
_ORDERED: Final = Statement(
    select(_O.order_id).where(*_OF_SHOP, _O.member_id == bindparam("name")).limit(1)
)
_RECEIVED: Final = Statement(
    select(_O.order_id)
    .select_from(
        ORDER.join(ITEM, and_(ITEM.c.mall_id == _O.mall_id, ITEM.c.order_id == _O.order_id))
    )
    .where(
        *_OF_SHOP,
        _O.member_id == bindparam("name"),
        ITEM.c.mall_id == bindparam("mall_id"),
        ITEM.c.delivered_date.is_not(None),
    )
    .limit(1)
)
_CONTACTS: Final = Statement(
    select(_O.buyer_email, _O.buyer_phone, _O.buyer_cellphone).where(
        *_OF_SHOP, _O.order_id == bindparam("order_id"), _O.member_id == EMPTY
    )
)
_PASS_ON: Final = Statement(
    update(OWNER)
    .where(
        _W.mall_id == bindparam("mall_id"),
        _W.order_id == bindparam("this_order"),
        _W.shop_no == bindparam("this_shop"),
    )
    .values(name=bindparam("new_name"))
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
    """Return a shopper's orders in the call's shop, the newest first.

    Keeps the order settings of the shop for the rest of the call.
    """
    statement = _OF_MEMBER if shopper.kind == "member" else _OF_GUEST
    rows = await call.db.all(
        statement, shop_no=call.shop_no, name=shopper.name, limit=limit, offset=offset
    )
    return _read(call, rows)


async def own_order(call: Call, shopper: Shopper, order_id: str) -> Order | None:
    """Return one of a shopper's orders as `own` does; None: it is not theirs."""
    statement = _ONE_OF_MEMBER if shopper.kind == "member" else _ONE_OF_GUEST
    rows = await call.db.all(statement, shop_no=call.shop_no, name=shopper.name, order_id=order_id)
    return next(iter(_read(call, rows)), None)


def _read(call: Call, rows: Sequence[Row]) -> list[Order]:
    for row in rows[:1]:
        joined_settings.keep(call, OrdersSetting, row[-1])
    return [ORDERS.read(row) for row in rows]


async def has_ordered(call: Call, member_id: str) -> bool:
    """Return whether a member has ordered in the call's shop before."""
    return await call.db.one(_ORDERED, shop_no=call.shop_no, name=member_id) is not None


async def has_received(call: Call, member_id: str) -> bool:
    """Return whether an item of a member was delivered in the call's shop before."""
    return await call.db.one(_RECEIVED, shop_no=call.shop_no, name=member_id) is not None


async def remember_guest(call: Call, order_id: str, guest: Shopper) -> None:
    """Add the guest session that placed an order."""
    row: dict[str, BoundValue] = {
        "order_id": order_id,
        "shop_no": guest.shop_no,
        "name": guest.name,
    }
    await call.db.defer(_ADD_OWNER, [row])


async def contacts_of_guest(call: Call, order_id: str) -> list[str]:
    """Return the e-mail address and the phone numbers in a guest's order; empty for no such order.

    Orders of members are found by signing in.
    """
    row = await call.db.one(_CONTACTS, shop_no=call.shop_no, order_id=order_id)
    return [] if row is None else [each for each in row if each]


async def pass_on(call: Call, order_id: str, guest: Shopper) -> bool:
    """Let a guest session own an order in place of the one that placed it."""
    changed = await call.db.run(
        _PASS_ON, this_order=order_id, this_shop=call.shop_no, new_name=guest.name
    )
    return changed > 0
