"""Candidate orders of a list (`database/candidates.py`), found by its most selective filter."""

from collections.abc import Sequence
from typing import Final

from sqlalchemy import ColumnElement, Select, and_, bindparam, select

from openmall.commerce.order.billing.refunds.tables import REFUND
from openmall.commerce.order.claims.tables import CLAIM
from openmall.commerce.order.orders.tables import (
    FROM_A_MARKET,
    FROM_ANOTHER_PLACE,
    HAS_BUYER_CELLPHONE,
    HAS_BUYER_EMAIL,
    HAS_BUYER_PHONE,
    ITEM,
    OF_A_SUPPLIER,
    ORDER,
    PARCEL,
    REPEATED,
    USUAL_PLACES,
    WAS_CANCELED,
)
from openmall.commerce.promotion.coupons.tables import USE as COUPON_USE
from openmall.commerce.promotion.discount_codes.tables import CODE
from openmall.commerce.promotion.discount_codes.tables import USE as CODE_USE
from openmall.commerce.supply.tables import OWN_SUPPLY
from openmall.database.candidates import Candidates, leading
from openmall.database.session import Session
from openmall.database.statements import InList, Statement
from openmall.database.text_search.mail_addresses import Comparable
from openmall.database.values import BoundValue, StoredRow

CLAIM_KINDS: Final = {"cancel": "cancellation", "exchange": "exchange", "return": "return"}
CLAIM_DATES: Final = {
    "request": "requested_date",
    "accept": "accepted_date",
    "complete": "completed_date",
}
"""Words of a kind of date -> kind of claims, and column of its date."""
LISTED: Final = 2_000
"""Most orders that may pass a filter for it to lead a page: with more, a walk soon fills it."""
COUNTED: Final = 20_000
"""As `LISTED`, for a count, where a walk goes through the whole shop."""
_FEW: Final = 200
"""Below this many candidates no further index is asked."""
_O: Final = ORDER.c
_I: Final = ITEM.c


def numbers_of_code(name: str) -> Select[*StoredRow]:
    """Return the select of the number of the shop's discount code that is bound as `name`."""
    return select(CODE.c.discount_code_no).where(
        CODE.c.mall_id == bindparam("mall_id"),
        CODE.c.shop_no == bindparam("shop_no"),
        CODE.c.code_key == bindparam(name),
    )


_PATHS: Final[dict[str, Statement]] = {
    "market_order_no": leading(
        ORDER.c.order_id, FROM_A_MARKET, InList(_O.market_order_no, "market_order_no")
    ),
    "buyer_cellphone": leading(
        ORDER.c.order_id, HAS_BUYER_CELLPHONE, InList(_O.buyer_cellphone, "buyer_cellphone")
    ),
    "buyer_email": leading(
        ORDER.c.order_id,
        HAS_BUYER_EMAIL,
        Comparable(_O.buyer_email) == bindparam("buyer_email"),
    ),
    "buyer_phone": leading(
        ORDER.c.order_id, HAS_BUYER_PHONE, InList(_O.buyer_phone, "buyer_phone")
    ),
    "buyer_name": leading(ORDER.c.order_id, _O.buyer_name == bindparam("buyer_name")),
    "receiver_name": leading(
        PARCEL.c.order_id, PARCEL.c.receiver_name == bindparam("receiver_name")
    ),
    "product_code": leading(
        ITEM.c.order_id, _I.product_no == bindparam("product_code"), index="ix_order_item_product"
    ),
    "product_no": leading(
        ITEM.c.order_id, InList(_I.product_no, "product_no"), index="ix_order_item_product"
    ),
    "supplier_id": leading(ITEM.c.order_id, OF_A_SUPPLIER, InList(_I.supplier_id, "supplier_id")),
    "subscription": leading(ORDER.c.order_id, REPEATED, shop=True),
    "discount_code": leading(
        CODE_USE.c.order_id, CODE_USE.c.discount_code_no.in_(numbers_of_code("discount_code"))
    ),
    "refund_status": leading(REFUND.c.order_id, InList(REFUND.c.status, "refund_status")),
    "order_place_id": leading(
        ORDER.c.order_id, FROM_ANOTHER_PLACE, InList(_O.order_place_id, "order_place_id")
    ),
    "carrier_id": leading(PARCEL.c.order_id, PARCEL.c.carrier_id == bindparam("carrier_id")),
    "order_status": leading(
        ITEM.c.order_id,
        InList(_I.order_status, "order_status"),
        index="ix_order_item_status",
        shop=True,
    ),
}
"""Filter -> the orders that pass it, the most selective filters first."""
_PAYMENT: Final = {
    state: leading(ORDER.c.order_id, *conditions, index="ix_shop_order_payment", shop=True)
    for state, conditions in (
        ("F", (_O.paid == "F",)),
        ("M", (_O.paid == "M",)),
        ("T", (_O.paid == "T", _O.auto_paid == "F")),
        ("A", (_O.paid == "T", _O.auto_paid == "T")),
    )
}
"""State of payment that may be rare -> the orders in it."""
_DISCOUNTED: Final = {
    "coupon": leading(COUPON_USE.c.order_id),
    "discount_code": leading(CODE_USE.c.order_id),
}
"""Kind of discount that has a ledger -> the orders that it was used for."""


def _within(column: ColumnElement[int]) -> ColumnElement[bool]:
    return and_(column >= bindparam("start_date"), column <= bindparam("end_date"))


_DATED: Final = {
    "cancel_date": leading(ORDER.c.order_id, WAS_CANCELED, _within(_O.cancel_date)),
    **{
        f"{label}_{name}_date": leading(
            CLAIM.c.order_id, _within(CLAIM.c[column]), CLAIM.c.kind == kind
        )
        for label, kind in CLAIM_KINDS.items()
        for name, column in CLAIM_DATES.items()
    },
}
"""Kind of date that few orders have -> the orders that have it within a range."""


async def candidates(
    db: Session,
    values: dict[str, BoundValue],
    *,
    payment_status: str,
    date_type: str,
    discounts: Sequence[str] = (),
    most: int,
) -> list[str] | None:
    """Return the ids of all orders that can pass the filters `values`; None: more than `most`.

    `values`: the bound values of a statement of `search`, which has the others in its text.
    """
    found: Candidates[str] = Candidates(most=most, few=_FEW)
    paths = _paths(values, payment_status, date_type)
    if len(set(discounts)) == 1 and discounts[0] in _DISCOUNTED:
        paths.append(_DISCOUNTED[discounts[0]])
    await found.ask(db, paths, values)
    return found.in_order()


def _paths(values: dict[str, BoundValue], payment_status: str, date_type: str) -> list[Statement]:
    paths = [path for name, path in _PATHS.items() if name in values and _leads(name, values)]
    if payment_status in _PAYMENT:
        paths.append(_PAYMENT[payment_status])
    if "start_date" in values and date_type in _DATED:
        paths.append(_DATED[date_type])
    return paths


def _leads(name: str, values: dict[str, BoundValue]) -> bool:
    """Return whether the index of a filter has all orders that the values ask for."""
    value = values[name]
    if name == "subscription":
        return bool(value == "T")
    if name == "order_place_id":
        return isinstance(value, list) and set(USUAL_PLACES).isdisjoint(value)
    if name == "supplier_id":
        return isinstance(value, list) and {"", OWN_SUPPLY}.isdisjoint(value)
    return bool(value != "")
