"""SQL of the transactional store that reports are compared with: the orders that were paid."""

from typing import Final

from sqlalchemy import bindparam, func, select

from openmall.analytics.facts.tables import SALE
from openmall.commerce.order.orders.tables import ORDER
from openmall.database.session import Row, Session
from openmall.database.statements import Statement

_C: Final = ORDER.c
_PAID: Final = Statement(
    select(_C.order_id, _C.payment_date, _C.payment_amount, _C.order_place_id)
    .where(
        _C.mall_id == bindparam("mall_id"),
        _C.shop_no == bindparam("shop_no"),
        _C.payment_date >= bindparam("since"),
        _C.payment_date < bindparam("until"),
    )
    .order_by(_C.payment_date, _C.order_id)
)

SALES: Final = (
    select(SALE.c.order_id, func.max(SALE.c.visit).label("last_visit"))
    .where(
        SALE.c.mall_id == bindparam("mall_id", type_=SALE.c.mall_id.type),
        SALE.c.shop_no == bindparam("shop_no", type_=SALE.c.shop_no.type),
        SALE.c.day >= bindparam("first_day"),
        SALE.c.day <= bindparam("last_day"),
    )
    .group_by(SALE.c.order_id)
)
"""The orders the facts know, and the visit of each; 0: none is known."""


async def paid_orders(db: Session, *, shop_no: int, since: int, until: int) -> list[Row]:
    """Return orders paid from UTC second `since` to before `until`: id, when, amount, place."""
    return await db.all(_PAID, shop_no=shop_no, since=since, until=until)
