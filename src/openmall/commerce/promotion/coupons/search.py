"""Lists and counts of coupons. Specification: "Shared query conventions"."""

from collections.abc import Callable
from typing import Any, Final

from sqlalchemy import ColumnElement, Select, bindparam, func, or_, select

from openmall.commerce.promotion.coupons.shape import Coupon, Terms
from openmall.commerce.promotion.coupons.store import WHOLE, from_row
from openmall.commerce.promotion.coupons.tables import COUPON
from openmall.commerce.promotion.coupons.takes import CouponFilters, CouponQuery
from openmall.contract.call import Call
from openmall.contract.change import sent_fields
from openmall.database.statements import Contains, InList, StatementCache
from openmall.database.text_search.word_search import HasWords
from openmall.database.values import BoundValue, StoredRow

Condition = ColumnElement[bool]
_C: Final = COUPON.c
_NOT_FILTERS: Final = frozenset({"shop_no", "limit", "offset"})
_AT: Final = "available_datetime"
FILTERS: Final[dict[str, Callable[[str], Condition]]] = {
    "coupon_name": lambda name: HasWords(_C.coupon_name, name),
    "created_start_date": lambda name: _C.created_date >= bindparam(name),
    "created_end_date": lambda name: _C.created_date <= bindparam(name),
    "pause_begin_date": lambda name: _C.pause_begin_datetime >= bindparam(name),
    "pause_end_date": lambda name: _C.pause_end_datetime <= bindparam(name),
    _AT: lambda name: (
        or_(_C.available_begin_datetime.is_(None), _C.available_begin_datetime <= bindparam(name))
        & or_(_C.available_end_datetime.is_(None), _C.available_end_datetime >= bindparam(name))
    ),
    **{
        name: lambda name: InList(_C[name], name)
        for name in ("benefit_type", "issue_type", "deleted", "available_period_type")
    },
}
"""Parameter -> its condition on a coupon; other parameters compare a column."""


def _conditions(shape: tuple[tuple[str, Any], ...]) -> list[Condition]:
    found: list[Condition] = [
        _C.mall_id == bindparam("mall_id"),
        _C.shop_no == bindparam("shop_no"),
    ]
    for name, how in shape:
        if name == "issued_flag":
            found.append(_C.issued > 0 if how == "T" else _C.issued == 0)
        elif name == "available_site":
            sites = (Contains(_C.available_site, f"site_{at}") for at in range(how))
            found.append(or_(*sites))
        elif name in FILTERS:
            found.append(FILTERS[name](name))
        else:
            found.append(_C[name] == bindparam(name))
    return found


def _list(shape: tuple[tuple[str, Any], ...]) -> Select[*StoredRow]:
    return (
        select(*WHOLE)
        .where(*_conditions(shape))
        .order_by(_C.coupon_no.desc())
        .limit(bindparam("limit"))
        .offset(bindparam("offset"))
    )


_LISTS: Final = StatementCache(_list)
_COUNTS: Final = StatementCache(
    lambda shape: select(func.count()).select_from(COUPON).where(*_conditions(shape))
)


def _bound(
    filters: CouponFilters,
) -> tuple[tuple[tuple[str, Any], ...], dict[str, BoundValue]]:
    shape: list[tuple[str, Any]] = []
    values: dict[str, BoundValue] = {"shop_no": filters.shop_no}
    for name, value in sent_fields(filters).items():
        how: Any = True
        if name in _NOT_FILTERS:
            continue
        if name == "issued_flag":
            how = value
        elif name == "available_site":
            how = len(value)
            values |= {f"site_{at}": each for at, each in enumerate(value)}
        else:
            values[name] = value
        shape.append((name, how))
    return tuple(shape), values


async def page(call: Call, query: CouponQuery) -> list[Coupon]:
    """Return a page of coupons, the newest first."""
    return [coupon for coupon, _ in await pairs(call, query)]


async def pairs(call: Call, query: CouponQuery) -> list[tuple[Coupon, Terms]]:
    """Return a page of coupons with their terms, the newest first."""
    shape, values = _bound(query)
    rows = await call.db.all(_LISTS.of(shape), limit=query.limit, offset=query.offset, **values)
    return [from_row(row) for row in rows]


async def number(call: Call, filters: CouponFilters) -> int:
    """Return how many coupons there are."""
    shape, values = _bound(filters)
    row = await call.db.one(_COUNTS.of(shape), **values)
    assert row is not None
    total: int = row[0]
    return total
