"""The basis of an order's quote, stored so that its remainder can be quoted again.

That of a draft order also has what the app lets its buyer be told.
"""

from typing import Final, Literal

import msgspec
from msgspec import Struct
from sqlalchemy import bindparam, insert, select, update

from openmall.commerce.order.orders.shape import Method
from openmall.commerce.promotion.benefits.gifts import EarnedGift
from openmall.commerce.promotion.benefits.one_plus_n import FreeUnits
from openmall.commerce.promotion.code_uses.shape import CodeTerms
from openmall.commerce.shipping.terms import Terms
from openmall.contract.call import Call
from openmall.contract.params import Flag
from openmall.database.policies import WITH_MALL, rows_of_order
from openmall.database.schema import shop_table, text
from openmall.database.statements import Statement
from openmall.database.undo_policies import ORDERS_CHANGED

QUOTE: Final = shop_table(
    "order_quote",
    text("order_id"),
    text("basis"),
    backup=WITH_MALL,
    undo=ORDERS_CHANGED,
    personal_data=rows_of_order(),
    key=("order_id",),
)
"""`basis`: JSON of a QuoteBasis. Orders that were priced elsewhere have no row."""


Told = Literal["order_email", "order_message", "payment_guide"]
"""What an app lets the buyer of its draft order be told, and by which channel."""
FreeShipping = Literal["", "basic", "all"]
"""What a subscription ships free of: nothing, the basic fee, or the regional surcharge too."""


class QuotedCoupon(Struct, frozen=True, kw_only=True):
    """An issued coupon that was quoted for an order."""

    issue_no: str
    item_no: int = 0
    """The item, counted from 1; 0 the order as a whole."""


class QuotedShipping(Struct, frozen=True, kw_only=True):
    """The shipping terms that an order was quoted by, as far as they concern it."""

    terms: Terms
    """Those of the senders of its items and of the country of its receiver alone."""
    country: str
    """Country of the receiver."""
    suppliers: list[str]
    """Codes of the suppliers of its items, whether they send or the shop does."""


class QuoteBasis(Struct, frozen=True, kw_only=True):
    """Everything an order's price depends on besides items, buyer and receiver."""

    method: Method
    mobile: Flag = "F"
    """T: an app's draft order of before, which has no device, was placed on a mobile page."""
    device: Literal["pc", "mobile", "app"] = "pc"
    on_delivery: Flag = "F"
    """T: shipping is paid on delivery where the shop offers the choice."""
    shipped: Flag = "T"
    """F: nothing is shipped."""
    free_shipping: FreeShipping = ""
    shipping: QuotedShipping | None = None
    """None: nothing is shipped, or the order was placed before this was stored."""
    coupons: list[QuotedCoupon] = []
    code: CodeTerms | None = None
    """The discount code it is placed with, on the terms of that moment."""
    free: list[FreeUnits] = []
    """Its items without price, by one-plus-N benefits."""
    gifts: list[EarnedGift] = []
    tells: list[Told] | None = None
    """What its buyer is told when it is placed; None: what the settings of the shop say."""


_Q: Final = QUOTE.c
_ADD: Final = Statement(insert(QUOTE).values({c.name: bindparam(c.name) for c in _Q}))
_GET: Final = Statement(
    select(_Q.basis).where(_Q.mall_id == bindparam("mall_id"), _Q.order_id == bindparam("order_id"))
)
_UPDATE: Final = Statement(
    update(QUOTE)
    .where(_Q.mall_id == bindparam("mall_id"), _Q.order_id == bindparam("order_id"))
    .values(basis=bindparam("content"))
)
_BASIS: Final = msgspec.json.Decoder(QuoteBasis)


async def add_quote(call: Call, order_id: str, basis: QuoteBasis) -> None:
    """Add the basis of a new order's quote."""
    row = {"order_id": order_id, "basis": msgspec.json.encode(basis).decode()}
    await call.db.defer(_ADD, [row])


async def update_quote(call: Call, order_id: str, basis: QuoteBasis) -> None:
    """Write the changed basis of an order's quote."""
    await call.db.run(_UPDATE, order_id=order_id, content=msgspec.json.encode(basis).decode())


async def of_order(call: Call, order_id: str) -> QuoteBasis | None:
    """Return the basis of an order's quote; None: priced elsewhere, or before this was stored."""
    row = await call.db.one(_GET, order_id=order_id)
    return None if row is None else _BASIS.decode(row[0])
