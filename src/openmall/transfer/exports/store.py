"""SQL of the order numbers of a shop, page by page along the primary key."""

from typing import Final

from sqlalchemy import bindparam, select

from openmall.commerce.order.orders.tables import ORDER
from openmall.contract.call import Call
from openmall.database.statements import Statement

_O: Final = ORDER.c
_PAGE: Final = Statement(
    select(_O.order_id)
    .where(
        _O.mall_id == bindparam("mall_id"),
        _O.order_id > bindparam("after"),
        _O.shop_no == bindparam("shop_no"),
    )
    .order_by(_O.order_id)
    .limit(bindparam("limit"))
)


async def order_numbers(call: Call, *, after: str, limit: int) -> list[str]:
    """Return the next order numbers of the call's shop behind one."""
    rows = await call.db.all(_PAGE, after=after, shop_no=call.shop_no, limit=limit)
    return [row[0] for row in rows]
