"""SQL of reminders: what is due behind the place that a worker has reached, and that place."""

from collections.abc import Sequence
from typing import Final, get_args

import msgspec
from msgspec import Struct
from sqlalchemy import (
    BindParameter,
    ColumnElement,
    and_,
    bindparam,
    case,
    exists,
    func,
    select,
    tuple_,
    update,
)

from openmall.access.malls.tables import MALL
from openmall.commerce.community.urgentinquiry import INQUIRY
from openmall.commerce.community.urgentinquiry_reply import REPLY
from openmall.commerce.customer.customers.tables import BALANCE, CUSTOMER, GROUPED, PERSON
from openmall.commerce.mileage.autoexpiration.shape import Notice as DaysOfNotice
from openmall.commerce.mileage.entries.tables import ENTRY, EXPIRES, LEFT
from openmall.commerce.notification.reminders.tables import PROGRESS
from openmall.commerce.order.orders.tables import ITEM, ORDER
from openmall.commerce.order.placement.subscriptions.tables import PLACED
from openmall.commerce.promotion.coupons.store import FIRST
from openmall.commerce.promotion.coupons.tables import COUPON, ISSUE
from openmall.database import sequences
from openmall.database.schema import FALSE, TRUE, fixed_code, fixed_text
from openmall.database.session import Database, Row, Session
from openmall.database.statements import Contains, InList, Statement
from openmall.database.values import BoundValue

_P: Final = PROGRESS.c
_I: Final = ISSUE.c
_E: Final = ENTRY.c
_R: Final = REPLY.c
_O: Final = ITEM.c
_L: Final = PLACED.c
_MALL: Final[BindParameter[str]] = bindparam("mall_id")
_FROM: Final[BindParameter[int]] = bindparam("done_until")
_UNTIL: Final[BindParameter[int]] = bindparam("until")
_ONE: Final = (
    _P.mall_id == _MALL,
    _P.kind == bindparam("kind"),
    _P.shop_no == bindparam("shop_no"),
)
_PROGRESS: Final = select(_P.done_until, _P.done_after).where(*_ONE)
_GET: Final = Statement(_PROGRESS)
_LOCK: Final = Statement(_PROGRESS.with_for_update())
_ADD: Final = Statement(
    lambda insert: (
        insert(PROGRESS)
        .values({c.name: bindparam(c.name) for c in _P})
        .on_conflict_do_nothing(index_elements=["mall_id", "kind", "shop_no"])
    )
)
_MOVE: Final = Statement(
    update(PROGRESS)
    .where(*_ONE)
    .values(done_until=bindparam("moved_until"), done_after=bindparam("moved_after"))
)
_NEW: Final = Statement(
    select(MALL.c.mall_id)
    .outerjoin(PROGRESS, and_(_P.mall_id == MALL.c.mall_id, _P.kind == bindparam("kind")))
    .where(_P.kind.is_(None)),
    across_malls="a worker looks for malls in which nobody was reminded yet",
)


def _malls(*conditions: ColumnElement[bool]) -> Statement:
    """Return the query for malls with rows that meet `conditions`: one look in the index each."""
    return Statement(
        select(_P.mall_id).where(_P.kind == bindparam("kind"), exists().where(*conditions)),
        across_malls="a worker looks for malls in which customers are to be reminded",
    )


def _behind(*columns: ColumnElement[str] | ColumnElement[int]) -> ColumnElement[bool]:
    """Return the condition that a row stands behind the place that was reached."""
    names = ("done_until", "after_1", "after_2")
    places = (bindparam(name, type_=at.type) for name, at in zip(names, columns, strict=False))
    return tuple_(*columns) > tuple_(*places)


_UNUSED: Final = (_I.used_at.is_(None), _I.revoked_at.is_(None))
_COUPONS: Final = select(
    _I.issue_no,
    case((and_(*_UNUSED), _I.issued_at), else_=0),
    _I.ends_at,
    _I.member_id,
    _I.shop_no,
    COUPON.c.coupon_name,
).join(COUPON, and_(COUPON.c.mall_id == _I.mall_id, COUPON.c.coupon_no == _I.coupon_no))
_ISSUED: Final = Statement(
    _COUPONS.where(_I.mall_id == _MALL, _I.issue_no >= _FROM)
    .order_by(_I.issue_no)
    .limit(bindparam("most"))
)
_ENDING: Final = Statement(
    _COUPONS.where(
        _I.mall_id == _MALL,
        _I.ends_at <= _UNTIL,
        _I.ends_at - _I.issued_at > bindparam("lead"),
        _behind(_I.ends_at, _I.issue_no),
        *_UNUSED,
    )
    .order_by(_I.ends_at, _I.issue_no)
    .limit(bindparam("most"))
)
_POINTS: Final = Statement(
    select(_E.expires_at, _E.member_id, _E.shop_no, func.sum(_E.remaining))
    .where(
        _E.mall_id == _MALL,
        EXPIRES,
        _E.pot == "points",
        _E.expires_at <= _UNTIL,
        _E.expires_at - _E.issued_at > bindparam("lead"),
        _behind(_E.expires_at, _E.member_id, _E.shop_no),
    )
    .group_by(_E.expires_at, _E.member_id, _E.shop_no)
    .order_by(_E.expires_at, _E.member_id, _E.shop_no)
    .limit(bindparam("most"))
)
_ANSWERED: Final = Statement(
    select(
        _R.created_date, _R.article_no, INQUIRY.c.shop_no, INQUIRY.c.member_id, INQUIRY.c.writer,
        INQUIRY.c.writer_email, INQUIRY.c.phone, INQUIRY.c.title,
    )
    .join(INQUIRY, and_(INQUIRY.c.mall_id == _R.mall_id, INQUIRY.c.article_no == _R.article_no))
    .where(_R.mall_id == _MALL, _R.created_date <= _UNTIL, _behind(_R.created_date, _R.article_no))
    .order_by(_R.created_date, _R.article_no)
    .limit(bindparam("most"))
)  # fmt: skip
_CHARGED: Final = Statement(
    select(_L.notify_date, _L.order_id, ORDER.c.shop_no, _L.outcome, _L.next_charge)
    .join(ORDER, and_(ORDER.c.mall_id == _L.mall_id, ORDER.c.order_id == _L.order_id))
    .where(
        _L.mall_id == _MALL,
        _L.notify_date.is_not(None),
        _L.notify_date <= _UNTIL,
        _behind(_L.notify_date, _L.order_id),
    )
    .order_by(_L.notify_date, _L.order_id)
    .limit(bindparam("most"))
)


def _born(calendar: ColumnElement[bool]) -> Statement:
    """Return the query for customers with one of some birthdays by a calendar."""
    return Statement(
        select(PERSON.c.member_id, CUSTOMER.c.shop_no)
        .join(
            CUSTOMER,
            and_(
                CUSTOMER.c.mall_id == PERSON.c.mall_id, CUSTOMER.c.member_id == PERSON.c.member_id
            ),
        )
        .where(
            PERSON.c.mall_id == _MALL,
            PERSON.c.birthday.isnot(None),
            InList(PERSON.c.birthday, "days"),
            calendar,
            PERSON.c.member_id > bindparam("after_1"),
        )
        .order_by(PERSON.c.member_id)
        .limit(bindparam("most"))
    )


_B: Final = BALANCE.c
_OLD_POINTS: Final = (
    select(func.sum(_E.remaining))
    .where(
        _E.mall_id == _MALL,
        _E.member_id == _B.member_id,
        _E.shop_no == _B.shop_no,
        _E.pot == fixed_text("points"),
        LEFT,
        _E.issued_at < bindparam("issued_before"),
    )
    .scalar_subquery()
)
_AGEING: Final = Statement(
    select(_B.member_id, GROUPED.c.group_no, func.coalesce(_OLD_POINTS, 0))
    .outerjoin(
        GROUPED,
        and_(
            GROUPED.c.mall_id == _B.mall_id,
            GROUPED.c.shop_no == _B.shop_no,
            GROUPED.c.member_id == _B.member_id,
        ),
    )
    .where(
        _B.mall_id == _MALL,
        _B.shop_no == bindparam("shop_no"),
        _B.member_id > bindparam("after_1"),
        _B.points >= bindparam("standard"),
    )
    .order_by(_B.member_id)
    .limit(bindparam("most"))
)
_UNPAID: Final = Statement(
    select(_O.ordered_date, _O.order_id)
    .where(
        _O.mall_id == _MALL,
        _O.shop_no == bindparam("shop_no"),
        _O.order_status == fixed_code("N00"),
        _O.ordered_date <= _UNTIL,
        _behind(_O.ordered_date, _O.order_id),
        exists().where(
            ORDER.c.mall_id == _O.mall_id,
            ORDER.c.order_id == _O.order_id,
            Contains(ORDER.c.methods, "method"),
        ),
    )
    .distinct()
    .order_by(_O.ordered_date, _O.order_id)
    .limit(bindparam("most"))
)
_C: Final = CUSTOMER.c
_CUSTOMERS: Final = Statement(
    select(
        _C.member_id,
        _C.blacklist_type,
        _C.sms,
        _C.news_mail,
        PERSON.c.name,
        PERSON.c.email,
        PERSON.c.cellphone,
    )
    .join(PERSON, and_(PERSON.c.mall_id == _C.mall_id, PERSON.c.member_id == _C.member_id))
    .where(_C.mall_id == _MALL, InList(_C.member_id, "member_ids"), _C.left_at.is_(None))
)
_BIRTHDAYS: Final = Statement(
    select(_P.mall_id).where(_P.kind == bindparam("kind"), _P.done_until <= _UNTIL),
    across_malls="a worker looks for malls whose customers of today were not greeted",
)
_MALLS: Final = {
    "coupon_issued": _malls(_I.mall_id == _P.mall_id, _I.issue_no >= _P.done_until),
    "coupon_expiring": _malls(
        _I.mall_id == _P.mall_id, _I.ends_at >= _P.done_until, _I.ends_at <= _UNTIL
    ),
    "points_expiring": _malls(
        _E.mall_id == _P.mall_id, EXPIRES, _E.expires_at >= _P.done_until, _E.expires_at <= _UNTIL
    ),
    "inquiry_answered": _malls(
        _R.mall_id == _P.mall_id, _R.created_date >= _P.done_until, _R.created_date <= _UNTIL
    ),
    "subscription_charge": _malls(
        _L.mall_id == _P.mall_id, _L.notify_date >= _P.done_until, _L.notify_date <= _UNTIL
    ),
    "birthday": _BIRTHDAYS,
    "lunar_birthday": _BIRTHDAYS,
}
_ROWS: Final = {
    "coupon_issued": _ISSUED,
    "coupon_expiring": _ENDING,
    "points_expiring": _POINTS,
    "inquiry_answered": _ANSWERED,
    "subscription_charge": _CHARGED,
    "birthday": _born(PERSON.c.solar_calendar == TRUE),
    "lunar_birthday": _born(PERSON.c.solar_calendar == FALSE),
    "payment_asked": _UNPAID,
    **{f"points_ageing_{days}": _AGEING for days in get_args(DaysOfNotice)},
}


class Progress(Struct, frozen=True):
    """The place up to which was looked: all before `until`, and at it the keys up to `after`."""

    until: int
    after: tuple[str | int, ...] = ()


async def new_malls(database: Database, kind: str) -> list[str]:
    """Return the malls in which nobody was reminded of `kind` yet."""
    async with database.reading("") as db:
        return [mall_id for (mall_id,) in await db.all(_NEW, kind=kind)]


async def malls_with_due(database: Database, kind: str, *, until: int) -> list[str]:
    """Return the malls in which something of `kind` may be due up to a place."""
    bound = {} if kind == "coupon_issued" else {"until": until}
    async with database.reading("") as db:
        return [mall_id for (mall_id,) in await db.all(_MALLS[kind], kind=kind, **bound)]


async def begin(db: Session, kind: str, shop_no: int, until: int) -> None:
    """Write the place from which customers are reminded, unless there is one."""
    await db.run(_ADD, kind=kind, shop_no=shop_no, done_until=until, done_after="")


async def progress(
    db: Session, kind: str, shop_no: int, *, to_change: bool = False
) -> Progress | None:
    """Return the place that was reached; `to_change` locks it. None: it has not begun."""
    row = await db.one(_LOCK if to_change else _GET, kind=kind, shop_no=shop_no)
    if row is None:
        return None
    return Progress(row[0], tuple(msgspec.json.decode(row[1])) if row[1] else ())


async def move(db: Session, kind: str, shop_no: int, to: Progress) -> None:
    """Write the place that was reached."""
    after = msgspec.json.encode(to.after).decode() if to.after else ""
    values: dict[str, BoundValue] = {"moved_until": to.until, "moved_after": after}
    await db.run(_MOVE, kind=kind, shop_no=shop_no, **values)


async def next_issue(db: Session) -> int:
    """Return the number behind that of the coupon that was issued last."""
    return FIRST + await sequences.allocated(db, "coupon issue") + 1


async def due(db: Session, kind: str, **values: BoundValue) -> Sequence[Row]:
    """Return the next rows of a kind; `values`: what its statement binds."""
    return await db.all(_ROWS[kind], **values)


async def customers(db: Session, member_ids: Sequence[str]) -> Sequence[Row]:
    """Return id, blacklist type, consents to texts and mail, name, mail address and phone."""
    return await db.all(_CUSTOMERS, member_ids=sorted(set(member_ids)))
