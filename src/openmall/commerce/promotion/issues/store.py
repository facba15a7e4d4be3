"""SQL of issued coupons."""

from collections.abc import Sequence
from datetime import datetime
from decimal import Decimal
from typing import Final

from msgspec import Struct
from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Select,
    and_,
    bindparam,
    cast,
    func,
    insert,
    literal,
    or_,
    select,
    union_all,
    update,
)

from openmall.commerce.customer.customergroups.shape import GENERAL
from openmall.commerce.customer.customers.tables import CUSTOMER, GROUPED
from openmall.commerce.promotion.coupons.shape import Coupon
from openmall.commerce.promotion.coupons.store import FIRST, WHOLE, from_row
from openmall.commerce.promotion.coupons.tables import COUPON, ISSUE, USE
from openmall.commerce.promotion.issues.shape import HeldQuery
from openmall.contract.call import Call
from openmall.contract.moments import moment
from openmall.contract.money import money
from openmall.database import sequences
from openmall.database.session import Row
from openmall.database.statements import InList, Statement, StatementCache
from openmall.database.values import BoundValue, StoredRow

Condition = ColumnElement[bool]
_C: Final = CUSTOMER.c
_I: Final = ISSUE.c
_A_DAY: Final = 86_400
MOST_AT_ONCE: Final = 10
"""Most issues of one coupon that a member gets at once."""
RECIPIENTS_AT_ONCE: Final = 1_000
"""Members who are found and given a coupon together."""
_GROUP: Final = func.coalesce(GROUPED.c.group_no, GENERAL)
_STEPS: Final = union_all(
    *(select(cast(literal(n), BigInteger()).label("n")) for n in range(1, MOST_AT_ONCE + 1))
).subquery("steps")


class Recipients(Struct, frozen=True):
    """The recipients of a coupon: the shape of the statement that finds them."""

    one: bool
    """One member, rather than all."""
    group: bool
    """Members of one group, rather than of any."""
    again: str
    """Who may get it again: T everyone, F members without it, S members who have used theirs."""
    limited: bool
    """At most so many each."""
    subscribed: bool
    """Only who wants mails or texts."""
    among: bool = False
    """Members of a list alone, who did not get it since a moment, even if it was revoked."""


def _who_had(recipients: Recipients, *conditions: Condition) -> Select[*StoredRow]:
    """Return the members with the coupon, one row for each issue.

    Independent of the recipients' query, so that it is read once: PostgreSQL, without statistics on
    new rows, would otherwise read it once for each recipient.
    """
    found = select(_I.member_id).where(
        _I.mall_id == bindparam("mall_id"),
        _I.coupon_no == bindparam("coupon_no"),
        _I.revoked_at.is_(None),
        *conditions,
    )
    return found.where(_I.member_id == bindparam("member_id")) if recipients.one else found


def _whole(name: str) -> ColumnElement[int]:
    """Return a bound number as a column of a known type, as PostgreSQL requires."""
    return cast(bindparam(name), BigInteger())


def _worthy(recipients: Recipients) -> list[Condition]:
    found: list[Condition] = [_C.mall_id == bindparam("mall_id"), _C.left_at.is_(None)]
    if recipients.one:
        found.append(_C.member_id == bindparam("member_id"))
    if recipients.group:
        found.append(_whole("group_no") == _GROUP)
    if recipients.again == "F":
        found.append(_C.member_id.not_in(_who_had(recipients)))
    elif recipients.again == "S":
        found.append(_C.member_id.not_in(_who_had(recipients, _I.used_at.is_(None))))
    if recipients.limited:
        full = func.count() + _whole("each") > _whole("most_each")
        had = _who_had(recipients).group_by(_I.member_id).having(full)
        found.append(_C.member_id.not_in(had))
        found.append(_whole("each") <= _whole("most_each"))
    if recipients.among:
        found += [
            InList(_C.member_id, "member_ids"),
            _C.member_id.not_in(
                select(_I.member_id).where(
                    _I.mall_id == bindparam("mall_id"),
                    _I.coupon_no == bindparam("coupon_no"),
                    InList(_I.member_id, "member_ids"),
                    _I.issued_at >= bindparam("since"),
                )
            ),
        ]
    if recipients.subscribed:
        found.append(or_(_C.news_mail == "T", _C.sms == "T"))
    return found


_IN_GROUP: Final = and_(
    GROUPED.c.mall_id == bindparam("mall_id"),
    GROUPED.c.shop_no == bindparam("shop_no"),
    GROUPED.c.member_id == _C.member_id,
)


def _people(recipients: Recipients) -> Select[int]:
    return (
        select(func.count())
        .select_from(CUSTOMER.outerjoin(GROUPED, _IN_GROUP))
        .where(*_worthy(recipients))
    )


def _recipients(recipients: Recipients) -> Select[*StoredRow]:
    """Return the search for the next who get a coupon, and their group: a row for each coupon."""
    return (
        select(_C.member_id, _GROUP)
        .select_from(
            CUSTOMER.outerjoin(GROUPED, _IN_GROUP).join(_STEPS, _STEPS.c.n <= _whole("each"))
        )
        .where(*_worthy(recipients), _C.member_id > bindparam("after"))
        .order_by(_C.member_id, _STEPS.c.n)
        .limit(bindparam("room"))
    )


_COUNT_PEOPLE: Final = StatementCache(_people)
_RECIPIENTS: Final = StatementCache(_recipients)
# not `INSERT ... SELECT`, which Citus does not send to one server
_ADD: Final = Statement(insert(ISSUE).values({c.name: bindparam(c.name) for c in _I}))


async def people(call: Call, recipients: Recipients, **values: BoundValue) -> int:
    """Return how many customers would get a coupon; `values`: bound values of `recipients`."""
    row = await call.db.one(_COUNT_PEOPLE.of(recipients), shop_no=call.shop_no, **values)
    assert row is not None
    found: int = row[0]
    return found


async def issue(
    call: Call,
    recipients: Recipients,
    *,
    most: int,
    begins_at: int,
    ends_at: int,
    granted_by: str | None,
    each: int,
    **values: BoundValue,
) -> int:
    """Issue a coupon to the recipients, at most `most` in all; return how many.

    `granted_by`: the order that brings it.
    """
    first = FIRST + await sequences.allocate(call.db, "coupon issue", count=most)
    issued = {
        "shop_no": call.shop_no,
        "coupon_no": values["coupon_no"],
        "issued_at": int(call.clock.now()),
        "begins_at": begins_at,
        "ends_at": ends_at,
        "used_at": None,
        "order_id": "",
        "times": 0,
        "revoked_at": None,
        "granted_by": granted_by,
    }
    number, after = 0, ""
    while number < most:
        room = min(RECIPIENTS_AT_ONCE * each, most - number)
        found = await call.db.all(
            _RECIPIENTS.of(recipients),
            shop_no=call.shop_no,
            after=after,
            room=room,
            each=each,
            **values,
        )
        rows = [
            {"issue_no": issue_no, "member_id": member_id, "group_no": group_no, **issued}
            for issue_no, (member_id, group_no) in enumerate(found, first + number)
        ]
        if rows:
            await call.db.many(_ADD, rows)
        number += len(rows)
        if len(rows) < room:
            break
        after = rows[-1]["member_id"]
    return number


class Held(Struct, frozen=True):
    """A customer's coupon that may still be used, now or later."""

    issue_no: int
    coupon: Coupon
    issued_at: datetime
    begins_at: datetime
    ends_at: datetime


_HOLDS: Final = (
    _I.mall_id == bindparam("mall_id"),
    _I.member_id == bindparam("member_id"),
    _I.shop_no == bindparam("shop_no"),
    _I.used_at.is_(None),
    _I.revoked_at.is_(None),
    _I.ends_at >= bindparam("now"),
    COUPON.c.deleted == "F",
)
_OF_COUPON: Final = and_(
    COUPON.c.mall_id == bindparam("mall_id"), COUPON.c.coupon_no == _I.coupon_no
)
_HELD_COLUMNS: Final = (_I.issue_no, _I.issued_at, _I.begins_at, _I.ends_at)


def _holding(paged: bool) -> Select[*StoredRow]:
    found = (
        select(*_HELD_COLUMNS, *WHOLE)
        .select_from(ISSUE.join(COUPON, _OF_COUPON))
        .where(*_HOLDS)
        .order_by(_I.issue_no)
    )
    return found.limit(bindparam("limit")).offset(bindparam("offset")) if paged else found


_OF_NUMBERS: Final = Statement(
    select(*_HELD_COLUMNS, *WHOLE)
    .select_from(ISSUE.join(COUPON, _OF_COUPON))
    .where(
        _I.mall_id == bindparam("mall_id"),
        _I.shop_no == bindparam("shop_no"),
        InList(_I.issue_no, "issue_nos"),
    )
    .order_by(_I.issue_no)
)
_HELD: Final = Statement(_holding(paged=False))
_HELD_PAGE: Final = Statement(_holding(paged=True))
_COUNT_HELD: Final = Statement(
    select(func.count()).select_from(ISSUE.join(COUPON, _OF_COUPON)).where(*_HOLDS)
)


def _held_of(row: Row) -> Held:
    issue_no, issued_at, begins_at, ends_at = row[:4]
    coupon, _ = from_row(row[4:])
    return Held(issue_no, coupon, moment(issued_at), moment(begins_at), moment(ends_at))


async def held(call: Call, member_id: str) -> list[Held]:
    """Return a customer's usable coupons of the call's shop, by number."""
    rows = await call.db.all(_HELD, **_holder(call, member_id))
    return [_held_of(row) for row in rows]


async def of_numbers(call: Call, issue_nos: list[int]) -> list[Held]:
    """Return issued coupons of the call's shop, used or not, by number."""
    rows = await call.db.all(_OF_NUMBERS, shop_no=call.shop_no, issue_nos=issue_nos)
    return [_held_of(row) for row in rows]


async def held_page(call: Call, query: HeldQuery) -> list[Held]:
    """Return a page of a customer's usable coupons."""
    values = _holder(call, query.member_id)
    rows = await call.db.all(_HELD_PAGE, limit=query.limit, offset=query.offset, **values)
    return [_held_of(row) for row in rows]


async def held_number(call: Call, member_id: str) -> int:
    """Return the number of a customer's usable coupons."""
    row = await call.db.one(_COUNT_HELD, **_holder(call, member_id))
    assert row is not None
    found: int = row[0]
    return found


def _holder(call: Call, member_id: str) -> dict[str, BoundValue]:
    return {"shop_no": call.shop_no, "member_id": member_id, "now": int(call.clock.now())}


_UNUSED: Final = (
    _I.mall_id == bindparam("mall_id"),
    _I.coupon_no == bindparam("coupon_no"),
    _I.member_id == bindparam("member_id"),
    _I.used_at.is_(None),
    _I.revoked_at.is_(None),
)
_LOCK_UNUSED: Final = Statement(
    select(_I.issue_no).where(*_UNUSED).order_by(_I.issue_no).with_for_update()
)
_REVOKE: Final = Statement(
    update(ISSUE)
    .where(_I.mall_id == bindparam("mall_id"), InList(_I.issue_no, "issue_nos"))
    .values(revoked_at=bindparam("now"))
)


_GRANTED: Final = Statement(
    select(_I.issue_no, _I.coupon_no, _I.used_at)
    .where(
        _I.mall_id == bindparam("mall_id"),
        _I.member_id == bindparam("member_id"),
        _I.granted_by == bindparam("order_id"),
        _I.revoked_at.is_(None),
    )
    .order_by(_I.issue_no)
    .with_for_update()
)
_WORTH: Final = Statement(
    select(func.coalesce(func.sum(USE.c.discount), 0)).where(
        USE.c.mall_id == bindparam("mall_id"),
        InList(USE.c.issue_no, "issue_nos"),
        USE.c.restored_at.is_(None),
    )
)


class Grant(Struct, frozen=True):
    """A coupon that an order brought its buyer, and that was not revoked."""

    issue_no: int
    coupon_no: str
    used: bool


async def granted(call: Call, member_id: str, order_id: str) -> list[Grant]:
    """Return the coupons that an order brought, locked, by number."""
    rows = await call.db.all(_GRANTED, member_id=member_id, order_id=order_id)
    return [Grant(number, coupon_no, used_at is not None) for number, coupon_no, used_at in rows]


async def worth(call: Call, issue_nos: Sequence[int]) -> Decimal:
    """Return what used coupons took off the orders they are used for."""
    row = await call.db.one(_WORTH, issue_nos=list(issue_nos))
    assert row is not None
    return money(int(row[0]))


_TIMES_HAD: Final = Statement(
    select(func.count()).where(
        _I.mall_id == bindparam("mall_id"),
        _I.coupon_no == bindparam("coupon_no"),
        _I.member_id == bindparam("member_id"),
    )
)


async def times_had(call: Call, coupon_no: str, member_id: str) -> int:
    """Return how often a coupon was issued to a customer, used and revoked ones as well."""
    row = await call.db.one(_TIMES_HAD, coupon_no=coupon_no, member_id=member_id)
    assert row is not None
    found: int = row[0]
    return found


async def unused(call: Call, coupon_no: str, member_id: str) -> list[int]:
    """Return a customer's unused issues of a coupon, locked."""
    rows = await call.db.all(_LOCK_UNUSED, coupon_no=coupon_no, member_id=member_id)
    return [row[0] for row in rows]


async def revoke(call: Call, issue_nos: Sequence[int]) -> None:
    """Write that the shop has revoked issued coupons."""
    await call.db.run(_REVOKE, issue_nos=list(issue_nos), now=int(call.clock.now()))
