"""Candidate customers of a list (`database/candidates.py`), found by its most selective filter."""

from typing import Final

from sqlalchemy import bindparam

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
from openmall.database.candidates import Candidates, leading
from openmall.database.session import Session
from openmall.database.statements import InList, Statement
from openmall.database.values import BoundValue

LISTED: Final = 2_000
"""Most customers that may pass a filter for it to lead a page: with more, a walk soon fills it."""
COUNTED: Final = 20_000
"""As `LISTED`, for a count, where a walk goes through all customers."""
_FEW: Final = 200
"""Below this many candidates no further index is asked."""
_C: Final = CUSTOMER.c
_G: Final = GROUPED.c

_GROUP: Final = leading(GROUPED.c.member_id, _G.group_no == bindparam("group_no"), shop=True)
_RESIDENCE: Final = leading(PERSON.c.member_id, InList(PERSON.c.residence, "residence"))
_CLASS: Final = leading(
    CUSTOMER.c.member_id, NOT_PRIVATE, _C.member_type == bindparam("member_class")
)
_REACTIVATED: Final = leading(
    CUSTOMER.c.member_id,
    REACTIVATED,
    _C.reactivated_at >= bindparam("start_date"),
    _C.reactivated_at <= bindparam("end_date"),
)
_RARE: Final = {
    ("member_type", "vip"): leading(CUSTOMER.c.member_id, IN_CARE),
    ("member_type", "poor"): leading(CUSTOMER.c.member_id, BLOCKED),
    ("fixed_group", "T"): leading(GROUPED.c.member_id, KEPT_IN_GROUP, shop=True),
    ("use_mobile_app", "T"): leading(DEVICE.c.member_id, shop=True),
    ("is_simple_join", "T"): leading(LINK.c.member_id),
}
"""Filter and a code that few customers have -> these customers."""


async def candidates(db: Session, filters: dict[str, BoundValue], most: int) -> list[str] | None:
    """Return the ids of all customers that can pass `filters`; None: more than `most`.

    `filters`: the filters that were sent and the values to bind, and `shop_no`.
    """
    found: Candidates[str] = Candidates(most=most, few=_FEW)
    await found.ask(db, _paths(filters), filters)
    return found.in_order()


def _paths(filters: dict[str, BoundValue]) -> list[Statement]:
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
