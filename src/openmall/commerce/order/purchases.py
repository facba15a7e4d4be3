"""Earlier purchases of a member, counted in the orders; asked for in `customer/purchases.py`."""

from collections import Counter
from decimal import Decimal
from typing import Final

from sqlalchemy import ColumnElement, ScalarSelect, and_, bindparam, case, exists, func, or_, select

from openmall.commerce.customer.purchases import (
    AmountStandard,
    PurchaseRecords,
    TimesBought,
    Totals,
)
from openmall.commerce.order.orders.tables import ITEM, ORDER, ORDERS
from openmall.commerce.order.states import STATES, is_bought
from openmall.contract.call import Call
from openmall.contract.money import money
from openmall.database.schema import fixed_code
from openmall.database.statements import InList, Statement
from openmall.database.values import BoundValue

_O: Final = ORDER.c
_I: Final = ITEM.c
_OF_MEMBER: Final = (
    _O.mall_id == bindparam("mall_id"),
    _O.shop_no == bindparam("shop_no"),
    _O.member_id == bindparam("name"),
)
_SINCE: Final = Statement(
    select(*ORDERS.select).where(*_OF_MEMBER, _O.order_date >= bindparam("since"))
)
_ORDERED: Final = tuple(each for each in STATES if is_bought(each))
"""States of an item that was ordered, and neither cancelled nor returned."""
_PAID: Final = tuple(each for each in _ORDERED if each != "N00")
"""States of an item that was paid for besides."""

_CLAIMED_AFTER_PAYMENT: Final = ("C40", "C41", "C42", "C43", "R40", "R41", "R42", "R43")
"""States of an item that was paid for, and cancelled or returned. An exchanged item counts as its
replacement."""
_DELIVERED: Final = or_(_I.delivered_date.is_not(None), _I.purchaseconfirmation_date.is_not(None))
_PRICE: Final = (_I.product_price + _I.option_price) * _I.quantity
_AMOUNTS: Final[dict[AmountStandard, ColumnElement[int]]] = {
    "total_order_amount": case((_I.additional_discount_price >= _PRICE, 0), else_=_PRICE),
    "total_paid_amount": _I.payment_amount - _I.share_discount - _I.share_points - _I.share_credits,
    "credit_price": _I.payment_amount - _I.share_discount - _I.share_points,
}
"""What counts as the amount of an item: its price before discounts, nothing where a benefit gives
it without price; what was paid for it in money, or in money and credits. Shipping is left out."""


def _totals_of(standard: AmountStandard, delivered: bool) -> Statement:
    """Return the statement that adds up the items of each of some members."""
    return Statement(
        select(
            _O.member_id,
            func.sum(_AMOUNTS[standard]),
            func.count(func.distinct(_I.order_id)),
            func.sum(_I.quantity),
        )
        .select_from(ITEM.join(ORDER, and_(_O.mall_id == _I.mall_id, _O.order_id == _I.order_id)))
        .where(
            _O.mall_id == bindparam("mall_id"),
            _O.shop_no == bindparam("shop_no"),
            InList(_O.member_id, "names"),
            _O.order_date >= bindparam("since"),
            _I.mall_id == bindparam("mall_id"),
            InList(_I.order_status, "states"),
            *((_DELIVERED,) if delivered else ()),
        )
        .group_by(_O.member_id)
    )


_TOTALS_OF: Final = {
    (standard, delivered): _totals_of(standard, delivered)
    for standard in _AMOUNTS
    for delivered in (False, True)
}


def _times(what: ColumnElement[int]) -> Statement:
    """Return the statement that counts a member's orders by the column `what`."""
    return Statement(
        select(what, func.count(func.distinct(_I.order_id)))
        .select_from(ITEM.join(ORDER, and_(_O.mall_id == _I.mall_id, _O.order_id == _I.order_id)))
        .where(
            *_OF_MEMBER,
            _I.mall_id == bindparam("mall_id"),
            InList(_I.product_no, "product_nos"),
            InList(_I.order_status, "states"),
        )
        .group_by(what)
    )


_TIMES_OF_PRODUCT: Final = _times(_I.product_no)
_TIMES_OF_VARIANT: Final = _times(_I.variant_code)


def bought(
    member_id: ColumnElement[str], what: ColumnElement[int], *, since: str = ""
) -> ScalarSelect[int]:
    """Return the expression of `what` over the paid items of a customer of a column in a shop.

    `since`: the parameter with the UTC second from which orders count; empty: all of them.
    """
    return (
        select(what)
        .select_from(ITEM.join(ORDER, and_(_O.mall_id == _I.mall_id, _O.order_id == _I.order_id)))
        .where(
            _O.mall_id == bindparam("mall_id"),
            _O.member_id == member_id,
            _O.shop_no == bindparam("shop_no"),
            _I.mall_id == bindparam("mall_id"),
            _I.order_status.in_([fixed_code(each) for each in _PAID]),
            *((_O.order_date >= bindparam(since),) if since else ()),
        )
        .scalar_subquery()
    )


NUMBER_OF_ORDERS: Final = func.count(func.distinct(_I.order_id))
AMOUNT_PAID: Final = func.coalesce(func.sum(_AMOUNTS["total_paid_amount"]), 0)
"""In hundredths of the shop's currency."""


class PurchasesInOrders(PurchaseRecords):
    """The answers of the area of orders."""

    async def totals_of(
        self,
        call: Call,
        member_ids: list[str],
        *,
        since: int,
        standard: AmountStandard,
        delivered: bool,
        with_claimed: bool,
    ) -> dict[str, Totals]:
        """Return what members bought in the call's shop since `since` (UTC seconds): paid items.

        `delivered`: only what has arrived. `with_claimed`: also what was cancelled or returned
        later. Members who bought nothing are left out.
        """
        if not member_ids:
            return {}
        rows = await call.db.all(
            _TOTALS_OF[standard, delivered],
            shop_no=call.shop_no,
            names=member_ids,
            since=since,
            states=[*_PAID, *(_CLAIMED_AFTER_PAYMENT if with_claimed else ())],
        )
        return {
            name: Totals(amount=money(int(amount or 0)), orders=orders, units=int(units or 0))
            for name, amount, orders, units in rows
        }

    async def times_bought(self, call: Call, member_id: str, product_nos: list[int]) -> TimesBought:
        """Return how often a member bought products in the call's shop: paid and not returned."""
        known: dict[str, BoundValue] = {
            "shop_no": call.shop_no,
            "name": member_id,
            "product_nos": product_nos,
            "states": list(_PAID),
        }
        return TimesBought(
            Counter({row[0]: row[1] for row in await call.db.all(_TIMES_OF_PRODUCT, **known)}),
            Counter({row[0]: row[1] for row in await call.db.all(_TIMES_OF_VARIANT, **known)}),
        )

    async def ordered_products(
        self, call: Call, member_id: str, product_nos: list[int]
    ) -> set[int]:
        """Return which products a member has ordered in the call's shop, paid for or not yet.

        What was cancelled or returned does not count.
        """
        rows = await call.db.all(
            _TIMES_OF_PRODUCT,
            shop_no=call.shop_no,
            name=member_id,
            product_nos=product_nos,
            states=list(_ORDERED),
        )
        return {row[0] for row in rows}

    async def discounts_had(
        self, call: Call, member_id: str, since: int, *, but: str
    ) -> list[Decimal]:
        """Return the group discount of each order of a member since `since` (UTC seconds).

        `but`: an order to leave out; empty: none. Cancelled items do not count.
        """
        rows = await call.db.all(_SINCE, shop_no=call.shop_no, name=member_id, since=since)
        found = [order for row in rows if (order := ORDERS.read(row)).order_id != but]
        had = [order.actual_order_amount.membership_discount_amount for order in found]
        return [each for each in had if each]

    def has_no_orders(self, member_id: ColumnElement[str]) -> ColumnElement[bool]:
        """Return the condition that a customer of a column has never ordered in a shop."""
        return ~exists().where(
            _O.mall_id == bindparam("mall_id"),
            _O.member_id == member_id,
            _O.shop_no == bindparam("shop_no"),
        )
