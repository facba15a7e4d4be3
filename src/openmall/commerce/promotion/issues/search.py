"""Lists of issued coupons."""

from typing import Final

from sqlalchemy import ColumnElement, Select, and_, bindparam, select

from openmall.commerce.promotion.coupons.tables import ISSUE
from openmall.commerce.promotion.issues.shape import Issued, IssueQuery
from openmall.contract.call import Call
from openmall.contract.change import sent_fields
from openmall.contract.moments import moment
from openmall.database.session import Row
from openmall.database.statements import StatementCache
from openmall.database.values import StoredRow

Condition = ColumnElement[bool]
_I: Final = ISSUE.c
_A_DAY: Final = 86_400
_FILTERS: Final[dict[str, Condition]] = {
    "member_id": _I.member_id == bindparam("member_id"),
    "group_no": _I.group_no == bindparam("group_no"),
    "issued_date": and_(
        _I.issued_at >= bindparam("issued_date"), _I.issued_at < bindparam("issued_before")
    ),
    "issued_start_date": _I.issued_at >= bindparam("issued_start_date"),
    "issued_end_date": _I.issued_at <= bindparam("issued_end_date"),
    "since_issue_no": _I.issue_no > bindparam("since_issue_no"),
}
_USED: Final = {"T": _I.used_at.is_not(None), "F": _I.used_at.is_(None)}
_LISTED: Final = (
    _I.issue_no,
    _I.member_id,
    _I.group_no,
    _I.issued_at,
    _I.ends_at,
    _I.used_at,
    _I.order_id,
)


def _list(filters: tuple[str, ...], used: str) -> Select[*StoredRow]:
    conditions = [_FILTERS[name] for name in filters]
    if used:
        conditions.append(_USED[used])
    return (
        select(*_LISTED)
        .where(
            _I.mall_id == bindparam("mall_id"),
            _I.coupon_no == bindparam("coupon_no"),
            _I.revoked_at.is_(None),
            *conditions,
        )
        .order_by(_I.issue_no)
        .limit(bindparam("limit"))
        .offset(bindparam("offset"))
    )


_LISTS: Final = StatementCache(_list)


async def page(call: Call, query: IssueQuery) -> list[Issued]:
    """Return a page of a coupon's issues by number; sets `call.effects.more`."""
    given = sent_fields(query)
    values = {**given, "limit": query.limit + 1}
    if query.issued_date:
        values["issued_before"] = query.issued_date + _A_DAY
    filters = tuple(name for name in given if name in _FILTERS)
    rows = await call.db.all(_LISTS.of(filters, given.get("used_coupon", "")), **values)
    call.effects.more = len(rows) > query.limit
    return [_issued(call, query.coupon_no, row) for row in rows[: query.limit]]


def _issued(call: Call, coupon_no: str, row: Row) -> Issued:
    issue_no, member_id, group_no, issued_at, ends_at, used_at, order_id = row
    return Issued(
        shop_no=call.shop_no,
        coupon_no=coupon_no,
        issue_no=str(issue_no),
        member_id=member_id,
        group_no=group_no,
        issued_date=moment(issued_at),
        expiration_date=moment(ends_at),
        used_coupon="F" if used_at is None else "T",
        used_date=None if used_at is None else moment(used_at),
        related_order_id=order_id or None,
    )
