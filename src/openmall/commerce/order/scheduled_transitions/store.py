"""SQL that finds shops that move orders automatically, and orders with due items."""

from collections.abc import Sequence
from typing import Final

import msgspec
from sqlalchemy import bindparam, exists, or_, select

from openmall.commerce.order.orders.tables import ITEM, ORDER
from openmall.commerce.store.orders_setting import OrdersSetting
from openmall.contract.crud.settings import SETTING
from openmall.database.schema import fixed_code, partial_index
from openmall.database.session import Session
from openmall.database.statements import Contains, Statement, StatementCache

_OF_ORDERS: Final = SETTING.c.name == fixed_code(OrdersSetting.__name__)
partial_index(
    "ix_setting_of_orders",
    SETTING.c.mall_id,
    SETTING.c.shop_no,
    where=_OF_ORDERS,
)
_SETTINGS: Final = Statement(
    select(SETTING.c.mall_id, SETTING.c.shop_no, SETTING.c.content).where(_OF_ORDERS),
    across_malls="a worker looks for shops that move orders automatically",
)
_I: Final = ITEM.c
_HERE: Final = (
    _I.mall_id == bindparam("mall_id"),
    _I.shop_no == bindparam("shop_no"),
    _I.order_status == bindparam("status"),
    _I.ordered_date <= bindparam("until"),
)
_UNPAID: Final = StatementCache(
    lambda methods: (
        select(_I.order_id)
        .where(
            *_HERE,
            exists().where(
                ORDER.c.mall_id == _I.mall_id,
                ORDER.c.order_id == _I.order_id,
                or_(*(Contains(ORDER.c.methods, f"method_{at}") for at in range(methods))),
            ),
        )
        .order_by(_I.ordered_date, _I.order_id)
        .limit(bindparam("most"))
    )
)


def _since(column: str) -> Statement:
    """Return the query for orders with items in a state since a time, but not before a day."""
    return Statement(
        select(_I.order_id)
        .where(*_HERE, _I[column] <= bindparam("until"), _I[column] >= bindparam("not_before"))
        .order_by(_I.ordered_date, _I.order_id)
        .limit(bindparam("most"))
    )


_SENT: Final = _since("shipped_date")
_ARRIVED: Final = _since("delivered_date")


async def settings(db: Session) -> list[tuple[str, int, OrdersSetting]]:
    """Return the orders setting of every shop of all malls that has changed it."""
    return [
        (mall_id, shop_no, msgspec.json.decode(content, type=OrdersSetting))
        for mall_id, shop_no, content in await db.all(_SETTINGS)
    ]


async def unpaid(
    db: Session, shop_no: int, *, methods: Sequence[str], until: int, most: int
) -> list[str]:
    """Return orders that await payment by one of `methods` since `until`, oldest first."""
    values = {f"method_{at}": f",{method}," for at, method in enumerate(methods)}
    statement = _UNPAID.of(len(methods))
    rows = await db.all(statement, shop_no=shop_no, status="N00", until=until, most=most, **values)
    return list(dict.fromkeys(order_id for (order_id,) in rows))


async def sent(db: Session, shop_no: int, *, until: int, not_before: int, most: int) -> list[str]:
    """Return orders with items in transit since `until`."""
    rows = await db.all(
        _SENT, shop_no=shop_no, status="N30", until=until, not_before=not_before, most=most
    )
    return list(dict.fromkeys(order_id for (order_id,) in rows))


async def arrived(
    db: Session, shop_no: int, *, until: int, not_before: int, most: int
) -> list[str]:
    """Return orders with items delivered by `until` and not confirmed."""
    rows = await db.all(
        _ARRIVED, shop_no=shop_no, status="N40", until=until, not_before=not_before, most=most
    )
    return list(dict.fromkeys(order_id for (order_id,) in rows))
