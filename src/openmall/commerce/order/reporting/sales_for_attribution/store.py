"""Items sold in orders and payments for them, as reports of visits need them."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

import msgspec
from msgspec import Struct
from sqlalchemy import bindparam, select

from openmall.commerce.order.billing.payment_ledger.store import PAYMENT
from openmall.commerce.order.orders.tables import ITEM, ORDER
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
    """Paid for it, after its share of the order's discounts."""
    canceled_at: int | None


class Paid(Struct, frozen=True, kw_only=True):
    """An order with at least one payment; moments in UTC seconds, amounts in hundredths."""

    order_id: str
    place: str
    """Channel it was placed in: `mobile`, `market_a`."""
    method: str
    """The first of its payment methods."""
    mobile: bool
    member_id: str
    guest: str
    """Identifier of a buyer who is no member."""
    ordered_at: int
    payments: list[tuple[int, int]]
    """Moment and amount of each payment."""
    refunds: list[tuple[int, int]]
    """When something was refunded, and how much, below zero."""

    def amount_at(self, at: int) -> int | None:
        """Return the total paid for it by the end of a second; None: nothing was paid yet."""
        paid = [amount for since, amount in self.payments if since <= at]
        refunded = (amount for since, amount in self.refunds if since < at)
        return sum(paid) + sum(refunded) if paid else None


class _OrderDetail(Struct, frozen=True):
    order_from_mobile: str = "F"


_ORDER_DETAIL: Final = msgspec.json.Decoder(_OrderDetail)
_REFUND: Final = "P"
_O: Final = ORDER.c
_P: Final = PAYMENT.c
_PAID: Final = Statement(
    select(
        _O.order_id,
        _O.order_place_id,
        _O.methods,
        _O.detail,
        _O.member_id,
        _O.buyer_email,
        _O.buyer_cellphone,
        _O.order_date,
        _P.payment_settle_type,
        _P.payment_datetime,
        _P.paid_amount,
    )
    .join_from(ORDER, PAYMENT, (_P.mall_id == _O.mall_id) & (_P.order_id == _O.order_id))
    .where(
        _O.mall_id == bindparam("mall_id"),
        InList(_O.order_id, "order_ids"),
        _P.payment_datetime.is_not(None),
    )
    .order_by(_O.order_id, _P.payment_no)
)


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


async def paid(db: Session, order_ids: Sequence[str]) -> dict[str, Paid]:
    """Return the orders with at least one payment, in one statement."""
    found: dict[str, Paid] = {}
    for row in await db.all(_PAID, order_ids=list(order_ids)):
        order_id, place, methods, detail, member_id, email, cellphone, ordered_at = row[:8]
        kind, since, amount = row[8:]
        order = found.setdefault(
            order_id,
            Paid(
                order_id=order_id,
                place=place,
                method=methods.strip(",").partition(",")[0],
                mobile=_ORDER_DETAIL.decode(detail).order_from_mobile == "T",
                member_id=member_id,
                guest=email or cellphone or order_id,
                ordered_at=ordered_at,
                payments=[],
                refunds=[],
            ),
        )
        (order.refunds if kind == _REFUND else order.payments).append((since, amount))
    return found
