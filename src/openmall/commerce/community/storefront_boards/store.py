"""Purchases of shoppers, as conditions of writing about a product, and the products there are."""

from collections.abc import Sequence
from typing import Final, Literal

from msgspec import Struct
from sqlalchemy import Column, Select, bindparam, select

from openmall.commerce.order.orders.tables import ITEM, ORDER
from openmall.commerce.order.placement.checkout.store import OWNER
from openmall.commerce.order.states import OVER, STATES
from openmall.commerce.product.products.tables import PRODUCT
from openmall.commerce.store.benefits_setting import BenefitsSetting
from openmall.contract.call import Call
from openmall.contract.crud.settings import current
from openmall.database.session import Row
from openmall.database.statements import InList, Statement, StatementCache
from openmall.database.values import StoredRow

Since = Literal["order_date", "place_date", "shipbegin_date", "shipend_date"]
_UNPAID: Final = "N00"
_BOUGHT: Final = [state for state in STATES if state not in OVER and state != _UNPAID]
"""States of what was bought: an order that is not paid costs nothing (decision 94)."""
_I: Final = ITEM.c
_DATES: Final[dict[str, Column[int]]] = {
    "order_date": _I.ordered_date,
    "place_date": _I.placed_date,
    "shipbegin_date": _I.shipped_date,
    "shipend_date": _I.delivered_date,
}


class Bought(Struct, frozen=True, kw_only=True):
    """Filter of purchases: the earliest moment (UTC seconds), and the order."""

    since: Since
    not_before: int = 0
    order_id: str = ""
    """Empty: of any."""


GIFT_MARK: Final = '"gift":"T"'
"""What the document of an item has if it is a gift, and no other."""


def _find(kind: str, since: str, of_order: bool, gifts: bool) -> Select[*StoredRow]:
    if kind == "member":
        owner, whose = ORDER, ORDER.c.member_id
    else:
        owner, whose = OWNER, OWNER.c.name
    at = _DATES[since]
    found = (
        select(_I.order_id, _I.detail)
        .where(
            _I.mall_id == bindparam("mall_id"),
            _I.product_no == bindparam("product_no"),
            _I.shop_no == bindparam("shop_no"),
            InList(_I.order_status, "states"),
            at.is_not(None),
            at >= bindparam("not_before"),
            owner.c.mall_id == bindparam("mall_id"),
            owner.c.order_id == _I.order_id,
            whose == bindparam("name"),
        )
        .order_by(at.desc(), _I.order_id.desc())
        .limit(1)
    )
    if of_order:
        found = found.where(_I.order_id == bindparam("order_id"))
    return found if gifts else found.where(_I.detail.not_like(f"%{GIFT_MARK}%"))


_FIND: Final = StatementCache(_find)
_PRODUCTS: Final = Statement(
    select(PRODUCT.c.product_no).where(
        PRODUCT.c.mall_id == bindparam("mall_id"),
        PRODUCT.c.shop_no == bindparam("shop_no"),
        InList(PRODUCT.c.product_no, "product_nos"),
    )
)


async def existing_products(call: Call, product_nos: Sequence[int]) -> set[int]:
    """Return those of some products that the call's shop has."""
    rows = await call.db.all(_PRODUCTS, shop_no=call.shop_no, product_nos=list(product_nos))
    return {row[0] for row in rows}


async def order_with(call: Call, product_no: int, purchases: Bought) -> str:
    """Return the newest order in which the shopper bought a product; empty: none.

    A gift counts where the shop lets gifts be reviewed.
    """
    found = await _order_with(call, product_no, purchases, gifts=True)
    if found is None:
        return ""
    order_id, detail = found
    if GIFT_MARK in detail and (await current(call, BenefitsSetting)).allow_gift_review == "F":
        found = await _order_with(call, product_no, purchases, gifts=False)
        return "" if found is None else str(found[0])
    return str(order_id)


async def _order_with(call: Call, product_no: int, purchases: Bought, *, gifts: bool) -> Row | None:
    shopper = call.shopper
    if shopper is None:
        return None
    order = {"order_id": purchases.order_id} if purchases.order_id else {}
    return await call.db.one(
        _FIND.of(shopper.kind, purchases.since, bool(order), gifts),
        product_no=product_no,
        shop_no=call.shop_no,
        not_before=purchases.not_before,
        name=shopper.name,
        states=_BOUGHT,
        **order,
    )
