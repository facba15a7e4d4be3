"""Candidate orders of a list (`database/candidates.py`), found by its most selective filter."""

from typing import Any, Final

from sqlalchemy import ColumnElement, and_, bindparam

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
from openmall.commerce.supply.tables import OWN_SUPPLY
from openmall.database.candidates import Candidates, leading
from openmall.database.session import Session
from openmall.database.statements import InList, Statement

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


_PATHS: Final[dict[str, Statement]] = {
    "market_order_no": leading(
        ORDER.c.order_id, FROM_A_MARKET, InList(_O.market_order_no, "market_order_no")
    ),
    "buyer_cellphone": leading(
        ORDER.c.order_id, HAS_BUYER_CELLPHONE, _O.buyer_cellphone == bindparam("buyer_cellphone")
    ),
    "buyer_email": leading(
        ORDER.c.order_id, HAS_BUYER_EMAIL, _O.buyer_email == bindparam("buyer_email")
    ),
    "buyer_phone": leading(
        ORDER.c.order_id, HAS_BUYER_PHONE, _O.buyer_phone == bindparam("buyer_phone")
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


def _within(column: Any) -> ColumnElement[bool]:
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
    db: Session, values: dict[str, Any], *, payment_status: str, date_type: str, most: int
) -> list[str] | None:
    """Return the ids of all orders that can pass the filters `values`; None: more than `most`.

    `values`: the bound values of a statement of `search`, which has the others in its text.
    """
    found: Candidates[str] = Candidates(most=most, few=_FEW)
    await found.ask(db, _paths(values, payment_status, date_type), values)
    return found.in_order()


def _paths(values: dict[str, Any], payment_status: str, date_type: str) -> list[Statement]:
    paths = [path for name, path in _PATHS.items() if name in values and _leads(name, values)]
    if payment_status in _PAYMENT:
        paths.append(_PAYMENT[payment_status])
    if "start_date" in values and date_type in _DATED:
        paths.append(_DATED[date_type])
    return paths


def _leads(name: str, values: dict[str, Any]) -> bool:
    """Return whether the index of a filter has all orders that the values ask for."""
    value = values[name]
    if name == "subscription":
        return bool(value == "T")
    if name == "order_place_id":
        return set(USUAL_PLACES).isdisjoint(value)
    if name == "supplier_id":
        return {"", OWN_SUPPLY}.isdisjoint(value)
    return bool(value != "")
