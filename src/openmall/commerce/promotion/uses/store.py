"""SQL of the ledger of uses."""

from decimal import Decimal
from typing import Final

from sqlalchemy import and_, bindparam, exists, func, insert, or_, select, update

from openmall.commerce.promotion.coupons.tables import COUPON, ISSUE, USE
from openmall.commerce.promotion.uses.shape import Difference
from openmall.contract.call import Call
from openmall.contract.money import hundredths
from openmall.database.schema import EMPTY, TRUE
from openmall.database.session import Row, Session
from openmall.database.statements import InList, Statement

_C: Final = COUPON.c
_I: Final = ISSUE.c
_U: Final = USE.c
_ONE: Final = (
    _I.mall_id == bindparam("mall_id"),
    _I.shop_no == bindparam("shop_no"),
    _I.issue_no == bindparam("number"),
    _I.member_id == bindparam("holder"),
)
_UNUSED: Final = (_I.used_at.is_(None), _I.revoked_at.is_(None))
_DELETED: Final = exists().where(
    _C.mall_id == bindparam("mall_id"), _C.coupon_no == _I.coupon_no, _C.deleted == TRUE
)
_MARK_USED: Final = Statement(
    update(ISSUE)
    .where(
        *_ONE, *_UNUSED, ~_DELETED, _I.begins_at <= bindparam("now"), _I.ends_at >= bindparam("now")
    )
    .values(used_at=bindparam("now"), order_id=bindparam("order"), times=_I.times + 1)
    .returning(_I.coupon_no, _I.times)
)
_FIND: Final = Statement(select(_I.used_at, _I.revoked_at, _I.begins_at, _I.ends_at).where(*_ONE))
_ADD_USE: Final = Statement(insert(USE).values({c.name: bindparam(c.name) for c in _U}))
_OF_ORDER: Final = Statement(
    select(_I.issue_no, _I.coupon_no)
    .where(
        _I.mall_id == bindparam("mall_id"),
        _I.order_id == bindparam("order"),
        _I.issue_no.in_(
            select(_U.issue_no).where(
                _U.mall_id == bindparam("mall_id"), _U.order_id == bindparam("order")
            )
        ),
    )
    .order_by(_I.issue_no)
    .with_for_update()
)
_MARK_UNUSED: Final = Statement(
    update(ISSUE)
    .where(_I.mall_id == bindparam("mall_id"), InList(_I.issue_no, "issue_nos"))
    .values(used_at=None, order_id="")
)
_MARK_RESTORED: Final = Statement(
    update(USE)
    .where(
        _U.mall_id == bindparam("mall_id"),
        InList(_U.issue_no, "issue_nos"),
        _U.order_id == bindparam("order"),
        _U.restored_at.is_(None),
    )
    .values(restored_at=bindparam("now"))
)
_REPRICE: Final = Statement(
    update(USE)
    .where(
        _U.mall_id == bindparam("mall_id"),
        _U.issue_no == bindparam("number"),
        _U.order_id == bindparam("order"),
        _U.restored_at.is_(None),
    )
    .values(discount=bindparam("off"))
)
_USED_SINCE: Final = Statement(
    select(_U.issue_no, _I.coupon_no)
    .select_from(USE.join(ISSUE, and_(_I.mall_id == _U.mall_id, _I.issue_no == _U.issue_no)))
    .where(
        _U.mall_id == bindparam("mall_id"),
        _U.member_id == bindparam("member_id"),
        _U.used_at >= bindparam("since"),
        _U.restored_at.is_(None),
    )
)
_ISSUED_COUNTS: Final = Statement(
    select(_C.coupon_no, _C.issued).where(_C.mall_id == bindparam("mall_id")).order_by(_C.coupon_no)
)
_OF_COUPON: Final = (_I.mall_id == bindparam("mall_id"), _I.coupon_no == bindparam("coupon_no"))
_COUNT_ISSUES: Final = Statement(select(func.count()).where(*_OF_COUPON))
_NOT_RESTORED: Final = (
    _U.mall_id == bindparam("mall_id"),
    _U.issue_no == _I.issue_no,
    _U.restored_at.is_(None),
)
_USES_OF_ISSUE: Final = select(func.count()).where(*_NOT_RESTORED).scalar_subquery()
_ORDER_OF_ISSUE: Final = select(func.max(_U.order_id)).where(*_NOT_RESTORED).scalar_subquery()
_USE_DIFFERENCES: Final = Statement(
    select(_I.issue_no, _I.order_id, _ORDER_OF_ISSUE, _USES_OF_ISSUE)
    .where(
        *_OF_COUPON,
        or_(
            _I.order_id != func.coalesce(_ORDER_OF_ISSUE, EMPTY),
            _USES_OF_ISSUE > 1,
            and_(_I.used_at.is_(None), _I.order_id != EMPTY),
            and_(_I.used_at.is_not(None), _I.order_id == EMPTY),
        ),
    )
    .order_by(_I.issue_no)
)


async def use(
    call: Call, issue_no: int, *, member_id: str, order_id: str, discount: Decimal
) -> str | None:
    """Write that an issued coupon is used, and return its coupon's number; None: it cannot be."""
    now = int(call.clock.now())
    row = await call.db.one(
        _MARK_USED,
        shop_no=call.shop_no,
        number=issue_no,
        holder=member_id,
        order=order_id,
        now=now,
    )
    if row is None:
        return None
    coupon_no, times = row
    await call.db.run(
        _ADD_USE,
        issue_no=issue_no,
        use_no=times,
        coupon_no=coupon_no,
        member_id=member_id,
        order_id=order_id,
        discount=hundredths(discount),
        used_at=now,
        restored_at=None,
    )
    number: str = coupon_no
    return number


async def find(call: Call, issue_no: int, member_id: str) -> Row | None:
    """Return when an issued coupon was used and revoked, and its period of use."""
    return await call.db.one(_FIND, shop_no=call.shop_no, number=issue_no, holder=member_id)


async def of_order(call: Call, order_id: str) -> list[tuple[int, str]]:
    """Return the issued coupons that are used for an order, locked: number, coupon's number."""
    rows = await call.db.all(_OF_ORDER, order=order_id)
    return [(issue_no, coupon_no) for issue_no, coupon_no in rows]


async def restore(call: Call, order_id: str, issue_nos: list[int]) -> None:
    """Write that coupons used for an order are restored."""
    await call.db.run(_MARK_UNUSED, issue_nos=issue_nos)
    await call.db.run(
        _MARK_RESTORED, issue_nos=issue_nos, order=order_id, now=int(call.clock.now())
    )


async def reprice(call: Call, order_id: str, issue_no: int, discount: Decimal) -> None:
    """Write the discount of a coupon on the order it is used for."""
    await call.db.run(_REPRICE, number=issue_no, order=order_id, off=hundredths(discount))


async def used_since(call: Call, member_id: str, since: int) -> list[str]:
    """Return the kind of each coupon a customer used since then (UTC seconds) and did not get
    back.
    """
    rows = await call.db.all(_USED_SINCE, member_id=member_id, since=since)
    return [row[1] for row in rows]


async def differences(db: Session) -> list[Difference]:
    """Return the differences between the session's mall's coupons and their ledgers."""
    issued, used = [], []
    for coupon_no, stored in await db.all(_ISSUED_COUNTS):
        row = await db.one(_COUNT_ISSUES, coupon_no=coupon_no)
        assert row is not None
        if row[0] != stored:
            issued.append(
                Difference(
                    mall_id=db.mall_id,
                    subject="issued",
                    number=coupon_no,
                    kept=str(stored),
                    ledger=str(row[0]),
                )
            )
        used += [
            Difference(
                mall_id=db.mall_id,
                subject="used",
                number=str(number),
                kept=order_id,
                ledger=(written or "") if times < 2 else f"{times} orders",
            )
            for number, order_id, written, times in await db.all(
                _USE_DIFFERENCES, coupon_no=coupon_no
            )
        ]
    return issued + used
