"""What was sold in orders, as reports of visits ask for it."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

import msgspec
from msgspec import Struct
from sqlalchemy import bindparam, select

from openmall.areas.order.orders.tables import ITEM
from openmall.contract.moments import seconds
from openmall.database.session import Session
from openmall.database.statements import InList, Statement


class Sold(Struct, frozen=True, kw_only=True):
    """An item of an order; `amount` in hundredths, `canceled_at` in UTC seconds."""

    item_no: int
    product_no: int
    product_code: str
    product_name: str
    quantity: int
    amount: int
    """What is paid for it, after everything it bears of what was taken from the order."""
    canceled_at: int | None


class _Detail(Struct, frozen=True):
    product_code: str = ""
    product_name: str = ""
    cancel_date: datetime | None = None


_DETAIL: Final = msgspec.json.Decoder(_Detail)
_I: Final = ITEM.c
_OF_ORDERS: Final = Statement(
    select(
        _I.order_id,
        _I.item_no,
        _I.product_no,
        _I.quantity,
        _I.payment_amount - _I.share_discount - _I.share_points - _I.share_credits,
        _I.detail,
    )
    .where(_I.mall_id == bindparam("mall_id"), InList(_I.order_id, "order_ids"))
    .order_by(_I.order_id, _I.item_no)
)


async def of_orders(db: Session, order_ids: Sequence[str]) -> dict[str, list[Sold]]:
    """Return the items of orders in one statement: order -> items by number."""
    found: dict[str, list[Sold]] = {each: [] for each in order_ids}
    for order_id, item_no, product_no, quantity, amount, detail in await db.all(
        _OF_ORDERS, order_ids=list(order_ids)
    ):
        known = _DETAIL.decode(detail)
        found[order_id].append(
            Sold(
                item_no=item_no,
                product_no=product_no,
                product_code=known.product_code,
                product_name=known.product_name,
                quantity=quantity,
                amount=amount,
                canceled_at=None if known.cancel_date is None else seconds(known.cancel_date),
            )
        )
    return found
