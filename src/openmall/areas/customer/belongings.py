"""What is about one customer and about nothing else: it goes when the customer goes."""

from typing import Final

from sqlalchemy import bindparam, delete

from openmall.areas.customer import memos, paymentinformation, social
from openmall.areas.customer.customers.tables import DEVICE, GROUPED
from openmall.areas.order.subscriptions import tables as subscriptions
from openmall.areas.personal.carts import tables as carts
from openmall.areas.personal.wishlist.tables import WISH
from openmall.contract.call import Call
from openmall.database.statements import InList, Statement

TABLES: Final = (
    GROUPED,
    DEVICE,
    memos.MEMO,
    paymentinformation.METHOD,
    social.LINK,
    WISH,
    subscriptions.SUBSCRIPTION,
    subscriptions.ITEM,
)

_REMOVE: Final = tuple(
    Statement(
        delete(table).where(
            table.c.mall_id == bindparam("mall_id"),
            table.c.member_id == bindparam("member_id"),
        )
    )
    for table in TABLES
)
_REMOVE_CARTS: Final = tuple(
    Statement(
        delete(table).where(
            table.c.mall_id == bindparam("mall_id"),
            InList(table.c.shop_no, "shop_nos"),
            table.c.kind == "member",
            table.c.name == bindparam("member_id"),
        )
    )
    for table in (carts.LINE, carts.CART)
)


async def remove(call: Call, member_id: str) -> None:
    """Remove what is about a customer, in every shop of the mall.

    To be called with the customer locked: whoever adds to one locks them first.
    """
    for statement in _REMOVE:
        await call.db.run(statement, member_id=member_id)
    for statement in _REMOVE_CARTS:
        await call.db.run(statement, member_id=member_id, shop_nos=list(call.mall.shops))
