"""How the price of an order was quoted, kept so that what is left of it can be quoted anew."""

from typing import Final, Literal

import msgspec
from msgspec import Struct
from sqlalchemy import bindparam, insert, select

from openmall.areas.order.orders.shape import Method
from openmall.contract.call import Call
from openmall.contract.params import Flag
from openmall.database.schema import shop_table, text
from openmall.database.statements import Statement

QUOTE: Final = shop_table(
    "order_quote",
    text("order_id"),
    text("basis"),
    key=("order_id",),
)
"""`basis`: JSON of a Basis. Orders that were priced elsewhere have no row."""


class CouponLine(Struct, frozen=True, kw_only=True):
    """An issued coupon that was quoted for an order."""

    issue_no: str
    item_no: int = 0
    """For which item, counted from 1; 0 the order as a whole."""


class Basis(Struct, frozen=True, kw_only=True):
    """On what an order's price depends beside its items, its buyer and its receiver."""

    by: Literal["checkout", "draft"]
    """draft: an app drew it up; neither benefits nor coupons count for it."""
    method: Method
    mobile: Flag = "F"
    device: Literal["pc", "mobile", "app"] = "pc"
    on_delivery: Flag = "F"
    """T: sending is paid on delivery where the shop lets buyers choose."""
    shipped: Flag = "T"
    """F: nothing is sent."""
    coupons: list[CouponLine] = []


_Q: Final = QUOTE.c
_ADD: Final = Statement(insert(QUOTE).values({c.name: bindparam(c.name) for c in _Q}))
_GET: Final = Statement(
    select(_Q.basis).where(_Q.mall_id == bindparam("mall_id"), _Q.order_id == bindparam("order_id"))
)
_BASIS: Final = msgspec.json.Decoder(Basis)


async def keep(call: Call, order_id: str, basis: Basis) -> None:
    """Write how a new order was quoted."""
    await call.db.run(_ADD, order_id=order_id, basis=msgspec.json.encode(basis).decode())


async def of_order(call: Call, order_id: str) -> Basis | None:
    """Return how an order was quoted; None: it was priced elsewhere, or before this was kept."""
    row = await call.db.one(_GET, order_id=order_id)
    return None if row is None else _BASIS.decode(row[0])
