"""SQL of what is exported: numbers of orders and names of customers, page by page."""

from datetime import date
from typing import Any, Final

from sqlalchemy import and_, bindparam, func, select

from openmall.commerce.customer.customergroups.shape import GENERAL
from openmall.commerce.customer.customers.tables import CUSTOMER, GROUPED, PERSON
from openmall.commerce.order.orders.tables import ORDER
from openmall.contract import moments
from openmall.contract.call import Call
from openmall.database.schema import fixed
from openmall.database.statements import Statement
from openmall.events.file_transfers.takes import ExportFilters

_LATEST: Final = 9_000_000_000_000
_O: Final = ORDER.c
_C: Final = CUSTOMER.c
_P: Final = PERSON.c
_G: Final = GROUPED.c
_ORDERS: Final = Statement(
    select(_O.order_id)
    .where(
        _O.mall_id == bindparam("mall_id"),
        _O.order_id > bindparam("after"),
        _O.shop_no == bindparam("shop_no"),
        _O.order_date >= bindparam("first"),
        _O.order_date <= bindparam("last"),
    )
    .order_by(_O.order_id)
    .limit(bindparam("limit"))
)
_MEMBERS: Final = (
    select(_P.member_id)
    .select_from(PERSON)
    .join(CUSTOMER, and_(_C.mall_id == _P.mall_id, _C.member_id == _P.member_id))
    .where(
        _P.mall_id == bindparam("mall_id"),
        _P.member_id > bindparam("after"),
        _C.created_at >= bindparam("first"),
        _C.created_at <= bindparam("last"),
    )
    .order_by(_P.member_id)
    .limit(bindparam("limit"))
)
_ALL_MEMBERS: Final = Statement(_MEMBERS)
_MEMBERS_OF_GROUP: Final = Statement(
    _MEMBERS.outerjoin(
        GROUPED,
        and_(
            _G.mall_id == bindparam("mall_id"),
            _G.shop_no == bindparam("shop_no"),
            _G.member_id == _C.member_id,
        ),
    ).where(func.coalesce(_G.group_no, fixed(GENERAL)) == bindparam("group_no"))
)


def _between(filters: ExportFilters) -> dict[str, int]:
    """Return the first and last second of the days that are exported."""

    def second(day: date | None, otherwise: int, *, end: bool) -> int:
        return otherwise if day is None else moments.read(day.isoformat(), end=end)

    return {
        "first": second(filters.start_date, 0, end=False),
        "last": second(filters.end_date, _LATEST, end=True),
    }


async def order_numbers(call: Call, filters: ExportFilters, *, after: str, limit: int) -> list[str]:
    """Return the next order numbers of the call's shop behind one."""
    rows = await call.db.all(
        _ORDERS, after=after, shop_no=call.shop_no, limit=limit, **_between(filters)
    )
    return [row[0] for row in rows]


async def member_ids(call: Call, filters: ExportFilters, *, after: str, limit: int) -> list[str]:
    """Return the next customers of the mall behind one, by member id."""
    values: dict[str, Any] = {"after": after, "limit": limit, **_between(filters)}
    if not filters.group_no:
        rows = await call.db.all(_ALL_MEMBERS, **values)
    else:
        rows = await call.db.all(
            _MEMBERS_OF_GROUP, shop_no=call.shop_no, group_no=filters.group_no, **values
        )
    return [row[0] for row in rows]
