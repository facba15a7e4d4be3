"""Items sold in orders and payments for them, as reports of visits need them."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

import msgspec
from msgspec import Struct
from sqlalchemy import bindparam, select

from openmall.commerce.order.billing.payment_ledger.store import PAYMENT
from openmall.commerce.order.orders.shape import paying_method
from openmall.commerce.order.orders.tables import ITEM, ORDER
from openmall.contract.moments import seconds
from openmall.database.schema import fixed, fixed_code
from openmall.database.session import Session
from openmall.database.statements import InList, Statement
from openmall.database.text_search import mail_addresses


class Sold(Struct, frozen=True, kw_only=True):
    """An item of an order; `amount` in hundredths, moments in UTC seconds."""

    item_no: int
    product_no: int
    product_code: str
    product_name: str
    quantity: int
    amount: int
    """Paid for it, after its share of the order's discounts."""
    canceled_at: int | None
    added_at: int | None = None
    """When it was added to the order; None: it was placed with it."""


class Receipt(Struct, frozen=True, kw_only=True):
    """A payment of an order that was received or is awaited; amount in hundredths."""

    payment_no: int
    is_first: bool
    """It paid the order; a further one paid what was added to it."""
    created_at: int
    paid_at: int | None
    """UTC second; None: it is awaited."""
    amount: int
    method: str
    """The payment method that its money was paid by."""


class Paid(Struct, frozen=True, kw_only=True):
    """An order and its payments; moments in UTC seconds, amounts in hundredths."""

    order_id: str
    place: str
    """Channel it was placed in: `mobile`, `market_a`."""
    mobile: bool
    member_id: str
    guest: str
    """Identifier of a buyer who is no member."""
    ordered_at: int
    receipts: list[Receipt]

    def of(self, item: Sold) -> int:
        """Return the number of the payment that an item belongs to.

        Items placed with the order belong to its first payment, one that was added later to the
        last payment that was begun before.
        """
        begun = [
            each.payment_no
            for each in self.receipts
            if each.is_first or (item.added_at is not None and each.created_at <= item.added_at)
        ]
        return max(begun, default=1)


class _OrderDetail(Struct, frozen=True):
    order_from_mobile: str = "F"


_ORDER_DETAIL: Final = msgspec.json.Decoder(_OrderDetail)
_FIRST: Final = "O"
_REFUND: Final = fixed_code("P")
_REPLACEMENT: Final = 2
_ADDED: Final = 1
_O: Final = ORDER.c
_P: Final = PAYMENT.c
_PAID: Final = Statement(
    select(
        _O.order_id,
        _O.order_place_id,
        _O.detail,
        _O.member_id,
        _O.buyer_email,
        _O.buyer_cellphone,
        _O.order_date,
        _P.payment_no,
        _P.payment_settle_type,
        _P.created_datetime,
        _P.payment_datetime,
        _P.paid_amount,
        _P.payment_methods,
    )
    .join_from(ORDER, PAYMENT, (_P.mall_id == _O.mall_id) & (_P.order_id == _O.order_id))
    .where(
        _O.mall_id == bindparam("mall_id"),
        InList(_O.order_id, "order_ids"),
        _P.payment_settle_type != _REFUND,
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
        _I.origin,
        _I.ordered_date,
        _I.detail,
    )
    # replacements are sent for items that were sold, and are no sales
    .where(
        _I.mall_id == bindparam("mall_id"),
        InList(_I.order_id, "order_ids"),
        _I.origin != fixed(_REPLACEMENT),
    )
    .order_by(_I.order_id, _I.item_no)
)


async def of_orders(db: Session, order_ids: Sequence[str]) -> dict[str, list[Sold]]:
    """Return the sold items of orders in one statement: order -> items by number."""
    found: dict[str, list[Sold]] = {each: [] for each in order_ids}
    for order_id, item_no, product_no, quantity, amount, origin, ordered_at, detail in await db.all(
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
                added_at=ordered_at if origin == _ADDED else None,
            )
        )
    return found


async def paid(db: Session, order_ids: Sequence[str]) -> dict[str, Paid]:
    """Return orders with their payments, received and awaited, in one statement."""
    found: dict[str, Paid] = {}
    for row in await db.all(_PAID, order_ids=list(order_ids)):
        order_id, place, detail, member_id, email, cellphone, ordered_at = row[:7]
        payment_no, kind, created_at, paid_at, amount, methods = row[7:]
        order = found.setdefault(
            order_id,
            Paid(
                order_id=order_id,
                place=place,
                mobile=_ORDER_DETAIL.decode(detail).order_from_mobile == "T",
                member_id=member_id,
                guest=mail_addresses.comparable(email) or cellphone or order_id,
                ordered_at=ordered_at,
                receipts=[],
            ),
        )
        order.receipts.append(
            Receipt(
                payment_no=payment_no,
                is_first=kind == _FIRST,
                created_at=created_at,
                paid_at=paid_at,
                amount=amount,
                method=paying_method(methods.split(",")),
            )
        )
    return found
