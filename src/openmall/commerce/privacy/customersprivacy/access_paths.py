"""Candidate customers of a list, found by its most selective filter.

As `commerce/order/orders/access_paths.py` does for orders: the indexes of what few customers have
are asked first, each for a bounded number of customers. The statement that finds the page holds
every condition.
"""

from typing import Any, Final

from sqlalchemy import ColumnElement, bindparam, select

from openmall.commerce.customer.customergroups.shape import GENERAL
from openmall.commerce.customer.customers.tables import (
    BLOCKED,
    CUSTOMER,
    DEVICE,
    GROUPED,
    IN_CARE,
    KEPT_IN_GROUP,
    NOT_PRIVATE,
    PERSON,
    REACTIVATED,
)
from openmall.commerce.customer.social import LINK
from openmall.database.session import Session
from openmall.database.statements import InList, Statement

LISTED: Final = 2_000
"""Most customers that may pass a filter for it to lead a page: with more, a walk soon fills it."""
COUNTED: Final = 20_000
"""As `LISTED`, for a count, where a walk goes through all customers."""
_FEW: Final = 200
"""Below this many candidates no further index is asked."""
_C: Final = CUSTOMER.c
_G: Final = GROUPED.c


def _lead(table: Any, *conditions: ColumnElement[bool], shop: bool = False) -> Statement:
    statement = select(table.c.member_id).where(
        table.c.mall_id == bindparam("mall_id"), *conditions
    )
    if shop:
        statement = statement.where(table.c.shop_no == bindparam("shop_no"))
    return Statement(statement.limit(bindparam("most")))


_GROUP: Final = _lead(GROUPED, _G.group_no == bindparam("group_no"), shop=True)
_RESIDENCE: Final = _lead(PERSON, InList(PERSON.c.residence, "residence"))
_CLASS: Final = _lead(CUSTOMER, NOT_PRIVATE, _C.member_type == bindparam("member_class"))
_REACTIVATED: Final = _lead(
    CUSTOMER,
    REACTIVATED,
    _C.reactivated_at >= bindparam("start_date"),
    _C.reactivated_at <= bindparam("end_date"),
)
_RARE: Final = {
    ("member_type", "vip"): _lead(CUSTOMER, IN_CARE),
    ("member_type", "poor"): _lead(CUSTOMER, BLOCKED),
    ("fixed_group", "T"): _lead(GROUPED, KEPT_IN_GROUP, shop=True),
    ("use_mobile_app", "T"): _lead(DEVICE, shop=True),
    ("is_simple_join", "T"): _lead(LINK),
}
"""Filter and a code that few customers have -> these customers."""


async def candidates(db: Session, filters: dict[str, Any], most: int) -> list[str] | None:
    """Return the ids of all customers that can pass `filters`; None: more than `most`.

    `filters`: the filters that were sent and the values to bind, and `shop_no`.
    """
    found: set[str] | None = None
    for statement in _paths(filters):
        if found is not None and len(found) <= _FEW:
            break
        rows = await db.all(statement, most=most + 1, **filters)
        if len(rows) <= most:
            passing = {row[0] for row in rows}
            found = passing if found is None else found & passing
    return None if found is None else sorted(found)


def _paths(filters: dict[str, Any]) -> list[Statement]:
    paths = [path for (name, code), path in _RARE.items() if filters.get(name) == code]
    if filters.get("group_no", GENERAL) != GENERAL:
        paths.append(_GROUP)
    if filters.get("member_class", "p") != "p":
        paths.append(_CLASS)
    if filters.get("date_type") == "account_reactivation" and {"start_date", "end_date"} <= set(
        filters
    ):
        paths.append(_REACTIVATED)
    if "residence" in filters:
        paths.append(_RESIDENCE)
    return paths
