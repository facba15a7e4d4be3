"""SQL of the customers to whom a coupon would be issued."""

from datetime import datetime
from typing import Final, TypedDict

from msgspec import Struct
from sqlalchemy import ColumnElement, Select, and_, bindparam, exists, func, or_, select

from openmall.commerce.customer import purchases
from openmall.commerce.customer.customergroups.shape import GENERAL
from openmall.commerce.customer.customers.tables import CUSTOMER, GROUPED
from openmall.commerce.promotion.coupons.shape import Coupon
from openmall.commerce.promotion.coupons.tables import ISSUE
from openmall.commerce.promotion.issuancecustomers.shape import EligibleCustomer
from openmall.contract.call import Call
from openmall.contract.moments import moment
from openmall.contract.params import Flag
from openmall.database.statements import InList, Statement, StatementCache
from openmall.database.values import BoundValue, StoredRow

Condition = ColumnElement[bool]
_C: Final = CUSTOMER.c
_G: Final = GROUPED.c
_I: Final = ISSUE.c


class Conditions(Struct, frozen=True, kw_only=True):
    """The conditions on customers: the shape of the statement that finds them."""

    one: bool
    group: int | None
    """1: the general group, 0: another; None: any."""
    had: bool
    """Also customers who had the coupon."""
    limited: bool
    subscribed: bool
    no_orders: bool


def _issues_of_customer() -> tuple[Condition, ...]:
    return (
        _I.mall_id == bindparam("mall_id"),
        _I.member_id == _C.member_id,
        _I.coupon_no == bindparam("coupon_no"),
        _I.revoked_at.is_(None),
    )


def _list(shape: Conditions) -> Select[*StoredRow]:
    grouped = and_(
        _G.mall_id == bindparam("mall_id"),
        _G.shop_no == bindparam("shop_no"),
        _G.member_id == _C.member_id,
    )
    found: list[Condition] = [
        _C.mall_id == bindparam("mall_id"),
        _C.left_at.is_(None),
        _C.member_id > bindparam("since"),
    ]
    if shape.one:
        found.append(_C.member_id == bindparam("member_id"))
    if shape.group == 1:
        found.append(or_(_G.group_no.is_(None), _G.group_no == bindparam("group_no")))
    elif shape.group == 0:
        found += [_G.group_no == bindparam("group_no"), _G.member_id > bindparam("since")]
    if not shape.had:
        found.append(~exists().where(*_issues_of_customer()))
    if shape.limited:
        had = select(func.count()).where(*_issues_of_customer()).scalar_subquery()
        found.append(had + bindparam("each") <= bindparam("most_each"))
    if shape.subscribed:
        found.append(or_(_C.news_mail == "T", _C.sms == "T"))
    if shape.no_orders:
        found.append(purchases.records().has_no_orders(_C.member_id))
    table = CUSTOMER.join(GROUPED, grouped, isouter=shape.group != 0)
    member_id = _G.member_id if shape.group == 0 else _C.member_id
    return (
        select(_C.member_id, func.coalesce(_G.group_no, GENERAL))
        .select_from(table)
        .where(*found)
        .order_by(member_id)
        .limit(bindparam("limit"))
        .offset(bindparam("offset"))
    )


_LISTS: Final = StatementCache(_list)
_ISSUES: Final = Statement(
    select(_I.member_id, _I.issued_at, _I.ends_at, _I.used_at, _I.order_id)
    .where(
        _I.mall_id == bindparam("mall_id"),
        InList(_I.member_id, "member_ids"),
        _I.coupon_no == bindparam("coupon_no"),
        _I.revoked_at.is_(None),
    )
    .order_by(_I.issue_no)
)


async def page(
    call: Call, conditions: Conditions, *, limit: int, offset: int, **values: BoundValue
) -> list[tuple[str, int]]:
    """Return a page of customers with their groups; `values`: bound values of `conditions`."""
    rows = await call.db.all(
        _LISTS.of(conditions), shop_no=call.shop_no, limit=limit, offset=offset, **values
    )
    return [(row[0], row[1]) for row in rows]


class _Newest(TypedDict, total=False):
    """The newest issue of a customer."""

    issued_date: datetime
    expiration_date: datetime
    used_coupon: Flag
    used_date: datetime | None
    related_order_id: str | None


async def with_issues(
    call: Call, coupon: Coupon, members: list[tuple[str, int]]
) -> list[EligibleCustomer]:
    """Return customers with their newest issue of a coupon."""
    newest: dict[str, _Newest] = {}
    if members:
        rows = await call.db.all(
            _ISSUES, member_ids=[name for name, _ in members], coupon_no=coupon.coupon_no
        )
        for member_id, issued_at, ends_at, used_at, order_id in rows:
            newest[member_id] = {
                "issued_date": moment(issued_at),
                "expiration_date": moment(ends_at),
                "used_coupon": "F" if used_at is None else "T",
                "used_date": None if used_at is None else moment(used_at),
                "related_order_id": order_id or None,
            }
    return [
        EligibleCustomer(
            shop_no=call.shop_no,
            coupon_no=coupon.coupon_no,
            member_id=member_id,
            group_no=group_no,
            **newest.get(member_id, {}),
        )
        for member_id, group_no in members
    ]
