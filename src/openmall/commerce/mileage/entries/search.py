"""Lists and reports of changes of points and credits. Specification: "Shared query conventions"."""

from collections.abc import Sequence
from typing import Final

from msgspec import UNSET, Struct, UnsetType
from sqlalchemy import ColumnElement, Select, and_, bindparam, func, select

from openmall.commerce.customer.customergroups.shape import GENERAL
from openmall.commerce.customer.customers.tables import GROUPED
from openmall.commerce.mileage.entries.refusals import DATES_END_BEFORE_BEGIN
from openmall.commerce.mileage.entries.tables import ENTRY, LEFT, OF_AN_ORDER, Pot
from openmall.contract.call import Call
from openmall.contract.change import sent_fields
from openmall.contract.errors import Invalid
from openmall.database.statements import InList, StatementCache
from openmall.database.text_search.word_search import HasWords
from openmall.database.values import BoundValue, StoredRow

_E: Final = ENTRY.c
_G: Final = GROUPED.c
_GROUP_NO: Final = func.coalesce(_G.group_no, GENERAL)
_ROWS: Final = ENTRY.outerjoin(
    GROUPED,
    and_(
        _G.mall_id == bindparam("mall_id"),
        _G.member_id == _E.member_id,
        _G.shop_no == _E.shop_no,
    ),
)


class EntryFilters(Struct, frozen=True, kw_only=True):
    """Filters of the ledger; unset fields are not filtered by. Dates are UTC seconds."""

    start_date: int
    end_date: int
    member_id: str | UnsetType = UNSET
    member_ids: list[str] | UnsetType = UNSET
    order_id: str | UnsetType = UNSET
    group_no: int | UnsetType = UNSET
    cause: str | UnsetType = UNSET
    admin_id: str | UnsetType = UNSET
    reason: str | UnsetType = UNSET
    """Any part of it."""
    direction: str | UnsetType = UNSET
    """I increases, D decreases."""


class EntryRow(Struct, frozen=True):
    """A row of the ledger as lists show it; amounts in hundredths, times in UTC seconds."""

    member_id: str
    amount: int
    balance: int
    remaining: int
    cause: str
    reason: str
    order_id: str
    order_date: int | None
    issued_at: int
    available_at: int | None
    admin_id: str
    group_no: int


_FILTERS: Final[dict[str, ColumnElement[bool]]] = {
    "start_date": _E.issued_at >= bindparam("start_date"),
    "end_date": _E.issued_at <= bindparam("end_date"),
    "member_id": _E.member_id == bindparam("member_id"),
    "member_ids": InList(_E.member_id, "member_ids"),
    "order_id": and_(_E.order_id == bindparam("order_id"), OF_AN_ORDER),
    "group_no": bindparam("group_no") == _GROUP_NO,
    "cause": _E.cause == bindparam("cause"),
    "admin_id": _E.admin_id == bindparam("admin_id"),
    "reason": HasWords(_E.reason, "reason"),
}
_WAITING: Final = ("unavailable_points", "unavailable_coupon_points")
_HERE: Final = (_E.mall_id == bindparam("mall_id"), _E.shop_no == bindparam("shop_no"))


def _conditions(filters: tuple[str, ...], direction: str) -> list[ColumnElement[bool]]:
    found = [_FILTERS[name] for name in filters]
    if direction:
        found.append(_E.amount > 0 if direction == "I" else _E.amount < 0)
    return found


def _list(pot: Pot, filters: tuple[str, ...], direction: str) -> Select[*StoredRow]:
    # of what waits, what does so no more is not shown
    waiting = [LEFT] if pot in _WAITING else []
    return (
        select(*(_E[name] for name in EntryRow.__struct_fields__[:-1]), _GROUP_NO)
        .select_from(_ROWS)
        .where(*_HERE, _E.pot == bindparam("pot"), *waiting, *_conditions(filters, direction))
        .order_by(_E.issued_at.desc(), _E.member_id, _E.entry_no.desc())
        .limit(bindparam("limit"))
        .offset(bindparam("offset"))
    )


def _report(filters: tuple[str, ...], direction: str) -> Select[*StoredRow]:
    return (
        select(
            _E.pot,
            func.coalesce(func.sum(_E.amount).filter(_E.amount > 0), 0),
            func.coalesce(func.sum(-_E.amount).filter(_E.amount < 0), 0),
            func.sum(_E.remaining),
        )
        .select_from(_ROWS)
        .where(*_HERE, InList(_E.pot, "pots"), *_conditions(filters, direction))
        .group_by(_E.pot)
    )


_LISTS: Final = StatementCache(_list)
_REPORTS: Final = StatementCache(_report)


class Sums(Struct, frozen=True):
    """Sums over rows of the ledger, in hundredths."""

    increase: int = 0
    decrease: int = 0
    remaining: int = 0
    """The remainder of amounts added."""


async def listing(
    call: Call, pot: Pot, criteria: EntryFilters, *, limit: int, offset: int
) -> list[EntryRow]:
    """Return rows of the call's shop, the newest first.

    Raises Invalid (422) for dates that end before they begin.
    """
    filters, direction, values = _values(criteria)
    statement = _LISTS.of(pot, filters, direction)
    rows = await call.db.all(
        statement, shop_no=call.shop_no, pot=pot, limit=limit, offset=offset, **values
    )
    return [EntryRow(*row) for row in rows]


async def report(call: Call, pots: Sequence[Pot], criteria: EntryFilters) -> dict[str, Sums]:
    """Return the sums over rows of the call's shop, for each pot. Raises Invalid (422)."""
    filters, direction, values = _values(criteria)
    statement = _REPORTS.of(filters, direction)
    rows = await call.db.all(statement, shop_no=call.shop_no, pots=list(pots), **values)
    found = {pot: Sums(int(into), int(out), int(left)) for pot, into, out, left in rows}
    return {pot: found.get(pot, Sums()) for pot in pots}


def _values(criteria: EntryFilters) -> tuple[tuple[str, ...], str, dict[str, BoundValue]]:
    if criteria.end_date < criteria.start_date:
        raise Invalid(DATES_END_BEFORE_BEGIN, parameter="end_date")
    values = sent_fields(criteria)
    direction: str = values.pop("direction", "")
    return tuple(values), direction, values
